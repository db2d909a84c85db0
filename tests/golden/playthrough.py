"""Golden playthroughs: everything observable in one short game, one text file for each edition and rule set.

`python -m tests.golden.playthrough` writes the files anew; the change is then reviewed as a diff.
"""

from __future__ import annotations

from pathlib import Path

from sandtable.ai import player
from sandtable.core.events import sentence
from sandtable.engine.game import Game

FOLDER = Path(__file__).parent

#: file name -> (edition, rules, options, seed)
GAMES = {
    "classic.txt": ("classic", ["common.round_limit"], {"common.round_limit.rounds": 1}, "golden"),
    "classic-low-luck.txt": (
        "classic",
        ["common.round_limit", "common.low_luck", "common.russia_restricted", "common.no_technology"],
        {"common.round_limit.rounds": 1},
        "golden",
    ),
    "classic-gemmell.txt": ("classic", ["common.round_limit", "gemmell.*"], {"common.round_limit.rounds": 1}, "golden"),
    "anniversary.txt": ("anniversary", ["common.round_limit"], {"common.round_limit.rounds": 1}, "golden"),
    "pacific.txt": ("pacific", ["common.round_limit"], {"common.round_limit.rounds": 1}, "golden"),
    "great-war.txt": ("great_war", ["common.round_limit"], {"common.round_limit.rounds": 1}, "golden"),
}


def playthrough(name: str) -> str:
    """The text of one game between random players: every question, every answer, every event, every turn's hash."""
    edition, rules, options, seed = GAMES[name]
    game = Game.new(edition, rules, options, seed=seed)
    words = game.rules.words
    lines = [f"# {game.rules.edition} {' '.join(r.id for r in game.rules.rules)} seed {seed}"]
    answer = player("random", seed)
    told = 0
    while game.open:
        decision = game.open[0]
        for event in game.events[told:]:
            lines.append(f"  {sentence(event, words)}")
        told = len(game.events)
        given = answer(game, decision)
        lines.append(f"{decision.id} {decision.power}, {decision.kind}: {decision.prompt}")
        lines.append(f"  -> {decision.form.write(given, words)}")
        before = len(game.hashes)
        game.answer(given, id=decision.id)
        lines += [f"  state {digest}" for _, digest in game.hashes[before:]]
    lines += [f"  {sentence(event, words)}" for event in game.events[told:]]
    lines.append(f"end of round {game.state.round}, state {game.state_hash}, {game.dice.position} bytes of dice")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    for name in GAMES:
        (FOLDER / name).write_text(playthrough(name), encoding="utf-8")
