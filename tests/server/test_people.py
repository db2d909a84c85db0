"""People who sign in by a mailed link: their games on every device, and what nobody else learns of them."""

from __future__ import annotations

import asyncio
import email
import re
import socketserver
import sqlite3
import threading
from email.policy import default
from pathlib import Path
from typing import Any

import msgspec
import pytest
from cryptography.fernet import Fernet

from sandtable.core.errors import SandtableError
from sandtable.server import hall
from sandtable.server.knowing import LINKS, VALID
from sandtable.server.news import listing, losses, news
from sandtable.server.post import message, post_of
from sandtable.server.requests import (
    Answer,
    Claim,
    Enter,
    Entered,
    Held,
    Hello,
    Join,
    MailLink,
    Rename,
    SeatChange,
    TakeBack,
)
from sandtable.server.roster import LASTING
from sandtable.server.service import Service
from sandtable.server.vault import Vault
from sandtable.server.wire import Frame, Happening
from sandtable.server.wire_board import Change
from sandtable.server.wire_people import Signing
from tests.server.online import Online, refusal
from tests.server.online import wish as asked_for
from tests.server.tables import advised, agreed, awaited, give, joined, requests, served, status_of, until, wish

ANNA, BO = "anna@example.org", "bo@example.org"


class Box:
    """A mailbox: what was sent, by address."""

    def __init__(self) -> None:
        self.texts: list[tuple[str, str]] = []

    def __call__(self, mail: str, subject: str, text: str, headers: Any = None, /) -> None:
        self.texts.append((mail, text))

    def secret(self, mail: str) -> str:
        """The secret of the latest link."""
        text = next(text for to, text in reversed(self.texts) if to == mail)
        found = re.search(r"https://games\.example/me#(\S+)", text)
        assert found
        return found[1]


def posting(tmp_path: Path, box: Any, **how: Any) -> Service:
    return served(tmp_path, post=box, home="https://games.example/", **how)


async def signed_in(service: Service, box: Box, mail: str) -> Entered:
    assert await service.mail_link(MailLink(mail)) == Signing(True)
    return await service.enter(Enter(box.secret(mail)))


def games(*pairs: tuple[str, str]) -> Claim:
    return Claim([Held(id, token) for id, token in pairs])


# --- signing in -------------------------------------------------------------------------------------------------------


@awaited
async def test_a_link_signs_in_once_and_for_a_while(tmp_path: Path) -> None:
    box = Box()
    async with posting(tmp_path, box) as service:
        await service.mail_link(MailLink(ANNA))
        secret = box.secret(ANNA)
        assert (await service.whose(Enter(secret))).mail == ANNA  # looking does not use it up
        anna = await service.enter(Enter(secret))
        assert anna.person.mail == ANNA and anna.person.name == ""
        assert await status_of(service.enter(Enter(secret))) == 403
        assert await status_of(service.whose(Enter(secret))) == 403
        assert await status_of(service.enter(Enter("guessed"))) == 403
        assert (await service.rename(anna.token, Rename("Anna"))).name == "Anna"
        again = await signed_in(service, box, "Anna@Example.ORG")  # the same mailbox
        assert again.person.name == "Anna" and again.token != anna.token
        await service.mail_link(MailLink(ANNA))
        service.hall.now = lambda: later
        later = 4e9
        assert await status_of(service.enter(Enter(box.secret(ANNA)))) == 403


@awaited
async def test_a_session_lasts_while_it_is_used_and_ends_when_the_person_leaves(tmp_path: Path) -> None:
    box, clock = Box(), [1e9]
    async with posting(tmp_path, box) as service:
        service.hall.now = lambda: clock[0]
        anna, phone = await signed_in(service, box, ANNA), await signed_in(service, box, ANNA)
        for _ in range(3):
            clock[0] += LASTING * 0.7
            assert (await service.me(anna.token)).mail == ANNA
        assert await status_of(service.me(phone.token)) == 401  # not used in all that time
        await service.leave(anna.token)
        assert await status_of(service.me(anna.token)) == 401


