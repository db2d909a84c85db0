"""Dice that players need not trust: pledges, revealed salts, and the checks of the page and of the offline page."""

from __future__ import annotations

import json
import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.e2e.conftest import Table
from tests.e2e.guest import LAPTOP, PHONE, Guest, Visit
from tests.e2e.player import Player
from tools.verify_dice import check

CHECKED = re.compile("Verified by this page: [1-9]")


def invited(visit: Visit, size: tuple[int, int] = LAPTOP) -> tuple[Guest, str]:
    """A host who plays Germany and waits for a friend, and the friend's link."""
    host = visit("/new", name="host", size=size)
    page = host.page
    page.get_by_label("Preset").select_option(label="Hot seat: everyone at this screen")
    page.get_by_role("radiogroup", name="Soviet Union").get_by_label("Friend").check()
    page.get_by_label("Your name").fill("Rommel")
    page.get_by_role("button", name="Start the game").first.click()
    page.wait_for_url("**/game/*")
    return host, host.copied(page.get_by_role("button", name="Copy link")).removeprefix(host.url)


def join(visit: Visit, link: str, **how: object) -> Guest:
    friend = visit(link, name="friend", **how)  # type: ignore[arg-type]
    friend.page.get_by_label("Your name").fill("Zhukov")
    friend.page.get_by_role("button", name="Play Soviet Union").click()
    return friend


def dice(page: Page, name: str = "Players") -> None:
    page.get_by_role("tab", name=name).click()


def test_two_players_pledge_and_reveal_and_check_every_roll(visit: Visit, tmp_path: Path) -> None:
    host, link = invited(visit)
    dice(host.page)
    expect(host.page.get_by_text("has pledged a salt")).to_be_visible()
    friend = join(visit, link, size=PHONE)
    friend.page.wait_for_url("**/game/*")
    russian, german = Player(friend), Player(host)
    russian.question()  # the game begins when the page has revealed its salt
    view = russian.view()
    assert view["status"] == "playing" and [s["given"] for s in view["shares"]] == [True, True]
    assert all(s["pledge"] and s["salt"] for s in view["shares"]) and len(view["salts"]) == 2

    russian.asked.get_by_role("button", name="Increase dice").click()
    russian.acts(russian.button("1 die for 5 IPCs").click)
    expect(host.page.get_by_text(CHECKED)).to_be_visible()
    host.shot("checked by the host")
    host.accessible()
    host.fits()
    dice(friend.page)
    expect(friend.page.get_by_text(CHECKED)).to_be_visible()
    friend.page.get_by_text(CHECKED).scroll_into_view_if_needed()
    friend.shot("checked by the friend")
    friend.fits()
    friend.accessible()

    with host.page.expect_download() as saved:
        host.page.get_by_role("button", name="Download the dice").click()
    file = tmp_path / "dice.json"
    saved.value.save_as(file)
    record = json.loads(file.read_text())
    found = check(record)
    assert found.rolls and not found.later and record["kept"]["pledges"] and len(record["kept"]["salts"]) == 1
    assert german.view()["commitment"] == record["kept"]["commitment"]

    host.page.get_by_role("button", name="Settings").click()
    host.page.get_by_role("button", name="End the game…").click()
    host.page.get_by_role("button", name="Propose to end the game").click()
    expect(host.page.get_by_role("button", name="Withdraw proposal")).to_be_visible()
    host.shot("proposed")
    host.accessible()
    friend.shot("asked for consent")
    friend.fits()
    friend.accessible()
    friend.page.get_by_role("button", name="Agree").click()
    expect(friend.page.get_by_text("matches the seed and the salts").first).to_be_visible()
    host.page.locator("#tab-play").click()
    expect(host.page.get_by_text("matches the seed and the salts").first).to_be_visible()
    host.shot("over")


def test_a_player_who_does_not_reveal_is_named_and_the_host_decides(visit: Visit) -> None:
    host, link = invited(visit)
    friend = visit(link, name="friend", size=PHONE)
    friend.page.route("**/salts", lambda route: route.abort())  # the page that never reveals
    friend.forgiven = "ERR_FAILED"
    friend.page.get_by_label("Your name").fill("Zhukov")
    friend.page.get_by_role("button", name="Play Soviet Union").click()
    friend.page.wait_for_url("**/game/*")
    expect(host.page.get_by_role("heading", name="Waiting for Zhukov to confirm the dice")).to_be_visible()
    expect(friend.page.get_by_role("heading", name="Starting the game…")).to_be_visible()
    host.shot("waiting for the friend")
    host.accessible()
    friend.shot("starting")
    host.page.get_by_role("button", name="Start without Zhukov").click()
    stranger = Player(friend)
    stranger.question()  # the game begins
    view = stranger.view()
    assert view["status"] == "playing" and [s["given"] for s in view["shares"]] == [False, True]
    dice(host.page)
    expect(host.page.get_by_text("did not reveal the pledged salt")).to_be_visible()
    host.shot("named")
    dice(friend.page)
    expect(friend.page.get_by_text("you have no share in these dice")).to_be_visible()
    friend.page.get_by_text("you have no share").scroll_into_view_if_needed()
    friend.shot("without a share")
    friend.fits()


def test_a_page_says_so_when_a_die_is_changed(visit: Visit, table: Table) -> None:
    player = table(powers=["Soviet Union"], rules=["gemmell.salvage"])
    page = player.page
    player.question()
    player.asked.get_by_role("button", name="Increase dice").click()
    player.acts(player.button("1 die for 5 IPCs").click)
    dice(page)
    expect(page.get_by_text(CHECKED)).to_be_visible()

    def forged(route: object) -> None:
        answer = route.fetch()  # type: ignore[attr-defined]
        frames = answer.json()
        for event in [e for f in frames for e in f["events"] if e["data"].get("dice")]:
            event["data"]["dice"] = [7 - face for face in event["data"]["dice"]]
        route.fulfill(response=answer, json=frames)  # type: ignore[attr-defined]

    page.route("**/frames?**", forged)
    page.reload()
    expect(page.get_by_text("Do not trust these dice")).to_be_visible()
    player.guest.shot("forged")


def test_the_offline_page_checks_a_file_without_the_server(visit: Visit, tmp_path: Path) -> None:
    from tests.server.dice_games import FIXTURE

    record = json.loads(FIXTURE.read_text())[1]
    guest = visit("/verify_dice.html", size=PHONE)
    page = guest.page
    guest.forgiven = "localStorage"  # the page has no access to it, but the tests try
    page.context.set_offline(True)
    file = tmp_path / "dice.json"
    file.write_text(json.dumps(record))
    page.get_by_label("File with the dice").set_input_files(file)
    expect(page.get_by_text(re.compile(r"Verified: \d+ rolls"))).to_be_visible()
    guest.shot("verified")
    record["frames"][1]["faces"][0] = record["frames"][1]["faces"][0] % 6 + 1
    forged = tmp_path / "forged.json"
    forged.write_text(json.dumps(record))
    page.get_by_label("File with the dice").set_input_files(forged)
    expect(page.get_by_text("Not verified: the dice of frame")).to_be_visible()
    guest.shot("forged")
    page.context.set_offline(False)
