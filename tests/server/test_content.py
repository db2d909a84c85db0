"""What the server tells without a game: rules in words, checks, variants, odds."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sandtable.core.errors import BadFile, Illegal, RuleError, SandtableError
from sandtable.rules import catalogue, registry
from sandtable.server import content
from sandtable.server.reference import Checked, NamedChoice, OddsInfo, OddsWish, VariantFile
from sandtable.server.requests import RuleChoice
from sandtable.server.solving import Busy, Solver

CLASSIC = RuleChoice("classic")


def test_every_rule_stands_in_one_document_with_its_words() -> None:
    rules = {rule.id: rule for document in content.documents() for rule in document.rules}
    assert set(rules) == set(registry.rules())
    assert sum(len(d.rules) for d in content.documents()) == len(rules)
    for rule in rules.values():
        assert rule.text and rule.title and rule.editions
        assert {o.kind for o in rule.options} <= {"switch", "number", "word", "table", "list"}
        if rule.id in catalogue.rule_texts():
            assert [c.id for c in rule.clauses] == [c.id for c in catalogue.rule_texts()[rule.id].clauses]
    assert rules["gemmell.salvage"].changes and rules["gemmell.salvage"].clauses


def test_a_documents_id_chooses_its_usual_rules() -> None:
    for document in content.documents():
        if document.rules and any(rule.usual for rule in document.rules):
            edition = document.edition or "classic"
            board = content.check(RuleChoice(edition, rules=[document.id])).board
            assert board and {r.id for r in board.rules} == {r.id for r in document.rules if r.usual}


def test_rulebooks_have_all_their_statements() -> None:
    books = {d.edition: d for d in content.documents() if d.statements}
    for edition, book in books.items():
        assert [s.id for s in book.statements] == [s.id for s in catalogue.documents()[edition].statements]
        assert not book.rules
    assert set(books) == set(registry.editions())


def test_texts_travel_as_json() -> None:
    raw = msgspec.json.encode(content.documents())
    assert b"\\n" not in raw.replace(b"\\\\n", b""), "line ends of the files are no part of the texts"


# --- choices ----------------------------------------------------------------------------------------------------------

json = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
OPTIONS = [(rule, option) for rule in registry.rules().values() for option in rule.options]


def like(value: Any) -> st.SearchStrategy[Any]:
    """Something of the outer shape of an option's value, with anything inside."""
    if isinstance(value, dict):
        keys = st.sampled_from([*map(str, value), "Germany", "Libya", "x"])
        return st.dictionaries(keys, json | st.dictionaries(keys, json, max_size=2), max_size=3)
    if isinstance(value, tuple | list):
        rows = [like(row) for row in value if isinstance(row, dict)]
        return st.lists(st.one_of(json, *rows[:2]), max_size=3)
    return json


def test_what_rules_change_is_told_with_the_options_that_are_chosen() -> None:
    options = {"common.bid.ipcs": {"Germany": 6}, "common.round_limit.rounds": 7}
    found = content.check(RuleChoice("classic", rules=["common.bid", "common.round_limit"], options=options))
    assert list(found.changes) == ["common.bid", "common.round_limit"]
    assert [change.text for change in found.changes["common.bid"]] == [
        "Germany: starting cash is 38 IPCs instead of 32 (the bid)."
    ]
    assert "after 7 rounds" in found.changes["common.round_limit"][0].text
    assert content.check(RuleChoice("classic")).changes == {}


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_any_option_is_taken_or_refused_in_one_sentence(data: st.DataObject) -> None:
    rule, option = data.draw(st.sampled_from(OPTIONS))
    edition = next(e for e in registry.editions() if rule.fits(e))
    value = data.draw(like(option.default))
    choice = RuleChoice(edition, rules=[rule.id, *rule.needs], options={f"{rule.id}.{option.name}": value})
    try:
        assert isinstance(content.check(choice), Checked)
    except SandtableError as error:
        assert str(error) and "\n" not in str(error)


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=60) | st.text("ed=[]{}\"'.\n 1a", max_size=60))
def test_any_text_is_a_variant_or_is_refused(text: str) -> None:
    for whole in (text, f'edition = "classic"\n{text}'):
        try:
            found = content.read_variant(VariantFile(whole))
            msgspec.json.encode(found)
        except SandtableError as error:
            assert str(error)


def test_a_variant_keeps_options_rules_and_words() -> None:
    choice = RuleChoice("classic", "spring_1942", ["gemmell.salvage"], {"gemmell.salvage.rate": 0.25})
    named = NamedChoice(choice, 'Our "rules"', "Two\nlines.")
    assert content.read_variant(content.write_variant(named)) == named


