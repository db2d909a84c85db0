"""Variant files: written, read, checked and compared."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.core.errors import Malformed, RuleError, SaveError, Unknown
from sandtable.engine.game import Game, Header
from sandtable.rules import registry, variant
from sandtable.rules.variant import Variant

RULE = 'id = "mine.cheap"\ntitle = "Cheap"\n[[edit]]\nset = "units.submarine.cost"\nvalue = 6\n'


@pytest.fixture(autouse=True)
def _forget() -> Iterator[None]:
    yield
    for id in registry._from_files:
        registry.rules().pop(id, None)
    registry._from_files.clear()


def written(tmp_path: Path, text: str) -> Variant:
    path = tmp_path / "variant.toml"
    path.write_text(text, encoding="utf-8")
    return variant.load(path)


EXAMPLE = """
name = "Ours"
edition = "classic"
rules = ["common.bid", "common.low_luck", "gemmell.salvage"]
notes = "As played in Leiden."

[options.common.bid]
ipcs = { Germany = 9 }

[options.gemmell.salvage]
rate = 1
"""


def test_a_file_is_read_and_makes_a_game(tmp_path: Path) -> None:
    ours = written(tmp_path, EXAMPLE)
    assert ours.options == {"common.bid.ipcs": {"Germany": 9}, "gemmell.salvage.rate": 1}
    rules = variant.build(ours)
    assert rules.powers["Germany"].ipcs == 32 + 9
    assert variant.check(ours) == []
    assert Game(Header(rules, "1")).decision is not None


def test_what_is_saved_is_loaded_again(tmp_path: Path) -> None:
    ours = written(tmp_path, EXAMPLE)
    path = tmp_path / "copy.toml"
    variant.save(ours, path)
    again = variant.load(path)
    assert again.fingerprint == variant.fingerprint(ours)
    assert msgspec.structs.replace(again, fingerprint="") == ours
    assert variant.check(again) == []


def test_documents_and_plain_keys(tmp_path: Path) -> None:
    ours = written(tmp_path, 'edition = "classic"\nrules = ["gemmell"]\noptions."gemmell.salvage.rate" = 0.25\n')
    assert {r.id for r in variant.build(ours).rules} == {r.id for r in registry.select("classic", ["gemmell"])}
    assert ours.options == {"gemmell.salvage.rate": 0.25}


def test_the_fingerprint_is_of_the_game_alone() -> None:
    one = Variant("classic", "One", rules=("common.bid", "common.low_luck"), notes="…")
    two = Variant("classic", "Two", "spring_1942", ("common.low_luck", "common.bid"), {"common.bid.ipcs": {}})
    other = msgspec.structs.replace(one, options={"common.bid.ipcs": {"Japan": 1}})
    assert variant.fingerprint(one) == variant.fingerprint(two)
    assert variant.fingerprint(one) != variant.fingerprint(other)


def test_a_changed_rule_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "cheap.toml").write_text(RULE, encoding="utf-8")
    path = tmp_path / "variant.toml"
    variant.save(Variant("classic", "Subs", rules=(str(tmp_path / "cheap.toml"),)), path)
    assert 'rules = ["cheap.toml"]' in path.read_text()
    assert variant.check(variant.load(path)) == []
    (tmp_path / "cheap.toml").write_text(RULE.replace("6", "5"), encoding="utf-8")
    (note,) = variant.check(variant.load(path))
    assert (note.severity, note.target) == ("note", "fingerprint")


def test_the_variant_of_a_ruleset(tmp_path: Path) -> None:
    (tmp_path / "cheap.toml").write_text(RULE, encoding="utf-8")
    wanted = ["gemmell", "common.bid", str(tmp_path / "cheap.toml")]
    rules = registry.build("classic", wanted, {"gemmell.salvage.rate": 0.25, "common.bid.ipcs": {"Japan": 3}})
    ours = variant.of(rules, "Ours", "notes")
    assert ours.options == {"gemmell.salvage.rate": 0.25, "common.bid.ipcs": {"Japan": 3}}
    assert variant.fingerprint(ours) == rules.fingerprint
    variant.save(ours, tmp_path / "ours.toml")
    assert variant.build(variant.load(tmp_path / "ours.toml")).fingerprint == rules.fingerprint


def test_contradictions_are_found_by_check(tmp_path: Path) -> None:
    ours = written(tmp_path, 'edition = "classic"\nrules = ["gemmell.atomic_bombs"]\n')
    assert [f.severity for f in variant.check(ours)] == ["missing"]
    with pytest.raises(RuleError):
        variant.build(ours)


@pytest.mark.parametrize(
    ("text", "error", "sentence"),
    [
        ("edition == 1", Malformed, "line 1"),
        ("", Malformed, "missing required field `edition`"),
        ('edition = "classic"\ncolor = "red"\n', Malformed, "unknown field `color`"),
        ('edition = "classic"\nrules = "gemmell"\n', Malformed, "rules"),
        ('edition = "klassik"\n', Unknown, "did you mean classic"),
        ('edition = "classic"\nrules = ["gemmel"]\n', Unknown, "did you mean gemmell"),
        ('edition = "classic"\nrules = ["gone.toml"]\n', Malformed, "cannot be read"),
        ('edition = "classic"\n[options.common.bid]\nipc = 1\n', Unknown, "common.bid.ipcs"),
    ],
)
def test_bad_files_are_refused(tmp_path: Path, text: str, error: type[Exception], sentence: str) -> None:
    with pytest.raises(error) as caught:
        written(tmp_path, text)
    assert sentence in str(caught.value)


def test_options_of_rules_that_are_off_or_out_of_bounds(tmp_path: Path) -> None:
    off = written(tmp_path, 'edition = "classic"\n[options.gemmell.salvage]\nrate = 0.1\n')
    with pytest.raises(RuleError, match="is off"):
        variant.build(off)
    wild = written(tmp_path, 'edition = "classic"\nrules = ["gemmell.salvage"]\n[options.gemmell.salvage]\nrate = 2\n')
    with pytest.raises(RuleError, match="from 0 to 1"):
        variant.build(wild)


def test_files_that_cannot_be_read_or_written(tmp_path: Path) -> None:
    with pytest.raises(Malformed, match="cannot be read"):
        variant.load(tmp_path / "nothing.toml")
    with pytest.raises(SaveError, match="cannot be saved"):
        variant.save(Variant("classic"), tmp_path / "no" / "folder.toml")


TEXTS = st.text(st.characters(codec="utf-8"))
SINGLE = st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False) | TEXTS
VALUES = st.recursive(SINGLE, lambda inner: st.lists(inner) | st.dictionaries(TEXTS, inner), max_leaves=8)


@given(TEXTS, st.dictionaries(st.from_regex(r"\A[a-z_]{1,9}\.[a-z_]{1,9}\.[a-z_]{1,9}\Z"), VALUES, max_size=4))
def test_any_text_and_any_option_is_written_as_toml(notes: str, options: dict[str, Any]) -> None:
    data = tomllib.loads(variant.write(Variant("classic", "N", notes=notes, options=options)))
    assert data.get("notes", "") == notes
    assert {
        f"{a}.{b}.{c}": value
        for a, rules in data.get("options", {}).items()
        for b, row in rules.items()
        for c, value in row.items()
    } == options


def test_what_toml_cannot_hold_is_refused() -> None:
    with pytest.raises(RuleError, match="variant file"):
        variant.write(Variant("classic", options={"common.bid.ipcs": None}))
