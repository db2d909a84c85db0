"""The odds calculator agrees with the referee; every clause of the rules can be found and linked to."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from sandtable.battle.odds import odds
from sandtable.battle.raid import raid_odds
from sandtable.rules import registry
from tests.e2e.guest import LAPTOP, PHONE, Visit


def test_the_calculator_tells_the_exact_odds_of_what_is_set_up(visit: Visit) -> None:
    guest = visit("/odds")
    page = guest.page
    page.get_by_role("button", name="Clear").click()
    for name, number in (("Attacker: Infantry", "3"), ("Attacker: Armor", "1"), ("Defender: Infantry", "2")):
        page.get_by_role("spinbutton", name=name, exact=True).fill(number)
    exact = odds(registry.build("classic"), "3 infantry, 1 armor", "2 infantry")
    result = page.get_by_role("region", name="Result")
    expect(result).to_contain_text(f"{100 * exact.attacker_wins:.1f}%")
    expect(result).to_contain_text(f"{100 * exact.defender_wins:.1f}%")
    guest.shot("result", whole=True)
    guest.accessible()

    address = page.url
    other = visit(address.removeprefix(guest.url), name="linked")
    expect(other.page.get_by_role("spinbutton", name="Attacker: Infantry", exact=True)).to_have_value("3")
    expect(other.page.get_by_role("region", name="Result")).to_contain_text(f"{100 * exact.attacker_wins:.1f}%")


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_the_calculator_tells_the_odds_of_a_raid(visit: Visit, size: tuple[int, int]) -> None:
    rules, sides = ["common.interceptors"], ("3 bomber, 1 fighter", "2 fighter")
    guest = visit("/odds#edition=anniversary&rules=common.interceptors&where=raid", size=size)
    page = guest.page
    for name, number in (("Attacker: Bomber", "3"), ("Attacker: Fighter", "1"), ("Defender: Fighter", "2")):
        page.get_by_role("spinbutton", name=name, exact=True).fill(number)
    exact = raid_odds(registry.build("anniversary", rules), *sides)
    result = page.get_by_role("region", name="Result")
    expect(result).to_contain_text(re.compile(rf"Expected damage\s*{exact.expected_damage:.1f} IPCs"))
    expect(result).to_contain_text(re.compile(rf"loss of the defender\s*{exact.defender_loss:.1f} IPCs"))
    expect(result).to_contain_text(f"All bombers survive: {100 * exact.bombers[-1]:.1f}%")
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    guest.shot("raid", whole=True)
    guest.accessible()


def test_a_house_rule_is_found_read_and_taken_into_a_new_game(visit: Visit) -> None:
    guest = visit("/rules")
    page = guest.page
    page.get_by_label("Search all rules").fill("salvage")
    expect(page.get_by_role("status").first).to_contain_text("match")
    guest.shot("found")
    page.locator(".hits").get_by_role("link", name=re.compile("salvage", re.IGNORECASE)).first.click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    guest.shot("rule", whole=True)
    guest.accessible()
    page.goto(guest.url + "/rules/gemmell")
    page.get_by_role("link", name=re.compile("^Start Classic with")).click()
    expect(page.get_by_text(re.compile(r"\d+ of \d+ on"))).to_be_visible()
    expect(page.get_by_text("No conflicts between the house rules.")).to_be_visible()
