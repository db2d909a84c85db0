"""The `sandtable` command line: tables for people, JSON with `--json`, and one-sentence errors.

| exit code | meaning |
| --- | --- |
| 0 | done |
| 1 | invalid file, failed check (conflict or missing requirement), or failed game |
| 2 | usage error: unknown name, option out of range, or conflicting rules |
"""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Sequence

from cyclopts import App, CycloptsError

from ..core.errors import BadFile, Illegal, SandtableError, SaveError
from ..engine.save import program_version

_COMMANDS = ("simulate", "play", "board", "replay")


def make_app() -> App:
    """The commands; each stands in a module of its own."""
    app = App(
        name="sandtable",
        help="Play, referee, calculate, and simulate Axis & Allies, with house rules you can switch on and off.",
        version=program_version(),
        suppress_keyboard_interrupt=False,
    )
    for name in _COMMANDS:
        app.command(f"sandtable.cli.{name}:{name}", name=name)
    if importlib.util.find_spec("sandtable.cli.odds"):
        app.command("sandtable.cli.odds:odds", name="odds")
    app.command("sandtable.cli.serve:serve", name="serve")
    app.command("sandtable.cli.verify:verify_dice", name="verify-dice")
    rules = App(name="rules", help="List, explain, check, and save house rules.")
    app.command(rules)
    for name in ("list", "show", "check", "save", "why", "explain", "coverage"):
        rules.command(f"sandtable.cli.rules:{name}_", name=name)
    rules.command("sandtable.cli.fuzz:fuzz", name="fuzz")
    return app


def main(tokens: Sequence[str] | None = None) -> int:
    """Runs one command; returns the exit code."""
    try:
        result = make_app()(tokens, exit_on_error=False, print_error=False, result_action="return_value")
        sys.stdout.flush()
        return result if isinstance(result, int) else 0
    except CycloptsError as error:
        return _complain(str(error), 2)
    except (SaveError, Illegal, BadFile) as error:
        return _complain(str(error), 1)
    except SandtableError as error:
        return _complain(str(error), 2)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nothing is left to be flushed at the end
        return 1


def _complain(sentence: str, code: int) -> int:
    print(f"sandtable: {' '.join(sentence.split())}", file=sys.stderr)
    return code
