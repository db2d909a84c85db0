"""What the players of a game have agreed on: the time to think, and how they decide on what concerns them all."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ..core.structs import learn

#: Longest time for a turn or in a bank, in seconds: 60 days.
LONG = 60 * 86400


class Pace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The time to think: `seconds` for each turn, or (``bank``) for the whole game with an `increment` for each turn.

    When it runs out, another player acts in the seat until its player comes back (see `Terms`).
    """

    kind: Literal["turn", "bank"]
    seconds: Annotated[int, Meta(ge=60, le=LONG)]
    increment: Annotated[int, Meta(ge=0, le=LONG)] = 0


#: Longest time for an answer to a proposal, in seconds: 30 days.
LONGEST = 30 * 86400


class Terms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The players have `seconds` to answer a proposal; after that, their `silence` counts as refusal or consent.

    `standin` acts for a player whose time to think has run out: a computer player, or first the other players of the
    side (``partner``).
    """

    seconds: Annotated[int, Meta(ge=60, le=LONGEST)] = 3 * 86400
    silence: Literal["refuse", "consent"] = "refuse"
    standin: Literal["computer", "partner"] = "computer"


class ProposalInfo(msgspec.Struct, frozen=True):
    """A proposal that waits for consent: `text` says what would be done (“to end the game”), `by` who proposes it.

    `number` is its frame. `missing` are the powers whose players have not answered until the time `until`; `asked`:
    whether the client's consent is missing; `mine`: whether the client has made it and can withdraw it. `frame` is the
    step to which the game would go back, or -1.
    """

    number: int
    act: Literal["seat", "close", "rollback"]
    text: str
    by: str
    until: float
    missing: list[str]
    asked: bool
    mine: bool
    frame: int = -1


learn(globals())
