"""Battles as data: steps that both the referee (dice) and the solver (exact odds) interpret, so they always agree."""
