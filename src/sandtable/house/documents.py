"""The documents that house rules stand in: each decorator makes a rule for the editions of its document."""

from functools import partial

from ..words import house_rule

gemmell = smith = partial(house_rule, editions=("classic",))
great_war = partial(house_rule, editions=("great_war",))
enhanced = partial(house_rule, editions=("anniversary",))
pacific = partial(house_rule, editions=("pacific",))
