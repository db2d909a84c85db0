"""Learn the value of positions: `python -m benchmarks.learn 120` takes 120 positions of each edition.

`strong` chooses between turns by where they lead in a few rounds, so the value is learned from such choices. In
positions of games between fast players, the turn is played in styles drawn at random, and played on for three rounds.
Noted is by how much styles differ with the same dice: in the features after each round, and in what counts in the end
(`LASTING`). A linear regression (`scipy`) without negative weights finds what of the first round lasts: a territory
that is lost again in the next one counts little. It begins from `PRIOR`, since some features are rare.

Where luck counts little, it is better to look further ahead than to use more dice (`furthest`).

What was learned of each edition is written, with weights in IPCs (that of units is 1); and the means, for other
editions. Names of editions after the number replace only the positions of these; `python -m benchmarks.learn 0` only
fits again.
"""

from __future__ import annotations

import json
import sys
from contextlib import closing
from multiprocessing import Pool
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

import numpy as np
from scipy.optimize import lsq_linear

from sandtable.ai.basic import Basic
from sandtable.ai.basic.style import PLAIN, Style
from sandtable.ai.strong import phase_of
from sandtable.ai.strong.others import Others
from sandtable.ai.strong.proposals import Watched, proposals
from sandtable.ai.trial import finish_turn, go_on, lead, trial
from sandtable.ai.value import Features, features
from sandtable.engine.game import Game, Header
from sandtable.engine.movement import COMBAT
from sandtable.rules import registry

EDITIONS = ("classic", "great_war", "anniversary", "pacific")
#: Rounds from which positions are taken, how many styles are played in each, and with how many dice.
ROUNDS, STYLES, TRIALS = 8, 8, 4
#: Rounds that are played on, and rounds that trials of a plan may play together when it is decided how far each looks.
AHEAD, BUDGET = 3, 3
#: What counts after the last of these rounds, in IPCs, with the value of a win, and how much at most.
LASTING, VICTORY, MOST = np.array(Features(1.0, 1.0, 3.0, 30.0, 120.0, 450.0)), 150.0, 250.0
#: Expected weights, their standard deviations (small for what is rare), and the least weights: what decides a war is
#: worth at least half of what is expected, since few rounds do not show it.
PRIOR = np.array(Features(1.4, 1.4, 2.8, 30.0, 120.0, 450.0, 5.0, 0.5, 2.5))
SPREAD = np.array(Features(0.5, 0.5, 3.0, 15.0, 60.0, 150.0, 10.0, 0.5, 3.0))
LEAST = np.array(Features(units=0.3, capitals=15.0, goals=60.0, scores=225.0))
NOTES = Path("build/deviations.json")
FOUND = Path("src/sandtable/ai/value.json")

#: Of a position, by dice and style: the features after each round, and what counts in the end.
Rows = list[list[list[float]]]


def noted(edition: str, seed: str) -> Rows:
    """Return what the styles tried in a position drawn at random lead to, for each of the dice less their mean.

    There are no rows if the game is over before.
    """
    rules, rng = registry.build(edition), Random(seed)
    game, fast = Game(Header(rules, seed, (), {}), listening=False, recording=False), Basic(seed)
    last, power = rng.randint(1, ROUNDS), rng.choice(list(rules.powers))
    while game.open and game.state.round <= last:
        decision = game.open[0]
        if game.state.round == last and decision.power == power and phase_of(decision) == "purchase":
            break
        game.answer(fast(game, decision), id=decision.id)
    else:
        return []
    watched = Watched(seed, PLAIN)
    firsts = [(PLAIN, played(game, seed, 0, watched))]
    for style in drawn(game, rng, watched.targets):
        first = played(game, seed, 0, Basic(seed, style))
        if all(first != other for _, other in firsts):
            firsts.append((style, first))
        if len(firsts) == STYLES:
            break
    more = [[played(game, seed, i, Basic(seed, style)) for style, _ in firsts] for i in range(1, TRIALS)]
    found = np.array([[first for _, first in firsts], *more])
    rows: Rows = (found - found.mean(axis=1, keepdims=True)).round(3).tolist()
    return rows


def drawn(game: Game, rng: Random, targets: list[str]) -> list[Style]:
    """Return the styles that `strong` would try, in an order drawn at random."""
    decision = game.open[0]
    rows = proposals(game, decision, "purchase", PLAIN, targets) + proposals(game, decision, COMBAT, PLAIN, targets)
    styles = list(dict.fromkeys(rows))
    rng.shuffle(styles)
    return styles


