"""Typed structs for client requests and their short replies; see `wire`."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from ..core.structs import learn
from .terms import Pace, Terms
from .wire import SeatKind
from .wire_people import PersonInfo

#: Texts in requests have a maximum length and no null characters, which PostgreSQL cannot store.
CLEAN = r"^[^\x00]*$"
Name = Annotated[str, Meta(max_length=100, pattern=CLEAN)]
Line = Annotated[str, Meta(max_length=1000, pattern=CLEAN)]
Text = Annotated[str, Meta(max_length=4000, pattern=CLEAN)]
Texts = Annotated[list[Line], Meta(max_length=30)]
#: The SHA-256 of a salt, in hexadecimal digits; empty: none.
Pledge = Annotated[str, Meta(pattern=r"^([0-9a-f]{64})?$")]
#: The text of a file, smaller than a request.
File = Annotated[str, Meta(max_length=60_000, pattern=CLEAN)]
Count = Annotated[int, Meta(ge=0, le=2**31 - 1)]

# --- making games, and taking seats -----------------------------------------------------------------------------------


class SeatWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who plays a power: the creator, a computer player (`player` says which), or anyone who joins by link.

    Open seats with the same `friend` (any text, never shown to others) share one invitation.
    """

    power: Name
    kind: SeatKind
    player: Name = "quick"
    friend: Name = ""


class RuleChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Rule ids or documents, as for `sandtable rules check`. `options` maps ``rule.option`` to a value."""

    edition: Name
    scenario: Name = ""
    rules: Annotated[list[Name], Meta(max_length=300)] = []
    options: Annotated[dict[Name, Any], Meta(max_length=300)] = {}


class NewGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Settings for a new game. Seats not listed go to the computer.

    `pledge` is the SHA-256 of a salt, the creator's contribution to the dice; the game begins when the creator has
    revealed it. A `salt` that is sent at once needs trust in the server, which chooses the seed afterwards. `position`
    is the text of a position file (docs/positions.md) in which the game begins, under the rules of the choice; empty:
    the setup. Without a `pace`, there is no time limit. `terms`: how the players agree. `listed`:
    anyone can find the game and take its open seats. `variant` is the name of the rules in the list.
    """

    choice: RuleChoice
    seats: Annotated[list[SeatWish], Meta(max_length=50)]
    name: Name
    title: Name = ""
    salt: Name = ""
    pledge: Pledge = ""
    position: File = ""
    pace: Pace | None = None
    terms: Terms | None = None
    listed: bool = False
    variant: Name = ""


#: The text of a saved game.
SaveText = Annotated[str, Meta(max_length=1_000_000, pattern=CLEAN)]


class SavedFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A saved game as the text of its file."""

    text: SaveText


class SavedGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Settings for a new game that continues a saved one, after its first `answers` (-1: all of them).

    The other fields are as in `NewGame`; the game has dice of its own.
    """

    save: SaveText
    seats: Annotated[list[SeatWish], Meta(max_length=50)]
    name: Name
    title: Name = ""
    salt: Name = ""
    pledge: Pledge = ""
    pace: Pace | None = None
    terms: Terms | None = None
    listed: bool = False
    variant: Name = ""
    answers: Annotated[int, Meta(ge=-1, le=2**31 - 1)] = -1


class Invitation(msgspec.Struct, frozen=True):
    """A one-time secret for taking an open seat; seats of the same friend have the same one."""

    power: str
    secret: str


class Created(msgspec.Struct, frozen=True):
    """A new game. `token` authenticates the creator (the host and owner of the creator's seats).

    It is returned only here. `commitment` and `chain` fix the dice, see `GameView`.
    """

    id: str
    token: str
    invitations: list[Invitation]
    commitment: str = ""
    chain: int = 0