@awaited
async def test_an_address_gets_few_links_and_a_server_without_mail_says_so(tmp_path: Path) -> None:
    box, clock = Box(), [1e9]
    async with posting(tmp_path, box) as service:
        service.hall.now = lambda: clock[0]
        for _ in range(LINKS):
            await service.mail_link(MailLink(ANNA))
        assert await status_of(service.mail_link(MailLink(ANNA))) == 429
        await service.mail_link(MailLink(BO))
        clock[0] += VALID
        await service.mail_link(MailLink(ANNA))
        assert service.signing().mail
        service.post = None
        assert not service.signing().mail and await status_of(service.mail_link(MailLink(BO))) == 409

        def broken(*args: Any) -> None:
            raise ConnectionRefusedError("the mail server is away")

        service.post = broken
        assert await status_of(service.mail_link(MailLink(BO))) == 503


# --- games on every device --------------------------------------------------------------------------------------------


@awaited
async def test_a_seat_is_played_on_another_device_and_survives_a_lost_browser(tmp_path: Path) -> None:
    box = Box()
    async with posting(tmp_path, box) as service:
        made = await service.create(wish(["Soviet Union"], ["Germany"]))
        bo = await joined(service, made, "Germany", "Bo")
        laptop = await signed_in(service, box, ANNA)
        (listed,) = await service.claim(
            laptop.token, games((made.id, made.token), ("missing-game", "x"), (made.id, "x"))
        )
        assert (listed.row.id, listed.powers, listed.asked) == (made.id, ["Soviet Union"], ["Soviet Union"])
        phone = await signed_in(service, box, ANNA)
        assert await service.my_games(phone.token) == [listed]
        here = await service.seat_here(phone.token, made.id)
        assert here.powers == ["Soviet Union"] and here.token not in (made.token, phone.token)
        async with service.follow(made.id, Hello(here.token)):
            view = await service.view(made.id, here.token)
            assert view.questions and view.host and [s.online for s in view.seats if s.mine] == [True]
        await give(service, made.id, here.token, "0")
        await service.undo(made.id, made.token, TakeBack(1))  # the same player, on the first device
        await give(service, made.id, made.token, "0")
        await service.undo(made.id, here.token, TakeBack(3))
    async with posting(tmp_path, box) as service:  # started again
        assert (await service.view(made.id, here.token)).questions
        (listed,) = await service.my_games(phone.token)
        assert (listed.seen, listed.revision) == (0, 4)
        await service.seat(made.id, made.token, SeatChange("Soviet Union", "open"))
        secret = (await service.invitations(made.id, here.token))[0].secret  # still the host
        assert (await service.my_games(phone.token))[0].powers == []
        await service.join(made.id, bo.token, Join(secret, "Bo"))
        assert not (await service.view(made.id, here.token)).questions
        await service.drop(phone.token, made.id)
        assert await service.my_games(laptop.token) == []


@awaited
async def test_a_pass_opens_nothing_when_the_seat_is_anothers(tmp_path: Path) -> None:
    box = Box()
    async with posting(tmp_path, box) as service:
        made = await service.create(wish(["Soviet Union"], ["Germany"]))
        bo = await joined(service, made, "Germany", "Bo")
        person = await signed_in(service, box, BO)
        await service.claim(person.token, games((made.id, bo.token)))
        here = await service.seat_here(person.token, made.id)
        await service.seat(made.id, made.token, SeatChange("Germany", "computer"))
        await agreed(service, made.id, bo.token)
        assert await status_of(service.view(made.id, here.token)) == 401
        assert await status_of(service.seat_here(person.token, made.id)) == 403


@awaited
async def test_two_servers_know_the_same_people(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hall, "FRESH", 0.0)
    box = Box()
    async with posting(tmp_path, box) as one, posting(tmp_path, box) as other:
        made = await one.create(wish(["Soviet Union"]))
        assert (await other.view(made.id, made.token)).questions
        anna = await signed_in(one, box, ANNA)
        await other.claim(anna.token, games((made.id, made.token)))
        here = await one.seat_here(anna.token, made.id)
        assert (await other.view(made.id, here.token)).questions
        await give(other, made.id, here.token, "0")


@awaited
async def test_the_person_is_forgotten_and_the_seats_stay(tmp_path: Path) -> None:
    box = Box()
    async with posting(tmp_path, box) as service:
        made = await service.create(wish(["Soviet Union"]))
        anna = await signed_in(service, box, ANNA)
        await service.claim(anna.token, games((made.id, made.token)))
        await service.forget(anna.token)
        assert await status_of(service.me(anna.token)) == 401
        assert (await service.view(made.id, made.token)).questions
        again = await signed_in(service, box, ANNA)
        assert again.person.name == "" and await service.my_games(again.token) == []


# --- who may do what --------------------------------------------------------------------------------------------------