def played(game: Game, seed: str, number: int, player: Basic) -> list[float]:
    """Return the features of a trial of a turn after each round, and what counts in the end."""
    decision, seed, out = game.open[0], f"{seed}/{number}", list[float]()
    side, first, start = game.side(decision.power), lead(game.state), game.state.round
    with closing(trial(game.rules, game.state, seed)) as copy:
        others = Others(copy, side, seed, number)
        finish_turn(copy, decision.power, player, others)
        for n in range(1, AHEAD + 1):
            go_on(copy, others, first, start + n)
            out += features(copy, side)
        won = copy.state.victory
        end = float(LASTING @ out[-len(LASTING) :])
        return [*out, end if not won or not won[0] else end + (VICTORY if won[0] == side else -VICTORY)]


def fitted(edition: str, positions: list[Rows]) -> dict[str, Any]:
    """Return what is learned in an edition (`value.Learned`), as it is written."""
    data = np.concatenate([np.array(rows).reshape(-1, AHEAD * len(LASTING) + 1) for rows in positions])
    x, y = data[:, : len(LASTING)], np.clip(data[:, -1], -MOST, MOST)
    noise = float(np.std(y - x @ PRIOR))
    a = np.vstack([x / noise, np.diag(1 / SPREAD)])
    best = lsq_linear(a, np.concatenate([y / noise, PRIOR / SPREAD]), bounds=(LEAST, np.inf)).x
    told, before = (float(np.corrcoef(x @ w, y)[0, 1]) for w in (best, PRIOR))
    weights = [round(float(w / best[0]), 1) for w in best]
    rounds = gained(positions, np.array(weights))
    print(f"{edition}: {len(data)} trials, correlation with what lasts {told:.3f}; of what was expected {before:.3f}")
    print("  gains in each round (mean, of the plans, of trials):", *rounds)
    return {"weights": dict(zip(Features._fields, weights)), "rounds": rounds, "ahead": furthest(rounds)}


def gained(positions: list[Rows], weights: Any) -> list[list[float]]:
    """Return for each round what styles gain in it compared to the plain one, in IPCs: the mean, the standard deviation
    of what they are worth, and that of what single trials show."""
    means, noises = [], []
    for rows in positions:
        data = np.array(rows)
        value = data[..., :-1].reshape(*data.shape[:2], AHEAD, -1) @ weights
        leads = np.clip(value - value[:, :1], -MOST, MOST)[:, 1:]
        gains = np.diff(leads, axis=-1, prepend=0.0)
        means.append(gains.mean(axis=0))
        noises.append(gains.var(axis=0, ddof=1))
    mean, noise = np.concatenate(means), np.concatenate(noises).mean(axis=0)
    spread = np.sqrt(np.maximum(1.0, mean.var(axis=0) - noise / TRIALS))
    return [[round(float(x), 1) for x in row] for row in zip(mean.mean(axis=0), spread, np.sqrt(noise))]


def furthest(rounds: list[list[float]]) -> int:
    """Return how many rounds to look ahead so that trials which play `BUDGET` rounds together tell most."""

    def told(ahead: int) -> float:
        return sum(spread**4 / (spread**2 + noise**2 * ahead / BUDGET) for _, spread, noise in rounds[:ahead])

    return max(range(1, AHEAD + 1), key=told)


def main(positions: str = "120", *editions: str) -> None:
    notes: dict[str, Any] = json.loads(NOTES.read_text()) if NOTES.exists() else {}
    NOTES.parent.mkdir(exist_ok=True)
    with Pool() as pool:
        for edition in editions or EDITIONS if int(positions) else ():
            jobs = [(edition, f"learn+{i}") for i in range(int(positions))]
            notes[edition] = [rows for rows in pool.starmap(noted, jobs, 2) if rows]
            NOTES.write_text(json.dumps(notes))
    found = {edition: fitted(edition, rows) for edition, rows in notes.items()}
    weights = {name: round(fmean(row["weights"][name] for row in found.values()), 1) for name in Features._fields}
    rounds = [[round(fmean(x), 1) for x in zip(*row)] for row in zip(*(row["rounds"] for row in found.values()))]
    found[""] = {"weights": weights, "rounds": rounds, "ahead": furthest(rounds)}
    FOUND.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
