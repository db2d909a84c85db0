"""Options that name rows, values, and results of a die are read, or refused with one sentence."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from sandtable.battle.volley import Volley
from sandtable.core.errors import RuleError
from sandtable.rules import registry
from sandtable.rules.draft import Draft
from sandtable.words import faces, fraction, percent_by_face, redeploy, revalue, rows
from sandtable.words.battles import Pick, UnitEdit


def drafted(edition: str = "classic") -> Draft:
    draft, _, _ = registry.draft(edition)
    draft.rule = "ex.rule"
    return draft


def test_rows_have_the_names_of_the_board() -> None:
    given = [{"space": "Argentina", "power": "germany", "fee": 5}]
    (row,) = rows(drafted(), given, "a fee needs all", space="spaces", power="powers", fee=int)
    assert (row.space, row.power, row.fee) == ("Argentina-Chile", "Germany", 5)


def test_a_column_may_hold_words_that_stand_for_themselves() -> None:
    found = rows(drafted(), [{"power": "any"}, {"power": "japan"}], "a fee needs power", power=("powers", "any"))
    assert [row.power for row in found] == ["any", "Japan"]


@pytest.mark.parametrize("row", [{"space": "Spain"}, {"space": "Spain", "fee": "5"}, {"space": 3, "fee": 5}, "Spain"])
def test_a_row_that_does_not_fit_is_refused_in_words(row: Any) -> None:
    with pytest.raises(RuleError, match=r"ex\.rule: a fee needs space and fee, not "):
        rows(drafted(), [row], "a fee needs space and fee", space="spaces", fee=int)


def test_names_are_found_in_their_order() -> None:
    assert drafted().find_all("powers", ["japan", "Germany"]) == ["Japan", "Germany"]
    with pytest.raises(RuleError, match="Atlantis"):
        drafted().find_all("spaces", ["Atlantis"])


def test_fractions_are_from_zero_to_one() -> None:
    assert fraction(drafted(), "part", "2/6") == Fraction(1, 3)
    for wrong in ("3/2", "-1/2", "1/0", "half"):
        with pytest.raises(RuleError, match="part must be a fraction from 0 to 1"):
            fraction(drafted(), "part", wrong)


def test_results_of_a_die_are_from_one_to_six() -> None:
    assert faces(drafted(), "wins_on", [6, 5, 6]) == {5, 6}
    with pytest.raises(RuleError, match="wins_on lists results of a die from 1 to 6"):
        faces(drafted(), "wins_on", [7])


def test_faces_that_are_not_listed_change_nothing() -> None:
    assert percent_by_face(drafted(), "change", {"2": -10, 6: 15}) == (0, -10, 0, 0, 0, 15)
    for wrong in ({"7": 1}, {"1": "much"}, {"1": -101}):
        with pytest.raises(RuleError, match="change must give a percentage for each face"):
            percent_by_face(drafted(), "change", wrong)


def test_territories_get_other_values() -> None:
    draft = drafted()
    revalue(draft, {"Argentina": 3, "Japan": 5})
    assert [draft.get(("spaces", s, "value")) for s in ("Argentina-Chile", "Japan")] == [3, 5]
    for wrong in (True, -1, 100, "3"):
        with pytest.raises(RuleError, match="must be 0 to 99 IPCs"):
            revalue(draft, {"Japan": wrong})


def test_a_setup_without_the_units_stays_as_it_is() -> None:
    draft = drafted()
    before = draft.deployed("Germany", "Germany")
    redeploy(draft, "Germany", "Germany", {"infantry": before["infantry"] + 1}, {"bomber": 1})
    assert draft.deployed("Germany", "Germany") == before
    redeploy(draft, "Germany", "Germany", {"infantry": 1}, {"bomber": 2})
    after = {**before, "infantry": before["infantry"] - 1, "bomber": before["bomber"] + 2}
    assert draft.deployed("Germany", "Germany") == after
    assert draft.deployed("Germany", "Japan") == {}


def test_members_of_a_list_are_recast_and_the_others_stay() -> None:
    draft = drafted("great_war")
    before = draft.described("land_battle", "attackers_fire").lifts
    draft.recast_step("land_battle", "attackers_fire", "lifts", lambda edit: (edit,))
    assert draft.record[-1].rule != "ex.rule"
    draft.recast_step("land_battle", "attackers_fire", "lifts",
                      lambda edit: () if edit == before[0] else (edit,))  # fmt: skip
    assert draft.described("land_battle", "attackers_fire").lifts == before[1:]
    draft.recast_step("land_battle", "attackers_fire", "lifts", lambda edit: (edit._replace(text="other"),))
    assert {edit.text for edit in draft.described("land_battle", "attackers_fire").lifts} == {"other"}


def test_a_roll_is_lifted_beside_its_own_edits() -> None:
    one, two = (UnitEdit(Pick(kinds=("air",)), "attack", "to", n) for n in (1, 2))
    assert Volley("fire", "attacker", lifts=(one,)).lifted(two).lifts == (one, two)