def acts(service: Service, session: str, id: str) -> dict[str, Any]:
    """Everything that a session can be used for, as calls not made yet."""
    return {
        "me": lambda: service.me(session),
        "my_games": lambda: service.my_games(session),
        "claim": lambda: service.claim(session, games((id, "x"))),
        "rename": lambda: service.rename(session, Rename("Mallory")),
        "seat_here": lambda: service.seat_here(session, id),
        "news": lambda: service.news(session, id),
        "saw": lambda: service.saw(session, id, 1),
        "drop": lambda: service.drop(session, id),
        "leave": lambda: service.leave(session),
        "forget": lambda: service.forget(session),
    }


MATRIX = {
    #          me  games claim name token news seen drop leave forget
    "nobody":  [401] * 10,
    "unknown": [401] * 10,
    "player":  [401] * 10,  # the token of a seat is not a session
    "other":   [200, 200, 200, 200, 403, 403, 403, 403, 200, 401],  # forget: has left by then
    "anna":    [200, 200, 200, 200, 200, 200, 200, 200, 200, 401],
}  # fmt: skip


@pytest.mark.parametrize("role", MATRIX)
@awaited
async def test_who_may_do_what(tmp_path: Path, role: str) -> None:
    box = Box()
    async with posting(tmp_path, box) as service:
        made = await service.create(wish(["Soviet Union"]))
        anna, bo = await signed_in(service, box, ANNA), await signed_in(service, box, BO)
        await service.claim(anna.token, games((made.id, made.token)))
        sessions = {"nobody": "", "unknown": "x" * 43, "player": made.token, "other": bo.token, "anna": anna.token}
        for (name, act), status in zip(acts(service, sessions[role], made.id).items(), MATRIX[role], strict=True):
            assert (name, await status_of(act())) == (name, status)
        if role not in ("anna",):
            assert [g.row.id for g in await service.my_games(anna.token)] == [made.id]


@awaited
async def test_a_session_is_no_token_of_a_game(tmp_path: Path) -> None:
    box = Box()
    async with posting(tmp_path, box) as service:
        made = await service.create(wish(["Soviet Union"]))
        anna = await signed_in(service, box, ANNA)
        await service.claim(anna.token, games((made.id, made.token)))
        for name, act in requests(service, made.id, anna.token, 0, 0).items():
            assert (name, await status_of(act())) == (name, 401)


@awaited
async def test_nobody_else_learns_an_address_or_a_secret(tmp_path: Path) -> None:
    box, vault = Box(), Vault([Fernet.generate_key().decode()])
    async with posting(tmp_path, box) as service:  # without a key at first
        made = await service.create(wish(["Soviet Union"], ["Germany"]))
        german = await joined(service, made, "Germany", "Bo")
        anna = await signed_in(service, box, ANNA)
        await service.rename(anna.token, Rename("Anna"))
        await service.claim(anna.token, games((made.id, made.token)))
        here = await service.seat_here(anna.token, made.id)
        await service.mail_link(MailLink(ANNA))
        bo = await signed_in(service, box, BO)
        await service.claim(bo.token, games((made.id, german.token)))
        await advised(service, made.id, here.token, 3)
        told: list[Any] = [
            await service.me(bo.token), await service.my_games(bo.token), await service.news(bo.token, made.id),
            await service.rows([made.id]),
        ]  # fmt: skip
        for token in ("", german.token):
            told += [await service.view(made.id, token), await service.updates(made.id, token, 0)]
            told += [await service.save(made.id, token), (await service.record(made.id, token)).decode()]
        text = msgspec.json.encode(told).decode()
        for secret in (ANNA, anna.token, here.token, made.token, box.secret(ANNA)):
            assert secret not in text
    async with posting(tmp_path, box, vault=vault) as service:  # what was plain is encrypted now
        assert (await service.me(anna.token)).mail == ANNA
        assert (await service.whose(Enter(box.secret(ANNA)))).mail == ANNA
        await signed_in(service, box, "cy@example.org")
        await service.hall.store.write("", lambda c: c.exec_driver_sql("DELETE FROM links"))
    with sqlite3.connect(tmp_path / "games.db") as db:
        kept = repr([db.execute(f"SELECT * FROM {t}").fetchall() for t in ("people", "sessions", "passes", "holdings")])
    for secret in (ANNA, BO, "cy@example.org", anna.token, here.token, made.token):
        assert secret not in kept


