"""The server over HTTP and WebSocket: every route, every refusal, and who may do what."""

from __future__ import annotations

import gzip
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import msgspec
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from sandtable.cli import main
from sandtable.core.dice import commitment
from sandtable.draw.atlas import Atlas
from sandtable.server import reference, routes, wire, wire_board, wire_forms
from sandtable.server.app import HEADERS
from sandtable.server.limits import Allowance, Limits
from sandtable.server.pages import Pages
from sandtable.server.service import Service
from tests.mailing import until
from tests.server.online import Online, heard, refusal, wish


@pytest.fixture(scope="module")
def client_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A client as the build leaves it."""
    folder = tmp_path_factory.mktemp("static")
    (folder / "assets").mkdir()
    (folder / "index.html").write_text("<!doctype html><title>Sandtable</title>")
    (folder / "favicon.svg").write_text("<svg/>")
    (folder / "assets" / "index-1a2b.js").write_text("// " + "x" * 5000)
    (folder.parent / "secret.txt").write_text("not to be served")
    return folder


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, client_folder: Path) -> Iterator[Online]:
    with Online(tmp_path_factory.mktemp("db"), pages=Pages(client_folder)) as online:
        yield online


class Table(NamedTuple):
    """A game with two people: `host` plays the Soviet Union, `guest` Germany; the rest is the computer's."""

    id: str
    host: str
    guest: str


def seated(server: Online, **more: Any) -> Table:
    made = server.post("/games", wish(**more))
    (invitation,) = made["invitations"]
    joined = server.post(f"/games/{made['id']}/join", {"secret": invitation["secret"], "name": "Bo"})
    return Table(made["id"], made["token"], joined["token"])


@pytest.fixture(scope="module")
def table(server: Online) -> Table:
    return seated(server)


# --- what works without a game ----------------------------------------------------------------------------------------


def test_editions_and_documents_and_the_map_are_as_described(server: Online) -> None:
    editions = msgspec.convert(server.get("/editions"), list[reference.EditionInfo])
    assert {"classic", "great_war"} <= {e.id for e in editions}
    documents = msgspec.convert(server.get("/documents"), list[reference.DocumentInfo])
    assert len({d.id for d in documents}) == len(documents)
    found = msgspec.convert(server.get("/editions/classic/map"), Atlas)
    assert "Germany" in found.spaces


@pytest.mark.parametrize("path", ["/editions", "/documents", "/editions/classic/map", "/openapi.json"])
def test_what_seldom_changes_is_not_sent_twice(server: Online, path: str) -> None:
    first = server.ask("GET", path, headers={"Accept-Encoding": "gzip"})
    tag = first.headers["etag"]
    again = server.ask("GET", path, headers={"If-None-Match": tag})
    assert again.status_code == 304 and not again.content and again.headers["etag"] == tag
    assert server.ask("GET", path, headers={"If-None-Match": 'W/"other"'}).status_code == 200


def test_large_answers_are_compressed(server: Online) -> None:
    with server.client.stream("GET", "/api/documents", headers={"Accept-Encoding": "gzip"}) as answer:
        assert answer.headers["content-encoding"] == "gzip"
        raw = b"".join(answer.iter_raw())
    plain = gzip.decompress(raw)
    assert len(raw) < len(plain) / 3 and json.loads(plain)


def test_a_choice_of_rules_is_checked_and_shown_as_a_board(server: Online) -> None:
    found = server.post("/check", {"edition": "classic", "rules": ["gemmell"]})
    assert found["ok"] and found["board"]["edition"] == "classic"
    lacking = server.post("/check", {"edition": "classic", "rules": ["gemmell.atomic_bombs"]})
    assert not lacking["ok"] and lacking["board"] is None
    assert lacking["findings"][0]["severity"] in ("missing", "conflict")


def test_a_variant_is_written_and_read_back(server: Online) -> None:
    options = {"common.bid.ipcs": {"Germany": 9}}
    choice = {"edition": "classic", "scenario": "spring_1942", "rules": ["common.bid"], "options": options}
    text = server.post("/variants/write", {"choice": choice, "name": "Ours", "notes": "With a bid."})["text"]
    assert server.post("/variants/read", {"text": text}) == {"choice": choice, "name": "Ours", "notes": "With a bid."}


