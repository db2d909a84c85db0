"""Smith's rules together: packs, contradictions of the document, conflicts with other documents, and random games."""

from __future__ import annotations

from itertools import islice

import pytest

from sandtable.core.errors import SandtableError
from sandtable.engine.game import Game
from sandtable.house.smith import PACKS, RULES
from sandtable.lab import fuzz
from sandtable.rules import catalogue, registry
from sandtable.rules.catalogue import Contradiction
from sandtable.rules.rule import Pack

IDS = [rule.id for rule in RULES]
CONTRADICTIONS = [c for c in catalogue.documents()["smith"].contradictions if set(c.rules) & set(IDS)]
#: Rules of other documents that cannot be combined with one of these.
OTHERS = {
    ("smith.retreats", "gemmell.retreat_by_defender"): "both say how defenders retreat",
    ("smith.neutral_territories", "gemmell.neutral_ipc_values"): "sets spaces.Colombia.value to 1",
    ("smith.tech_espionage", "common.no_technology"): "which common.no_technology removes",
    ("smith.air_missions", "common.no_fire_at_overflight"): "antiaircraft_fires_at_overflight",
    ("smith.tech_heavy_bombers", "common.heavier_bombers"): "technologies.heavy_bombers.effects",
    ("smith.tech_long_range_aircraft", "common.shorter_long_range"): "technologies.long_range_aircraft.effects",
}


def conflicts(ids: list[str]) -> list[str]:
    """Why rules cannot be played together, with those they need."""
    ids = [rule for rule, _ in fuzz.with_needs([(id, "usual") for id in ids])]
    try:
        return [f.message for f in registry.check("classic", ids) if f.severity in ("conflict", "missing")]
    except SandtableError as error:
        return [str(error)]


@pytest.mark.parametrize("pack", PACKS, ids=lambda pack: pack.id)
def test_a_pack_is_playable(pack: Pack) -> None:
    assert [f for f in registry.check("classic", [pack.id]) if f.severity in ("conflict", "missing", "idle")] == []
    assert [rule.id for rule in Game.new("classic", [pack.id]).rules.rules] == list(pack.rules)


def test_what_the_packs_hold() -> None:
    core, advantages, full = (set(pack.rules) for pack in PACKS)
    assert core == {rule.id for rule in registry.select("classic", ["smith"])} and core <= advantages <= full
    off = {"smith.random_turns", "smith.naval_placement", "smith.intrinsic_carrier_squadrons"}
    assert not core & off and set(IDS) - full == {"smith.intrinsic_carrier_squadrons"}


@pytest.mark.parametrize("found", CONTRADICTIONS, ids=lambda c: " ".join(c.rules).replace("smith.", ""))
def test_a_contradiction_of_the_document_is_settled(found: Contradiction) -> None:
    """Rules that contradict each other in the text have a ruling, and can be played together by it."""
    assert found.ruling
    assert conflicts([id for id in found.rules if id in IDS]) == []


@pytest.mark.parametrize("pair", OTHERS, ids=lambda pair: " ".join(pair))
def test_rules_of_other_documents_that_conflict(pair: tuple[str, str]) -> None:
    assert any(OTHERS[pair] in message for message in conflicts(list(pair)))


def test_all_other_rules_of_the_edition_can_be_added_one_by_one() -> None:
    known = [rule.id for rule in registry.rules().values() if rule.fits("classic") and rule.document != "smith"]
    against = {other for _, other in OTHERS}
    base = [id for id in IDS if id != "smith.intrinsic_carrier_squadrons"]
    assert [other for other in known if other not in against and conflicts([*base, other])] == []


@pytest.mark.parametrize("rule", IDS)
def test_random_games_under_each_rule(rule: str) -> None:
    row = fuzz.with_needs([(rule, "usual")])
    assert fuzz.play(fuzz.build("classic", row, 2), f"alone {rule}", replayed=True) == ""


@pytest.fixture(scope="module")
def rows() -> list[list[fuzz.Choice]]:
    """Random sets of Smith's, Gemmell's, and the common rules, with random options."""
    candidates = fuzz.candidates("classic", ("smith", "gemmell", "common"))
    return list(islice(fuzz.subsets("classic", candidates, "smith"), 8))


@pytest.mark.parametrize("number", range(8))
def test_random_games_under_random_sets(number: int, rows: list[list[fuzz.Choice]]) -> None:
    row = rows[number]
    players = "basic" if number % 5 == 4 else "random"
    fault = fuzz.play(fuzz.build("classic", row, 2), f"together {number}", players, replayed=number % 3 == 0)
    assert fault == "", f"{row} {fuzz.options_of(row)}"
