"""Super Subs, Heavy Ships, and Long-Range Ships."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core.errors import Illegal, RuleError
from sandtable.engine.game import Game
from tests.battle.referee import Referee
from tests.conformance.classic.scenes import asked, attack, fired
from tests.helpers import at, position, tell

from .lab import GERMANY, JAPAN, RED, UK, US, agrees, built

clause = pytest.mark.clause
SUBS, HEAVY, RANGE = built("tech_super_subs", "tech_heavy_ships", "tech_long_range_ships")
SUPER: Any = {"rules": [SUBS], "techs": {GERMANY: ["super_submarines"]}}


@clause("smith.tech_super_subs.1")
def test_example_a_submarine_hits_on_3() -> None:
    units = {"Baltic Sea Zone": {GERMANY: "1 submarine"}, "North Sea Zone": {UK: "1 transport"}}
    game = attack(GERMANY, ["1 submarine: Baltic Sea Zone > North Sea Zone"], units, dice=[3], **SUPER)
    assert at(game, "North Sea Zone") == {"submarine": 1}


@clause("smith.tech_super_subs.2")
def test_example_submarines_move_3() -> None:
    units = {"West Spain Sea Zone": {GERMANY: "1 submarine"}}
    way = "1 submarine: West Spain Sea Zone > Eastern Canada Sea Zone > Eastern United States Sea Zone"
    game = tell(position(GERMANY, "noncombat_move", units, **SUPER), f"{way} > Gulf of Mexico Sea Zone")
    assert at(game, "Gulf of Mexico Sea Zone") == {"submarine": 1}
    with pytest.raises(Illegal, match="movement"):
        tell(position(GERMANY, "noncombat_move", units, rules=[SUBS]), f"{way} > Gulf of Mexico Sea Zone")


@clause("smith.tech_super_subs.3")
@pytest.mark.parametrize("choose", [True, False])
def test_example_defending_submarines_choose_their_target(choose: bool) -> None:
    units = {"North Sea Zone": {UK: "1 battleship, 1 transport"}, "Baltic Sea Zone": {GERMANY: "1 submarine"}}
    options = {f"{SUBS}.choose_targets_in_defense": choose}
    game = attack(
        UK, ["1 battleship, 1 transport: North Sea Zone > Baltic Sea Zone"], units, dice=[6, 2], options=options,
        **SUPER,
    )  # fmt: skip
    assert asked(game) == ("casualties", GERMANY if choose else UK)
    assert fired(game)[-1] == ("super subs" if choose else "submarines", [2])
    tell(game, "1 battleship")
    assert at(game, "Baltic Sea Zone", UK) == {"transport": 1}


def test_submarines_of_others_defend_in_the_default_way() -> None:
    units = {"North Sea Zone": {UK: "1 battleship, 1 transport"}, "Baltic Sea Zone": {GERMANY: "1 submarine"}}
    game = attack(
        UK, ["1 battleship, 1 transport: North Sea Zone > Baltic Sea Zone"], units, dice=[6, 2], rules=[SUBS]
    )  # fmt: skip
    assert asked(game) == ("casualties", UK)


def test_super_subs_have_other_numbers() -> None:
    options = {f"{SUBS}.attack": 4, f"{SUBS}.movement": 4}
    sub = position(GERMANY, "combat_move", options=options, **SUPER).stats(GERMANY, "submarine")
    assert (sub.attack, sub.defense, sub.move) == (4, 2, 4)


@pytest.mark.parametrize("techs", [{GERMANY: ("super_submarines",)}, {}])
def test_the_referee_rolls_what_is_solved(techs: Any) -> None:
    agrees(Referee("sea", {"battleship": 1, "transport": 2}, {"submarine": 2, "transport": 1}, techs, (SUBS,), 9))


# --- heavy ships ------------------------------------------------------------------------------------------------------

ABOARD: Any = {"rules": [HEAVY], "techs": {UK: ["heavy_ships"], US: ["heavy_ships"]}}


@clause("smith.tech_heavy_ships.1")
@pytest.mark.parametrize(
    ("load", "fits"),
    [
        ("3 infantry", True), ("1 infantry, 1 armor", True), ("2 armor", False), ("4 infantry", False),
        ("1 infantry, 1 antiaircraft gun", True), ("2 infantry, 1 armor", False),
    ],
)  # fmt: skip
def test_example_a_transport_at_india(load: str, fits: bool) -> None:
    units = {"India": {UK: "4 infantry, 2 armor, 1 antiaircraft gun"}, "Indian Ocean Sea Zone": {UK: "1 transport"}}
    game = position(UK, "noncombat_move", units, **ABOARD)
    if fits:
        tell(game, f"{load}: India > Indian Ocean Sea Zone")
        return
    with pytest.raises(Illegal):
        tell(game, f"{load}: India > Indian Ocean Sea Zone")


@clause("smith.tech_heavy_ships.2")
@pytest.mark.parametrize(
    ("aboard", "landing", "fits"),
    [
        ("", "3 fighter", True), ("", "4 fighter", False), ("", "1 bomber", True), ("", "2 bomber", False),
        (", 1 fighter", "1 bomber", False), (", 1 fighter", "2 fighter", True),
    ],
)  # fmt: skip
def test_example_an_american_carrier(aboard: str, landing: str, fits: bool) -> None:
    zone = "Eastern United States Sea Zone"
    units = {zone: {US: f"1 carrier{aboard}"}, "Eastern United States": {US: "4 fighter, 2 bomber"}}
    game = position(US, "noncombat_move", units, **ABOARD)
    if fits:
        tell(game, f"{landing}: Eastern United States > {zone}")
        return
    with pytest.raises(Illegal):
        tell(game, f"{landing}: Eastern United States > {zone}")


def test_a_bomber_may_fly_out_if_a_carrier_can_take_it() -> None:
    units = {
        "Caroline Islands Sea Zone": {US: "1 carrier, 1 bomber"}, "Wake Island Sea Zone": {JAPAN: "1 transport"},
    }  # fmt: skip
    far = "1 bomber: Caroline Islands Sea Zone > Wake Island Sea Zone"
    tell(position(US, "combat_move", units, **ABOARD), far)
    setting = {**ABOARD, "techs": {}}
    units["Caroline Islands Sea Zone"] = {US: "1 carrier, 1 fighter"}
    assert position(US, "combat_move", units, **setting).stats(US, "bomber").lands_on_deck is False


def test_heavy_ships_have_other_holds() -> None:
    names = ("transport_infantry", "transport_with_armor", "carrier_fighters", "carrier_bombers")
    options = {f"{HEAVY}.{name}": n for name, n in zip(names, (4, 2, 4, 2), strict=True)}
    game = position(US, "combat_move", options=options, **ABOARD)
    carries = game.stats(US, "transport").carries
    assert carries is not None and (carries.capacity, carries.loads["tank"]) == (4, 2)
    assert game.stats(US, "aircraft_carrier").deck == 4 and game.stats(US, "bomber").deck_places == 2
    none = position(US, "combat_move", options={f"{HEAVY}.carrier_bombers": 0}, **ABOARD)
    assert not none.stats(US, "bomber").lands_on_deck
    with pytest.raises(RuleError, match=r"carrier_fighters.* 2 to 9"):  # aircraft that are aboard would lose their deck
        position(US, "combat_move", options={f"{HEAVY}.carrier_fighters": 1}, **ABOARD)


# --- long-range ships -------------------------------------------------------------------------------------------------


@clause("smith.tech_long_range_ships.1")
def test_example_surface_ships_sail_3_and_submarines_2() -> None:
    units = {"Eastern United States Sea Zone": {US: "1 transport, 1 submarine"}}
    to = "Eastern United States Sea Zone > Eastern Canada Sea Zone > North Sea Zone > Karelia Sea Zone"
    setting: Any = {"rules": [RANGE], "techs": {US: ["long_range_ships"]}}
    game = position(US, "noncombat_move", units, **setting)
    with pytest.raises(Illegal, match="movement"):
        tell(game, f"1 submarine: {to}")
    tell(game, f"1 transport: {to}")
    assert at(game, "Karelia Sea Zone") == {"transport": 1}
    far = position(US, "noncombat_move", units, options={f"{RANGE}.movement": 4}, **setting)
    assert [far.stats(US, kind).move for kind in ("battleship", "aircraft_carrier", "submarine")] == [4, 4, 2]
    assert far.stats(RED, "battleship").move == 2


@clause("smith.tech_heavy_ships.1")
def test_a_heavy_transport_carries_what_a_plain_one_does() -> None:
    rules = ["common.gun_and_infantry", "smith.weapons_table", "smith.tech_heavy_ships"]
    game = Game.new("classic", rules, {"smith.tech_heavy_ships.transport_with_armor": 0})
    game.state.techs[UK] = ["heavy_ships"]
    game.changed()
    for cargo in (["infantry", "infantry"], ["infantry", "antiaircraft_gun"], ["tank"]):
        for power in (UK, US):
            carries = game.stats(power, "transport").carries
            assert carries and sum(carries.loads[kind] for kind in cargo) <= carries.capacity, (power, cargo)
