"""Pure functions that convert a game into wire structs.

Everything is built in full first; `Veil` then hides what a viewer may not see. If a ruleset hides unit types (its
table `hidden`), everyone but their owner sees one unit of type ``hidden`` in a space with any number of them. IPCs are
public: players who track them can infer the income from hidden units, but not their location.

An example position, for work on a user interface::

    python -c "import msgspec; from sandtable.engine.game import Game; from sandtable.server import views; \\
        print(msgspec.json.encode(views.position(Game.new('classic', ['gemmell']))).decode())"
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from ..battle import forces, raid
from ..battle.reasons import in_exchange
from ..battle.volley import ATTACKER, DEFENDER, Assign, Piece, Side
from ..core.decisions import Decision, Moves
from ..core.errors import Illegal, SandtableError
from ..core.events import VEILED, Event, is_force, sentence, unnamed
from ..core.forces import Condition, Force, Stack
from ..core.marks import MARKS
from ..core.picks import APART, SILENT, SPENT
from ..core.structs import learned
from ..core.text import Words, side_name
from ..draw.atlas import atlas
from ..draw.division import cuts_text
from ..engine import sights
from ..engine.board import contested, enemy_fighters, friendly
from ..engine.memory import CONTESTED
from ..engine.movement import COMBAT
from ..engine.numbers import conditioned, special
from ..rules import registry
from ..rules.points import SHARED
from .wire import Asked, BattleInfo, Fighters, Frame, Happening
from .wire_board import (
    ActiveRule,
    BoardInfo,
    Cargo,
    Change,
    EngagementInfo,
    Panel,
    PanelRow,
    Position,
    PowerInfo,
    Score,
    Sign,
    SpaceInfo,
    StateInfo,
    TechnologyInfo,
    UnitInfo,
    UnitNow,
    Units,
)
from .wire_forms import Form, Movable, Question, Way, WaysRow

if TYPE_CHECKING:
    from ..engine.battles import Battle
    from ..engine.game import Game
    from ..rules.ruleset import Ruleset

#: The type shown for hidden units.
HIDDEN = "hidden"

# --- the board --------------------------------------------------------------------------------------------------------


def board_info(rules: Ruleset) -> BoardInfo:
    """Return everything about a game that does not change."""
    known = registry.rules()
    return BoardInfo(
        edition=rules.edition,
        title=registry.edition(rules.edition).title,
        scenario=rules.scenario,
        fingerprint=rules.fingerprint,
        map=has_map(rules.edition),
        powers=powers(rules),
        units=[
            UnitInfo(
                u.id, u.name, u.plural or u.name, u.kind, u.cost, u.move, u.attack, u.defense, u.hits, sorted(u.tags),
                u.carries.capacity if u.carries else 0, dict(u.carries.loads) if u.carries else {}, u.deck,
            )
            for u in rules.units.values()
        ],
        spaces=[SpaceInfo(s.name, s.kind, s.value, s.owner, s.neutral, s.closed) for s in rules.spaces.values()],
        connections=[(a, b) for a in rules.spaces for b in rules.neighbors[a] if a < b],
        technologies=[TechnologyInfo(t.id, t.name, t.text) for t in rules.technologies.values()],
        rules=[ActiveRule(r.id, known[r.id].title, plain(r.options)) for r in rules.rules],
        words=wording(rules),
        hidden=sorted(rules.tables["hidden"]),
        phases=[step.name for step in rules.sequence("turn") if step.text],
        goals={side: goal for side in rules.sides if (goal := rules.switches.get(f"{side}_economic_victory"))},
        cuts=cuts_text(rules),
        states=states(rules),
        battles=battles(rules),
    )  # fmt: skip


def battles(rules: Ruleset) -> list[EngagementInfo]:
    """Return the battles of their own that rules bring (table `engagements`), and raids."""
    out = []
    for name, row in rules.typed("engagements").items():
        at = forces.place(rules, name)
        sides = (forces.able(rules, side, at) for side in (ATTACKER, DEFENDER))
        out.append(EngagementInfo(name, _named(row.text or name), *sides))
    raiders, defenders = (raid.able(rules, side) for side in (ATTACKER, DEFENDER))
    return [*out, EngagementInfo("raid", "Bombing raid", raiders, defenders)] if raiders else out


def has_map(edition: str) -> bool:
    """Return whether an edition has a map."""
    try:
        atlas(edition)
    except SandtableError:
        return False
    return True


def powers(rules: Ruleset) -> list[PowerInfo]:
    """Return the powers in order of play."""
    return [
        PowerInfo(p.name, p.side, p.capital, p.color, p.ipcs, _phases(rules, p.turn_with or p.name), p.turn_with or "")
        for p in rules.powers.values()
    ]


def _phases(rules: Ruleset, lead: str) -> list[str]:
    """Return the phases of a power's turn, or nothing if it has all of them."""
    shown = [step for step in rules.sequence("turn") if step.text]
    there = (step for step in shown if not step.powers or lead in step.powers)
    own = [step.name for step in there if step.stage != SHARED or rules.companions(lead)]
    return own if len(own) < len(shown) else []


