"""Units that change their form: damaged ships, repairs, and units that are fitted with something."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import sandtable
from sandtable.battle.volley import Volley
from sandtable.core.dice import FixedDice
from sandtable.core.errors import Illegal, RuleError
from sandtable.core.forces import by_type
from sandtable.engine import contracts
from sandtable.engine.game import Game
from sandtable.engine.movement import COMBAT, NONCOMBAT, Mover
from sandtable.rules import explain, registry
from sandtable.rules.draft import Draft
from sandtable.rules.rule import Options, Rule
from tests.battle.referee import Referee
from tests.battle.test_referee import FAMILY, p_value
from tests.helpers import at, happened, position, tell

from .examples_forms import EXAMPLES, RADAR

KNOWN = {rule.id: rule for rule in EXAMPLES}
SHIPS = "ex_forms.damaged_ships"
BALTIC = "Baltic Sea Zone"


@pytest.fixture(autouse=True)
def examples(monkeypatch: pytest.MonkeyPatch) -> None:
    """The example rules are known while a test runs."""
    known = registry.rules()
    monkeypatch.setattr(registry, "rules", lambda: {**known, **KNOWN})


def advised(game: Any) -> Any:
    """Answer as advised until the battle is over."""
    while game.decision is not None and game.battle is not None:
        advice = game.decision.advice
        tell(game, advice() if callable(advice) else advice)
    return game


def fired(game: Any) -> list[tuple[str, str, int]]:
    return [(e["volley"], e["hits_on"], len(e["dice"])) for e in happened(game, "volley_fired")]


def sea(attack: str, defend: str, dice: list[int], *rules: str) -> Any:
    game = position(
        "Soviet Union", "combat", {BALTIC: {"Soviet Union": attack, "Germany": defend}}, dice=dice, rules=rules
    )
    tell(game, True)
    return advised(game)


# --- damage -----------------------------------------------------------------------------------------------------------


def test_a_damaged_unit_has_its_own_numbers() -> None:
    game = position(
        "Germany",
        "combat_move",
        {BALTIC: {"Germany": "1 battleship, 1 battleship (damaged 1), 1 carrier (damaged 1)"}},
        rules=[SHIPS],
    )
    units = {(s.type, s.cond.damage): game.unit(s, BALTIC) for s in game.state.at(BALTIC)}
    assert (units["battleship", 0].move, units["battleship", 0].attack) == (2, 4)
    hurt = units["battleship", 1]
    assert (hurt.move, hurt.attack, hurt.defense, hurt.hits) == (1, 2, 2, 2)
    assert "bombards" in units["battleship", 0].tags and "bombards" not in hurt.tags
    assert (units["aircraft_carrier", 1].deck, units["aircraft_carrier", 1].defense) == (0, 1)


def test_a_damaged_ship_sails_one_space() -> None:
    game = position(
        "Germany", "combat_move", {BALTIC: {"Germany": "1 battleship, 1 battleship (damaged 1)"}}, rules=[SHIPS]
    )
    far = {
        s.cond.damage: max(len(o.path) - 1 for o in Mover(game, COMBAT).options(BALTIC, s))
        for s in game.state.at(BALTIC)
    }
    assert far == {0: 2, 1: 1}


def test_it_still_rolls_as_before_in_the_round_in_which_it_is_damaged() -> None:
    """Attackers and defenders roll together: the hit battleship still defends at 4, and at 2 from the next round on."""
    game = sea("1 battleship", "1 battleship", [4, 5, 5, 3, 5, 2, 4, 5, 5, 5, 1, 1], SHIPS)
    assert [row[1] for row in fired(game)][:6] == ["4", "4", "4", "2", "4", "2"]


def test_hits_that_fall_at_once_change_the_numbers_at_once() -> None:
    game = sea("1 submarine", "1 battleship", [2, 3, 2, 1], SHIPS)
    assert fired(game)[:2] == [("submarine opening fire", "2", 1), ("defenders", "2", 1)]
    assert not any(s.cond.marks and "just_hit" in s.cond.marks[0] for s in game.state.at(BALTIC))


def test_two_hits_in_one_round_sink_it() -> None:
    """Smith's example: two hits on the lone battleship in one round: damaged by the first, sunk by the second."""
    game = sea("1 battleship", "2 submarines", [5, 1, 2], SHIPS)
    assert at(game, BALTIC, "Soviet Union") == {}


