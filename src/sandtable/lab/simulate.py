"""Play many games between computer players, in several processes if requested.

The seeds of the games derive from the master seed, so the results do not depend on the number of processes. The first
game uses the master seed itself: pass the seed of any game to play that game again.

>>> [seed_of("7", i) for i in range(3)]
['7', '7+1', '7+2']
"""

from __future__ import annotations

import gc
import signal
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import msgspec

from ..core.decisions import Decision
from ..core.errors import SandtableError
from ..engine.game import Game, Header
from ..rules import registry
from ..rules.ruleset import Ruleset
from .capitals import Guard

#: The rule that ends a game after a number of rounds, and its option.
ROUND_LIMIT, ROUNDS = "common.round_limit", "rounds"
#: A game without a round limit stops after this round, when the next one has started, without a winner.
LAST_ROUND = 200

Player = Callable[[Game, Decision], Any]


class GameResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of one game.

    `winner` is a side or None and `victory` the reason in words. `ended_by` is the key of the step in which the game
    ended, or a key of `ENDINGS`. `error` is the fault that stopped the game.
    """

    seed: str
    winner: str | None
    victory: str | None
    rounds: int
    decisions: int
    state_hash: str
    seconds: float
    error: str = ""
    ended_by: str = ""
    turns: int = 0
    open_capitals: int = 0


#: Ends of games outside the steps of the rules.
STOPPED, FAILED = "stopped", "failed"
ENDINGS = {STOPPED: f"Stopped after round {LAST_ROUND}", FAILED: "Failed"}


class Plan(msgspec.Struct, frozen=True):
    """The games to play: rules with options, and the name of a player for each power."""

    edition: str
    rules: tuple[str, ...]
    options: dict[str, Any]
    players: dict[str, str]
    save_dir: str = ""
    scenario: str = ""
    capitals: bool = False


def seed_of(master: str, number: int) -> str:
    """Return the seed of a game by its number, from 0."""
    return f"{master}+{number}" if number else master


def with_limit(
    rules: Iterable[str], options: Mapping[str, Any], max_rounds: int
) -> tuple[tuple[str, ...], dict[str, Any]]:
    """Return the rules and options with a round limit added, unless it is 0."""
    rules, options = tuple(rules), dict(options)
    if max_rounds:
        rules = (*dict.fromkeys((*rules, ROUND_LIMIT)),)
        options[f"{ROUND_LIMIT}.{ROUNDS}"] = registry.parse_options([f"{ROUND_LIMIT}.{ROUNDS}={max_rounds}"])[
            f"{ROUND_LIMIT}.{ROUNDS}"
        ]
    return rules, options


def simulate(
    edition: str,
    rules: Iterable[str] = (),
    options: Mapping[str, Any] | None = None,
    *,
    games: int = 1,
    seed: str | int = "0",
    players: Mapping[str, str] | str = "basic",
    max_rounds: int = 0,
    jobs: int = 1,
    save_dir: str | Path | None = None,
    scenario: str = "",
    capitals: bool = False,
) -> Iterator[GameResult]:
    """Yield the results of the games in order; with `capitals`, count turns that leave the own capital open.

    `players` maps each power to the name of a player, or is one name for all. Raises `Unknown` or `RuleError` before
    the first game. A fault within a game is reported in its result, and the other games continue.
    """
    rules, given = with_limit(rules, options or {}, max_rounds)
    ruleset = registry.build(edition, rules, given, scenario)  # raises for rules that cannot be played
    if isinstance(players, str):
        players = dict.fromkeys(ruleset.powers, players)
    seated(players, str(seed))  # an unknown player is refused before the first game
    if save_dir is not None:
        make_folder(Path(save_dir))
    plan = Plan(edition, rules, given, dict(players), str(save_dir or ""), scenario, capitals)
    return _results(plan, [seed_of(str(seed), i) for i in range(games)], jobs)


def _results(plan: Plan, seeds: list[str], jobs: int) -> Iterator[GameResult]:
    play = partial(play_one, plan)
    jobs = min(jobs, len(seeds))
    if jobs <= 1:
        yield from map(play, seeds)
        return
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_ignore_interrupt)
    try:
        yield from pool.map(play, seeds)
    except BrokenProcessPool:
        raise SandtableError("a worker process was killed") from None
    finally:
        pool.shutdown(cancel_futures=True)


def _ignore_interrupt() -> None:
    """Ignore Ctrl-C in a worker; the process that started it handles it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def make_folder(folder: Path) -> None:
    """Create a folder for saved games. Raises `SandtableError`."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SandtableError(f"cannot create the folder {folder}: {error.strerror}") from None


def file_of(folder: Path, edition: str, seed: str) -> Path:
    """Return the file for the game with a seed."""
    return folder / f"{edition}-{''.join(c if c.isalnum() else '-' for c in seed)}.json"


_rulesets: dict[bytes, Ruleset] = {}


def _ruleset(plan: Plan) -> Ruleset:
    """Return the rules of a plan, built once per process."""
    key = msgspec.json.encode((plan.edition, plan.scenario, plan.rules, plan.options), order="deterministic")
    if key not in _rulesets:
        _rulesets[key] = registry.build(plan.edition, plan.rules, plan.options, plan.scenario)
    return _rulesets[key]


def seated(players: Mapping[str, str], seed: str) -> dict[str, Player]:
    """Return a player for each power, each with its own seed."""
    from ..ai import player

    return {power: player(name, f"{seed}/{power}") for power, name in players.items()}


def play_one(plan: Plan, seed: str) -> GameResult:
    """Play one game to its end. A fault is reported in the result."""
    with _no_collection():
        return _play(plan, seed)


def _play(plan: Plan, seed: str) -> GameResult:
    start, error = time.perf_counter(), ""
    game = Game(Header(_ruleset(plan), seed, (), plan.players), listening=False, recording=bool(plan.save_dir))
    guard, players = Guard(), seated(plan.players, seed)
    if plan.capitals:
        players = {power: partial(_watched, guard, player) for power, player in players.items()}
    try:
        for _ in steps(game, players):
            pass
    except Exception as fault:
        error = f"{type(fault).__name__}: {fault}"
    seconds = round(time.perf_counter() - start, 3)
    if plan.save_dir:
        game.save(file_of(Path(plan.save_dir), plan.edition, seed))
    found = result(game, seconds, error)
    game.close()
    return msgspec.structs.replace(found, turns=guard.turns, open_capitals=guard.open)


def _watched(guard: Guard, player: Player, game: Game, decision: Decision) -> Any:
    guard.look(game)
    return player(game, decision)


@contextmanager
def _no_collection() -> Iterator[None]:
    """Switch garbage collection off: a game creates few cycles, and collection costs more the more objects exist."""
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if before:
            gc.enable()


def steps(game: Game, players: Mapping[str, Player], last_round: int = LAST_ROUND) -> Iterator[int]:
    """Let the players answer until the game ends; yield the number of each new round."""
    seen = game.state.round
    while game.open:
        if game.state.round != seen:
            seen = game.state.round
            yield seen
            if seen > last_round:
                return
        decision = game.open[0]
        game.answer(players[decision.power](game, decision), id=decision.id)


def result(game: Game, seconds: float, error: str = "") -> GameResult:
    """Return the current state of a game as a result."""
    state = game.state
    why = state.victory[1] if state.victory else None
    ended_by = FAILED if error else ""
    if state.victory:
        ended_by = game.rules.sequence(state.stage)[state.step].name
    elif state.round > LAST_ROUND and not error:
        why, ended_by = f"stopped after round {LAST_ROUND}", STOPPED
    return GameResult(
        game.header.seed, game.winner, why, state.round, len(game.log), game.state_hash, seconds, error, ended_by
    )
