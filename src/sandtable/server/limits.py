"""Rate limits per client address and per token.

Each allowance is a token bucket: `burst` requests at once, then `per_second` more. Normal play stays far below it.
Requests that cost work or storage (new games, odds, joining) have lower limits. Requests from the server's own machine
are not limited, so local play is never throttled; a proxy must set ``X-Forwarded-For``.
"""

from __future__ import annotations

import ipaddress
import math
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import NamedTuple


class Allowance(NamedTuple):
    """`burst` requests at once, then `per_second`; counted by address, or by token if `by_token`."""

    burst: float
    per_second: float
    by_token: bool = False


class Limits(NamedTuple):
    """All limits; sizes in bytes. `live_*` limit concurrent live connections; `local`: whether 127.0.0.1 is limited.

    `connections` limits open connections per address, `head_seconds` and `body_seconds` the time to send a request.
    """

    body: int = 64 * 1024
    allowances: dict[str, Allowance] = {
        "all": Allowance(400, 40),
        "create": Allowance(20, 1 / 30),
        "join": Allowance(20, 1 / 5),
        "check": Allowance(80, 8),
        "odds": Allowance(80, 5),
        "answer": Allowance(100, 20, by_token=True),
        "think": Allowance(60, 8, by_token=True),
        "chat": Allowance(12, 0.5, by_token=True),
        "seats": Allowance(30, 1 / 3),
        "proof": Allowance(6, 1 / 10),
        "mail": Allowance(5, 1 / 60),
        "person": Allowance(60, 2, by_token=True),
    }
    live_address: int = 60
    live_game: int = 300
    live_all: int = 5000
    connections: int = 200
    connections_all: int = 8000
    head_seconds: float = 10.0
    body_seconds: float = 20.0
    local: bool = False


class Spent(Exception):
    """A client exceeded a limit; it can try again after `seconds`."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = max(1, math.ceil(seconds))


#: Maximum number of buckets in memory; full ones are removed first.
MOST = 20_000


class Meter:
    """Counts requests. Used only in the thread of the event loop."""

    def __init__(self, limits: Limits | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self.limits, self._clock = limits or Limits(), clock
        self._buckets: dict[tuple[str, str], tuple[float, float]] = {}  # tokens left, and when
        self._live: Counter[tuple[str, str]] = Counter()

    def spend(self, what: str, address: str, token: str = "") -> None:
        """Count one request of a kind. Raises `Spent`."""
        who = group(address)
        if not who and not self.limits.local:
            return
        allowance = self.limits.allowances[what]
        key = (what, f"token {token}" if allowance.by_token and token else who)
        now = self._clock()
        left, then = self._buckets.get(key, (allowance.burst, now))
        left = min(allowance.burst, left + (now - then) * allowance.per_second)
        if left < 1:
            raise Spent((1 - left) / allowance.per_second)
        if len(self._buckets) >= MOST:
            self._forget(now)
        self._buckets[key] = left - 1, now

    def _forget(self, now: float) -> None:
        """Remove the full buckets, then the older half of the others if there are still too many."""
        for key, (left, then) in list(self._buckets.items()):
            allowance = self.limits.allowances[key[0]]
            if left + (now - then) * allowance.per_second >= allowance.burst:
                del self._buckets[key]
        if len(self._buckets) >= MOST:
            for key in sorted(self._buckets, key=lambda k: self._buckets[k][1])[: MOST // 2]:
                del self._buckets[key]

    @contextmanager
    def connected(self, address: str, game: str) -> Iterator[None]:
        """Count a live connection while it lasts. Raises `Spent` if there are too many."""
        who, limits = group(address), self.limits
        keys = [("all", ""), ("game", game)] + ([("address", who)] if who or limits.local else [])
        most = {"all": limits.live_all, "game": limits.live_game, "address": limits.live_address}
        if any(self._live[key] >= most[key[0]] for key in keys):
            raise Spent(30)
        self._live.update(keys)
        try:
            yield
        finally:
            for key in keys:
                self._live[key] -= 1
                if not self._live[key]:
                    del self._live[key]


@lru_cache(maxsize=4096)
def group(address: str) -> str:
    """Return the key under which an address is counted: its /64 network for IPv6; empty for this machine."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address or "unknown"
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped:
        found = found.ipv4_mapped
    if found.is_loopback:
        return ""
    if found.version == 6:
        return str(ipaddress.ip_network((found, 64), strict=False).network_address)
    return str(found)
