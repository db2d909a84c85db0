"""Positions: any situation of a game as data that people can write, checked before it is played.

`Game.at` sets one up, `Game.position` writes one down, and `read` and `write` keep them in files (docs/positions.md).

>>> game = Game.at("classic", power="Germany", phase="combat_move", units={"Ukraine S.S.R.": "3 infantry"})
>>> game.decision.kind
'move'
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec

from ..core.errors import BadFile, BadPosition, SandtableError, SaveError, nearest
from ..core.forces import Force, Stack
from ..core.marks import declared
from ..core.structs import learned
from ..rules import registry
from ..rules import variant as variants
from ..rules.ruleset import Ruleset
from .course import begin_turn, set_up
from .game import Game, Header
from .memory import GAME, TURN, Facts, Now
from .state import State, plain_copy

FORMAT, VERSION = "sandtable-position", 1
#: What a file may hold at most: bytes, units of one kind in a space, levels of nested memory.
SIZE, UNITS, DEPTH = 2_000_000, 10_000, 12
Others = Literal["setup", "facilities", "empty"]
#: Units in a space: one text, in which units without an owner belong to its controller, or a text for each owner.
Units = Mapping[str, "str | Mapping[str, str]"]


@learned
class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A position as it stands in a file; see docs/positions.md for each field."""

    edition: str
    format: str = FORMAT
    version: int = VERSION
    scenario: str = ""
    rules: list[str] = []
    options: dict[str, Any] = {}
    fingerprint: str = ""
    notes: str = ""
    round: int = 1
    power: str = ""
    phase: str = ""
    turn: int | None = None
    order: list[str] = []
    others: Others = "setup"
    units: dict[str, str | dict[str, str]] = {}
    owners: dict[str, str | None] = {}
    ipcs: dict[str, int] = {}
    technologies: dict[str, list[str]] = {}
    facts: dict[str, Any] = {}
    now: dict[str, Any] | None = None
    victory: list[str] | None = None


# --- from a game ------------------------------------------------------------------------------------------------------


def position(game: Game) -> Position:
    """Return where a game stands now; played on, it begins with the running phase."""
    game.mend()
    state, rules, words = game.state, game.rules, game.rules.words
    variant = variants.of(rules)
    steps = [step.name for step in rules.sequence(state.stage)]
    step = steps[state.step] if state.step < len(steps) else END
    return Position(
        edition=rules.edition,
        scenario=rules.scenario,
        rules=list(variant.rules),
        options=msgspec.to_builtins(variant.options),
        fingerprint=rules.fingerprint,
        round=state.round,
        power=state.power,
        phase=step if state.stage == "turn" and step != END else f"{state.stage}/{step}",
        turn=state.turn,
        order=list(state.order),
        others="empty",
        units={space: words.force(force, state.owner.get(space) or "") for space, force in state.forces.items()},
        owners=dict(state.owner),
        ipcs=dict(state.ipcs),
        technologies={power: list(held) for power, held in state.techs.items()},
        facts=plain_copy(dict(state.facts)),
        now=plain_copy(dict(state.now)),
        victory=list(state.victory) if state.victory else None,
    )


#: In place of a step: all steps of the sequence are done.
END = "end"

# --- files ------------------------------------------------------------------------------------------------------------


