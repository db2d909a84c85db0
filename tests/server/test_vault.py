"""Encrypted seeds, and permissions of the database."""

from __future__ import annotations

import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest
from cryptography.fernet import Fernet

from sandtable.core.errors import SandtableError
from sandtable.server.service import Service
from sandtable.server.vault import Vault, read_keys
from tests.server.tables import awaited, give, served, wish

#: The tables of the first version.
FIRST_TABLES = {"alembic_version", "boards", "games", "seats", "entries", "snapshots", "messages"}
KEY, OTHER = Fernet.generate_key().decode(), Fernet.generate_key().decode()


def seeds(folder: Path) -> list[tuple[str, str]]:
    with closing(sqlite3.connect(folder / "games.db")) as other:
        return other.execute("SELECT seed, secret FROM games").fetchall()


def test_without_a_key_nothing_is_encrypted() -> None:
    assert Vault().open(Vault().seal("text")) == "text"


def test_only_its_keys_open_a_vault() -> None:
    sealed = Vault([KEY]).seal("text")
    assert "text" not in sealed and Vault([OTHER, KEY]).open(sealed) == "text"
    assert Vault([KEY]).seal(sealed) == sealed and Vault([KEY]).open("plain") == "plain"
    for vault in (Vault(), Vault([OTHER])):
        with pytest.raises(SandtableError, match="--key-file"):
            vault.open(sealed)
    with pytest.raises(SandtableError, match="32 bytes"):
        Vault(["short"])


def test_a_key_file_is_created_for_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "key"
    keys = read_keys(path)
    assert keys == read_keys(path) and Vault(keys)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.write_text("")
    with pytest.raises(SandtableError, match="empty"):
        read_keys(path)
    with pytest.raises(SandtableError, match="cannot read"):
        read_keys(tmp_path)


def test_a_database_is_readable_by_its_owner_only(tmp_path: Path) -> None:
    @awaited
    async def run(folder: Path) -> None:
        async with served(folder) as service:
            await service.create(wish())
            for file in folder.glob("games.db*"):
                assert stat.S_IMODE(file.stat().st_mode) == 0o600, file

    run(tmp_path / "new")
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o700
    (tmp_path / "games.db").touch(0o644)
    run(tmp_path)


@awaited
async def test_seeds_are_encrypted_and_games_go_on(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        old = await service.create(wish())
        plain = await service.hall.store.read(lambda c: c.exec_driver_sql("SELECT seed FROM games").scalar())
    assert plain == seeds(tmp_path)[0][0]
    async with served(tmp_path, vault=Vault([KEY])) as service:
        new = await service.create(wish())
        for made in (old, new):
            await give(service, made.id, made.token, "0")
        for seed, secret in seeds(tmp_path):
            assert seed.startswith("fernet:") and secret.startswith("fernet:")
    with pytest.raises(SandtableError, match="--key-file"):
        async with served(tmp_path):
            pass
    async with served(tmp_path, vault=Vault([OTHER, KEY])) as service:
        assert await give(service, old.id, old.token, "nothing") == 2
        await service.close(old.id, old.token)
        assert (await service.view(old.id)).seed == plain
        assert (await service.proof(old.id)).ok


def test_the_service_takes_a_vault(tmp_path: Path) -> None:
    assert Service(str(tmp_path / "games.db"), vault=Vault([KEY])).hall.store.vault.seal("x") != "x"


@awaited
async def test_a_game_of_the_first_version_of_the_tables_goes_on(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        made = await service.create(wish())
    with closing(sqlite3.connect(tmp_path / "games.db", isolation_level=None)) as other:
        other.execute("ALTER TABLE games DROP COLUMN secret")
        other.execute("ALTER TABLE seats DROP COLUMN following")
        other.execute("DROP INDEX games_by_deadline")
        other.execute("DROP INDEX games_by_due")
        other.execute("DROP INDEX games_by_listing")
        other.execute("ALTER TABLE games ADD COLUMN start TEXT NOT NULL DEFAULT ''")
        other.execute("UPDATE games SET start = (SELECT position FROM starts WHERE game = games.id)")
        tables = [row[0] for row in other.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        for table in set(tables) - FIRST_TABLES:
            other.execute(f"DROP TABLE {table}")
        later = ["chain", "shares", "next", "clock", "deadline", "terms", "due"]
        later += ["listed", "variant", "asleep", "watching"]
        for table, column in (
            *(("games", column) for column in later),
            ("seats", "pledge"),
            ("seats", "standin"),
            ("messages", "readers"),
        ):
            other.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
        other.execute("UPDATE alembic_version SET version_num = '0001'")
    async with served(tmp_path, vault=Vault([KEY])) as service:
        assert await give(service, made.id, made.token, "0") == 1
        (row,) = seeds(tmp_path)
        assert row[0].startswith("fernet:") and row[1] == "", "its computer players use the seed instead"
