"""Passkeys: a person adds one, signs in with it, and removes it; nobody else can use it."""

from __future__ import annotations

import hashlib
import json
import secrets
from pathlib import Path
from typing import Any

import cbor2
import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import bytes_to_base64url

from sandtable.server import passkeys
from sandtable.server.keyring import MOST
from sandtable.server.requests import Entered
from sandtable.server.service import Service
from sandtable.server.wire_passkeys import NewPasskey, OldPasskey, PasskeyInfo, UsedPasskey
from tests.server.online import Online
from tests.server.tables import awaited, status_of
from tests.server.test_people import ANNA, BO, Box, posting, signed_in

SITE, ORIGIN = "games.example", "https://games.example"


class Device:
    """A device that makes passkeys as a browser does: one key, counted."""

    def __init__(self, site: str = SITE, origin: str = ORIGIN, flags: int = 5) -> None:
        self.key, self.id, self.count = ec.generate_private_key(ec.SECP256R1()), secrets.token_bytes(16), 0
        self.site, self.origin, self.flags = site, origin, flags  # 1: the person is present, 4: verified

    def _signed(self, kind: str, challenge: str) -> bytes:
        data = {"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}
        return json.dumps(data).encode()

    def _head(self, more: int = 0) -> bytes:
        site = hashlib.sha256(self.site.encode()).digest()
        return site + bytes([self.flags | more]) + self.count.to_bytes(4, "big")

    def _written(self, **response: bytes) -> str:
        id, coded = bytes_to_base64url(self.id), {k: bytes_to_base64url(v) for k, v in response.items()}
        return json.dumps(
            {"id": id, "rawId": id, "type": "public-key", "response": coded, "clientExtensionResults": {}}
        )

    def made(self, options: str) -> str:
        """The credential for the options of the server."""
        point = self.key.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32, "big"), -3: point.y.to_bytes(32, "big")}
        head = self._head(0x40) + bytes(16) + len(self.id).to_bytes(2, "big") + self.id + cbor2.dumps(public)
        proof = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": head})
        return self._written(
            clientDataJSON=self._signed("webauthn.create", json.loads(options)["challenge"]), attestationObject=proof
        )

    def used(self, options: str, person: str = "") -> str:
        """The proof for the options of the server."""
        self.count += 1
        data, head = self._signed("webauthn.get", json.loads(options)["challenge"]), self._head()
        signature = self.key.sign(head + hashlib.sha256(data).digest(), ec.ECDSA(hashes.SHA256()))
        return self._written(
            clientDataJSON=data, authenticatorData=head, signature=signature, userHandle=person.encode()
        )


async def added(service: Service, session: str, device: Device, origin: str = ORIGIN) -> list[PasskeyInfo]:
    options = (await service.passkey_options(session)).options
    return await service.add_passkey(session, NewPasskey(device.made(options), "Laptop"), origin)


async def entered(service: Service, device: Device, origin: str = ORIGIN) -> Entered:
    options = (await service.entry_options()).options
    return await service.enter_by_passkey(UsedPasskey(device.used(options)), origin)


@awaited
async def test_a_passkey_is_added_used_and_removed(tmp_path: Path) -> None:
    box, device = Box(), Device()
    async with posting(tmp_path, box) as service:
        assert service.site() == SITE
        anna = await signed_in(service, box, ANNA)
        [key] = await added(service, anna.token, device)
        assert (key.name, key.used) == ("Laptop", 0.0)
        assert await status_of(added(service, anna.token, device)) == 409, "it is known already"
        again = await entered(service, device)
        assert again.token != anna.token and again.person == anna.person
        assert (await service.me(again.token)).mail == ANNA
        [key] = await service.passkeys(again.token)
        assert key.used > 0
    async with posting(tmp_path, box) as service:  # started again
        assert (await entered(service, device)).person.id == anna.person.id
        assert await service.remove_passkey(anna.token, OldPasskey(key.id)) == []
        assert await status_of(entered(service, device)) == 403
        assert await status_of(service.remove_passkey(anna.token, OldPasskey(key.id))) == 404
    stored = b"".join(file.read_bytes() for file in tmp_path.glob("games.db*"))
    assert anna.token.encode() not in stored