def write(found: Position) -> str:
    """Return the text of a position's file: JSON with one line for each field and each space."""
    parts = []
    fields = msgspec.to_builtins(found)
    for name in ("version", "format", "edition"):  # these come first
        fields = {name: getattr(found, name), **{k: v for k, v in fields.items() if k != name}}
    for key, value in fields.items():
        if isinstance(value, dict) and value and key != "options":
            rows = ",\n".join(f"  {_json(k)}: {_json(v)}" for k, v in value.items())
            parts.append(f"{_json(key)}: {{\n{rows}\n}}")
        else:
            parts.append(f"{_json(key)}: {_json(value)}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def save(found: Position, path: str | Path) -> None:
    """Write a position to a file; raises `SaveError` if that cannot be done."""
    try:
        Path(path).write_text(write(found), encoding="utf-8", newline="\n")
    except OSError as error:
        raise SaveError(f"the position cannot be saved to {path}: {error.strerror}") from None


def load(path: str | Path) -> Position:
    """Return the position of a file, in JSON or TOML; raises `BadFile` with one sentence."""
    path = Path(path)
    try:
        with path.open("rb") as file:
            raw = file.read(SIZE + 1)
    except OSError as error:
        raise BadFile(f"{path} cannot be read: {error.strerror}") from None
    return read(raw, path.name)


def read(raw: bytes, name: str = "the position", toml: bool | None = None) -> Position:
    """Return the position of a file's bytes, in TOML or JSON (None: as its name says); raises `BadFile` with one
    sentence."""
    if len(raw) > SIZE:
        raise BadFile(f"{name} is larger than {SIZE // 1_000_000} MB, too large for a position")
    try:
        if name.endswith(".toml") if toml is None else toml:
            data = tomllib.loads(raw.decode("utf-8"))
        else:
            data = msgspec.json.decode(raw)
        found = msgspec.convert(data, Position)
    except (ValueError, RecursionError) as error:  # the errors of both libraries
        raise BadFile(f"{name} is not a position: {error}") from None
    if found.format != FORMAT or found.version != VERSION:
        raise BadFile(f"{name} is of format {found.format} {found.version}; this version reads {FORMAT} {VERSION}")
    return found


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


# --- to a game --------------------------------------------------------------------------------------------------------


def ruleset(found: Position) -> Ruleset:
    """Return the rules of a position; raises `RuleError`, `Unknown` or `BadFile` if they cannot be played."""
    return registry.build(found.edition, found.rules, variants.flat(found.options), found.scenario)


def given(edition: str, fields: Mapping[str, Any]) -> Position:
    """Return the position with these fields; raises `BadPosition` for fields and values that do not exist."""
    known = [name for name in Position.__struct_fields__ if name not in ("edition", "format", "version")]
    wrong = [name for name in fields if name not in known]
    if wrong:
        near = nearest(wrong[0], known)
        hint = f"did you mean {near[0]}?" if near else f"the fields are {', '.join(known)}"
        raise BadPosition([f"a position has no {wrong[0]!r}; {hint}"])
    try:
        return msgspec.convert({**msgspec.to_builtins(fields), "edition": edition}, Position)
    except (msgspec.ValidationError, TypeError) as error:
        raise BadPosition([f"a field cannot be read: {error}"]) from None


def begun(found: Position, rules: Ruleset | None = None, *, seed: str | int = "0", **how: Any) -> Game:
    """Return a game that begins at a position; raises `BadPosition` with a sentence for each thing that cannot be.

    `how` are the further arguments of `Game`, and `seats`.
    """
    rules = rules or ruleset(found)
    state = _Setter(found, rules).state()
    seats = how.pop("seats", None) or {}
    return Game(Header(rules, str(seed), (), seats), state=state, **how)


class _Setter:
    """Sets up one position, and gathers a sentence for each thing that cannot be."""

    def __init__(self, found: Position, rules: Ruleset) -> None:
        self.found, self.rules, self.words = found, rules, rules.words
        self.faults: list[str] = []
        self.game = Game(Header(rules, "position"), listening=False, recording=False, waiting=True)
        set_up(self.game)

    def state(self) -> State:
        """Return the state; raises `BadPosition`."""
        state = self.game.state
        self._clock(state)
        self._owners(state)
        self._forces(state)
        self._treasuries(state)
        self._memory(state)
        if self.faults:
            raise BadPosition(self.faults)
        self.game.changed()
        return self._begun(state)

    def _begun(self, state: State) -> State:
        """If units have moved or fought already, the turn has begun: its start would let them rest."""
        spent = any(s.cond.moved or s.cond.marks for force in state.forces.values() for s in force)
        if self.found.now is None and spent and state.stage == "turn":
            forces = {space: dict(force) for space, force in state.forces.items()}
            begin_turn(self.game)
            state.forces = forces
        return state

    def _say(self, what: str, *, of: str = "") -> None:
        self.faults.append(f"{of}: {what}" if of else what)

    def _name(self, kind: str, text: str) -> str | None:
        """The space, power or unit that a text means; None after a sentence."""
        try:
            return str(getattr(self.words, kind)(text))
        except SandtableError as error:
            self._say(str(error))
            return None

    # --- round, power, phase ------------------------------------------------------------------------------------------

    def _clock(self, state: State) -> None:
        found = self.found
        order = [self._name("power", text) for text in found.order] if found.order else state.order
        state.order = [power for power in order if power]
        if not 0 <= found.round <= 9999:
            self._say(f"the round is a number from 1 to 9999, not {found.round}")
        state.round = found.round
        power = self._name("power", found.power) if found.power else state.order[0]
        if power and power not in state.order:
            self._say(f"{power} is not in the order of play")
        elif power:
            state.turn = state.order.index(power)
        if found.turn is not None:
            if 0 <= found.turn < len(state.order) and power in (None, state.order[found.turn]):
                state.turn = found.turn
            else:
                self._say(f"turn {found.turn} of the order of play is not that of {power}")
        self._phase(state)

    def _phase(self, state: State) -> None:
        text = self.found.phase
        stage, _, name = text.rpartition("/")
        state.stage = stage or "turn"
        stages = ("opening", "round_start", "turn", "turn_end", "round_end")
        if state.stage not in stages:
            self._say(f"there is no stage {stage!r}; the stages are {', '.join(stages)}")
            return
        steps = [step.name for step in self.rules.sequence(state.stage)]
        if name == END and stage:
            state.step = len(steps)
        elif not name:
            state.step = 0
        elif name in steps:
            state.step = steps.index(name)
        else:
            near = nearest(name, steps)
            hint = f"did you mean {near[0]}?" if near else f"the phases are {', '.join(steps)}"
            self._say(f"there is no phase {name!r}; {hint}")

    # --- the board ----------------------------------------------------------------------------------------------------

    def _owners(self, state: State) -> None:
        self.changed: set[str] = set()
        for text, holder in self.found.owners.items():
            space = self._name("space", text)
            power = self._name("power", holder) if holder else None
            if space is None or (holder and power is None):
                continue
            if not self.rules.is_land[space]:
                self._say("no power controls a sea zone", of=space)
            elif power and self.rules.spaces[space].closed:
                self._say("no power controls an impassable territory", of=space)
            else:
                if power != state.owner.get(space):
                    self.changed.add(space)
                state.owner[space] = power

    def _forces(self, state: State) -> None:
        kept: dict[str, Force] = {}
        for space, force in state.forces.items():
            kept[space] = {s: n for s, n in force.items() if self._stays(s)}
            if space in self.changed:  # the pieces of a territory go to its new owner, and its defenders are gone
                owner = state.owner[space]
                passive = {s: n for s, n in kept[space].items() if "passive" in self.rules.units[s.type].tags}
                kept[space] = {s._replace(owner=owner): n for s, n in passive.items()} if owner else {}
        forces: dict[str, Force] = {}
        for text, given in self.found.units.items():
            named = self._name("space", text)
            if named is None:
                continue
            if named in forces:
                self._say("its units are given twice", of=named)
            forces[named] = self._read(named, given, state.owner.get(named) or "")
            types = {s.type for s in forces[named]}
            forces[named].update(
                (s, n)
                for s, n in kept.pop(named, {}).items()
                if "produces" in self.rules.units[s.type].tags and s.type not in types
            )
        state.forces = {space: force for space, force in {**forces, **kept}.items() if force}

    def _stays(self, stack: Stack) -> bool:
        """Does a unit of the setup stay where the position names no units?"""
        others = self.found.others
        return others == "setup" or (others == "facilities" and "produces" in self.rules.units[stack.type].tags)

    def _read(self, space: str, given: str | Mapping[str, str], owner: str) -> Force:
        force: Force = {}
        rows = [(owner, given)] if isinstance(given, str) else given.items()
        for holder, text in rows:
            power = self._name("power", holder) if holder else ""
            if power is None:
                continue
            try:
                read = self.words.read_force(text, power)
            except SandtableError as error:
                self._say(str(error), of=space)
                continue
            for stack, n in read.items():
                stack = self._loaded(stack)
                for fault in self._unit(space, stack, n):
                    self._say(fault, of=space)
                force[stack] = force.get(stack, 0) + n
        return force

    def _loaded(self, stack: Stack) -> Stack:
        """The units with their cargo by its exact name; cargo without an owner belongs to the owner of its carrier."""
        if not stack.cond.cargo:
            return stack
        cargo = []
        for owner, kind in stack.cond.cargo:
            holder = self._name("power", owner) if owner else stack.owner
            type = kind if kind in self.rules.units else self._name("unit", kind)
            cargo.append((holder or owner, type or kind))
        return stack.with_(stack.cond._replace(cargo=tuple(sorted(cargo))))

    def _unit(self, space: str, stack: Stack, count: int) -> Iterator[str]:
        """What is wrong with units in a space."""
        unit, cond = self.rules.units[stack.type], stack.cond
        land, name = self.rules.is_land[space], self.rules.units[stack.type].name.lower()
        if not stack.owner:
            yield f"the {name} has no owner; name one, such as '1 {name} of Germany'"
        if count > UNITS:
            yield f"{count} {name} are more than the {UNITS} that a position can hold in one space"
        if self.rules.spaces[space].closed:
            yield f"the {name} cannot be in an impassable territory"
        elif unit.kind == "sea" and land:
            yield f"the {name} is a ship and cannot be on land"
        elif unit.kind == "land" and not land:
            yield f"the {name} is a land unit; at sea it must be aboard a transport: '1 transport (carrying {name})'"
        if cond.damage >= max(1, unit.hits):
            yield f"the {name} cannot have taken {cond.damage} hits: it would be destroyed"
        for mark in cond.marks:
            if not declared(mark) and mark not in self.rules.missions:
                yield f"there is no mark {mark!r} for units"
        yield from self._cargo(stack, name)

    def _cargo(self, stack: Stack, name: str) -> Iterator[str]:
        carries, aboard = self.rules.units[stack.type].carries, stack.cond.cargo
        if not aboard:
            return
        used = 0
        for owner, kind in aboard:
            if owner not in self.rules.powers:
                yield f"the cargo {kind} belongs to {owner or 'nobody'}, which is not a power"
            if carries is None or kind not in carries.loads:
                yield f"the {name} cannot carry {kind}"
            else:
                used += carries.loads[kind]
        if carries is not None and used > carries.capacity:
            yield f"the {name} cannot carry {' + '.join(kind for _, kind in aboard)} together"

    # --- money, technologies, memory ----------------------------------------------------------------------------------

    def _treasuries(self, state: State) -> None:
        for text, ipcs in self.found.ipcs.items():
            power = self._name("power", text)
            if ipcs < 0 or ipcs > 999_999:
                self._say(f"{text} cannot have {ipcs} IPCs; the least is 0")
            elif power:
                state.ipcs[power] = ipcs
        known = {t.name.lower(): t.id for t in self.rules.technologies.values()}
        for text, held in self.found.technologies.items():
            power = self._name("power", text)
            for name in held:
                if name not in self.rules.technologies and name.lower() not in known:
                    near = nearest(name, self.rules.technologies)
                    self._say(f"there is no technology {name!r}{f'; did you mean {near[0]}?' if near else ''}")
            if power:
                state.techs[power] = [known.get(name.lower(), name) for name in held]
        won = self.found.victory
        if won is not None:
            sides = [*self.rules.sides, ""]
            if len(won) != 2 or won[0] not in sides:
                self._say(f"victory is a side ({', '.join(self.rules.sides)}, or an empty text) and the reason")
            state.victory = list(won)

    def _memory(self, state: State) -> None:
        facts = {**state.facts, **plain_copy(self.found.facts)}
        for key, value in self.found.facts.items():
            first = self.rules.memory.get(key, GAME[key].first if key in GAME else None)
            self._remembered("facts", key, value, key in self.rules.memory or key in GAME, first)
        state.facts = Facts(facts)
        now = self.found.now
        for key, value in (now or {}).items():
            self._remembered("now", key, value, key in TURN, TURN[key].first if key in TURN else None)
        if now is not None:
            state.now = Now(plain_copy(now))
            if state.stage == "turn" and now.get("begun") != [state.round, state.turn]:
                state.now["begun"] = [state.round, state.turn]
            state.now.setdefault("owner", dict(state.owner))

    def _remembered(self, field: str, key: str, value: Any, known: bool, first: Any) -> None:
        if not known:
            self._say(f"{field} has no entry {key!r} under these rules")
        elif first is not None and not _alike(value, first):
            self._say(f"{field}.{key} is {_kind(first)}, not {value!r}")
        elif _depth(value) > DEPTH:
            self._say(f"{field}.{key} is nested too deeply")


def _alike(value: Any, first: Any) -> bool:
    return isinstance(value, bool) == isinstance(first, bool) and isinstance(value, type(first))


def _kind(value: Any) -> str:
    return {bool: "true or false", int: "a number", str: "a text", list: "a list", dict: "a table"}[type(value)]


def _depth(value: Any) -> int:
    if isinstance(value, dict):
        return 1 + max(map(_depth, value.values()), default=0)
    return 1 + max(map(_depth, value), default=0) if isinstance(value, list) else 0