def test_odds_are_those_of_the_command_line(server: Online) -> None:
    from sandtable.battle.odds import odds

    found = server.post("/odds", {"choice": {"edition": "classic"}, "attack": "3 inf 1 arm", "defend": "2 inf"})
    exact = odds("classic", "3 inf 1 arm", "2 inf")
    assert found["attacker_wins"] == pytest.approx(exact.attacker_wins)
    assert sum(o["p"] for o in found["outcomes"]) + found["rest"] == pytest.approx(1)
    assert sum(row["p"] for row in found["left"]) == pytest.approx(1)


def test_odds_of_a_raid_are_those_of_the_command_line(server: Online) -> None:
    from sandtable.battle.raid import raid_odds
    from sandtable.rules import registry

    choice = {"edition": "anniversary", "rules": ["common.interceptors"]}
    sides = {"attack": "2 bomber, 1 fighter", "defend": "1 antiaircraft gun, 1 fighter"}
    found = server.post("/odds/raid", {"choice": choice, **sides, "value": 3})
    exact = raid_odds(registry.build("anniversary", ["common.interceptors"]), **sides, value=3)
    assert found["damage"] == pytest.approx(exact.damage) and len(found["damage"]) == 7  # twice the value at most
    assert found["bombers"] == pytest.approx(exact.bombers) and sum(found["bombers"]) == pytest.approx(1)
    losses = exact.expected_loss, exact.defender_loss
    assert (found["expected"], found["loss"], found["defender_loss"]) == pytest.approx((exact.expected_damage, *losses))
    assert found["defender_loss"] > 0
    refusal(server.ask("POST", "/odds/raid", {"choice": choice, "attack": "1 tank", "defend": ""}), 409)
    refusal(server.ask("POST", "/odds/raid", {**BATTLE, "where": "raid"}), 400)


def test_files_named_by_a_client_stay_closed(server: Online, tmp_path: Path) -> None:
    rule = tmp_path / "rule.toml"
    rule.write_text('id = "strange.rule"\ntitle = "Strange"\n[[set]]\ncell = "units.submarine.cost"\nvalue = 1\n')
    choice = {"edition": "classic", "rules": [str(rule)]}
    battle = {"choice": choice, "attack": "1 inf", "defend": "1 inf"}
    variant = f'edition = "classic"\nrules = ["{rule}"]\n'
    for path, body in (
        ("/check", choice),
        ("/variants/write", {"choice": choice}),
        ("/variants/read", {"text": variant}),
        ("/odds", battle),
        ("/odds/raid", battle),
        ("/games", {**wish(), "choice": choice}),
    ):
        assert "file" in refusal(server.ask("POST", path, body), 409)


# --- refusals ---------------------------------------------------------------------------------------------------------

