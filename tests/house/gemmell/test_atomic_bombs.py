"""gemmell.atomic_bombs: building, carrying and dropping bombs, and what they leave behind."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from sandtable.core.errors import Illegal
from sandtable.engine import survival
from sandtable.engine.board import production
from sandtable.engine.game import Game
from sandtable.engine.movement import COMBAT, Mover
from sandtable.house.gemmell.atomic_bombs import AtomicBombs
from sandtable.rules import registry
from sandtable.rules.rule import Options
from tests.conformance.classic.scenes import asked, end_moves, in_phase, left, refused, until, way
from tests.helpers import at, happened, position, tell

clause = pytest.mark.clause
RULE = "gemmell.atomic_bombs"
RULES = ["gemmell.atomic_research", RULE]
RED, GERMANY, UK, US, JAPAN = "Soviet Union", "Germany", "United Kingdom", "United States", "Japan"
LOADED = "1 bomber (carrying atomic_bomb of {})"


def options(**values: Any) -> dict[str, Any]:
    return {f"{RULE}.{name}": value for name, value in values.items()}


def scene(power: str, phase: str, units: Any, **setting: Any) -> Game:
    setting["rules"] = [*RULES, *setting.pop("rules", ())]
    setting["options"] = {f"{RULE}.{name}": value for name, value in setting.pop("with_", {}).items()}
    return position(power, phase, units, **setting)


def raid(game: Game, path: str, others: tuple[str, ...] = ()) -> Game:
    """Loads the one bomb there is, flies this way, makes further moves, and ends combat movement."""
    tell(game, "load_bombs", f"1 {path.partition(' > ')[0]}")
    if asked(game)[0] == "offer":
        tell(game, "go on")
    power = game.state.power
    tell(game, f"{LOADED.format(power)}: {path} [atomic raid]")
    for move in others:
        tell(game, way(game, move))
    return end_moves(game)


JAPAN_AND_CHINA = {
    "China": {US: "1 bomber, 1 atomic bomb"},
    "Japan": {JAPAN: "1 aa gun, 3 infantry, 1 tank, 1 fighter, 1 bomber"},
}
OVER_JAPAN = "China > Manchuria > Japan Sea Zone > Japan"


@clause(
    "gemmell.atomic_bombs.4",
    "gemmell.atomic_bombs.5",
    "gemmell.atomic_bombs.9",
    "gemmell.atomic_bombs.10",
    "gemmell.atomic_bombs.11",
    "gemmell.atomic_bombs.12",
    "gemmell.atomic_bombs.13",
)
def test_example_a_bomb_on_japan() -> None:
    game = raid(scene(US, "combat_move", JAPAN_AND_CHINA, dice=[4, 6, 2, 3, 5, 5, 4]), OVER_JAPAN)
    assert [e["dice"] for e in happened(game, "volley_fired")] == [[4]]  # at the carrier alone
    assert [e["dice"] for e in happened(game, "atomic_explosion")] == [[6, 2, 3, 5, 5, 4]]
    assert at(game, "Japan", JAPAN) == {"infantry": 1, "fighter": 1}
    assert not any(s.type == "industrial_complex" for s in game.state.at("Japan"))
    assert game.rules.q.value(game, "Japan") == 4
    assert happened(game, "raided") == []  # a carrier does no ordinary damage
    tell(game, "1 bomber (moved 3, atomic raid, combat, fought): Japan > Japan Sea Zone > Manchuria > China")
    assert at(game, "China", US) == {"bomber": 1}


@clause("gemmell.atomic_bombs.5", "gemmell.atomic_bombs.6")
def test_example_the_carrier_is_shot_down() -> None:
    game = scene(
        UK, "combat_move",
        {"United Kingdom": {UK: "2 bombers, 1 atomic bomb"}, "Germany": {GERMANY: "1 aa gun, 1 infantry"}},
        dice=[1, 3, 5], ipcs={GERMANY: 20},
    )  # fmt: skip
    over = "United Kingdom > North Sea Zone > Baltic Sea Zone > Germany"
    tell(
        game, "load_bombs", "1 United Kingdom", f"{LOADED.format(UK)}: {over} [atomic raid]", f"1 bomber: {over} [raid]"
    )
    assert [e["dice"] for e in happened(game, "volley_fired")] == [[1], [3]]  # rolled apart
    assert happened(game, "atomic_explosion") == []
    assert at(game, "Germany", UK) == {"bomber": 1}
    assert game.state.ipcs[GERMANY] == 15  # the other bomber makes its ordinary roll
    assert at(game, "Germany", GERMANY) == {"antiaircraft_gun": 1, "infantry": 1}
    assert game.rules.q.value(game, "Germany") == 10


@clause("gemmell.atomic_bombs.7", "gemmell.atomic_bombs.13", "gemmell.atomic_bombs.14", "gemmell.atomic_bombs.15")
def test_example_western_europe_a_second_time_and_algeria() -> None:
    game = scene(
        UK, "combat_move", {"United Kingdom": {UK: "2 bombers, 2 atomic bombs"}},
        facts={"atomic_hits": {"Western Europe": 1}, "atomic_bombs_built": {}}, dice=[],
    )  # fmt: skip
    value = game.rules.q.value
    assert (value(game, "Western Europe"), value(game, "Algeria")) == (3, 1)
    loaded = LOADED.format(UK)
    tell(game, "load_bombs", "2 United Kingdom")
    tell(game, f"{loaded}: United Kingdom > North Sea Zone > Western Europe [atomic raid]")
    tell(game, f"{loaded}: United Kingdom > North Sea Zone > West Spain Sea Zone > Algeria [atomic raid]")
    assert (value(game, "Western Europe"), value(game, "Algeria")) == (0, 0)
    assert len(happened(game, "atomic_explosion")) == 2


@clause("gemmell.atomic_bombs.1", "gemmell.atomic_bombs.2", "gemmell.atomic_bombs.16")
def test_example_the_third_bomb_of_the_game_at_the_full_price() -> None:
    game = scene(
        JAPAN, "purchase", {}, ipcs={JAPAN: 45}, techs={JAPAN: ["atomic_bomb", "industrial_technology"]},
        facts={"atomic_bombs_built": {JAPAN: 2}, "atomic_hits": {}},
    )  # fmt: skip
    tell(game, "build_bombs")
    refused(game, "2", f"{RULE}.16")
    tell(game, "1")
    assert game.state.ipcs[JAPAN] == 25
    assert asked(game) == ("purchase", JAPAN)  # no further bombs are offered
    until(game, JAPAN, "place")
    tell(game, "1 atomic bomb > Japan, 0 infantry > Japan")
    assert at(game, "Japan", JAPAN)["atomic_bomb"] == 1


@clause("gemmell.atomic_bombs.3")
def test_example_no_ship_takes_a_bomb() -> None:
    game = scene(
        US, "noncombat_move",
        {"Western United States": {US: "1 atomic bomb"}, "West US Sea Zone": {US: "1 transport"},
         "Hawaiian Islands": {US: "1 bomber"}},
    )  # fmt: skip
    refused(game, "1 atomic bomb: Western United States > West US Sea Zone", f"{RULE}.3")
    tell(
        game,
        "1 bomber: Hawaiian Islands > Hawaiian Islands Sea Zone > West US Sea Zone > Western United States",
        "done",
    )
    until(game, US, "offer")
    assert asked(game) == ("offer", US)  # in the next turn the bomber can load it


@clause("gemmell.atomic_bombs.7", "gemmell.atomic_bombs.8")
def test_example_no_bomb_on_a_sea_zone() -> None:
    game = scene(
        JAPAN, "combat_move",
        {"Okinawa": {JAPAN: "1 bomber, 1 atomic bomb"}, "Caroline Islands Sea Zone": {US: "1 aircraft carrier"}},
        owners={"Caroline Islands": US},
    )  # fmt: skip
    tell(game, "load_bombs", "1 Okinawa")
    loaded, over = LOADED.format(JAPAN), "Okinawa > Okinawa Sea Zone > Caroline Islands Sea Zone"
    refused(game, f"{loaded}: {over} [atomic raid]", f"{RULE}.8")
    tell(game, f"{loaded}: {over} > Caroline Islands [atomic raid]")
    assert [e["space"] for e in happened(game, "atomic_explosion")] == ["Caroline Islands"]


@clause("gemmell.atomic_bombs.4")
def test_a_loaded_bomber_flies_no_other_attack() -> None:
    game = scene(US, "combat_move", JAPAN_AND_CHINA)
    tell(game, "load_bombs", "1 China")
    loaded = LOADED.format(US)
    refused(game, f"{loaded}: China > Manchuria", f"{RULE}.4")
    refused(game, f"{loaded}: {OVER_JAPAN} [raid]", "classic.R121")


@clause("gemmell.atomic_bombs.7")
@pytest.mark.parametrize("space", ["Kwangtung", "Sinkiang", "Kazakh S.S.R."])
def test_own_and_allied_territory_is_no_target(space: str) -> None:
    game = scene(US, "combat_move", {"China": {US: "1 bomber, 1 atomic bomb"}})
    tell(game, "load_bombs", "1 China")
    loaded = LOADED.format(US)
    if space == "Kwangtung":
        tell(game, f"{loaded}: China > Kwangtung [atomic raid]")  # an enemy's, though without complex or gun
        assert happened(game, "atomic_explosion")
    else:
        path = "China > Sinkiang" + (" > Kazakh S.S.R." if space.startswith("Kaz") else "")
        refused(game, f"{loaded}: {path} [atomic raid]", f"{RULE}.8")


@clause("gemmell.atomic_bombs.7")
def test_a_bomb_on_a_neutral_costs_the_fee() -> None:
    game = scene(US, "combat_move", {"China": {US: "1 bomber, 1 atomic bomb"}}, ipcs={US: 5}, dice=[])
    tell(game, "load_bombs", "1 China", f"{LOADED.format(US)}: China > Mongolia [atomic raid]")
    assert game.state.ipcs[US] == 2
    assert [e["space"] for e in happened(game, "atomic_explosion")] == ["Mongolia"]
    poor = scene(US, "combat_move", {"China": {US: "1 bomber, 1 atomic bomb"}}, ipcs={US: 2})
    tell(poor, "load_bombs", "1 China")
    refused(poor, f"{LOADED.format(US)}: China > Mongolia [atomic raid]", "classic.R155.3")


@clause("gemmell.atomic_bombs.5")
def test_one_bomb_on_a_territory_in_a_turn() -> None:
    two = {"China": {US: "2 bombers, 2 atomic bombs"}}
    game = tell(scene(US, "combat_move", two), "load_bombs", "2 China")
    refused(game, "2 bombers (carrying atomic_bomb of United States): China > Manchuria [atomic raid]", f"{RULE}.8")
    tell(game, f"{LOADED.format(US)}: China > Manchuria [atomic raid]")
    refused(game, f"{LOADED.format(US)}: China > Manchuria [atomic raid]", f"{RULE}.8")
    many = tell(scene(US, "combat_move", two, with_={"max_bombs_per_territory_per_turn": 2}), "load_bombs", "2 China")
    tell(many, "2 bombers (carrying atomic_bomb of United States): China > Manchuria [atomic raid]")
    assert len(happened(many, "atomic_explosion")) == 2
    assert many.rules.q.value(many, "Manchuria") == 0


@clause("gemmell.atomic_bombs.11")
def test_the_raid_comes_before_the_attack_and_spares_the_attackers() -> None:
    units = {"China": {US: "1 bomber, 1 atomic bomb, 2 infantry"}, "Manchuria": {JAPAN: "2 infantry"}}
    game = scene(US, "combat_move", units, dice=[6, 1, 1, 6, 6])
    raid(game, "China > Manchuria", ("2 infantry: China > Manchuria",))
    assert [e["dice"] for e in happened(game, "atomic_explosion")] == [[6, 1]]
    assert at(game, "Manchuria") == {"infantry": 2, "bomber": 1}  # one survivor defended and fell
    assert game.state.owner["Manchuria"] == US


@clause("gemmell.atomic_bombs.3")
def test_bombs_are_ferried_and_unloaded_where_the_bomber_lands() -> None:
    game = scene(US, "noncombat_move", {"China": {US: "1 bomber, 1 atomic bomb"}})
    tell(game, "load_bombs", "1 China", f"{LOADED.format(US)}: China > Sinkiang")
    until(game, RED, "develop")
    assert at(game, "Sinkiang", US) == {"bomber": 1, "atomic_bomb": 1}


@clause("gemmell.atomic_bombs.1", "gemmell.atomic_bombs.16")
def test_only_with_the_technology_and_within_the_limit() -> None:
    none = scene(JAPAN, "purchase", {}, ipcs={JAPAN: 45})
    assert asked(none) == ("purchase", JAPAN)
    assert "atomic_bomb" not in none.rules.q.for_sale(none, JAPAN)
    spent = scene(
        JAPAN, "purchase", {}, ipcs={JAPAN: 45}, techs={JAPAN: ["atomic_bomb"]},
        facts={"atomic_bombs_built": {JAPAN: 3}, "atomic_hits": {}},
    )  # fmt: skip
    assert asked(spent) == ("purchase", JAPAN)


@clause("gemmell.atomic_bombs.9")
def test_a_complex_can_be_rebuilt_but_not_where_nothing_is_left() -> None:
    facts = {"atomic_hits": {"Germany": 1, "Algeria": 1, "Eastern Europe": 2}, "atomic_bombs_built": {}}
    game = scene(GERMANY, "purchase", {}, facts={**facts, "original_complexes": []})
    spaces = game.rules.q.placement(game, GERMANY, "industrial_complex")
    assert "Algeria" not in spaces and "Eastern Europe" not in spaces
    assert "Ukraine S.S.R." in spaces
    after = raid(scene(US, "combat_move", JAPAN_AND_CHINA, dice=[4, 6, 2, 3, 5, 5, 4]), OVER_JAPAN)
    assert "Japan" not in after.state.facts["original_complexes"]  # one built anew is limited by the value


@clause("gemmell.atomic_bombs.13")
def test_the_lowered_value_counts_for_everything() -> None:
    game = scene(GERMANY, "collect", {}, facts={"atomic_hits": {"Germany": 1}, "atomic_bombs_built": {}})
    assert [e["ipcs"] for e in happened(game, "income") if e["power"] == GERMANY] == [27]
    assert production(game, GERMANY) == 27


@clause("gemmell.atomic_bombs.10")
@pytest.mark.parametrize(("fate", "holder"), [("destroyed", {}), ("captured", {GERMANY: 1})])
def test_a_bomb_in_a_captured_territory(fate: str, holder: dict[str, int]) -> None:
    game = scene(
        GERMANY, "combat_move", {"Caucasus": {RED: "1 atomic bomb"}, "Ukraine S.S.R.": {GERMANY: "1 infantry"}},
        with_={"captured_bomb": fate},
    )  # fmt: skip
    tell(game, "1 infantry: Ukraine S.S.R. > Caucasus")
    assert {p: at(game, "Caucasus", p).get("atomic_bomb") for p in (RED, GERMANY) if at(game, "Caucasus", p).get("atomic_bomb")} == holder  # fmt: skip  # noqa: E501


def test_bombs_lying_in_the_target_are_destroyed() -> None:
    units = {**JAPAN_AND_CHINA, "Japan": {JAPAN: "1 atomic bomb, 1 infantry"}}
    game = raid(scene(US, "combat_move", units, dice=[6]), OVER_JAPAN)
    assert at(game, "Japan", JAPAN) == {"infantry": 1}


@clause("gemmell.atomic_bombs.11")
@pytest.mark.parametrize(("roll", "dice"), [(True, [1, 6]), (False, [])])
def test_prisoners_roll_as_land_units(roll: bool, dice: list[int]) -> None:
    units = {"China": {US: "1 bomber, 1 atomic bomb"}, "Manchuria": {JAPAN: "2 prisoner_of_soviet_union"}}
    game = scene(
        US, "combat_move", units, rules=["gemmell.prisoners_of_war"], with_={"prisoners_roll": roll}, dice=dice
    )
    raid(game, "China > Manchuria")
    assert at(game, "Manchuria", JAPAN) == {"prisoner_of_soviet_union": 1 if roll else 2}


# --- options ----------------------------------------------------------------------------------------------------------


def test_other_numbers() -> None:
    game = scene(
        US, "combat_move", JAPAN_AND_CHINA, dice=[4, 5, 2, 3, 5, 4, 4], with_={
            "land_unit_survival": [5, 6], "air_unit_survival": [4, 5, 6], "first_hit_production": "half_rounded_up",
            "second_hit_production": 2,
        },
    )  # fmt: skip
    raid(game, OVER_JAPAN)
    assert at(game, "Japan", JAPAN) == {"infantry": 1, "tank": 1, "fighter": 1, "bomber": 1}
    value = game.rules.q.value
    assert value(game, "Japan") == 4
    game.state.facts["atomic_hits"] = {"Manchuria": 1, "Japan": 2, "Algeria": 2}
    assert [value(game, s) for s in ("Manchuria", "Japan", "Algeria")] == [2, 2, 1]


@pytest.mark.parametrize(
    ("first", "values"), [("half_rounded_down", [1, 4]), ("half_rounded_up", [2, 4]), ("unchanged", [3, 8])]
)
def test_the_first_bomb_may_halve_the_value_up_or_down_or_leave_it(first: str, values: list[int]) -> None:
    with_ = {"first_hit_production": first}
    game = scene(US, "combat_move", JAPAN_AND_CHINA, dice=[4, 5, 2, 3, 5, 4, 4], with_=with_)
    raid(game, OVER_JAPAN)
    game.state.facts["atomic_hits"]["Manchuria"] = 1
    assert [game.rules.q.value(game, s) for s in ("Manchuria", "Japan")] == values


@clause("gemmell.atomic_bombs.2")
def test_the_price_may_be_another_one() -> None:
    techs = {JAPAN: ["atomic_bomb", "industrial_technology"]}
    with_ = {"cost": 12, "industrial_technology_discount": 2, "lifetime_limit": 5}
    game = scene(JAPAN, "purchase", {}, ipcs={JAPAN: 60}, techs=techs, with_=with_)
    tell(game, "build_bombs", "5")
    assert game.state.ipcs[JAPAN] == 10


# --- advice, odds, the lint -------------------------------------------------------------------------------------------


def advice(game: Game) -> Any:
    assert game.decision
    return game.decision.advice


def test_advice_builds_a_bomb_for_a_bomber_and_drops_it_on_the_capital() -> None:
    techs = {US: ["atomic_bomb"]}
    assert advice(scene(US, "purchase", {}, ipcs={US: 40}, techs=techs)) == "go on"  # no bomber
    game = scene(US, "purchase", {"China": {US: "1 bomber"}}, ipcs={US: 40}, techs=techs)
    assert advice(game) == "build_bombs"
    game = scene(US, "combat_move", {**JAPAN_AND_CHINA, "Manchuria": {JAPAN: "1 infantry"}}, dice=[4, 6, 2, 3, 5, 5, 4])
    for _ in range(3):
        game.answer(advice(game))
    assert [e["space"] for e in happened(game, "atomic_explosion")] == ["Japan"]
    assert in_phase(game, "noncombat")
    assert left(game) == []


def test_odds_of_a_raid() -> None:
    game = scene(US, "combat_move", JAPAN_AND_CHINA)
    chosen = next(rule.options for rule in game.rules.rules if rule.id == RULE)
    found = survival.odds(game, "Japan", partial(AtomicBombs(Options(**chosen)).survives, game))
    assert found.arrives == pytest.approx(5 / 6)
    lost = {stack.type: n for stack, n in found.destroyed.items()}
    assert lost == pytest.approx(
        {
            "antiaircraft_gun": 1,
            "industrial_complex": 1,
            "infantry": 2.5,
            "tank": 5 / 6,
            "fighter": 2 / 3,
            "bomber": 2 / 3,
        }
    )


def test_bombs_need_research() -> None:
    assert [f.severity for f in registry.check("classic", [RULE])] == ["missing"]
    assert registry.check("classic", RULES) == []


@clause("gemmell.atomic_bombs.7", "gemmell.nonaggression_treaty.1", "gemmell.nonaggression_treaty.6")
def test_no_bomb_on_the_units_of_a_treaty_partner_in_a_shared_territory() -> None:
    """A bomb would not let them stand aside, so it is an attack on them: war has to be declared first."""
    units = {
        "Manchuria": {JAPAN: "1 bomber, 1 atomic bomb"},
        "China": {US: "2 infantry", RED: "2 infantry"},
        "Sinkiang": {US: "2 infantry"},
    }
    setting: Any = {"ipcs": {JAPAN: 20}, "rules": ["gemmell.nonaggression_treaty"]}
    game = scene(JAPAN, "combat_move", units, **setting)
    tell(game, "load_bombs", "1 Manchuria", "go on")
    bomber = LOADED.format(JAPAN)
    with pytest.raises(Illegal, match="you are not at war with: units of Soviet Union are in China"):
        tell(game, f"{bomber}: Manchuria > China [atomic raid]")
    ends = {o.path[-1] for s in [laden_in(game, "Manchuria")] for o in Mover(game, COMBAT).options("Manchuria", s)}
    assert "China" not in ends and "Sinkiang" in ends
    war = scene(JAPAN, "combat_move", units, **setting)
    tell(war, "load_bombs", "1 Manchuria", "declare_war", f"{bomber}: Manchuria > China [atomic raid]")
    assert war.state.power == JAPAN or happened(war, "atomic_explosion")


def laden_in(game: Game, space: str) -> Any:
    return next(s for s in game.state.at(space) if s.cond.cargo)