@awaited
async def test_nobody_uses_the_passkey_of_another(tmp_path: Path) -> None:
    box, device = Box(), Device()
    async with posting(tmp_path, box) as service:
        anna, bo = await signed_in(service, box, ANNA), await signed_in(service, box, BO)
        [key] = await added(service, anna.token, device)
        assert await service.passkeys(bo.token) == []
        assert await status_of(service.remove_passkey(bo.token, OldPasskey(key.id))) == 404
        for session in ("", "x" * 43):
            assert await status_of(service.passkeys(session)) == 401
            assert await status_of(service.passkey_options(session)) == 401
            assert await status_of(service.remove_passkey(session, OldPasskey(key.id))) == 401
            assert await status_of(service.add_passkey(session, NewPasskey("{}"), ORIGIN)) == 401
        forger = Device()
        forger.id = device.id  # another key under the same id
        assert await status_of(entered(service, forger)) == 403
        options = (await service.entry_options()).options
        proof = UsedPasskey(device.used(options))
        assert await status_of(service.enter_by_passkey(proof, ORIGIN)) == 200
        assert await status_of(service.enter_by_passkey(proof, ORIGIN)) == 403, "a challenge works once"
        mine = (await service.passkey_options(anna.token)).options
        assert await status_of(service.add_passkey(bo.token, NewPasskey(Device().made(mine)), ORIGIN)) == 403
        await service.forget(anna.token)
        assert await status_of(entered(service, device)) == 403


@pytest.mark.parametrize(
    ("device", "origin"),
    [
        (Device(origin="https://evil.example"), "https://evil.example"),
        (Device(origin="https://evil.example"), ORIGIN),
        (Device(site="evil.example"), ORIGIN),
        (Device(origin="http://games.example"), "http://games.example"),  # not encrypted
        (Device(flags=1), ORIGIN),  # the device has not verified the person
    ],
)
@awaited
async def test_passkeys_work_on_the_pages_of_this_server_only(tmp_path: Path, device: Device, origin: str) -> None:
    box = Box()
    async with posting(tmp_path, box) as service:
        anna = await signed_in(service, box, ANNA)
        assert await status_of(added(service, anna.token, device, origin)) == 403
        assert await service.passkeys(anna.token) == []


@awaited
async def test_bounds_of_passkeys(tmp_path: Path) -> None:
    box, now = Box(), 1e9
    async with posting(tmp_path, box) as service:
        service.hall.now = lambda: now
        anna = await signed_in(service, box, ANNA)
        for text in ("", "{}", "[]", '{"rawId": "x", "response": {"clientDataJSON": "!"}}', "\u0000", "{" * 500):
            assert await status_of(service.enter_by_passkey(UsedPasskey(text), ORIGIN)) == 403
        late, options = Device(), (await service.passkey_options(anna.token)).options
        now += passkeys.VALID + 1
        assert await status_of(service.add_passkey(anna.token, NewPasskey(late.made(options)), ORIGIN)) == 403
        for _ in range(MOST):
            await added(service, anna.token, Device())
        assert await status_of(added(service, anna.token, Device())) == 409


@pytest.mark.parametrize(
    ("home", "site"),
    [("http://127.0.0.1:8000", "localhost"), ("http://localhost:8000", "localhost"), ("http://192.0.2.7", "")],
)
def test_the_site_of_passkeys(tmp_path: Path, home: str, site: str) -> None:
    assert Service(str(tmp_path / "games.db"), workers=0, home=home).site() == site


def test_passkeys_over_http(tmp_path: Path) -> None:
    """The origin of the page comes from the browser's header."""
    box: Any = Box()
    with Online(tmp_path, post=box, home="http://localhost") as server:
        server.post("/people/link", {"mail": ANNA})
        secret = box.texts[-1][1].partition("/me#")[2].split()[0]
        session = server.post("/people/enter", {"secret": secret})["token"]
        origin = server.url.replace("127.0.0.1", "localhost")
        device = Device("localhost", origin)
        headers = {"Origin": origin, "Host": origin.removeprefix("http://")}
        made = device.made(server.post("/me/passkeys/options", token=session)["options"])
        answer = server.ask("POST", "/me/passkeys", {"credential": made, "name": "x"}, session, headers=headers)
        assert answer.status_code == 200 and len(answer.json()) == 1
        used = device.used(server.post("/people/passkey/options")["options"])
        answer = server.ask("POST", "/people/passkey", {"credential": used}, headers=headers)
        assert answer.status_code == 200 and answer.json()["person"]["mail"] == ANNA