BATTLE = {"choice": {"edition": "classic"}, "attack": "3 inf", "defend": "2 inf"}


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "words"),
    [
        ("GET", "/nothing", None, 404, "Not found."),
        ("POST", "/nothing", {}, 404, "Not found."),
        ("GET", "/games/nosuchgame", None, 404, "Game not found."),
        ("GET", "/games/a%00b", None, 404, "Game not found."),
        ("GET", "/games/..%2F..%2Fetc", None, 404, "Not found."),
        ("GET", "/editions/none/map", None, 404, "map"),
        ("POST", "/editions", {}, 405, "does not accept that kind of request"),
        ("DELETE", "/games/x", None, 405, "does not accept that kind of request"),
        ("POST", "/odds", {**BATTLE, "defend": 7}, 400, "defend must be a text, not a whole number"),
        ("POST", "/odds", {**BATTLE, "rounds": "1"}, 400, "rounds must be a whole number, not a text"),
        ("POST", "/odds", {**BATTLE, "rounds": -1}, 400, "rounds must be a whole number, at least 0"),
        ("POST", "/odds", {**BATTLE, "more": 1}, 400, "more"),
        ("POST", "/odds", {**BATTLE, "attack": "3 inf" * 500}, 400, "attack must be a text of at most 1000"),
        ("POST", "/odds", {**BATTLE, "attack": "3 \0 inf"}, 400, "attack contains invalid characters"),
        ("POST", "/odds", {"choice": {"edition": "classic"}}, 400, "is missing the field attack"),
        ("POST", "/odds", {**BATTLE, "choice": {}}, 400, "choice is missing the field edition"),
        ("POST", "/odds", [], 400, "must be an object, not a list"),
        ("POST", "/odds", None, 400, "no body"),
        ("POST", "/odds", {**BATTLE, "attack": "3 dragons"}, 400, "no unit called"),
        ("POST", "/odds", {**BATTLE, "attack": ""}, 409, "No attacking units"),
        ("POST", "/odds", {**BATTLE, "attack": "900 inf"}, 409, "too large"),
        ("POST", "/odds", {**BATTLE, "choice": {"edition": "clasic"}}, 400, "did you mean classic?"),
        ("POST", "/check", {"edition": "classic", "rules": ["gemmel"]}, 400, "did you mean"),
        ("POST", "/check", {"edition": "classic", "scenario": "none"}, 400, "scenario"),
        ("POST", "/check", {"edition": "classic", "options": {"common.bid.ipcs": 1}}, 409, "a rule that is off"),
        ("POST", "/variants/read", {"text": "edition ="}, 400, "variant"),
        ("POST", "/variants/read", {"text": "edition = 'classic'\nx = " + "[" * 4000}, 400, "variant"),
        ("POST", "/variants/read", {"text": "edition = 'classic'\nscenario = 1" + "0" * 5000}, 400, "variant"),
        ("POST", "/games", {**wish(), "seats": [{"power": "Prussia", "kind": "human"}]}, 400, "Prussia"),
        ("POST", "/games", {**wish(), "seats": [{"power": "Germany", "kind": "dog"}]}, 400, "kind cannot be 'dog'"),
        ("POST", "/games", {**wish(), "name": " "}, 400, "name"),
    ],
)  # fmt: skip
def test_a_refusal_is_one_sentence(server: Online, method: str, path: str, body: Any, status: int, words: str) -> None:
    assert words in refusal(server.ask(method, path, body), status)


def test_what_is_no_json_is_refused(server: Online) -> None:
    for content in (b"{", b"\xff\xfe", b'{"a": 1e999}', b"[" * 60_000, b'"\\ud800"'):
        refusal(server.client.post("/api/check", content=content), 400)


@pytest.mark.parametrize("digits", [30, 400, 5000])
def test_huge_numbers_are_refused(server: Online, digits: int) -> None:
    number = b"1" + b"0" * digits
    choice = b'{"edition": "classic", "rules": ["common.round_limit"], "options": {"common.round_limit.rounds": %s}}'
    choice %= number
    seats = b'{"choice": %s, "seats": [], "name": "Anna"}' % choice
    odds = b'{"choice": %s, "attack": "1 inf", "defend": "1 inf"}' % choice
    for path, content in (("/check", choice), ("/games", seats), ("/odds", odds)):
        answer = server.client.post(f"/api{path}", content=content)
        refusal(answer, answer.status_code if answer.status_code in (400, 409) else 409)


def test_a_large_body_is_refused(server: Online) -> None:
    answer = server.client.post("/api/variants/read", content=b'{"text": "' + b"x" * 70_000 + b'"}')
    assert "too large" in refusal(answer, 413)

    def endless() -> Iterator[bytes]:
        for _ in range(100):
            yield b" " * 10_000

    assert "too large" in refusal(server.client.post("/api/check", content=endless()), 413)


def test_parameters_are_named_in_refusals(server: Online, table: Table) -> None:
    for query, words in (
        ("frames?after=x", "after must be a whole number"),
        ("frames?limit=0", "limit must be a whole number, at least 1"),
        ("frames?limit=1001", "limit must be a whole number, at most 1000"),
        ("frames?after=99999999999999999999", "after"),
        ("ways", "no parameter space"),
        ("advice?decision=", "decision"),
    ):
        assert words in refusal(server.ask("GET", f"/games/{table.id}/{query}", token=table.host), 400)


