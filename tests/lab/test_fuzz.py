"""The fuzzer: it covers all pairs, it sees what is wrong, and a short run of it finds nothing."""

from __future__ import annotations

from itertools import combinations, islice
from pathlib import Path
from typing import Any

import pytest

from sandtable.core.decisions import Confirm, Decision
from sandtable.core.errors import RuleError, Unknown
from sandtable.core.forces import FRESH, Stack
from sandtable.engine.game import Flow, Game, Header
from sandtable.engine.invariants import Watch, between_turns, board, replay_fault
from sandtable.engine.save import replay
from sandtable.lab import fuzz
from sandtable.rules import registry
from sandtable.rules.draft import Draft
from sandtable.rules.rule import Option, Options, house_rule
from tests.conformance.classic.scenes import attack
from tests.helpers import at, happened, position

#: The rules of these documents; the larger ones are sampled beside their own tests.
DOCUMENTS = ("gemmell", "common")
CANDIDATES = fuzz.candidates("classic", DOCUMENTS)
SALVAGE, TREATY = "gemmell.salvage", "gemmell.nonaggression_treaty"


@pytest.fixture(scope="module")
def rows() -> list[list[fuzz.Choice]]:
    return fuzz.covering("classic", CANDIDATES, "1")


def test_all_pairs_that_fit_together_are_covered(rows: list[list[fuzz.Choice]]) -> None:
    met = {frozenset(pair) for row in rows for pair in combinations(row, 2)}
    known = registry.rules()
    missing = [
        (one, other)
        for a, b in combinations(CANDIDATES, 2)
        for one in ((a, f) for f in fuzz.forms(known[a]))
        for other in ((b, f) for f in fuzz.forms(known[b]))
        if frozenset((one, other)) not in met
    ]
    assert all(fuzz.clash("classic", fuzz.with_needs(pair)) for pair in missing)
    assert len(rows) < 80


def test_rows_are_playable_and_not_all_the_same(rows: list[list[fuzz.Choice]]) -> None:
    assert all(fuzz.clash("classic", row) is None for row in rows)
    assert len({len(row) for row in rows}) > 3


def test_random_sets_have_no_conflicts_and_random_options() -> None:
    sets = list(islice(fuzz.subsets("classic", CANDIDATES, "7"), 9))
    assert sets == list(islice(fuzz.subsets("classic", CANDIDATES, "7"), 9))
    assert all(fuzz.clash("classic", row) is None for row in sets)
    assert len({rule for row in sets for rule, _ in row}) > 15 and any(fuzz.options_of(row) for row in sets)
    number = {fuzz.end_of(Option("n", 2, "", low=1, high=99), f"random {i}") for i in range(40)}
    assert number == {1, 2, 3, 4, 5}
    assert {fuzz.end_of(Option("w", "a", "", choices=("a", "b")), f"random {i}") for i in range(9)} == {"a", "b"}
    with pytest.raises(RuleError, match="no rule of nothing"):
        list(fuzz.fuzz("classic", documents=("nothing",)))


def test_options_at_both_ends() -> None:
    assert fuzz.end_of(Option("n", 2, "", low=1, high=99), "low") == 1
    assert fuzz.end_of(Option("n", 2, "", low=1, high=99), "high") == 5
    assert fuzz.end_of(Option("n", 0.5, "", low=0, high=1), "high") == 1.0
    assert fuzz.end_of(Option("yes", True, ""), "low") is False
    assert fuzz.end_of(Option("word", "b", "", choices=("a", "b", "c")), "high") == "c"
    assert fuzz.end_of(Option("rows", ["x"], ""), "high") == ["x"]
    assert fuzz.forms(registry.rules()["common.total_victory"]) == ["usual"]


def test_a_short_run_finds_nothing(tmp_path: Path) -> None:
    failures = [
        f for f in fuzz.fuzz("classic", games=24, seed="3", rounds=2, folder=str(tmp_path), documents=DOCUMENTS) if f
    ]
    assert failures == []


# --- it must see what is wrong ----------------------------------------------------------------------------------------


@house_rule("broken.theft", "Theft")
def theft(draft: Draft, option: Options) -> None:
    """The bank loses money that no event tells of."""

    def steal(game: Game) -> None:
        game.state.ipcs[game.state.power] += game.state.round == 1

    draft.step("turn_end", "steal", steal)


@house_rule("broken.crash", "Crash")
def crash(draft: Draft, option: Options) -> None:
    """A step that fails."""

    def fail(game: Game) -> None:
        raise ZeroDivisionError("broken")

    draft.step("turn_end", "fail", fail)


@house_rule("broken.advice", "Advice")
def advice(draft: Draft, option: Options) -> None:
    """A question that is not answered by its advice."""

    def ask(game: Game) -> Flow:
        yield Decision("fight", game.state.power, "Do you agree?", Confirm(), advice="perhaps")

    draft.step("turn_end", "ask", ask)


@pytest.mark.parametrize(
    ("rule", "fault"), [(theft, "by the events"), (crash, "ZeroDivisionError"), (advice, "illegal advice for fight")]
)
def test_a_broken_rule_is_found_alone_and_saved(rule: Any, fault: str, monkeypatch: Any, tmp_path: Path) -> None:
    known = {**registry.rules(), rule.id: rule}
    monkeypatch.setattr(registry, "rules", lambda: known)
    row = fuzz.with_needs([(SALVAGE, "usual"), (rule.id, "usual"), ("common.low_luck", "usual")])
    seed, rounds = "1", 1
    assert fault in fuzz.play(fuzz.build("classic", row, rounds), seed)
    row = fuzz.smallest("classic", row, seed, "random", rounds)
    assert row == [(rule.id, "usual")]
    ruleset = fuzz.build("classic", row, rounds)
    assert fault in fuzz.play(ruleset, seed, folder=str(tmp_path))
    file = tmp_path / fuzz.file_name(ruleset, seed)
    assert replay(file).ok  # it ends before the answer that fails, and the fault names that answer