def test_the_odds_follow() -> None:
    """One battleship against another for one round: each still hits at 4; both are damaged with 4/9."""
    odds = sandtable.odds("classic", "1 battleship", "1 battleship", "sea", house_rules=[SHIPS], rounds=1)
    assert odds.attacker_wins == 0
    hurt = sandtable.odds("classic", "1 battleship (damaged 1)", "1 transport", "sea", house_rules=[SHIPS], rounds=1)
    assert hurt.expected_loss["defender"] == pytest.approx(8 / 3)
    assert hurt.expected_loss["attacker"] == pytest.approx(24 / 6)


def test_a_duel_of_battleships_by_hand() -> None:
    """States (hits left of both): whole ones hit at 4, damaged ones at 2; the numbers of a round are those at its
    start."""
    p = {2: 2 / 3, 1: 1 / 3}
    wins: dict[tuple[int, int], float] = {}
    for a in (0, 1, 2):
        for d in (0, 1, 2):
            if not a or not d:
                wins[a, d] = float(a > 0 and d == 0)
                continue
            x, y = p[a], p[d]
            go = x * y * wins[a - 1, d - 1] + x * (1 - y) * wins[a, d - 1] + (1 - x) * y * wins[a - 1, d]
            wins[a, d] = go / (1 - (1 - x) * (1 - y))
    odds = sandtable.odds("classic", "1 battleship", "1 battleship", "sea", house_rules=[SHIPS])
    assert odds.attacker_wins == pytest.approx(wins[2, 2], abs=1e-12)
    odds = sandtable.odds("classic", "1 battleship (damaged 1)", "1 battleship", "sea", house_rules=[SHIPS])
    assert odds.attacker_wins == pytest.approx(wins[1, 2], abs=1e-12)


@pytest.mark.parametrize(
    ("attack", "defend", "rules"),
    [
        ({"battleship": 2, "aircraft_carrier": 1, "submarine": 1}, {"battleship": 1, "aircraft_carrier": 2}, (SHIPS,)),
        ({"submarine": 3}, {"aircraft_carrier": 2, "battleship": 1}, (SHIPS, "ex_forms.squadrons")),
    ],
)
def test_referee_and_solver_agree(attack: dict[str, int], defend: dict[str, int], rules: tuple[str, ...]) -> None:
    referee = Referee("sea", attack, defend, rules=rules, seed=11)
    _, expected = referee.solved()
    seen = Counter(referee.roll() for _ in range(400))
    assert p_value(expected, seen, 400) > FAMILY


def test_a_deadly_hit_sinks_a_whole_carrier() -> None:
    game = sea("1 submarine", "1 carrier", [2], SHIPS, "ex_forms.squadrons")
    assert by_type(game.state.at(BALTIC)) == {"submarine": 1}
    odds = sandtable.odds(
        "classic", "1 submarine", "1 carrier", "sea", house_rules=[SHIPS, "ex_forms.squadrons"], rounds=1
    )
    assert odds.attacker_wins == pytest.approx(1 / 3)


# --- repair -----------------------------------------------------------------------------------------------------------


def test_repairs_at_a_complex_take_until_new_units_are_placed() -> None:
    """Smith's example: the ship leaves the board, is paid for with 10 IPCs, and comes back whole."""
    zone = "North Sea Zone"
    game = position(
        "United Kingdom",
        "purchase",
        {zone: {"United Kingdom": "1 battleship (damaged 1)"}},
        ipcs={"United Kingdom": 30},
        rules=[SHIPS],
    )
    assert game.decision is not None and game.decision.kind == "refit"
    assert game.decision.advice == {("battleships", zone, "battleship"): 1}
    tell(game, game.decision.advice)
    assert at(game, zone) == {} and game.state.ipcs["United Kingdom"] == 20
    tell(game, {})
    assert {s.cond.damage: n for s, n in game.state.at(zone).items()} == {0: 1}
    assert [e["ipcs"] for e in happened(game, "paid")] == [10]


