"""`sandtable simulate`: games between computer players."""

from __future__ import annotations

import secrets
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from statistics import mean
from typing import Annotated

import msgspec
from cyclopts import Parameter
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from ..core.errors import RuleError
from ..core.text import side_name
from ..lab import simulate as lab
from ..rules import registry
from ..rules.ruleset import Ruleset
from . import common


def simulate(
    edition: str = "",
    /,
    *,
    games: Annotated[int, Parameter(alias="-n")] = 1,
    seed: Annotated[str, Parameter(alias="-s")] = "",
    rules: common.RuleIds = None,
    option: common.OptionTexts = None,
    variant: common.VariantFile = None,
    scenario: common.Scenario = "",
    player: common.PlayerTexts = None,
    max_rounds: int = 0,
    jobs: Annotated[int, Parameter(alias="-j")] = 1,
    save: Path | None = None,
    watch: Annotated[bool, Parameter(negative="")] = False,
    capitals: Annotated[bool, Parameter(negative="")] = False,
    json: common.Json = False,
) -> int:
    """Play games between computer players and report the results.

    Parameters
    ----------
    edition
        The base game, such as `classic`; not needed with --variant.
    games
        Number of games to play.
    seed
        Master seed. The same seed plays the same games, whatever the number of jobs. Chosen at random by default.
    max_rounds
        End each game after this many rounds (rule common.round_limit); 0 for no limit.
    jobs
        Number of games to play in parallel.
    save
        Save each game to this folder.
    watch
        Watch one game round by round.
    capitals
        Count the turns that end with the power's own capital open to an adjacent army while its armies nearby are idle.
    """
    from ..ai import PLAYERS

    _check(games, jobs, max_rounds, watch)
    wanted = common.wanted(edition, rules, option, variant, scenario)
    ids, options = lab.with_limit(wanted.rules, wanted.options, max_rounds)
    ruleset = registry.build(wanted.edition, ids, options, wanted.scenario)
    players = common.seats(ruleset.powers, player or (), "basic", PLAYERS)
    seed = seed or secrets.token_hex(4)
    if watch:
        from .watch import watch_game

        results = [watch_game(ruleset, seed, players, save, quiet=json)]
    else:
        found = lab.simulate(
            wanted.edition, ids, options, scenario=wanted.scenario, games=games, seed=seed, players=players, jobs=jobs,
            save_dir=save, capitals=capitals,
        )  # fmt: skip
        results = list(found if json else _progress(found, games))
    return _report(ruleset, seed, results, watch, json)


def _check(games: int, jobs: int, max_rounds: int, watch: bool) -> None:
    if games < 1 or jobs < 1 or max_rounds < 0:
        raise RuleError("--games and --jobs must be at least 1, and --max-rounds at least 0")
    if watch and games > 1:
        raise RuleError("--watch shows only one game; remove --watch or --games")


def _report(ruleset: Ruleset, seed: str, results: list[lab.GameResult], watched: bool, json: bool) -> int:
    """Print the results and return the exit code: 1 if a game failed."""
    if json:
        ids = [r.id for r in ruleset.rules]
        common.print_json({"edition": ruleset.edition, "rules": ids, "games": msgspec.to_builtins(results)})
    elif not watched:
        title = f"{ruleset.edition}, {common.rules_text(ruleset)}, seed {seed}"
        _summary(common.console(), title, results, list(ruleset.sides))
    failed = [r for r in results if r.error]
    for result in failed:
        print(f"sandtable: the game with seed {result.seed} failed: {result.error}", file=sys.stderr)
    return 1 if failed else 0


def named(step: str) -> str:
    """Return the key of a step as words: ``round_limit`` becomes ``Round limit``."""
    return step.replace("_", " ").capitalize()


def _progress(results: Iterator[lab.GameResult], games: int) -> Iterator[lab.GameResult]:
    """Yield the results and show the progress on a terminal."""
    columns = (
        TextColumn("games"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as progress:
        task = progress.add_task("games", total=games)
        for result in results:
            progress.advance(task)
            yield result


NO_WINNER = "no winner"


def _summary(out: Console, title: str, results: list[lab.GameResult], sides: list[str]) -> None:
    wins = Counter(r.winner or NO_WINNER for r in results)
    games = common.table("winner", "games", "share", title=f"{len(results)} games of {title}", right=(1, 2))
    for side in (*sides, NO_WINNER):
        if wins[side] or side != NO_WINNER:
            games.add_row(
                side if side == NO_WINNER else side_name(side), str(wins[side]), f"{wins[side] / len(results):.0%}"
            )
    out.print(games)
    out.print()
    ends = common.table("ended by", "games", "rounds (mean)", right=(1, 2))
    by_kind: dict[str, list[int]] = {}
    for r in results:
        by_kind.setdefault(r.ended_by, []).append(r.rounds)
    for step, rounds in sorted(by_kind.items(), key=lambda row: -len(row[1])):
        ends.add_row(lab.ENDINGS.get(step) or named(step), str(len(rounds)), f"{mean(rounds):.1f}")
    out.print(ends)
    if turns := sum(r.turns for r in results):
        out.print(f"\nopen capitals: {sum(r.open_capitals for r in results)} of {turns} turns")
    seconds = sum(r.seconds for r in results)
    decisions = sum(r.decisions for r in results)
    out.print(f"\n{seconds / len(results):.2f} s a game, {decisions / max(seconds, 1e-9):,.0f} decisions a second")
