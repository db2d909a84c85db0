"""The rules kernel: every kind of edit, the record of it, and what comes of it in a ruleset."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import pytest

from sandtable.battle.volley import Volley
from sandtable.core.errors import RuleError, Unknown
from sandtable.rules import explain, points, registry
from sandtable.rules.draft import Draft, EditError
from sandtable.rules.rule import Option, Options, Rule
from sandtable.rules.ruleset import Ruleset

Change = Callable[[Draft], None]


def edited(*changes: Change) -> Draft:
    """The Classic draft with the changes of rules t.a, t.b, …"""
    draft, _, _ = registry.draft("classic")
    for name, change in zip("abcdef", changes):
        with draft.by(f"t.{name}"):
            change(draft)
    return draft


def ruleset(*changes: Change) -> Ruleset:
    return Ruleset("classic", "spring_1942", (), edited(*changes))


def words(*changes: Change, rule: str = "t.a") -> list[str]:
    draft = edited(*changes)
    return explain.explain(draft.record, draft.tables, rule)


def step(game: Any) -> None:
    """Does nothing."""


# --- tables -----------------------------------------------------------------------------------------------------------


def test_set_a_cell() -> None:
    change: Change = lambda d: d.set("units.submarine.cost", 5)  # noqa: E731
    assert ruleset(change).units["submarine"].cost == 5
    assert [(e.rule, e.kind) for e in ruleset(change).why("units.submarine.cost")][-1] == ("t.a", "set")
    assert words(change) == ["Submarines cost 5 IPCs instead of 8."]


def test_set_an_option_of_a_row_that_was_not_there() -> None:
    assert ruleset(lambda d: d.set("units.fighter.hits", 2)).units["fighter"].hits == 2
    assert ruleset(lambda d: d.set("units.infantry.support", 1)).units["infantry"].support == 1


def test_adjust_a_cell() -> None:
    change: Change = lambda d: d.adjust("spaces.Karelia S.S.R..value", 2, "it was rich")  # noqa: E731
    assert ruleset(change).spaces["Karelia S.S.R."].value == 5
    assert words(change) == ["The IPC value of Karelia S.S.R. is 5 instead of 3 (it was rich)."]
    assert words(lambda d: d.adjust("units.tank.cost", -1)) == ["Armor units cost 4 IPCs instead of 5."]


def test_add_a_unit_type() -> None:
    def change(draft: Draft) -> None:
        draft.add("units.marine", {"name": "Marine", "kind": "land", "cost": 4, "attack": 1, "defense": 2, "move": 1})

    assert ruleset(change).units["marine"].cost == 4
    assert words(change) == ["New unit type: Marine with cost 4, move 1, attack 1, defense 2."]


def test_drop_a_row() -> None:
    change: Change = lambda d: d.drop("technologies.rockets")  # noqa: E731
    assert "rockets" not in ruleset(change).technologies
    assert words(change) == ["The technology Rockets is removed."]


def test_links() -> None:
    part: Change = lambda d: d.link("Germany", "Switzerland", False)  # noqa: E731
    join: Change = lambda d: d.link("Gibraltar", "Algeria")  # noqa: E731
    rules = ruleset(part, join)
    assert "Switzerland" not in rules.neighbors["Germany"]
    assert "Germany" not in rules.neighbors["Switzerland"]
    assert "Gibraltar" in rules.neighbors["Algeria"]
    assert words(part) == ["Germany and Switzerland are no longer adjacent."]
    assert words(join) == ["Algeria and Gibraltar are adjacent."]


def test_set_up_switches_and_memory() -> None:
    def change(draft: Draft) -> None:
        draft.set("setup.Germany.Germany.infantry", 6)
        draft.set("switches.neutral_fee", 5)
        draft.add("memory.treaty", {"broken": False})

    rules = ruleset(change)
    assert rules.setup["Germany"]["Germany"]["infantry"] == 6
    assert rules.switch("neutral_fee") == 5
    assert rules.memory["treaty"] == {"broken": False}
    assert words(change)[:2] == [
        "Germany starts with 6 infantry of Germany instead of 4.",
        "IPCs paid to the bank by the first power whose land units enter a neutral territory: 5 instead of 3.",
    ]


def test_the_draft_keeps_its_own_copy_of_a_value() -> None:
    row = {"broken": False}
    draft = edited(lambda d: d.add("memory.treaty", row))
    row["broken"] = True
    assert draft.get("memory.treaty.broken") is False


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda d: d.set("units.submrine.cost", 5), "units.submrine, which does not exist; did you mean submarine?"),
        (lambda d: d.set("unit.submarine.cost", 5), "edits unit, which does not exist; did you mean units?"),
        (lambda d: d.set("spaces.Atlantis", {}), "edits spaces.Atlantis, which does not exist"),
        (lambda d: d.adjust("units.tank.speed", 1), "edits units.tank.speed, which does not exist"),
        (
            lambda d: d.drop("spaces.Karelia"),
            "spaces.Karelia, which does not exist; did you mean Karelia S.S.R.?",
        ),
        (lambda d: d.add("units.tank", {}), "adds units.tank, which already exists"),
        (lambda d: d.add("planets.mars", {}), "edits planets, which does not exist"),
        (lambda d: d.set("units.tank.cost.more", 1), "edits units.tank.cost.more, which is not a single value"),
        (lambda d: d.link("Germany", "Switzerland"), "which already exists"),
        (lambda d: d.step("turn", "develop", step), "adds the step turn.develop, which already exists"),
        (lambda d: d.step("turns", "x", step), "the sequence 'turns', which does not exist; did you mean turn?"),
        (lambda d: d.step("turn", "x", step, after="devlop"), "requires the step turn.devlop, which does not exist"),
        (lambda d: d.replace_step("turn", "nap", step), "requires the step turn.nap, which does not exist"),
        (lambda d: d.remove_step("turn", "nap"), "requires the step turn.nap, which does not exist"),
        (lambda d: d.amend_step("raid", "nap", stat="aa"), "requires the step raid.nap, which does not exist"),
        (lambda d: d.answer("valu", step), "the query 'valu', which does not exist; did you mean value?"),
        (lambda d: d.modify("valu", step), "the query 'valu', which does not exist; did you mean value?"),
        (lambda d: d.modify("value", step, how="spoil"), "allowed values of how are adjust, allow, forbid, replace"),
        (
            lambda d: d.offer("purchas", "x", "", step),
            "offer 'purchas', which does not exist; did you mean purchase?",
        ),
    ],
)
def test_edits_of_what_is_not_there_name_the_rule_and_the_nearest_name(change: Change, message: str) -> None:
    with pytest.raises(RuleError) as caught:
        edited(change)
    assert message in str(caught.value)
    assert "t.a" in str(caught.value)


# --- sequences --------------------------------------------------------------------------------------------------------


def names(rules: Ruleset, sequence: str) -> list[str]:
    return [s.name for s in rules.sequence(sequence)]


def test_steps_are_added_at_their_place() -> None:
    before = names(ruleset(), "turn")

    def change(draft: Draft) -> None:
        draft.step("turn", "first", step, before=before[0])
        draft.step("turn", "second", step, after=before[0], text="it comes second")
        draft.step("turn", "last", step)

    assert names(ruleset(change), "turn") == ["first", before[0], "second", *before[1:], "last"]
    assert words(change)[1] == f"New step in the turn, after “{before[0]}”: it comes second."
    assert words(change)[2] == "New step in the turn: last."


def test_a_step_is_replaced_under_its_name() -> None:
    rules = ruleset(lambda d: d.replace_step("turn", "develop", step))
    found = next(s for s in rules.sequence("turn") if s.name == "develop")
    assert (found.what, found.by) == (step, "t.a")
    assert [e.kind for e in rules.why("turn.develop")] == ["step", "replace"]
    assert words(lambda d: d.replace_step("turn", "develop", step)) == ["The step “develop” in the turn is replaced."]


def test_a_removed_step_still_marks_its_place() -> None:
    change: Change = lambda d: d.remove_step("turn", "develop")  # noqa: E731
    hangs: Change = lambda d: d.step("turn", "nap", step, after="develop")  # noqa: E731
    assert "develop" not in names(ruleset(change), "turn")
    assert names(ruleset(change, hangs), "turn") == names(ruleset(hangs, change), "turn")
    assert words(change) == ["The step “develop” in the turn is removed."]


def test_a_volley_is_amended_field_by_field() -> None:
    volley, name = next((s.what, s.name) for s in ruleset().sequence("land_battle") if isinstance(s.what, Volley))

    def change(draft: Draft) -> None:
        draft.amend_step("land_battle", name, rounds=(3, 3))

    rules = ruleset(change)
    assert next(s.what for s in rules.sequence("land_battle") if s.name == name) == volley._replace(rounds=(3, 3))
    (text,) = words(change)
    assert text.endswith("happens in the third round of combat.")
    assert [e.kind for e in rules.why(f"land_battle.{name}.rounds")][-1] == "amend"


# --- queries and offers -----------------------------------------------------------------------------------------------


def test_modifiers_see_the_answer_so_far_in_the_order_of_rules() -> None:
    def more(answer: int, game: Any, space: str) -> int:
        """Everything is worth more."""
        return answer + 1

    def twice(answer: int, game: Any, space: str) -> int:
        return answer * 2

    rules = ruleset(lambda d: d.answer("value", lambda game, space: 8), lambda d: d.modify("value", more),
                    lambda d: d.modify("value", twice))  # fmt: skip
    assert rules.q.value(cast(Any, None), "Russia") == 18
    assert [e.rule for e in rules.why("value")] == ["classic", "t.a", "t.b", "t.c"]
    assert words(lambda d: d.modify("value", more)) == [
        "Changes the IPC value of a territory. Everything is worth more."
    ]


@pytest.mark.parametrize(
    ("how", "start"),
    [
        ("adjust", "Changes"),
        ("allow", "Relaxes"),
        ("forbid", "Restricts"),
        ("replace", "Replaces"),
    ],
)
def test_manners_of_modifiers_in_words(how: str, start: str) -> None:
    (text,) = words(lambda d: d.modify("may_attack", step, how=how, text="so it is"))
    assert text == f"{start} which spaces a power may attack (so it is)."


def test_offers() -> None:
    change: Change = lambda d: d.offer("purchase", "salvage", "turn in units", step)  # noqa: E731
    (offer,) = ruleset(change).offers["purchase"]
    assert (offer.name, offer.by, offer.available(None)) == ("salvage", "t.a", True)
    text = "New action when you purchase units: turn in units."
    assert words(change) == [text]
    with pytest.raises(EditError, match="already exists"):
        edited(change, change)


def test_a_query_nobody_answers_says_so() -> None:
    draft = edited()
    del draft.answers["value"]
    with pytest.raises(RuleError, match="no edition defines the query 'value'"):
        Ruleset("classic", "", (), draft).q.value(cast(Any, None), "Russia")


# --- rulesets ---------------------------------------------------------------------------------------------------------


def test_faults_in_rows_are_named_with_their_address() -> None:
    with pytest.raises(RuleError, match=r"units\.tank\.cost: 'five'"):
        ruleset(lambda d: d.set("units.tank.cost", "five"))
    with pytest.raises(RuleError, match=r"units\.tank\.wheels, which does not exist"):
        ruleset(lambda d: d.set("units.tank.wheels", 4))
    with pytest.raises(RuleError, match="link Germany - Atlantis names a space that is not on the board"):
        ruleset(lambda d: d.add("links.Germany.Atlantis", True))


def test_a_ruleset_cannot_be_changed() -> None:
    rules = ruleset()
    with pytest.raises(TypeError):
        rules.units["tank"] = None  # type: ignore[index]
    with pytest.raises(AttributeError):
        rules.units["tank"].cost = 1  # type: ignore[misc]


def test_unknown_switches_and_sequences() -> None:
    with pytest.raises(RuleError, match="no switch 'gravity'"):
        ruleset().switch("gravity")
    with pytest.raises(RuleError, match="no sequence 'holidays'"):
        ruleset().sequence("holidays")


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("units.submrine.cost", "did you mean units.submarine"),
        ("units.submarine.defence", "did you mean units.submarine.defense"),
        ("turn.devlop", "did you mean turn.develop"),
        ("may_atack", "did you mean may_attack"),
        ("xyzzy", "no rule edits 'xyzzy'$"),
    ],
)
def test_why_of_what_is_not_there(target: str, message: str) -> None:
    with pytest.raises(RuleError, match=message):
        ruleset().why(target)


def test_why_of_rows_tables_and_wholes() -> None:
    rules = ruleset(lambda d: d.set("units.submarine.cost", 5), lambda d: d.adjust("units.submarine.cost", 1))
    assert [e.rule for e in rules.why("units.submarine.cost")] == ["classic", "t.a", "t.b"]
    assert [e.rule for e in rules.why("units.submarine")] == ["classic", "t.a", "t.b"]
    assert all(e.target[0] == "land_battle" for e in rules.why("land_battle"))


def test_fingerprint_does_not_depend_on_the_order_in_which_rules_are_named() -> None:
    ids = ["common.low_luck", "common.no_technology", "common.bid"]
    options = {"common.bid.ipcs": {"Germany": 3, "Japan": 1}}
    one = registry.build("classic", ids, options).fingerprint
    assert registry.build("classic", ids[::-1], options).fingerprint == one
    assert registry.build("classic", ids, {"common.bid.ipcs": {"Japan": 1, "Germany": 3}}).fingerprint == one
    assert registry.build("classic", ids, {"common.bid.ipcs": {"Germany": 3}}).fingerprint != one
    assert registry.build("classic", ids[:2]).fingerprint != one
    assert registry.build("classic").fingerprint == registry.build("classic").fingerprint


# --- choosing rules ---------------------------------------------------------------------------------------------------


def test_unknown_rules_editions_and_scenarios_get_the_nearest_names() -> None:
    with pytest.raises(Unknown, match=r"no rule called 'common\.low_lack'; did you mean common\.low_luck"):
        registry.build("classic", ["common.low_lack"])
    with pytest.raises(Unknown, match="no edition called 'clasic'; did you mean classic"):
        registry.build("clasic")
    with pytest.raises(Unknown, match="no scenario called 'spring_1924'; did you mean spring_1942"):
        registry.build("classic", scenario="spring_1924")


def test_documents_stand_for_their_usual_rules_or_for_all() -> None:
    common = [r for r in registry.rules().values() if r.document == "common" and r.fits("classic")]
    assert registry.select("classic", ["common"]) == [r for r in common if r.default]
    assert registry.select("classic", ["common.*"]) == common
    assert registry.select("classic", ["common.bid", "common.low_luck"]) == [
        registry.rules()["common.low_luck"], registry.rules()["common.bid"],
    ]  # fmt: skip


OPTIONS = (
    Option("count", 3, "a number", low=0, high=9),
    Option("share", 0.5, "a share", low=0.0, high=1.0),
    Option("manner", "soft", "a word", choices=("soft", "hard")),
    Option("loud", False, "yes or no"),
    Option("spaces", ("Germany",), "some spaces"),
    Option("bids", {}, "a table"),
)
RULE = Rule("t.rule", "A rule", lambda draft, option: None, options=OPTIONS)


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("count", "0", 0),
        ("count", "9", 9),
        ("share", "1", 1.0),
        ("share", "0.25", 0.25),
        ("manner", "hard", "hard"),
        ("manner", '"hard"', "hard"),
        ("loud", "true", True),
        ("spaces", '["Russia", "Japan"]', ("Russia", "Japan")),
        ("bids", "{Germany = 3}", {"Germany": 3}),
    ],
)
def test_options_are_read_and_bounded(name: str, text: str, value: Any) -> None:
    option = next(o for o in OPTIONS if o.name == name)
    assert option.parse(text) == value
    assert getattr(RULE.choose({name: option.parse(text)}), name) == value


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("count", 10, "t.rule: count is a number from 0 to 9, not 10"),
        ("count", -1, "t.rule: count is a number from 0 to 9, not -1"),
        ("count", True, "t.rule: count is a whole number, not True"),
        ("count", 1.5, "t.rule: count is a whole number, not 1.5"),
        ("count", "1", "t.rule: count is a whole number, not '1'"),
        ("share", 1.1, "t.rule: share is a number from 0.0 to 1.0, not 1.1"),
        ("manner", "odd", "t.rule: manner is one of soft, hard, not 'odd'"),
        ("loud", 1, "t.rule: loud is true or false, not 1"),
        ("spaces", "Russia", "t.rule: spaces is a list, not 'Russia'"),
        ("bids", 3, "t.rule: bids is a table, not 3"),
        ("cuont", 3, "t.rule has no option 'cuont'; did you mean count?"),
        ("xyzzy", 3, "t.rule has no option 'xyzzy'; its options are count, share, manner, loud, spaces, bids"),
    ],
)
def test_options_out_of_bounds(name: str, value: Any, message: str) -> None:
    with pytest.raises(RuleError) as caught:
        RULE.choose({name: value})
    assert str(caught.value) == message


def test_options_have_their_defaults_as_attributes() -> None:
    chosen = RULE.choose({})
    assert (chosen.count, chosen.manner, chosen.spaces) == (3, "soft", ("Germany",))
    with pytest.raises(AttributeError, match="no option 'color'"):
        _ = Options().color


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("common.bid", "'common.bid' is not an option; write RULE.OPTION=VALUE"),
        ("bid=3", "'bid=3' is not an option; write RULE.OPTION=VALUE"),
        ("comon.bid.ipcs={}", "there is no rule called 'comon.bid'; did you mean common.bid"),
        ("common.bid.ipc={}", "common.bid has no option 'ipc'; did you mean ipcs?"),
        ("common.round_limit.rounds=0", "common.round_limit: rounds is a number from 1 to 1000, not 0"),
        ("common.round_limit.rounds=many", "common.round_limit: rounds is a whole number, not 'many'"),
    ],
)
def test_options_as_texts(text: str, message: str) -> None:
    with pytest.raises((RuleError, Unknown)) as caught:
        registry.parse_options([text])
    assert str(caught.value).startswith(message)


def test_options_of_rules_that_are_off() -> None:
    text = r"the option common\.bid\.ipcs belongs to a rule that is off; add the rule with --rules"
    with pytest.raises(RuleError, match=text):
        registry.build("classic", [], {"common.bid.ipcs": {}})


def test_points_are_declared_once() -> None:
    known = {"a": "first"}
    points.declare(known, "a", "second")
    points.declare(known, "b", "third")
    assert known == {"a": "first", "b": "third"}


def test_rules_that_edit_the_same_thing_meet(monkeypatch: pytest.MonkeyPatch) -> None:
    cheap = Rule("t.cheap", "Cheap", lambda draft, option: draft.set("units.tank.cost", 4))
    swift = Rule("t.swift", "Swift", lambda draft, option: draft.set("units.tank.move", 3))
    cheaper = Rule(
        "t.cheaper", "Cheaper", lambda draft, option: draft.adjust("units.tank.cost", -1), needs=("t.cheap",)
    )
    monkeypatch.setattr(registry, "rules", lambda: {r.id: r for r in (cheap, swift, cheaper)})
    assert explain.meeting("t.cheap", "classic") == {"t.cheaper": ["units.tank.cost"]}
    assert explain.meeting("t.swift", "classic") == {}
    assert explain.of_rule("t.cheaper") == ("classic", ["Armor units cost 3 IPCs instead of 4."])
