"""Sandtable: referee, computer opponent, odds calculator, and balance lab for Axis & Allies board games.

A game yields decisions and takes answers; every rule of a variant is a module that can be switched on or off.

>>> import sandtable
>>> game = sandtable.Game.new("classic", ["common.low_luck"], seed="7")
>>> game.decision
<Decision 0 develop of Soviet Union: Weapons development: how many dice will you buy at 5 IPCs each?>
>>> game.answer(0)

An answer can also be text, in the form of the decision:

>>> game.answer("8 infantry")
>>> game.answer("3 infantry: Karelia > Eastern Europe")
>>> game.rules.words.force(game.state.at("Eastern Europe"), "Germany")
'3 infantry, 1 armor, 1 fighter, 3 infantry (moved 1, combat) of Soviet Union'

An illegal answer raises an error with one sentence, and the game does not change:

>>> game.answer("1 infantry: Russia > Germany")
Traceback (most recent call last):
sandtable.core.errors.Illegal: Russia and Germany are not adjacent (classic.R7)

`legal` lists the legal answers. You can undo an answer until dice are rolled:

>>> [move.path[-1] for move in game.decision.legal() if move.path[:1] == ("Yakut S.S.R.",)][:1]
['Manchuria']
>>> game.undo()
>>> game.state.at("Eastern Europe") == sandtable.Game.new("classic").state.at("Eastern Europe")
True

Events tell what happened, and `why` tells which rules set a value:

>>> [event.kind for event in game.events]
['game_started', 'round_started', 'turn_started', 'bought']
>>> [edit.rule for edit in game.rules.why("switches.resolution")]
['classic', 'common.low_luck']

`game.save(path)` writes a text file; `Game.load(path)` continues the game.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from .core.errors import Illegal, Malformed, RuleError, SandtableError, SaveError, Unknown
from .engine.game import Game
from .engine.save import program_version

__version__ = program_version()
__all__ = ["Game", "Illegal", "Malformed", "RuleError", "SandtableError", "SaveError", "Unknown", "odds"]


def __getattr__(name: str) -> Any:
    if name == "odds":  # import the solver only when needed: NumPy loads slowly
        return import_module(".battle.odds", __name__).odds
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
