"""smith.tech_kamikaze and smith.na_japan_kamikaze: fighters that do not come back."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core.errors import Illegal
from sandtable.engine.game import Game
from tests.battle import referee
from tests.conformance.classic.scenes import asked, attack, fired
from tests.helpers import at, happened, position, tell

from .lab import GERMANY, JAPAN, US, agrees, built, keys, research

clause = pytest.mark.clause
RULE = built("tech_kamikaze")[0]
FAR = "Caroline Islands > Caroline Islands Sea Zone > Wake Island Sea Zone > Hawaiian Islands Sea Zone"
FLEET = {"Hawaiian Islands Sea Zone": {US: "1 battleship, 1 carrier, 1 transport"}}


def diving(dice: list[int], count: int = 3, fleet: Any = FLEET, **more: Any) -> Game:
    return attack(
        JAPAN, [f"{count} fighter: {FAR}"], {"Caroline Islands": {JAPAN: f"{count} fighter"}, **fleet}, dice=dice,
        rules=more.pop("rules", [RULE]), techs={JAPAN: ["kamikaze"]}, **more,
    )  # fmt: skip


@clause("smith.tech_kamikaze.2", "smith.tech_kamikaze.3", "smith.tech_kamikaze.4", "smith.tech_kamikaze.5",
        "smith.tech_kamikaze.6", "smith.tech_kamikaze.7")  # fmt: skip
def test_example_three_kamikaze_fighters_sink_a_carrier() -> None:
    game = diving([1, 4, 6, 6, 6, 6], rules=[RULE, "smith.damaged_units"])
    assert fired(game)[0] == ("kamikaze", [1, 4, 6]) and asked(game) == ("casualties", JAPAN)
    (carrier,) = [s for s in game.state.at("Hawaiian Islands Sea Zone") if s.type == "aircraft_carrier"]
    tell(game, {carrier: 2})
    assert at(game, "Hawaiian Islands Sea Zone") == {"battleship": 1, "transport": 1}


@clause("smith.tech_kamikaze.3")
def test_without_the_elite_force_they_cannot_fly_so_far() -> None:
    units = {"Caroline Islands": {JAPAN: "1 fighter"}, **FLEET}
    with pytest.raises(Illegal, match="land"):
        tell(position(JAPAN, "combat_move", units, rules=[RULE]), f"1 fighter: {FAR}")
    land = {"Caroline Islands": {JAPAN: "1 fighter"}, "Hawaiian Islands": {US: "1 infantry"}}
    game = position(JAPAN, "combat_move", land, rules=[RULE], techs={JAPAN: ["kamikaze"]})
    with pytest.raises(Illegal):  # the special attack is on ships
        tell(game, f"1 fighter: {FAR} > Hawaiian Islands")


@clause("smith.tech_kamikaze.4", "smith.tech_kamikaze.6", "smith.tech_kamikaze.7")
@pytest.mark.parametrize("declared", [True, False])
def test_others_are_declared_at_the_beginning_and_may_fight_on(declared: bool) -> None:
    units = {"Caroline Islands": {JAPAN: "1 fighter"}, "Wake Island Sea Zone": {US: "2 transport"}}
    near = "Caroline Islands > Caroline Islands Sea Zone > Wake Island Sea Zone"
    game = attack(
        JAPAN, [f"1 fighter: {near}"], units, dice=[4, 6, 6, 3, 6], rules=[RULE], techs={JAPAN: ["kamikaze"]}
    )  # fmt: skip
    assert asked(game) == ("assign", JAPAN)
    tell(game, "1 fighter" if declared else {})
    if declared:
        assert fired(game)[0] == ("kamikaze", [4]) and at(game, "Wake Island Sea Zone") == {"transport": 1}
        return
    assert fired(game)[0] == ("attackers", [4]) and at(game, "Wake Island Sea Zone", US) == {"transport": 2}
    assert at(game, "Wake Island Sea Zone", JAPAN) == {"fighter": 1}


@clause("smith.tech_kamikaze.6")
def test_a_kamikaze_fighter_that_sinks_the_last_ship_is_destroyed() -> None:
    units = {"Caroline Islands": {JAPAN: "1 fighter"}, "Wake Island Sea Zone": {US: "1 transport"}}
    near = "Caroline Islands > Caroline Islands Sea Zone > Wake Island Sea Zone"
    game = attack(JAPAN, [f"1 fighter: {near}"], units, dice=[1, 6], rules=[RULE], techs={JAPAN: ["kamikaze"]})
    tell(game, "1 fighter")
    assert fired(game)[0] == ("kamikaze", [1]) and at(game, "Wake Island Sea Zone") == {}


def test_defenders_fire_back_at_kamikaze_fighters() -> None:
    """A hit on a kamikaze fighter makes no difference to its end, and ships that it hits still fire."""
    units = {"Hawaiian Islands Sea Zone": {US: "1 carrier"}}
    game = diving([4, 3], 1, units)
    assert [name for name, _ in fired(game)] == ["kamikaze", "defenders"]
    assert at(game, "Hawaiian Islands Sea Zone") == {}


@clause("smith.tech_kamikaze.8")
def test_example_fighters_cost_10_and_8_with_industrial_technology() -> None:
    rules = [RULE, *built("tech_industrial_technology")]
    game = position(JAPAN, "purchase", rules=rules, techs={JAPAN: ["kamikaze"]}, ipcs={JAPAN: 30})
    assert tell(game, "3 fighter").state.ipcs[JAPAN] == 0
    both = ["kamikaze", "industrial_technology"]
    game = position(JAPAN, "purchase", rules=rules, techs={JAPAN: both}, ipcs={JAPAN: 30})
    assert tell(game, "3 fighter").state.ipcs[JAPAN] == 6


@clause("smith.tech_kamikaze.1")
def test_example_only_japan_can_have_it() -> None:
    rules = [RULE, *built("weapons_table", "tech_super_armor", "directed_research")]
    game = research(GERMANY, [6, 2], rules=rules, ipcs=7, techs={JAPAN: ["kamikaze"]})
    assert "kamikaze" not in game.rules.q.development(game, GERMANY, 1)
    assert asked(game)[0] == "develop" or "kamikaze" not in keys(game)
    assert "kamikaze" in game.rules.q.development(research(JAPAN, [], rules=rules), JAPAN, 1)


def test_kamikaze_has_other_numbers() -> None:
    options = {f"{RULE}.special_attack": 5, f"{RULE}.fighter_cost": 9, f"{RULE}.power": "Germany"}
    game = diving([5, 6], 1, {"Hawaiian Islands Sea Zone": {US: "1 transport"}}, options=options)
    assert fired(game)[0] == ("kamikaze", [5]) and game.stats(JAPAN, "fighter").cost == 9
    assert game.rules.technologies["kamikaze"].powers == ("Germany",)


@clause("smith.na_japan_kamikaze.1")
def test_example_japan_has_it_from_the_start() -> None:
    rules = built("na_japan_kamikaze", "tech_kamikaze")
    game = position(JAPAN, "purchase", rules=rules, ipcs={JAPAN: 25}, clear=False)
    assert tell(game, "2 fighter").state.ipcs[JAPAN] == 5
    units = {"Philippines": {JAPAN: "1 fighter"}, "Hawaiian Islands Sea Zone": {US: "1 transport"}}
    far = "Philippines > Philippines Sea Zone > Caroline Islands Sea Zone > Wake Island Sea Zone"
    game = position(JAPAN, "combat_move", units, rules=rules)
    tell(game, f"1 fighter: {far} > Hawaiian Islands Sea Zone")
    assert happened(game, "moved") and happened(game, "battle_started")


def test_the_referee_rolls_what_is_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    """All fighters are kamikaze; the others fight on."""
    monkeypatch.setattr(referee, "ATTACKING", JAPAN)
    monkeypatch.setattr(referee, "DEFENDING", US)
    battle = referee.Referee(
        "sea", {"fighter": 2, "submarine": 1}, {"transport": 1, "battleship": 1}, {JAPAN: ("kamikaze",)}, (RULE,), 2
    )  # fmt: skip
    agrees(battle)
