"""`sandtable rules fuzz`: complete games under many sets of house rules, to find faults."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.console import Console
from rich.progress import Progress

from ..core.errors import RuleError
from ..lab import fuzz as lab
from . import common


def fuzz(
    *,
    edition: str = "",
    scenario: str = "",
    pairs: Annotated[bool, Parameter(negative="")] = False,
    random: Annotated[bool, Parameter(negative="")] = False,
    every_pair: Annotated[bool, Parameter(negative="")] = False,
    document: Annotated[list[str] | None, Parameter(negative="")] = None,
    games: Annotated[int, Parameter(alias="-n")] = 100,
    start: int = 0,
    player: Annotated[list[str] | None, Parameter(alias="-p", negative="")] = None,
    seed: Annotated[str, Parameter(alias="-s")] = "0",
    rounds: int = 3,
    jobs: Annotated[int, Parameter(alias="-j")] = 1,
    save: Path = Path("fuzz"),
    json: common.Json = False,
) -> int:
    """Play complete games under many sets of house rules; exits with 1 if one fails.

    Parameters
    ----------
    edition
        The base game; by default, that of the first document, or else `classic`.
    scenario
        The start of all games; by default, the games cycle through all that the edition has.
    pairs
        Test every compatible pair of rules, with options at both extremes. Without this, test each rule alone.
    random
        Test random sets of rules with random options.
    every_pair
        Test every compatible pair of rules by itself.
    document
        Test only the rules of this document, such as `smith`; can be repeated.
    games
        Number of games to play.
    start
        Number of the first game, to continue a long test.
    player
        The computer players that play each set of rules; by default, `random`, and `basic` every fifth game.
    seed
        The same seed plays the same games.
    rounds
        Stop each game after this many rounds.
    jobs
        Number of games to play in parallel.
    save
        Save failed games to this folder, each reduced to the fewest rules that still fail.
    """
    _refuse(min(games, jobs, rounds), pairs + random + every_pair)
    edition = edition or lab.home(document or ())
    found = lab.fuzz(
        edition, games=games, seed=seed, rounds=rounds, folder=str(save), pairs=pairs, random=random,
        two=every_pair, documents=document or (), players=player or (), scenario=scenario, start=start, jobs=jobs,
    )  # fmt: skip
    failures = _watched(found, games)
    if json:
        common.print_json({"edition": edition, "games": games, "failures": [f._asdict() for f in failures]})
    else:
        _report(failures, games)
    return int(bool(failures))


def _refuse(least: int, kinds: int) -> None:
    """Raise `RuleError` if a number is too small, or if the options ask for several kinds of tests."""
    if least < 1:
        raise RuleError("--games, --jobs, and --rounds must be at least 1")
    if kinds > 1:
        raise RuleError("--pairs, --every-pair, and --random exclude each other; choose one")


def _watched(found: Iterator[lab.Failure | None], games: int) -> list[lab.Failure]:
    """Return the failures, with a progress bar in a terminal."""
    failures = []
    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as progress:
        bar = progress.add_task("games", total=games)
        for failure in found:
            progress.advance(bar)
            if failure:
                failures.append(failure)
    return failures


def _report(failures: list[lab.Failure], games: int) -> None:
    out = common.console()
    for f in failures:
        out.print(f"seed {f.seed}: {f.fault}", markup=False)
        out.print(f"  scenario: {f.scenario}", markup=False)
        out.print(f"  rules: {', '.join(f.rules) or 'none'} {f.options or ''}", markup=False)
        out.print(f"  file: {f.file}", markup=False)
    out.print(f"{len(failures)} of {games} games failed." if failures else f"All {games} games passed.")