def test_no_repairs_elsewhere_or_without_cash() -> None:
    for zone, ipcs in ((BALTIC, 30), ("North Sea Zone", 9)):
        game = position(
            "United Kingdom",
            "purchase",
            {zone: {"United Kingdom": "1 battleship (damaged 1)"}},
            ipcs={"United Kingdom": ipcs},
            rules=[SHIPS],
        )
        assert game.decision is not None and game.decision.kind == "purchase"


def test_a_battle_ends_with_whole_battleships() -> None:
    game = sea("1 battleship", "1 submarine", [5, 1, 4, 6], "ex_forms.self_repair")
    assert {s.cond.damage for s in game.state.at(BALTIC)} == {0}
    assert len(happened(game, "repaired")) == 1


def test_all_are_set_upright_at_the_end_of_a_turn() -> None:
    """Ships of the other side, too; a hit taken in the turn before counts until then."""
    game = position(
        "Germany", "collect", {BALTIC: {"Soviet Union": "1 battleship (damaged 1)"}}, rules=["ex_forms.set_upright"]
    )
    assert {s.cond.damage for s in game.state.at(BALTIC)} == {0} and happened(game, "repaired")


# --- refits -----------------------------------------------------------------------------------------------------------


def guns(rules: list[str], **more: Any) -> Any:
    return position(
        "Germany",
        "purchase",
        {"Germany": {"Germany": "1 aa gun"}, "Western Europe": {"Germany": "1 infantry"}},
        ipcs={"Germany": 20},
        rules=rules,
        **more,
    )


def with_radar(game: Any) -> dict[str, int]:
    """How many units have radar, by space."""
    return {space: n for space, force in game.state.forces.items() for s, n in force.items() if RADAR in s.cond.marks}


def test_guns_are_fitted_with_radar_by_those_who_have_it() -> None:
    game = guns(["ex_forms.radar"])
    assert game.decision.kind != "refit"
    game = guns(["ex_forms.radar", "common.no_technology"], techs={"Germany": ["ex_forms_sonar"]})
    tell(game, {("radar", "Germany", "antiaircraft_gun"): 1}, {("antiaircraft_gun",): 1})
    assert game.state.ipcs["Germany"] == 10 and game.decision.kind == "refit"  # the new gun can have it, too
    tell(game, {("radar", "new units", "antiaircraft_gun"): 1})
    assert game.state.ipcs["Germany"] == 5 and not with_radar(game)  # not before new units are placed
    tell(game, "done", "done")
    assert with_radar(game) == {"Germany": 1} and game.decision.kind == "place"
    tell(game, {("antiaircraft_gun", "Southern Europe"): 1})
    assert with_radar(game) == {"Germany": 1, "Southern Europe": 1}


def test_a_refit_outlasts_the_turn_and_follows_its_unit() -> None:
    rules = ["ex_forms.radar", "common.no_technology"]
    game = guns(rules, techs={"Germany": ["ex_forms_sonar"]})
    tell(game, {("radar", "Germany", "antiaircraft_gun"): 1}, {}, "done")
    tell(game, "antiaircraft gun: Germany > Eastern Europe", "done")
    assert with_radar(game) == {"Eastern Europe": 1}
    while game.state.round == 1:
        tell(game, {} if game.decision.form.name == "allocate" else "done")
    assert with_radar(game) == {"Eastern Europe": 1}


