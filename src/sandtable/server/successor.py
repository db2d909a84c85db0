"""A game that continues another one, without a rule whose code fails or from an earlier moment.

It has the same seats and tokens, and the rest of the chain of the other game's dice: the key of the last block used so
far is the commitment of the new game, so that every page can go on checking the dice (docs/dice.md). Without a rule, it
begins at the running phase, and answers given since are given again as far as they fit.
"""

from __future__ import annotations

import secrets
from typing import NamedTuple

import msgspec

from ..core.dice import BLOCK, commitment
from ..core.errors import SandtableError
from ..rules.ruleset import Ruleset
from . import views
from .live import Live
from .records import Kept, Spec, Written

#: Number of blocks in the chain of the dice of a game: enough for the rolls of a long one (see `core.dice`).
CHAIN = 2048
#: With a shorter rest of its chain, a game continues with a new seed.
ENOUGH = 256


class Successor(NamedTuple):
    """The new game: its rules, its engine after its log so far, its snapshots, and its first position as JSON."""

    rules: Ruleset
    live: Live
    written: list[Written]
    kept: list[Kept]
    start: bytes

    @property
    def commitment(self) -> str:
        return commitment(self.live.spec.seed, self.live.spec.chain)


def without(live: Live, rule: str) -> Successor:
    """Return the game that continues this one without a rule; raises `RuleError` if the other rules need it."""
    game = live.playing()
    new = game.without(rule)
    spec = msgspec.structs.replace(
        live.spec,
        rules=[(r.id, views.plain(r.options)) for r in new.rules.rules],
        fingerprint=new.rules.fingerprint,
        origin=msgspec.to_builtins(new.start.plain(as_is=True)) if new.start else None,
        past=None,
        **dice_after(live.spec, live.dice),
    )
    next = Live(spec)
    start = msgspec.json.encode(next.position)
    written: list[Written] = []
    for line in live.lines[game.newest().answers :]:
        decision = next.find(line.power, line.question)
        if decision is None:
            break
        try:
            written.append(next.give(decision, line.text, line.giver, line.at).written)
        except SandtableError:
            break
    return Successor(new.rules, next, written, [], start)


def dice_after(spec: Spec, position: int) -> dict[str, str | int]:
    """Return the seed and the chain of the dice from a position on, after those that a saved game has told."""
    own = -(-len(spec.told) // BLOCK) * BLOCK
    rest = spec.chain - -(-max(0, position - own) // BLOCK)
    return {"chain": rest} if rest >= ENOUGH else {"seed": secrets.token_hex(32), "chain": CHAIN}