@awaited
async def test_sessions_and_passes_are_stored_as_hashes_only(tmp_path: Path) -> None:
    box = Box()
    async with posting(tmp_path, box) as service:
        made = await service.create(wish(["Soviet Union"]))
        anna = await signed_in(service, box, ANNA)
        await service.claim(anna.token, games((made.id, made.token)))
        here = await service.seat_here(anna.token, made.id)
        await service.mail_link(MailLink(ANNA))
    stored = b"".join(file.read_bytes() for file in tmp_path.glob("games.db*"))
    for secret in (anna.token, here.token, box.secret(ANNA)):
        assert secret.encode() not in stored


# --- over the network -------------------------------------------------------------------------------------------------


def test_the_way_over_http(tmp_path: Path) -> None:
    box = Box()
    with Online(tmp_path, post=box, home="https://games.example") as online:
        assert online.get("/people") == {"mail": True}
        for mail in ("", "anna", "a@b\r\nBcc: c@d", "a b@c", "@", "x@" + "y" * 300):
            refusal(online.ask("POST", "/people/link", {"mail": mail}), 400)
        assert online.post("/people/link", {"mail": ANNA}) == {"mail": True}
        secret = {"secret": box.secret(ANNA)}
        assert online.post("/people/whose", secret) == {"name": "", "mail": ANNA, "id": ""}
        anna = online.post("/people/enter", secret)["token"]
        made = online.post("/games", asked_for())
        held = {"games": [{"id": made["id"], "token": made["token"]}]}
        assert [g["powers"] for g in online.post("/me/games", held, anna)] == [["Soviet Union"]]
        path = f"/me/games/{made['id']}"
        here = online.post(f"{path}/token", token=anna)
        assert here["powers"] == ["Soviet Union"]
        with online.live(made["id"], here["token"]) as connection:
            assert '"host":true' in str(connection.recv(60))
        assert online.get(f"{path}/news", anna) == {"seen": 0, "revision": 0, "lines": []}
        assert online.post(f"{path}/seen", {"revision": 9}, anna) == {"mail": True}
        named = online.post("/me/name", {"name": " Anna \n"}, anna)
        assert named == {"name": "Anna", "mail": ANNA, "id": named["id"]} and named["id"]
        assert online.get("/me", anna)["name"] == "Anna"
        online.post(f"{path}/drop", token=anna)
        assert online.get("/me/games", anna) == []
        online.post("/me/leave", token=anna)
        refusal(online.ask("GET", "/me", token=anna), 401)
        foreign = online.ask("POST", "/people/link", {"mail": ANNA}, headers={"Origin": "https://evil.example"})
        refusal(foreign, 403)


# --- news -------------------------------------------------------------------------------------------------------------


@awaited
async def test_news_are_told_since_the_person_has_looked(tmp_path: Path) -> None:
    box = Box()
    async with posting(tmp_path, box, workers=1) as service:
        made = await service.create(wish(["United States"]))  # the last one to move
        anna = await signed_in(service, box, ANNA)
        await service.claim(anna.token, games((made.id, made.token)))

        async def asked_at_last() -> bool:
            return bool((await service.view(made.id, made.token)).questions)

        await until(asked_at_last)
        told = await service.news(anna.token, made.id)
        assert (told.seen, told.revision) == (0, (await service.view(made.id)).revision)
        events = [e for f in await service.frames(made.id) for e in f.events]
        takers = {e.data["power"] for e in events if e.kind in ("captured", "liberated")}
        assert {line.split(" took ")[0] for line in told.lines if " took " in line} <= takers
        assert any(" took " in line for line in told.lines) and all(line.endswith(".") for line in told.lines)
        germans = losses(events, service.hall.rooms[made.id].board, "Germany")
        assert re.fullmatch(r"Germany lost [0-9].*[a-z]\.", germans)
        await service.saw(anna.token, made.id, told.revision + 5)
        await service.saw(anna.token, made.id, 3)  # an older page elsewhere
        assert (await service.news(anna.token, made.id)).lines == []


