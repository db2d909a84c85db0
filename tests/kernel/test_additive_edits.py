"""Edits that add compose in any order; only what truly contradicts is a conflict; all of it is told in words."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from typing import Any

import pytest

from sandtable.battle.volley import Pick
from sandtable.core.errors import RuleError
from sandtable.core.picks import UnitEdit, When, beside, facing_no
from sandtable.engine.game import Game, Header
from sandtable.rules import explain, registry
from sandtable.rules.draft import Draft
from sandtable.rules.lint import Finding, lint
from sandtable.rules.rule import Rule
from sandtable.rules.ruleset import Ruleset

Change = Callable[[Draft], Any]


def rule(name: str, change: Change) -> Rule:
    return Rule(f"t.{name}", name, lambda draft, option: change(draft))


INFANTRY, ARTILLERY, TANKS = (Pick(types=(t,)) for t in ("infantry", "artillery", "tank"))
BESIDE_INFANTRY = UnitEdit(TANKS, "attack", "least", 3, When(per=INFANTRY))
GUNNERS = UnitEdit(TANKS, "attack", "least", 4, When(per=ARTILLERY))
BUGLERS = UnitEdit(ARTILLERY, "attack", "least", 3, When(per=INFANTRY))


def made(edition: str, changes: dict[str, Change]) -> tuple[Draft, list[Finding]]:
    rules = [rule(name, change) for name, change in changes.items()]
    draft, _, _ = registry.draft(edition, rules)
    return draft, lint(draft, rules)


def found(edition: str, a: Change, b: Change) -> list[tuple[str, str]]:
    """Severities and targets found for two rules, the same in either order."""
    one, other = (made(edition, pair)[1] for pair in ({"a": a, "b": b}, {"b": b, "a": a}))
    assert {(f.severity, f.target) for f in one} == {(f.severity, f.target) for f in other}
    return sorted({(f.severity, f.target) for f in one})


def test_two_rules_each_add_a_support_to_one_volley() -> None:
    """The first finding: both once replaced the whole value, and were refused."""
    changes: dict[str, Change] = {
        "a": lambda d: d.extend_step("land_battle", "attackers_fire", lifts=GUNNERS),
        "b": lambda d: d.extend_step("land_battle", "attackers_fire", lifts=(BUGLERS,)),
        "c": lambda d: d.include("units.tank.tags", "supported", "fast"),
    }
    for order in permutations(changes):
        draft, findings = made("great_war", {name: changes[name] for name in order})
        assert findings == []
        rules = Ruleset("great_war", "summer_1914", (), draft)
        volley = next(s.what for s in rules.sequence("land_battle") if s.name == "attackers_fire")
        assert {GUNNERS, BUGLERS} < set(volley.lifts)
        assert len(volley.lifts) == 4
        assert {"supported", "fast"} <= rules.units["tank"].tags
        assert [e.rule for e in rules.why("land_battle.attackers_fire.lifts")][1:] == [
            f"t.{name}" for name in order if name != "c"
        ]


def test_two_rules_each_add_to_a_list_of_a_pick() -> None:
    """Units with either mark are left out of the fire, whatever rule comes first."""
    changes: dict[str, Change] = {
        "a": lambda d: d.extend_step("land_battle", "attackers_fire", **{"who.unmarked": "seaborne"}),
        "b": lambda d: d.extend_step("land_battle", "attackers_fire", **{"who.unmarked": "fought"}),
    }
    for order in permutations(changes):
        draft, findings = made("classic", {name: changes[name] for name in order})
        assert findings == []
        volley = next(s.what for s in draft.steps("land_battle") if s.name == "attackers_fire")
        assert set(volley.who.unmarked) == {"seaborne", "fought"}
    with pytest.raises(RuleError, match="which is not a list"):
        made("classic", {"a": lambda d: d.extend_step("land_battle", "attackers_fire", **{"who.speed": "fast"})})


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (lambda d: d.include("units.tank.tags", "slow"), lambda d: d.include("units.tank.tags", "loud")),
        (lambda d: d.include("units.tank.tags", "slow"), lambda d: d.exclude("units.tank.tags", "blitz")),
        (
            lambda d: d.include("powers.Germany.technologies", "rockets"),
            lambda d: d.include("powers.Germany.technologies", "jet_power"),
        ),
        (lambda d: d.when(battle_round=1).lift("tank", attack=4), lambda d: d.when().add("tank", attack=1)),
        (
            lambda d: d.when(battle_round=1).lift("tank", attack=4),
            lambda d: d.when(battle_round=(2, 0)).lift("tank", attack=2),
        ),
        (lambda d: d.when(owner="Japan").lift("tank", move=3), lambda d: d.when(owner="Germany").lift("tank", move=1)),
        (
            lambda d: d.when(facing=TANKS).lift("infantry", attack=2),
            lambda d: d.when(facing_no=TANKS).lift("infantry", attack=3),
        ),
        (lambda d: d.when(rounds=1).at_least("tank", attack=4), lambda d: d.when().at_least("tank", attack=5)),
        (lambda d: d.set("units.tank.attack", 2), lambda d: d.when(battle_round=1).lift("tank", attack=4)),
    ],
)
def test_edits_that_agree(a: Change, b: Change) -> None:
    assert found("classic", a, b) == []


@pytest.mark.parametrize(
    ("a", "b", "severity", "target"),
    [
        (
            lambda d: d.include("units.tank.tags", "loud"),
            lambda d: d.exclude("units.tank.tags", "loud"),
            "conflict",
            "units.tank.tags",
        ),
        (
            lambda d: d.include("units.tank.tags", "loud"),
            lambda d: d.set("units.tank.tags", []),
            "order",
            "units.tank.tags",
        ),
        (
            lambda d: d.extend_step("land_battle", "attackers_fire", lifts=BUGLERS),
            lambda d: d.curtail_step("land_battle", "attackers_fire", lifts=BUGLERS),
            "conflict",
            "land_battle.attackers_fire.lifts",
        ),
        (
            lambda d: d.extend_step("land_battle", "attackers_fire", lifts=BUGLERS),
            lambda d: d.amend_step("land_battle", "attackers_fire", lifts=()),
            "order",
            "land_battle.attackers_fire.lifts",
        ),
        (
            lambda d: d.extend_step("land_battle", "attackers_fire", lifts=BUGLERS),
            lambda d: d.remove_step("land_battle", "attackers_fire"),
            "conflict",
            "land_battle.attackers_fire",
        ),
        (
            lambda d: d.when(battle_round=1).lift("tank", attack=4),
            lambda d: d.when(beside=beside(INFANTRY)).lift("tank", attack=5),
            "conflict",
            "units.tank.attack",
        ),
        (
            lambda d: d.when(rounds=(2, 0)).tag("infantry", "blitz"),
            lambda d: d.when(owner="Japan").untag("infantry", "blitz"),
            "conflict",
            "units.infantry.tags",
        ),
        (
            lambda d: d.when(rounds=(1, 2)).lift("tank", cost=4),
            lambda d: d.drop("units.tank"),
            "conflict",
            "units.tank",
        ),
    ],
)
def test_edits_that_contradict(a: Change, b: Change, severity: str, target: str) -> None:
    if any(e.kind == "drop" for e in made("classic", {"b": b})[0].record):
        assert (severity, target) in [(f.severity, f.target) for f in made("classic", {"a": a, "b": b})[1]]
    else:
        assert (severity, target) in found("classic", a, b)


def test_a_conflict_says_both_sentences() -> None:
    _, (finding,) = made(
        "classic",
        {
            "a": lambda d: d.when(battle_round=1).lift("tank", attack=4),
            "b": lambda d: d.when(owner="Japan").lift("tank", attack=5),
        },
    )
    assert finding.message == (
        "t.a says “in the first round of combat, armor units attack at 4”, but "
        "t.b says “armor units of Japan attack at 5”, and both can apply at once"
    )


def super_armor(d: Draft) -> None:
    """Smith: tanks attack at 4 in the first round, and against ... for powers that hold it."""
    d.capability("super_armor", "Super Armor", "Better tanks.").when(battle_round=1).lift("tank", attack=4)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (super_armor, "In the first round of combat, armor units of powers with Super Armor attack at 4."),
        (lambda d: d.when(facing_no=facing_no(Pick(tags=("submarine",))).who).add("fighter", attack=-1),
         "Fighters have −1 attack while the enemy has no units that are “submarine”."),
        (lambda d: d.when(owner="Japan").add("tank", cost=-1), "Armor units of Japan cost 1 IPC less."),
        (lambda d: d.when(rounds=(2, 0), place="Karelia S.S.R.").at_least("infantry", defense=3),
         "From round 2 of the game on, infantry units have defense of at least 3 in Karelia S.S.R."),
        (lambda d: d.when(per=TANKS, ratio=2).lift("infantry", attack=2),
         "Infantry units attack at 2 (2 for each of their side's armor units)."),
        (lambda d: d.when(owner="Japan").loads("battleship", infantry=1),
         "Battleships of Japan can carry infantry units, each for 1 of their capacity."),
        (lambda d: d.include("powers.Germany.technologies", "rockets"), "Germany also starts with Rockets."),
        (lambda d: d.exclude("units.tank.tags", "blitz"), "Armor units can no longer blitz."),
        (lambda d: d.extend_step("land_battle", "attackers_fire", lifts=BESIDE_INFANTRY),
         "In the step “attackers fire” in each round of land combat, armor units have attack of at least 3 "
         "(1 for each of their side's infantry units)."),
    ],
)  # fmt: skip
def test_explained_in_words(change: Change, sentence: str) -> None:
    draft, _ = made("classic", {"a": change})
    assert explain.explain(draft.record, draft.tables, "t.a")[-1] == sentence


def test_why_shows_each_conditional_edit() -> None:
    draft, _ = made("classic", {"a": super_armor, "b": lambda d: d.when(rounds=1).add("tank", attack=-1)})
    rules = Ruleset("classic", "spring_1942", (), draft)
    assert explain.chain(rules.why("units.tank.attack"), rules.tables)[-2:] == [
        ("t.a", "In the first round of combat, armor units of powers with Super Armor attack at 4."),
        ("t.b", "In the first round of the game, armor units have −1 attack."),
    ]


def test_a_condition_names_a_capability_that_exists() -> None:
    _, (finding,) = made("classic", {"a": lambda d: d.when(holds="supr_submarines").lift("submarine", attack=4)})
    assert finding[:3] == ("missing", ("t.a",), "technologies.supr_submarines")
    assert finding.message.endswith("is no technology or other capability here; did you mean super_submarines?")
    asking: Change = lambda d: d.when(holds="super_armor").lift("tank", attack=4)  # noqa: E731
    assert made("classic", {"a": asking, "b": super_armor})[1] == []  # whichever comes first
    draft, _ = made("classic", {"a": asking})
    with pytest.raises(RuleError, match="super_armor"):
        Ruleset("classic", "spring_1942", (), draft)


def test_amended_fields_are_told_in_words() -> None:
    def change(d: Draft) -> None:
        d.amend_step("land_battle", "attackers_fire", at=Pick(kinds=("land",)))
        d.amend_step("land_battle", "attackers_fire", rounds=(1, 2))

    draft, _ = made("classic", {"a": change})
    assert explain.explain(draft.record, draft.tables, "t.a") == [
        "The step “attackers fire” in each round of land combat has at land units instead of units.",
        "The step “attackers fire” in each round of land combat happens in the first 2 rounds of combat.",
    ]


def test_two_lifts_of_one_roll_that_differ() -> None:
    lifts = [UnitEdit(TANKS, "attack", "to", value) for value in (4, 5)]
    a, b = (lambda d, e=e: d.extend_step("land_battle", "attackers_fire", lifts=e) for e in lifts)
    assert found("classic", a, b) == [("conflict", "land_battle.attackers_fire.lifts")]


def test_mobilization_areas_and_starting_technologies_add_up() -> None:
    areas: dict[str, Change] = {
        "a": lambda d: d.include("mobilization.Germany", "Munich"),
        "b": lambda d: d.include("mobilization.Germany", "Hanover"),
    }
    draft, findings = made("great_war", areas)
    assert findings == [] and set(draft.get("mobilization.Germany")) == {"Berlin", "Munich", "Hanover"}
    assert explain.explain(draft.record, draft.tables, "t.a") == ["Germany can also mobilize new land units in Munich."]
    jets: Change = lambda d: d.include("powers.Germany.technologies", "jet_power")  # noqa: E731
    bombs: Change = lambda d: d.include("powers.Germany.technologies", "heavy_bombers")  # noqa: E731
    assert found("classic", jets, bombs) == []


def test_units_of_the_setup_come_and_go() -> None:
    def change(d: Draft) -> None:
        d.deploy("Libya", "Germany", "bomber", 2)  # none there before
        d.deploy("Libya", "Germany", "bomber", 1)
        d.deploy("Libya", "Germany", "infantry", -d.get("setup.Libya.Germany")["infantry"])

    draft, findings = made("classic", {"a": change})
    there = draft.get("setup.Libya.Germany")
    assert findings == [] and there["bomber"] == 3 and "infantry" not in there


def test_an_edit_for_rounds_holds_from_the_first_step_of_the_round() -> None:
    seen: dict[int, int] = {}

    def change(d: Draft) -> None:
        d.when(rounds=(2, 0)).lift("tank", attack=4)
        d.step("round_start", "note", lambda game: seen.update({game.state.round: game.stats("Japan", "tank").attack}))

    draft, _ = made("classic", {"a": change})
    game = Game(Header(Ruleset("classic", "spring_1942", (), draft), "1"))
    while game.decision and game.state.round < 2:
        game.stats("Japan", "tank")
        game.answer(game.decision.advice)
    assert seen == {1: 3, 2: 4}
