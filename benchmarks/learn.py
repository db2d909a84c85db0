"""Learn the weights of a position's value: `python -m benchmarks.learn 24` plays 24 games of each edition.

Fast players play the games in styles drawn at random, on each side, so that good and bad positions occur. Each turn of
the first rounds is noted with the side that won in the end; a game that nobody has won by the last round goes to the
side with more units, money, and income. A logistic regression (`scipy`) without negative weights then finds what
counts in each edition, with a constant for each side, since one of them wins more often. It begins from `PRIOR`, since
positions of one game are much alike and some features are rare.

The means of the editions are written, in IPCs: the weight of units is 1. Names of editions after the number replace
only the games of these; `python -m benchmarks.learn 0` only fits again.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from scipy.optimize import minimize

from sandtable.ai.basic import Basic
from sandtable.ai.basic.style import Style
from sandtable.ai.value import Features, features
from sandtable.engine.game import Game, Header
from sandtable.rules import registry
from sandtable.rules.ruleset import Ruleset

EDITIONS = ("classic", "great_war", "anniversary", "pacific")
#: Rounds whose turns are noted, and the last round.
FIRST, NOTED, LAST = 2, 9, 14
#: Weight of a turn's income in the judgment of games that nobody has won, in turns.
TURNS = 4.0
#: Expected weights in IPCs, the usual log-odds of an IPC, and how many noted turns the expectation is worth.
PRIOR = Features(1.0, 1.0, 3.0, 30.0, 60.0, 400.0, 30.0)
ODDS, TRUST = 0.015, 300.0
#: Weights of what was counted before.
PLAIN = np.array(Features(1.0, 1.0, 4.0, 30.0))
NOTES = Path("build/positions.json")
FOUND = Path("src/sandtable/ai/value.json")


def drawn(rng: Random) -> Style:
    """Return a style at random."""
    return Style(bold=rng.choice((0.4, 1, 1, 2)), risk=rng.choice((0.3, 1, 4)))


def noted(rules: Ruleset, seed: str) -> list[list[float]]:
    """Return rows of a game: its features for the side to move, 1 if this side won (otherwise 0), and its number."""
    rng, game = Random(seed), Game(Header(rules, seed, (), {}), listening=False, recording=False)
    sides = sorted(set(rules.side_of.values()))
    players = {side: Basic(f"{seed}/{side}", drawn(rng)) for side in sides}
    rows, last = [], -1
    while game.open and game.state.round <= LAST:
        state, decision = game.state, game.open[0]
        turn, side = 100 * state.round + state.turn, game.sides.get(state.power, "")
        if state.stage == "turn" and state.step == 0 and turn != last and FIRST <= state.round <= NOTED:
            last = turn
            rows.append((side, features(game, side)))
        game.answer(players[rules.side_of[decision.power]](game, decision), id=decision.id)
    winner = game.state.victory[0] if game.state.victory else ""
    if not winner:
        end = features(game, sides[0])
        winner = sides[0] if end.units + end.money + TURNS * end.income > 0 else sides[1]
    return [[*row, float(side == winner), float(sides.index(side))] for side, row in rows]


def fitted(edition: str, rows: list[list[float]]) -> list[float]:
    """Return the weights of the features in an edition, in IPCs; 0 for those that it does not have."""
    data = np.array(rows)
    x, won, n = data[:, :-2], data[:, -2], len(Features._fields)
    scale = np.sqrt((x**2).mean(axis=0)) + 1e-9
    constants = np.eye(2)[data[:, -1].astype(int)]
    alone, before = regression(np.hstack([(x @ PLAIN)[:, None] * ODDS, constants]), won, np.zeros(1), 0.0)
    prior = np.array(PRIOR) * ODDS * alone[0] * scale
    best, loss = regression(np.hstack([x / scale, constants]), won, prior, TRUST)
    print(f"{edition}: {len(x)} turns, log loss {loss:.3f}; of units, money, income, and capitals alone {before:.3f}")
    weights = best[:n] / scale
    return [float(w / weights[0]) if x[:, i].any() else 0.0 for i, w in enumerate(weights)]


def regression(z: Any, won: Any, prior: Any, trust: float) -> tuple[Any, float]:
    """Return the best weights of the columns, and the mean log loss; `prior` expects those of the first ones."""
    n = len(prior)

    def loss(w: Any) -> tuple[float, Any]:
        odds, off = z @ w, w[:n] - prior
        slope = z.T @ (1 / (1 + np.exp(-odds)) - won)
        slope[:n] += trust * off
        return float(np.logaddexp(0, odds).sum() - won @ odds + trust * (off**2).sum() / 2), slope

    bounds = [(0, None)] * n + [(None, None)] * (z.shape[1] - n)
    best = minimize(loss, np.zeros(z.shape[1]), jac=True, method="L-BFGS-B", bounds=bounds).x
    return best, float((np.logaddexp(0, z @ best).sum() - won @ (z @ best)) / len(z))


def main(games: str = "24", *editions: str) -> None:
    notes = json.loads(NOTES.read_text()) if NOTES.exists() else {}
    for edition in editions or EDITIONS if int(games) else ():
        rules = registry.build(edition)
        notes[edition] = [row for i in range(int(games)) for row in noted(rules, f"learn+{i}")]
        NOTES.parent.mkdir(exist_ok=True)
        NOTES.write_text(json.dumps(notes))
    found = {edition: fitted(edition, rows) for edition, rows in notes.items()}
    shared = {}
    for i, name in enumerate(Features._fields):
        rows = {edition: round(row[i], 1) for edition, row in found.items() if row[i]}
        print(f"{name:9}", rows)
        shared[name] = round(sum(rows.values()) / max(1, len(rows)), 1)
    FOUND.write_text(json.dumps(shared) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
