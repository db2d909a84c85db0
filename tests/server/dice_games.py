"""Short games with dice, as the server records them; `python -m tests.server.dice_games` writes some for the client."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec

from sandtable.ai import player
from sandtable.core.dice import commitment
from sandtable.core.events import shown
from sandtable.engine.save import dump
from sandtable.rules import registry
from sandtable.server import views
from sandtable.server.live import Live
from sandtable.server.records import Spec
from sandtable.server.sharing import FORMAT, VERSION
from sandtable.server.wire import DiceRecord, FrameDice, Share
from tests.helpers import together

#: Edition, house rules, and the length of the chain (0: as before there were chains; 3: too short for the game).
KINDS: list[tuple[str, list[str], int]] = [
    ("classic", [], 4096),
    ("classic", ["gemmell"], 200),
    ("classic", ["gemmell.*"], 200),
    ("classic", ["common.low_luck", "common.heavier_bombers"], 200),
    ("classic", ["common.third_edition_units"], 2),
    ("classic", ["gemmell"], 0),
    ("great_war", [], 200),
    ("great_war", ["great_war"], 200),
    ("great_war", together("great_war", "great_war.*"), 2),
    ("great_war", ["great_war"], 0),
]
FIXTURE = Path(__file__).parents[2] / "web" / "tests" / "fixtures" / "dice.json"


class Played(NamedTuple):
    """A game: the record of its dice as JSON data, its save, and the data of all events that players saw."""

    record: dict[str, Any]
    save: str
    events: list[dict[str, Any]]


def played(number: int, answers: int = 35) -> Played:
    """Play game `number`: random answers, some of which are undone."""
    edition, rules, chain = KINDS[number % len(KINDS)]
    answers *= 3 if edition == "great_war" and len(rules) > 1 else 1  # it begins with many questions without dice
    ruleset = registry.build(edition, rules)
    seed = hashlib.sha256(f"game {number}".encode()).hexdigest()
    shares = [share(power, f"{seed}/{power}") for power in list(ruleset.powers)[: 1 + number % 3]]
    chosen = [(rule.id, views.plain(rule.options)) for rule in ruleset.rules]
    salts = [s.salt for s in shares]
    spec = Spec(edition, ruleset.scenario, chosen, ruleset.fingerprint, seed, salts, {}, chain=chain)
    live, rng, chance = Live(spec), Random(number), player("random", number)
    frames = []
    while not live.over and live.revision < answers:
        if live.may_undo() and rng.random() < 0.15:
            frames.append(live.undo(0.0).frame)
            continue
        game, decision = live.playing(), live.open()[0]
        text = decision.form.write(chance(game, decision), game.rules.words)
        frames.append(live.give(decision, text, "me", 0.0).frame)
        if rng.random() < 0.03:  # the server restarts, and plays the game again from its log
            live = Live(spec, [*lines(frames, live)])
    rows = [FrameDice(f.n, [face for e in f.events for face in shown(e.data)], f.rolled) for f in frames]
    rows = [row for row in rows if row.faces]
    promised = commitment(seed, chain)
    record = DiceRecord(FORMAT, VERSION, f"game-{number}", "", chain, promised, shares, salts, seed, rows)
    assert live.game is not None
    return Played(msgspec.to_builtins(record), dump(live.game), [e.data for f in frames for e in f.events])


def lines(frames: list[Any], live: Live) -> list[Any]:
    """Return the log of a game: its answers that count, in place of those that were undone, too."""
    from sandtable.server.records import Entry

    out: list[Any] = []
    answers = {line.n: line for line in live.lines}
    for f in frames:
        found = answers.get(f.n)
        if found is None and f.kind == "undo":
            found = Entry(f.n, "undo", f.power, -1, f.decision, "", "me", -1, 0.0, f.undoes)
        elif found is None:
            found = Entry(f.n, "answer", f.power, -1, f.decision, "", "me", -1, 0.0)
        out.append(found)
    return out


def share(power: str, salt: str) -> Share:
    return Share(power, f"Player of {power}", hashlib.sha256(salt.encode()).hexdigest(), True, salt)


if __name__ == "__main__":
    FIXTURE.write_text(json.dumps([played(n, 30).record for n in range(100)], separators=(",", ":")) + "\n")
