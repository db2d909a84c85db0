"""A game over two weeks, by a clock that the test sets: mail, pushes, standing orders, a lost seat, and a holiday."""

from __future__ import annotations

import json
import re
import sys
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

import httpx
import pytest
from playwright.sync_api import expect

from tests.e2e.guest import PHONE, Guest, Visit, typed
from tests.e2e.player import Player
from tests.mailing import MailServer, until
from tests.pushing import PushServer, vouched
from tests.serving import Served
from tests.timed import Clock, environment

ANNA, BO = "anna@example.org", "bo@example.org"
DAY, MINUTE = 86400, 60

#: A browser whose push service is that of the test: Chromium has none without the network.
SUBSCRIBES = """
const made = %s;
const kept = { endpoint: made.endpoint, toJSON: () => made, unsubscribe: async () => true };
if (globalThis.PushManager) {  // not on an empty page
  PushManager.prototype.subscribe = async function () { localStorage.setItem('subscribed', 'yes'); return kept; };
  PushManager.prototype.getSubscription = async () => (localStorage.getItem('subscribed') ? kept : null);
}
"""


class Post(NamedTuple):
    """The server, its mail and push services, and its clock."""

    server: Served
    mails: MailServer
    pushes: PushServer
    clock: Clock


@pytest.fixture(scope="module")
def post(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Post]:
    folder = tmp_path_factory.mktemp("weeks")
    clock = Clock(folder / "clock")
    with MailServer() as mails, PushServer() as pushes:
        command = (
            sys.executable, "-m", "tests.timed", "serve", "--mail", f"smtp://{mails.host}",
            "--mail-from", "games@example.org",
        )  # fmt: skip
        how = environment(clock, pushes.host)
        with Served(f"sqlite:///{folder}/games.db", command, **how) as server:
            yield Post(server, mails, pushes, clock)


def sign_in(guest: Guest, post: Post, mail: str) -> None:
    known = len(post.mails.mails)
    guest.open("/me")
    guest.page.get_by_label("Your mail address").fill(mail)
    guest.page.get_by_role("button", name="Mail me a link").click()
    until(lambda: len(post.mails.mails) > known, "the link")
    guest.open("/odds")
    guest.open(post.mails.sign_in(mail))
    guest.page.get_by_role("button", name=f"Sign in as {mail}").click()
    expect(guest.page.get_by_role("heading", name="My games")).to_be_visible()


def seated(guest: Guest, game: str, token: str) -> None:
    """Let a browser have a seat, as it would after taking it."""
    kept = {game: {"token": token, "title": "Two weeks"}}
    guest.page.evaluate("kept => localStorage.setItem('sandtable.games', JSON.stringify(kept))", kept)


class Table:
    """The game over HTTP."""

    def __init__(self, url: str) -> None:
        self.client = httpx.Client(base_url=f"{url}/api", timeout=60, trust_env=False)
        seats = [{"power": "Soviet Union", "kind": "human"}, {"power": "Germany", "kind": "open"}]
        seats += [{"power": p, "kind": "computer", "player": "advised"} for p in ("United Kingdom", "Japan")]
        seats += [{"power": "United States", "kind": "computer", "player": "advised"}]
        pace = {"kind": "turn", "seconds": 2 * DAY}
        wish = {"choice": {"edition": "classic"}, "seats": seats, "name": "Anna", "title": "Two weeks", "pace": pace}
        made = self.client.post("/games", json=wish).raise_for_status().json()
        self.id, self.anna = made["id"], made["token"]
        join = {"secret": made["invitations"][0]["secret"], "name": "Bo"}
        self.bo = self.client.post(f"/games/{self.id}/join", json=join).raise_for_status().json()["token"]

    def view(self, token: str = "") -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        found: dict[str, Any] = self.client.get(f"/games/{self.id}", headers=headers).raise_for_status().json()
        return found

    def answer(self, token: str, text: str = "") -> None:
        """Answer the first question, as advised if there is no text."""
        headers = {"Authorization": f"Bearer {token}"}
        id = self.view(token)["questions"][0]["id"]
        way = f"/games/{self.id}"
        text = text or self.client.get(f"{way}/advice?decision={id}", headers=headers).raise_for_status().json()["text"]
        body = {"decision": id, "text": text}
        self.client.post(f"{way}/answers", json=body, headers=headers).raise_for_status()

    def turn(self, token: str) -> None:
        """Play the Soviet turn as advised; Germany loses units by its orders, and Bo answers what else it is asked."""

        def over() -> bool:
            while (view := self.view(token))["questions"]:
                self.answer(token)
            view = self.view(self.bo)
            own = bool(view["position"]["power"] == "Soviet Union")
            if own and view["questions"]:
                self.answer(self.bo)
            return not own

        until(over, "the end of the turn")

    def end(self) -> None:
        """Let Anna propose to end the game, and Bo consent."""
        for way, token in (("close", self.anna), ("vote", self.bo)):
            open = self.view(token).get("proposal")
            body = {"number": open["number"], "agree": True} if open else None
            headers = {"Authorization": f"Bearer {token}"}
            self.client.post(f"/games/{self.id}/{way}", json=body, headers=headers).raise_for_status()

    def standin(self, power: str) -> bool:
        return any(s["power"] == power and s.get("standin") for s in self.view()["seats"])


