"""Faults of battles found with positions that were set up outside the project."""

from __future__ import annotations

import pytest

from sandtable.battle.volley import ATTACKER
from sandtable.core.decisions import PickSpace, read_move
from sandtable.core.forces import FRESH, Stack
from sandtable.engine.battles import Battle
from sandtable.engine.casualties import sensible_losses
from sandtable.rules import registry
from tests.helpers import at, happened, position, tell

WEST, SOUTH = "Western Europe", "Southern Europe"


@pytest.mark.clause("classic.R97", "classic.R97.1", "classic.R97.4")
def test_a_decoy_does_not_silence_a_gun() -> None:
    """The gun fires at the first group that entered: the attackers, in their battle, not at who flies over later."""
    units = {
        "United Kingdom": {"United Kingdom": "1 fighter, 1 bomber"},
        "United Kingdom Sea Zone": {"United Kingdom": "1 transport"},
        WEST: {"Germany": "1 infantry, 1 antiaircraft gun"},
        SOUTH: {"Germany": "1 infantry"},
    }
    game = position("United Kingdom", "combat_move", units, owners={WEST: "Germany", SOUTH: "Germany"}, dice=[1, 6, 6])
    tell(game, f"1 fighter: United Kingdom > United Kingdom Sea Zone > {WEST}")
    tell(game, f"1 bomber: United Kingdom > United Kingdom Sea Zone > {WEST} > {SOUTH}")
    assert not happened(game, "aa_fired")
    tell(game, "done")
    while game.decision is not None and game.decision.kind == "battle":
        tell(game, WEST)
    (fired,) = [e for e in happened(game, "volley_fired") if e["space"] == WEST]
    assert (fired["volley"], fired["dice"], fired["hits"]) == ("antiaircraft fire", [1], 1)
    assert "fighter" not in at(game, WEST, "United Kingdom")


@pytest.mark.clause("classic.R204")
def test_the_gun_of_the_third_edition_defends_at_1() -> None:
    units = {"Karelia S.S.R.": {"Soviet Union": "1 infantry"}, "Ukraine S.S.R.": {"Germany": "1 antiaircraft gun"}}
    rules = ["common.third_edition_units"]
    owners = {"Ukraine S.S.R.": "Germany"}
    game = position("Soviet Union", "combat_move", units, owners=owners, dice=[6, 1], rules=rules)
    tell(game, "1 infantry: Karelia S.S.R. > Ukraine S.S.R.")
    assert [(e["volley"], e["hits_on"], e["hits"]) for e in happened(game, "volley_fired")] == [
        ("attackers", "1", 0),
        ("defenders", "1", 1),
    ]
    assert at(game, "Ukraine S.S.R.") == {"antiaircraft_gun": 1}


def test_the_odds_know_that_the_gun_defends() -> None:
    import sandtable

    odds = sandtable.odds("classic", "1 infantry", "1 aa gun", house_rules=["common.third_edition_units"], rounds=1)
    assert odds.expected_loss["attacker"] == pytest.approx(3 / 6)
    assert odds.expected_loss["defender"] == pytest.approx(8 / 6)
    flown = sandtable.odds("classic", "1 fighter", "1 aa gun", house_rules=["common.third_edition_units"], rounds=1)
    assert flown.expected_loss["attacker"] == pytest.approx(12 * (1 / 6 + 5 / 6 * 1 / 6))


def test_a_space_is_read_by_the_beginning_of_its_name() -> None:
    words = registry.build("classic").words
    form = PickSpace(["Ukraine S.S.R.", "Caucasus"], "stay")
    assert form.read("Ukraine", words) == "Ukraine S.S.R."
    from sandtable.core.decisions import Choose, Option

    retreat = Choose([Option("press on", "press on"), Option("Ukraine S.S.R.", "retreat to Ukraine S.S.R.")])
    assert retreat.read("ukraine", words) == "Ukraine S.S.R."


def test_a_mission_is_read_in_any_case() -> None:
    words = registry.build("classic").words
    assert read_move("1 bomber: Germany > Russia [Raid]", words, "Germany").mission == "raid"


def test_a_loaded_transport_is_worth_its_cargo() -> None:
    """The advised loss is the submarine, not the transport with an armor aboard; and the odds count the armor."""
    units = {"Baltic Sea Zone": {"United Kingdom": "1 submarine"}, "Germany": {"Germany": "1 infantry"}}
    game = position("Germany", "combat_move", units)
    loaded = Stack("Germany", "transport", FRESH._replace(cargo=(("Germany", "tank"),)))
    boat = Stack("Germany", "submarine")
    battle = Battle(game, "Baltic Sea Zone", "sea_battle", "Germany", {loaded: 1, boat: 1}, {})
    assert sensible_losses(game, battle, ATTACKER, {loaded: 1, boat: 1}, 1) == {boat: 1}
    assert battle.piece(loaded).cost == 8 + 5