class Invited(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The secret of an invitation, to see what it offers."""

    secret: Name


class Offer(msgspec.Struct, frozen=True):
    """What an invitation offers: the game, its edition and house rules (titles), who invites, and the powers."""

    title: str
    edition: str
    rules: list[str]
    host: str
    powers: list[str]


class Join(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Take the open seats of an invitation. With an ``Authorization: Bearer TOKEN`` header, they are added to those of
    the token.

    `pledge` and `salt` as in `NewGame`.
    """

    secret: Name
    name: Name
    salt: Name = ""
    pledge: Pledge = ""


class Listing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether anyone can find the game and take its open seats."""

    listed: bool


class Watching(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether only people with an invitation can watch the game; each time, a new one replaces the old one."""

    invited: bool


class WatchLink(msgspec.Struct, frozen=True):
    """The secret of an invitation to watch, which spectators send as their token; empty: anyone can watch."""

    secret: str


class Take(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Take open seats of a public game; `name`, `pledge` and `salt` as in `Join`."""

    powers: Annotated[list[Name], Meta(max_length=50)]
    name: Name
    salt: Name = ""
    pledge: Pledge = ""


class Reveal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The salts of a player's pledges, when all seats are taken."""

    salts: Annotated[list[Name], Meta(min_length=1, max_length=50)]


class Joined(msgspec.Struct, frozen=True):
    """`token` authenticates the owner of the seats and is returned only here; `power` is the first of the `powers`."""

    token: str
    power: str
    powers: list[str]


class Without(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The host goes on without a rule whose code has failed (`GameView.failing`)."""

    rule: Name


class Continued(msgspec.Struct, frozen=True):
    """The game that continues this one, with the same seats and tokens."""

    id: str


class SeatChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The host gives a seat to the computer, reopens it with a new invitation, or takes it.

    In a running game, the other players must agree to a change of a seat that is not the host's.
    """

    power: Name
    kind: SeatKind
    player: Name = "quick"


# --- playing ----------------------------------------------------------------------------------------------------------


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The answer to decision `decision`, in the text of its form."""

    decision: Count
    text: Text


class Accepted(msgspec.Struct, frozen=True):
    """The answer is durably stored; `revision` is the number of its frame."""

    revision: int


class TakeBack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Undo the latest answer. Rejected if `revision` is not the latest frame."""

    revision: Count


class Rollback(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Go back to the moment after frame `frame`, also before dice; the other players must agree."""

    frame: Count


class Vote(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Agree to a proposal, or not; its player withdraws it by not agreeing. `number` is that of `ProposalInfo`."""

    number: Count
    agree: bool


class MovePreview(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Planned moves (as answer texts). Returns the odds of the attack on `space` after these moves."""

    decision: Count
    space: Name
    moves: Annotated[list[Line], Meta(max_length=200)]


class Say(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of chat for all who see the game, or for the players of the writer's side."""

    text: Line
    to: Literal["all", "side"] = "all"


class Hello(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """First message of a client: its token (empty for a spectator) and the newest frame it has (-1: none)."""

    token: Name = ""
    after: Annotated[int, Meta(ge=-1, le=2**31 - 1)] = -1


# --- people -----------------------------------------------------------------------------------------------------------


class MailLink(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Mail a link to sign in to this address."""

    mail: Annotated[str, Meta(max_length=254, pattern=r"^[!-?A-~]+@[!-?A-~]+$")]


class Enter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The secret of a mailed link, which stands after the `#`."""

    secret: Name


class Entered(msgspec.Struct, frozen=True):
    """A session on this device: its `token` goes with the requests at ``/api/me`` and is returned only here."""

    token: str
    person: PersonInfo


class Rename(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Name


class Held(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game in which this device has a seat, with its token."""

    id: Name
    token: Name


class Claim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The games of this device, for the list of the person who is signed in."""

    games: Annotated[list[Held], Meta(max_length=100)]


class Pass(msgspec.Struct, frozen=True):
    """A token for the seats of the person who is signed in, for this device; it is returned only here."""

    token: str
    powers: list[str]


class Seen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The latest frame that the person has seen."""

    revision: Count


# --- refusals ---------------------------------------------------------------------------------------------------------


class Refusal(msgspec.Struct, frozen=True):
    """Why a request was rejected, in one sentence. `rule` is the rule id behind it, if any."""

    error: str
    rule: str = ""


learn(globals())
