"""Games that begin at a position, and games that go on without a rule whose code fails."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from sandtable.core.dice import commitment
from sandtable.engine import save
from sandtable.engine.game import Game
from sandtable.engine.position import write
from sandtable.rules import registry
from sandtable.rules.draft import Draft
from sandtable.rules.rule import Options, house_rule
from sandtable.server.reference import PositionFile
from sandtable.server.requests import Claim, Enter, Held, Hello, MailLink, Reveal, TakeBack, Without
from sandtable.server.service import Refused, Service
from sandtable.server.wire import Failing, Update
from tests.server.tables import advised, agreed, asked, awaited, give, joined, status_of, wish

BROKEN: dict[str, bool] = {"now": False}


@house_rule("tests.breaks_after_purchase", "A rule that breaks")
def breaks(draft: Draft, option: Options) -> None:
    """Fails after each purchase, and lets infantry cost 1 IPC until then."""

    def step(game: Game) -> None:
        if BROKEN["now"]:
            raise KeyError("nothing here")

    draft.set("units.infantry.cost", 1)
    draft.step("turn", "breaks", step, after="purchase")


@pytest.fixture(autouse=True)
def rule() -> Iterator[None]:
    registry.rules()[breaks.id] = breaks
    BROKEN["now"] = True
    yield
    del registry.rules()[breaks.id]
    BROKEN["now"] = False


def text(**more: object) -> str:
    """The file of a position in Classic: an attack on the Caucasus."""
    fields = {
        "power": "Germany",
        "phase": "combat_move",
        "others": "facilities",
        "units": {"Ukraine S.S.R.": "3 infantry, 2 armor", "Caucasus": "1 infantry"},
        "ipcs": {"Germany": 12},
        **more,
    }
    return write(Game.at("classic", **fields).position())  # type: ignore[arg-type]


async def elsewhere(service: Service, id: str, token: str) -> str:
    """The token of another device for the seats of a player, who signs in for that."""
    sent: list[str] = []
    service.post = lambda mail, subject, text, headers={}, /: sent.append(text)
    await service.mail_link(MailLink("bo@example.org"))
    session = (await service.enter(Enter(sent[0].partition("#")[2].split()[0]))).token
    await service.claim(session, Claim([Held(id, token)]))
    return (await service.seat_here(session, id)).token


# --- positions --------------------------------------------------------------------------------------------------------


@awaited
async def test_a_game_begins_at_a_position(tmp_path: Path) -> None:
    db = f"sqlite:///{tmp_path}/games.db"
    async with Service(db, workers=0) as service:
        info = await service.read_position(PositionFile(text()))
        assert (info.choice.edition, info.power, info.phase) == ("classic", "Germany", "Combat move")
        made = await service.create(wish(position=info.text))
        question = await asked(service, made.id, made.token)
        assert (question.power, question.kind) == ("Germany", "move")
        start = await service.start(made.id)
        assert start.ipcs["Germany"] == 12 and [u.type for u in start.units["Caucasus"]] == ["infantry"]
        await give(service, made.id, made.token, "3 infantry, 2 armor: Ukraine S.S.R. > Caucasus")
        await advised(service, made.id, made.token, 8)
        view = await service.view(made.id, made.token)
    async with Service(db, workers=0) as service:  # from the database
        again = await service.view(made.id, made.token)
        assert again.position == view.position and again.revision == view.revision
        await service.close(made.id, made.token)
        (tmp_path / "game.json").write_text(await service.save(made.id))
        assert save.replay(tmp_path / "game.json").ok
        proof = await service.proof(made.id)
        assert proof.ok and proof.rolls, proof.message


@awaited
async def test_any_moment_of_a_game_is_a_position_for_a_new_one(tmp_path: Path) -> None:
    async with Service(f"sqlite:///{tmp_path}/games.db", workers=0) as service:
        rules = ["gemmell.salvage", "common.round_limit"]
        made = await service.create(wish(rules=rules, options={"common.round_limit.rounds": 1}))
        await advised(service, made.id, made.token, 14)
        then = await service.view(made.id, made.token)
        await advised(service, made.id, made.token, 6)
        info = await service.position(made.id, "", then.revision)
        assert (info.round, info.power) == (then.position.round, then.position.power)
        assert {"gemmell.salvage", "common.round_limit"} <= set(info.choice.rules)
        new = await service.create(wish(position=info.text, rules=info.choice.rules, options=info.choice.options))
        view = await service.view(new.id, new.token)
        assert (view.position.units, view.position.ipcs) == (then.position.units, then.position.ipcs)
        assert view.revision == 0 and (await advised(service, new.id, new.token)) == 1
        assert await service.position(made.id) == await service.position(made.id, made.token, 20) != info
        while (await service.view(made.id)).status == "playing":
            await advised(service, made.id, made.token)
        with pytest.raises(Refused, match="The game is over in this position"):
            await service.position(made.id)
        assert await service.position(made.id, "", then.revision) == info
        hidden = {"gemmell.prisoners_of_war.hidden_stacks": True}
        secret = await service.create(wish(rules=["gemmell.prisoners_of_war"], options=hidden))
        assert await status_of(service.position(secret.id, secret.token)) == 409


@awaited
async def test_a_position_with_players_who_still_join_and_reveal(tmp_path: Path) -> None:
    async with Service(f"sqlite:///{tmp_path}/games.db", workers=0) as service:
        pledge = hashlib.sha256(b"my salt").hexdigest()
        humans = ("Germany", "Japan", "United Kingdom", "United States")
        made = await service.create(wish(humans, ("Soviet Union",), position=text(), pledge=pledge))
        assert (await service.view(made.id, made.token)).status == "waiting"
        await joined(service, made, "Soviet Union")
        await service.reveal(made.id, made.token, Reveal(["my salt"]))
        view = await service.view(made.id, made.token)
        assert view.status == "playing" and view.salts == ["my salt"]
        assert (view.position.power, view.position.ipcs["Germany"]) == ("Germany", 12)


@awaited
async def test_positions_that_cannot_be_played_are_refused_with_a_sentence(tmp_path: Path) -> None:
    async with Service(f"sqlite:///{tmp_path}/games.db", workers=0) as service:
        wrong = {
            '{"edition": "classic", "power": "Prussia"}': "Prussia",
            '{"edition": "classic", "units": {"Caucasus": "2 battleship"}}': "battleship",
            '{"edition": "great_war"}': "not classic",
            '{"edition": "classic", "units": {"Caucasus": "9999 infantry"}}': "at most 5,000 units",
            '{"edition": "classic", "victory": ["axis", "all is done"]}': "over",
            "not a position": "not a position",
            "a" + ".a" * 20 + " = 1": "parts",
        }
        for position, told in wrong.items():
            with pytest.raises(Refused, match=told) as caught:
                await service.create(wish(position=position))
            assert caught.value.status == (400 if told in ("not a position", "parts") else 409)
        assert await status_of(service.read_position(PositionFile('{"edition": "nowhere"}'))) == 400


@awaited
async def test_a_position_in_toml(tmp_path: Path) -> None:
    async with Service(f"sqlite:///{tmp_path}/games.db", workers=0) as service:
        file = 'edition = "classic"\npower = "Japan"\nrules = ["common.no_technology"]\n[ipcs]\nJapan = 3\n'
        info = await service.read_position(PositionFile(file))
        assert (info.power, info.choice.rules) == ("Japan", ["common.no_technology"])
        made = await service.create(wish(position=info.text, rules=info.choice.rules))
        assert (await service.view(made.id)).position.ipcs["Japan"] == 3


# --- without a rule that fails ----------------------------------------------------------------------------------------


@awaited
async def test_the_host_goes_on_without_a_rule_that_fails(tmp_path: Path) -> None:
    db = f"sqlite:///{tmp_path}/games.db"
    async with Service(db, workers=0) as service:
        pledge = hashlib.sha256(b"my salt").hexdigest()
        humans = ("Soviet Union", "Japan", "United Kingdom", "United States")
        made = await service.create(
            wish(humans, ("Germany",), rules=[breaks.id, "common.no_technology"], pledge=pledge, title="Ours")
        )
        other = await joined(service, made, "Germany")
        phone = await elsewhere(service, made.id, other.token)
        await service.reveal(made.id, made.token, Reveal(["my salt"]))
        BROKEN["now"] = False  # the first turn goes well
        while (await service.view(made.id)).asked[0].power == "Soviet Union":
            await advised(service, made.id, made.token)
        BROKEN["now"] = True
        before = await service.view(made.id)
        async with service.follow(made.id, Hello(other.token)) as updates:
            await updates.get()
            with pytest.raises(Refused, match=f"The rule {breaks.id} failed") as caught:
                await give(service, made.id, other.token, "3 infantry")
            assert caught.value.status == 409
            told = await updates.get()
            assert isinstance(told, Update) and told.failing and not told.frames
        assert (told.failing.rule, told.failing.title) == (breaks.id, "A rule that breaks")
        view = await service.view(made.id)
        assert view.failing == told.failing and view.position == before.position

        assert await status_of(service.without(made.id, other.token, Without(breaks.id))) == 403
        assert await status_of(service.without(made.id, made.token, Without("common.no_technology"))) == 409
        next = (await service.without(made.id, made.token, Without(breaks.id))).id

        old, new = await service.view(made.id), await service.view(next, other.token)
        assert (old.status, old.next, old.seed, old.failing) == ("over", next, "", None)
        assert "continues without the rule A rule that breaks" in old.position.ending
        assert [rule.id for rule in new.board.rules] == ["common.no_technology"]
        assert next in {row.id for row in await service.rows([made.id, next])}
        assert (new.title, new.salts, new.shares) == ("Ours", ["my salt"], old.shares)
        assert [s.power for s in new.seats if s.mine] == ["Germany"]
        assert new.position.units == before.position.units and new.position.power == "Germany"
        await give(service, next, phone, "3 infantry")  # the other device has the seat in the new game, too
        await advised(service, next, other.token, 2)
    async with Service(db, workers=0) as service:
        assert (await service.view(made.id)).next == next
        with pytest.raises(Refused, match="continues in another one"):
            await service.proof(made.id)
        with pytest.raises(Refused, match="does not have the rules"):  # nor has the process that leaves out the seed
            await service.save(made.id)
        assert b'"seed":""' in await service.record(made.id)
        await service.close(next, made.token)
        await agreed(service, next, other.token)
        for id in (made.id, next):
            (tmp_path / "game.json").write_text(await service.save(id))
            if id == next:  # the other one needs the rule that breaks
                assert save.replay(tmp_path / "game.json").ok
                assert (await service.proof(id)).ok


@awaited
async def test_dice_go_on_in_the_same_chain(tmp_path: Path) -> None:
    async with Service(f"sqlite:///{tmp_path}/games.db", workers=0, seeds=lambda: "7" * 64) as service:
        made = await service.create(wish(rules=[breaks.id]))
        with pytest.raises(Refused):
            await give(service, made.id, made.token, "1")  # a die for weapons development
            await give(service, made.id, made.token, "1 infantry")
        used = sum(part.last - part.first + 1 for f in await service.frames(made.id) for part in f.rolled)
        next = await service.view((await service.without(made.id, made.token, Without(breaks.id))).id)
        assert used == 1 and next.chain == made.chain - used
        assert next.commitment == commitment("7" * 64, next.chain) != made.commitment
        last = (await service.frames(made.id))[0].rolled[-1]
        assert next.commitment == last.key, "everybody knows this commitment since the last roll"


@awaited
async def test_answers_of_the_running_phase_are_given_again(tmp_path: Path) -> None:
    async with Service(f"sqlite:///{tmp_path}/games.db", workers=0) as service:
        made = await service.create(wish(rules=[breaks.id, "common.no_technology"]))
        BROKEN["now"] = False
        await give(service, made.id, made.token, "1 infantry")
        await give(service, made.id, made.token, "1 infantry: Karelia S.S.R. > Finland Norway")
        room = service.hall.room(made.id)
        room.failing = Failing(breaks.id, "A rule that breaks", "It failed.")
        next = (await service.without(made.id, made.token, Without(breaks.id))).id
        frames = await service.frames(next)
        assert [f.decision for f in frames] == ["move"]
        assert (await asked(service, next, made.token)).kind == "move"


@awaited
async def test_the_host_may_go_back_instead(tmp_path: Path) -> None:
    async with Service(f"sqlite:///{tmp_path}/games.db", workers=0) as service:
        humans = ("Germany", "Japan", "United Kingdom", "United States")
        made = await service.create(wish(humans, ("Soviet Union",), rules=[breaks.id]))
        other = await joined(service, made, "Soviet Union")
        await give(service, made.id, other.token, "0")
        assert await status_of(service.undo(made.id, made.token, TakeBack(1))) == 403, "not the host's answer"
        with pytest.raises(Refused):
            await give(service, made.id, other.token, "1 infantry")
        assert (await service.view(made.id, made.token)).can_undo
        await service.undo(made.id, made.token, TakeBack(1))
        view = await service.view(made.id, other.token)
        assert view.failing is None and view.questions[0].kind == "develop"


@awaited
async def test_without_needs_a_rule_that_has_failed(tmp_path: Path) -> None:
    async with Service(f"sqlite:///{tmp_path}/games.db", workers=0) as service:
        made = await service.create(wish(rules=[breaks.id]))
        assert await status_of(service.without(made.id, made.token, Without(breaks.id))) == 409
        room = service.hall.room(made.id)
        room.failing = Failing("", "", "The edition failed.")
        assert await status_of(service.without(made.id, made.token, Without(""))) == 409
