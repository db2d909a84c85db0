"""Contradictions between rules: every kind of finding, found from edits that no rule declares."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sandtable.battle.volley import Volley
from sandtable.core.errors import RuleError
from sandtable.rules import registry
from sandtable.rules.draft import Draft
from sandtable.rules.lint import Finding
from sandtable.rules.rule import Rule

Change = Callable[[Draft], None]


def step(game: Any) -> None:
    """Does nothing."""


def other_step(game: Any) -> None:
    """Does nothing either."""


def rule(name: str, change: Change | None = None, **fields: Any) -> Rule:
    return Rule(f"t.{name}", name, lambda draft, option: change(draft) if change else None, **fields)


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> dict[str, Rule]:
    """The house rules that the registry finds: only those that a test puts here."""
    found: dict[str, Rule] = {}
    monkeypatch.setattr(registry, "rules", lambda: found)
    return found


def check(known: dict[str, Rule], *rules: Rule) -> list[Finding]:
    known.update((r.id, r) for r in rules)
    return registry.check("classic", [r.id for r in rules])


def both(known: dict[str, Rule], a: Change, b: Change) -> list[tuple[str, tuple[str, ...], str]]:
    """What is found for two rules, the same for either order."""
    findings = check(known, rule("a", a), rule("b", b))
    known.clear()
    turned = check(known, rule("b", b), rule("a", a))
    assert {(f.severity, f.target) for f in turned} == {(f.severity, f.target) for f in findings}
    return [(f.severity, f.rules, f.target) for f in findings]


SHOT = Volley("shot", "attacker")
PAIR = ("t.a", "t.b")


@pytest.mark.parametrize(
    ("a", "b", "severity", "target"),
    [
        (lambda d: d.set("units.tank.cost", 4), lambda d: d.set("units.tank.cost", 6), "conflict", "units.tank.cost"),
        (lambda d: d.set("units.tank.cost", 4), lambda d: d.adjust("units.tank.cost", 1), "order", "units.tank.cost"),
        (lambda d: d.drop("units.tank"), lambda d: d.set("units.tank.cost", 4), "", "units.tank"),
        (lambda d: d.add("memory.x", 1), lambda d: d.add("memory.x", 2), "conflict", "memory.x"),
        (
            lambda d: d.replace_step("turn", "develop", step),
            lambda d: d.replace_step("turn", "develop", other_step),
            "conflict",
            "turn.develop",
        ),
        (
            lambda d: d.amend_step("land_battle", "attackers_fire", rounds=(1, 1)),
            lambda d: d.amend_step("land_battle", "attackers_fire", rounds=(2, 2)),
            "conflict",
            "land_battle.attackers_fire.rounds",
        ),
        (
            lambda d: d.remove_step("turn", "develop"),
            lambda d: d.replace_step("turn", "develop", step),
            "conflict",
            "turn.develop",
        ),
        (
            lambda d: d.remove_step("turn", "develop"),
            lambda d: d.step("turn", "nap", step, after="develop"),
            "conflict",
            "turn.develop",
        ),
        (
            lambda d: d.remove_step("land_battle", "attackers_fire"),
            lambda d: d.amend_step("land_battle", "attackers_fire", rounds=(1, 1)),
            "conflict",
            "land_battle.attackers_fire",
        ),
        (
            lambda d: d.replace_step("land_battle", "attackers_fire", SHOT),
            lambda d: d.amend_step("land_battle", "attackers_fire", rounds=(1, 1)),
            "order",
            "land_battle.attackers_fire",
        ),
        (
            lambda d: d.remove_step("turn", "purchase"),
            lambda d: d.offer("purchase", "salvage", "", step),
            "conflict",
            "turn.purchase",
        ),
        (lambda d: d.step("turn", "nap", step), lambda d: d.step("turn", "nap", other_step), "conflict", "turn.nap"),
        (
            lambda d: d.offer("purchase", "salvage", "", step),
            lambda d: d.offer("purchase", "salvage", "", other_step),
            "conflict",
            "purchase.salvage",
        ),
        (
            lambda d: d.modify("value", lambda answer, game, space: 5, how="replace"),
            lambda d: d.modify("value", lambda answer, game, space: answer + 1),
            "order",
            "value",
        ),
        (
            lambda d: d.answer("value", lambda game, space: 5),
            lambda d: d.modify("value", lambda answer, game, space: answer + 1),
            "order",
            "value",
        ),
    ],
    ids=[
        "two values of a cell", "a value and a change", "a row taken away", "a row added twice",
        "a step replaced twice", "a field amended twice", "removed and replaced", "anchor removed",
        "removed and amended", "replaced and amended", "phase of an offer removed",
        "a step added twice", "an offer made twice", "an answer replaced", "an answer given anew",
    ],
)  # fmt: skip
def test_two_rules(known: dict[str, Rule], a: Change, b: Change, severity: str, target: str) -> None:
    if severity:
        assert (severity, PAIR, target) in both(known, a, b)
    else:  # one order cannot be played at all, the other is a conflict
        found = both_orders(known, a, b)
        assert found == [["conflict"], ["conflict"]]


def both_orders(known: dict[str, Rule], a: Change, b: Change) -> list[list[str]]:
    out = []
    for first, second in ((a, b), (b, a)):
        known.clear()
        out.append([f.severity for f in check(known, rule("a", first), rule("b", second))])
    return out


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (lambda d: d.set("units.tank.cost", 4), lambda d: d.set("units.tank.cost", 4)),
        (lambda d: d.set("units.tank.cost", 4), lambda d: d.set("units.tank.move", 3)),
        (lambda d: d.adjust("units.tank.cost", 4), lambda d: d.adjust("units.tank.cost", -1)),
        (lambda d: d.step("turn", "one", step), lambda d: d.step("turn", "two", step)),
        (
            lambda d: d.modify("may_attack", lambda answer, *args: answer, how="forbid"),
            lambda d: d.modify("may_attack", lambda answer, *args: answer, how="allow"),
        ),
        (lambda d: d.remove_step("turn", "develop"), lambda d: d.remove_step("turn", "develop")),
        (lambda d: d.remove_step("turn", "develop"), lambda d: d.offer("purchase", "salvage", "", step)),
    ],
)
def test_rules_that_get_along(known: dict[str, Rule], a: Change, b: Change) -> None:
    assert both(known, a, b) == []


def test_one_rule_may_edit_a_thing_as_often_as_it_likes(known: dict[str, Rule]) -> None:
    def change(draft: Draft) -> None:
        draft.set("units.tank.cost", 4)
        draft.set("units.tank.cost", 6)
        draft.remove_step("turn", "develop")
        draft.step("turn", "nap", step, after="develop")

    assert check(known, rule("a", change)) == []


def test_needs_excludes_and_wants(known: dict[str, Rule]) -> None:
    a = rule("a", needs=("t.x",), excludes={"t.b": "there is only one moon"}, wants={"t.y": "nobody will notice"})
    assert check(known, a, rule("b")) == [
        Finding("conflict", PAIR, "t.b", "t.a cannot be combined with t.b: there is only one moon"),
        Finding("missing", ("t.a",), "t.x", "t.a requires t.x, which is off"),
        Finding("note", ("t.a",), "t.y", "t.a without t.y: nobody will notice"),
    ]
    known.clear()
    assert check(known, a, rule("x"), rule("y")) == []


def test_an_edit_of_what_no_rule_made_is_missing(known: dict[str, Rule]) -> None:
    hangs = rule("a", lambda d: d.step("turn", "nap", step, after="lunch"))
    (finding,) = check(known, hangs)
    assert finding == Finding(
        "missing", ("t.a",), "turn.lunch", "t.a requires the step turn.lunch, which does not exist"
    )
    known.clear()
    assert check(known, rule("0", lambda d: d.step("turn", "lunch", step)), hangs) == []
    known.clear()
    (finding,) = check(known, rule("a", lambda d: d.set("units.marine.cost", 3)))
    assert (finding.severity, finding.target) == ("missing", "units.marine")


def test_what_does_not_fit_is_not_built(known: dict[str, Rule]) -> None:
    known["t.a"] = rule("a", lambda d: d.set("units.tank.cost", 4))
    known["t.b"] = rule("b", lambda d: d.set("units.tank.cost", 6))
    with pytest.raises(RuleError, match=r"^t\.a sets units\.tank\.cost to 4, but t\.b sets it to 6$"):
        registry.build("classic", ["t.a", "t.b"])
    assert registry.build("classic", ["t.b"]).units["tank"].cost == 6


def test_the_worst_comes_first(known: dict[str, Rule]) -> None:
    a = rule("a", lambda d: d.adjust("units.tank.cost", 1), wants={"t.z": "it is a pity"}, needs=("t.y",))
    b = rule("b", lambda d: d.set("units.tank.cost", 4), excludes={"t.a": "so it is"})
    assert [f.severity for f in check(known, a, b)] == ["conflict", "missing", "order", "note"]


def test_a_rule_for_another_edition_is_refused(known: dict[str, Rule]) -> None:
    known["t.a"] = rule("a", editions=("pacific",))
    with pytest.raises(RuleError, match=r"t\.a applies to pacific, not to classic"):
        registry.check("classic", ["t.a"])


def test_our_own_common_rules_fit_together() -> None:
    assert [f for f in registry.check("classic", ["common.*"]) if f.severity in ("conflict", "missing")] == []