def test_a_refit_goes_along_on_a_transport() -> None:
    """The gun is loaded in one turn and offloaded in the next: the transport remembers what it has."""
    gun = {
        "Germany": {"Germany": f"1 aa gun ({RADAR})"},
        BALTIC: {"Germany": "1 transport"},
        "Eastern Europe": {"Germany": "1 infantry"},
    }
    game = position("Germany", "noncombat_move", gun, rules=["ex_forms.radar", "common.no_technology"])
    tell(game, f"antiaircraft gun: Germany > {BALTIC}", "done")
    (ship,) = (s for s in game.state.at(BALTIC) if s.type == "transport")
    assert ship.cond.marks == (f"fitted=antiaircraft_gun 0 {RADAR}",)
    while game.state.round == 1 or game.state.power != "Germany" or asked(game)[0] != "move":
        tell(game, {} if game.decision and game.decision.form.name == "allocate" else "done")
    tell(game, "done") if game.decision and "Combat" in game.decision.prompt else None
    tell(game, f"antiaircraft gun: {BALTIC} > Eastern Europe")
    assert with_radar(game) == {"Eastern Europe": 1}
    assert not any(m.startswith("fitted") for s in game.state.at(BALTIC) for m in s.cond.marks)


def test_radar_hits_on_two() -> None:
    game = position(
        "United Kingdom",
        "combat",
        {"Germany": {"Germany": f"1 infantry, 1 aa gun ({RADAR})", "United Kingdom": "3 bombers"}},
        rules=["ex_forms.radar"],
        techs={"Germany": ["ex_forms_sonar"]},
        dice=[1, 2, 3, 1, 6],
    )
    advised(game)
    assert fired(game)[0] == ("antiaircraft fire", "2", 3)
    assert next(e["hits"] for e in happened(game, "volley_fired")) == 2


def test_a_refit_changes_movement() -> None:
    game = position(
        "Germany",
        "purchase",
        {BALTIC: {"Germany": "2 submarines"}},
        ipcs={"Germany": 20},
        rules=["ex_forms.swift_raiders"],
    )
    tell(game, {("engines", BALTIC, "submarine"): 1}, {})
    far = {
        s.cond.marks: max(len(o.path) - 1 for o in Mover(game, NONCOMBAT).options(BALTIC, s))
        for s in game.state.at(BALTIC)
    }
    assert far == {(): 2, (RADAR,): 3}


# --- dice by kind of target -------------------------------------------------------------------------------------------


def raided(dice: list[int], *rules: str, holder: str = "Germany", techs: dict[str, list[str]] | None = None) -> Any:
    """An attack by 2 fighters and 1 bomber on a territory with a gun."""
    units = {"Germany": {holder: "1 infantry, 1 aa gun", "United Kingdom": "2 fighters, 1 bomber"}}
    game = position("United Kingdom", "combat", units, owners={"Germany": holder}, dice=dice, rules=rules, techs=techs)
    return advised(game)


def test_each_target_gets_the_number_of_its_kind() -> None:
    game = raided([2, 2, 2, 1, 1, 6], "ex_forms.flak")
    assert fired(game)[:2] == [("antiaircraft fire", "2", 1), ("antiaircraft fire", "1", 2)]
    assert by_type(happened(game, "lost")[0]["force"]) == {"bomber": 1}


def test_hits_fall_on_the_kind_that_was_fired_at() -> None:
    """The bomber's die misses, a fighter's hits: the fighter is lost, though the bomber costs more."""
    game = raided([3, 1, 6, 1, 1, 6], "ex_forms.flak")
    assert by_type(happened(game, "lost")[0]["force"]) == {"fighter": 1}


def test_numbers_depend_on_what_the_owner_of_the_target_holds() -> None:
    jets = {"United Kingdom": ["jet_power"]}
    assert fired(raided([1, 1, 6, 6], "ex_forms.jet_power", techs=jets))[0] == ("antiaircraft fire", "1", 1)
    rolls = fired(raided([6, 6, 2, 1, 1, 6], "ex_forms.jet_power", techs=jets, holder="Japan"))
    assert rolls[:2] == [("antiaircraft fire", "1", 2), ("antiaircraft fire", "2", 1)]  # Japan's radar: 2 - 1
    assert fired(raided([6, 6, 6, 1, 6, 6, 6], "ex_forms.jet_power"))[0] == ("antiaircraft fire", "1", 3)


