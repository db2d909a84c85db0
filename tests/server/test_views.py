"""What goes over the wire is what stands on the board, and no more than its reader may know."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.core.decisions import Decision, Moves
from sandtable.core.errors import Illegal
from sandtable.core.events import Event
from sandtable.core.forces import Condition, Stack
from sandtable.engine.game import Game
from sandtable.rules import registry
from sandtable.server import views
from sandtable.server.views import Veil
from sandtable.server.wire import Frame
from sandtable.server.wire_board import Change, Position, Units
from sandtable.server.wire_forms import MovesForm, Question
from tests.helpers import position, tell, together

HELD = {"Ukraine S.S.R.": "Soviet Union"}
PRISONERS = "gemmell.prisoners_of_war"
EDITIONS = [("classic", []), ("classic", ["gemmell.*"]), ("great_war", together("great_war", "great_war.*"))]


def asked(game: Game) -> Decision:
    assert game.decision is not None
    return game.decision


def random_game(edition: str, rules: list[str], seed: int, answers: int):
    """Positions of a game between players who draw lots."""
    game, rng = Game.new(edition, rules, seed=seed), Random(seed)
    yield game
    for _ in range(answers):
        if not game.open:
            return
        game.answer(game.open[0].form.sample(rng), id=game.open[0].id)
        yield game


@pytest.mark.parametrize(("edition", "rules"), EDITIONS)
@settings(max_examples=8)
@given(seed=st.integers(0, 10_000))
def test_folding_the_changes_gives_each_position(edition: str, rules: list[str], seed: int) -> None:
    folded: Position | None = None
    before: Position | None = None
    for game in random_game(edition, rules, seed, 120):
        now = views.position(game)
        if before is None or folded is None:
            folded = now
        else:
            change = msgspec.json.decode(msgspec.json.encode(views.change(before, now)), type=Change)
            folded = views.fold(folded, change)
        assert folded == now
        before = now


@pytest.mark.parametrize(("edition", "rules"), EDITIONS)
def test_positions_hold_the_whole_board(edition: str, rules: list[str]) -> None:
    *_, game = random_game(edition, rules, 5, 200)
    found = views.position(game)
    for space, force in game.state.forces.items():
        told = {
            (u.owner, u.type, u.moved, u.damage, tuple(u.marks)): u.count for u in found.units[space] if not u.cargo
        }
        assert told == {
            (s.owner, s.type, s.cond.moved, s.cond.damage, s.cond.marks): n
            for s, n in force.items()
            if not s.cond.cargo
        }
    assert found.ipcs == game.state.ipcs
    assert found.phase in views.board_info(game.rules).words
    value = game.rules.q.value
    for power in game.rules.powers:
        assert found.income[power] == sum(value(game, s) for s, o in game.state.owner.items() if o == power)


@pytest.mark.parametrize(("edition", "rules"), EDITIONS)
def test_everything_of_a_long_game_can_be_written_and_read(edition: str, rules: list[str]) -> None:
    board = views.board_info(registry.build(edition, rules))
    assert msgspec.json.decode(msgspec.json.encode(board), type=type(board)) == board
    told, forms = 0, set[type]()
    for game in random_game(edition, rules, 11, 400):
        for decision in game.open:
            question = views.question(decision, game.rules.words)
            assert msgspec.json.decode(msgspec.json.encode(question), type=Question) == question
            forms.add(type(question.form))
        new = [views.happening(e, game.rules) for e in game.events[told:]]
        told = len(game.events)
        frame = Frame(1, 0.0, "answer", "", "", new, Change(), views.battle_info(game), views.asked(game))
        assert msgspec.json.decode(msgspec.json.encode(frame), type=Frame) == frame
    assert len(forms) >= 4


def test_an_event_tells_forces_as_units_and_leaves_out_the_turn_in_its_sentence() -> None:
    rules = registry.build("classic")
    tanks = {Stack("Germany", "tank", Condition(moved=1, marks=("combat",))): 2}
    found = views.happening(Event("lost", {"power": "Germany", "force": tanks, "space": "Ukraine S.S.R."}), rules)
    assert found.text == "Germany loses 2 armor in Ukraine S.S.R."
    assert found.data["force"] == [{"owner": "Germany", "type": "tank", "count": 2, "moved": 1, "marks": ["combat"]}]


def test_the_ways_say_which_of_them_attack() -> None:
    game = position("Germany", "combat_move", {
        "Eastern Europe": {"Germany": "1 infantry"},
        "Germany": {"Germany": "1 fighter"}, "Ukraine S.S.R.": {"Soviet Union": "1 infantry"},
    }, owners=HELD)  # fmt: skip
    assert isinstance(asked(game).form, Moves)
    (infantry,) = views.ways_rows(game, asked(game), "Eastern Europe")
    ends = {way.path[-1]: way.attack for way in infantry.ways}
    assert ends == {"Ukraine S.S.R.": True, "Karelia S.S.R.": True}  # an empty territory of an enemy is to be taken
    (fighter,) = views.ways_rows(game, asked(game), "Germany")
    assert {way.path[-1] for way in fighter.ways if way.attack} == {"Ukraine S.S.R.", "Karelia S.S.R."}
    assert infantry.movable.stem == "infantry"


def test_ways_are_told_only_where_moves_are_asked_for() -> None:
    game = Game.new("classic")
    with pytest.raises(Illegal, match="you cannot move units now"):
        views.ways_rows(game, asked(game), "Russia")


def test_movable_units_are_written_as_the_answer_wants_them() -> None:
    game = position("Germany", "combat_move", {"Eastern Europe": {"Germany": "3 infantry"}}, owners=HELD)
    form = views.question(asked(game), game.rules.words).form
    assert isinstance(form, MovesForm)
    row = form.movable[0]
    tell(game, f"{row.count} {row.stem}: {row.space} > Ukraine S.S.R.")


# --- hidden units -----------------------------------------------------------------------------------------------------


def prisoners(hidden: bool = True) -> Game:
    """Japan holds five Chinese-front prisoners of two nations, two of them aboard a transport."""
    game = position(
        "Japan", "noncombat_move", rules=[PRISONERS], options={f"{PRISONERS}.hidden_stacks": hidden},
        units={"Manchuria": {"Japan": "1 infantry"}, "Japan": {"Japan": "1 fighter"}},
    )  # fmt: skip
    game.state.put("Manchuria", Stack("Japan", "prisoner_of_soviet_union"), 3)
    game.state.put("Manchuria", Stack("Japan", "prisoner_of_united_states"), 1)
    for nation, n in (("soviet_union", 2), ("united_states", 1)):
        cargo = (("Japan", f"prisoner_of_{nation}"),) * n
        game.state.put("Japan Sea Zone", Stack("Japan", "transport", Condition(cargo=cargo)), 1)
    return game


def test_hidden_units_are_seen_by_their_owner_alone() -> None:
    game = prisoners()
    full, hidden = views.position(game), game.rules.tables["hidden"]
    assert Veil(hidden, ["Japan"]).position(full) == full
    for viewer in ([], ["United States"], ["Soviet Union", "Germany"]):
        seen = Veil(hidden, viewer).position(full)
        assert "prisoner" not in msgspec.json.encode(seen).decode()
        there = seen.units["Manchuria"]
        assert [u for u in there if u.type == views.HIDDEN] == [Units("Japan", "hidden", 1)]
        (ships,) = seen.units["Japan Sea Zone"]  # two transports that differ only in what is hidden aboard
        assert ships.count == 2 and [c.type for c in ships.cargo] == ["hidden"]


def test_no_number_of_hidden_units_gives_itself_away() -> None:
    one, many = prisoners(), prisoners()
    many.state.put("Manchuria", Stack("Japan", "prisoner_of_germany"), 7)
    hidden = one.rules.tables["hidden"]
    assert Veil(hidden).position(views.position(one)) == Veil(hidden).position(views.position(many))


def test_without_hidden_stacks_all_is_seen() -> None:
    full = views.position(prisoners(hidden=False))
    assert Veil(registry.build("classic", [PRISONERS]).tables["hidden"]).position(full) is full


def told(game: Game, viewer: list[str], *events: Event) -> str:
    """A frame of these events, as a viewer reads it."""
    happenings = [views.happening(e, game.rules) for e in events]
    frame = Frame(1, 0.0, "answer", "Japan", "move", happenings, Change(), None, [])
    secrets = views.secrets_of(events, game.rules)
    return msgspec.json.encode(Veil(game.rules.tables["hidden"], viewer).frame(frame, secrets)).decode()


def test_events_do_not_tell_of_hidden_units() -> None:
    game = prisoners()
    force = {Stack("Japan", "prisoner_of_soviet_union"): 3, Stack("Japan", "infantry"): 1}
    moved = Event("moved", {"power": "Japan", "force": force, "path": ("Manchuria", "China")})
    taken = Event("taken_prisoner", {"power": "Japan", "count": 4, "nation": "Soviet Union", "space": "Manchuria"})
    for viewer in ([], ["Soviet Union"]):
        seen = told(game, viewer, moved, taken)
        assert "prisoner_of" not in seen and "Soviet Union" not in seen and '"count":3' not in seen and "4" not in seen
        assert "Japan takes prisoners in Manchuria" in seen
        assert "1 infantry, hidden units: Manchuria > China" in seen
    own = told(game, ["Japan"], moved, taken)
    assert "3 soviet union prisoners" in own and "4 prisoners of Soviet Union" in own


def test_a_real_surrender_stays_between_captor_and_board() -> None:
    """A whole frame of a surrender, as the game makes it: position, change and events."""
    game = position(
        "Germany", "combat_move",
        {"Eastern Europe": {"Germany": "9 armor"}, "Ukraine S.S.R.": {"Soviet Union": "4 infantry"}}, owners=HELD,
        rules=[PRISONERS], options={f"{PRISONERS}.hidden_stacks": True}, dice=[6] * 40,
    )  # fmt: skip
    tell(game, "9 armor: Eastern Europe > Ukraine S.S.R.")
    while asked(game).kind != "offer":
        tell(game, "press on")
    tell(game, "surrender")
    before, told_before = views.position(game), len(game.events)
    tell(game, "accept")
    change, events = views.change(before, views.position(game)), game.events[told_before:]
    frame = Frame(1, 0.0, "answer", "Germany", "answer_surrender", [views.happening(e, game.rules) for e in events],
                  change, views.battle_info(game), views.asked(game))  # fmt: skip
    hidden = game.rules.tables["hidden"]
    secrets = views.secrets_of(events, game.rules)
    assert "prisoner_of_soviet_union" in msgspec.json.encode(frame).decode()
    seen = Veil(hidden, ["United States"]).frame(frame, secrets)
    assert "prisoner_of" not in msgspec.json.encode(seen).decode()
    assert "4 prisoners" not in msgspec.json.encode(seen).decode()
    assert Veil(hidden, ["Germany"]).frame(frame, secrets) == frame


def test_a_position_without_a_winner_says_so() -> None:
    found = views.position(Game.new("classic"))
    assert isinstance(found, Position) and found.winner is None and found.ending == ""
