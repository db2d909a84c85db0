"""Continue a running game without some of its house rules, such as one whose code fails."""

from __future__ import annotations

from collections.abc import Iterable

from ..core.errors import RuleError, SandtableError, Unknown
from ..core.forces import Stack
from ..rules import registry
from ..rules.ruleset import Ruleset
from .game import Game
from .state import State, plain_copy


def without(game: Game, ids: Iterable[str]) -> Game:
    """Return a new game that continues from the running phase of another one without these house rules.

    Answers given since the phase began are given again as far as they fit. What only those rules know leaves the game:
    units, technologies and what they remember. Raises `Unknown` for a rule that is not on, and `RuleError` if another
    rule needs it.
    """
    game.mend()
    gone = set(ids)
    active = [rule.id for rule in game.rules.rules]
    for id in gone - set(active):
        raise Unknown("rule in this game", id, active)
    rules = reduced(game.rules, gone)
    newest = game.newest()
    state = adapted(newest.state, game.rules, rules) if newest.state.owner else None
    out = Game(
        game.header._replace(rules=rules),
        listening=game.listening,
        recording=game.recording,
        dice=game.dice.at(newest.dice),
        state=state,
    )
    for line in game.log[newest.answers :]:
        text = line.answer if line.written else line.decision.form.write(line.answer, game.rules.words)
        try:
            out.follow(line._replace(id=line.id - newest.answers, answer=text, written=True))
        except SandtableError:
            break
    return out


def reduced(rules: Ruleset, gone: set[str]) -> Ruleset:
    """Return the ruleset without some rules, the others with their options; raises `RuleError`."""
    left = [rule for rule in rules.rules if rule.id not in gone]
    options = {f"{rule.id}.{name}": value for rule in left for name, value in rule.options.items()}
    return registry.build(rules.edition, [rule.id for rule in left], options, rules.scenario)


def adapted(state: State, old: Ruleset, new: Ruleset) -> State:
    """Return a state of a game under old rules as one under new rules; what these do not know is left out."""
    if set(old.powers) != set(new.powers):
        raise RuleError("the powers of the game would change; start a new game without the rule")
    out = state.copy()
    out.step = _step(state, old, new)
    for space, force in state.forces.items():
        if space not in new.spaces:
            del out.forces[space]
            continue
        for stack, n in force.items():
            cargo = tuple(c for c in stack.cond.cargo if c[1] in new.units)
            kept = Stack(stack.owner, stack.type, stack.cond._replace(cargo=cargo))
            if stack.type not in new.units or kept != stack:
                out.put(space, stack, -n)
            if stack.type in new.units and kept != stack:
                out.put(space, kept, n)
    out.owner = {space: owner for space, owner in state.owner.items() if space in new.spaces}
    out.techs = {power: [t for t in held if t in new.technologies] for power, held in state.techs.items()}
    for key in set(old.memory) - set(new.memory):
        out.facts.pop(key, None)
    for key in set(new.memory) - set(out.facts):
        out.facts[key] = plain_copy(new.memory[key])
    return out


def _step(state: State, old: Ruleset, new: Ruleset) -> int:
    """The index of the running step, or of the next one that is still there."""
    there = [step.name for step in new.sequence(state.stage)]
    for step in old.sequence(state.stage)[state.step :]:
        if step.name in there:
            return there.index(step.name)
    return len(there)
