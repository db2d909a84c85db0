"""Deterministic dice: one counted stream per seed, identical on every machine and in every replay.

Byte *n* of the stream is byte ``n % 32`` of SHA-256(key, salts, ``n // 32``); bytes above 251 are passed over, the
others give ``byte % 6 + 1``, so every face has the same chance. The key is the seed. A server publishes `commitment()`
before the first roll and the seed at the end; with the players' salts mixed in, anyone can roll every die again.

With a `chain`, anyone can check each roll at once. The key of block *b* is the seed, hashed ``chain - b`` times, and
the commitment is the key of block 0, hashed once more. So a published key gives the keys before it, down to the
commitment, but none of those after it. A new block begins whenever the game waits for an answer (`rest`), so that a key
gives away no dice to come. Blocks from number `chain` on have the seed as their key; it shows them at the end.

The key of the latest block, as the seed of a chain of that block's number, gives the same dice up to there and none of
those to come (`published`): so a game can be saved while its seed is still secret. A game that continues such a file
has new dice after those that are `told` in it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import lru_cache

from .errors import OutOfDice, SaveError

#: Bytes of a block: those of one SHA-256.
BLOCK = 32
#: Keys of a chain are kept at this distance, so that finding one takes at most as many hashes.
_APART = 64


class Dice:
    """A counted stream of dice.

    >>> Dice("7").roll(5)
    [6, 2, 6, 2, 2]
    >>> dice = Dice("7", position=2); dice.roll(3)
    [6, 2, 2]
    """

    __slots__ = ("_block", "_number", "chain", "own", "position", "rolled", "salts", "seed", "told")

    def __init__(self, seed: str, salts: Sequence[str] = (), position: int = 0, chain: int = 0, told: str = "") -> None:
        """`told` are the faces of the first dice, as digits, which another seed has rolled; the blocks begin after
        them."""
        self.seed = seed
        self.salts = tuple(salts)
        self.position = position  # bytes of the stream used
        self.chain = chain
        self.told = told
        self.own = -(-len(told) // BLOCK) * BLOCK  # position of the first block
        self.rolled = 0  # dice returned by this object
        self._number = -1
        self._block = b""

    def roll(self, count: int) -> list[int]:
        """Return `count` dice, each 1 to 6."""
        out: list[int] = []
        self.rolled += count
        while len(out) < count:
            if self.position < self.own:
                if self.position < len(self.told):
                    out.append(int(self.told[self.position]))
                    self.position += 1
                    continue
                self.position = self.own
            number, at = divmod(self.position - self.own, BLOCK)
            if number != self._number:
                text = "\n".join((self.key(number), *self.salts, str(number)))
                self._block, self._number = hashlib.sha256(text.encode()).digest(), number
            byte = self._block[at]
            self.position += 1
            if byte < 252:
                out.append(byte % 6 + 1)
        return out

    def rest(self) -> None:
        """Pass over the rest of the block if there is a chain: the key of this block may be published now."""
        if self.chain and self.position >= len(self.told) and self.position % BLOCK:
            self.position += BLOCK - self.position % BLOCK

    def block(self, position: int) -> int:
        """Return the number of the block at a position (0: also the dice told before the blocks)."""
        return max(0, position - self.own) // BLOCK

    def published(self) -> tuple[str, int]:
        """Return the key of the latest block and its number: as seed and chain, they give the same dice so far.

        The number of block 0 is given as -1, as without a chain there is no `rest`. Before the first block, the key is
        the commitment. Raises `SaveError` if the key is the seed itself.
        """
        used = -(-max(0, self.position - self.own) // BLOCK)
        if used > self.chain or not self.chain:
            raise SaveError("the seed of these dice must stay secret until the end of the game")
        return self.key(used - 1) if used else self.commitment(), max(1, used) - 1 or -1

    def key(self, number: int) -> str:
        """Return the key of a block: the seed itself without a chain and after its end."""
        if number >= self.chain:
            return self.seed
        kept = _stations(self.seed, self.chain)
        whole, more = divmod(self.chain - number, _APART)
        return kept[whole] if not more else commitment(kept[whole], more - 1)

    def at(self, position: int) -> Dice:
        """The same dice from another position on."""
        return Dice(self.seed, self.salts, position, self.chain, self.told)

    def commitment(self) -> str:
        """Return the hash of the seed: it can be published before the game without revealing the seed."""
        return commitment(self.seed, self.chain)


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
        self.rolled += count
        self.shown += out
        self.position += count
        return out

    def at(self, position: int) -> FixedDice:
        faces = [*self.shown, *self.faces]
        dice = FixedDice(faces[position:])
        dice.shown, dice.position = faces[:position], position
        return dice


@lru_cache(maxsize=20_000)  # as many games as a server keeps in memory
def _stations(seed: str, chain: int) -> tuple[str, ...]:
    """Return keys of a chain from its end, `_APART` hashes apart."""
    kept = [seed]
    for _ in range(chain // _APART):
        kept.append(commitment(kept[-1], _APART - 1))
    return tuple(kept)


def commitment(seed: str, chain: int = 0) -> str:
    """Return the SHA-256 hash of the seed, hashed `chain` more times: the end of its chain, which is published."""
    for _ in range(chain + 1):
        seed = hashlib.sha256(seed.encode()).hexdigest()
    return seed
