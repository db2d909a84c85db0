"""A game with house rules against the computer, played by hand through the browser."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.e2e.guest import Visit, typed
from tests.e2e.player import Player

US = "Soviet Union"
NEAR, TO = "Evenki National Okrug", "Novosibirsk"


def begun(visit: Visit) -> Player:
    """Set up a new game with Gemmell's rules on its page: one power for the player, the others for the computer."""
    guest = visit("/new")
    page = guest.page
    page.get_by_role("radiogroup", name="Rules in Gemmell").get_by_label("Defaults").check()
    for power in ("United Kingdom", "United States"):
        page.get_by_role("radiogroup", name=power, exact=True).get_by_label("Computer").check()
    page.get_by_label("Your name").fill("Zhukov")
    expect(page.get_by_text("No conflicts between the house rules.")).to_be_visible()
    guest.shot("set up", whole=True)
    guest.accessible()
    page.get_by_role("button", name="Start the game").first.click()
    page.wait_for_url("**/game/*")
    return Player(guest)


def bought(player: Player) -> None:
    """Buy eight infantry with all IPCs."""
    player.until("purchase")
    typed(player.asked.get_by_role("spinbutton", name="Infantry"), "8")
    expect(player.asked).to_contain_text("0 IPCs left")
    player.guest.shot("buy")
    player.acts(player.button(re.compile("^Buy for 24")).click)


def attacked(player: Player) -> None:
    """Attack Ukraine from Caucasus by clicks, undo, attack again, and add units by dragging."""
    assert player.until("move")["context"]["phase"] == "combat"
    before = player.units("Caucasus")
    player.click("Caucasus")
    chosen = player.asked.get_by_role("spinbutton", name="infantry from Caucasus")
    expect(chosen).to_have_value(str(before["infantry"]))
    chosen.press("ArrowDown")
    chosen.press("ArrowUp")
    player.guest.shot("units chosen")
    player.acts(lambda: player.click("Ukraine S.S.R."))
    attacks = player.page.get_by_role("region", name="Attacks")
    expect(attacks).to_contain_text("Ukraine S.S.R.")
    expect(attacks).to_contain_text("%")
    assert player.units("Ukraine S.S.R.", US)["infantry"] == before["infantry"]
    player.guest.shot("attack")

    player.acts(player.button("Undo").click)
    while player.units("Ukraine S.S.R.", US):
        player.acts(player.button("Undo").click)
    assert player.units("Caucasus") == before
    player.guest.shot("undone")

    player.question()
    player.click("Caucasus")
    expect(chosen).to_have_value(str(before["infantry"]))
    player.acts(lambda: player.click("Ukraine S.S.R."))
    expect(player.button(re.compile("^End move"))).to_be_enabled()
    player.acts(lambda: player.drag("Karelia S.S.R.", "Ukraine S.S.R."))
    assert player.units("Ukraine S.S.R.", US)["infantry"] > before["infantry"]
    expect(player.button(re.compile("^End move"))).to_be_enabled()
    player.guest.shot("both attacks")


def fought(player: Player) -> None:
    """Fight the battle to its end: choose casualties on the battle board and reload the page in the middle."""
    done = player.button(re.compile("^End move"))
    done.click()
    if player.button("Attack anyway").count():
        player.button("Attack anyway").click()
    again = lost = False
    for _ in range(40):
        question = player.question()
        if question["kind"] == "move":
            break
        battle = player.page.get_by_role("region", name=re.compile("^Battle for"))
        if question["kind"] == "casualties":
            expect(battle).to_be_visible()
            player.asked.get_by_role("button", name="Clear").click()
            tokens = battle.get_by_role("button", name=re.compile("^Select one "))
            for _ in range(question["context"]["hits"]):
                tokens.first.click()
            player.guest.shot("losses")
            player.acts(player.asked.locator("button.primary").click)
            lost = True
        elif question["kind"] == "retreat" and not again:
            expect(battle).to_be_visible()
            player.guest.shot("battle")
            player.guest.accessible()
            told = player.asked.inner_text()
            player.page.reload()
            assert player.question()["id"] == question["id"]
            expect(battle).to_be_visible()
            assert player.asked.inner_text() == told
            player.guest.shot("loaded anew")
            again = True
            player.plain_way()
        else:
            player.plain_way()
    assert again and lost, "the battle was too short to prove anything"
    assert player.view()["battle"] is None


def moved(player: Player) -> None:
    """Move infantry in the noncombat move by the list beside the map."""
    question = player.until("move")
    assert question["context"]["phase"] != "combat"
    here, there = player.units(NEAR)["infantry"], player.units(TO).get("infantry", 0)
    player.click(NEAR)
    player.asked.get_by_text("Destinations").click()
    player.guest.shot("where to")
    player.acts(player.button(TO).last.click)
    assert player.units(TO)["infantry"] == there + here and not player.units(NEAR, US)
    player.guest.shot("moved")
    player.acts(player.button("End move").click)


def placed(player: Player) -> None:
    """Place all new units with a click on the map."""
    player.until("place")
    before = player.units("Russia").get("infantry", 0)
    player.click("Russia")
    player.guest.shot("place")
    player.acts(player.button(re.compile("^Place 8 units$")).click)
    assert player.units("Russia")["infantry"] == before + 8


def test_two_turns_by_hand(visit: Visit) -> None:
    player = begun(visit)
    player.question()
    player.guest.shot("first question")
    player.guest.accessible()
    bought(player)
    attacked(player)
    fought(player)
    moved(player)
    placed(player)

    # the computers play their turns; then the player is next, in round 2
    question = player.question(patience=240)
    while player.view()["position"]["round"] == 1:
        player.plain_way()  # in others' turns the player may choose casualties
        question = player.question(patience=240)
    assert question["power"] == US
    expect(player.page.get_by_role("banner")).to_contain_text("Round2")
    player.guest.shot("second turn")

    player.until("purchase")
    player.asked.get_by_title("Add one Armor").click()
    player.acts(player.button(re.compile("^Buy for 5")).click)
    player.until("place")
    before = player.units("Karelia S.S.R.").get("tank", 0), player.units("Russia").get("tank", 0)
    player.click("Russia")
    player.acts(player.button(re.compile("^Place 1 unit$")).click)
    after = player.units("Karelia S.S.R.").get("tank", 0), player.units("Russia").get("tank", 0)
    # the computers may have taken one of the two by now
    assert any(now > then for now, then in zip(after, before, strict=True))
    player.guest.shot("second turn played")
    assert player.view()["position"]["ipcs"][US] > 0, "income was collected"
    player.guest.accessible()
