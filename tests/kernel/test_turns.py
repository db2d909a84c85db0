"""Who is next, powers that share a turn, and units of several powers in one attack."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import cast

import pytest

from sandtable.ai import player
from sandtable.core.decisions import Moves
from sandtable.core.errors import Illegal
from sandtable.engine.draws import number
from sandtable.engine.game import Game, play
from sandtable.engine.invariants import Watch
from sandtable.engine.save import replay
from sandtable.rules import registry
from tests.helpers import happened, position, tell

from .examples_turns import EXAMPLES

DICE = [1, 1, 6, 6, 6, 6, 6]
KNOWN = {rule.id: rule for rule in EXAMPLES}


@pytest.fixture(autouse=True)
def examples(monkeypatch: pytest.MonkeyPatch) -> None:
    """The example rules are known while a test runs."""
    known = registry.rules()
    monkeypatch.setattr(registry, "rules", lambda: {**known, **KNOWN})


def turns(edition: str, *rules: str, rounds: int = 2, seed: str = "1") -> Game:
    options = {"common.round_limit.rounds": rounds}
    game = Game.new(edition, ["common.round_limit", *rules], options, seed=seed)
    return play(game, dict.fromkeys(game.rules.powers, player("random", seed)))


@pytest.mark.parametrize("edition", ["classic", "great_war"])
def test_turns_are_drawn(edition: str, tmp_path: Path) -> None:
    game = turns(edition, "ex_turns.random_turns")
    played = [e["power"] for e in happened(game, "turn_started")]
    powers = list(game.rules.powers)
    assert played[0] == powers[0]  # no marker is drawn for the opening turn
    assert sorted(played[: len(powers)]) == sorted(powers)
    assert played[: len(powers)] != powers
    game.save(tmp_path / "game.json")
    assert replay(tmp_path / "game.json").ok


def test_a_power_gets_an_extra_turn() -> None:
    game = turns("classic", "ex_turns.extra_turn")
    played = [e["power"] for e in happened(game, "turn_started")]
    assert played[:6] == ["Soviet Union", "Germany", "United Kingdom", "Japan", "United States", "Germany"]
    assert played[6:] == ["Soviet Union", "Germany", "United Kingdom", "Japan", "United States"]


def test_a_draw_is_fair() -> None:
    game = Game.new("classic", seed=3)
    for count in (4, 5, 7):
        found = Counter(number(game, count) for _ in range(7000))
        assert set(found) == set(range(count))
        assert max(found.values()) < 1.25 * min(found.values())


# --- shared turns -----------------------------------------------------------------------------------------------------


def test_powers_that_share_a_turn_attack_together() -> None:
    units = {
        "China": {"Cathay": "3 infantry"},
        "Sinkiang": {"United States": "2 tank"},
        "Manchuria": {"Japan": "2 infantry"},
    }
    owners = {"China": "Cathay", "Sinkiang": "United States", "Manchuria": "Japan"}
    game = position(
        "United States", "combat_move", units, owners=owners, rules=["ex_turns.china"], dice=[1, 1, 6, 6, 6, 6, 6]
    )
    assert game.acting == ("United States", "Cathay")
    tell(game, "3 infantry of Cathay: China > Manchuria", "2 tank: Sinkiang > China > Manchuria")
    (battle,) = happened(game, "battle_started")
    assert {s.owner for s in battle["attackers"]} == {"United States", "Cathay"}
    dice = [
        (e["power"], e["hits_on"], len(e["dice"])) for e in happened(game, "volley_fired") if e["side"] == "attacker"
    ]
    assert dice == [("Cathay", "1", 3), ("United States", "3", 2)]
    assert game.state.owner["Manchuria"] == "United States"  # the leading power captures it


def test_each_member_buys_places_and_collects_for_itself() -> None:
    game = Game.new("classic", ["ex_turns.two_countries"], seed=2)
    assert "Raj" not in game.state.order
    asked = []
    while game.state.round == 1:
        decision = game.decision
        assert decision is not None
        if game.state.order[game.state.turn] == "United Kingdom" and decision.kind in ("purchase", "place"):
            asked.append((decision.power, decision.kind))
        game.answer({("infantry",): 2} if decision.kind == "purchase" and decision.power == "Raj" else decision.advice)
    assert [power for power, kind in asked if kind == "purchase"] == ["United Kingdom", "Raj", "Anzac"]
    assert [power for power, kind in asked if kind == "place"] == ["United Kingdom", "Raj", "Anzac"]
    placed = [e for e in happened(game, "placed") if e["power"] == "Raj"]
    assert placed == [{"power": "Raj", "units": {"infantry": 2}, "space": "India"}]
    assert not any(s.owner == "Raj" and s.type == "infantry" for force in game.state.forces.values() for s in force)
    income = {e["power"]: e["ipcs"] for e in happened(game, "income")}
    assert income["Raj"] == 3 and income["Anzac"] == 2


def test_units_of_an_ally_join_unless_they_were_used() -> None:
    units = {"Karelia S.S.R.": {"United Kingdom": "2 infantry, 1 fighter", "United States": "1 infantry"}}
    game = position("United Kingdom", "noncombat_move", units, rules=["ex_turns.d_day"])
    tell(game, "1 infantry: Karelia S.S.R. > Russia", "done")
    while game.state.power != "United States" or game.open[0].kind != "move":
        game.answer(game.open[0].advice)
    assert game.acting == ("United States", "United Kingdom")
    movable = [(at, s.owner, s.type) for at, s, _ in cast(Moves, game.open[0].form).source.movable()]
    assert ("Karelia S.S.R.", "United Kingdom", "infantry") in movable
    assert ("Russia", "United Kingdom", "infantry") not in movable
    with pytest.raises(Illegal, match="used in its own turn"):
        tell(game, "1 infantry (ex_turns_used) of United Kingdom: Russia > Karelia S.S.R.")
    units = {"Ukraine S.S.R.": {"Germany": "1 infantry"}, "Karelia S.S.R.": {"United Kingdom": "2 infantry"}}
    game = position("United States", "combat_move", units, rules=["ex_turns.d_day"], dice=[1, 6, 6])
    tell(game, "2 infantry of United Kingdom: Karelia S.S.R. > Ukraine S.S.R.")
    assert game.state.owner["Ukraine S.S.R."] == "United Kingdom"  # captured by British units in the American turn


def test_units_of_two_powers_are_ordered_one_after_the_other() -> None:
    units = {"China": {"Cathay": "3 infantry", "United States": "1 infantry"}, "Manchuria": {"Japan": "1 infantry"}}
    game = position("United States", "combat_move", units, owners={"China": "Cathay"}, rules=["ex_turns.china"])
    with pytest.raises(Illegal, match="move separately"):
        tell(game, "3 infantry of Cathay, 1 infantry of United States: China > Manchuria")


@pytest.mark.parametrize("name", ["china", "two_countries", "d_day"])
def test_games_of_shared_turns_go_on_and_play_again(name: str, tmp_path: Path) -> None:
    game = Game.new("classic", ["common.round_limit", f"ex_turns.{name}"], {"common.round_limit.rounds": 2}, seed=name)
    watch, who, told = Watch(game), player("random", name), 0
    while game.decision is not None and told < 4000:
        game.answer(who(game, game.decision), id=game.decision.id)
        told += 1
        if told % 25 == 0:
            assert watch.faults() == []
    game.save(tmp_path / "game.json")
    assert replay(tmp_path / "game.json").ok
