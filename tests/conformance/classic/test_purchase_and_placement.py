"""Purchase and placement: R131 to R144 (with R25)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from sandtable.engine.game import Game
from tests.conformance.classic.scenes import asked, refused, until
from tests.helpers import at, happened, position, tell

clause = pytest.mark.clause
RED, UK, US = "Soviet Union", "United Kingdom", "United States"
ICS = "1 industrial complex"


def placing(power: str, order: str, units: Mapping[str, Mapping[str, str]] | None = None, **setting: Any) -> Game:
    """A power that has bought these units, at the placement of them."""
    setting.setdefault("ipcs", {power: 200})
    game = position(power, "purchase", units or {}, **setting)
    game.answer(order)
    return until(game, power, "place")


@clause("classic.R131")
def test_any_number_of_units_for_the_cash_in_hand() -> None:
    prices = {
        "infantry": 3, "tank": 5, "fighter": 12, "bomber": 15, "antiaircraft_gun": 5, "industrial_complex": 15,
        "battleship": 24, "aircraft_carrier": 18, "transport": 8, "submarine": 8,
    }  # fmt: skip
    game = position("Germany", "purchase", ipcs={"Germany": 32})
    assert asked(game) == ("purchase", "Germany")
    assert game.decision and game.decision.context["prices"] == prices
    refused(game, "11 infantry", "classic.R131")  # 33 of 32 IPCs
    refused(game, "6 infantry, 3 armor", "classic.R26")  # 33 in all
    game.answer("9 infantry, 1 armor")
    assert game.state.ipcs["Germany"] == 0
    assert happened(game, "bought")[0]["units"] == {"infantry": 9, "tank": 1}


@clause("classic.R131")
def test_nothing_need_be_bought() -> None:
    game = position("Germany", "purchase", {"Germany": {"Germany": "1 infantry"}})
    game.answer("nothing")
    assert game.state.ipcs["Germany"] == 32
    assert asked(game) == ("move", "Germany")


@clause("classic.R132", "classic.R151.2")
def test_without_its_capital_a_power_neither_develops_nor_buys() -> None:
    units = {"Southern Europe": {"Germany": "1 infantry"}}
    game = position("Germany", "develop", units, owners={"Germany": UK}, ipcs={"Germany": 50})
    assert asked(game) == ("move", "Germany")  # neither question came
    held = position("Germany", "develop", units, ipcs={"Germany": 50})
    assert asked(held) == ("develop", "Germany")


@clause("classic.R133")
def test_land_units_and_aircraft_go_to_own_complexes() -> None:
    game = placing("Germany", "2 infantry, 1 fighter, 1 bomber")
    assert game.decision and game.decision.rule == "classic.R133"
    refused(game, "1 infantry > Western Europe", "classic.R133")  # no complex
    refused(game, "1 fighter > Eastern Europe", "classic.R133")
    tell(game, "1 infantry > Germany, 1 infantry > Southern Europe, 1 fighter > Germany, 1 bomber > Southern Europe")
    assert at(game, "Germany", "Germany") == {"infantry": 1, "fighter": 1}
    assert at(game, "Southern Europe", "Germany") == {"infantry": 1, "bomber": 1}


@clause("classic.R133", "classic.R141", "classic.R147")
def test_a_complex_captured_this_turn_makes_nothing_yet() -> None:
    units = {"Finland-Norway": {"Germany": "1 tank"}}
    game = position("Germany", "purchase", units, ipcs={"Germany": 30})
    tell(game, "3 infantry", "1 tank: Finland-Norway > Karelia S.S.R.")
    until(game, "Germany", "place")
    assert game.state.owner["Karelia S.S.R."] == "Germany"
    refused(game, "3 infantry > Karelia S.S.R.", "classic.R141")
    game.answer("3 infantry > Germany")
    until(game, "Germany", "place")  # in the next turn of Germany
    game.answer("1 infantry > Karelia S.S.R.")
    assert at(game, "Karelia S.S.R.", "Germany") == {"tank": 1, "infantry": 1}


@clause("classic.R134")
def test_ships_go_next_to_a_complex_and_not_among_enemies() -> None:
    game = placing("Germany", "2 transports, 1 submarine", {"Baltic Sea Zone": {UK: "1 transport"}})
    refused(game, "1 submarine > Baltic Sea Zone", "classic.R134")
    refused(game, "1 submarine > North Sea Zone", "classic.R134")
    refused(game, "1 submarine > Germany", "classic.R134")
    tell(game, "2 transports > Central Mediterranean Sea Zone, 1 submarine > Central Mediterranean Sea Zone")
    assert at(game, "Central Mediterranean Sea Zone") == {"transport": 2, "submarine": 1}


@clause("classic.R134", "classic.R70")
def test_ships_of_allies_and_enemy_aircraft_on_islands_do_not_close_a_zone() -> None:
    game = placing(
        "Japan",
        "1 transport",
        {"Japan Sea Zone": {"Germany": "1 submarine"}, "Okinawa": {US: "1 fighter"}},
        owners={"Okinawa": US},
    )
    game.answer("1 transport > Japan Sea Zone")
    assert at(game, "Japan Sea Zone", "Japan") == {"transport": 1}


@clause("classic.R134.1", "classic.R17.5")
def test_ships_may_be_placed_in_the_inland_sea() -> None:
    game = placing(RED, "1 submarine")
    game.answer("1 submarine > Caspian Sea Zone")
    assert at(game, "Caspian Sea Zone") == {"submarine": 1}


@clause("classic.R135")
def test_new_fighters_are_not_placed_on_carriers() -> None:
    game = placing("Germany", "1 fighter", {"Baltic Sea Zone": {"Germany": "1 carrier"}})
    refused(game, "1 fighter > Baltic Sea Zone", "classic.R135")
    assert game.decision and {k[1] for k in game.decision.form.most} == {"Germany", "Southern Europe"}  # type: ignore[attr-defined]


@clause("classic.R136")
def test_new_land_units_are_not_placed_on_transports() -> None:
    game = placing("Germany", "1 infantry", {"Baltic Sea Zone": {"Germany": "1 transport"}})
    refused(game, "1 infantry > Baltic Sea Zone", "classic.R136")


@clause("classic.R137", "classic.R41")
def test_a_new_complex_goes_to_any_own_territory_without_one_worthless_ones_included() -> None:
    game = placing("Japan", "2 industrial complexes", owners={"Midway": US})
    refused(game, f"{ICS} > Japan", "classic.R137")
    refused(game, f"{ICS} > Midway", "classic.R137")
    refused(game, f"{ICS} > Mongolia", "classic.R137")
    refused(game, "2 industrial complexes > Manchuria", "classic.R133")
    tell(game, f"{ICS} > Manchuria, {ICS} > Wake Island")
    for space in ("Manchuria", "Wake Island"):
        assert [s.type for s in game.state.at(space)] == ["industrial_complex"]


@clause("classic.R137")
def test_a_new_complex_is_not_placed_in_a_territory_taken_this_turn() -> None:
    game = position("Germany", "purchase", {"Eastern Europe": {"Germany": "1 tank"}}, ipcs={"Germany": 15})
    tell(game, ICS, "1 tank: Eastern Europe > Ukraine S.S.R. > Caucasus")
    until(game, "Germany", "place")
    assert game.state.owner["Caucasus"] == "Germany"
    refused(game, f"{ICS} > Caucasus", "classic.R137")
    game.answer(f"{ICS} > Eastern Europe")


@clause("classic.R138")
def test_a_complex_placed_this_turn_makes_nothing_before_the_next() -> None:
    game = placing("Japan", f"{ICS}, 1 infantry", {"Japan": {"Japan": "1 infantry"}})
    refused(game, f"{ICS} > Manchuria, 1 infantry > Manchuria", "classic.R133")
    game.answer(f"{ICS} > Manchuria, 1 infantry > Japan")
    until(game, "Japan", "purchase")
    game.answer("1 infantry")
    until(game, "Japan", "place")
    game.answer("1 infantry > Manchuria")
    assert at(game, "Manchuria") == {"infantry": 1}


@clause("classic.R139", "classic.R5")
def test_original_complexes_make_any_number_for_their_owner() -> None:
    game = placing(RED, "40 infantry")
    game.answer("20 infantry > Karelia S.S.R., 20 infantry > Russia")  # worth 3 and 8
    assert at(game, "Karelia S.S.R.") == at(game, "Russia") == {"infantry": 20}


@clause("classic.R140", "classic.R140.2")
def test_other_complexes_make_as_many_units_as_their_territory_is_worth_ships_included() -> None:
    game = placing("Germany", "4 infantry, 3 submarines", owners={"Karelia S.S.R.": "Germany"})
    refused(game, "4 infantry > Karelia S.S.R.", "classic.R140")
    refused(game, "3 infantry > Karelia S.S.R., 1 submarine > Karelia Sea Zone", "classic.R140")
    refused(game, "2 infantry > Karelia S.S.R., 2 submarines > Karelia Sea Zone", "classic.R140")
    game.answer("2 infantry > Karelia S.S.R., 1 submarine > Karelia Sea Zone, 2 submarines > Baltic Sea Zone")
    assert at(game, "Karelia S.S.R.") == {"infantry": 2}
    assert at(game, "Baltic Sea Zone") == {"submarine": 2}  # these the unlimited complex in Germany made


@clause("classic.R140")
def test_each_limited_complex_serves_its_zones_and_its_territory() -> None:
    game = position(
        "Japan",
        "purchase",
        {"Kwangtung": {"Japan": ICS}, "French Indo-China": {"Japan": ICS}, "India": {"Japan": ICS}},
        owners={"India": "Japan"},
        ipcs={"Japan": 200},
    )
    game.answer("10 submarines, 6 infantry")
    until(game, "Japan", "place")
    refused(game, "4 submarines > Kwangtung Sea Zone", "classic.R140")
    refused(game, "3 submarines > Kwangtung Sea Zone, 1 infantry > Kwangtung", "classic.R140")
    there, beyond = "French Indo-China Sea Zone", "Indian Ocean Sea Zone"
    game.answer(f"3 submarines > {there}, 3 submarines > {beyond}, 3 infantry > Kwangtung")
    assert at(game, there) == at(game, beyond) == {"submarine": 3}


@clause("classic.R140")
def test_a_zone_between_two_limited_complexes_takes_the_output_of_both() -> None:
    def scene() -> Game:
        return placing(
            UK,
            "8 submarines, 2 infantry",
            {"Anglo-Sudan Egypt": {UK: ICS}, "Syria-Iraq": {UK: ICS}},
        )

    game = scene()  # Egypt is worth 2, Syria 1; both touch the Eastern Mediterranean and the Red Sea
    east, red = "Eastern Mediterranean Sea Zone", "Red Sea Zone"
    refused(game, f"4 submarines > {east}", "classic.R140")
    refused(game, f"2 submarines > {east}, 2 submarines > {red}", "classic.R140")
    refused(game, f"2 submarines > {east}, 2 infantry > Anglo-Sudan Egypt", "classic.R140")
    game.answer(f"2 submarines > {east}, 1 submarine > {red}")
    game = scene()
    game.answer(f"1 submarine > {east}, 2 infantry > Anglo-Sudan Egypt")
    assert at(game, east) == {"submarine": 1}


@clause("classic.R140.1", "classic.R157")
def test_a_complex_in_a_worthless_territory_makes_one_unit() -> None:
    game = placing("Japan", "2 infantry", {"Wake Island": {"Japan": ICS}})
    refused(game, "2 infantry > Wake Island", "classic.R140")
    game.answer("1 infantry > Wake Island")
    assert at(game, "Wake Island") == {"infantry": 1}


@clause("classic.R140.3")
def test_an_original_complex_back_with_its_owner_is_unlimited_again() -> None:
    units = {"Russia": {RED: "1 infantry"}}
    game = position(RED, "purchase", units, owners={"Karelia S.S.R.": "Germany"}, ipcs={RED: 60})
    tell(game, "10 infantry", "1 infantry: Russia > Karelia S.S.R.")
    until(game, RED, "place")
    refused(game, "1 infantry > Karelia S.S.R.", "classic.R141")  # not in the turn it was retaken
    game.answer("10 infantry > Russia")
    until(game, RED, "purchase")
    game.answer("10 infantry")
    until(game, RED, "place")
    game.answer("10 infantry > Karelia S.S.R.")
    assert at(game, "Karelia S.S.R.") == {"infantry": 11}


@clause("classic.R142")
def test_nobody_places_at_a_complex_of_an_ally() -> None:
    game = placing(UK, "1 infantry, 1 submarine", {"Karelia S.S.R.": {UK: "3 infantry"}})
    refused(game, "1 infantry > Karelia S.S.R.", "classic.R142")
    refused(game, "1 submarine > Karelia Sea Zone", "classic.R134")


@clause("classic.R143", "classic.R40")
def test_a_gun_is_placed_only_where_there_is_none() -> None:
    game = placing("Germany", "2 aa guns", {"Germany": {"Germany": "1 aa gun"}})
    refused(game, "1 aa gun > Germany", "classic.R143")
    refused(game, "2 aa guns > Southern Europe", "classic.R133")
    game.answer("1 aa gun > Southern Europe")
    assert at(game, "Southern Europe") == {"antiaircraft_gun": 1}


@clause("classic.R144", "classic.R25")
def test_what_cannot_be_placed_is_lost_without_refund() -> None:
    game = placing("Germany", "2 aa guns", {"Germany": {"Germany": "1 aa gun"}})
    game.answer("1 aa gun > Southern Europe")
    assert happened(game, "unplaced")[0]["units"] == {"antiaircraft_gun": 1}
    assert happened(game, "income")[0]["ipcs"] == 32  # the production, and nothing for the gun
    assert game.state.ipcs["Germany"] == 200 - 10 + 32