def test_the_odds_roll_for_each_kind() -> None:
    """The bomber falls with 2/6 and each fighter with 1/6, in the first round only."""
    odds = sandtable.odds(
        "classic", "2 fighters, 1 bomber", "1 infantry, 1 aa gun", "land", house_rules=["ex_forms.flak"], rounds=1
    )
    bare = sandtable.odds("classic", "2 fighters, 1 bomber", "1 infantry", "land", rounds=1)
    assert bare.expected_loss["attacker"] < 12 / 6 * 2 + 15 / 3 < odds.expected_loss["attacker"]


def test_referee_and_solver_agree_on_kinds_of_targets() -> None:
    referee = Referee(
        "land",
        {"fighter": 2, "bomber": 2, "infantry": 1},
        {"infantry": 2, "antiaircraft_gun": 1},
        rules=("ex_forms.flak",),
    )
    _, expected = referee.solved()
    seen = Counter(referee.roll() for _ in range(500))
    assert p_value(expected, seen, 500) > FAMILY


# --- battles of their own ---------------------------------------------------------------------------------------------


def asked(game: Game) -> tuple[str, str]:
    """The kind of the open decision, and who decides."""
    assert game.decision is not None
    return game.decision.kind, game.decision.power


def spent(power: str, units: dict[str, dict[str, str]], dice: list[int], *rules: str, **more: Any) -> Game:
    """A game in the combat phase of a power whose units have moved already."""
    return Game.at(
        "classic", rules, power=power, phase="combat", units=units, dice=FixedDice(dice), others="facilities", **more
    )


RAIDED = {"Germany": {"Germany": "2 fighters, 1 infantry", "United Kingdom": "1 bomber (raid), 1 fighter (escort)"}}
INTERCEPTED = "ex_forms.interception"


def test_an_air_battle_comes_before_the_raid() -> None:
    """One interceptor against a bomber and an escort: it shoots the escort down and falls, and the raid goes on."""
    game = spent("United Kingdom", RAIDED, [6, 3, 4, 5], INTERCEPTED)
    assert game.decision is not None and game.decision.kind == "take_part"
    assert game.decision.power == "Germany" and "(air battle)" not in game.decision.prompt
    tell(game, "1 fighter")
    tell(game, "1 fighter") if game.decision.kind == "casualties" else None  # the escort falls, not the bomber
    assert [e["what"] for e in happened(game, "engaged")] == ["air battle"]
    assert at(game, "Germany", "Germany") == {"fighter": 1, "infantry": 1}
    assert at(game, "Germany", "United Kingdom") == {"bomber": 1} and happened(game, "raided")[0]["ipcs"] == 5


def test_without_interceptors_there_is_no_air_battle() -> None:
    game = spent("United Kingdom", RAIDED, [5], INTERCEPTED)
    tell(game, "none")
    assert not happened(game, "engaged") and happened(game, "raided")[0]["ipcs"] == 5
    assert at(game, "Germany", "United Kingdom") == {"bomber": 1, "fighter": 1}


def test_escorts_are_flown_where_bombers_may_raid() -> None:
    units = {"Karelia S.S.R.": {"Soviet Union": "1 fighter"}, "Ukraine S.S.R.": {"Germany": "1 infantry"}}
    game = position("Soviet Union", "combat_move", units, owners={"Ukraine S.S.R.": "Germany"}, rules=[INTERCEPTED])
    stack = next(s for s in game.state.at("Karelia S.S.R.") if s.type == "fighter")
    flown = {o.path[-1]: o.mission for o in Mover(game, COMBAT).options("Karelia S.S.R.", stack) if o.mission}
    assert set(flown.values()) == {"escort"} and "Germany" in flown and "Ukraine S.S.R." not in flown


def test_units_of_one_battle_stay_out_of_the_other() -> None:
    """A fighter attacks the transport first, while another one and a battleship meet the submarine."""
    units = {
        BALTIC: {"Germany": "1 transport, 1 submarine", "Soviet Union": "1 battleship, 1 fighter, 1 fighter (torpedo)"}
    }
    game = spent("Soviet Union", units, [3, 6, 6, 4, 6], "ex_forms.torpedoes")
    tell(game, True)  # the fleet that stayed attacks, too
    advised(game)
    started = happened(game, "battle_started")
    assert [(by_type(e["attackers"]), by_type(e["defenders"])) for e in started] == [
        ({"fighter": 1}, {"transport": 1}),
        ({"battleship": 1, "fighter": 1}, {"submarine": 1}),
    ]


