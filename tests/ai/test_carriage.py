"""The player `basic` uses joint orders, and moves the units of all powers that act together."""

from __future__ import annotations

from collections import Counter

import pytest

from sandtable.ai import player
from sandtable.ai.basic.attack import Attack, Raider
from sandtable.ai.basic.orders import attacks
from sandtable.ai.basic.view import View
from sandtable.core.errors import Illegal
from sandtable.core.forces import FRESH
from sandtable.engine.game import Game
from sandtable.rules import registry
from tests.helpers import at, happened, position
from tests.kernel import examples_moves, examples_turns

from .test_together import phase_of

RED, UK, US = "Soviet Union", "United Kingdom", "United States"


@pytest.fixture(autouse=True)
def examples(monkeypatch: pytest.MonkeyPatch) -> None:
    """The example rules are known while a test runs."""
    known = {**registry.rules(), **{r.id: r for r in (*examples_moves.EXAMPLES, *examples_turns.EXAMPLES)}}
    monkeypatch.setattr(registry, "rules", lambda: known)


#: Territories in reach of bombers in the United Kingdom.
AXIS = (
    "Germany", "Western Europe", "Southern Europe", "Eastern Europe", "Finland-Norway", "Ukraine S.S.R.", "Algeria",
    "Libya",
)  # fmt: skip


def bombers(held: bool, defended: bool = False) -> Game:
    units = {"United Kingdom": {UK: "1 bomber, 6 infantry"}}
    if defended:
        units.update({space: {"Germany": "8 infantry"} for space in AXIS})
    techs = {UK: ["paratroopers"]} if held else {}
    return phase_of(position(UK, "combat_move", units, rules=["ex_moves.paratroopers"], techs=techs))


def test_a_bomber_drops_infantry_on_an_empty_territory() -> None:
    game = bombers(held=True)
    (move,) = [e for e in happened(game, "moved") if e["power"] == UK]
    assert {s.type: n for s, n in move["force"].items()} == {"bomber": 1, "infantry": 1}
    assert game.state.owner[move["path"][-1]] == UK


def test_it_drops_nothing_without_the_capability_or_into_strong_armies() -> None:
    for game in (bombers(held=False), bombers(held=True, defended=True)):
        assert all("infantry" not in {s.type for s in e["force"]} for e in happened(game, "moved"))


def test_tanks_take_infantry_along_to_the_front() -> None:
    units = {"Yakut S.S.R.": {RED: "2 tank, 3 infantry"}, "Germany": {"Germany": "6 infantry"}}

    def moved(held: bool) -> int:
        game = position(
            RED, "noncombat_move", units, rules=["ex_moves.mechanized_infantry"],
            techs={RED: ["mechanized"]} if held else {},
        )  # fmt: skip
        phase_of(game)
        far = [e for e in happened(game, "moved") if len(e["path"]) == 3]
        return sum(n for e in far for s, n in e["force"].items() if s.type == "infantry")

    assert (moved(True), moved(False)) == (2, 0)


def test_units_of_all_powers_that_act_together_attack() -> None:
    units = {"China": {"Cathay": "8 infantry"}, "Manchuria": {"Japan": "1 infantry"}}
    game = position(
        US, "combat_move", units, owners={"China": "Cathay", "Manchuria": "Japan"}, rules=["ex_turns.china"]
    )
    assert game.acting == (US, "Cathay")
    phase_of(game)
    assert {e["power"] for e in happened(game, "moved")} == {"Cathay"}
    assert game.state.owner["Manchuria"] != "Japan" or at(game, "Manchuria", "Cathay")


def test_what_one_power_sends_helps_the_other() -> None:
    units = {
        "China": {"Cathay": "2 infantry"}, "Sinkiang": {US: "6 tank"}, "Manchuria": {"Japan": "4 infantry"},
        "Kwangtung": {"Japan": "12 infantry"}, "French Indo-China Burma": {"Japan": "12 infantry"},
    }  # fmt: skip
    owners = {"China": "Cathay", "Sinkiang": US, "Manchuria": "Japan"}
    together = phase_of(position(US, "combat_move", units, owners=owners, rules=["ex_turns.china"]))
    sent = {e["power"]: e["path"][-1] for e in happened(together, "moved")}
    alone = phase_of(position(US, "combat_move", {**units, "Sinkiang": {}}, owners=owners, rules=["ex_turns.china"]))
    assert sent.get("Cathay") == sent.get(US)
    assert "Cathay" not in {e["power"] for e in happened(alone, "moved")}


def test_nothing_is_carried_where_no_rule_offers_it() -> None:
    units = {"Yakut S.S.R.": {RED: "2 tank, 3 infantry"}, "Germany": {"Germany": "6 infantry"}}
    game = phase_of(position(RED, "noncombat_move", units))
    for event in happened(game, "moved"):
        assert len(event["path"]) == 2 or {s.type for s in event["force"]} == {"tank"}
        assert all(s.cond == FRESH for s in event["force"])


def test_infantry_that_can_march_is_not_dropped_by_bombers_that_attack_the_same_territory() -> None:
    units = {"Ukraine S.S.R.": {UK: "1 bomber, 3 infantry, 1 tank"}, "Caucasus": {"Germany": "2 infantry"}}
    techs, owners = {UK: ["paratroopers"]}, {"Ukraine S.S.R.": UK, "Caucasus": "Germany"}
    game = position(UK, "combat_move", units, owners=owners, rules=["ex_moves.paratroopers"], techs=techs)
    view = View(game, UK)
    attack = Attack("Caucasus")
    way = ("Ukraine S.S.R.", "Caucasus")
    units_there = sorted(view.own[way[0]], key=lambda row: row[2].kind == "air")
    attack.raiders = [Raider(unit, stack, way[0], way) for stack, n, unit in units_there for _ in range(n)]
    for move in attacks(view, [attack]):
        game.answer(move)
    force = game.state.at("Caucasus")
    assert not any("drops" in stack.cond.marks for stack in force)
    assert Counter(s.type for s, n in force.items() for _ in range(n) if s.owner == UK) == {
        "bomber": 1, "infantry": 3, "tank": 1,
    }  # fmt: skip


def test_a_mission_that_another_part_of_the_phase_is_for_waits() -> None:
    """A rule advises the atomic raid in every combat move, but in this part of it only bombers on raids move."""
    bomber = "1 bomber (carrying atomic_bomb of United States)"
    units = {"United Kingdom": {US: f"{bomber}, 1 bomber"}, "Germany": {"Germany": "1 infantry"}}
    rules = ["gemmell.atomic_research", "gemmell.atomic_bombs", "smith.strategic_bombings"]
    game = position(US, "raids", units, rules=rules)
    decision, basic = game.open[0], player("basic", "1")
    assert (decision.kind, decision.context["part"]) == ("move", "raids")
    advised = game.rules.q.advised_move(game, "combat")
    assert advised is not None and advised.mission == "atomic raid"
    with pytest.raises(Illegal, match="only bombers on strategic bombing raids move now"):
        decision.check(advised)
    missions = []
    while game.open and game.state.power == US:
        decision = game.open[0]
        answer = basic(game, decision)
        missions.append(getattr(answer, "mission", ""))
        game.answer(answer)
    assert missions.count("atomic raid") == 1
