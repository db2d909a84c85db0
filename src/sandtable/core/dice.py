"""Deterministic dice: one counted stream per seed, identical on every machine and in every replay.

Byte *n* of the stream is byte ``n % 32`` of SHA-256(seed, ``n // 32``); bytes above 251 are passed over, the others
give ``byte % 6 + 1``, so every face has the same chance. A server publishes `commitment()` before the first roll and
the seed at the end; with the players' salts mixed in, anyone can roll every die again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from .errors import OutOfDice


class Dice:
    """A counted stream of dice.

    >>> Dice("7").roll(5)
    [6, 2, 6, 2, 2]
    >>> dice = Dice("7", position=2); dice.roll(3)
    [6, 2, 2]
    """

    __slots__ = ("_block", "_number", "position", "salts", "seed")

    def __init__(self, seed: str, salts: Sequence[str] = (), position: int = 0) -> None:
        self.seed = seed
        self.salts = tuple(salts)
        self.position = position  # bytes of the stream used
        self._number = -1
        self._block = b""

    def roll(self, count: int) -> list[int]:
        """Return `count` dice, each 1 to 6."""
        out: list[int] = []
        while len(out) < count:
            number, at = divmod(self.position, 32)
            if number != self._number:
                text = "\n".join((self.seed, *self.salts, str(number)))
                self._block, self._number = hashlib.sha256(text.encode()).digest(), number
            byte = self._block[at]
            self.position += 1
            if byte < 252:
                out.append(byte % 6 + 1)
        return out

    def at(self, position: int) -> Dice:
        """The same dice from another position on."""
        return Dice(self.seed, self.salts, position)

    def commitment(self) -> str:
        """Return the SHA-256 hash of the seed: it can be published before the game without revealing the seed."""
        return commitment(self.seed)


class FixedDice(Dice):
    """Dice that show given faces, for worked examples; raises `OutOfDice` when they run out."""

    __slots__ = ("faces", "shown")

    def __init__(self, faces: Sequence[int]) -> None:
        super().__init__("fixed")
        self.faces = list(faces)
        self.shown: list[int] = []

    def roll(self, count: int) -> list[int]:
        if count > len(self.faces):
            raise OutOfDice(f"{count} dice are needed, but only {len(self.faces)} of the fixed dice are left")
        out, self.faces = self.faces[:count], self.faces[count:]
        self.shown += out
        self.position += count
        return out

    def at(self, position: int) -> FixedDice:
        faces = [*self.shown, *self.faces]
        dice = FixedDice(faces[position:])
        dice.shown, dice.position = faces[:position], position
        return dice


def commitment(seed: str) -> str:
    """Return the SHA-256 hash of the seed: it can be published before the game without revealing the seed."""
    return hashlib.sha256(seed.encode()).hexdigest()