def test_attackers_that_do_not_win_end_their_mission() -> None:
    """The transport shoots the torpedo plane's companion down; it keeps its turn, and nothing else happens."""
    units = {BALTIC: {"Germany": "2 transports", "Soviet Union": "2 fighters (torpedo)"}}
    game = spent("Soviet Union", units, [6, 6, 1, 1], "ex_forms.torpedoes")
    advised(game)
    assert len(happened(game, "battle_started")) == 1


def test_ships_may_stay_out_of_a_sea_battle() -> None:
    units = {BALTIC: {"Germany": "1 transport, 1 battleship", "Soviet Union": "1 battleship, 3 fighters"}}
    game = position("Soviet Union", "combat", units, dice=[4, 6, 6, 1, 6, 6], rules=["ex_forms.shelter"])
    tell(game, True)
    assert asked(game) == ("take_part", "Germany")
    tell(game, "1 transport")
    assert asked(game) == ("take_part", "Soviet Union")
    tell(game, "1 fighter")
    advised(game)
    started = happened(game, "battle_started")[0]
    assert by_type(started["attackers"]) == {"battleship": 1, "fighter": 1}
    assert at(game, BALTIC, "Germany")["battleship"] == 1


def test_the_odds_follow_the_advice_of_commitments() -> None:
    from sandtable.engine.odds import sides_at

    units = {BALTIC: {"Germany": "1 battleship", "Soviet Union": "1 battleship, 3 fighters"}}
    game = position("Soviet Union", "combat_move", units, rules=["ex_forms.shelter"])
    _, sides = sides_at(game, BALTIC)
    assert sorted((p.type, n) for p, n in sides["attacker"].items()) == [("battleship", 1), ("fighter", 1)]


# --- capabilities that bring an action or a step ----------------------------------------------------------------------


def test_every_upgraded_gun_fires() -> None:
    """Smith's example: guns in Germany and Western Europe fire at the United Kingdom and roll 2 and 6: 8 IPCs."""
    gun = "1 aa gun (ex_forms_launcher)"
    units = {
        "Germany": {"Germany": gun},
        "Western Europe": {"Germany": gun},
        "Southern Europe": {"Germany": "1 aa gun"},
    }
    game = position(
        "Germany",
        "combat",
        units,
        techs={"Germany": ["rockets"]},
        ipcs={"United Kingdom": 20},
        rules=["ex_forms.rocket_guns"],
        dice=[2, 6],
    )
    tell(game, "United Kingdom", "United Kingdom")
    assert game.state.ipcs["United Kingdom"] == 12
    assert {s.cond.moved for s in game.state.at("Germany") if s.type == "antiaircraft_gun"} == {1}  # they stay


def test_guns_without_the_upgrade_or_the_technology_do_not_fire() -> None:
    units = {"Germany": {"Germany": "1 aa gun"}}
    game = position("Germany", "combat", units, techs={"Germany": ["rockets"]}, rules=["ex_forms.rocket_guns"])
    assert game.decision is None or game.decision.kind != "rocket"
    game = position("Germany", "purchase", units, techs={"Germany": ["rockets"]}, rules=["ex_forms.rocket_guns"])
    assert game.decision is not None and game.decision.kind == "refit"


def test_an_offer_and_steps_are_for_the_holders() -> None:
    held = {"Germany": ["ex_forms_bonds"]}
    for techs, offered in ((held, True), ({}, False)):
        game = position("Germany", "purchase", {}, techs=techs, ipcs={"Germany": 5}, rules=["ex_forms.bonds"])
        assert (asked(game)[0] == "offer") == offered
    game = position("Germany", "purchase", {}, techs=held, ipcs={"Germany": 12}, rules=["ex_forms.bonds"])
    assert asked(game)[0] == "purchase"
    for round, more in ((1, [2]), (2, [3, 2])):
        game = position("Germany", "place", {}, techs=held, round=round, rules=["ex_forms.bonds"])
        assert [e["ipcs"] for e in happened(game, "income") if e["why"] == "war bonds"] == more