@pytest.fixture
def game(post: Post) -> Iterator[Table]:
    made = Table(post.server.url)
    yield made
    made.client.close()


@pytest.mark.slow
def test_two_weeks_by_mail(visit: Visit, post: Post, game: Table) -> None:
    clock, mails, pushes = post.clock, post.mails, post.pushes
    begun = clock.now()
    anna = visit("/odds", name="anna", url=post.server.url)
    seated(anna, game.id, game.anna)
    sign_in(anna, post, ANNA)
    bo = visit("/odds", name="bo", url=post.server.url)
    bo.page.context.grant_permissions(["notifications"], origin=post.server.url)
    bo.page.add_init_script(SUBSCRIBES % json.dumps(pushed(pushes)))
    seated(bo, game.id, game.bo)
    sign_in(bo, post, BO)

    # Bo wants mail at once and pushes on this device, and leaves the casualties to the server.
    bo.open("/me")
    page = bo.page
    page.get_by_label("Mail", exact=True).select_option("At once")
    page.get_by_role("button", name="Get notifications on this device").click()
    expect(page.get_by_text("(this device)")).to_be_visible()
    bo.shot("messages", whole=True)
    bo.accessible()
    bo.fits()
    bo.open(f"/game/{game.id}")
    page.locator("[data-revision]").wait_for()
    settings(bo)
    page.get_by_label("Lose first").select_option("infantry")
    typed(page.get_by_label("Number of units to keep"), "1")
    page.get_by_label("Units to keep", exact=True).select_option("fighter")
    expect(page.locator(".preview")).to_have_text("Lose infantry first, but keep 1 fighter.")
    page.get_by_role("button", name="Add the order").click()
    expect(page.get_by_role("button", name=re.compile("Remove the order"))).to_be_visible()
    bo.shot("orders")
    bo.accessible()
    bo.open("/odds")  # and goes away

    # Anna attacks; Germany's casualties are chosen by order, which the history shows.
    anna.open(f"/game/{game.id}")
    while game.view(game.anna)["questions"][0]["kind"] != "move":
        game.answer(game.anna)
    game.answer(game.anna, "3 infantry, 1 armor: Karelia S.S.R. > Ukraine S.S.R.")
    game.answer(game.anna, "done")
    until(lambda: fought(game), "the battle")
    frames = game.client.get(f"/games/{game.id}/frames?after=0").json()
    assert any(f.get("ordered") and f["decision"] == "casualties" for f in frames)
    game.turn(game.anna)
    anna.page.get_by_role("tab", name="History").click()
    history = anna.page.get_by_role("region", name="History")
    history.get_by_role("button", name=re.compile("^Soviet Union")).click()  # only the latest turn is open
    expect(history.get_by_text("by standing order").first).to_be_visible()
    anna.shot("history")

    # It is Bo's turn: a mail and a push, once, with what has happened.
    assert mails.to(BO) == [] and pushes.taken == []
    clock.add(MINUTE)
    until(lambda: mails.to(BO) and pushes.taken, "the notices of Germany's turn")
    assert mails.subjects(BO) == ["Your turn: Two weeks"] and mails.to(ANNA) == []
    text = mails.to(BO)[0].get_content()
    assert "Germany lost" in text and f"/game/{game.id}" in text and ANNA not in text
    taken = pushes.taken[0]
    assert taken.message["title"] == "Your turn: Two weeks" and "Germany lost" in taken.message["body"]
    assert vouched(taken.headers["Authorization"])["aud"] == f"http://{pushes.host}"
    if not bo.firefox:  # in Firefox, a test cannot hand a push to the page
        shown = deliver(bo, taken.message)
        assert shown == [{"title": "Your turn: Two weeks", "path": f"/game/{game.id}"}]

    # Bo does not come: a reminder, then the computer plays, until it is Anna's turn again.
    clock.add(1.6 * DAY)
    until(lambda: len(mails.to(BO)) == 2, "the reminder")
    assert not game.standin("Germany")
    clock.add(0.5 * DAY)
    until(lambda: len(mails.to(BO)) == 3, "the computer's turn")
    assert mails.subjects(BO)[1:] == ["Your time is running out: Two weeks", "The computer plays for you: Two weeks"]
    assert game.standin("Germany")
    until(lambda: her_turn(game), "the turn of the Soviet Union", 240)
    clock.add(MINUTE)
    until(lambda: mails.subjects(ANNA) == ["Your turn: Two weeks"], "the mail to Anna")

    # Anna goes on holiday for two weeks: her time stands.
    back = (time.time() // DAY + 14) * DAY
    anna.open("/me")
    today = anna.page.evaluate("new Date().toISOString().slice(0, 10)")
    later = anna.page.evaluate("new Date(Date.now() + 13 * 864e5).toISOString().slice(0, 10)")
    anna.page.get_by_label("First day").fill(today)
    anna.page.get_by_label("Last day").fill(later)
    anna.page.get_by_role("button", name="Set the holiday").click()
    expect(anna.page.get_by_text("You are on holiday from")).to_be_visible()
    anna.shot("holiday", whole=True)
    for _ in range(4):
        clock.add(1.9 * DAY)
        until(lambda: game.view()["clock"]["left"]["Soviet Union"] > 0, "the clock")
        assert not game.standin("Soviet Union")
    assert len(mails.to(ANNA)) == 1

    # Bo finds the game on a phone, and takes the seat back.
    phone = visit("/odds", name="phone", size=PHONE, url=post.server.url)
    sign_in(phone, post, BO)
    phone.page.get_by_role("link", name="Two weeks").click()
    phone.page.wait_for_url("**/game/*")
    phone.page.get_by_role("button", name="Play Germany yourself again").click()
    until(lambda: not game.standin("Germany"), "the seat of Germany")
    phone.shot("taken back")
    assert not Player(phone).view()["questions"]
    phone.open("/me")
    phone.page.get_by_role("heading", name="Messages").wait_for()
    phone.accessible()
    phone.fits()
    phone.shot("messages", whole=True)

    # Anna is back, plays, and Bo stops mail with one click; pushes go on.
    clock.add(back + DAY / 2 - clock.now())
    game.turn(game.anna)
    clock.add(MINUTE)
    until(lambda: len(mails.to(BO)) == 4, "the mail of the second turn")
    link = re.search(r"(/stop#\S+)", mails.to(BO)[-1].get_content())
    assert link
    phone.open(link[1])
    expect(phone.page.get_by_text("You get no more mail about your games.")).to_be_visible()
    phone.shot("stopped")
    known = len(pushes.taken)
    game.end()
    clock.add(61 * MINUTE)  # Anna gets mail at most hourly
    until(lambda: "The game is over: Two weeks" in mails.subjects(ANNA), "the end")
    until(lambda: len(pushes.taken) > known, "the push of the end")
    assert len(mails.to(BO)) == 4 and pushes.taken[-1].message["title"] == "The game is over: Two weeks"
    ids = [m["Message-ID"] for m in mails.mails]
    assert len(set(ids)) == len(ids), "nothing was sent twice"
    assert clock.now() - begun > 13 * DAY


def pushed(pushes: PushServer) -> dict[str, Any]:
    """The subscription, as the browser gives it to the page."""
    device = pushes.device("bo")
    return {"endpoint": device["endpoint"], "keys": {"p256dh": device["p256dh"], "auth": device["auth"]}}


def settings(guest: Guest) -> None:
    guest.page.get_by_role("button", name="Settings").click()
    guest.page.get_by_role("heading", name="Standing orders").wait_for()


def fought(game: Table) -> bool:
    """Press the attack; return whether the battle is over."""
    view = game.view(game.anna)
    if view["battle"] and view["questions"]:
        game.answer(game.anna)
    return not game.view()["battle"]


def her_turn(game: Table) -> bool:
    """Answer what the attacks of others ask of Anna; return whether she is asked in her own turn."""
    view = game.view(game.anna)
    hers = bool(view["position"]["power"] == "Soviet Union")
    if view["questions"] and not hers:
        game.answer(game.anna)
    return bool(view["questions"]) and hers


def deliver(guest: Guest, message: dict[str, Any]) -> list[dict[str, str]]:
    """Hand a push to the service worker, as the browser would; return the notifications that it shows."""
    page = guest.page
    guest.open("/me")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    session = page.context.new_cdp_session(page)
    found: list[str] = []

    def registered(event: dict[str, Any]) -> None:
        rows = event["registrations"]
        found.extend(r["registrationId"] for r in rows if r["scopeURL"].startswith(guest.url) and not r["isDeleted"])

    session.on("ServiceWorker.workerRegistrationUpdated", registered)
    session.send("ServiceWorker.enable")
    for _ in range(100):
        if found:
            break
        page.wait_for_timeout(100)
    what = {"origin": guest.url, "registrationId": found[-1], "data": json.dumps(message)}
    list_of = """async () => (await (await navigator.serviceWorker.ready).getNotifications())
        .map((n) => ({ title: n.title, path: n.data.path }))"""
    for turn in range(300):
        if turn % 50 == 0:  # on a busy machine, a message was once lost between the browser and its worker
            session.send("ServiceWorker.deliverPushMessage", what)
        if shown := page.evaluate(list_of):
            return list(shown)
        page.wait_for_timeout(100)
    raise AssertionError("the service worker shows nothing")
