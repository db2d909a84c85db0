"""Verify the dice of a saved game: roll them again from seed and salts, and compare them with what the game showed.

This module computes the stream of dice independently, from its description in `core.dice`, without the code that rolled
the dice. Then it replays the game from its first answer: every roll must be the next part of that stream, the events
must show these dice, and the game must end in the saved position.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ..core.dice import Dice
from ..core.errors import SandtableError
from ..core.events import Event, sentence, shown
from ..core.text import Words
from ..engine import save
from ..engine.save import Saved
from .wire import DiceProof, Share


class Roll(NamedTuple):
    """One roll: the number of the answer before it (from 1), the number of dice before it, its faces, and the sentence
    of its event."""

    answer: int
    place: int
    faces: tuple[int, ...]
    told: str


class Proof(NamedTuple):
    """`fault` is the first difference in one sentence, or empty if everything matches."""

    fault: str
    commitment: str
    rolls: tuple[Roll, ...]


class Stream:
    """All dice of a game in order: bytes of SHA-256 over a key, the salts and a counter, one line each; bytes above 251
    are passed over, the others are taken modulo 6.

    The key of block number *b* is the seed, hashed ``chain - b`` times (not at all from block `chain` on). Dice that
    are `told` come before the first block.
    """

    def __init__(self, seed: str, salts: Iterable[str], chain: int = 0, told: str = "") -> None:
        self.salts, self.chain, self.told = list(salts), chain, [int(face) for face in told]
        self.keys = [seed]
        for _ in range(chain):
            self.keys.append(_hash(self.keys[-1]))
        self.number, self.left = 0, b""  # of the next block, and the rest of this one

    def take(self, count: int) -> tuple[int, ...]:
        """Return the next dice."""
        out, self.told = self.told[:count], self.told[count:]
        while len(out) < count:
            if not self.left:
                text = "\n".join([self.keys[max(0, self.chain - self.number)], *self.salts, str(self.number)])
                self.left, self.number = hashlib.sha256(text.encode()).digest(), self.number + 1
            byte, self.left = self.left[0], self.left[1:]
            if byte < 252:
                out.append(byte % 6 + 1)
        return tuple(out)

    def rest(self) -> None:
        """Continue with a new block, if there is a chain: the game waits for an answer."""
        if self.chain:
            self.left = b""


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


class Witness(Dice):
    """Dice that record every roll."""

    __slots__ = ("fallen",)

    def __init__(self, seed: str, salts: Sequence[str], chain: int = 0, told: str = "") -> None:
        super().__init__(seed, salts, chain=chain, told=told)
        self.fallen: list[tuple[int, ...]] = []

    def roll(self, count: int) -> list[int]:
        faces = super().roll(count)
        if faces:
            self.fallen.append(tuple(faces))
        return faces


def prove(saved: Saved, commitment: str = "") -> Proof:
    """Verify every roll of a saved game up to the first difference.

    Without a commitment, that of the file's seed is used. Raises `SaveError` if this version cannot replay the game.
    """
    unused = bool(saved.commitment) and saved.seed == saved.commitment
    own = saved.seed if unused else _hash(Stream(saved.seed, (), saved.chain).keys[-1])
    rolls: list[Roll] = []
    if commitment and commitment.strip().lower() != own:
        fault = f"the seed does not match the commitment: its hash is {own}, not {commitment.strip()}"
        return Proof(fault, own, ())
    fault = next(_faults(saved, rolls), "")
    return Proof(fault, own, tuple(rolls))


def _faults(saved: Saved, rolls: list[Roll]) -> Iterator[str]:
    """Replay the game and collect its rolls; yield every difference."""
    rules = save.ruleset(saved)
    if not rules.matches(saved.fingerprint):
        yield f"the rules have changed since version {saved.sandtable} wrote the file"
    witness = Witness(saved.seed, saved.salts, saved.chain, saved.told)
    game = save.begun(saved, rules, dice=witness)
    expected = Stream(saved.seed, saved.salts, saved.chain, saved.told)
    checked = place = seen = 0
    for number, line in enumerate([None, *save.lines(saved, 0)]):
        start = place
        if line is not None:
            try:
                game.follow(line)
            except SandtableError as error:
                yield f"answer {number} ({line.answer}) does not match: {error}"
            except Exception as error:
                yield f"answer {number} ({line.answer}) makes the replay fail: {type(error).__name__}: {error}"
        fallen, witness.fallen = witness.fallen, []
        told = list(_shown(game.events[seen:], game.rules.words))
        seen = len(game.events)
        for faces in fallen:
            if expected.take(len(faces)) != faces:
                yield f"roll {len(rolls) + 1} does not match the dice stream: {_text(faces)}"
        expected.rest()
        thrown, seen_dice = [f for faces in fallen for f in faces], [face for face, _ in told]
        if thrown != seen_dice:
            yield f"after answer {number} the game shows {_text(seen_dice)}, but the dice were {_text(thrown)}"
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
    """Yield the dice in events one by one, each with the sentence of its event."""
    for event in events:
        for face in shown(event.data):
            yield face, sentence(event, words)


def _text(faces: Iterable[int]) -> str:
    return " ".join(map(str, faces)) or "nothing"


# --- for the server ---------------------------------------------------------------------------------------------------


def proof(
    save_text: str,
    commitment: str = "",
    events: Iterable[Mapping[str, Any]] | None = None,
    shares: Iterable[Share] | None = None,
) -> DiceProof:
    """Verify a finished game from the text of its save, against the commitment published at its start.

    `events` is the data of the events sent to the players, in order, if available: their dice must match the game.
    `shares` are the players' pledges and salts, if available.
    """
    saved = save.parse(save_text.encode(), "the saved game")
    try:
        found = prove(saved, commitment)
    except SandtableError as error:
        found = Proof(str(error), commitment, ())
    fault = found.fault
    if not fault and events is not None:
        sent = [face for data in events for face in shown(data)]
        if sent != [face for roll in found.rolls for face in roll.faces]:
            fault = "the dice shown to the players do not match this game"
    if not fault and shares is not None:
        fault = _unpledged(shares, saved.salts)
    return DiceProof(
        not fault,
        f"{told(found, fault)}.",
        commitment or found.commitment,
        saved.seed,
        list(saved.salts),
        len(found.rolls),
    )


def _unpledged(shares: Iterable[Share], salts: Sequence[str]) -> str:
    """Return what is wrong with the players' shares in the dice, or an empty text."""
    given = [share for share in shares if share.salt]
    for share in given:
        if share.pledge and _hash(share.salt) != share.pledge:
            return f"the salt of {share.name} ({share.power}) does not match its pledge"
    if given and [share.salt for share in given] != list(salts):
        return "the salts of the players are not those of the game"
    return ""


def told(found: Proof, fault: str = "") -> str:
    """Return the result of a verification in words, without a period."""
    if fault := fault or found.fault:
        return fault[:1].upper() + fault[1:]
    dice = sum(len(roll.faces) for roll in found.rolls)
    return f"All {len(found.rolls)} rolls ({dice} dice) match the seed and the salts"
