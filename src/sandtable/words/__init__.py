"""The words that a house rule is written with.

A rule imports from here what it edits and answers with; `words.asking` holds decisions and their forms, `words.battles`
the descriptions of battles, and `words.board` the questions about spaces and units::

    from sandtable.words import Draft, Game, Option, Options, house_rule
    from sandtable.words.board import friendly
"""

from __future__ import annotations

from ..core.decisions import Move
from ..core.errors import Illegal, No, RuleError
from ..core.events import declare_event
from ..core.forces import FRESH, Force, Stack, add, first, total
from ..core.marks import declare_mark
from ..core.rounding import part_of
from ..core.text import counted, joined
from ..engine.debts import earn, spend
from ..engine.game import Flow, Game
from ..engine.losing import lose
from ..engine.memory import game_memory, turn_memory
from ..rules.conditional import Conditional
from ..rules.draft import Draft
from ..rules.given import faces, fraction, percent_by_face, redeploy, revalue, rows
from ..rules.rule import Option, Options, Pack, Played, Rule, house_rule, setting_rule

__all__ = [
    "FRESH", "Conditional", "Draft", "Flow", "Force", "Game", "Illegal", "Move", "No", "Option", "Options", "Pack",
    "Played", "Rule", "RuleError", "Stack", "add", "counted", "declare_event", "declare_mark", "earn", "faces",
    "first", "fraction", "game_memory", "house_rule", "joined", "lose", "part_of", "percent_by_face", "redeploy",
    "revalue", "rows", "setting_rule", "spend", "total", "turn_memory",
]  # fmt: skip
