"""What cannot come into play is found: points that an edition does not have, and rules that others leave no way to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from sandtable.ai import player
from sandtable.core.errors import RuleError
from sandtable.engine.game import Game, Header
from sandtable.rules import points, registry
from sandtable.rules.draft import Draft
from sandtable.rules.lint import Finding, lint
from sandtable.rules.rule import Rule

Change = Callable[[Draft], Any]


def rule(name: str, change: Change) -> Rule:
    return Rule(f"t.{name}", name, lambda draft, option: change(draft))


def findings(edition: str, **changes: Change) -> list[Finding]:
    rules = [rule(name, change) for name, change in changes.items()]
    return lint(registry.draft(edition, rules)[0], rules)


def no_research(draft: Draft) -> None:
    draft.remove_step("turn", "develop")


def test_atomic_research_and_neutral_values_without_a_way_to_them() -> None:
    """The sixth finding: these were said to fit together."""
    found = registry.check("classic", ["gemmell", "common.no_technology", "common.strict_neutrals"])
    assert {f.rules for f in found} == {
        ("gemmell.atomic_research", "common.no_technology"),
        ("gemmell.atomic_bombs", "common.no_technology"),
        ("gemmell.neutral_ipc_values", "common.strict_neutrals"),
        ("gemmell.neutral_invasion", "common.strict_neutrals"),
    }
    assert {f.severity for f in found} == {"idle"}
    assert found[0].message == (
        "gemmell.atomic_bombs has no effect with common.no_technology: The step “develop” in the turn is removed"
    )
    assert registry.check("classic", ["gemmell"]) == []


@pytest.mark.parametrize(
    ("edition", "change", "sentence"),
    [
        ("classic", lambda d: d.step("war_entry", "x", lambda game: None), "all powers are at war from the start"),
        ("classic", lambda d: d.modify("commitment", lambda answer: 3), "Classic has no contested territories"),
        ("great_war", lambda d: d.step("breakthrough", "x", lambda face: True), "1914 has no weapons development"),
        ("great_war", lambda d: d.add("missions.bomb", "x"), "1914 has no strategic bombing raids"),
    ],
)
def test_an_edit_of_a_point_that_the_edition_does_not_have(edition: str, change: Change, sentence: str) -> None:
    (finding,) = findings(edition, a=change)
    assert finding.severity == "idle"
    assert finding.message.startswith("t.a has no effect: ")
    assert sentence in finding.message

    def half(draft: Draft) -> None:
        change(draft)
        draft.adjust("units.tank.cost", 1)

    (finding,) = findings(edition, a=half)
    assert finding.message.startswith("part of t.a has no effect: ")


def armored(draft: Draft) -> None:
    draft.capability("super_armor", "Super Armor", "Better tanks.").lift("tank", attack=4)


def test_what_hangs_on_a_capability_lives_and_dies_with_it() -> None:
    (finding,) = findings("classic", a=armored, b=no_research)
    assert finding.rules == ("t.a", "t.b")
    given: Change = lambda d: d.include("powers.Japan.technologies", "super_armor")  # noqa: E731
    assert findings("classic", a=armored, b=no_research, c=given) == []

    def drawn(draft: Draft) -> None:
        draft.step("opening", "draw", lambda game: None)
        draft.in_play("table technologies.super_armor", "step opening.draw")

    assert findings("classic", a=armored, b=no_research, c=drawn) == []


def test_a_rule_that_says_what_it_needs() -> None:
    def needy(draft: Draft) -> None:
        draft.needs_in_play("sequence breakthrough")
        draft.step("turn_end", "tell", lambda game: None)

    assert findings("classic", a=needy) == []
    (finding,) = findings("classic", a=needy, b=no_research)
    assert finding.rules == ("t.a", "t.b")


@pytest.mark.parametrize(
    ("point", "message"),
    [
        ("sequnce turn", "not known; did you mean sequence"),
        ("query valu", "did you mean value"),
        ("step turns.develop", "did you mean turn"),
        ("table unit.tank", "did you mean units"),
    ],
)
def test_a_point_that_does_not_exist_is_refused(point: str, message: str) -> None:
    with pytest.raises(RuleError, match=message):
        findings("classic", a=lambda d: d.in_play(point))


class Watched(dict[str, Any]):
    """A mapping that notes what is asked of it."""

    def __init__(self, kind: str, rows: Any, asked: set[str]) -> None:
        super().__init__(rows)
        self.kind, self.asked = kind, asked

    def __getitem__(self, name: str) -> Any:
        self.asked.add(f"{self.kind} {name}")
        return super().__getitem__(name)

    def get(self, name: str, default: Any = None) -> Any:
        self.asked.add(f"{self.kind} {name}")
        return super().get(name, default)


def asked_in(edition: str, who: str, seed: str) -> set[str]:
    """Play some rounds and return every sequence, query, offer and plain table that was asked."""
    rules = registry.build(edition, ["common.round_limit"], {"common.round_limit.rounds": 6})
    asked: set[str] = set()
    for query in points.QUERIES:
        if query in vars(rules.q):
            setattr(rules.q, query, _noting(f"query {query}", getattr(rules.q, query), asked))
    rules.sequences = Watched("sequence", rules.sequences, asked)
    rules.offers = Watched("offer", rules.offers, asked)
    rules.tables = Watched("table", rules.tables, asked)
    game = Game(Header(rules, seed))
    players = {power: player(who, seed) for power in rules.powers}
    for _ in range(3000):
        if not game.open:
            break
        decision = game.open[0]
        game.answer(players[decision.power](game, decision), id=decision.id)
    return asked


def _noting(name: str, fn: Callable[..., Any], asked: set[str]) -> Callable[..., Any]:
    def ask(*given: Any) -> Any:
        asked.add(name)
        return fn(*given)

    return ask


@pytest.fixture(scope="module", params=["classic", "great_war", "anniversary"])
def asked(request: pytest.FixtureRequest) -> Iterator[tuple[str, set[str]]]:
    games = (asked_in(request.param, who, seed) for who in ("random", "basic") for seed in "12")
    yield request.param, set().union(*games)


def test_an_edition_says_truly_what_it_does_not_honor(asked: tuple[str, set[str]]) -> None:
    edition, found = asked
    draft, _, _ = registry.draft(edition)
    silent = {path for path, ways in draft.ways.items() if not any(way.by for way in ways)}
    family = {"step": "sequence"}
    said = {f"{family.get(path[0], path[0])} {path[1]}" for path in silent if len(path) == 2}
    assert said & found == set(), f"the flow asks these now: take them out of NOT_HERE of {edition}"
    ways = {f"{family.get(p[0], p[0])} {p[1]}" for p in draft.ways}  # also those that only something else asks
    kinds = {"sequence": points.SEQUENCES, "query": points.QUERIES, "offer": points.OFFERS}
    every = {f"{kind} {name}" for kind, names in kinds.items() for name in names}
    never = every - found - ways
    unasked = {n for n in never if not n.endswith(tuple(points.PLAIN))}
    assert unasked <= RARE, f"nothing asks these: name them in NOT_HERE or WAYS of {edition}, or in RARE"


#: Points that a few short games between computers need not ask; signs and panels are only for people who look.
RARE = {
    "query landing_fields", "query loss_order", "query victory", "sequence side_change", "sequence war_entry",
    "sequence signs", "sequence panels", "sequence scores", "sequence rocket",
}  # fmt: skip


def test_a_part_that_others_leave_no_way_to_is_named_in_a_note() -> None:
    def mixed(draft: Draft) -> None:
        draft.adjust("units.tank.cost", 1)
        draft.capability("super_armor", "Super Armor", "Better tanks.").lift("tank", attack=4)
        draft.step("breakthrough", "spies", lambda face: False, text="send out spies")

    assert findings("classic", a=mixed) == []
    (finding,) = findings("classic", a=mixed, b=no_research)
    assert (finding.severity, finding.rules) == ("note", ("t.a", "t.b"))
    assert finding.message == (
        "Super Armor, Armor: attack, and the step “send out spies” of t.a have no effect with t.b: "
        "The step “develop” in the turn is removed"
    )


def test_a_single_part_and_a_step_are_named() -> None:
    def mixed(draft: Draft) -> None:
        draft.adjust("units.tank.cost", 1)
        draft.step("breakthrough", "spare", lambda face: False)

    (finding,) = findings("classic", a=mixed, b=no_research)
    assert finding.message.startswith("the step “spare” of t.a has no effect with t.b: ")


def test_of_many_parts_a_few_are_named() -> None:
    def mixed(draft: Draft) -> None:
        draft.adjust("units.tank.cost", 1)
        for name in ("one", "two", "three", "four", "five"):
            draft.step("breakthrough", name, lambda face: False)

    (finding,) = findings("classic", a=mixed, b=no_research)
    assert finding.message.startswith("the step “one”, the step “two”, the step “three”, and 2 more of t.a have no ")
