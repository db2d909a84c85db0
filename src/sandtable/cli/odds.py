"""`sandtable odds`: the exact odds of a battle under any rules, or of a battle in a saved game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from ..battle.odds import Odds, by_type, choose_and_solve
from ..battle.odds import odds as odds_of
from ..battle.raid import Raid, raid_odds
from ..battle.volley import ATTACKER, DEFENDER, Piece, Side
from ..core.errors import RuleError
from ..engine import assaults
from ..engine import odds as in_game
from ..engine import position as positions
from ..engine.game import Game
from ..rules import variant as variants
from . import common

Several = Annotated[list[str] | None, Parameter(negative="")]

#: Length of a full bar of the histogram, and its maximum number of lines.
BAR, LINES = 40, 16


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Fight:
    """Units of both sides, and how they fight.

    Parameters
    ----------
    attack
        The attacking units, such as "3 inf 2 arm 1 ftr".
    defend
        The defending units.
    where
        Where the battle is: `land`, `sea`, `amphibious`, `raid`, a battle of its own that rules bring, such as
        `port attack`, or the name of a space.
    tech
        Technologies, such as "attacker: jet power".
    losses
        Casualty order, such as "defender: infantry, fighter". By default, the cheapest unit is lost first.
    retreat
        When to retreat: "rounds 2", "only air", "fewer than 3 land", or "odds below 40%". Applies to the attacker
        unless you name a side or step first, such as "defending_submarines_withdraw: rounds 1".
    rounds
        Stop after this many combat rounds; 0 fights to the end.
    keep_land
        Keep one attacking land unit alive to capture the territory.
    value
        IPC value of the territory, if different from the board.
    """

    attack: str = ""
    defend: str = ""
    where: str = "land"
    tech: Several = None
    losses: Several = None
    retreat: Several = None
    rounds: int = 0
    keep_land: Annotated[bool, Parameter(negative="")] = False
    value: int | None = None

    def policies(self) -> dict[str, Any]:
        """Return what the two sides decide, as arguments of the solver."""
        return {
            "losses": self.losses or (), "retreat": self.retreat or (), "rounds": self.rounds,
            "keep_land": self.keep_land, "value": self.value,
        }  # fmt: skip


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Standing:
    """A battle that stands on the board of a game.

    Parameters
    ----------
    game
        A saved game.
    position
        A position file (docs/positions.md), in place of a saved game.
    at
        With --game or --position: the space to fight over.
    best_attack
        Find the cheapest attack that captures the space.
    probability
        With --best-attack: the minimum probability of capturing it.
    """

    game: Path | None = None
    position: Path | None = None
    at: str = ""
    best_attack: Annotated[bool, Parameter(name="--best-attack", negative="")] = False
    probability: float = 0.75

    @property
    def given(self) -> bool:
        """Whether a game or a position is named."""
        return self.game is not None or self.position is not None

    def playing(self) -> Game:
        """Return the game. Raises `RuleError` if no space is named."""
        if not self.at:
            raise RuleError(f"--{'game' if self.game else 'position'} also needs a space: add --at SPACE")
        return Game.load(self.game) if self.game else positions.begun(positions.load(str(self.position)))


def odds(
    edition: str = "",
    /,
    *,
    fight: Fight = Fight(),
    rules: common.RuleIds = None,
    option: common.OptionTexts = None,
    variant: common.VariantFile = None,
    scenario: common.Scenario = "",
    standing: Standing = Standing(),
    json: common.Json = False,
) -> None:
    """Calculate the exact odds of a battle under any rules.

    Parameters
    ----------
    edition
        The base game, such as `classic`; not needed with --game.
    """
    if standing.given:
        return _on_board(standing, fight, json)
    if standing.best_attack or standing.at:
        raise RuleError(
            "--at and --best-attack only work with a saved game or a position; add --game FILE or --position FILE"
        )
    if not edition and not variant:
        raise RuleError("no edition given; run 'sandtable odds classic …', or pass a saved game with --game FILE")
    ruleset = variants.build(common.wanted(edition, rules, option, variant, scenario))
    if fight.where.strip().lower() == "raid":
        return _show_raid(raid_odds(ruleset, fight.attack, fight.defend, fight.tech or (), fight.value), json)
    result = odds_of(ruleset, fight.attack, fight.defend, fight.where, tech=fight.tech or (), **fight.policies())
    return _show(result, result.sides, json)


def _on_board(standing: Standing, fight: Fight, json: bool) -> None:
    """Show the odds of a battle in a game, of an amphibious assault with its sea battles, or of the best attack."""
    playing, at = standing.playing(), standing.at
    if standing.best_attack:
        return _show_attack(at, in_game.best_attack(playing, at, standing.probability), json)
    joint = None if fight.attack else assaults.assault(playing, playing.rules.words.space(at))
    if joint is not None:
        return _show_assault(joint, json)
    place, sides = in_game.sides_at(playing, at, fight.attack)
    return _show(choose_and_solve(playing.rules, place, sides, **fight.policies()), sides, json)


def _show_assault(found: assaults.Assault, json: bool) -> None:
    """Print the odds of an amphibious assault together with the sea battles before it."""
    if json:
        common.print_json({**found._asdict(), "at_sea": dict(found.at_sea)})
        return
    out = common.console()
    table = common.table("result", "probability", "", right=(1,))
    rows = [(f"sea battle won: {zone}", p) for zone, p in found.at_sea.items()]
    for name, p in (*rows, ("all units land", found.arrive), ("territory captured", found.captured)):
        table.add_row(name, percent(p), bar(p, 1.0))
    out.print(table)
    out.print(f"expected IPC losses: attacker {found.attacker_loss:.2f}, defender {found.defender_loss:.2f}")


def _show(result: Odds, sides: Mapping[Side, Mapping[Piece, int]], json: bool) -> None:
    if json:
        common.print_json(result.plain())
        return
    out = common.console()
    out.print(f"attack: {units_text(sides[ATTACKER])}")
    out.print(f"defend: {units_text(sides[DEFENDER])}")
    out.print()
    odds_table = common.table("result", "probability", "", right=(1,))
    for name, p in _results(result):
        odds_table.add_row(name, percent(p), bar(p, 1.0))
    out.print(odds_table)
    out.print()
    if result.limited and any(result.mastery.values()):
        for side, p in result.mastery.items():
            out.print(f"{side} air supremacy: {percent(p)}")
        out.print()
    loss = common.table("IPC losses", "expected", "5%", "median", "95%", right=(1, 2, 3, 4))
    for side in (ATTACKER, DEFENDER):
        quantiles = (str(result.loss_quantile(side, q)) for q in (0.05, 0.5, 0.95))
        loss.add_row(side, f"{result.expected_loss[side]:.2f}", *quantiles)
    out.print(loss)
    out.print(f"net IPC swing for the attacker: {result.expected_swing:+.2f} IPCs")
    out.print()
    _print_outcomes(out, result)
    _print_rounds(out, result)


def _results(result: Odds) -> tuple[tuple[str, float], ...]:
    """Return the possible results of a battle; if its rounds are limited, those for the territory."""
    if result.limited:
        return (
            ("territory captured", result.captured),
            ("territory contested", result.contested),
            ("territory held", result.held),
        )
    return (
        ("attacker wins", result.attacker_wins),
        ("territory captured", result.captured),
        ("defender wins", result.defender_wins),
        ("draw", result.draw),
    )


def _print_outcomes(out: Any, result: Odds) -> None:
    table = common.table("probability", "", "attacker survivors", "defender survivors", right=(0,))
    shown = result.outcomes[:LINES]
    for outcome in shown:
        table.add_row(
            percent(outcome.p), bar(outcome.p, shown[0].p), units_text(outcome.attacker), units_text(outcome.defender)
        )
    rest = sum(o.p for o in result.outcomes[LINES:])
    if rest:
        table.add_row(percent(rest), "", f"{len(result.outcomes) - LINES} others", "")
    out.print(table)
    out.print()


def _print_rounds(out: Any, result: Odds) -> None:
    table = common.table("after round", "attackers", "defenders", "still fighting", right=(0, 1, 2, 3))
    for row in result.rounds[:LINES]:
        table.add_row(str(row.round), f"{row.attacker:.2f}", f"{row.defender:.2f}", percent(row.fighting))
    out.print(table)


def _show_raid(result: Raid, json: bool) -> None:
    if json:
        common.print_json(result.plain())
        return
    out = common.console()
    losses = f"{result.expected_loss:.2f} IPCs"
    if result.defender_loss:
        losses += f", defender {result.defender_loss:.2f} IPCs"
    out.print(f"expected damage: {result.expected_damage:.2f} IPCs; expected loss: {losses}")
    table = common.table("damage", "probability", "", right=(0, 1))
    for ipcs, p in enumerate(result.damage):
        if p > 5e-5:
            table.add_row(str(ipcs), percent(p), bar(p, max(result.damage)))
    out.print(table)


def _show_attack(space: str, attack: in_game.Attack, json: bool) -> None:
    if json:
        units = [{"from": start, "unit": kind, "count": n} for (start, kind), n in attack.units.items()]
        common.print_json({"at": space, "units": units, "cost": attack.cost, "p": attack.p})
        return
    out = common.console()
    out.print(f"{attack.cost} IPCs of units capture {space} with probability {percent(attack.p)}")
    table = common.table("from", "units", "count", right=(2,))
    for (start, kind), n in attack.units.items():
        table.add_row(start, kind, str(n))
    out.print(table)


def units_text(pieces: Mapping[Piece, int]) -> str:
    """Return units as text: `3 infantry, 1 armor`, or `nothing`."""
    names = {p.type: p.unit for p in pieces}
    parts = []
    for name, n in by_type(pieces).items():
        kind, bracket, rest = name.partition(" (")
        parts.append(f"{n} {names[kind].called(n)}{bracket}{rest}")
    return ", ".join(parts) or "nothing"


def percent(p: float) -> str:
    """Return a probability in percent; a very small one is shown as less than 0.01%."""
    return f"{p:.2%}" if p >= 5e-5 or p <= 0 else "<0.01%"


def bar(p: float, full: float) -> str:
    """Return a bar of the histogram."""
    return "█" * round(BAR * p / full) if full > 0 else ""