def wording(rules: Ruleset) -> dict[str, str]:
    """Return the display names of phases (the steps of all stages of a game), sides, and missions."""
    steps = [step for stage in STAGES for step in rules.sequence(stage)]
    words = {name: _named(name) for name in (*STAGES, *(step.name for step in steps))}
    words.update((step.name, _named(step.text)) for step in steps if step.text)
    words.update((side, side_name(side)) for side in rules.sides)
    words.update((mission, _named(mission)) for mission in rules.missions)
    return {**words, **rules.wording}


#: Marks of roles that only say who rolls.
UNTOLD = {APART, SILENT, SPENT}
STAGES = ("opening", "round_start", "turn", "turn_end", "round_end")


def _named(text: str) -> str:
    text = text.replace("_", " ")
    return text[:1].upper() + text[1:]


# --- positions and changes --------------------------------------------------------------------------------------------


class Drawn:
    """What was described for the latest position of a game; most of it is the same in the next one."""

    def __init__(self) -> None:
        self._units: dict[str, tuple[Force, list[Units]]] = {}
        self._numbers: tuple[Any, int, dict[str, dict[str, UnitNow]]] | None = None

    def units(self, game: Game) -> dict[str, list[Units]]:
        """Return the units of each space; those of the same force are the same list as before."""
        out, before, now = {}, self._units, {}
        for space, force in game.state.forces.items():
            known = before.get(space)
            if known is None or known[0] is not force:  # forces are replaced, never changed
                known = force, units(game.rules, force)
            now[space] = known
            out[space] = known[1]
        self._units = now
        return out

    def numbers(self, game: Game) -> dict[str, dict[str, UnitNow]]:
        """Return the numbers of all units that differ; those of whole types are found once until the numbers of units
        or the round change."""
        valid, round = game.units_at(), game.state.round  # a new object after each change
        if self._numbers is None or self._numbers[0] is not valid or self._numbers[1] != round:
            self._numbers = valid, round, numbers(game)
        return with_forms(game, self._numbers[2])


def position(game: Game, drawn: Drawn | None = None) -> Position:
    """Return the full position; `drawn` is that of the same game."""
    state = game.state
    drawn = drawn or Drawn()
    side, ending = state.victory or ("", "")
    return Position(
        round=state.round,
        order=list(state.order),
        power=state.power,
        phase=phase(game),
        owners=dict(state.owner),
        units=drawn.units(game),
        ipcs=dict(state.ipcs),
        income=income(game),
        techs={power: list(known) for power, known in state.techs.items()},
        contested=sorted(CONTESTED.get(state)),
        winner=side or None,
        ending=ending,
        signs=signs(game),
        panels=[Panel(p.title, [PanelRow(*row) for row in p.rows]) for p in sights.panels(game)],
        scores=[Score(*score) for score in sights.scores(game)],
        numbers=drawn.numbers(game),
    )


def numbers(game: Game) -> dict[str, dict[str, UnitNow]]:
    """Return the numbers of unit types that differ for their owner, with the reasons."""
    out: dict[str, dict[str, UnitNow]] = {}
    for owner, unit, notes, *_ in special(game):
        out.setdefault(owner, {})[unit.id] = UnitNow(unit.attack, unit.defense, unit.move, list(notes))
    return out


def with_forms(game: Game, types: dict[str, dict[str, UnitNow]]) -> dict[str, dict[str, UnitNow]]:
    """Return the numbers of types with those of the damaged and refitted units on the board."""
    found = conditioned(game)
    if not found:
        return types
    out = {owner: dict(row) for owner, row in types.items()}
    for owner, unit, notes, damage, marks in found:
        form = "/".join((unit.id, str(damage), *marks))
        out.setdefault(owner, {})[form] = UnitNow(unit.attack, unit.defense, unit.move, list(notes))
    return out


