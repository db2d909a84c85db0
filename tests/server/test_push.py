"""Web Push: what browsers get, and where the server does not go."""

from __future__ import annotations

import socket
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import pytest

from sandtable.core.errors import SandtableError
from sandtable.server import courier
from sandtable.server.due import PATIENCE
from sandtable.server.outbox import DEVICES_MOST, FIRST
from sandtable.server.push import Gone, NoticeKey, Pinned, Push, address_of, public, read_key
from sandtable.server.vault import Vault
from sandtable.server.wire_notices import PushDevice, PushGone
from tests.pushing import PushServer, vouched
from tests.server.tables import awaited, status_of
from tests.server.test_notices import BO, table, waiting

KEY = "0" * 43 + "="


@pytest.fixture(autouse=True)
def by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only tests let the courier look."""
    monkeypatch.setattr(courier.Courier, "start", lambda self: None)


def device(server: PushServer, name: str = "laptop") -> PushDevice:
    return PushDevice(**server.device(name))


# --- messages ---------------------------------------------------------------------------------------------------------


@awaited
async def test_every_device_gets_an_encrypted_notice_and_mail_goes_its_own_way(tmp_path: Path) -> None:
    with PushServer() as browsers:
        game = table(tmp_path, trusted=frozenset([browsers.host]), contact="mailto:operator@example.org")
        async with game.service:
            made = await game.begin()
            for name in ("laptop", "phone"):
                told = await game.service.add_device(game.bo, device(browsers, name))
            assert [d.name for d in told.devices] == ["laptop", "phone"]
            await game.to_germany()
            assert await game.later(PATIENCE) == 3
            assert sorted(t.path for t in browsers.taken) == ["/laptop", "/phone"] and len(game.box.to(BO)) == 1
            for taken in browsers.taken:
                assert taken.message["title"] == "Your turn: By mail" and taken.message["path"] == f"/game/{made.id}"
                claims = vouched(taken.headers["Authorization"])
                assert claims["key"] == told.key and claims["aud"] == f"http://{browsers.host}"
                assert claims["sub"] == "mailto:operator@example.org" and isinstance(claims["exp"], int)
                assert int(taken.headers["TTL"]) > 0 and taken.headers["Topic"] == made.id
            await game.service.drop_device(game.anna, PushGone(told.devices[0].id))
            assert len((await game.service.notices(game.bo)).devices) == 2, "only the person's own"
            await game.service.drop_device(game.bo, PushGone(told.devices[0].id))
            assert [d.name for d in (await game.service.notices(game.bo)).devices] == ["phone"]


@awaited
async def test_a_device_that_is_gone_is_forgotten_and_one_that_is_away_is_tried_again(tmp_path: Path) -> None:
    with PushServer() as browsers:
        game = table(tmp_path, trusted=frozenset([browsers.host]))
        async with game.service:
            await game.begin()
            await game.want(game.bo, mail="never", push="now")
            await game.service.add_device(game.bo, device(browsers))
            await game.to_germany()
            browsers.status = 503
            assert await game.later(PATIENCE) == 0 and len(waiting(game.service)) == 1
            browsers.status = 307  # is not followed
            assert await game.later(FIRST + 1) == 0 and browsers.taken == []
            assert waiting(game.service) == []
        async with table(tmp_path, trusted=frozenset([browsers.host])).service as again:
            assert len((await again.notices(game.bo)).devices) == 1
            sender = Push(NoticeKey(), "mailto:a@example.org", frozenset([browsers.host]))
            browsers.status = 410
            with pytest.raises(Gone):
                sender.send(device(browsers), {"title": "x"}, "x")
            with pytest.raises(ValueError, match="too large"):
                sender.send(device(browsers), {"title": "x" * 4000}, "x")


@awaited
async def test_pushes_end_with_the_session_of_their_device(tmp_path: Path) -> None:
    with PushServer() as browsers:
        game = table(tmp_path, trusted=frozenset([browsers.host]))
        async with game.service:
            await game.begin()
            await game.service.add_device(game.bo, device(browsers))
            phone = await game.signed_in(BO)
            for i in range(DEVICES_MOST):
                told = await game.service.add_device(phone, device(browsers, f"phone {i}".replace(" ", "-")))
            assert len(told.devices) == DEVICES_MOST, "the oldest one gave way"
            await game.service.leave(phone)
            assert (await game.service.notices(game.bo)).devices == []


@awaited
async def test_subscriptions_are_encrypted_in_the_database(tmp_path: Path) -> None:
    from cryptography.fernet import Fernet

    with PushServer() as browsers:
        vault = Vault([Fernet.generate_key().decode()])
        game = table(tmp_path, trusted=frozenset([browsers.host]), vault=vault)
        async with game.service:
            await game.begin()
            await game.service.add_device(game.bo, device(browsers, "secret-endpoint"))
            await game.to_germany()
            assert await game.later(PATIENCE) == 2 and browsers.taken[0].path == "/secret-endpoint"
        stored = b"".join(file.read_bytes() for file in tmp_path.glob("games.db*"))
        assert b'secret-endpoint"' not in stored and b"/secret-endpoint" not in stored


# --- where the server does not go -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1",
        "255.255.255.255", "::1", "::", "fe80::1%eth0", "fd00::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "ff02::1",
        "2002:7f00:1::", "64:ff9b::7f00:1", "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    ],
)  # fmt: skip
def test_addresses_of_its_own_networks_are_not_public(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not public(address)
    rows = [(socket.AF_INET, 1, 6, "", (a, 443)) for a in ("8.8.8.8", address)]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **more: rows)
    with pytest.raises(ValueError, match="public network"):
        address_of("https://push.example.org/x", frozenset())


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.org/x", "https://push.example.org:8443/x", "https://push.example.org:22/",
        "https://user@push.example.org/x", "https:///x", "https://127.0.0.1/x", "https://[::1]/x", "https://localhost/",
        "https://2130706433/", "https://0x7f.1/",
    ],
)  # fmt: skip
def test_endpoints_that_are_refused(endpoint: str) -> None:
    with pytest.raises((ValueError, OSError)):
        address_of(endpoint, frozenset())


def test_it_connects_to_the_address_that_was_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    names = iter(["8.8.4.4", "127.0.0.1"])  # another answer the second time
    monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **more: [(socket.AF_INET, 1, 6, "", (next(names), 443))])
    address, host, port = address_of("https://push.example.org/x", frozenset())
    assert (address, host, port) == ("8.8.4.4", "push.example.org", 443)
    reached: list[tuple[str, int]] = []

    def connect(to: tuple[str, int], seconds: float) -> None:
        reached.append(to)
        raise ConnectionRefusedError

    with pytest.raises(ConnectionRefusedError):
        Pinned(host, address, connect).connect()
    assert reached == [("8.8.4.4", 443)]


@awaited
async def test_a_person_cannot_add_such_an_address(tmp_path: Path) -> None:
    with PushServer() as browsers:
        game = table(tmp_path)  # the push service of the test is not trusted
        async with game.service:
            await game.begin()
            good = device(browsers)
            assert await status_of(game.service.add_device(game.bo, good)) == 409
            game.service.push.trusted = frozenset([browsers.host])
            for wrong in ({"p256dh": KEY}, {"auth": "AAAA"}, {"p256dh": "A"}):
                assert await status_of(game.service.add_device(game.bo, msgspec.structs.replace(good, **wrong))) == 409
            assert await status_of(game.service.add_device("x", good)) == 401


# --- the key ----------------------------------------------------------------------------------------------------------


def test_the_key_is_made_once_and_only_its_owner_can_read_it(tmp_path: Path) -> None:
    path = tmp_path / "notices.pem"
    key = read_key(path)
    assert path.stat().st_mode & 0o777 == 0o600 and read_key(path).public == key.public
    assert read_key(path).signed(key.sign("person")) == "person"
    assert NoticeKey().signed(key.sign("person")) is None
    path.write_bytes(b"nonsense")
    with pytest.raises(SandtableError, match="PEM"):
        read_key(path)
    with pytest.raises(SandtableError, match="cannot read"):
        read_key(tmp_path / "notices.pem" / "notices.pem")


def test_servers_that_start_at_once_in_a_new_folder_have_the_same_key(tmp_path: Path) -> None:
    path = tmp_path / "data" / "notices.pem"
    with ThreadPoolExecutor(8) as threads:
        keys = [key.public for key in threads.map(read_key, [path] * 8)]
    assert len(set(keys)) == 1 and [file.name for file in path.parent.iterdir()] == ["notices.pem"]
