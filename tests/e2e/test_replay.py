"""A finished game can be reviewed from its first frame to its last, also after powers are eliminated."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random

import pytest
from playwright.sync_api import Page, expect

from sandtable.rules import registry
from sandtable.server import views
from sandtable.server.wire_board import Position
from tests.e2e.guest import Visit
from tests.e2e.recorded import ID, Recorded

LOOK = """n => {
  const slider = document.querySelector('.scrubber input[type=range]');
  slider.value = n;
  slider.dispatchEvent(new Event('input', { bubbles: true }));
}"""


def some_rules(edition: str, seed: int) -> list[str]:
    """Return a few house rules without conflicts."""
    rng, chosen = Random(seed), list[str]()
    known = [rule.id for rule in registry.rules().values() if rule.fits(edition) and rule.id != "common.round_limit"]
    for rule in rng.sample(known, len(known)):
        found = registry.check(edition, [*chosen, rule])
        if len(chosen) < 8 and not any(f.severity in ("conflict", "missing") for f in found):
            chosen.append(rule)
    return chosen


TOLD = """() => [
  Number(document.querySelector('header .round strong').textContent),
  Object.fromEntries(
    [...document.querySelectorAll('header .chips > li')].map((li) => [
      li.dataset.power,
      li.querySelector('.money b')?.textContent ?? li.querySelector('.money').textContent,
    ]),
  ),
  Object.fromEntries(
    [...document.querySelectorAll('.spot')].map((spot) => [spot.dataset.space, spot.getAttribute('aria-label')]),
  ),
]"""


def units_in(label: str) -> int:
    """Return the number of units in the label of a space on the map."""
    return sum(map(int, re.findall(r"(?:^|, |; |with )(\d+) ", label.partition(": ")[2])))


def purse(position: Position, power: str) -> str:
    """Return what the header tells of the money of a power."""
    units = [u for stacks in position.units.values() for u in stacks]
    owners = {*position.owners.values(), *(u.owner for u in units), *(c.owner for u in units for c in u.cargo)}
    return str(position.ipcs[power]) if power in owners or position.ipcs[power] else "eliminated"


def reviewed(page: Page, n: int, position: Position, label: str) -> None:
    """Show frame `n` and assert that the page shows this position."""
    page.evaluate(LOOK, n)
    expect(page.locator("[data-shown]")).to_have_attribute("data-shown", str(n))
    round, money, spots = page.evaluate(TOLD)
    assert (round, money) == (position.round, {power: purse(position, power) for power in position.order}), label
    for space, text in spots.items():
        units = position.units.get(space, [])
        assert units_in(text) == sum(u.count for u in units), f"{label}: {text}"


def skipped(game: Recorded) -> list[int]:
    """Return the frames in which the turn of an eliminated power is skipped."""
    return [f.n for f in game.frames if sum(e.kind == "turn_started" for e in f.events) > 1]


def with_elimination(edition: str) -> Recorded:
    """Record games until a power is eliminated in one."""
    games = (Recorded(edition, (), str(seed), rounds=40) for seed in range(26, 66))
    return next(game for game in games if skipped(game))


GAMES = [
    ("classic", ()),
    ("great_war", ()),
    ("classic", some_rules("classic", 5)),
    ("great_war", some_rules("great_war", 5)),
]


@pytest.mark.slow
@pytest.mark.parametrize(("edition", "rules"), GAMES, ids=["classic", "1914", "classic-house", "1914-house"])
def test_a_whole_game_is_reviewed_from_first_to_last(visit: Visit, edition: str, rules: Sequence[str]) -> None:
    game = Recorded(edition, rules, "1", rounds=40) if rules else with_elimination(edition)
    positions: list[Position] = [game.start]
    for frame in game.frames:
        positions.append(views.fold(positions[-1], frame.change))
    double = skipped(game)
    assert rules or "eliminated" in [purse(positions[-1], power) for power in positions[-1].order]

    guest = visit("/odds")
    game.serve(guest.page)
    for again in (False, True):
        page = guest.open(f"/game/{ID}")
        expect(page.locator(".scrubber input[type=range]")).to_be_enabled()
        page.locator("#tab-history").click()
        newest = len(game.frames)
        for n in sorted({0, 1, newest, *double, *range(0, newest, 400 if again else max(1, newest // 30))}):
            reviewed(page, n, positions[n], f"frame {n}")
        assert page.locator(".history .turn").count() >= positions[-1].round
        guest.shot("again" if again else "last frame")
        guest.content()
