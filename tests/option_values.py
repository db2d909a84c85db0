"""Which values of the options of house rules are played in tests.

A run of the whole suite names the documented values of options of the rules of this package that no test plays, and
fails if there are any; ``python -m pytest tests/house --option-values`` checks a part of it. Played is every
option of every rule of a game that got an answer or began at a position. Documented are both values of a yes/no, each
of the choices, and for others the default and at least one other.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from sandtable.engine.game import Game
from sandtable.rules import registry
from sandtable.rules.rule import Option

Played = set[tuple[str, str, str]]  # rule, option, value
OTHER = "any other value"
#: Where the rules of this package are; rules read from files are made elsewhere.
PLACES = ("sandtable.house.", "sandtable.editions.")


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
_missing: list[str] = []


def ours() -> list[str]:
    """The ids of the rules of this package."""
    return [rule.id for rule in registry.rules().values() if rule.apply.__module__.startswith(PLACES)]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--option-values", action="store_true", help="check which values of options these tests play")


def checks(config: pytest.Config) -> bool:
    """Return whether a run is checked: it plays the whole suite, or asks for the check."""
    if hasattr(config, "workerinput"):
        return bool(config.workerinput.get("option_values"))
    option = config.option
    part = option.keyword or option.markexpr or option.collectonly or getattr(option, "lf", False)
    whole = config.args_source is pytest.Config.ArgsSource.TESTPATHS and not part
    return bool(whole or option.option_values)


def pytest_configure(config: pytest.Config) -> None:
    if not checks(config):
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


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Let a worker of pytest-xdist take notes if the whole run is checked."""
    node.workerinput["option_values"] = checks(node.config)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any, error: Any) -> None:
    """Gather the notes of a worker that has finished."""
    _played.update((row[0], row[1], row[2]) for row in getattr(node, "workeroutput", {}).get("option_values", ()))


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Hand over the notes of a worker, or find what a run that passed did not play: then it fails."""
    if not checks(session.config):
        return
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["option_values"] = [list(row) for row in sorted(_played)]
    elif exitstatus == pytest.ExitCode.OK:
        _missing[:] = missing(_played, ours())
        if _missing:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: Any) -> None:
    for line in _missing:
        terminalreporter.write_line(f"no test plays {line}", red=True)
