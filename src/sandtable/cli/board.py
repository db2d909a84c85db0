"""`sandtable board`: the spaces, connections, units, and setup at the start of a game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..draw.svg import board_svg
from ..engine.game import Game, Header
from ..rules import registry
from ..rules.ruleset import Ruleset
from . import common


def board(
    edition: str,
    /,
    *,
    rules: common.RuleIds = None,
    option: common.OptionTexts = None,
    svg: Path | None = None,
    json: common.Json = False,
) -> None:
    """Show the powers, spaces, units, and starting setup of a game.

    Parameters
    ----------
    edition
        The base game, such as `classic`.
    svg
        Write an SVG picture of the starting board to this file.
    """
    ruleset = registry.build(edition, *common.chosen(rules, option))
    if svg:
        svg.write_text(board_svg(Game(Header(ruleset, "0"), listening=False)), encoding="utf-8")
    if json:
        common.print_json(data(ruleset))
    elif not svg:
        show(ruleset)


def data(ruleset: Ruleset) -> dict[str, Any]:
    """Return the board as JSON data."""
    near = ruleset.neighbors
    return {
        "edition": ruleset.edition,
        "powers": _powers(ruleset),
        "turn_order": list(ruleset.powers),
        "spaces": [
            {"name": s.name, "kind": s.kind, "value": s.value, "owner": s.owner} for s in ruleset.spaces.values()
        ],
        "connections": [[a, b] for a in sorted(near) for b in near[a] if a < b],
        "units": {
            u.id: {"cost": u.cost, "attack": u.attack, "defense": u.defense, "move": u.move}
            for u in ruleset.units.values()
        },
        "setup": {space: {p: dict(units) for p, units in row.items()} for space, row in ruleset.setup.items()},
    }


def _powers(ruleset: Ruleset) -> list[dict[str, Any]]:
    game = Game(Header(ruleset, "0"), listening=False)
    state, value = game.state, ruleset.q.value
    return [
        {
            "name": p.name,
            "side": p.side,
            "capital": p.capital,
            "income": sum(value(game, s) for s, owner in state.owner.items() if owner == p.name),
            "ipcs": p.ipcs,
        }
        for p in ruleset.powers.values()
    ]


def show(ruleset: Ruleset) -> None:
    """Print the board as tables."""
    out = common.console()
    powers = common.table("power", "side", "capital", "income", "IPCs", title=ruleset.edition, right=(3, 4))
    for p in _powers(ruleset):
        powers.add_row(p["name"], p["side"], p["capital"], str(p["income"]), str(p["ipcs"]))
    units = common.table("unit", "cost", "attack", "defense", "move", right=(1, 2, 3, 4))
    for u in ruleset.units.values():
        units.add_row(u.name, str(u.cost), str(u.attack), str(u.defense), str(u.move))
    spaces = common.table("space", "value", "owner", "units", "adjacent to", right=(1,))
    for s in ruleset.spaces.values():
        force = "; ".join(
            f"{power}: " + ", ".join(f"{n} {ruleset.units[u].called(n)}" for u, n in units_.items())
            for power, units_ in ruleset.setup.get(s.name, {}).items()
        )
        value = str(s.value) if s.kind == "land" else ""
        owner = s.owner or ("neutral" if s.neutral else "")
        spaces.add_row(s.name, value, owner, force, ", ".join(ruleset.neighbors[s.name]))
    for part in (powers, units, spaces):
        out.print(part)
        out.print()