def test_headers_guard_every_answer(server: Online) -> None:
    for path in ("/", "/game/x", "/assets/index-1a2b.js", "/api/editions", "/api/nothing", "/api/odds"):
        answer = server.client.get(path)
        for name, value in HEADERS.items():
            assert answer.headers[name] == value, (path, name)
    policy = HEADERS["Content-Security-Policy"]
    assert "script-src 'self';" in policy and "frame-ancestors 'none'" in policy


def test_pages_of_other_sites_may_not_act(server: Online, table: Table) -> None:
    strange = {"Origin": "https://example.org"}
    assert "from other websites" in refusal(server.ask("POST", "/check", {"edition": "classic"}, headers=strange), 403)
    assert server.ask("POST", "/check", {"edition": "classic"}, headers={"Origin": server.url}).status_code == 200
    with pytest.raises(InvalidStatus) as refused:
        with server.live(table.id, origin="https://example.org"):
            pass
    assert refused.value.response.status_code == 403
    with server.live(table.id, origin=server.url) as connection:
        heard(connection, "welcome")


# --- the client -------------------------------------------------------------------------------------------------------


def test_every_address_that_is_no_file_shows_the_client(server: Online) -> None:
    for path in ("/", "/game/abc", "/rules/gemmell/gemmell.salvage", "/rules/classic.rulebook", "/join/x/y"):
        page = server.client.get(path)
        assert page.status_code == 200 and "<title>Sandtable</title>" in page.text
        assert page.headers["content-type"].startswith("text/html") and page.headers["cache-control"] == "no-cache"
        assert server.client.get(path, headers={"If-None-Match": page.headers["etag"]}).status_code == 304
    assert server.client.head("/").status_code == 200


def test_files_of_the_client_are_kept_for_ever(server: Online) -> None:
    found = server.client.get("/assets/index-1a2b.js")
    assert "immutable" in found.headers["cache-control"] and found.headers["content-type"].startswith("text/javascript")
    assert found.headers["content-encoding"] == "gzip"


@pytest.mark.parametrize("path", ["/assets/none.js", "/none.png", "/../secret.txt", "/%2e%2e/secret.txt"])
def test_other_files_are_not_served(server: Online, path: str) -> None:
    answer = server.client.get(httpx.URL(server.url).copy_with(raw_path=path.encode()))
    assert "not to be served" not in answer.text
    refusal(answer, 404)


def test_a_new_build_is_served_at_once(tmp_path: Path) -> None:
    pages = Pages(tmp_path)
    assert not pages.built() and pages.find("") is None
    (tmp_path / "index.html").write_text("one")
    assert pages.find("/") and pages.find("x").content == b"one"  # type: ignore[union-attr]
    time.sleep(0.02)
    (tmp_path / "index.html").write_text("two")
    assert pages.find("x").content == b"two"  # type: ignore[union-attr]


# --- playing ----------------------------------------------------------------------------------------------------------


