"""What rules have written into tables and steps, and the events that show it at work: units that they added or priced,
earlier purchases, places for new units, the setup, and steps of battles that they amended.

Roles of units, which no event tells of, count when a battle starts in which the amended step gives other units a role.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from ..battle.roles import assigned
from ..battle.volley import Assign, Side, other
from ..engine.battles import Battle
from ..engine.game import Game
from ..rules.draft import Draft, Edit
from .effects import BATTLES

#: Tables that shape the board before the first turn.
BOARD = ("setup", "minors", "spaces", "links", "holders", "armies")
AMENDED = ("amend", "extend", "curtail")
#: Fields of steps whose effect is found otherwise: the numbers of a roll.
FOUND = ("lifts",)


class Written:
    """What some rules have written, by what shows it."""

    def __init__(self, draft: Draft, rules: Collection[str]) -> None:
        self.board: set[str] = set()
        self.units: dict[str, set[str]] = {}  # type -> rules that added it or changed its numbers in battle
        self.prices: dict[str, set[str]] = {}
        self.dates: dict[str, tuple[str, int]] = {}  # type -> rule, round from which it was for sale before
        self.places: dict[tuple[str, str], str] = {}  # power and place of new units -> rule
        self.sites: list[tuple[str, tuple[str, ...], tuple[str, ...]]] = []  # rule, types, spaces
        self.amended: dict[tuple[str, str], set[str]] = {}
        self.before: dict[tuple[str, str], dict[str, dict[str, Any]]] = {}  # step -> rule -> fields as they were
        for edit in draft.record:
            if edit.rule in rules:
                self._note(edit)

    def _note(self, edit: Edit) -> None:
        table, *rest = edit.target
        if table in BOARD:
            self.board.add(edit.rule)
        elif table == "units" and edit.kind in ("add", "set", "adjust", "include"):
            self._of_unit(edit, rest)
        elif table == "calendar" and edit.before is not None:
            self.dates[rest[0]] = edit.rule, int(edit.before)
        elif table == "mobilization" and edit.kind == "include":
            self.places |= {(rest[0], space): edit.rule for space in edit.detail}
        elif table == "sites" and edit.kind == "add":
            row = edit.detail
            self.sites.append((edit.rule, tuple(row.get("types", ())), tuple(row.get("spaces", ()))))
        elif table in BATTLES and edit.kind in AMENDED and rest[1:] and rest[1] not in FOUND:
            self.amended.setdefault((table, rest[0]), set()).add(edit.rule)
            if "." not in rest[1]:  # a field, not a list of a pick
                self.before.setdefault((table, rest[0]), {}).setdefault(edit.rule, {})[rest[1]] = edit.before

    def _of_unit(self, edit: Edit, rest: list[str]) -> None:
        kind, column = rest[0], rest[1] if len(rest) > 1 else ""
        if column in ("", "cost"):
            self.prices.setdefault(kind, set()).add(edit.rule)
        if column not in ("cost", "carries", "text", "tags"):
            self.units.setdefault(kind, set()).add(edit.rule)

    def shown(self, game: Game, kind: str, data: Mapping[str, Any]) -> set[str]:
        """Return the rules whose writing an event shows at work."""
        if kind == "bought":
            return set(self._bought(game, data.get("units", ())))
        if kind == "placed":
            return set(self._placed(game, data))
        if kind == "moved":
            return {rule for stack in data.get("force", ()) for rule in self.units.get(stack.type, ())}
        battle = game.battle
        if battle is None or data.get("space") != battle.space:
            return set()
        if kind == "battle_started":
            return set(self._casting(battle))
        return self.amended.get((battle.sequence, battle.step), set()) | set(self._fighting(battle, kind, data))

    def _bought(self, game: Game, units: Collection[str]) -> Iterator[str]:
        for kind in units:
            yield from self.prices.get(kind, ())
            rule, before = self.dates.get(kind, ("", 0))
            if game.state.round < before:
                yield rule

    def _placed(self, game: Game, data: Mapping[str, Any]) -> Iterator[str]:
        power, space = data.get("power", ""), data.get("space", "")
        if (power, space) in self.places:
            yield self.places[power, space]
        if space in game.rules.tables.get("mobilization", {}).get(power, ()):
            return
        for rule, types, spaces in self.sites:
            if any(kind in types for kind in data.get("units", ())) and (not spaces or space in spaces):
                yield rule

    def _casting(self, battle: Battle) -> Iterator[str]:
        """Yield the rules by which other units get a role at the start of a battle than without them."""
        for name, step in battle.program.in_round(1):
            for rule, fields in self.before.get((battle.sequence, name), {}).items():
                if isinstance(step, Assign):
                    own, enemy = battle.pieces(step.side), battle.pieces(other(step.side))
                    if assigned(step, own, enemy) != assigned(step.with_(**fields), own, enemy):
                        yield rule

    def _fighting(self, battle: Battle, kind: str, data: Mapping[str, Any]) -> Iterator[str]:
        side: Side | None = data.get("side")
        if kind == "volley_fired" and side is not None:
            for piece in battle.firing(side):
                yield from self.units.get(piece.type, ())
