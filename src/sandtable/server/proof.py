"""The dice of a saved game, proved: rolled again from seed and salts, and compared with what the game has shown.

The stream is worked out here a second time, from its description alone (`core.dice` says how), and nothing of the
program that rolled the dice is used for it. Then the game is played again from its first answer: every roll asked for
must be the next bytes of that stream, what the events show must be these dice, and the game must end where the file
says.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count, islice
from typing import Any, NamedTuple

from ..core.dice import Dice
from ..core.errors import SandtableError
from ..core.events import Event, sentence
from ..core.text import Words
from ..engine import save
from ..engine.save import Saved
from .wire import DiceProof

#: The fields of events that show dice.
SHOWN = ("dice", "die")


class Roll(NamedTuple):
    """One roll: the number of the answer it followed (from 1), how many dice fell before it, its faces, and the
    sentence in which the game tells of it."""

    answer: int
    place: int
    faces: tuple[int, ...]
    told: str


class Proof(NamedTuple):
    """`fault` is empty if everything fits, or the first thing that does not, in one sentence."""

    fault: str
    commitment: str
    rolls: tuple[Roll, ...]


def stream(seed: str, salts: Iterable[str]) -> Iterator[int]:
    """All dice of a game in order: bytes of SHA-256 over seed, salts and a counter, one line each; bytes above 251 are
    passed over, the others are taken modulo 6."""
    lines = [seed, *salts]
    for number in count():
        block = hashlib.sha256("\n".join([*lines, str(number)]).encode()).digest()
        yield from (byte % 6 + 1 for byte in block if byte < 252)


class _Witness(Dice):
    """Dice that are written down as they fall."""

    __slots__ = ("fallen",)

    def __init__(self, seed: str, salts: Sequence[str]) -> None:
        super().__init__(seed, salts)
        self.fallen: list[tuple[int, ...]] = []

    def roll(self, count: int) -> list[int]:
        faces = super().roll(count)
        if faces:
            self.fallen.append(tuple(faces))
        return faces


def prove(saved: Saved, commitment: str = "") -> Proof:
    """Every roll of a saved game, until something differs. Without a commitment that of the file's seed is told.

    Raises `SaveError` if the game cannot be played by this program at all.
    """
    own = hashlib.sha256(saved.seed.encode()).hexdigest()
    rolls: list[Roll] = []
    if commitment and commitment.strip().lower() != own:
        fault = f"the seed does not match the commitment: its SHA-256 is {own}, not {commitment.strip()}"
        return Proof(fault, own, ())
    fault = next(_faults(saved, rolls), "")
    return Proof(fault, own, tuple(rolls))


def _faults(saved: Saved, rolls: list[Roll]) -> Iterator[str]:
    """Plays the game again, noting its rolls; yields what differs."""
    rules = save.ruleset(saved)
    if not rules.matches(saved.fingerprint):
        yield f"the rules have changed since version {saved.sandtable} wrote the file"
    witness = _Witness(saved.seed, saved.salts)
    game = save.begun(saved, rules, dice=witness)
    expected = stream(saved.seed, saved.salts)
    checked = place = seen = 0
    for number, line in enumerate([None, *save.lines(saved, 0)]):
        start = place
        if line is not None:
            try:
                game.follow(line)
            except SandtableError as error:
                yield f"answer {number} ({line.answer}) does not match: {error}"
            except Exception as error:
                yield f"answer {number} ({line.answer}) breaks the game off: {type(error).__name__}: {error}"
        fallen, witness.fallen = witness.fallen, []
        told = list(_shown(game.events[seen:], game.rules.words))
        seen = len(game.events)
        for faces in fallen:
            if tuple(islice(expected, len(faces))) != faces:
                yield f"roll {len(rolls) + 1} does not match the dice stream: {_text(faces)}"
        thrown, shown = [f for faces in fallen for f in faces], [face for face, _ in told]
        if thrown != shown:
            yield f"after answer {number} the game shows {_text(shown)}, but the dice fell {_text(thrown)}"
        for faces in fallen:
            at = place - start
            rolls.append(Roll(number, place, faces, told[at][1]))
            place += len(faces)
        for have, was in zip(game.hashes[checked:], saved.hashes[checked:], strict=False):
            if have != (was.answers, was.hash):
                yield f"after answer {have[0]} the position does not match the file"
        checked = len(game.hashes)
    if game.state_hash != saved.state_hash:
        yield "the final position does not match the file"
    if len(game.hashes) != len(saved.hashes):
        yield f"there were {len(game.hashes)} turns, not {len(saved.hashes)}"


def _shown(events: Iterable[Event], words: Words) -> Iterator[tuple[int, str]]:
    """The dice that events show, one by one, each with the sentence that tells of it."""
    for event in events:
        for field in SHOWN:
            for face in _faces(event.data.get(field, ())):
                yield face, sentence(event, words)


def _faces(value: Any) -> Sequence[int]:
    return value if isinstance(value, Sequence) else (value,)


def _text(faces: Iterable[int]) -> str:
    return " ".join(map(str, faces)) or "nothing"


# --- for the server ---------------------------------------------------------------------------------------------------


def proof(save_text: str, commitment: str = "", shown: Iterable[Mapping[str, Any]] | None = None) -> DiceProof:
    """The proof of a finished game from the text of its saved file, against the commitment shown from its beginning.

    `shown` are the data of the events that the players were sent, in order, if they are at hand: their dice must be
    those of the game.
    """
    saved = save.parse(save_text.encode(), "the saved game")
    try:
        found = prove(saved, commitment)
    except SandtableError as error:
        found = Proof(str(error), commitment, ())
    fault = found.fault
    if not fault and shown is not None:
        sent = [face for data in shown for field in SHOWN for face in _faces(data.get(field, ()))]
        if sent != [face for roll in found.rolls for face in roll.faces]:
            fault = "the dice shown to the players do not match this game"
    return DiceProof(
        not fault,
        f"{told(found, fault)}.",
        commitment or found.commitment,
        saved.seed,
        list(saved.salts),
        len(found.rolls),
    )


def told(found: Proof, fault: str = "") -> str:
    """What comes of a proof, in words, without a full stop."""
    if fault := fault or found.fault:
        return fault[:1].upper() + fault[1:]
    dice = sum(len(roll.faces) for roll in found.rolls)
    return f"All {len(found.rolls)} rolls ({dice} dice) match the seed and the salts"
