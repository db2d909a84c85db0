"""`sandtable rules counts`: how often each rule comes up in games between computer players."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter
from rich.table import Table

from ..core.errors import RuleError
from ..lab import counts as lab
from ..rules import registry
from . import common


def counts(
    edition: str = "classic",
    /,
    *,
    rules: common.RuleIds = None,
    option: common.OptionTexts = None,
    games: Annotated[int, Parameter(alias="-n")] = 20,
    seed: Annotated[str, Parameter(alias="-s")] = "0",
    player: Annotated[str, Parameter(alias="-p")] = "basic",
    max_rounds: int = 0,
    jobs: Annotated[int, Parameter(alias="-j")] = 1,
    json: common.Json = False,
) -> None:
    """Count how often each rule comes up per game: questions, actions, events, and answers it changes.

    Parameters
    ----------
    edition
        The base game, such as `classic`.
    games
        Number of games to play.
    seed
        The same seed plays the same games.
    player
        The computer player of all powers.
    max_rounds
        End each game after this many rounds; 0 for no limit.
    jobs
        Number of games to play in parallel.
    """
    if games < 1 or jobs < 1:
        raise RuleError("--games and --jobs must be at least 1")
    if not rules:
        raise RuleError("name the rules to count with --rules, such as --rules smith")
    options = registry.parse_options(option or [])
    found = lab.counts(
        edition, rules, options, games=games, seed=seed, players=player, max_rounds=max_rounds, jobs=jobs
    )
    if json:
        common.print_json({"edition": edition, "games": games, "rules": [row._asdict() for row in found]})
        return
    table = Table(title=f"Per game, on average of {games}")
    table.add_column("rule")
    for heading in lab.KINDS.values():
        table.add_column(heading, justify="right")
    for row in found:
        table.add_row(row.rule, *(f"{n:.1f}" if n else "" for n in row[1:]))
    common.console().print(table)
