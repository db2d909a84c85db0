"""Typed structs for passkeys; see `wire`. Options and credentials travel as JSON of the browser's own (WebAuthn)."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from ..core.structs import learn

#: A credential as JSON.
Credential = Annotated[str, Meta(max_length=20_000, pattern=r"^[^\x00]*$")]


class PasskeyOptions(msgspec.Struct, frozen=True):
    """What the browser needs to make or use a passkey, as the JSON of its options."""

    options: str


class NewPasskey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A passkey that the browser has made, and a name for it."""

    credential: Credential
    name: Annotated[str, Meta(max_length=100, pattern=r"^[^\x00]*$")] = ""


class UsedPasskey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The browser's proof that the person has a passkey."""

    credential: Credential


class OldPasskey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A passkey to remove, by its `PasskeyInfo.id`."""

    id: Annotated[str, Meta(max_length=64)]


class PasskeyInfo(msgspec.Struct, frozen=True):
    """A passkey of the person who is signed in, with the times when it was added and last used (0: never)."""

    id: str
    name: str
    added: float
    used: float


learn(globals())