def test_an_account_names_what_was_taken_and_lost_and_leaves_out_what_was_undone() -> None:
    def frame(n: int, *events: Happening, kind: str = "answer", undoes: int = 0) -> Frame:
        return Frame(n, 0.0, kind, "Germany", "", list(events), Change(), None, [], undoes)  # type: ignore[arg-type]

    def took(power: str, space: str, kind: str = "captured") -> Happening:
        return Happening(kind, "", {"power": power, "space": space})

    def lost(owner: str, type: str, count: int) -> Happening:
        return Happening("lost", "", {"power": owner, "force": [{"owner": owner, "type": type, "count": count}]})

    class Unit:
        def __init__(self, id: str, plural: str) -> None:
            self.id, self.name, self.plural = id, id, plural

    class Board:
        units = [Unit("infantry", "infantry"), Unit("fighter", "fighters")]

    frames = [
        frame(1, took("Germany", "Karelia"), lost("Soviet Union", "infantry", 3)),
        frame(2, took("Germany", "Caucasus"), lost("Soviet Union", "fighter", 1), lost("Germany", "infantry", 2)),
        frame(3, took("Japan", "China"), kind="answer"),
        frame(4, kind="undo", undoes=3),
        frame(5, took("Soviet Union", "Caucasus", "liberated"), lost("Soviet Union", "infantry", 1)),
        frame(6, Happening("game_ended", "Axis win: 84 IPC", {})),
    ]
    assert news(frames, Board(), ["Soviet Union"]) == [  # type: ignore[arg-type]
        "Germany took Karelia.",
        "Soviet Union took Caucasus.",
        "Soviet Union lost 4 infantry and 1 fighter.",
        "Axis win: 84 IPC.",
    ]
    assert listing(list("abcdefgh")) == "a, b, c, d, e, f and 2 more" and listing(["a", "b"]) == "a and b"


# --- mail -------------------------------------------------------------------------------------------------------------


def test_mail_goes_to_a_folder_or_the_console(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    post_of(f"file:{tmp_path / 'mail'}", "games@example.org")(ANNA, "Sign in", "Dear Anna")
    (file,) = (tmp_path / "mail").iterdir()
    found = email.message_from_bytes(file.read_bytes(), policy=default)
    assert (found["To"], found["From"], found["Subject"]) == (ANNA, "games@example.org", "Sign in")
    assert found.get_content() == "Dear Anna\n" and file.stat().st_mode & 0o077 == 0
    post_of("console", "games@example.org")(ANNA, "Sign in", "Dear Anna")
    assert "Dear Anna" in capsys.readouterr().err
    for where in ("", "ftp://x", "smtp://", "file:", "smtp://host:port"):
        with pytest.raises(SandtableError):
            post_of(where, "games@example.org")
    with pytest.raises(SandtableError, match="--mail-from"):
        post_of("smtp://localhost", "Sandtable")
    with pytest.raises(ValueError):
        message("games@example.org", "a@b\r\nBcc: c@d", "x", "y")


class Postman(socketserver.StreamRequestHandler):
    """A mail server for one message, kept as `texts` of the server."""

    def handle(self) -> None:
        self.wfile.write(b"220 ready\r\n")
        while line := self.rfile.readline():
            if line[:4].upper() == b"DATA":
                self.wfile.write(b"354 go on\r\n")
                body = b""
                while (text := self.rfile.readline()) != b".\r\n":
                    body += text
                self.server.texts.append(body.decode())  # type: ignore[attr-defined]
            self.wfile.write(b"250 ok\r\n" if line[:4].upper() != b"QUIT" else b"221 bye\r\n")
            if line[:4].upper() == b"QUIT":
                return


def test_mail_goes_over_smtp() -> None:
    with socketserver.TCPServer(("127.0.0.1", 0), Postman) as server:
        server.texts = []  # type: ignore[attr-defined]
        thread = threading.Thread(target=server.handle_request)
        thread.start()
        post_of(f"smtp://127.0.0.1:{server.server_address[1]}", "games@example.org")(ANNA, "Sign in", "Dear Anna")
        thread.join(10)
        (text,) = server.texts  # type: ignore[attr-defined]
    assert f"To: {ANNA}" in text and "Dear Anna" in text
    with pytest.raises(OSError):
        post_of(f"smtp://127.0.0.1:{server.server_address[1]}", "games@example.org")(ANNA, "Sign in", "Dear Anna")


@awaited
async def test_answers_on_a_second_device_are_refused_after_the_first(tmp_path: Path) -> None:
    box = Box()
    async with posting(tmp_path, box) as service:
        made = await service.create(wish(["Soviet Union"]))
        anna = await signed_in(service, box, ANNA)
        await service.claim(anna.token, games((made.id, made.token)))
        here = await service.seat_here(anna.token, made.id)
        found = await asyncio.gather(
            *(status_of(service.answer(made.id, token, Answer(0, "0"))) for token in (made.token, here.token))
        )
        assert sorted(found) == [200, 409]
