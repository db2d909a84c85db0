"""Rules, packs, options and players named wrongly or briefly: what is understood, and what the refusal says."""

from __future__ import annotations

import pytest

from sandtable.core.errors import RuleError, Unknown
from sandtable.engine.game import Game
from sandtable.lab.simulate import simulate
from sandtable.rules import registry


def test_a_text_for_a_list_of_rules_is_refused_as_such() -> None:
    with pytest.raises(RuleError, match=r"^rules must be a list of names, not the text 'common\.low_luck'; write"):
        Game.new("classic", "common.low_luck")


def test_an_option_without_its_rule_is_suggested_whole() -> None:
    with pytest.raises(Unknown, match=r"there is no option called 'ipcs'; did you mean common\.bid\.ipcs\?") as found:
        registry.build("classic", ["common.bid"], {"ipcs": {"Germany": 3}})
    assert found.value.near == ["common.bid.ipcs"]
    with pytest.raises(Unknown, match=r"did you mean common\.bid\.ipcs\?"):
        registry.build("classic", [], {"bid.ipcs": 3})
    with pytest.raises(RuleError, match=r"common\.bid\.ipcs belongs to a rule that is off"):
        registry.build("classic", [], {"common.bid.ipcs": {}})
    with pytest.raises(RuleError, match=r"options must be a table of rule\.option and value, not "):
        registry.build("classic", ["common.bid"], [("common.bid.ipcs", {})])  # type: ignore[arg-type]


@pytest.mark.clause("classic.R198", "classic.R203", "classic.R213")
def test_the_third_edition_has_one_name() -> None:
    rules = registry.build("classic", ["third_edition"])
    assert len(rules.rules) == 14
    assert rules.units["battleship"].hits == 2
    assert rules.switch("ships_placed_among_enemies") is True
    assert rules.fingerprint == registry.build("classic", [r.id for r in rules.rules]).fingerprint
    both = registry.build("classic", ["third_edition", "common.low_luck"])
    assert len(both.rules) == 15


def test_a_pack_of_another_edition_is_refused() -> None:
    with pytest.raises(RuleError, match="no rule of third_edition applies to great_war"):
        registry.build("great_war", ["third_edition"])
    with pytest.raises(Unknown, match="did you mean third_edition"):
        registry.build("classic", ["third_editon"])


def test_an_unknown_player_is_refused_before_the_first_game() -> None:
    with pytest.raises(Unknown, match="there is no player called 'clever'"):
        simulate("classic", players="clever")
    with pytest.raises(Unknown, match="there is no player called 'clever'"):
        simulate("classic", players={"Germany": "clever"})


def test_the_later_rule_is_named() -> None:
    (finding,) = registry.check("classic", ["common.submerging", "common.no_return_to_battle"])
    assert finding.message.endswith("both decide withdrawals; common.no_return_to_battle comes later and wins")
