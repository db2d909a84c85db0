"""Show one game round by round in the terminal: territories, incomes, major battles, and the result.

On a terminal, the table of powers stays at the bottom and is updated. Otherwise the output is plain lines.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Group, RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

from ..core.events import Event
from ..core.forces import Stack
from ..core.text import side_name
from ..engine.game import Game, Header
from ..lab import simulate as lab
from ..rules.ruleset import Ruleset
from . import common

#: Battles shown per round: the costliest ones, if they cost at least this many IPCs of units.
TOLD, WORTH = 3, 15
#: Seconds for which a terminal shows each round.
PACE = 0.25


class Fought(NamedTuple):
    """A finished battle; `lost` is the value of the units both sides lost, in IPCs."""

    space: str
    attacker: str
    defender: str
    attackers: str
    defenders: str
    outcome: str
    lost: int


class Chronicle:
    """Collects the events of a game, one round at a time."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.read = 0
        self.forget()

    def forget(self) -> None:
        """Start a new round."""
        self.battles: list[Fought] = []
        self.taken: dict[str, list[str]] = {}
        self.told: list[str] = []
        self._open: dict[str, Any] = {}
        self._cost = 0

    def catch_up(self) -> None:
        """Read the new events."""
        for event in self.game.events[self.read :]:
            self._note(event)
        self.read = len(self.game.events)

    def _note(self, event: Event) -> None:
        kind, data = event
        units = self.game.rules.units
        if kind == "battle_started":
            self._open, self._cost = dict(data), 0
        elif kind == "lost":
            self._cost += sum(units[s.type].cost * n for s, n in manned(data["force"]).items())
        elif kind == "battle_ended" and self._open:
            words, was = self.game.rules.words, self._open
            defenders = list(dict.fromkeys(s.owner for s in was["defenders"]))
            fought = Fought(
                data["space"],
                was["attacker"],
                " and ".join(defenders),
                words.force(manned(was["attackers"]), was["attacker"]),
                words.force(manned(was["defenders"]), defenders[0] if len(defenders) == 1 else ""),
                data["outcome"],
                self._cost,
            )
            self.battles.append(fought)
            self._open = {}
        elif kind == "captured":
            self.taken.setdefault(data["power"], []).append(data["space"])
            fallen = [
                p for p in self.game.rules.powers.values() if p.capital == data["space"] and p.name == data["loser"]
            ]
            self.told += [f"{data['power']} captures {data['space']}, the capital of {p.name}" for p in fallen]
        elif kind == "liberated":
            self.taken.setdefault(data["power"], []).append(f"{data['space']} (liberated)")
        elif kind == "technology_gained":
            self.told.append(f"{data['power']} develops {data['technology']}")

    def lines(self, number: int) -> list[Text]:
        """Return the lines that describe a round."""
        out = [Text(f"Round {number}", style="bold")]
        dear = sorted(self.battles, key=lambda b: -b.lost)[:TOLD]
        for b in self.battles:
            if b in dear and b.lost >= WORTH:
                fight = f"{b.attacker} ({b.attackers}) against {b.defender} ({b.defenders})"
                out.append(Text(f"  {b.space}: {fight}: {b.outcome}; {b.lost} IPCs lost"))
        for power, spaces in self.taken.items():
            out.append(Text(f"  {power} captures {', '.join(dict.fromkeys(spaces))}", style="dim"))
        out += [Text(f"  {line}", style="bold") for line in dict.fromkeys(self.told)]
        return out


def manned(force: Mapping[Stack, int]) -> dict[Stack, int]:
    """Return the units of a force and their cargo, without any conditions."""
    out: dict[Stack, int] = {}
    for stack, n in force.items():
        for owner, kind in ((stack.owner, stack.type), *stack.cond.cargo):
            key = Stack(owner, kind)
            out[key] = out.get(key, 0) + n
    return out


def standings(game: Game) -> Table:
    """Return a table of the powers: IPCs, income, territories, value of their units, and capital."""
    state, rules = game.state, game.rules
    worth = dict.fromkeys(rules.powers, 0)
    for force in state.forces.values():
        for stack, n in force.items():
            if stack.owner in worth:
                worth[stack.owner] += rules.units[stack.type].cost * n
    columns = ("power", "IPCs", "income", "territories", "army", "capital")
    out = common.table(*columns, right=(1, 2, 3, 4))
    for power in rules.powers.values():
        lands = [s for s, owner in state.owner.items() if owner == power.name]
        income = sum(rules.q.value(game, s) for s in lands)
        holder = state.owner.get(power.capital)
        taken = f" (controlled by {holder})" if holder not in (power.name, None) else ""
        capital = f"{power.capital}{taken}" or "none"
        name = Text(power.name, style=power.color)
        out.add_row(name, str(state.ipcs[power.name]), str(income), str(len(lands)), str(worth[power.name]), capital)
    return out


def watch_game(
    ruleset: Ruleset, seed: str, players: Mapping[str, str], save_dir: Path | None = None, quiet: bool = False
) -> lab.GameResult:
    """Play one game and show it, unless `quiet`."""
    game = Game(Header(ruleset, seed, (), players))
    seats = lab.seated(players, seed)
    start, error = time.perf_counter(), ""
    out = common.console()
    live = Live(console=out, auto_refresh=False, transient=True) if out.is_terminal and not quiet else None
    if not quiet:
        names = ", ".join(f"{power} by {name}" for power, name in players.items())
        out.print(f"{ruleset.edition}, {common.rules_text(ruleset)}, seed {seed}\n{names}\n")
    try:
        if live:
            live.start()
        _tell(game, seats, out.print, live, quiet)
    except Exception as fault:
        error = f"{type(fault).__name__}: {fault}"
    finally:
        if live:
            live.stop()
    shown = PACE * game.state.round if live else 0.0
    result = lab.result(game, max(round(time.perf_counter() - start - shown, 3), 0.0), error)
    if save_dir:
        lab.make_folder(save_dir)
        game.save(lab.file_of(save_dir, ruleset.edition, seed))
    if not quiet:
        out.print(standings(game))
        out.print(Text(ending(game, result), style="bold"))
    return result


def _tell(game: Game, seats: Mapping[str, lab.Player], say: Any, live: Live | None, quiet: bool) -> None:
    chronicle = Chronicle(game)

    def tell(number: int, last: bool = False) -> None:
        if quiet:
            return
        chronicle.catch_up()
        for line in chronicle.lines(number):
            say(line)
        if live:
            live.update(Group("", standings(game)), refresh=True)
            time.sleep(PACE)
        elif not last:
            say(_row(game))
        chronicle.forget()

    for number in lab.steps(game, seats):
        if number > 1:
            tell(number - 1)
    tell(game.state.round, last=True)


def _row(game: Game) -> RenderableType:
    """Return the incomes as one line."""
    value, owner = game.rules.q.value, game.state.owner
    income = {p: sum(value(game, s) for s, o in owner.items() if o == p) for p in game.rules.powers}
    return "  income: " + ", ".join(f"{p} {n}" for p, n in income.items())


def ending(game: Game, result: lab.GameResult) -> str:
    """Return the result as one sentence."""
    if result.error:
        return f"The game failed in round {result.rounds}."
    why = f"{result.victory} " if result.victory else ""
    who = f"The {side_name(result.winner)} win" if result.winner else "No winner"
    return f"{who} in round {result.rounds}: {why}({result.decisions} decisions, {result.seconds:.1f} s)"
