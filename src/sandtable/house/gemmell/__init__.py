"""Gemmell's house rules for Axis & Allies Classic (1987), in the order of the document."""

from ...words import Rule
from .atomic_bombs import atomic_bombs
from .atomic_research import atomic_research
from .lend_lease import lend_lease
from .neutral_invasion import neutral_invasion
from .neutral_ipc_values import neutral_ipc_values
from .nonaggression_treaty import nonaggression_treaty
from .prisoners_of_war import prisoners_of_war
from .retreat_by_defender import retreat_by_defender
from .revised_ipc_values import revised_ipc_values
from .rule_selection import rule_selection
from .salvage import salvage

RULES: list[Rule] = [
    rule_selection,
    retreat_by_defender,
    atomic_research,
    atomic_bombs,
    prisoners_of_war,
    lend_lease,
    revised_ipc_values,
    neutral_ipc_values,
    neutral_invasion,
    salvage,
    nonaggression_treaty,
]
