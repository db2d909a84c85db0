"""Plays many games between computer players, in several processes if wanted.

The seeds of the games follow from the master seed, so a result does not depend on the number of processes. The first
game has the master seed itself: any single game can be played again by giving its own seed.

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

#: The rule that ends a game after a number of rounds, and its option.
ROUND_LIMIT, ROUNDS = "common.round_limit", "rounds"
#: A game without a limit of its own is broken off after this round, when the next has begun, with no winner.
LAST_ROUND = 200

Player = Callable[[Game, Decision], Any]


class GameResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """How one game ended. `winner` is a side or None, `victory` says why; `error` is the fault that broke it off."""

    seed: str
    winner: str | None
    victory: str | None
    rounds: int
    decisions: int
    state_hash: str
    seconds: float
    error: str = ""


class Plan(msgspec.Struct, frozen=True):
    """What is to be played: rules with options, and the name of a player for each power."""

    edition: str
    rules: tuple[str, ...]
    options: dict[str, Any]
    players: dict[str, str]
    save_dir: str = ""
    scenario: str = ""


def seed_of(master: str, number: int) -> str:
    """The seed of the game with a number, from 0."""
    return f"{master}+{number}" if number else master


def with_limit(
    rules: Iterable[str], options: Mapping[str, Any], max_rounds: int
) -> tuple[tuple[str, ...], dict[str, Any]]:
    """The rules and options with a round limit, if one is wanted (not 0)."""
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
) -> Iterator[GameResult]:
    """The results of the games, in their order, as they come in.

    `players` maps each power to the name of a player (or is one name for all). Raises `Unknown` or `RuleError` before
    the first game; a fault within a game is reported in its result, and the other games go on.
    """
    rules, given = with_limit(rules, options or {}, max_rounds)
    ruleset = registry.build(edition, rules, given, scenario)  # what cannot be played is refused here
    if isinstance(players, str):
        players = dict.fromkeys(ruleset.powers, players)
    if save_dir is not None:
        make_folder(Path(save_dir))
    plan = Plan(edition, rules, given, dict(players), str(save_dir or ""), scenario)
    return _results(plan, [seed_of(str(seed), i) for i in range(games)], jobs)


def _results(plan: Plan, seeds: list[str], jobs: int) -> Iterator[GameResult]:
    play = partial(play_one, plan)
    jobs = min(jobs, len(seeds))
    if jobs <= 1:
        yield from map(play, seeds)
        return
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_deaf)
    try:
        yield from pool.map(play, seeds)
    except BrokenProcessPool:
        raise SandtableError("a worker process was killed") from None
    finally:
        pool.shutdown(cancel_futures=True)


def _deaf() -> None:
    """A worker leaves Ctrl-C to the process that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def make_folder(folder: Path) -> None:
    """Makes a folder for saved games; raises `SandtableError`."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SandtableError(f"cannot create the folder {folder}: {error.strerror}") from None


def file_of(folder: Path, edition: str, seed: str) -> Path:
    """The file of the game with a seed."""
    return folder / f"{edition}-{''.join(c if c.isalnum() else '-' for c in seed)}.json"


_rulesets: dict[bytes, Ruleset] = {}


def _ruleset(plan: Plan) -> Ruleset:
    """The rules of a plan, built once in each process."""
    key = msgspec.json.encode((plan.edition, plan.scenario, plan.rules, plan.options), order="deterministic")
    if key not in _rulesets:
        _rulesets[key] = registry.build(plan.edition, plan.rules, plan.options, plan.scenario)
    return _rulesets[key]


def seated(players: Mapping[str, str], seed: str) -> dict[str, Player]:
    """A player for each power, each with a seed of its own."""
    from ..ai import player

    return {power: player(name, f"{seed}/{power}") for power, name in players.items()}


def play_one(plan: Plan, seed: str) -> GameResult:
    """Plays one game to its end; a fault is caught and told."""
    start, error = time.perf_counter(), ""
    game = Game(Header(_ruleset(plan), seed, (), plan.players), listening=False, recording=bool(plan.save_dir))
    try:
        with _no_collection():
            for _ in steps(game, seated(plan.players, seed)):
                pass
    except Exception as fault:
        error = f"{type(fault).__name__}: {fault}"
    seconds = round(time.perf_counter() - start, 3)
    if plan.save_dir:
        game.save(file_of(Path(plan.save_dir), plan.edition, seed))
    return result(game, seconds, error)


@contextmanager
def _no_collection() -> Iterator[None]:
    """Python looks for no cycles in the meantime: a game leaves few, and a search costs more the more it has to see."""
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if before:
            gc.enable()


def steps(game: Game, players: Mapping[str, Player], last_round: int = LAST_ROUND) -> Iterator[int]:
    """Lets the players answer until the game ends; yields the number of the round whenever a new one has begun."""
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
    """How a game stands, as a result."""
    victory = game.state.victory
    why = victory[1] if victory else None
    if game.state.round > LAST_ROUND and not victory:
        why = f"stopped after round {LAST_ROUND}"
    return GameResult(
        game.header.seed, game.winner, why, game.state.round, len(game.log), game.state_hash, seconds, error
    )
