"""smith.tech_enemy_code: markers that go back into the cup."""

from __future__ import annotations

import pytest

from sandtable.core.dice import FixedDice
from sandtable.engine.game import Game, Header
from sandtable.engine.turns import next_turn
from sandtable.rules import registry
from tests.conformance.classic.scenes import asked
from tests.helpers import happened, position, tell

from .lab import GERMANY, JAPAN, RED, UK, US, built, keys, research

clause = pytest.mark.clause
RULE = "smith.tech_enemy_code"
RULES = built("random_turns", "tech_enemy_code", "weapons_table")


def found(power: str, dice: list[int], **more: object) -> Game:
    """A power that finds Enemy Code, up to its choice."""
    return tell(research(power, [6, 1, *dice], rules=[*RULES, *built("tech_espionage")], **more), 1, "enemy_code")  # type: ignore[arg-type]


@clause("smith.tech_enemy_code.1", "smith.tech_enemy_code.3", "smith.weapons_table.3")
@pytest.mark.parametrize(
    ("power", "enemies"),
    [(GERMANY, [UK, RED]), (RED, [GERMANY, JAPAN]), (JAPAN, [US, RED])],
)
def test_example_three_powers_choose_whose_code_they_break(power: str, enemies: list[str]) -> None:
    game = found(power, [])
    assert asked(game) == ("choose_code", power) and keys(game) == enemies
    tell(game, enemies[1])
    assert happened(game, "code_broken") == [{"power": power, "victim": enemies[1]}]
    assert game.state.facts["codes_broken"] == {power: [enemies[1]]}


@clause("smith.tech_enemy_code.1")
@pytest.mark.parametrize(("power", "enemy"), [(UK, GERMANY), (US, JAPAN)])
def test_two_powers_have_no_choice(power: str, enemy: str) -> None:
    assert happened(found(power, []), "code_broken") == [{"power": power, "victim": enemy}]


def test_a_second_discovery_breaks_another_code() -> None:
    game = found(GERMANY, [])
    tell(game, UK)
    again = research(
        GERMANY, [6, 1], rules=RULES, techs={GERMANY: ["enemy_code"]}, facts={"codes_broken": {GERMANY: [UK]}}
    )  # fmt: skip
    tell(again, 1)
    assert again.state.facts["codes_broken"] == {GERMANY: [UK, RED]}
    assert "enemy_code_2" not in again.rules.q.development(again, UK, 1)


def drawing(seed: int, **options: int) -> Game:
    """A game in which the United Kingdom has broken the German code, in round 2 after its first turn."""
    given = {f"{RULE}.{name}": value for name, value in options.items()}
    game = Game.new("classic", RULES, given, seed=seed)
    game.state.techs[UK].append("enemy_code")
    game.state.facts["codes_broken"] = {UK: [GERMANY]}
    return game


def played(game: Game, sends: bool, rounds: int = 3) -> list[tuple[int, str]]:
    """The turns of some rounds; the United Kingdom sends the German marker back whenever it can, or never."""
    turns: list[tuple[int, str]] = []
    while game.state.round <= rounds:
        decision = game.decision
        assert decision is not None
        if decision.kind == "send_back":
            assert decision.power == UK
            game.answer(sends)
            continue
        if turns[-1:] != [(game.state.round, game.state.power)]:
            turns.append((game.state.round, game.state.power))
        game.answer(decision.advice if decision.kind != "develop" else 0)
    return turns


@clause("smith.tech_enemy_code.2")
@pytest.mark.parametrize("uses", [1, 2])
def test_example_the_marker_goes_back_once_in_a_round(uses: int) -> None:
    sent = []
    for seed in range(3):
        game = drawing(seed, uses_per_round=uses)
        turns = played(game, True)
        for round in (1, 2, 3):
            assert sorted(p for r, p in turns if r == round) == sorted([RED, GERMANY, UK, JAPAN, US])
            sent.append(game.state.facts.get("markers_sent_back", {}).get(UK, []).count(round))
    assert max(sent) == uses
    never = drawing(0)
    played(never, False)
    assert not happened(never, "sent_back")


def test_the_last_marker_stays() -> None:
    for seed in range(3):
        game = drawing(seed, uses_per_round=9)
        turns = played(game, True, rounds=2)
        order = [p for r, p in turns if r == 2]
        assert order[-1] == GERMANY  # sent back as often as it is drawn before


def drawn_first(rest: list[str], **facts: object) -> Game:
    """The marker of Germany is drawn; `rest` are the powers still to come in the round, those of them in the game."""
    game = position(
        UK, "noncombat_move", {"United Kingdom": {UK: "1 infantry"}, "Germany": {GERMANY: "1 infantry"}},
        rules=RULES, options=facts.pop("options", {}), techs={UK: ["enemy_code"]},  # type: ignore[arg-type]
        facts={"codes_broken": {UK: [GERMANY]}, **facts}, round=3,
    )  # fmt: skip
    game.state.order, game.state.turn = [JAPAN, US, UK, *rest, GERMANY], 2
    return game


@pytest.mark.parametrize("eliminated", [False, True])
def test_the_marker_of_an_eliminated_power_does_not_wait_in_the_cup(eliminated: bool) -> None:
    """If only the Soviet marker is still to come, which is out of the game, that of Germany is the last one."""
    game = drawn_first([RED])
    if eliminated:
        for space in [s for s, owner in game.state.owner.items() if owner == RED]:
            game.state.owner[space] = GERMANY
            for stack, n in list(game.state.at(space).items()):
                game.state.put(space, stack, -n)
    game.dice = FixedDice([] if eliminated else [2])
    while game.state.power == UK and game.decision is not None and game.decision.kind != "send_back":
        game.answer(game.decision.advice)
    assert (game.decision is not None and game.decision.kind == "send_back") is not eliminated


def test_a_marker_that_is_sent_back_is_not_that_of_the_power_that_moved_last() -> None:
    """Japan moved last in the round before. The first marker, that of Germany, is sent back: Japan may not begin."""
    rules = registry.build("classic", RULES, {"smith.random_turns.consecutive_turns_allowed": False})
    game = Game(Header(rules, "1"), dice=FixedDice([2]))
    game.state.facts.update({"last_marker": JAPAN, "codes_broken": {UK: [GERMANY]}})
    game.state.round = 2
    game.state.order, game.state.turn = list(game.rules.powers), -1
    assert next_turn(game) and game.state.power == GERMANY
    game.state.order[0:] = [*game.state.order[1:], GERMANY]  # it goes back into the cup
    game.state.turn = -1
    game.dice = FixedDice([4])  # of the Soviet Union, the United Kingdom, the United States, and Germany
    assert next_turn(game) and game.state.power == GERMANY


@clause("smith.tech_enemy_code.4")
def test_example_without_random_turns_it_is_not_in_the_table() -> None:
    rules = registry.build("classic", built("tech_enemy_code", "weapons_table", "tech_espionage"))
    assert "enemy_code" not in rules.technologies
    game = tell(research(UK, [6, 1], rules=built("tech_enemy_code", "weapons_table", "tech_espionage")), 1)
    assert game.state.techs[UK] == ["espionage"]
    options = {f"{RULE}.pairs": {"UK": ["Japan"]}}
    other = research(UK, [6, 1], rules=RULES, options=options)
    assert happened(tell(other, 1), "code_broken") == [{"power": UK, "victim": JAPAN}]
