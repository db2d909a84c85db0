"""The Japanese-Soviet Non-Aggression Treaty: 10 IPCs for a declaration of war, and who stands aside where."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core.errors import Illegal, RuleError
from sandtable.core.forces import FRESH, Stack
from sandtable.engine.game import Game
from sandtable.engine.movement import COMBAT, Mover
from sandtable.rules import registry
from tests.helpers import at, happened, position, tell

RULE = "gemmell.nonaggression_treaty"
JAPAN, SOVIETS = "Japan", "Soviet Union"
CLOSED = r"gemmell\.nonaggression_treaty\.1"
ALONE = r"gemmell\.nonaggression_treaty\.4"


def moves(power: str, units: dict[str, dict[str, str]], ipcs: int = 0, **more: Any) -> Game:
    """Combat movement, with a unit in the capital so that the phase does not end by itself."""
    options = {f"{RULE}.{name}": value for name, value in more.pop("options", {}).items()}
    capital = registry.build("classic").powers[power].capital
    units = {**units, capital: {**units.get(capital, {}), power: units.get(capital, {}).get(power, "1 infantry")}}
    return position(power, "combat_move", units, ipcs={power: ipcs}, rules=[RULE], options=options, **more)


def targets(game: Game, space: str, unit: str) -> set[str]:
    """Where a unit of the active power may go from a space now, in combat movement."""
    power = game.state.power
    stack = next(s for s in game.state.at(space) if (s.owner, s.type) == (power, unit))
    return {option.path[-1] for option in Mover(game, COMBAT).options(space, stack)}


def fight_on(game: Game) -> Game:
    """Answers by advice until the fighting of this turn is over."""
    power = game.state.power
    while game.decision and game.state.power == power:
        game.answer(game.decision.advice)
    return game


@pytest.mark.clause("classic.R14")
@pytest.mark.parametrize("holder", [JAPAN, "United Kingdom"])
def test_a_treaty_with_the_power_at_a_canal_does_not_open_it(holder: str) -> None:
    game = position(
        SOVIETS, "noncombat_move", {"Eastern Mediterranean Sea Zone": {SOVIETS: "1 submarine"}},
        owners={"Anglo-Sudan Egypt": holder, "Syria-Iraq": holder}, rules=[RULE], facts={"treaty": True},
    )  # fmt: skip
    through = "1 submarine: Eastern Mediterranean Sea Zone > Red Sea Zone"
    if holder == JAPAN:
        with pytest.raises(Illegal, match=r"classic\.R14"):
            tell(game, through)
    else:
        tell(game, through)


@pytest.mark.clause("gemmell.nonaggression_treaty.1", "gemmell.nonaggression_treaty.2")
def test_example_japan_declares_war() -> None:
    units = {"Manchuria": {JAPAN: "4 infantry"}, "Soviet Far East": {SOVIETS: "1 infantry"}}
    game = moves(JAPAN, units, 12)
    assert game.decision is not None and game.decision.kind == "offer"
    tell(game, "declare_war")
    assert game.state.ipcs[JAPAN] == 2
    assert happened(game, "war_declared") == [{"power": JAPAN, "ipcs": 10, "other": SOVIETS}]
    tell(game, "3 infantry: Manchuria > Soviet Far East")
    assert game.foes(SOVIETS) >= {JAPAN}
    later = moves(SOVIETS, {"Yakut S.S.R.": {SOVIETS: "1 infantry"}}, 0, facts={"treaty": False})
    assert later.decision is not None and later.decision.kind == "move"
    tell(later, "1 infantry: Yakut S.S.R. > Manchuria")


@pytest.mark.clause("gemmell.nonaggression_treaty.1")
def test_example_the_soviet_union_cannot_pay() -> None:
    game = moves(SOVIETS, {"Yakut S.S.R.": {SOVIETS: "3 infantry"}}, 8)
    assert game.decision is not None and game.decision.kind == "move"  # no offer to declare war
    with pytest.raises(Illegal, match=CLOSED):
        tell(game, "3 infantry: Yakut S.S.R. > Manchuria")
    assert "Manchuria" not in targets(game, "Yakut S.S.R.", "infantry")


@pytest.mark.clause("gemmell.nonaggression_treaty.1", "gemmell.nonaggression_treaty.2")
def test_nothing_is_paid_by_who_keeps_the_treaty() -> None:
    game = tell(moves(SOVIETS, {"Yakut S.S.R.": {SOVIETS: "3 infantry"}}, 10), "go on")
    assert game.state.ipcs[SOVIETS] == 10
    with pytest.raises(Illegal, match="10 IPCs"):
        tell(game, "3 infantry: Yakut S.S.R. > Manchuria")
    declared = moves(SOVIETS, {"Yakut S.S.R.": {SOVIETS: "3 infantry"}}, 10)
    tell(declared, "declare_war", "3 infantry: Yakut S.S.R. > Manchuria")
    assert declared.state.ipcs[SOVIETS] == 0


@pytest.mark.clause("gemmell.nonaggression_treaty.3", "gemmell.nonaggression_treaty.4")
def test_example_soviets_alone_in_sinkiang() -> None:
    units = {"French Indo-China": {JAPAN: "4 infantry"}, "Sinkiang": {SOVIETS: "2 infantry"}}
    game = tell(moves(JAPAN, units, 10), "go on")
    with pytest.raises(Illegal, match=ALONE):
        tell(game, "4 infantry: French Indo-China > Sinkiang")
    assert "Sinkiang" not in targets(game, "French Indo-China", "infantry")
    paid = tell(moves(JAPAN, units, 10), "declare_war", "4 infantry: French Indo-China > Sinkiang")
    assert paid.state.ipcs[JAPAN] == 0


@pytest.mark.clause(
    "gemmell.nonaggression_treaty.5", "gemmell.nonaggression_treaty.6", "gemmell.nonaggression_treaty.7"
)
def test_example_soviets_stand_aside_in_sinkiang() -> None:
    units = {
        "French Indo-China": {JAPAN: "4 infantry"},
        "Sinkiang": {SOVIETS: "1 infantry", "United States": "2 infantry"},
        "Kazakh S.S.R.": {SOVIETS: "2 infantry"},
    }
    # four attackers at 1 hit twice, two defenders at 2 hit once
    game = moves(JAPAN, units, 0, dice=[1, 1, 6, 6, 2, 6])
    tell(game, "4 infantry: French Indo-China > Sinkiang", "done")
    (started,) = happened(game, "battle_started")
    assert started["defenders"] == {Stack("United States", "infantry"): 2}
    assert game.state.owner["Sinkiang"] == JAPAN
    assert game.decision is not None
    assert (game.decision.power, game.decision.kind) == (SOVIETS, "forced_retreat")
    assert set(game.decision.legal()) >= {"Kazakh S.S.R.", "Novosibirsk"}
    assert game.decision.advice == "Kazakh S.S.R."
    tell(game, "Novosibirsk")
    assert at(game, "Sinkiang") == {"infantry": 3}
    assert at(game, "Novosibirsk", SOVIETS) == {"infantry": 1}
    assert game.state.facts["treaty"] is True
    assert game.state.ipcs[SOVIETS] == 24 and not happened(game, "war_declared")


@pytest.mark.clause("gemmell.nonaggression_treaty.6")
def test_who_stands_aside_stays_if_the_attack_fails() -> None:
    units = {
        "French Indo-China": {JAPAN: "1 infantry"},
        "Sinkiang": {SOVIETS: "1 infantry", "United States": "1 infantry"},
    }
    game = tell(moves(JAPAN, units, dice=[6, 1]), "1 infantry: French Indo-China > Sinkiang", "done")
    assert at(game, "Sinkiang", SOVIETS) == {"infantry": 1}
    assert not happened(game, "withdrew")


@pytest.mark.clause("gemmell.nonaggression_treaty.6")
def test_no_casualties_and_no_shots_of_who_stands_aside() -> None:
    units = {
        "French Indo-China": {JAPAN: "3 infantry, 1 fighter"},
        "Sinkiang": {SOVIETS: "1 infantry, 1 fighter, 1 armor", "United States": "1 infantry"},
    }
    game = moves(JAPAN, units, dice=[1, 1, 1, 3, 6])
    tell(game, "3 infantry: French Indo-China > Sinkiang", "1 fighter: French Indo-China > Sinkiang", "done")
    lost = [dict(e["force"]) for e in happened(game, "lost")]
    assert [s.owner for force in lost for s in force] == ["United States"]


@pytest.mark.clause("gemmell.nonaggression_treaty.6")
def test_who_stands_aside_neither_withdraws_nor_surrenders() -> None:
    units = {
        "French Indo-China": {JAPAN: "4 infantry"},
        "Sinkiang": {SOVIETS: "2 infantry", "United States": "2 infantry"},
    }
    rules = [RULE, "gemmell.retreat_by_defender", "gemmell.prisoners_of_war"]
    capital = {"Japan": {JAPAN: "1 infantry"}}
    game = position(JAPAN, "combat_move", {**units, **capital}, ipcs={JAPAN: 0}, rules=rules, dice=[6] * 6 + [1] * 60)
    tell(game, "4 infantry: French Indo-China > Sinkiang", "done", "press on")
    asked = set()
    while game.battle and game.decision:
        asked.add(game.decision.power)
        game.answer(game.decision.advice)
    assert "United States" in asked
    assert SOVIETS not in asked


@pytest.mark.clause("gemmell.nonaggression_treaty.7")
def test_who_has_nowhere_to_go_is_lost() -> None:
    units = {
        "French Indo-China": {JAPAN: "4 infantry"},
        "India": {SOVIETS: "2 infantry", "United Kingdom": "1 infantry"},
    }
    owners = {"Persia": "Germany", "Sinkiang": JAPAN}
    game = moves(JAPAN, units, owners=owners, dice=[1, 1, 1, 1, 6])
    tell(game, "4 infantry: French Indo-China > India", "done")
    assert game.state.owner["India"] == JAPAN
    assert [e["power"] for e in happened(game, "lost")] == ["United Kingdom", SOVIETS]
    assert at(game, "India") == {"infantry": 4}


@pytest.mark.clause("gemmell.nonaggression_treaty.7")
def test_own_transports_take_up_what_finds_room() -> None:
    units = {
        "French Indo-China": {JAPAN: "4 infantry"},
        "India": {SOVIETS: "3 infantry", "United Kingdom": "1 infantry"},
        "Indian Ocean Sea Zone": {SOVIETS: "1 transport", "United Kingdom": "1 transport", JAPAN: "1 submarine"},
    }
    owners = {"Persia": "Germany", "Sinkiang": JAPAN}
    game = moves(JAPAN, units, owners=owners, dice=[1, 1, 1, 1, 6])
    tell(game, "4 infantry: French Indo-China > India", "done")
    fight_on(game)
    transport = next(s for s in game.state.at("Indian Ocean Sea Zone") if s.owner == SOVIETS)
    assert transport.cond.cargo == ((SOVIETS, "infantry"),) * 2
    assert {s.owner: n for e in happened(game, "lost") for s, n in e["force"].items()} == {
        "United Kingdom": 1, SOVIETS: 1,
    }  # fmt: skip


@pytest.mark.clause("gemmell.nonaggression_treaty.7")
def test_nobody_retreats_into_a_battle() -> None:
    units = {
        "French Indo-China": {JAPAN: "5 infantry"},
        "Manchuria": {JAPAN: "2 infantry"},
        "China": {"United States": "1 infantry"},
        "Sinkiang": {SOVIETS: "1 infantry", "United States": "1 infantry"},
    }
    game = moves(JAPAN, units, dice=[1] * 4 + [6] + [1] * 20)
    tell(game, "4 infantry: French Indo-China > Sinkiang", "2 infantry: Manchuria > China", "done", "Sinkiang")
    assert game.decision is not None and game.decision.kind == "forced_retreat"
    assert "China" not in set(game.decision.legal())
    assert "India" in set(game.decision.legal())


@pytest.mark.clause("gemmell.nonaggression_treaty.7")
def test_a_gun_of_the_partner_is_not_captured_but_leaves() -> None:
    units = {
        "French Indo-China": {JAPAN: "2 infantry"},
        "Sinkiang": {SOVIETS: "1 aa gun", "United States": "1 infantry"},
        "Kazakh S.S.R.": {SOVIETS: "1 aa gun"},
    }
    game = moves(JAPAN, units, dice=[1, 1, 6])
    tell(game, "2 infantry: French Indo-China > Sinkiang", "done")
    assert game.decision is not None and "Kazakh S.S.R." not in set(game.decision.legal())
    tell(game, "Novosibirsk")
    assert at(game, "Novosibirsk", SOVIETS) == {"antiaircraft_gun": 1}


@pytest.mark.clause("gemmell.nonaggression_treaty.3")
@pytest.mark.parametrize(
    ("space", "owner", "aside"),
    [("India", "United Kingdom", True), ("China", "United States", True), ("Alaska", "United States", False),
     ("Manchuria", "United States", True), ("Australia", "United Kingdom", False), ("Sweden", "United Kingdom", False)],
)  # fmt: skip
def test_only_british_and_american_asia_is_covered(space: str, owner: str, aside: bool) -> None:
    game = moves(JAPAN, {space: {SOVIETS: "1 infantry", owner: "1 infantry"}}, owners={space: owner})
    defenders = {s.owner for s in game.rules.q.defenders(game, space, JAPAN)}
    assert defenders == ({owner} if aside else {owner, SOVIETS})


@pytest.mark.clause("gemmell.nonaggression_treaty.3")
def test_outside_asia_soviets_fight_and_the_treaty_goes_on() -> None:
    units = {"Alaska": {SOVIETS: "1 infantry"}, "Alaska Sea Zone": {JAPAN: "1 transport (carrying infantry of Japan)"}}
    game = moves(JAPAN, units, dice=[1, 6])
    tell(game, "1 infantry: Alaska Sea Zone > Alaska", "done")
    assert happened(game, "battle_started")[0]["defenders"] == {Stack(SOVIETS, "infantry"): 1}
    assert game.state.owner["Alaska"] == JAPAN
    assert game.state.facts["treaty"] is True


@pytest.mark.clause("gemmell.nonaggression_treaty.4", "gemmell.nonaggression_treaty.5")
@pytest.mark.parametrize(("others", "is_open"), [("1 infantry", True), ("1 aa gun", False), ("1 complex", False)])
def test_only_units_that_fight_lift_the_protection(others: str, is_open: bool) -> None:
    units = {
        "French Indo-China": {JAPAN: "1 infantry"},
        "Sinkiang": {SOVIETS: "1 infantry", "United States": others},
    }
    assert ("Sinkiang" in targets(moves(JAPAN, units), "French Indo-China", "infantry")) is is_open


@pytest.mark.clause("gemmell.nonaggression_treaty.1")
def test_what_else_is_forbidden_air_sea_raids_and_landings() -> None:
    units = {
        "Manchuria": {JAPAN: "1 fighter, 1 bomber, 1 infantry"},
        "Soviet Far East": {SOVIETS: "1 infantry, 1 complex"},
        "Japan Sea Zone": {JAPAN: "1 submarine", SOVIETS: "1 submarine"},
        "Soviet Far East Sea Zone": {JAPAN: "1 transport (carrying infantry of Japan)", SOVIETS: "1 submarine"},
    }
    game = moves(JAPAN, units)
    for unit in ("fighter", "bomber", "infantry"):
        assert "Soviet Far East" not in targets(game, "Manchuria", unit)
    assert "Soviet Far East Sea Zone" not in targets(game, "Japan Sea Zone", "submarine")
    with pytest.raises(Illegal, match=CLOSED):
        tell(game, "1 infantry: Soviet Far East Sea Zone > Soviet Far East")
    with pytest.raises(Illegal, match=CLOSED):
        tell(game, "1 bomber: Manchuria > Soviet Far East [raid]")
    with pytest.raises(Illegal, match=CLOSED):
        tell(game, "1 fighter: Manchuria > Yakut S.S.R. > Novosibirsk")  # flying over is entering, too
    tell(game, "done")
    assert not any(line.decision.kind == "fight" for line in game.log)  # their ships share the zone in peace


def test_ships_of_the_two_do_not_block_each_other() -> None:
    units = {
        "Japan Sea Zone": {JAPAN: "1 transport (carrying infantry of Japan)"},
        "Soviet Far East Sea Zone": {SOVIETS: "1 battleship"},
        "Alaska": {"United States": "1 infantry"},
    }
    game = moves(JAPAN, units)
    assert "Alaska Sea Zone" in targets(game, "Japan Sea Zone", "transport")
    war = moves(JAPAN, units, facts={"treaty": False})
    assert "Soviet Far East Sea Zone" in targets(war, "Japan Sea Zone", "transport")


@pytest.mark.clause("gemmell.nonaggression_treaty.1")
def test_rockets_are_attacks_too() -> None:
    from sandtable.engine import rockets

    units = {"Manchuria": {JAPAN: "1 aa gun"}, "Soviet Far East": {SOVIETS: "1 complex"}}
    assert "Soviet Far East" not in rockets.targets(moves(JAPAN, units), rockets.Launch(), JAPAN)
    war = moves(JAPAN, units, techs={JAPAN: ["rockets"]}, facts={"treaty": False})
    assert "Soviet Far East" in rockets.targets(war, rockets.Launch(), JAPAN)


@pytest.mark.clause("gemmell.nonaggression_treaty.1")
def test_guests_in_the_partners_territory_are_safe_and_conquests_count() -> None:
    units = {
        "Manchuria": {JAPAN: "2 infantry"},
        "Soviet Far East": {"United States": "1 infantry"},
        "Kwangtung": {JAPAN: "1 infantry"},
    }
    game = moves(JAPAN, units)
    assert "Soviet Far East" not in targets(game, "Manchuria", "infantry")
    conquered = moves(SOVIETS, {"Kazakh S.S.R.": {SOVIETS: "1 infantry"}}, owners={"Sinkiang": JAPAN})
    assert "Sinkiang" not in targets(conquered, "Kazakh S.S.R.", "infantry")


def test_other_powers_are_not_bound() -> None:
    units = {"Ukraine S.S.R.": {"Germany": "2 infantry"}, "Caucasus": {SOVIETS: "1 infantry"}}
    assert "Caucasus" in targets(moves("Germany", units), "Ukraine S.S.R.", "infantry")
    mixed = moves("Germany", {"Persia": {SOVIETS: "1 infantry", "United Kingdom": "1 infantry"}})
    assert {s.owner for s in mixed.rules.q.defenders(mixed, "Persia", "Germany")} == {SOVIETS, "United Kingdom"}


# --- options ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("symmetric", "aside"), [(True, True), (False, False)])
def test_japanese_in_german_territory(symmetric: bool, aside: bool) -> None:
    units = {"Ukraine S.S.R.": {"Germany": "1 infantry", JAPAN: "1 infantry"}, "Caucasus": {SOVIETS: "3 infantry"}}
    options = {"symmetric_stacking": symmetric}
    game = moves(SOVIETS, units, options=options)
    defenders = {s.owner for s in game.rules.q.defenders(game, "Ukraine S.S.R.", SOVIETS)}
    assert defenders == ({"Germany"} if aside else {"Germany", JAPAN})
    alone = moves(SOVIETS, {**units, "Ukraine S.S.R.": {JAPAN: "1 infantry"}}, options=options)
    assert ("Ukraine S.S.R." in targets(alone, "Caucasus", "infantry")) is not aside


def test_japanese_retreat_when_the_soviets_take_german_territory() -> None:
    units = {"Ukraine S.S.R.": {"Germany": "1 infantry", JAPAN: "1 infantry"}, "Caucasus": {SOVIETS: "3 infantry"}}
    game = moves(SOVIETS, units, dice=[1, 1, 1, 6])
    tell(game, "3 infantry: Caucasus > Ukraine S.S.R.", "done")
    fight_on(game)
    assert at(game, "Eastern Europe", JAPAN) == {"infantry": 1}


@pytest.mark.parametrize(
    ("region", "space", "aside"),
    [("all_allied", "Alaska", True), ("none", "Sinkiang", False), ("british_and_american_asia", "Alaska", False)],
)
def test_protected_regions(region: str, space: str, aside: bool) -> None:
    units = {space: {SOVIETS: "1 infantry", "United States": "1 infantry"}}
    game = moves(JAPAN, units, options={"protected_allied_regions": region})
    assert (SOVIETS in {s.owner for s in game.rules.q.defenders(game, space, JAPAN)}) is not aside


def test_other_territories_may_count_as_asia() -> None:
    units = {"Australia": {SOVIETS: "1 infantry", "United Kingdom": "1 infantry"}}
    game = moves(JAPAN, units, options={"asian_territories": ["Australia"]})
    assert {s.owner for s in game.rules.q.defenders(game, "Australia", JAPAN)} == {"United Kingdom"}
    with pytest.raises(RuleError, match="Atlantis"):
        moves(JAPAN, {}, options={"asian_territories": ["Atlantis"]})


def test_another_fee() -> None:
    game = moves(JAPAN, {"Manchuria": {JAPAN: "1 infantry"}}, 5, options={"war_fee": 5})
    tell(game, "declare_war")
    assert game.state.ipcs[JAPAN] == 0


def test_a_treaty_about_land_alone() -> None:
    units = {
        "Manchuria": {JAPAN: "1 fighter, 1 infantry"},
        "Soviet Far East": {SOVIETS: "1 infantry"},
        "Japan Sea Zone": {JAPAN: "1 submarine"},
        "Soviet Far East Sea Zone": {SOVIETS: "1 submarine"},
        "Sinkiang": {SOVIETS: "1 infantry", "United States": "1 infantry"},
    }
    game = moves(JAPAN, units, options={"scope": "land_invasion_only"})
    assert "Soviet Far East" in targets(game, "Manchuria", "fighter")
    assert "Soviet Far East" not in targets(game, "Manchuria", "infantry")
    assert "Soviet Far East Sea Zone" in targets(game, "Japan Sea Zone", "submarine")
    landing = {"Soviet Far East Sea Zone": {JAPAN: "1 transport (carrying infantry of Japan)"}}
    with pytest.raises(Illegal, match=CLOSED):
        tell(
            moves(JAPAN, landing, options={"scope": "land_invasion_only"}),
            "1 infantry: Soviet Far East Sea Zone > Soviet Far East",
        )
    assert {s.owner for s in game.rules.q.defenders(game, "Sinkiang", JAPAN)} == {"United States"}


def test_a_fee_for_every_invasion() -> None:
    units = {
        "Manchuria": {JAPAN: "3 infantry"},
        "Soviet Far East": {SOVIETS: "1 infantry, 1 complex"},
        "Soviet Far East Sea Zone": {SOVIETS: "1 submarine"},
        "Sinkiang": {SOVIETS: "1 infantry"},
    }
    game = moves(JAPAN, units, 25, options={"fee_mode": "per_invasion"}, dice=[1, 1, 6])
    tell(game, "declare_war")
    assert game.decision is not None and game.decision.kind == "break_treaty"
    assert {"Soviet Far East", "Sinkiang", "Soviet Far East Sea Zone", "Russia"} <= set(game.decision.legal())
    tell(game, "Soviet Far East")
    assert game.state.ipcs[JAPAN] == 15
    tell(game, "go on")
    assert "Yakut S.S.R." not in targets(game, "Manchuria", "infantry")
    tell(game, "2 infantry: Manchuria > Soviet Far East", "done")
    assert game.state.owner["Soviet Far East"] == JAPAN
    assert Stack(JAPAN, "industrial_complex") in {s.with_(FRESH) for s in game.state.at("Soviet Far East")}
    assert game.state.facts["treaty"] is True
    fight_on(game)
    while game.decision and game.state.power != JAPAN:
        game.answer(game.decision.advice)
    assert "opened" not in game.state.now


# --- advice -----------------------------------------------------------------------------------------------------------


def test_advice_is_to_declare_war_only_when_it_pays() -> None:
    weak = moves(JAPAN, {"Manchuria": {JAPAN: "2 infantry"}, "Soviet Far East": {SOVIETS: "4 infantry"}}, 20)
    assert weak.decision is not None and weak.decision.advice == "go on"
    strong = moves(JAPAN, {"Manchuria": {JAPAN: "9 armor"}, "Soviet Far East": {SOVIETS: "1 infantry"}}, 20)
    assert strong.decision is not None and strong.decision.advice == "declare_war"
