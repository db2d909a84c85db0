"""Positions for tests: a board with just the units a statement speaks of, at the phase it speaks of, with fixed dice.

>>> game = position("Germany", "combat_move", {"Ukraine S.S.R.": {"Germany": "3 infantry"}})
>>> game.decision.kind
'move'
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sandtable.core.dice import FixedDice
from sandtable.core.forces import Stack, by_type
from sandtable.engine.course import set_up
from sandtable.engine.game import Game, Header
from sandtable.engine.state import State
from sandtable.rules import registry


def position(
    power: str,
    phase: str,
    units: Mapping[str, Mapping[str, str]] | None = None,
    *,
    owners: Mapping[str, str | None] | None = None,
    ipcs: Mapping[str, int] | None = None,
    techs: Mapping[str, Sequence[str]] | None = None,
    rules: Sequence[str] = (),
    options: Mapping[str, Any] | None = None,
    dice: Sequence[int] | None = None,
    round: int = 1,
    clear: bool = True,
    edition: str = "classic",
    scenario: str = "",
    facts: Mapping[str, Any] | None = None,
) -> Game:
    """A game in which `power` is about to enter `phase` (a step of its turn).

    With `clear` all units but complexes are taken off first. `units` are added as texts, `owners`, `ipcs`, `techs` and
    `facts` overwrite. With `dice` the faces fall in that order, and asking for more is an error.
    """
    ruleset = registry.build(edition, rules, options, scenario)
    state = State()
    start = Game(Header(ruleset, "tests"))  # only to have a game around the state while it is set up
    start.state = state
    set_up(start)
    if clear:
        for space, force in list(state.forces.items()):
            for stack, n in list(force.items()):
                if "produces" not in ruleset.units[stack.type].tags:
                    state.put(space, stack, -n)
    for space, powers in (units or {}).items():
        for owner, text in powers.items():
            for stack, n in ruleset.words.read_force(text, owner).items():
                state.put(ruleset.words.space(space), stack, n)
    for space, holder in (owners or {}).items():
        state.owner[space] = holder
        for stack, n in list(state.at(space).items()):
            if holder and "produces" in ruleset.units[stack.type].tags:
                state.put(space, stack, -n)
                state.put(space, Stack(holder, stack.type), n)
    state.ipcs.update(ipcs or {})
    state.techs.update({p: list(t) for p, t in (techs or {}).items()})
    state.facts.update(facts or {})
    state.round, state.stage = round, "turn"
    state.order = [p for p in state.order if ruleset.powers[p].turn_with is None]
    state.turn = state.order.index(power)
    state.step = [s.name for s in ruleset.sequence("turn")].index(phase)
    return Game(Header(ruleset, "tests"), state=state, dice=FixedDice(dice) if dice is not None else None)


def tell(game: Game, *answers: Any) -> Game:
    """Gives one answer after the other; returns the game."""
    for answer in answers:
        game.answer(answer)
    return game


def at(game: Game, space: str, power: str | None = None) -> dict[str, int]:
    """Unit counts by type in a space, of one power if named, complexes left out."""
    force = {
        s: n
        for s, n in game.state.at(space).items()
        if power in (None, s.owner) and "produces" not in game.rules.units[s.type].tags
    }
    return by_type(force)


def happened(game: Game, kind: str) -> list[Mapping[str, Any]]:
    """The payloads of all events of a kind."""
    return [e.data for e in game.events if e.kind == kind]


def together(edition: str, pattern: str) -> list[str]:
    """The rules of a pattern such as ``great_war.*``, in order, without those that contradict an earlier one."""
    chosen: list[str] = []
    for rule in (found.id for found in registry.select(edition, [pattern])):
        found = registry.check(edition, [*chosen, rule])
        if not any(f.severity in ("conflict", "missing") for f in found):
            chosen.append(rule)
    return chosen