def states(rules: Ruleset) -> dict[str, StateInfo]:
    """Return the states of units to show: what refits give, and the roles that units get in battles."""
    found: dict[str, StateInfo] | None = rules.cache.get(states)
    if found is None:
        found = rules.cache[states] = _states(rules)
    return found


def _states(rules: Ruleset) -> dict[str, StateInfo]:
    roles = {
        mark
        for sequence in ("land_battle", "sea_battle", "air_battle", "raid")
        for step in rules.sequence(sequence)
        if isinstance(step.what, Assign)
        for mark in step.what.marks
    }
    shown = (mark for mark in sorted({*roles, *rules.refitted, *rules.withdrawn} - UNTOLD) if mark in MARKS)
    lasting = rules.refitted | (rules.withdrawn & frozenset(rules.stances))
    return {mark: StateInfo(mark.replace("_", " "), MARKS[mark], mark in lasting) for mark in shown}


def signs(game: Game) -> dict[str, list[Sign]]:
    """Return the signs of each space that has any."""
    out: dict[str, list[Sign]] = {}
    for sign in sights.signs(game):
        out.setdefault(sign.space, []).append(Sign(sign.kind, sign.text, sign.number, sign.power))
    return out


def income(game: Game) -> dict[str, int]:
    """Return the income of each power from the territories it controls."""
    value, out = game.rules.q.value, dict.fromkeys(game.rules.powers, 0)
    for space, owner in game.state.owner.items():
        if owner in out:
            out[owner] += value(game, space)
    return out


def phase(game: Game) -> str:
    """Return the key of the current step: a phase of the turn, or a step before or after turns."""
    steps = game.rules.sequence(game.state.stage)
    return steps[game.state.step].name if game.state.step < len(steps) else game.state.stage


def units(rules: Ruleset, force: Mapping[Stack, int]) -> list[Units]:
    """Return a force as a list, with owners in order of play and types in the order of the unit table."""
    order = rules.cache.get(units)
    if order is None:
        owners = {power: i for i, power in enumerate(rules.powers)}
        types = {kind: i for i, kind in enumerate(rules.units)}
        order = rules.cache[units] = owners, types
    owners, types = order
    stacks = sorted(force, key=lambda s: (owners.get(s.owner, len(owners)), types[s.type], s.cond))
    return [_unit(stack, force[stack]) for stack in stacks]


@lru_cache(maxsize=50_000)
def _unit(stack: Stack, count: int) -> Units:
    """Return a stack as a struct; those of many games are the same object."""
    cond = stack.cond
    cargo = [Cargo(owner, kind) for owner, kind in cond.cargo]
    return Units(stack.owner, stack.type, count, cond.moved, cond.damage, cargo, list(cond.marks))


def change(before: Position, after: Position) -> Change:
    """Return the changes from one position to another."""
    new: dict[str, Any] = {}
    for name in ("round", "order", "power", "phase", "contested", "winner", "ending", "panels", "scores"):
        if getattr(before, name) != getattr(after, name):
            new[name] = getattr(after, name)
    for name in ("owners", "ipcs", "income", "techs", "numbers"):
        was, now = getattr(before, name), getattr(after, name)
        new[name] = {} if was == now else {k: v for k, v in now.items() if k not in was or was[k] != v}
    new["numbers"].update((k, {}) for k in before.numbers if k not in after.numbers)
    for name in ("units", "signs"):
        was, now = getattr(before, name), getattr(after, name)
        new[name] = {} if was == now else {k: v for k, v in now.items() if (old := was.get(k)) is not v and old != v}
        new[name].update((k, []) for k in was if k not in now)
    return Change(**new)


def fold(before: Position, by: Change) -> Position:
    """Return the position after a change, as every client computes it."""
    new: dict[str, Any] = {
        name: getattr(by, name)
        for name in ("round", "order", "power", "phase", "contested", "winner", "ending", "panels", "scores")
        if getattr(by, name) is not None
    }
    for name in ("owners", "ipcs", "income", "techs", "units", "signs", "numbers"):
        new[name] = {**getattr(before, name), **getattr(by, name)}
    for name in ("units", "signs", "numbers"):
        new[name] = {space: there for space, there in new[name].items() if there}
    return msgspec.structs.replace(before, **new)


# --- what happened ----------------------------------------------------------------------------------------------------


def happening(event: Event, rules: Ruleset) -> Happening:
    """Return an event in full. Its sentence omits what units did earlier in the turn."""
    return Happening(event.kind, sentence(event, rules.words), {k: _datum(v, rules) for k, v in event.data.items()})


