"""smith.strategic_bombings: interceptors, escorts, and raids before all other attacks."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.battle.raid import raid_odds
from sandtable.core.errors import Illegal
from sandtable.engine.game import Game
from sandtable.rules import registry
from tests.conformance.classic.scenes import asked, choices, fired, in_phase, left, refused
from tests.helpers import at, happened, position, tell

clause = pytest.mark.clause
RULE = "smith.strategic_bombings"
GERMANY, UK, US = "Germany", "United Kingdom", "United States"
BALTIC, NORTH = "Baltic Sea Zone", "North Sea Zone"
TO_GERMANY = f"United Kingdom > {NORTH} > {BALTIC} > Germany"


def raid(
    dice: list[int], germany: str = "1 aa gun, 1 fighter, 1 bomber", rules: tuple[str, ...] = (RULE,), **setting: Any
) -> Game:
    """The example: 2 American bombers raid Germany, with a fighter that may escort them."""
    values = {f"{RULE}.{name}": value for name, value in setting.pop("values", {}).items()}
    board = {"United Kingdom": {US: "2 bombers, 1 fighter, 1 infantry"}, "Germany": {GERMANY: germany}}
    first = values.get(f"{RULE}.raids_first", True)
    setting.setdefault("owners", {"Western Europe": US})  # where the escort can land
    game = position(US, "raids" if first else "combat_move", board, dice=dice, rules=rules, options=values, **setting)
    tell(game, f"2 bombers: {TO_GERMANY} [raid]")
    return tell(game, "done") if game.decision and game.decision.kind == "move" else game


@clause("smith.strategic_bombings.1", "smith.strategic_bombings.2", "smith.strategic_bombings.3",
        "smith.strategic_bombings.4", "smith.strategic_bombings.5")  # fmt: skip
def test_example_the_escort_fights_and_the_bombers_bomb() -> None:
    game = raid([3, 6, 2, 4, 6, 6, 5, 4, 1], ipcs={GERMANY: 30})
    assert asked(game) == ("intercept", GERMANY)
    tell(game, "1 fighter")
    assert asked(game) == ("escorts", US)
    tell(game, {("fighter", "United Kingdom"): 1})
    # the gun at the bombers, then at the escort; bombers at 1 and the fighter at 3; the German fighter at 3
    assert fired(game) == [
        ("antiaircraft fire", [3, 6]), ("antiaircraft fire at escorts", [2]), ("dogfight", [4, 6]), ("dogfight", [6]),
        ("dogfight", [5]),
    ]  # fmt: skip


@clause("smith.strategic_bombings.4", "smith.tech_jet_power.2")
@pytest.mark.parametrize("more", [(), ("smith.dogfights",)])
@pytest.mark.parametrize(("power", "attack", "defense"), [(US, "4", "3"), (GERMANY, "3", "3")])
def test_jets_escort_at_4(more: tuple[str, ...], power: str, attack: str, defense: str) -> None:
    game = raid([6] * 9, "1 fighter", rules=(RULE, "smith.tech_jet_power", *more), techs={power: ["jet_power"]})
    tell(game, "1 fighter", {("fighter", "United Kingdom"): 1})
    fights = [(e["side"], e["hits_on"]) for e in happened(game, "volley_fired")]
    assert fights == [("attacker", "1"), ("attacker", attack), ("defender", defense)]


@clause("smith.strategic_bombings.2", "smith.strategic_bombings.4", "smith.strategic_bombings.5")
def test_the_bombing_follows_when_the_scrambled_plane_is_down() -> None:
    game = raid([3, 6, 4, 4, 6, 2, 5, 4, 1], ipcs={GERMANY: 30})
    tell(game, "1 fighter", {("fighter", "United Kingdom"): 1})
    assert [e["ipcs"] for e in happened(game, "raided")] == [5]
    assert game.state.ipcs[GERMANY] == 25
    assert at(game, "Germany", GERMANY) == {"antiaircraft_gun": 1, "bomber": 1}
    if in_phase(game, "combat"):
        tell(game, "done")
    assert in_phase(game, "noncombat")
    escort = next(s for s in game.state.at("Germany") if s.type == "fighter")
    assert "raid_escort" in escort.cond.marks
    assert not game.rules.q.attackers(game, "Germany", US)  # it attacks nothing else


@clause("smith.strategic_bombings.1", "smith.strategic_bombings.3")
def test_example_without_planes_nobody_scrambles_or_escorts() -> None:
    game = raid([3, 6, 4, 1], "1 aa gun", ipcs={GERMANY: 30})
    assert fired(game) == [("antiaircraft fire", [3, 6])]
    assert game.state.ipcs[GERMANY] == 25
    assert not happened(game, "lost")


@clause("smith.strategic_bombings.1", "smith.strategic_bombings.3")
def test_no_escorts_are_named_if_nobody_scrambles() -> None:
    game = raid([3, 6, 4, 1], ipcs={GERMANY: 30})
    tell(game, {})
    assert game.state.ipcs[GERMANY] == 25


def test_escorts_may_come_first_by_option() -> None:
    game = raid([3, 6, 6, 4, 1], values={"escorts_only_if_scrambled": False}, ipcs={GERMANY: 30})
    assert asked(game) == ("escorts", US)
    tell(game, {("fighter", "United Kingdom"): 1})
    assert asked(game) == ("intercept", GERMANY)
    tell(game, {})
    assert game.state.ipcs[GERMANY] == 25


@clause("smith.strategic_bombings.6")
def test_example_raids_are_settled_before_other_attacks_are_declared() -> None:
    board = {"United Kingdom": {UK: "1 bomber, 1 fighter"}, "Germany": {GERMANY: "1 infantry"},
             "Western Europe": {GERMANY: "1 infantry"}}  # fmt: skip
    game = position(UK, "raids", board, dice=[5, 6, 6], rules=[RULE], ipcs={GERMANY: 30})
    refused(game, f"1 fighter: United Kingdom > {NORTH} > Western Europe", f"{RULE}.6")
    tell(game, f"1 bomber: {TO_GERMANY} [raid]")
    assert game.state.ipcs[GERMANY] == 25  # settled already
    assert in_phase(game, "combat")
    tell(game, f"1 fighter: United Kingdom > {NORTH} > Western Europe")
    late = position(UK, "combat_move", board, rules=[RULE])
    with pytest.raises(Illegal):
        late.answer(f"1 bomber: {TO_GERMANY} [raid]")


def test_raids_may_move_with_the_others_by_option() -> None:
    game = raid([3, 6, 4, 1], "1 aa gun", values={"raids_first": False}, ipcs={GERMANY: 30})
    assert game.state.ipcs[GERMANY] == 25


def test_the_attacker_may_break_off() -> None:
    game = raid([3, 6, 4, 6, 5])
    tell(game, "1 fighter", {})
    assert asked(game) == ("raid_goes_on", US)
    tell(game, "fly home")
    assert not happened(game, "raided") and not left(game)
    assert at(game, "Germany", US) == {"bomber": 2}  # they land later


@clause("smith.strategic_bombings.2", "smith.retreats.9")
def test_each_power_says_whether_its_own_planes_go_down() -> None:
    board = {"Germany": {GERMANY: "2 bombers"}, "United Kingdom": {UK: "1 fighter, 1 infantry", US: "1 fighter"}}
    game = position(GERMANY, "raids", board, dice=[6] * 7, rules=[RULE, "smith.retreats"], ipcs={UK: 30})
    tell(game, f"2 bombers: Germany > {BALTIC} > {NORTH} > United Kingdom [raid]")
    tell(game, "1 fighter", "1 fighter", "go on")
    assert asked(game) == ("raid_goes_on", UK)
    tell(game, "fly home")
    assert asked(game) == ("raid_goes_on", US)
    tell(game, "go on")
    # the American fighter fights on, and there is no damage as long as it does
    assert fired(game)[-2:] == [("dogfight", [6, 6]), ("dogfight", [6])] and not happened(game, "raided")


@pytest.mark.parametrize("rules", [(RULE,), (RULE, "smith.retreats")])
def test_scrambled_planes_may_go_down_if_retreats_are_in_play(rules: tuple[str, ...]) -> None:
    game = raid([3, 6, 4, 6, 5, *([4, 1] if len(rules) > 1 else [])], rules=rules, ipcs={GERMANY: 30})
    tell(game, "1 fighter", {}, "go on") if len(rules) > 1 else tell(game, "1 fighter", {})
    if len(rules) > 1:
        assert asked(game) == ("raid_goes_on", GERMANY)
        tell(game, "fly home")
        assert game.state.ipcs[GERMANY] == 25  # they count as disposed of
    else:
        assert choices(game) == ["go on", "fly home"]


def test_the_values_are_those_of_dogfights() -> None:
    rules = registry.build("classic", [RULE, "smith.dogfights"], {"smith.dogfights.fighter_dogfight": 6})
    found = raid_odds(rules, "1 bomber", "1 fighter")
    # the fighter hits without fail; the bomber shoots it down with 1/6 in the same exchange
    assert found.bombers[1] == 0 and found.expected_damage == 0


def test_the_odds_of_a_raid_take_the_dogfight_into_account() -> None:
    """One bomber against one fighter: exchanges until one is down; the bomber bombs if it alone is left."""
    rules = registry.build("classic", [RULE])
    found = raid_odds(rules, "1 bomber", "1 fighter")
    p, q = 1 / 6, 1 / 2
    alone = p * (1 - q) / (1 - (1 - p) * (1 - q))
    assert found.bombers[1] == pytest.approx(alone)
    assert found.expected_damage == pytest.approx(3.5 * alone)
    assert raid_odds(rules, "1 bomber, 2 fighters", "1 fighter").bombers[1] > found.bombers[1]
