"""smith.amphibious_assaults: bombardment at once, and who may retreat from a landing."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core.errors import RuleError
from sandtable.engine.game import Game
from sandtable.rules import registry
from tests.conformance.classic.scenes import asked, attack, choices, fired, refused
from tests.helpers import at, tell

clause = pytest.mark.clause
RULE = "smith.amphibious_assaults"
GERMANY, UK = "Germany", "United Kingdom"
SEA = "Central Mediterranean Sea Zone"


def libya(dice: list[int], rules: tuple[str, ...] = (RULE,), **values: Any) -> Game:
    """The example: an infantry from the sea, 2 armor overland, and 2 fighters against 3 infantry in Libya."""
    board = {
        "Libya": {GERMANY: "3 infantry"}, "Anglo-Sudan Egypt": {UK: "2 armor, 2 fighters"},
        SEA: {UK: "1 transport (carrying infantry of United Kingdom)"},
    }  # fmt: skip
    moves = [f"1 infantry: {SEA} > Libya", "2 armor, 2 fighters: Anglo-Sudan Egypt > Libya"]
    options = {f"{RULE}.{name}": value for name, value in values.items()}
    return attack(UK, moves, board, owners={"Libya": GERMANY}, dice=dice, rules=list(rules), options=options)


def landing(dice: list[int], **values: Any) -> Game:
    """A battleship supports a landing of 2 infantry in Western Europe."""
    sea = "North Sea Zone"
    board = {
        "Western Europe": {GERMANY: "3 infantry"},
        sea: {UK: "1 battleship, 1 transport (carrying infantry of United Kingdom + infantry of United Kingdom)"},
    }
    options = {f"{RULE}.{name}": value for name, value in values.items()}
    return attack(UK, [f"2 infantry: {sea} > Western Europe"], board, dice=dice, rules=[RULE], options=options)


@clause("smith.amphibious_assaults.1")
@pytest.mark.parametrize("fires", [False, True])
def test_example_the_bombardment_counts_at_once(fires: bool) -> None:
    game = landing([3, 6, 6, 1, 1, *([6] if fires else [])], bombardment_return_fire=fires)
    assert fired(game)[0] == ("support shots", [3])
    assert fired(game)[-1] == ("defenders", [1, 1, *([6] if fires else [])])


@clause("smith.amphibious_assaults.2", "smith.amphibious_assaults.3", "smith.amphibious_assaults.4")
def test_example_the_overland_part_and_a_plane_leave() -> None:
    game = libya([6] * 8 + [6, 6, 1, 6, 6])
    assert asked(game) == ("retreat", UK)
    assert choices(game) == ["press on", "Anglo-Sudan Egypt"]
    tell(game, "Anglo-Sudan Egypt")
    assert at(game, "Anglo-Sudan Egypt", UK) == {"tank": 2}
    tell(game, "1 fighter")  # planes may leave one at a time
    assert fired(game)[-3:] == [("attackers", [6]), ("attackers", [6]), ("defenders", [1, 6, 6])]
    assert asked(game)[0] == "casualties"  # the landed infantry and the other fighter fought on


@pytest.mark.parametrize("how", ["together", "never"])
def test_how_planes_retreat_is_an_option(how: str) -> None:
    game = libya([6] * 16, planes_may_retreat=how)
    tell(game, "press on")
    if how == "never":
        assert asked(game) == ("retreat", UK)  # a round later
    else:
        refused(game, "1 fighter", "classic.R200")
        tell(game, "2 fighters")
        assert at(game, "Libya", UK)["fighter"] == 2  # they land later


def test_who_may_retreat_is_an_option() -> None:
    game = libya([6] * 8, overland_units_may_retreat=False)
    assert asked(game) == ("withdraw", UK)  # the planes alone
    both = libya([6] * 8, landed_units_may_retreat=True)
    tell(both, "Anglo-Sudan Egypt")
    assert at(both, "Anglo-Sudan Egypt", UK) == {"tank": 2, "infantry": 1}


@pytest.mark.parametrize("other", ["smith.retreats", "smith.order_of_combat", "smith.dogfights"])
def test_together_with_the_other_battle_rules(other: str) -> None:
    game = libya([6] * 40, (RULE, other))
    assert asked(game)[0] in ("retreat", "targets")


def test_return_fire_contradicts_the_order_of_combat() -> None:
    options = {f"{RULE}.bombardment_return_fire": True}
    with pytest.raises(RuleError, match="support_shots"):
        registry.build("classic", [RULE, "smith.order_of_combat"], options)
