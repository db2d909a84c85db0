"""The odds calculator agrees with the referee; every clause of the rules can be found and linked to."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from sandtable.battle.odds import odds
from sandtable.rules import registry
from tests.e2e.guest import Visit


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