@pytest.mark.parametrize(
    ("space", "stack", "count", "fault"),
    [
        ("Germany", Stack("Germany", "battleship"), 1, "battleship cannot be in Germany"),
        ("Baltic Sea Zone", Stack("Germany", "infantry"), 1, "infantry cannot be in Baltic Sea Zone"),
        ("Germany", Stack("Atlantis", "infantry"), 1, "unknown unit infantry of Atlantis"),
        ("Germany", Stack("Germany", "zeppelin"), 1, "unknown unit zeppelin"),
        ("Germany", Stack("Germany", "antiaircraft_gun"), 2, "2 antiaircraft guns in Germany"),
        ("Germany", Stack("Germany", "infantry", FRESH._replace(damage=1)), 1, "infantry in Germany has taken 1 hits"),
        (
            "Baltic Sea Zone",
            Stack("Germany", "transport", FRESH._replace(cargo=(("Germany", "tank"), ("Germany", "infantry")))),
            1,
            "carries tank + infantry",
        ),
    ],
)
def test_faults_of_the_board(space: str, stack: Stack, count: int, fault: str) -> None:
    game = position("Germany", "combat_move", {"Germany": {"Germany": "1 infantry"}})
    assert list(board(game)) == []
    game.state.put(space, stack, count)
    assert fault in " ".join(board(game))


def test_faults_between_turns() -> None:
    game = position(
        "Germany", "combat_move", {"Russia": {"Germany": "1 infantry"}, "Baltic Sea Zone": {"Germany": "1 fighter"}}
    )
    assert sorted(between_turns(game)) == [
        "aircraft of Germany in Baltic Sea Zone have no deck",
        "infantry of Germany in Russia, which Soviet Union controls",
    ]


def test_the_ledger_sees_debts_and_lost_ipcs() -> None:
    game = Game(Header(registry.build("classic"), "1"))
    watch = Watch(game)
    assert watch.faults() == []
    game.state.ipcs["Germany"] = -1
    assert watch.faults() == ["Germany has -1 IPCs", "Germany has -1 IPCs, by the events 32"]


def test_the_ledger_sees_dice_that_no_event_shows() -> None:
    game = Game(Header(registry.build("classic"), "1"))
    watch = Watch(game)
    game.dice.roll(2)
    assert watch.faults() == ["2 dice have been rolled, but the events show 0"] and watch.faults() == []


def test_a_game_that_changed_behind_the_referee_is_not_replayed() -> None:
    game = Game.new("classic", seed="1")
    assert replay_fault(game) == ""
    game.state.ipcs["Germany"] = 99
    assert "the position differs from the file" in replay_fault(game)


def test_guests_of_a_sunk_carrier_do_not_leave_with_the_transports() -> None:
    """Found by the fuzzer: the ships that withdrew took an ally's fighter along, though its carrier was sunk."""
    uk, us = "United Kingdom", "United States"
    game = attack(
        uk, ["1 transport, 1 aircraft carrier: North Atlantic Sea Zone > West Spain Sea Zone"],
        {"North Atlantic Sea Zone": {uk: "1 transport, 1 aircraft carrier", us: "1 fighter"},
         "West Spain Sea Zone": {"Germany": "2 submarines"}},
        dice=[6, 1, 6],
    )  # fmt: skip
    game.answer({next(s for s in game.decision.form.force if s.type == "aircraft_carrier"): 1})  # type: ignore[union-attr,attr-defined]
    while game.decision and game.decision.kind != "retreat":
        game.answer(game.decision.advice)
    game.answer("North Atlantic Sea Zone")
    assert at(game, "North Atlantic Sea Zone") == {"transport": 1}
    assert [e["power"] for e in happened(game, "lost")] == [uk, us]


def test_every_pair_by_itself_and_a_test_in_parts() -> None:
    rules = ["gemmell.salvage", "gemmell.retreat_by_defender", "smith.retreats"]
    rows = [{rule for rule, _ in row} for row in fuzz.twos("classic", rules)]
    assert rows == [{rules[0], rules[1]}, {rules[0], rules[2]}]  # the two kinds of retreat exclude each other
    both = ("random", "basic")
    found = fuzz.fuzz("classic", games=2, start=40, rounds=1, two=True, documents=["smith"], players=both)
    assert list(found) == [None, None]


def test_games_cycle_through_the_scenarios(monkeypatch: Any) -> None:
    monkeypatch.setattr(fuzz, "run", lambda task: task)

    def starts(**more: Any) -> list[tuple[str, fuzz.Choice]]:
        rows = fuzz.fuzz("anniversary", documents=("common",), pairs=False, **more)
        return [(task.scenario, task.row[0]) for task in rows]  # type: ignore[union-attr]

    rules = len(fuzz.candidates("anniversary", ("common",)))
    found = starts(games=2 * rules)
    assert [scenario for scenario, _ in found[:4]] == ["1941", "1942"] * 2
    assert len(set(found)) == 2 * rules, "each rule is played from each start"
    assert {scenario for scenario, _ in starts(games=4, scenario="1942")} == {"1942"}
    with pytest.raises(Unknown, match="no scenario called '1943'"):
        starts(games=1, scenario="1943")
    assert fuzz.build("anniversary", [], 1, "1942").scenario == "1942"
