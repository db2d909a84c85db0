"""What clients send, as typed structs, and the short answers to it; see `wire`."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from ..core.structs import learn
from .wire import SeatKind

#: What clients send is bounded, and has no zero characters (which not every database takes).
CLEAN = r"^[^\x00]*$"
Name = Annotated[str, Meta(max_length=100, pattern=CLEAN)]
Line = Annotated[str, Meta(max_length=1000, pattern=CLEAN)]
Text = Annotated[str, Meta(max_length=4000, pattern=CLEAN)]
Texts = Annotated[list[Line], Meta(max_length=30)]
Count = Annotated[int, Meta(ge=0, le=2**31 - 1)]

# --- making games, and taking seats -----------------------------------------------------------------------------------


class SeatWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who is to play a power: the creator himself, the computer (`player` names which), or whoever joins by link."""

    power: Name
    kind: SeatKind
    player: Name = "basic"


class RuleChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Rules as `sandtable rules check` takes them: ids or documents; `options` maps ``rule.option`` to a value."""

    edition: Name
    scenario: Name = ""
    rules: Annotated[list[Name], Meta(max_length=300)] = []
    options: Annotated[dict[Name, Any], Meta(max_length=300)] = {}


class NewGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Wishes for a game. Seats that are not named are the computer's. `salt` is the creator's share in the dice."""

    choice: RuleChoice
    seats: Annotated[list[SeatWish], Meta(max_length=50)]
    name: Name
    title: Name = ""
    salt: Name = ""


class Invitation(msgspec.Struct, frozen=True):
    """The secret with which somebody takes an open seat, once."""

    power: str
    secret: str


class Created(msgspec.Struct, frozen=True):
    """A new game; `token` proves who the creator is (host and holder of his seats) and is told only here."""

    id: str
    token: str
    invitations: list[Invitation]


class Join(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Taking an open seat. With the header ``Authorization: Bearer TOKEN`` the seat is added to those of the token."""

    secret: Name
    name: Name
    salt: Name = ""


class Joined(msgspec.Struct, frozen=True):
    """`token` proves who holds the seat and is told only here."""

    token: str
    power: str


class SeatChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The host gives a seat to the computer, opens it anew (a new invitation), or takes it himself."""

    power: Name
    kind: SeatKind
    player: Name = "basic"


# --- playing ----------------------------------------------------------------------------------------------------------


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The answer to decision `decision`, in the text of its form."""

    decision: Count
    text: Text


class Accepted(msgspec.Struct, frozen=True):
    """The answer is durably stored; `revision` is the number of its frame."""

    revision: int


class TakeBack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Takes back the newest answer; refused if `revision` is not the newest frame."""

    revision: Count


class MovePreview(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Moves (texts of answers) that are thought of; the odds are those of the attack on `space` if they were made."""

    decision: Count
    space: Name
    moves: Annotated[list[Line], Meta(max_length=200)]


class Say(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    text: Line


class Hello(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """First message of a client: its token (empty for a spectator) and the newest frame it has (-1: none)."""

    token: Name = ""
    after: Annotated[int, Meta(ge=-1, le=2**31 - 1)] = -1


# --- refusals ---------------------------------------------------------------------------------------------------------


class Refusal(msgspec.Struct, frozen=True):
    """Why a request is refused, in one sentence; `rule` names the statement behind it, if there is one."""

    error: str
    rule: str = ""


learn(globals())
