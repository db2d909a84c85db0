"""Rules in TOML: read, tuned, refused with their line, found in files, folders and packages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from sandtable.core.errors import Malformed, RuleError, Unknown
from sandtable.rules import explain, registry
from sandtable.rules.toml_rule import parse_rule, read_folder, read_rule

CHEAP = """
id = "mine.cheap_submarines"
title = "Cheap submarines"
text = '''Submarines cost less,
          and carriers defend better.'''
editions = ["classic"]

[[option]]
name = "price"
default = 6
text = "IPCs for a submarine"
low = 1

[[edit]]
set = "units.submarine.cost"
value = "{price}"
text = "they are built in numbers"

[[edit]]
adjust = "units.aircraft_carrier.defense"
value = 1

[[edit]]
add = "links.Eire.United Kingdom"
value = true

[[edit]]
drop = "setup.Alaska"
"""


@pytest.fixture(autouse=True)
def _forget() -> Iterator[None]:
    """Rules from files are forgotten after each test."""
    yield
    for id in registry._from_files:
        registry.rules().pop(id, None)
    registry._from_files.clear()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "cheap.toml"
    path.write_text(CHEAP, encoding="utf-8")
    return path


def test_a_rule_is_read_and_made(file: Path) -> None:
    rules = registry.build("classic", [str(file)])
    assert [r.id for r in rules.rules] == ["mine.cheap_submarines"]
    assert rules.units["submarine"].cost == 6
    assert rules.units["aircraft_carrier"].defense == 4
    assert "Alaska" not in rules.setup
    assert "United Kingdom" in rules.neighbors["Eire"]
    assert registry.rules()["mine.cheap_submarines"].text == "Submarines cost less, and carriers defend better."


def test_options_stand_in_for_values(file: Path) -> None:
    registry.from_file(file)
    rules = registry.build("classic", [str(file)], registry.parse_options(["mine.cheap_submarines.price=4"]))
    assert rules.units["submarine"].cost == 4
    with pytest.raises(RuleError, match="price is a number from 1"):
        registry.build("classic", [str(file)], {"mine.cheap_submarines.price": 0})


def test_its_edits_are_told_and_linted_like_all_others(file: Path) -> None:
    _, lines = explain.of_rule(registry.from_file(file).id)
    assert "Submarines cost 6 IPCs instead of 8 (they are built in numbers)." in lines
    other = file.with_name("dear.toml")
    other.write_text('id = "mine.dear"\ntitle = "Dear"\n[[edit]]\nset = "units.submarine.cost"\nvalue = 10\n')
    findings = registry.check("classic", [str(file), str(other)])
    assert [f.severity for f in findings] == ["conflict"]


def test_a_changed_file_is_read_again(file: Path) -> None:
    first = registry.build("classic", [str(file)])
    file.write_text(CHEAP.replace("default = 6", "default = 7"), encoding="utf-8")
    second = registry.build("classic", [str(file)])
    assert (first.units["submarine"].cost, second.units["submarine"].cost) == (6, 7)
    assert first.fingerprint != second.fingerprint


def test_one_id_belongs_to_one_file(file: Path) -> None:
    registry.from_file(file)
    copy = file.with_name("copy.toml")
    copy.write_text(CHEAP, encoding="utf-8")
    with pytest.raises(RuleError, match="both define"):
        registry.select("classic", [str(copy)])
    copy.write_text(CHEAP.replace("mine.cheap_submarines", "common.bid"), encoding="utf-8")
    with pytest.raises(RuleError, match="installed package"):
        registry.select("classic", [str(copy)])


def test_a_folder_of_rules_and_the_environment(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert [r.id for r in read_folder(file.parent)] == ["mine.cheap_submarines"]
    monkeypatch.setenv("SANDTABLE_RULES", str(file.parent))
    registry.rules.cache_clear()
    try:
        assert registry.select("classic", ["mine"])[0].id == "mine.cheap_submarines"
    finally:
        monkeypatch.undo()
        registry.rules.cache_clear()


EDIT = '[[edit]]\nset = "units.submarine.cost"\nvalue = 6\n'
HEAD = 'id = "mine.x"\ntitle = "X"\n'


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("id == 1", "line 1"),
        ("", "missing required field `id`"),
        (HEAD, "has no edits"),
        (HEAD.replace("mine.x", "x") + EDIT, "line 1: a rule id needs"),
        (HEAD + "surprise = 1\n" + EDIT, "unknown field `surprise`"),
        (HEAD + "[[edit]]\nvalue = 1\n", "line 3: an edit must have exactly one of"),
        (HEAD + EDIT + "[[edit]]\nset = 'a.b'\nadjust = 'a.b'\nvalue = 1", "line 6: an edit must have exactly one of"),
        (HEAD + "[[edit]]\nset = 'units'\nvalue = 1\n", "line 3: the target of an edit"),
        (HEAD + "[[edit]]\nset = 'units.submarine.cost'\n", "line 3: set needs a value"),
        (HEAD + "[[edit]]\ndrop = 'setup.Alaska'\nvalue = 1\n", "line 3: drop takes no value"),
        (HEAD + "[[edit]]\nadjust = 'units.submarine.cost'\nvalue = 1.5\n", "line 3: adjust needs a whole number"),
        (HEAD + "[[edit]]\nset = 'a.b'\nvalue = 1\nwhy = ''\n", "line 3: an edit has no key why"),
        (HEAD + "[[edit]]\nset = 'a.b'\nvalue = '{price}'\n", "line 3: the rule has no option 'price'"),
        (HEAD + "[[option]]\nname = 'a'\ndefault = 1\ntext = ''\nlow = 2\n" + EDIT, "default of the option a"),
    ],
)
def test_bad_files_are_refused_with_their_line(source: str, sentence: str) -> None:
    with pytest.raises(Malformed) as error:
        parse_rule(source, "x.toml")
    assert str(error.value).startswith("x.toml")
    assert sentence in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("edit", "sentence"),
    [
        ('set = "units.submrine.cost"\nvalue = 6', "did you mean submarine? (x.toml, line 3)"),
        ('add = "units.submarine"\nvalue = {}', "already exists (x.toml, line 3)"),
        ('adjust = "units.submarine.tags"\nvalue = 1', "(x.toml, line 3)"),
        ('add = "units.submarine.cost.more"\nvalue = 1', "is not a row (x.toml, line 3)"),
        ('drop = "units.zeppelin"', "does not exist"),
        ('set = "unit.submarine.cost"\nvalue = 6', "did you mean units?"),
        ('add = "units.zeppelin"\nvalue = 5', "must be a row of a table"),
        ('set = "units.submarine.cost"\nvalue = "six"', "units.submarine"),
        ('set = "units.submarine.price"\nvalue = 6', "price"),
    ],
)
def test_edits_that_cannot_be_made_are_refused(edit: str, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_text(f"{HEAD}[[edit]]\n{edit}\n", encoding="utf-8")
    with pytest.raises(RuleError) as error:
        registry.build("classic", [str(path)])
    assert sentence in str(error.value)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(Malformed, match="cannot be read"):
        read_rule(tmp_path / "nothing.toml")
    with pytest.raises(Unknown):
        registry.select("classic", ["mine.cheap_submarines"])


def test_a_rule_of_another_edition_is_refused(file: Path) -> None:
    file.write_text(CHEAP.replace('["classic"]', '["pacific"]'), encoding="utf-8")
    with pytest.raises(RuleError, match="applies to pacific"):
        registry.select("classic", [str(file)])
