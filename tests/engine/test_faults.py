"""An error that escapes the code of a rule leaves the game as it stood, and names the rule."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.core.dice import FixedDice
from sandtable.core.errors import Illegal, OutOfDice, RuleError, RuleFault, Unknown
from sandtable.engine import save
from sandtable.engine.game import Game, Header
from sandtable.rules import registry
from sandtable.rules.draft import Draft
from sandtable.rules.rule import Options, Rule, house_rule
from tests.helpers import position

BREAK: dict[str, bool] = {"now": False}


@house_rule("tests.breaks_a_step", "Breaks a step")
def breaks_a_step(draft: Draft, option: Options) -> None:
    """Changes the state in the middle of the turn, and then fails."""

    def breaks(game: Game) -> None:
        if BREAK["now"]:
            game.state.round = 99
            game.dice.roll(3)
            raise KeyError("nothing here")

    draft.step("turn", "breaks", breaks, after="purchase")


@house_rule("tests.breaks_a_query", "Breaks a query")
def breaks_a_query(draft: Draft, option: Options) -> None:
    """Fails where the value of a space is asked."""

    def value(answer: int, game: Game, space: str) -> int:
        if BREAK["now"]:
            return answer // 0
        return answer

    draft.modify("value", value)


@house_rule("tests.breaks_by_signature", "Breaks by its signature")
def breaks_by_signature(draft: Draft, option: Options) -> None:
    """Its step takes more than it is given, once it is broken."""

    def step(game: Game, *more: Any) -> None:
        if BREAK["now"]:
            len()  # type: ignore[call-arg]

    draft.step("turn", "strange", step, after="purchase")


@contextmanager
def known(*rules: Rule) -> Iterator[None]:
    """These rules can be chosen by their ids."""
    table = registry.rules()
    table.update((rule.id, rule) for rule in rules)
    try:
        yield
    finally:
        for rule in rules:
            del table[rule.id]
        BREAK["now"] = False


@pytest.fixture(autouse=True)
def rules() -> Iterator[None]:
    with known(breaks_a_step, breaks_a_query, breaks_by_signature):
        yield


def whole(game: Game) -> tuple[Any, ...]:
    """Everything of a game that can be seen."""
    return (
        game.state_hash, game.dice.position, list(game.log), list(game.events), repr(game.open), list(game.hashes),
        list(game.snapshots), game.sealed, game.over, game.winner, game.can_undo(),
    )  # fmt: skip


@pytest.mark.parametrize("recording", [True, False])
@pytest.mark.parametrize("rule", ["tests.breaks_a_step", "tests.breaks_by_signature"])
def test_a_step_that_fails_leaves_the_game_as_it_stood(rule: str, recording: bool) -> None:
    game = Game.new("classic", [rule], recording=recording)
    game.answer(0)
    before = whole(game)
    BREAK["now"] = True
    for _ in range(2):
        with pytest.raises(RuleFault, match=f"the rule {rule} failed") as caught:
            game.answer("8 infantry")
        assert caught.value.rule == rule
        assert isinstance(caught.value.__cause__, KeyError | TypeError)
        assert whole(game) == before
    BREAK["now"] = False
    game.answer("8 infantry")
    assert game.decision is not None and game.decision.kind == "move"
    plain = Game.new("classic", [rule], recording=recording)
    plain.answer(0)
    plain.answer("8 infantry")
    assert plain.state_hash == game.state_hash
    assert plain.hashes == game.hashes


def test_a_query_that_fails_names_its_rule_and_the_edition_its_own_faults() -> None:
    game = Game.new("classic", ["tests.breaks_a_query"])
    game.answer(0)
    game.answer("8 infantry")
    before = whole(game)
    BREAK["now"] = True
    with pytest.raises(RuleFault, match=r"tests\.breaks_a_query failed \(ZeroDivisionError"):
        for _ in range(20):
            before = whole(game)
            game.answer(game.open[0].advice if game.open[0].kind != "move" else "done")
    assert whole(game) == before

    class Broken(FixedDice):
        def roll(self, count: int) -> list[int]:
            raise RuntimeError("a fault of the machine")

    with pytest.raises(RuleFault, match="the edition classic failed") as caught:
        game = position("Germany", "develop", ipcs={"Germany": 5}, dice=[])
        game.dice = Broken([])
        game.answer(1)
    assert caught.value.rule == "classic"


def test_fixed_dice_that_run_out_leave_the_game_as_it_stood() -> None:
    game = position("Germany", "develop", ipcs={"Germany": 15}, dice=[2])
    before = whole(game)
    with pytest.raises(OutOfDice, match="3 dice are needed, but only 1"):
        game.answer(3)
    assert whole(game) == before
    assert not game.over
    game.answer(1)
    assert game.decision is not None and game.decision.kind == "purchase"


def test_the_start_of_a_game_that_fails_names_the_rule() -> None:
    BREAK["now"] = True
    state = Game.new("classic").snapshots[0].state.copy()
    state.stage, state.step = "turn", 2
    with pytest.raises(RuleFault, match=r"tests\.breaks_a_step"):
        Game(Header(registry.build("classic", ["tests.breaks_a_step"]), "0"), state=state)


def test_undo_that_fails_leaves_the_game_as_it_stood() -> None:
    game = Game.new("classic", ["tests.breaks_a_step"])
    game.answer(0)
    game.answer("8 infantry")
    game.snapshots = game.snapshots[:1]  # so that taking back must play the phase again
    game.answer("done")
    before = whole(game)
    BREAK["now"] = True
    with pytest.raises(RuleFault):
        game.undo()
    assert whole(game) == before
    BREAK["now"] = False
    game.undo()
    assert game.decision is not None and game.decision.kind == "move"


def test_an_interrupted_answer_is_brought_back_with_the_next_one(tmp_path: Path) -> None:
    class Interrupted(FixedDice):
        def roll(self, count: int) -> list[int]:
            raise KeyboardInterrupt

    game = position("Germany", "develop", ipcs={"Germany": 15}, dice=[2])
    dice, before = game.dice, whole(game)
    game.dice = Interrupted([])
    with pytest.raises(KeyboardInterrupt):
        game.answer(3)
    game.dice = dice
    assert not game.over
    with pytest.raises(Illegal):
        game.answer(99)
    assert whole(game) == before


def test_a_rule_that_fails_on_the_way_back_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game.new("classic", ["tests.breaks_a_step"])
    game.answer(0)
    game.answer("8 infantry")
    game.snapshots = game.snapshots[:1]
    before = whole(game)
    BREAK["now"] = True

    def fails(*args: Any) -> None:
        raise ValueError("no way")

    monkeypatch.setattr(Game, "_take", fails)
    with pytest.raises(ValueError):
        game.answer("done")
    monkeypatch.undo()
    with pytest.raises(RuleFault):
        game.answer("done")
    BREAK["now"] = False
    with pytest.raises(Illegal):
        game.answer("99 infantry: Karelia S.S.R. > Ukraine S.S.R.")
    assert whole(game) == before


@pytest.mark.parametrize("edition", ["classic", "great_war"])
@settings(max_examples=8)
@given(seed=st.integers(0, 1000), often=st.integers(2, 60))
def test_random_failures_do_no_harm(edition: str, seed: int, often: int) -> None:
    """A game in which a rule fails at random is played to the same hashes as one in which it does not."""
    rng, lucky = random.Random(seed), random.Random(seed + 1)

    @house_rule("tests.fails_at_random", "Fails at random")
    def fails(draft: Draft, option: Options) -> None:
        """Fails at random, in steps and queries."""

        def value(answer: int, game: Game, space: str) -> int:
            if armed and lucky.randrange(often) == 0:
                armed.clear()
                game.state.ipcs[game.state.power] = -7
                raise LookupError(space)
            return answer

        draft.modify("value", value)

    with known(fails):
        rounds = {"common.round_limit.rounds": 1}
        armed: list[bool] = []
        game = Game.new(edition, ["tests.fails_at_random", "common.round_limit"], rounds, seed=seed)
        sound = Game.new(edition, ["common.round_limit"], rounds, seed=seed)
        while sound.open and len(sound.log) < 150:
            answer = sound.open[0].form.sample(rng)
            before = whole(game)
            armed.append(True)
            try:
                game.answer(answer)
            except RuleFault as error:
                assert error.rule == "tests.fails_at_random"
                assert whole(game) == before
                armed.clear()
                game.answer(answer)
            armed.clear()
            sound.answer(answer)
            assert game.state_hash == sound.state_hash
        assert save.dump(game) and game.hashes == sound.hashes


# --- going on without a rule ------------------------------------------------------------------------------------------


def test_a_game_goes_on_without_the_rule_that_fails(tmp_path: Path) -> None:
    game = Game.new("classic", ["tests.breaks_a_step", "common.round_limit"], {"common.round_limit.rounds": 1})
    game.answer(0)
    BREAK["now"] = True
    with pytest.raises(RuleFault) as caught:
        game.answer("8 infantry")
    freed = game.without(caught.value.rule)
    assert [rule.id for rule in freed.rules.rules] == ["common.round_limit"]
    assert freed.rules.rules[0].options["rounds"] == 1
    assert freed.decision is not None and freed.decision.kind == "purchase"
    assert freed.dice.position == game.dice.position and freed.state.hash() == game.state.hash()
    freed.answer("8 infantry")
    assert freed.decision.kind == "move"
    freed.save(tmp_path / "freed.json")
    assert save.replay(tmp_path / "freed.json").message == ""
    assert Game.load(tmp_path / "freed.json").state_hash == freed.state_hash


def test_answers_of_the_running_phase_are_given_again_under_fewer_rules(tmp_path: Path) -> None:
    game = Game.new("classic", ["gemmell.prisoners_of_war", "tests.breaks_a_step"], seed=3)
    rng = random.Random(3)
    while len(game.log) < 120 or game.dice.position < 20 or game.decision.kind != "move":  # type: ignore[union-attr]
        game.answer(game.open[0].form.sample(rng))
    freed = game.without("tests.breaks_a_step")
    assert freed.state.hash() == _step_less(game, freed)
    assert repr(freed.open[0].prompt) == repr(game.open[0].prompt)
    freed = game.without("tests.breaks_a_step", "gemmell.prisoners_of_war")
    assert freed.decision is not None and freed.decision.power == game.decision.power  # type: ignore[union-attr]
    freed.save(tmp_path / "freed.json")
    assert freed.first_die > 0
    assert save.replay(tmp_path / "freed.json").message == ""
    assert Game.load(tmp_path / "freed.json").state_hash == freed.state_hash


def _step_less(game: Game, freed: Game) -> str:
    """The hash of a game's state with the number of the step that it has under the other rules."""
    state = game.state.copy()
    state.step = freed.state.step
    return state.hash()


def test_only_a_rule_that_is_on_and_not_needed_can_be_left_out() -> None:
    game = Game.new("classic", ["tests.breaks_a_step"])
    with pytest.raises(Unknown, match=r"common\.low_luck"):
        game.without("common.low_luck")
    game = Game.new("classic", ["gemmell.*"])
    with pytest.raises(RuleError, match=r"gemmell\.atomic_research"):
        game.without("gemmell.atomic_research")