def test_options_that_json_cannot_hold_are_refused() -> None:
    for value in ("1" + "0" * 40, "1979-05-27"):
        text = f'edition = "classic"\nrules = ["common.bid"]\n[options.common.bid]\nipcs = {{Germany = {value}}}\n'
        try:
            msgspec.json.encode(content.read_variant(VariantFile(text)))
        except RuleError as error:
            assert "option" in str(error)


# --- odds -------------------------------------------------------------------------------------------------------------

MONSTER = OddsWish(RuleChoice("great_war"), "150 infantry 100 fighter", "150 infantry 100 fighter")


def test_a_battle_that_takes_too_long_is_given_up_and_the_next_one_is_solved() -> None:
    async def ask() -> None:
        solver = Solver(seconds=1.0)
        try:
            with pytest.raises(Illegal, match="too large"):
                await solver.odds(MONSTER)
            solver.seconds = 60  # a new process has to start first, which can take long on a busy machine
            small = OddsWish(CLASSIC, "3 inf", "2 inf")
            found = await solver.odds(small)
            assert isinstance(found, OddsInfo) and 0.5 < found.attacker_wins < 0.53
            assert await solver.odds(small) is found, "what was worked out once is remembered"
        finally:
            solver.close()

    asyncio.run(ask())


def test_the_event_loop_goes_on_while_odds_are_worked_out_and_the_queue_is_bounded() -> None:
    async def ask() -> None:
        solver = Solver(seconds=1.5, waiting=1)
        try:
            long = asyncio.create_task(solver.odds(MONSTER))
            ticks = 0
            while not long.done():
                await asyncio.sleep(0.01)
                ticks += 1
                if ticks == 5:
                    with pytest.raises(Busy):
                        await solver.odds(OddsWish(CLASSIC, "1 inf", "1 inf"))
            assert ticks > 10
            with pytest.raises(Illegal):
                await long
        finally:
            solver.close()

    asyncio.run(ask())


def test_odds_are_refused_in_one_sentence() -> None:
    async def ask() -> None:
        solver = Solver()
        try:
            for attack, words in (("900 inf", "too large"), ("1 aa", "cannot take part"), ("", "no attacking units")):
                with pytest.raises(Illegal, match=words):
                    await solver.odds(OddsWish(CLASSIC, attack, "1 inf"))
            with pytest.raises(SandtableError, match="no unit called"):
                await solver.odds(OddsWish(CLASSIC, "3 dragons", "1 inf"))
        finally:
            solver.close()

    asyncio.run(ask())


LONG = "a" + ".a" * 20_000
DEEP = [
    f"{LONG}=1",
    f"[{LONG}]",
    "x={a" + " . 'a'" * 8_000 + "=1}",
    '"a".' * 9_000 + "a=1",
    '"a.b".' * 8_000 + "a=1",
    f'# "\\\n{LONG}=1 # "',
    f'y = {{b = """a"b""", {LONG}=1, c="z"}}',
    f'y = {{b = """a""""", {LONG}=1, c="z"}}',
    f"y = {{b = '''a'b''', {LONG}=1, c='z'}}",
    f"x = 1 # it's\n{LONG}=1 # it's",
]


@pytest.mark.parametrize("text", DEEP)
def test_a_variant_with_a_long_dotted_key_is_refused_before_it_is_parsed(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr("tomllib.loads")
    with pytest.raises(BadFile, match="more than 8 parts"):
        content.read_variant(VariantFile(text))


def test_dots_in_notes_and_numbers_are_no_long_keys() -> None:
    notes = 'See a.b.c.d.e.f.g.h.i.j.k.l.m ... and "so on"\n: it\'s 1.2.3.4.5.6.7.8.9.10'
    text = content.write_variant(NamedChoice(RuleChoice("classic", rules=["common.bid"]), "Ours", notes)).text
    assert content.read_variant(VariantFile(text)).notes == notes


def test_huge_numbers_in_options_are_refused_in_one_sentence() -> None:
    for value in (10**400, -(10**400), 10**5000, float("inf"), float("nan"), {"Germany": 10**30}):
        for option in ("common.bid.ipcs", "common.round_limit.rounds"):
            choice = RuleChoice("classic", rules=["common.bid", "common.round_limit"], options={option: value})
            with pytest.raises(RuleError, match="too large"):
                content.check(choice)
    for text in ("1" + "0" * 400, "1" + "0" * 5000):
        with pytest.raises(RuleError):
            registry.rules()["common.round_limit"].options[0].parse(text)


def test_options_are_bounded_in_size_and_depth() -> None:
    deep: Any = 1
    for _ in range(2000):
        deep = [deep]
    for value in (deep, list(range(5000))):
        with pytest.raises(RuleError, match="too many values"):
            content.check(RuleChoice("classic", rules=["common.bid"], options={"common.bid.ipcs": value}))