def test_a_game_is_played_over_http(server: Online) -> None:
    table = seated(server, title="Tuesday", salt="my salt")
    path = f"/games/{table.id}"
    view = msgspec.convert(server.get(path, table.host), wire.GameView)
    assert (view.title, view.status, view.host, view.seed) == ("Tuesday", "playing", True, "")
    msgspec.convert(server.get(f"{path}/start"), wire_board.Position)
    (question,) = view.questions
    advice = msgspec.convert(server.get(f"{path}/advice?decision={question.id}", table.host), wire_forms.Advice)
    body = {"decision": question.id, "text": advice.text}
    revision = server.post(f"{path}/answers", body, table.host)["revision"]
    assert "already been made" in refusal(server.ask("POST", f"{path}/answers", body, table.host), 409)
    assert server.post(f"{path}/undo", {"revision": revision}, table.host)["revision"] == revision + 1
    refusal(server.ask("POST", f"{path}/undo", {"revision": revision}, table.host), 409)
    frames = msgspec.convert(server.get(f"{path}/frames?after=0"), list[wire.Frame])
    assert [f.n for f in frames] == list(range(1, revision + 2)) and frames[-1].undoes == revision
    server.advised(table.id, table.host, 2)
    view = msgspec.convert(server.get(path, table.host), wire.GameView)
    assert view.questions[0].kind == "move"
    rows = msgspec.convert(
        server.get(f"{path}/ways", table.host, params={"space": "Caucasus"}), list[wire_forms.WaysRow]
    )
    assert rows and all(row.movable.space == "Caucasus" for row in rows)
    attack = {"decision": view.questions[0].id, "space": "Ukraine S.S.R."}
    attack |= {"moves": ["3 infantry: Caucasus > Ukraine S.S.R."]}  # type: ignore[dict-item]
    preview = msgspec.convert(server.post(f"{path}/preview", attack, table.host), wire_forms.OddsBrief)
    assert 0 < preview.attacker_wins < 1
    brief = server.get(f"{path}/odds", params={"space": "Germany"})
    assert msgspec.convert(brief, wire_forms.OddsBrief).text
    (row,) = msgspec.convert(server.get(f"/games?ids={table.id},nosuch"), list[wire.GameRow])
    assert row.id == table.id and row.edition == "classic"
    assert server.post(f"{path}/chat", {"text": "Hello!"}, table.guest)["power"] == "Germany"


def test_a_finished_game_shows_its_seed_and_proves_its_dice(server: Online, tmp_path: Path) -> None:
    table = seated(server, salt="Anna's salt")
    path = f"/games/{table.id}"
    view = server.get(path, table.host)
    server.post(f"{path}/answers", {"decision": view["questions"][0]["id"], "text": "2"}, table.host)
    server.advised(table.id, table.host, 3)
    early = server.ask("GET", f"{path}/save").json()
    assert early["commitment"] == view["commitment"]
    refusal(server.ask("GET", f"{path}/proof", token=table.host), 409)
    server.closed(table.id, table.host, table.guest)
    over = server.get(path)
    assert (
        over["status"] == "over" and commitment(over["seed"], over["chain"]) == view["commitment"] == over["commitment"]
    )
    proof = server.get(f"{path}/proof")
    assert proof["ok"] and proof["rolls"] and proof["commitment"] == view["commitment"]
    assert proof["seed"] == over["seed"] != early["seed"]
    saved = server.ask("GET", f"{path}/save")
    assert "attachment" in saved.headers["content-disposition"] and saved.json()["salts"] == ["Anna's salt"]
    file = tmp_path / "game.json"
    file.write_bytes(saved.content)
    assert main(["verify-dice", str(file), "--commitment", view["commitment"]]) == 0
    assert main(["verify-dice", str(file), "--commitment", "0" * 64]) == 1
    refusal(server.ask("POST", f"{path}/close", None, table.host), 409)


def test_the_live_connection_tells_all_news(server: Online) -> None:
    table = seated(server)
    path = f"/games/{table.id}"
    with server.live(table.id) as watcher, server.live(table.id, table.host) as host:
        assert heard(watcher, "welcome")["view"]["questions"] == []
        assert heard(host, "welcome")["view"]["questions"]
        revision = server.advised(table.id, table.host, 1)
        news = heard(host, "update")
        assert [f["n"] for f in news["frames"]] == [revision] and news["questions"] and news["can_undo"]
        seen = heard(watcher, "update")
        assert seen["frames"] == news["frames"] and not seen["questions"] and not seen["can_undo"]
        server.post(f"{path}/chat", {"text": "Good luck."}, table.guest)
        assert heard(watcher, "said")["message"]["text"] == "Good luck."
    revision = server.advised(table.id, table.host, 2)
    with server.live(table.id, table.host, after=revision - 2) as again:
        assert [f["n"] for f in heard(again, "update")["frames"]] == [revision - 1, revision]
    kinds = {m["type"] for m in server.get(f"{path}/updates?after={revision}", table.host)}
    assert "update" in kinds and "welcome" not in kinds
    assert server.get(f"{path}/updates?after=-1")[0]["type"] == "welcome"


