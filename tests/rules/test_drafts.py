"""An edition writes its draft once, and every ruleset gets a copy that it can edit by itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from sandtable.rules import registry
from sandtable.rules.draft import Draft, split_target
from sandtable.rules.signatures import NESTED, composed

SCENARIOS = [(e.id, scenario) for e in registry.editions().values() for scenario in e.scenarios]


def written(edition: str, scenario: str) -> Draft:
    draft = Draft()
    with draft.by(edition):
        registry.edition(edition).apply(draft, scenario)
    return draft


@pytest.mark.parametrize(("edition", "scenario"), SCENARIOS)
def test_a_draft_from_the_registry_is_what_the_edition_writes(edition: str, scenario: str) -> None:
    fresh = written(edition, scenario)
    for _ in range(2):
        draft, _, _ = registry.draft(edition, scenario=scenario)
        assert vars(draft).keys() == vars(fresh).keys()
        assert (draft.tables, draft.sequences.keys(), draft.answers.keys()) == (
            fresh.tables, fresh.sequences.keys(), fresh.answers.keys(),
        )  # fmt: skip
        assert [e[:3] for e in draft.record] == [e[:3] for e in fresh.record]
        assert (draft.ways, draft.depends, draft.unit_edits) == (fresh.ways, fresh.depends, fresh.unit_edits)


@pytest.mark.parametrize(("edition", "scenario"), SCENARIOS)
def test_editing_one_draft_changes_no_other(edition: str, scenario: str) -> None:
    draft, _, _ = registry.draft(edition, scenario=scenario)
    power = next(iter(draft.tables["powers"]))
    draft.set(f"powers.{power}.ipcs", 99)
    draft.include("units.infantry.tags", "strange")
    draft.tables["units"]["infantry"]["aliases"] = ["changed"]
    draft.remove_step("land_battle", draft.steps("land_battle")[0].name)
    draft.modify("value", lambda answer: answer + 1)
    draft.offer("purchase", "strange", "do something strange", lambda game: None)
    draft.in_play("table calendar", "step turn.purchase")
    draft.when(owner=power).lift("infantry", attack=1)
    other, _, _ = registry.draft(edition, scenario=scenario)
    fresh = written(edition, scenario)
    assert other.tables == fresh.tables
    assert (other.removed, other.modifiers) == (fresh.removed, fresh.modifiers)
    assert [o.name for o in other.offers.get("purchase", ())] == [o.name for o in fresh.offers.get("purchase", ())]
    assert (other.ways, other.unit_edits, len(other.record)) == (fresh.ways, fresh.unit_edits, len(fresh.record))


def held(what: Any, depth: int = 4) -> Iterator[Any]:
    """Yield what the closures of a function hold."""
    for cell in getattr(what, "__closure__", None) or ():
        yield cell.cell_contents
        if depth:
            yield from held(cell.cell_contents, depth - 1)


@pytest.mark.parametrize(("edition", "scenario"), SCENARIOS)
def test_no_function_of_an_edition_holds_its_draft(edition: str, scenario: str) -> None:
    draft = written(edition, scenario)
    functions = [*draft.answers.values(), *(fn for fns in draft.modifiers.values() for fn in fns)]
    functions += [step.what for steps in draft.sequences.values() for step in steps]
    functions += [fn for offers in draft.offers.values() for o in offers for fn in (o.run, o.available, o.advised)]
    containers = [draft, draft.tables, *draft.tables.values()]
    assert not [fn for fn in functions if any(thing is c for thing in held(fn) for c in containers)]


def test_dotted_targets_name_the_longest_existing_row() -> None:
    tables = {"spaces": {"Karelia S.S.R.": {"value": 3}, "Karelia": {"value": 1}}}
    assert split_target(tables, "spaces.Karelia S.S.R..value") == ("spaces", "Karelia S.S.R.", "value")
    assert split_target(tables, "spaces.Karelia.value") == ("spaces", "Karelia", "value")
    assert split_target(tables, "spaces.Nowhere.else.value") == ("spaces", "Nowhere", "else", "value")
    assert split_target(tables, "other.Karelia") == ("other", "Karelia")


@pytest.mark.parametrize("count", [0, 1, 3, NESTED, NESTED + 1, 3 * NESTED + 2])
def test_modifiers_apply_in_their_order(count: int) -> None:
    def modifier(i: int) -> Any:
        return lambda answer, game, space: (*answer, (i, game, space))

    ask = composed(lambda game, space: (), tuple(map(modifier, range(count))), ("game", "space"))
    assert ask("g", "s") == tuple((i, "g", "s") for i in range(count))


def test_a_cell_that_has_a_value_already_is_not_changed_to_it() -> None:
    draft, _, _ = registry.draft("classic")
    before = len(draft.record)
    draft.change("units.submarine.cost", draft.get("units.submarine.cost"))
    assert len(draft.record) == before
    draft.change("units.submarine.cost", 5, "cheap")
    assert draft.get("units.submarine.cost") == 5
    assert (draft.record[-1].kind, draft.record[-1].text) == ("set", "cheap")