def test_a_description_cannot_be_for_some_powers() -> None:
    draft, _, _ = registry.draft("classic")
    with pytest.raises(RuleError, match="use its picks"):
        draft.when(owner="Japan").step("land_battle", "banzai", Volley("banzai", "attacker"))  # type: ignore[arg-type]
    with pytest.raises(RuleError, match="not one of a power"):
        draft.when(marks="seaborne").offer("purchase", "x", "x", lambda game: None)


# --- powers that act together -----------------------------------------------------------------------------------------


def test_a_carrier_of_a_companion_does_not_leave_its_aircraft() -> None:
    zone = "West Spain Sea Zone"
    game = Game.at(
        "classic",
        ["ex_forms.convoy_duty"],
        power="United States",
        phase="noncombat_move",
        others="facilities",
        units={zone: {"United Kingdom": "1 carrier, 1 fighter (moved 4)"}},
    )
    with pytest.raises(Illegal, match="carrier"):
        tell(game, f"aircraft carrier of United Kingdom: {zone} > North Sea Zone")
    game = Game.at(
        "classic",
        ["ex_forms.convoy_duty"],
        power="United States",
        phase="noncombat_move",
        others="facilities",
        units={zone: {"United Kingdom": "1 carrier"}},
    )
    tell(game, f"aircraft carrier of United Kingdom: {zone} > North Sea Zone")


def test_fighters_of_a_companion_turn_back_too() -> None:
    """British fighters in the turn of France that no British land units follow."""
    units = {
        "Paris": {"Britain": "1 fighter, 1 infantry", "France": "1 infantry"},
        "Picardy": {"Germany": "1 infantry"},
    }
    game = position(
        "France", "move", units, owners={"Picardy": "Germany"}, edition="great_war", rules=["ex_forms.entente"]
    )
    tell(game, "fighter of Britain: Paris > Picardy", "done")
    assert [e["power"] for e in happened(game, "turned_back")] == ["Britain"]


def test_cargo_of_a_companion_lands_when_the_sea_is_clear() -> None:
    """A British transport among French ships: its infantry waits for the sea battle, and lands in France's turn."""
    units = {
        "Sea Zone 9": {
            "Britain": "1 transport (carrying infantry of Britain)",
            "France": "2 battleships",
            "Germany": "1 cruiser",
        },
        "Picardy": {"Germany": "1 infantry"},
    }
    game = position(
        "France",
        "move",
        units,
        owners={"Picardy": "Germany"},
        edition="great_war",
        rules=["ex_forms.entente"],
        dice=[1, 1, 6, 6, 6, 6],
    )
    tell(game, "infantry of Britain: Sea Zone 9 > Picardy", "done", "Sea Zone 9")
    advised(game)
    assert any(s.owner == "Britain" for s in game.state.at("Picardy"))


# --- protection by count, and promises to stay out --------------------------------------------------------------------


def test_a_battleship_protects_two_transports_while_it_floats() -> None:
    """Two hits can only fall on the battleship, so one has no effect; in the next round nothing protects them."""
    game = sea("3 submarines", "1 battleship, 2 transports", [1, 1, 6, 6, 6, 1, 1, 6], "ex_forms.convoys")
    assert [by_type(e["force"]) for e in happened(game, "lost")] == [{"battleship": 1}, {"transport": 2}]


def test_referee_and_solver_agree_on_protection() -> None:
    referee = Referee("sea", {"submarine": 3}, {"battleship": 1, "transport": 3}, rules=("ex_forms.convoys",))
    _, expected = referee.solved()
    seen = Counter(referee.roll() for _ in range(400))
    assert p_value(expected, seen, 400) > FAMILY