@pytest.mark.parametrize(
    ("hello", "code"),
    [
        ('{"token": "nobody knows this"}', 4401),
        ("{", 4400),
        ('{"token": 3}', 4400),
        ('{"more": 3}', 4400),
        ("x" * 2000, 4400),
    ],
)
def test_a_wrong_hello_is_answered_and_the_connection_closed(
    server: Online, table: Table, hello: str, code: int
) -> None:
    with server.live(table.id, None) as connection:
        connection.send(hello)
        with pytest.raises(ConnectionClosed) as closed:
            connection.recv(60)
    assert closed.value.rcvd and closed.value.rcvd.code == code and closed.value.rcvd.reason.endswith(".")


def test_a_client_that_says_nothing_is_sent_away(server: Online, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(routes, "PATIENCE", 0.1)
    with server.live(table.id, None) as connection, pytest.raises(ConnectionClosed) as closed:
        connection.recv(60)
    assert closed.value.rcvd and closed.value.rcvd.code == 4408


def test_a_fault_of_the_program_ends_in_a_sentence(
    server: Online, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> Any:
        raise ZeroDivisionError

    monkeypatch.setattr(Service, "view", broken)
    monkeypatch.setattr(Service, "follow", broken)
    sentence = refusal(server.ask("GET", f"/games/{table.id}"), 500)
    assert "went wrong" in sentence and "Zero" not in sentence
    with server.live(table.id) as connection, pytest.raises(ConnectionClosed) as closed:
        connection.recv(60)
    assert closed.value.rcvd and closed.value.rcvd.code == 4500


def test_a_client_that_does_not_stop_talking_is_sent_away(server: Online, table: Table) -> None:
    with server.live(table.id) as connection, pytest.raises(ConnectionClosed) as closed:
        for _ in range(200):
            connection.send("and then I said")
        while True:
            connection.recv(60)
    assert closed.value.rcvd and closed.value.rcvd.code == 4429


def test_a_game_that_is_not_there_cannot_be_followed(server: Online) -> None:
    for id in ("nosuchgame", "a%20b"):
        with server.live(id) as connection, pytest.raises(ConnectionClosed) as closed:
            connection.recv(60)
        assert closed.value.rcvd and closed.value.rcvd.code == 4404


def test_live_connections_end_politely_with_the_server(tmp_path: Path) -> None:
    with Online(tmp_path) as server:
        made = server.post("/games", wish())
        with server.live(made["id"]) as connection:
            heard(connection, "welcome")
            server.stop()
            with pytest.raises(ConnectionClosed) as closed:
                while True:
                    connection.recv(60)
    assert closed.value.rcvd and closed.value.rcvd.code in (1001, 1012, 1013)


# --- who may do what --------------------------------------------------------------------------------------------------

WHO = ("stranger", "spectator", "wrong", "right", "host")


class Act(NamedTuple):
    """A request, and what each of `WHO` gets: a stranger's token is unknown, a spectator has none; the host has no seat
    that is asked, and the right one holds the asked seat (but is not host)."""

    method: str
    path: str
    body: Callable[[dict[str, Any]], Any] | None
    statuses: tuple[int, int, int, int, int]


def answer_body(view: dict[str, Any]) -> dict[str, Any]:
    return {"decision": view["asked"][0]["id"], "text": "0"}


ACTS = [
    Act("GET", "", None, (401, 200, 200, 200, 200)),
    Act("GET", "/start", None, (401, 200, 200, 200, 200)),
    Act("GET", "/frames", None, (401, 200, 200, 200, 200)),
    Act("GET", "/updates", None, (401, 200, 200, 200, 200)),
    Act("GET", "/odds?space=Germany", None, (401, 200, 200, 200, 200)),
    Act("GET", "/ways?space=Russia", None, (401, 403, 403, 409, 403)),
    Act("GET", "/advice?decision={decision}", None, (401, 403, 403, 200, 403)),
    Act("POST", "/preview", lambda view: {"decision": view["asked"][0]["id"], "space": "Germany", "moves": []},
        (401, 403, 403, 409, 403)),
    Act("POST", "/chat", lambda view: {"text": "Hello"}, (401, 403, 200, 200, 200)),
    Act("GET", "/invitations", None, (401, 403, 403, 403, 200)),
    Act("POST", "/seats", lambda view: {"power": "Japan", "kind": "computer"}, (401, 403, 403, 403, 200)),
    Act("POST", "/join", lambda view: {"secret": "guessed", "name": "Eve"}, (401, 403, 403, 403, 403)),
    Act("POST", "/back", None, (401, 403, 409, 409, 403)),
    Act("POST", "/offer", lambda view: {"secret": "guessed"}, (403, 403, 403, 403, 403)),
    Act("GET", "/save", None, (401, 200, 200, 200, 200)),
    Act("GET", "/save?at=0", None, (401, 200, 200, 200, 200)),
    Act("GET", "/position", None, (401, 200, 200, 200, 200)),
    Act("GET", "/proof", None, (401, 409, 409, 409, 409)),
    Act("POST", "/answers", answer_body, (401, 403, 403, 200, 403)),
    Act("POST", "/undo", lambda view: {"revision": view["revision"]}, (401, 403, 403, 200, 403)),
    Act("POST", "/vote", lambda view: {"number": view["revision"] + 1, "agree": True}, (401, 403, 409, 409, 409)),
    Act("POST", "/take", lambda view: {"powers": ["Soviet Union"], "name": "Eve"}, (401, 403, 403, 403, 403)),
    Act("POST", "/rollback", lambda view: {"frame": 0}, (401, 403, 409, 409, 409)),  # nothing has happened
    Act("POST", "/close", None, (401, 403, 200, 200, 200)),
]  # fmt: skip


@pytest.fixture(scope="module")
def council(server: Online) -> tuple[str, dict[str, str]]:
    """A game whose host has no seat; Russia is asked (right), Germany is not (wrong)."""
    seats = [{"power": "Soviet Union", "kind": "open"}, {"power": "Germany", "kind": "open"}]
    made = server.post("/games", wish(seats=seats))
    secrets = {i["power"]: i["secret"] for i in made["invitations"]}
    tokens = {"stranger": "a-token-of-another-game", "spectator": "", "host": made["token"]}
    for who, power in (("right", "Soviet Union"), ("wrong", "Germany")):
        body = {"secret": secrets[power], "name": who}
        tokens[who] = server.post(f"/games/{made['id']}/join", body)["token"]
    return made["id"], tokens


@pytest.mark.parametrize("act", ACTS, ids=lambda act: f"{act.method}{act.path.partition('?')[0]}")
def test_who_may_do_what(server: Online, council: tuple[str, dict[str, str]], act: Act) -> None:
    """The table of docs/server.md, cell by cell; the forbidden ones first, so that the game stands as it stood."""
    id, tokens = council
    expected = dict(zip(WHO, act.statuses, strict=True))
    if act.path == "/close":
        id, tokens = again(server)
    for who in sorted(WHO, key=lambda who: expected[who] == 200):
        view = server.get(f"/games/{id}")
        path = act.path.format(decision=view["asked"][0]["id"] if view["asked"] else 0)
        answer = server.ask(act.method, f"/games/{id}{path}", act.body(view) if act.body else None, tokens[who])
        assert answer.status_code == expected[who], (who, answer.text[:200])
        if expected[who] >= 400:
            refusal(answer, expected[who])
            assert server.get(f"/games/{id}")["revision"] == view["revision"]


@pytest.mark.parametrize("path", ["/save", "/proof"])
def test_what_is_secret_during_the_game_is_everybodys_after_it(server: Online, path: str) -> None:
    id, tokens = again(server)
    server.closed(id, tokens["host"], tokens["right"])
    for who in WHO:
        answer = server.ask("GET", f"/games/{id}{path}", token=tokens[who])
        assert answer.status_code == (401 if who == "stranger" else 200), who


def again(server: Online) -> tuple[str, dict[str, str]]:
    """A game to be closed."""
    table = seated(server)
    return table.id, {"stranger": "x", "spectator": "", "wrong": table.guest, "right": table.guest, "host": table.host}


@pytest.mark.parametrize("who", WHO)
def test_who_may_follow(server: Online, council: tuple[str, dict[str, str]], who: str) -> None:
    id, tokens = again(server) if who == "host" else council
    with server.live(id, tokens[who]) as connection:
        if who == "stranger":
            with pytest.raises(ConnectionClosed) as closed:
                connection.recv(60)
            assert closed.value.rcvd and closed.value.rcvd.code == 4401
            return
        view = heard(connection, "welcome")["view"]
        assert view["host"] == (who == "host")
        assert {s["power"] for s in view["seats"] if s["mine"]} == {
            "right": {"Soviet Union"}, "wrong": {"Germany"}, "host": {"Soviet Union"}, "spectator": set(),
        }[who]  # fmt: skip
        if who in ("wrong", "spectator"):
            assert view["questions"] == [] and not view["can_undo"]


def test_an_authorization_that_is_no_token_is_refused(server: Online, table: Table) -> None:
    for header in ("Basic YTpi", "Bearer", "Bearer a b", "x" * 5000):
        answer = server.ask("GET", f"/games/{table.id}", headers={"Authorization": header})
        refusal(answer, 401)


def test_tokens_of_one_game_are_strange_in_another(server: Online, table: Table) -> None:
    other = seated(server)
    refusal(server.ask("GET", f"/games/{other.id}", token=table.host), 401)


def test_an_invitation_counts_once(server: Online) -> None:
    made = server.post("/games", wish())
    body = {"secret": made["invitations"][0]["secret"], "name": "Bo"}
    server.post(f"/games/{made['id']}/join", body)
    refusal(server.ask("POST", f"/games/{made['id']}/join", body), 403)


# --- limits -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[Online]:
    """A server whose patience is soon at its end, also with this machine."""
    allowances = {kind: Allowance(1000, 1000) for kind in Limits().allowances}
    allowances |= {"create": Allowance(2, 0.01), "chat": Allowance(2, 0.01, by_token=True), "odds": Allowance(1, 0.1)}
    with Online(tmp_path, limits=Limits(allowances=allowances, live_address=2, local=True)) as online:
        yield online


def test_too_many_requests_are_told_when_to_come_again(strict: Online) -> None:
    table = seated(strict)
    server = strict
    server.post("/games", wish())
    answer = server.ask("POST", "/games", wish())
    assert "Try again" in refusal(answer, 429) and 1 <= int(answer.headers["retry-after"]) <= 100
    for _ in range(2):
        server.post(f"/games/{table.id}/chat", {"text": "x"}, table.host)
    refusal(server.ask("POST", f"/games/{table.id}/chat", {"text": "x"}, table.host), 429)
    server.post(f"/games/{table.id}/chat", {"text": "another one's patience"}, table.guest)
    assert server.get(f"/games/{table.id}")["id"] == table.id


def test_too_many_live_connections_are_refused(strict: Online) -> None:
    made = strict.post("/games", wish())
    with strict.live(made["id"]) as one, strict.live(made["id"]) as two:
        heard(one, "welcome")
        heard(two, "welcome")
        with strict.live(made["id"], None) as three, pytest.raises(ConnectionClosed) as closed:
            three.recv(60)
        assert closed.value.rcvd and closed.value.rcvd.code == 4429
        two.close()
        until(lambda: welcomed(strict, made["id"]), "the place of a closed connection is not free")


def welcomed(server: Online, game: str) -> bool:
    """Return whether one more live connection is accepted."""
    with server.live(game) as connection:
        try:
            heard(connection, "welcome")
        except ConnectionClosed:
            return False
    return True


def test_a_proxys_clients_are_told_apart(tmp_path: Path) -> None:
    """The server's own machine has no limits, but whoever comes through a proxy on it has."""
    allowances = {**Limits().allowances, "odds": Allowance(1, 0.01)}
    with Online(tmp_path, limits=Limits(allowances=allowances)) as server:
        for _ in range(3):
            server.post("/odds", BATTLE)
        for client in ("203.0.113.5", "203.0.113.6"):
            headers = {"X-Forwarded-For": client}
            assert server.ask("POST", "/odds", BATTLE, headers=headers).status_code == 200
            refusal(server.ask("POST", "/odds", BATTLE, headers=headers), 429)
