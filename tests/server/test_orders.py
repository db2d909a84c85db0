"""Standing orders: the server answers for a player in other powers' turns, as ordered; only the player sees them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sandtable.core.decisions import Amount, Choose, Confirm, Decision, Option, PickUnits
from sandtable.core.errors import Illegal
from sandtable.core.forces import FRESH, Force, Stack
from sandtable.engine.leaving import UNITS
from sandtable.rules import registry
from sandtable.server import standing
from sandtable.server.records import Ordered
from sandtable.server.requests import Answer, Created
from sandtable.server.service import Service
from sandtable.server.stewards import ORDERED
from sandtable.server.wire_board import Position
from sandtable.server.wire_forms import Question
from sandtable.server.wire_notices import AnswerAlways, LetAdvise, LoseFirst, Order, PowerOrders, RetreatBelow
from tests.server.tables import advised, awaited, joined, served, status_of, until, wish

USSR, GERMANY = "Soviet Union", "Germany"
UKRAINE, KARELIA, CAUCASUS = "Ukraine S.S.R.", "Karelia S.S.R.", "Caucasus"


# --- which answer -----------------------------------------------------------------------------------------------------


class Board:
    """What an order needs to know of a game."""

    rules = registry.build("classic", [])

    def unit(self, stack: Stack) -> Any:
        return self.rules.units[stack.type]


def force(**units: int) -> Force:
    return {Stack(GERMANY, type, FRESH): n for type, n in units.items()}


def losing(units: Force, hits: int, test: Callable[..., None] | None = None, **context: Any) -> Decision:
    form = PickUnits(units, hits, hits, "", test)
    return Decision("casualties", GERMANY, "?", form, advice=None, context={"space": UKRAINE, **context})


def told(order: Order, decision: Decision, odds: float | None = None) -> str | None:
    return standing.answer_of(Board(), order, decision, odds)  # type: ignore[arg-type]


def chosen(order: Order, decision: Decision, odds: float | None = None) -> dict[str, int]:
    """The units that an order chooses, by type."""
    text = told(order, decision, odds)
    assert text
    return {stack.type: n for stack, n in decision.form.read(text, Board.rules.words).items()}


@pytest.mark.parametrize(
    "hits, units, keep, expected",
    [
        (2, ["infantry"], {}, "2 infantry"),
        (4, ["infantry"], {}, "3 infantry, 1 tank"),
        (2, ["fighter", "infantry"], {}, "1 fighter, 1 infantry"),
        (4, ["infantry", "tank"], {"tank": 1}, "3 infantry, 1 tank"),
        (5, ["infantry", "tank"], {"tank": 1}, "3 infantry, 1 tank, 1 fighter"),
        (6, ["infantry", "tank"], {"tank": 1, "fighter": 9}, "3 infantry, 2 tank, 1 fighter"),
        (2, ["tank"], {"tank": 2}, "2 infantry"),
        (2, [], {}, "2 infantry"),
    ],
)
def test_casualties_in_the_order_that_was_given(
    hits: int, units: list[str], keep: dict[str, int], expected: str
) -> None:
    decision = losing(force(infantry=3, tank=2, fighter=1), hits)
    found = {part.split()[1]: int(part.split()[0]) for part in expected.split(", ")}
    assert chosen(LoseFirst(units=units, keep=keep), decision) == found


def test_a_rule_that_forbids_the_choice_gets_the_closest_one() -> None:
    def no_third_infantry(chosen: Force) -> None:
        if any(stack.type == "infantry" and n > 2 for stack, n in chosen.items()):
            raise Illegal("only 2 infantry")

    decision = losing(force(infantry=3, tank=2, fighter=1), 3, no_third_infantry)
    assert chosen(LoseFirst(units=["infantry", "fighter"]), decision) == {"infantry": 2, "fighter": 1}


def test_enemies_that_the_firer_picks_are_no_casualties_of_ones_own() -> None:
    order = LoseFirst(units=["infantry"])
    assert standing.about(order, losing(force(infantry=3), 2))
    theirs = {Stack(USSR, "infantry", FRESH): 3}
    assert not standing.about(order, losing(theirs, 2))
    optional = Decision("intercept", GERMANY, "?", PickUnits(force(fighter=2), 0, 2), advice={})
    assert not standing.about(order, optional)


def test_a_battle_is_left_below_the_odds_only() -> None:
    stay = [Option("fight on", "keep fighting"), Option("Germany", "retreat to Germany")]
    ground = Decision("stay", GERMANY, "?", Choose(stay), advice="fight on", context={"leaving": ["Germany"]})
    boats = Decision(
        "submerge", GERMANY, "?", PickUnits(force(submarine=2), 0, 2), advice={}, context={"leaving": UNITS}
    )
    order = RetreatBelow(percent=30)
    assert [told(order, ground, odds) for odds in (0.29, 0.30, 0.31)] == ["Germany", "fight on", "fight on"]
    assert [chosen(order, boats, odds) for odds in (0.1, 0.5)] == [{"submarine": 2}, {}]
    assert told(order, ground, None) is None, "without odds, the player decides"
    assert not standing.about(order, losing(force(infantry=3), 2))


def test_a_kind_of_decision_is_always_answered_alike() -> None:
    offer = Decision(
        "offer", GERMANY, "?", Choose([Option("go on", "continue"), Option("spy", "send a spy")]), advice="go on",
        context={"decline": "go on"},
    )  # fmt: skip
    agree = Decision("agree", GERMANY, "?", Confirm(), advice=False)
    bid = Decision("bid", GERMANY, "?", Amount(0, 7, "IPCs"), advice=0)
    for decision, yes, no in (
        (offer, "spy", "go on"), (agree, "yes", "no"), (bid, "7", "0"),
    ):  # fmt: skip
        assert told(AnswerAlways(kind=decision.kind, answer="yes"), decision) == yes
        assert told(AnswerAlways(kind=decision.kind, answer="no"), decision) == no
        assert not standing.about(AnswerAlways(kind="other", answer="no"), decision)
    rise = Decision("intercept", GERMANY, "?", PickUnits(force(fighter=2), 0, 2), advice={})
    assert chosen(AnswerAlways(kind="intercept", answer="yes"), rise) == {"fighter": 2}
    assert chosen(AnswerAlways(kind="intercept", answer="no"), rise) == {}


def test_when_an_order_applies() -> None:
    def applying(order: Order, power: str = USSR, given: str = "1 Soviet Union", round: int = 1) -> bool:
        position = msgspec.convert(
            {"round": round, "order": [], "power": power, "phase": "combat", "owners": {}, "units": {}, "ipcs": {},
             "income": {}, "techs": {}, "contested": []}, Position,
        )  # fmt: skip
        decision = losing(force(infantry=3), 2)
        return standing.applying(Ordered("", [(order, given)]), decision, position) is not None

    assert applying(LoseFirst()) and not applying(LoseFirst(), GERMANY)
    assert applying(LoseFirst(space=UKRAINE), GERMANY) and not applying(LoseFirst(space=KARELIA))
    assert applying(LetAdvise()) and not applying(LetAdvise(), GERMANY)
    assert applying(LetAdvise(until="turn")) and not applying(LetAdvise(until="turn"), "Japan")
    assert applying(LetAdvise(until="turn"), GERMANY, "1 Germany")
    assert not applying(LetAdvise(until="turn"), round=2)


# --- games ------------------------------------------------------------------------------------------------------------


class Front:
    """The Soviet Union attacks the Ukraine; Bo defends it for Germany."""

    def __init__(self, service: Service) -> None:
        self.service = service

    async def begin(self, **more: Any) -> Created:
        self.made = await self.service.create(wish([USSR], [GERMANY], **more))
        self.bo = (await joined(self.service, self.made, GERMANY, "Bo")).token
        return self.made

    async def give_orders(self, *orders: Order) -> None:
        await self.service.order(self.made.id, self.bo, PowerOrders(GERMANY, list(orders)))

    async def question(self, token: str) -> Question | None:
        questions = (await self.service.view(self.made.id, token)).questions
        return questions[0] if questions else None

    async def answer(self, text: str, token: str = "") -> None:
        token = token or self.made.token
        question = await self.question(token)
        assert question
        await self.service.answer(self.made.id, token, Answer(question.id, text))

    async def attack(self, *moves: str) -> None:
        """Move these units into the Ukraine, and begin the battle."""
        while (question := await self.question(self.made.token)) and question.kind != "move":
            await advised(self.service, self.made.id, self.made.token)
        for text in moves:
            await self.answer(text)
        await self.answer("done")

    async def fight(self) -> None:
        """Press the attack until it ends, or Germany is asked."""
        for _ in range(60):
            view = await self.service.view(self.made.id, self.made.token)
            if view.battle is None or not view.questions:
                return
            await advised(self.service, self.made.id, self.made.token)

    async def ordered(self) -> list[tuple[str, str]]:
        """The kinds of decisions that were answered by order, with their powers."""
        frames = await self.service.frames(self.made.id)
        return [(frame.decision, frame.power) for frame in frames if frame.ordered]


#: With these dice, the attack costs Germany several rounds of casualties, and it may retreat in between.
SEED = hashlib.sha256(b"front 2").hexdigest()
ATTACK = "3 infantry, 1 armor: Karelia S.S.R. > Ukraine S.S.R."


@awaited
async def test_casualties_are_chosen_by_order_and_the_history_shows_it(tmp_path: Path) -> None:
    async with served(tmp_path, seeds=lambda: SEED) as service:
        front = Front(service)
        made = await front.begin()
        await front.give_orders(LoseFirst(units=["fighter"], keep={"infantry": 1}))
        await front.attack(ATTACK)

        async def settled() -> bool:
            await front.fight()
            return (await service.view(made.id)).battle is None

        await until(settled, 60)
        found = await front.ordered()
        assert found and set(found) == {("casualties", GERMANY)}
        frames = await service.frames(made.id)
        lost = [e.data["force"] for f in frames for e in f.events if e.kind == "lost" and "force" in e.data]
        german = [row["type"] for rows in lost for row in rows if row["owner"] == GERMANY]
        assert "fighter" in german
        assert not (await service.view(made.id, front.bo)).can_undo
        text = msgspec.json.encode([await service.frames(made.id), await service.view(made.id)]).decode()
        assert '"keep"' not in text
        before = await service.view(made.id)
    async with served(tmp_path, seeds=lambda: SEED) as service:  # the record has the answers, and replays them
        after = await service.view(made.id)
        assert not after.faults and (after.revision, after.position) == (before.revision, before.position)


@awaited
async def test_an_order_applies_to_what_is_asked_while_its_server_gives_the_game_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with served(tmp_path, seeds=lambda: SEED) as service:
        front, claims = Front(service), service.relay.claims
        leave = claims.leave
        made = await front.begin()
        await front.attack(ATTACK)
        await front.fight()
        late: list[str] = []

        async def slowly(id: str, who: str) -> None:
            if who == ORDERED and not late:
                late.append(id)
                await front.fight()
                assert (await service.view(made.id)).battle, "Germany is asked again"
                assert len(await front.ordered()) == 1
            await leave(id, who)

        monkeypatch.setattr(claims, "leave", slowly)
        await front.give_orders(LoseFirst(units=["fighter"]))

        async def answered() -> bool:
            return len(await front.ordered()) > 1

        await until(answered, 20)


@awaited
async def test_without_an_order_the_player_is_asked_and_a_new_order_answers_at_once(tmp_path: Path) -> None:
    async with served(tmp_path, seeds=lambda: SEED) as service:
        front = Front(service)
        made = await front.begin()
        await front.attack(ATTACK)
        await front.fight()
        question = await front.question(front.bo)
        assert question and question.kind == "casualties" and await front.ordered() == []
        await front.give_orders(LoseFirst(space=KARELIA))
        assert await front.question(front.bo) == question, "not about this battle"
        await front.give_orders(LetAdvise(space=UKRAINE))

        async def answered() -> bool:
            return await front.question(front.bo) != question

        await until(answered, 20)
        assert (await front.ordered())[0] == ("casualties", GERMANY)
        assert (await service.orders(made.id, front.bo))[0].orders == [LetAdvise(space=UKRAINE)]


@pytest.mark.parametrize("percent, stays", [(1, True), (99, False)])
@awaited
async def test_the_defender_retreats_below_the_odds(tmp_path: Path, percent: int, stays: bool) -> None:
    async with served(tmp_path, seeds=lambda: SEED) as service:
        front = Front(service)
        made = await front.begin(rules=["gemmell.retreat_by_defender"])
        await front.give_orders(LoseFirst(units=["infantry"]), RetreatBelow(percent=percent))
        await front.attack(ATTACK, "5 infantry: Caucasus > Ukraine S.S.R.")

        async def settled() -> bool:
            await front.fight()
            return (await service.view(made.id)).battle is None

        await until(settled, 120)
        kinds = [kind for kind, power in await front.ordered()]
        assert "offer" in kinds
        events = [e.kind for f in await service.frames(made.id) for e in f.events]
        assert ("withdrew" in events) is not stays


@awaited
async def test_orders_survive_a_restart_and_go_on_then(tmp_path: Path) -> None:
    async with served(tmp_path, seeds=lambda: SEED) as service:
        front = Front(service)
        await front.begin()
        await front.attack(ATTACK)
        await front.fight()
        assert await front.question(front.bo)
        service.stewards.kick = lambda room: None  # type: ignore[method-assign]
        service.hall.kick = lambda room: None  # the server dies before it acts
        await front.give_orders(LoseFirst())
    async with served(tmp_path, seeds=lambda: SEED) as service:
        front.service = service

        async def answered() -> bool:
            return bool(await front.ordered())

        await until(answered, 20)


# --- whose orders -----------------------------------------------------------------------------------------------------


@awaited
async def test_only_their_player_sees_and_changes_orders(tmp_path: Path) -> None:
    async with served(tmp_path, seeds=lambda: SEED) as service:
        front = Front(service)
        made = await front.begin()
        order = RetreatBelow(percent=37)
        await front.give_orders(order)
        assert await service.orders(made.id, front.bo) == [PowerOrders(GERMANY, [order])]
        assert await service.orders(made.id, made.token) == [PowerOrders(USSR, [])]
        wrong = PowerOrders(GERMANY, [])
        for token, status in (("", 403), ("x", 401), (made.token, 403)):
            assert await status_of(service.order(made.id, token, wrong)) == status
        assert await status_of(service.orders(made.id, "")) == 403
        for bad in (LoseFirst(units=["nonsense"]), LetAdvise(space="Nowhere"), AnswerAlways(kind="x", answer="no")):
            assert await status_of(service.order(made.id, front.bo, PowerOrders(GERMANY, [bad]))) in (400, 404, 409)
        for token in ("", made.token, front.bo):
            told = [await service.view(made.id, token), *await service.updates(made.id, token, -1)]
            assert '"percent"' not in msgspec.json.encode(told).decode()
        room = service.hall.rooms[made.id]
        room.seat(GERMANY).token = room.host  # the host has taken the seat
        orders = await service.orders(made.id, made.token)
        assert [o.orders for o in orders] == [[], []], "those of the earlier player do not hold"