def _datum(value: Any, rules: Ruleset) -> Any:
    return msgspec.to_builtins(units(rules, value)) if is_force(value) else plain(value)


def plain(value: Any) -> Any:
    """Return facts as JSON data."""
    if isinstance(value, Mapping):
        return {k if isinstance(k, str) else " > ".join(map(str, k)): plain(v) for k, v in value.items()}
    if isinstance(value, tuple | list | set | frozenset):
        return [plain(v) for v in (sorted(value) if isinstance(value, set | frozenset) else value)]
    return value


def battle_info(game: Game) -> BattleInfo | None:
    """Return the current battle, or None."""
    battle: Battle | None = game.battle
    if battle is None:
        return None

    shown = states(game.rules)

    def fighters(side: Any) -> Fighters:
        here, fallen = battle.units[side], battle.fallen[side]
        numbers: dict[str, dict[str, int]] = {}
        for stack in (*here, *fallen):
            unit, mine = game.stats(stack.owner, stack.type), numbers.setdefault(stack.owner, {})
            mine[stack.type] = unit.attack if side == ATTACKER else unit.defense
            marks = [m for m in stack.cond.marks if m in shown]
            if stack.cond.damage or marks:
                form = "/".join((stack.type, str(stack.cond.damage), *marks))
                mine[form] = number_in_role(battle, side, battle.piece(stack))
        return Fighters(battle.power(side), units(game.rules, here), units(game.rules, fallen), numbers)

    return BattleInfo(battle.space, battle.round, fighters(ATTACKER), fighters(DEFENDER))


def number_in_role(battle: Battle, side: Side, piece: Piece) -> int:
    """Return what a damaged unit, or one with a role, hits on."""
    own = piece.unit.attack if side == ATTACKER else piece.unit.defense
    return in_exchange(battle.program, side, piece) or own


# --- decisions --------------------------------------------------------------------------------------------------------


def asked(game: Game) -> list[Asked]:
    """Return the open decisions as publicly visible."""
    return [Asked(d.id, d.power, d.kind, d.prompt) for d in game.open]


def question(decision: Decision, words: Words) -> Question:
    """Return an open decision as the deciding power sees it."""
    form = msgspec.convert({"form": decision.form.name, **decision.form.describe(words)}, _FORMS)
    context = plain(decision.context or {})
    return Question(decision.id, decision.kind, decision.power, decision.prompt, decision.rule, form, context)


_FORMS: Any = learned(Form)


def ways_rows(game: Game, decision: Decision, space: str) -> list[WaysRow]:
    """Return the moves of all units that can move from a space. Raises `Illegal` if the decision is not a move."""
    form = decision.form
    if not isinstance(form, Moves):
        raise Illegal("you cannot move units now")
    words, fighting = game.rules.words, (decision.context or {}).get("phase") == COMBAT
    out = []
    for where, stack, n in form.source.movable():
        if where != space:
            continue
        text, stem = words.shown(stack, n, form.power), words.stem(stack, form.power)
        ways = [
            Way(list(o.path), o.most, o.mission, fighting and _attacks(game, decision.power, o.path[-1], o.mission))
            for o in form.source.options(where, stack)
        ]
        out.append(WaysRow(Movable(where, stack.type, stack.owner, n, text, stem), ways))
    return out


def _attacks(game: Game, power: str, space: str, mission: str) -> bool:
    """Return whether a move leads to a battle or captures land."""
    if mission or enemy_fighters(game, power, space) or contested(game, space):
        return True
    return game.rules.is_land[space] and not friendly(game, power, space)


# --- what a viewer may see --------------------------------------------------------------------------------------------


