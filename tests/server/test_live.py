"""A game that is stored answer by answer is the same after it was thrown out of memory at any moment."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.core.errors import SandtableError
from sandtable.engine.save import dump
from sandtable.server import live as lives
from sandtable.server import views
from sandtable.server.live import Given, Live, built
from sandtable.server.queries import KEPT_SNAPSHOTS
from sandtable.server.records import Entry, Kept, Spec
from sandtable.server.wire import Frame
from sandtable.server.wire_board import Position
from tests.helpers import together


@pytest.fixture(autouse=True, scope="module")
def short_memory() -> Iterator[None]:
    """Of most answers only the text is kept in memory."""
    usual, lives.RECALLED = lives.RECALLED, 4
    yield
    lives.RECALLED = usual


class Log:
    """What the store keeps of one game."""

    def __init__(self, edition: str, rules: list[str], seed: str) -> None:
        made = built(edition, rules, {}, "")
        chosen = [(r.id, views.plain(r.options)) for r in made.rules]
        self.spec = Spec(edition, made.scenario, chosen, made.fingerprint, seed, ["salt"], {})
        self.entries: list[Entry] = []
        self.frames: list[Frame] = []
        self.kept: list[Kept] = []

    def wake(self) -> Live:
        live = Live(self.spec, self.entries, self.kept)
        assert not live.faults
        return live

    def keep(self, live: Live, given: Given) -> None:
        self.entries.append(given.written.entry)
        self.frames.append(msgspec.json.decode(given.written.frame, type=Frame))
        kept = live.snapshot()
        if kept:
            text = msgspec.json.encode(kept)
            self.kept = [*self.kept, msgspec.json.decode(text, type=Kept)][-KEPT_SNAPSHOTS:]
            live.kept = list(self.kept)


def look(live: Live) -> tuple[object, ...]:
    """Everything of a game that anybody may see, and what nobody may."""
    assert live.game is not None
    live.ask(live.game.rules.powers)
    public = live.position, live.battle, live.asked, live.questions, live.revision, live.may_undo()
    return (*public, live.game.state_hash, live.chain[-1], dump(live.game))


def fold(start: Position, frames: list[Frame]) -> Position:
    for frame in frames:
        start = views.fold(start, frame.change)
    return start


@pytest.mark.parametrize(
    ("edition", "rules"),
    [("classic", []), ("classic", ["gemmell.*"]), ("great_war", together("great_war", "great_war.*"))],
)
@settings(max_examples=5)
@given(seed=st.integers(0, 10_000))
def test_answers_undos_and_awakenings_in_any_order(edition: str, rules: list[str], seed: int) -> None:
    log, rng = Log(edition, rules, str(seed)), Random(seed)
    live = log.wake()
    start = live.position
    undone = 0
    for step in range(160):
        if not live.open():
            break
        what = rng.random()
        if what < 0.25 and live.may_undo():
            log.keep(live, live.undo(float(step)))
            undone += 1
        elif what < 0.32:
            before = look(live)
            live = log.wake()
            assert look(live) == before
        else:
            decision = rng.choice(live.open())
            assert live.game is not None
            text = decision.form.write(decision.form.sample(rng), live.game.rules.words)
            log.keep(live, live.give(decision, text, f"giver of {decision.power}", float(step)))
        assert fold(start, log.frames) == live.position
        assert [frame.n for frame in log.frames] == list(range(1, live.revision + 1))
    assert undone and look(log.wake()) == look(live)


def test_an_answer_that_is_refused_leaves_no_trace() -> None:
    live = Log("classic", [], "7").wake()
    before = look(live)
    for text in ("", "100", "-1", "many", "9" * 5000):
        with pytest.raises(SandtableError):
            live.give(live.open()[0], text, "somebody", 0.0)
        assert look(live) == before


def test_the_first_frame_tells_how_the_game_began_even_if_it_was_taken_back() -> None:
    log = Log("classic", [], "7")
    live = log.wake()
    log.keep(live, live.give(live.open()[0], "0", "somebody", 0.0))
    assert log.frames[0].events[0].kind == "game_started"
    live = log.wake()
    log.keep(live, live.undo(1.0))
    live = log.wake()
    log.keep(live, live.give(live.open()[0], "0", "somebody", 2.0))
    assert log.frames[2].events[0].kind == "game_started"  # frame 1 is struck out by frame 2
