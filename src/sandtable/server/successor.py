"""A game that continues another one without a rule whose code fails.

It begins at the running phase of the other game, with the same seats and tokens, and with the rest of the chain of its
dice: the key of the last block used so far is the commitment of the new game, so that every page can go on checking the
dice (docs/dice.md). Answers given since the phase began are given again as far as they fit.
"""

from __future__ import annotations

import secrets
from typing import NamedTuple

import msgspec

from ..core.dice import BLOCK, commitment
from ..core.errors import SandtableError
from ..rules.ruleset import Ruleset
from . import views
from .live import Given, Live
from .records import Spec

#: Number of blocks in the chain of the dice of a game: enough for the rolls of a long one (see `core.dice`).
CHAIN = 2048
#: With a shorter rest of its chain, a game continues with a new seed.
ENOUGH = 256


class Successor(NamedTuple):
    """The new game: its rules, its engine after the answers `given` again, and its first position as JSON."""

    rules: Ruleset
    live: Live
    given: list[Given]
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
        **_dice(live.spec, live.dice),
    )
    next = Live(spec)
    start = msgspec.json.encode(next.position)
    given: list[Given] = []
    for line in live.lines[game.newest().answers :]:
        decision = next.find(line.power, line.question)
        if decision is None:
            break
        try:
            given.append(next.give(decision, line.text, line.giver, line.at))
        except SandtableError:
            break
    return Successor(new.rules, next, given, start)


def _dice(spec: Spec, position: int) -> dict[str, str | int]:
    """Return the seed and the chain of the dice from a position on, after those that a saved game has told."""
    own = -(-len(spec.told) // BLOCK) * BLOCK
    rest = spec.chain - -(-max(0, position - own) // BLOCK)
    return {"chain": rest} if rest >= ENOUGH else {"seed": secrets.token_hex(32), "chain": CHAIN}
