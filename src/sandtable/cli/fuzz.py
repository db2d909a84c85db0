"""`sandtable rules fuzz`: house rules in all pairs, in whole games, looking for faults."""

from __future__ import annotations

import sys
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
    edition: str = "classic",
    pairs: Annotated[bool, Parameter(negative="")] = False,
    games: Annotated[int, Parameter(alias="-n")] = 100,
    seed: Annotated[str, Parameter(alias="-s")] = "0",
    rounds: int = 3,
    jobs: Annotated[int, Parameter(alias="-j")] = 1,
    save: Path = Path("fuzz"),
    json: common.Json = False,
) -> int:
    """Play whole games under many sets of house rules and check that nothing breaks; the exit code is 1 if it does.

    Parameters
    ----------
    edition
        The base game.
    pairs
        Every two rules that fit together meet, with their options at both ends; without it each rule plays alone.
    games
        How many games.
    seed
        The same seed chooses and plays the same games.
    rounds
        Rounds after which a game ends.
    jobs
        Processes that play at the same time.
    save
        Folder for the games that failed, each with the fewest rules that still show the fault.
    """
    if games < 1 or jobs < 1 or rounds < 1:
        raise RuleError("games, jobs and rounds are at least 1")
    failures = []
    found = lab.fuzz(edition, games=games, seed=seed, rounds=rounds, folder=str(save), pairs=pairs, jobs=jobs)
    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as progress:
        bar = progress.add_task("games", total=games)
        for failure in found:
            progress.advance(bar)
            if failure:
                failures.append(failure)
    if json:
        common.print_json({"edition": edition, "games": games, "failures": [f._asdict() for f in failures]})
        return 1 if failures else 0
    out = common.console()
    for f in failures:
        out.print(f"seed {f.seed}: {f.fault}", markup=False)
        out.print(f"  rules: {', '.join(f.rules) or 'none'} {f.options or ''}", markup=False)
        out.print(f"  file: {f.file}", markup=False)
    out.print(f"{len(failures)} of {games} games failed." if failures else f"All {games} games went well.")
    return 1 if failures else 0
