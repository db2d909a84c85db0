"""The packs of Anniversary and of the Enhanced rules: each can be played, and applies to no other edition."""

from __future__ import annotations

import pytest

from sandtable.ai import player
from sandtable.core.errors import RuleError
from sandtable.engine.game import Game, play
from sandtable.house.enhanced import RULES
from sandtable.rules import registry
from sandtable.rules.rule import Pack

clause = pytest.mark.clause
OURS = [pack for pack in registry.packs().values() if pack.id.startswith(("anniversary.", "enhanced."))]


@pytest.mark.parametrize("pack", OURS, ids=lambda pack: pack.id)
def test_a_pack_is_played(pack: Pack) -> None:
    assert [f for f in registry.check("anniversary", [pack.id]) if f.severity in ("conflict", "missing", "idle")] == []
    names, limit = [pack.id, "common.round_limit"], {"common.round_limit.rounds": 1}
    game = Game.new("anniversary", names, limit, seed=pack.id, scenario="1942")
    assert {rule.id for rule in game.rules.rules} == {*pack.rules, "common.round_limit"}
    play(game, {power: player("random", pack.id) for power in game.rules.powers})
    assert game.over


@clause("anniversary.R162", "anniversary.R164", "anniversary.R165", "anniversary.R166")
def test_what_the_packs_of_anniversary_hold() -> None:
    tables = {
        name: registry.build("anniversary", [f"anniversary.{name}"]) for name in ("plain", "tournament", "low_luck")
    }
    assert not any(s.name == "objectives" for s in tables["plain"].sequence("income"))
    assert all(not any(s.name == "develop" for s in rules.sequence("turn")) for rules in tables.values())
    assert tables["tournament"].tables["goals"]["axis"]["hold"] == 13
    assert tables["low_luck"].switch("resolution") == "low_luck"
    official = registry.build("anniversary", ["anniversary.official"])
    assert "escort" in official.missions and "Dardanelles to Sea Zone 14" in official.canals


def test_what_the_packs_of_enhanced_hold() -> None:
    core, ships, full = (set(registry.packs()[f"enhanced.{name}"].rules) for name in ("core", "ships", "full"))
    assert core == {rule.id for rule in registry.select("anniversary", ["enhanced"])}
    assert ships - core == {"enhanced.pocket_battleship", "enhanced.escort_carrier"}
    assert full == {rule.id for rule in RULES} and ships < full


def test_a_pack_for_one_edition_is_refused_in_others() -> None:
    with pytest.raises(RuleError, match=r"no rule of anniversary\.low_luck applies to classic"):
        registry.build("classic", ["anniversary.low_luck"])  # some of its rules would
    assert not registry.pack_rules(registry.packs()["anniversary.low_luck"], "classic")
    assert registry.pack_rules(registry.packs()["third_edition"], "classic")