def promised(power: str, units: dict[str, dict[str, str]], round: int = 1) -> Game:
    game = position(power, "combat_move", units, rules=["ex_forms.ceasefire"], round=round)
    for step in game.rules.sequence("opening"):
        if step.name == "ceasefire":
            step.what(game)
    return game


def test_a_promise_to_stay_out_binds_until_its_round() -> None:
    units = {"Eastern Europe": {"Germany": "1 infantry, 1 fighter"}}
    with pytest.raises(Illegal, match="promised Soviet Union to stay out of Karelia"):
        tell(promised("Germany", units), "infantry: Eastern Europe > Karelia S.S.R.")
    assert contracts.closed(promised("Germany", units), "Germany", "Caucasus") == "Soviet Union"
    tell(promised("Germany", units, round=3), "infantry: Eastern Europe > Karelia S.S.R.")


def test_a_word_that_does_not_bind_can_be_broken() -> None:
    game = promised("Soviet Union", {"Karelia S.S.R.": {"Soviet Union": "1 infantry"}})
    tell(game, "infantry: Karelia S.S.R. > Ukraine S.S.R.")
    contracts.judge(game)
    assert contracts.broken(game, "ceasefire")
    assert [e["why"] for e in happened(game, "contract_broken")] == ["it has units in Ukraine S.S.R."]
    for stack in list(game.state.at("Ukraine S.S.R.")):
        game.state.put("Ukraine S.S.R.", stack, -game.state.at("Ukraine S.S.R.")[stack])
    assert not contracts.broken(game, "ceasefire")  # made good


# --- sentences --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("self_repair", "Battleships are repaired at the end of each battle."),
        ("swift_raiders", "Submarines can be refitted (engines) for 2 IPCs each, up to 1 unit in a turn."),
        ("interception", "New kind of battle “air battle”: units marked “raid” or “escort” fight against fighters,"
         " with the steps of air battles."),
        ("shelter", "Before battles at sea, the defender chooses which ships take part: at least 1."),
        ("shelter", "Before battles at sea, the attacker chooses which aircraft take part: at most 1 for each of their"
         " side's ships."),
        ("damaged_ships", "Battleships that are damaged attack at 2."),
    ],
)  # fmt: skip
def test_rows_read_as_sentences(name: str, sentence: str) -> None:
    rule = KNOWN[f"ex_forms.{name}"]
    draft, _, _ = registry.draft(rule.editions[0], [rule])
    assert sentence in explain.explain(draft.record, draft.tables, rule.id)


# --- what does not fit ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ({"types": ["battleships"]}, "did you mean battleship"),
        ({"types": ["battleship"], "when": "battle", "cost": 3}, "its cost must be 0"),
        ({"types": ["battleship"], "gives": "armored"}, "add the row stances.armored"),
        ({"types": ["battleship"], "price": 3}, "refits.x"),
    ],
)
def test_rows_that_do_not_fit(row: dict[str, Any], why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def apply(draft: Draft, option: Options) -> None:
        draft.add("refits.x", row)

    monkeypatch.setitem(KNOWN, "ex.x", Rule("ex.x", "X", apply, editions=("classic",)))
    with pytest.raises(RuleError, match=why):
        registry.build("classic", ["ex.x"])


def test_hits_cannot_depend_on_damage(monkeypatch: pytest.MonkeyPatch) -> None:
    def apply(draft: Draft, option: Options) -> None:
        draft.when(damaged=1).lift("battleship", hits=3)

    monkeypatch.setitem(KNOWN, "ex.x", Rule("ex.x", "X", apply, editions=("classic",)))
    with pytest.raises(RuleError, match="cannot depend on its damage"):
        registry.build("classic", ["ex.x"])


@pytest.mark.parametrize("rule", EXAMPLES, ids=lambda r: r.id)
def test_each_example_is_told(rule: Any) -> None:
    draft, _, _ = registry.draft(rule.editions[0], [rule])
    told = explain.explain(draft.record, draft.tables, rule.id)
    assert told and all(line.endswith(".") and "UnitEdit" not in line for line in told)
