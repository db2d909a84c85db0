"""`sandtable board`: the spaces, connections, units, and setup at the start of a game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..core.errors import RuleError
from ..draw.svg import board_svg
from ..engine import position as positions
from ..engine.course import set_up
from ..engine.game import Game, Header
from ..rules import registry
from . import common


def board(
    edition: str = "",
    /,
    *,
    rules: common.RuleIds = None,
    option: common.OptionTexts = None,
    scenario: common.Scenario = "",
    position: Path | None = None,
    svg: Path | None = None,
    json: common.Json = False,
) -> None:
    """Show the powers, spaces, units, and starting setup of a game.

    Parameters
    ----------
    edition
        The base game, such as `classic`; not needed with --position.
    position
        Show a position file (docs/positions.md) instead of the start.
    svg
        Write an SVG picture of the board to this file.
    """
    if position:
        if edition or rules or option or scenario:
            raise RuleError("a position already has its edition and rules; pass either --position or the rules")
        game = positions.begun(positions.load(position), listening=False)
    elif edition:
        ruleset = registry.build(edition, *common.chosen(rules, option), scenario)
        game = Game(Header(ruleset, "0"), listening=False, waiting=True)
        set_up(game)
    else:
        raise RuleError("no edition given; name one, such as classic, or pass a position with --position FILE")
    if svg:
        drawn = game if position else Game(game.header, listening=False)
        svg.write_text(board_svg(drawn), encoding="utf-8")
    if json:
        common.print_json(data(game))
    elif not svg:
        show(game)


def data(game: Game) -> dict[str, Any]:
    """Return the board as JSON data."""
    ruleset = game.rules
    near = ruleset.neighbors
    return {
        "edition": ruleset.edition,
        "powers": _powers(game),
        "turn_order": list(game.state.order),
        "spaces": [
            {"name": s.name, "kind": s.kind, "value": s.value, "owner": game.state.owner.get(s.name) or s.owner}
            for s in ruleset.spaces.values()
        ],
        "connections": [[a, b] for a in sorted(near) for b in near[a] if a < b],
        "units": {
            u.id: {"cost": u.cost, "attack": u.attack, "defense": u.defense, "move": u.move}
            for u in ruleset.units.values()
        },
        "setup": {space: _by_owner(game, space) for space in game.state.forces},
    }


def _by_owner(game: Game, space: str) -> dict[str, dict[str, int]]:
    """Return owner -> unit type -> count in a space, with the units aboard others."""
    out: dict[str, dict[str, int]] = {}
    for stack, n in game.state.at(space).items():
        for owner, type in ((stack.owner, stack.type), *stack.cond.cargo):
            row = out.setdefault(owner, {})
            row[type] = row.get(type, 0) + n
    return out


def _powers(game: Game) -> list[dict[str, Any]]:
    ruleset, state = game.rules, game.state
    value = ruleset.q.value
    return [
        {
            "name": p.name,
            "side": p.side,
            "capital": p.capital,
            "income": sum(value(game, s) for s, owner in state.owner.items() if owner == p.name),
            "ipcs": state.ipcs[p.name],
        }
        for p in ruleset.powers.values()
    ]


def show(game: Game) -> None:
    """Print the board as tables."""
    out, ruleset = common.console(), game.rules
    powers = common.table("power", "side", "capital", "income", "IPCs", title=ruleset.edition, right=(3, 4))
    for p in _powers(game):
        powers.add_row(p["name"], p["side"], p["capital"], str(p["income"]), str(p["ipcs"]))
    units = common.table("unit", "cost", "attack", "defense", "move", right=(1, 2, 3, 4))
    for u in ruleset.units.values():
        units.add_row(u.name, str(u.cost), str(u.attack), str(u.defense), str(u.move))
    spaces = common.table("space", "value", "owner", "units", "adjacent to", right=(1,))
    for s in ruleset.spaces.values():
        force = "; ".join(
            f"{power}: " + ", ".join(f"{n} {ruleset.units[u].called(n)}" for u, n in units_.items())
            for power, units_ in _by_owner(game, s.name).items()
        )
        value = str(s.value) if s.kind == "land" else ""
        owner = game.state.owner.get(s.name) or s.owner or ("neutral" if s.neutral else "")
        spaces.add_row(s.name, value, owner, force, ", ".join(ruleset.neighbors[s.name]))
    for part in (powers, units, spaces):
        out.print(part)
        out.print()
