"""Acts in a running game that need the consent of the other players. Nothing here does I/O.

A proposal, each answer to it, and its outcome are notes in the log of the game: so they stand in its history, and a
proposal survives a restart. Only people answer, also a player for whom a computer acts for a time. A computer player
agrees to everything.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

import msgspec

from ..core.structs import learned
from .records import Entry, Seat
from .terms import ProposalInfo, Terms
from .wire import SeatKind

#: What a note says: the proposal itself, an answer to it, or its outcome.
PROPOSED, CONSENTED, REFUSED, WITHDRAWN, LAPSED, CARRIED, FAILED = (
    "proposed", "consented", "refused", "withdrawn", "lapsed", "carried", "failed",
)  # fmt: skip


@learned
class Motion(msgspec.Struct, frozen=True):
    """What a player proposes: `powers` and `name` are the player's, `until` is when the others must have answered.

    ``seat``: give the seat of `target` to the computer player `player`, to the host, or open it (`kind`). ``rollback``:
    go back to frame `frame`.
    """

    act: Literal["seat", "close", "rollback"]
    name: str
    powers: list[str]
    until: float = 0.0
    target: str = ""
    kind: SeatKind = "computer"
    player: str = ""
    frame: int = -1

    def same(self, other: Motion) -> bool:
        """Return whether both are about the same act."""
        fields = ("act", "target", "kind", "player", "frame")
        return all(getattr(self, name) == getattr(other, name) for name in fields)

    @property
    def text(self) -> str:
        """What would be done, in words after “proposes”."""
        if self.act == "close":
            return "to end the game"
        if self.act == "rollback":
            return f"to go back to step {self.frame}" if self.frame else "to go back to the beginning"
        how = {"computer": f"to give {self.target} to the computer", "human": f"that the host plays {self.target}"}
        return how.get(self.kind, f"to open {self.target} to a new player")


class Standing(NamedTuple):
    """A proposal that waits for answers: its entry, what is proposed, and the powers whose players agree."""

    number: int
    giver: str
    motion: Motion
    agreed: frozenset[str]

    def missing(self, seats: Iterable[Seat]) -> list[str]:
        """Return the powers of people who have not agreed."""
        return [power for power in others(seats, self.motion.powers) if power not in self.agreed]

    def info(self, seats: Sequence[Seat], powers: Sequence[str], giver: str) -> ProposalInfo:
        """Return the proposal as the player of these powers sees it; `giver` is the hash of the player's token."""
        motion, missing = self.motion, self.missing(seats)
        asked = any(power in missing for power in powers)
        mine = bool(giver) and giver == self.giver
        by = who(motion.name, motion.powers)
        frame = motion.frame
        return ProposalInfo(self.number, motion.act, motion.text, by, motion.until, missing, asked, mine, frame)


def others(seats: Iterable[Seat], powers: Sequence[str]) -> list[str]:
    """Return the powers of people besides the player of `powers`."""
    return [seat.power for seat in seats if seat.kind == "human" and seat.power not in powers]


def after(before: Standing | None, entry: Entry) -> Standing | None:
    """Return the proposal that waits for answers after an entry of the log."""
    if entry.kind != "note":
        return None if entry.kind == "close" else before
    if entry.question == PROPOSED:
        return Standing(entry.n, entry.giver, msgspec.json.decode(entry.text, type=Motion), frozenset())
    if before is None or entry.undoes != before.number:
        return before
    if entry.question == CONSENTED:
        return before._replace(agreed=before.agreed | set(msgspec.json.decode(entry.text, type=list[str])))
    return None


def standing(entries: Iterable[Entry]) -> Standing | None:
    """Return the proposal that waits for answers after these entries."""
    found: Standing | None = None
    for entry in entries:
        found = after(found, entry)
    return found


def deadline(terms: Terms, now: float) -> float:
    """Return when a proposal made now must be answered."""
    return now + terms.seconds


def who(name: str, powers: Sequence[str]) -> str:
    """Return a player's name with the player's powers."""
    return f"{name} ({', '.join(powers)})" if powers else name


def told(kind: str, motion: Motion, name: str, powers: Sequence[str] = ()) -> str:
    """Return the sentence of a note: `name` and `powers` are those of the player who acts."""
    by = who(name, powers)
    return {
        PROPOSED: f"{by} proposes {motion.text}",
        CONSENTED: f"{by} agrees {motion.text}",
        REFUSED: f"{by} refuses {motion.text}",
        WITHDRAWN: f"{by} no longer proposes {motion.text}",
        LAPSED: f"Not all players have agreed in time {motion.text}",
        FAILED: f"It is not possible {motion.text.removeprefix('that ')}",
        CARRIED: f"{by} has decided {motion.text}" if name else f"The players have agreed {motion.text}",
    }[kind]
