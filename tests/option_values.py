"""Which values of the options of house rules are played in tests: a measure, and a check.

``python -m pytest tests/house -p tests.option_values --option-values=FILE`` notes every rule with every option of every
game that got an answer or began at a position, in FILE (a line of JSON for each process), and tells at the end which
documented values no game had. Documented are both values of a yes/no, each of the choices, and for others the default
and at least one other.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from sandtable.engine.game import Game
from sandtable.rules import registry
from sandtable.rules.rule import Option

Played = set[tuple[str, str, str]]  # rule, option, value
OTHER = "any other value"


def documented(option: Option) -> list[str]:
    """The values that an option's text promises, as they are noted."""
    if option.choices:
        return [repr(choice) for choice in option.choices]
    if isinstance(option.default, bool):
        return ["False", "True"]
    return [repr(option.default), OTHER]


def noted(option: Option, value: Any) -> str:
    """A value as it is noted: one of `documented`."""
    text = repr(value)
    return text if text in documented(option) else OTHER


def missing(played: Played, ids: Iterable[str]) -> list[str]:
    """The documented values that no game had, such as ``gemmell.salvage.rounding='down_on_total'``."""
    known = registry.rules()
    return [
        f"{id}.{option.name}={value}"
        for id in ids
        for option in known[id].options
        for value in documented(option)
        if (id, option.name, value) not in played
    ]


def of_game(game: Game) -> Played:
    """The options of one game's rules."""
    known = registry.rules()
    return {
        (rule.id, option.name, noted(option, rule.options[option.name]))
        for rule in game.rules.rules
        if rule.id in known
        for option in known[rule.id].options
    }


# --- as a plugin of pytest --------------------------------------------------------------------------------------------

_played: Played = set()
_seen: set[str] = set()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--option-values", default="", help="file for the values of options that were played")


def pytest_configure(config: pytest.Config) -> None:
    if not config.getoption("--option-values"):
        return
    accept, begin = Game._accept, Game._begin

    def note(game: Game) -> None:
        if game.rules.fingerprint not in _seen:
            _seen.add(game.rules.fingerprint)
            _played.update(of_game(game))

    def noting(self: Game, *args: Any) -> None:
        note(self)
        accept(self, *args)

    def beginning(self: Game) -> None:
        begin(self)
        if self.start is not None:  # from a position, much happens before the first question
            note(self)

    Game._accept, Game._begin = noting, beginning  # type: ignore[method-assign, assignment]


def pytest_sessionfinish(session: pytest.Session) -> None:
    path = session.config.getoption("--option-values")
    if path and (_played or not hasattr(session.config, "workerinput")):
        with Path(path).open("a", encoding="utf-8") as file:
            file.write(json.dumps(sorted(_played)) + "\n")


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    path = config.getoption("--option-values")
    if path and not hasattr(config, "workerinput"):
        lines = Path(path).read_text(encoding="utf-8").splitlines()
        played = {(row[0], row[1], row[2]) for line in lines for row in json.loads(line)}
        ids = [rule.id for rule in registry.rules().values()]
        for line in missing(played, ids):
            terminalreporter.write_line(f"no test plays {line}")