class Veil:
    """What the player of these powers (none: a spectator) may see if these unit types are hidden."""

    def __init__(self, hidden: Iterable[str], viewer: Iterable[str] = ()) -> None:
        self.hidden, self.viewer = frozenset(hidden), frozenset(viewer)
        self.seen = not self.hidden  # nothing is hidden

    def units(self, force: list[Units]) -> list[Units]:
        """Return the units that a viewer may see; transports that then look alike are counted together."""
        out: dict[Any, Units] = {}
        for unit in force:
            if unit.owner in self.viewer:
                veiled = msgspec.structs.replace(unit, cargo=self._cargo(unit.cargo))
            elif unit.type in self.hidden:
                veiled = Units(unit.owner, HIDDEN, 0)
            else:
                marks = [m for m in unit.marks if not any(kind in m for kind in self.hidden)]  # such as `ashore=KIND`
                veiled = msgspec.structs.replace(unit, cargo=self._cargo(unit.cargo), marks=marks)
            key = msgspec.json.encode(msgspec.structs.replace(veiled, count=0))
            before = out[key].count if key in out else 0
            count = 1 if veiled.type == HIDDEN else before + unit.count
            out[key] = msgspec.structs.replace(veiled, count=count)
        return list(out.values())

    def _cargo(self, cargo: list[Cargo]) -> list[Cargo]:
        known = [c for c in cargo if c.type not in self.hidden or c.owner in self.viewer]
        return known + [Cargo(owner, HIDDEN) for owner in sorted({c.owner for c in cargo if c not in known})]

    def position(self, full: Position) -> Position:
        if self.seen:
            return full
        return msgspec.structs.replace(full, units={space: self.units(f) for space, f in full.units.items()})

    def change(self, full: Change) -> Change:
        if self.seen:
            return full
        return msgspec.structs.replace(full, units={space: self.units(f) for space, f in full.units.items()})

    def battle(self, full: BattleInfo | None) -> BattleInfo | None:
        if self.seen or full is None:
            return full

        def side(who: Fighters) -> Fighters:
            seen, fallen = self.units(who.units), self.units(who.fallen)
            types = {(u.owner, u.type) for u in (*seen, *fallen)}
            numbers = {
                o: {t: n for t, n in row.items() if (o, t.partition("/")[0]) in types} for o, row in who.numbers.items()
            }
            return Fighters(who.power, seen, fallen, numbers)

        return msgspec.structs.replace(full, attacker=side(full.attacker), defender=side(full.defender))

    def frame(self, full: Frame, secrets: Iterable[Secret]) -> Frame:
        """Return a frame as the viewer may see it, given its secrets (see `secrets_of`)."""
        if self.seen:
            return full
        events = list(full.events)
        for secret in secrets:
            if not self.viewer.issuperset(secret.owners):
                events[secret.event] = secret.instead
        change, battle = self.change(full.change), self.battle(full.battle)
        return msgspec.structs.replace(full, events=events, change=change, battle=battle)


class Secret(msgspec.Struct, frozen=True):
    """An event of a frame (by its index) that only a player of all `owners` sees in full."""

    event: int
    owners: list[str]
    instead: Happening


def secrets_of(events: Iterable[Event], rules: Ruleset) -> list[Secret]:
    """Return the events that mention hidden units, with what other players see instead."""
    hidden = frozenset(rules.tables["hidden"])
    out: list[Secret] = []
    if not hidden:
        return out
    for i, event in enumerate(events):
        if event.kind in VEILED:
            text = VEILED[event.kind].format(**event.data)
            told = {k: plain(v) for k, v in event.data.items() if f"{{{k}}}" in VEILED[event.kind]}
            out.append(Secret(i, [event.data["power"]], Happening(event.kind, text, told)))
            continue
        forces = [v for v in event.data.values() if is_force(v)]
        owners = sorted({owner for force in forces for owner in _owners_hidden(force, hidden)})
        if owners:
            out.append(Secret(i, owners, _veiled(event, rules)))
    return out


def _owners_hidden(force: Mapping[Stack, int], hidden: frozenset[str]) -> Iterable[str]:
    """Yield the owners of hidden units in a force or its cargo."""
    for stack in force:
        yield from (owner for owner, kind in ((stack.owner, stack.type), *stack.cond.cargo) if kind in hidden)


def _veiled(event: Event, rules: Ruleset) -> Happening:
    """Return an event as seen by players who own none of its hidden units."""
    veil = Veil(rules.tables["hidden"])
    shown, data = dict(event.data), {}
    for key, value in event.data.items():
        if not is_force(value):
            data[key] = plain(value)
            continue
        force = veil.units(units(rules, value))
        data[key] = msgspec.to_builtins(force)
        known: dict[Stack, int] = {}
        for unit in force:
            if unit.type != HIDDEN:
                cargo = tuple((c.owner, c.type) for c in unit.cargo if c.type != HIDDEN)
                stack = Stack(unit.owner, unit.type, Condition(0, unit.damage, cargo))
                known[stack] = known.get(stack, 0) + unit.count
        parts = [rules.words.said(known, unnamed(key, event.data))] if known else []
        if any(HIDDEN in (unit.type, *(c.type for c in unit.cargo)) for unit in force):
            parts.append("hidden units")
        shown[key] = ", ".join(parts) or "nothing"
    return Happening(event.kind, sentence(Event(event.kind, shown), rules.words), data)
