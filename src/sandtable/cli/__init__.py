"""The `sandtable` command line: tables for people, JSON with `--json`, and one-sentence errors.

| exit code | meaning |
| --- | --- |
| 0 | done |
| 1 | invalid file, failed check (conflict or missing requirement), or failed game |
| 2 | usage error: unknown name, option out of range, or conflicting rules |
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Any

from cyclopts import App, CycloptsError, Parameter, UnusedCliTokensError

from ..core.errors import BadFile, BadPosition, Illegal, OutOfDice, RuleFault, SandtableError, SaveError
from ..engine.save import program_version

#: Every command by group: its name, where its function is, and its help. A command is imported only when it runs, so
#: the help repeats the docstring up to the parameters. The list of commands shows the first line.
COMMANDS: dict[str, list[tuple[str, str, str]]] = {
    "": [
        ("serve", "serve:serve", "Start the game server. Press Ctrl-C to stop it."),
        ("play", "play:play", "Play in the terminal, hot seat or against the computer."),
        ("odds", "odds:odds", "Calculate the exact odds of a battle under any rules."),
        ("simulate", "simulate:simulate", "Play games between computer players and report the results."),
        ("board", "board:board", "Show the powers, spaces, units, and starting setup of a game."),
        ("replay", "replay:replay", "Replay a saved game and check every position against the file."),
        (
            "verify-dice", "verify:verify_dice",
            "Verify the dice of a saved game by rolling them all again.\n\n"
            "Recomputes the dice from the seed and salts alone, replays the game, and checks that every roll matches."
            " Exits with 1 if anything differs.",
        ),
    ],
    "rules": [
        ("list", "rules:list_", "List editions and house rules."),
        ("show", "rules:show_", "Show a rule, a numbered statement or clause, a document, or a variant."),
        ("explain", "rules:explain_", "Describe what house rules change."),
        ("check", "rules:check_", "Check house rules for conflicts. Exits with 1 if there are any."),
        (
            "save", "rules:save_",
            "Save an edition, rules, and options as a variant file.\n\n"
            "Share the file, or play with it: pass it to another command with --variant.",
        ),
        ("why", "rules:why_", "Show which rules set a value, a step, or a query."),
        ("coverage", "rules:coverage_", "Show which tests cover which statements and clauses."),
        (
            "counts", "counts:counts",
            "Count how often each rule comes up per game: questions, actions, events, and answers it changes.",
        ),
        (
            "fuzz", "fuzz:fuzz",
            "Play complete games under many sets of house rules; exits with 1 if one fails.",
        ),
    ],
}  # fmt: skip


def make_app() -> App:
    """Return the command line with all its commands."""
    usual = Parameter(show_default=_default)
    app = App(
        name="sandtable",
        help="Play, referee, calculate, and simulate Axis & Allies, with house rules you can switch on and off.\n\n"
        "Start with `sandtable serve --open`. To see the options of a command, run `sandtable COMMAND --help`.",
        version=program_version(),
        default_parameter=usual,
        suppress_keyboard_interrupt=False,
    )
    rules = App(
        name="rules",
        help="List, explain, check, and save house rules.",
        sort_key=len(COMMANDS[""]),
        default_parameter=usual,
    )
    for group, parent in (("", app), ("rules", rules)):
        for number, (name, where, text) in enumerate(COMMANDS[group]):
            parent.command(f"sandtable.cli.{where}", name=name, help=text, sort_key=number)
    app.command(rules)
    return app


def _default(value: Any) -> Any:
    """Return the default to show in the help; empty ones are explained by the text of the option."""
    return value if value not in ("", False, None) else None


def main(tokens: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    try:
        result = make_app()(tokens, exit_on_error=False, print_error=False, result_action="return_value")
        sys.stdout.flush()
        return result if isinstance(result, int) else 0
    except UnusedCliTokensError as error:
        extra = " ".join(error.unused_tokens or ())
        return _complain(f"the command does not take {extra!r}; add --help to see what it takes", 2)
    except CycloptsError as error:
        return _complain(str(error), 2)
    except (SaveError, Illegal, BadFile, BadPosition, OutOfDice, RuleFault) as error:
        return _complain(str(error), 1)
    except SandtableError as error:
        return _complain(str(error), 2)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # avoids a second error from the flush at exit
        return 1


def _complain(sentence: str, code: int) -> int:
    print(f"sandtable: {' '.join(sentence.split())}", file=sys.stderr)
    return code
