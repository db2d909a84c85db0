"""Start Firefox between Playwright and itself: `python relay.py FIREFOX [ARGUMENT..]`.

Playwright tells Firefox by WebDriver BiDi how it should be, in a command that the Firefox of Debian does not know yet.
This program passes everything on and answers that command itself; what it would set comes from preferences.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve

UNKNOWN = frozenset({"emulation.setMediaFeaturesOverride"})
LISTENS = re.compile(r"WebDriver BiDi listening on (ws://\S+)")


async def back(browser: ClientConnection, tester: ServerConnection) -> None:
    async for text in browser:
        await tester.send(text)


async def forth(tester: ServerConnection, browser: ClientConnection) -> None:
    async for text in tester:
        command = json.loads(text)
        if command["method"] in UNKNOWN:
            await tester.send(json.dumps({"type": "success", "id": command["id"], "result": {}}))
        else:
            await browser.send(text)


async def relay(command: list[str]) -> int:
    """Run Firefox with its arguments and pass its messages on; return its exit status."""
    firefox = await asyncio.create_subprocess_exec(*command, stderr=asyncio.subprocess.PIPE)
    assert firefox.stderr
    address = None
    while address is None and (line := await firefox.stderr.readline()):
        address = LISTENS.search(line.decode(errors="replace"))
    if address is None:
        return await firefox.wait()
    url = address[1]

    async def passed_on(tester: ServerConnection) -> None:
        assert tester.request
        async with connect(url + tester.request.path, max_size=None, ping_interval=None) as browser:
            ways = [asyncio.create_task(way) for way in (back(browser, tester), forth(tester, browser))]
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)

    async with serve(passed_on, "127.0.0.1", 0, max_size=None, ping_interval=None) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        print(f"WebDriver BiDi listening on ws://127.0.0.1:{port}", file=sys.stderr, flush=True)
        while await firefox.stderr.readline():
            pass
    return await firefox.wait()


if __name__ == "__main__":
    sys.exit(asyncio.run(relay(sys.argv[1:])))
