"""Passkeys: a person who is known adds one, and signs in with it on any device without a mail.

The browser makes and proves passkeys for the host name of the server's address (WebAuthn). Proofs are checked by
`webauthn`; a challenge works once, within five minutes.
"""

from __future__ import annotations

import ipaddress
import secrets
from collections.abc import Callable
from typing import TypeVar
from urllib.parse import urlsplit

import msgspec
from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from . import keyring
from .keyring import Passkey
from .knowing import Knowing
from .records import Person
from .refusals import Refused
from .requests import Entered
from .rooms import hashed
from .wire_passkeys import NewPasskey, OldPasskey, PasskeyInfo, PasskeyOptions, UsedPasskey
from .wire_people import PersonInfo
from .wishes import NAME, clean

#: Seconds for which a challenge is valid.
VALID = 300.0
NAMED = "Sandtable"
UNKNOWN = "This passkey is not known here. Sign in by mail, and add it again."
T = TypeVar("T")


class _Data(msgspec.Struct):
    """What a browser has signed; the rest is checked by the library."""

    challenge: str


class _Response(msgspec.Struct, rename="camel"):
    client_data_json: str = msgspec.field(name="clientDataJSON")


class _Credential(msgspec.Struct, rename="camel"):
    raw_id: str
    response: _Response


class Keyed(Knowing):
    """Adds, proves, and removes passkeys."""

    def site(self) -> str:
        """Return the host name for which passkeys are made. A loopback address counts as ``localhost``."""
        name = urlsplit(self.home).hostname or ""
        try:
            return "localhost" if ipaddress.ip_address(name).is_loopback else ""
        except ValueError:
            return name

    async def passkeys(self, session: str) -> list[PasskeyInfo]:
        """Return the passkeys of the person, the oldest first."""
        return await self._listed(await self._person(session))

    async def passkey_options(self, session: str) -> PasskeyOptions:
        """Return what the browser needs to make a passkey. Raises 409 if the server has no name."""
        person, site, challenge = await self._person(session), self._site(), secrets.token_bytes(32)
        have = await self.hall.read(keyring.own, person.id)
        options = generate_registration_options(
            rp_id=site,
            rp_name=NAMED,
            user_id=person.id.encode(),
            user_name=person.name or NAMED,
            challenge=challenge,
            exclude_credentials=[PublicKeyCredentialDescriptor(base64url_to_bytes(key.credential)) for key in have],
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.REQUIRED
            ),
        )
        await self._challenge(challenge, person.id)
        return PasskeyOptions(options_to_json(options))

    async def add_passkey(self, session: str, wish: NewPasskey, origin: str) -> list[PasskeyInfo]:
        """Add a passkey that the browser at `origin` has made. Raises 403 if its proof fails, 409."""
        person, name = await self._person(session), clean(wish.name, NAME, "a name", empty=True)
        _, challenge = await self._spent(wish.credential, person.id)
        made = _proved(
            lambda: verify_registration_response(
                credential=wish.credential,
                expected_challenge=challenge,
                expected_rp_id=self._site(),
                expected_origin=self._origin(origin),
                require_user_verification=True,
            )
        )
        credential, public = bytes_to_base64url(made.credential_id), bytes_to_base64url(made.credential_public_key)
        new = Passkey(hashed(credential), person.id, credential, public, made.sign_count, name, self.hall.now(), 0.0)
        if not (await self.hall.written(keyring.add(new)))[0]:
            raise Refused(409, f"You can have {keyring.MOST} passkeys. Remove one first.")
        return await self._listed(person)

    async def remove_passkey(self, session: str, wish: OldPasskey) -> list[PasskeyInfo]:
        """Remove a passkey. Raises 404."""
        person = await self._person(session)
        if not (await self.hall.written(keyring.remove(person.id, wish.id)))[0]:
            raise Refused(404, "Passkey not found.")
        return await self._listed(person)

    async def entry_options(self) -> PasskeyOptions:
        """Return what the browser needs to prove a passkey. Raises 409 if the server has no name."""
        challenge = secrets.token_bytes(32)
        options = generate_authentication_options(
            rp_id=self._site(), challenge=challenge, user_verification=UserVerificationRequirement.REQUIRED
        )
        await self._challenge(challenge, "")
        return PasskeyOptions(options_to_json(options))

    async def enter_by_passkey(self, wish: UsedPasskey, origin: str) -> Entered:
        """Begin a session with a passkey. Raises 403 if it is not known or its proof fails."""
        id, challenge = await self._spent(wish.credential, "")
        found = await self.hall.read(keyring.find, hashed(id))
        if found is None:
            raise Refused(403, UNKNOWN)
        proof = _proved(
            lambda: verify_authentication_response(
                credential=wish.credential,
                expected_challenge=challenge,
                expected_rp_id=self._site(),
                expected_origin=self._origin(origin),
                credential_public_key=base64url_to_bytes(found.public),
                credential_current_sign_count=found.counter,
                require_user_verification=True,
            )
        )
        token = secrets.token_urlsafe(32)
        work = keyring.enter(found, proof.new_sign_count, hashed(token), self.hall.now())
        person: Person = (await self.hall.written(work))[0]
        return Entered(token, PersonInfo(person.name, self._opened(person.mail), person.id))

    # --- parts --------------------------------------------------------------------------------------------------------

    def _site(self) -> str:
        site = self.site()
        if not site:
            raise Refused(409, "This server has no name for which a passkey could be made.")
        return site

    def _origin(self, origin: str) -> str:
        """Return the address of the page that has used a passkey. Raises 403 if it is not one of this server.

        Browsers make passkeys on encrypted pages only, and on those of this machine.
        """
        page, site = urlsplit(origin), self._site()
        if page.hostname != site or (page.scheme != "https" and site != "localhost"):
            raise Refused(403, f"Passkeys of this server work at {self.home} only.")
        return origin

    async def _challenge(self, challenge: bytes, person: str) -> None:
        now, secret = self.hall.now(), hashed(bytes_to_base64url(challenge))
        await self.hall.written(keyring.challenge(secret, person, now, now + VALID))

    async def _spent(self, credential: str, person: str) -> tuple[str, bytes]:
        """Return the id of a credential and its challenge, which is used up. Raises 403."""
        try:
            found = msgspec.json.decode(credential, type=_Credential)
            data = msgspec.json.decode(base64url_to_bytes(found.response.client_data_json), type=_Data)
            challenge = base64url_to_bytes(data.challenge)
        except (msgspec.MsgspecError, ValueError):
            raise Refused(403, "This passkey could not be read.") from None
        secret = hashed(bytes_to_base64url(challenge))
        if not (await self.hall.written(keyring.spend(secret, person, self.hall.now())))[0]:
            raise Refused(403, "This took too long. Try again.")
        return bytes_to_base64url(base64url_to_bytes(found.raw_id)), challenge

    async def _listed(self, person: Person) -> list[PasskeyInfo]:
        found = await self.hall.read(keyring.own, person.id)
        return [PasskeyInfo(key.id, key.name, key.added, key.used) for key in found]


def _proved(check: Callable[[], T]) -> T:
    """Return what a check of the library returns. Raises 403 for whatever it finds wrong with data of a client."""
    try:
        return check()
    except Refused:
        raise
    except Exception as error:
        raise Refused(403, "The proof of this passkey is not valid.") from error
