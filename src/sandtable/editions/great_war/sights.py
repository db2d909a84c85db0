"""What people see of 1914 beside units: mines, the entry of the United States, and the Russian Revolution."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.outside import neutral_power
from ...engine.sights import Panel, Row, Sign
from .ending import REVOLUTION, lost_around, revolution_in
from .politics import UNRESTRICTED
from .ways import laid_by

if TYPE_CHECKING:
    from ...engine.game import Game


def mines(game: Game) -> list[Sign]:
    """The mines of naval bases (R42 to R46)."""
    text = "Mines of {}: each enemy ship that enters rolls a die and is hit on a 1"
    return [
        Sign(zone, "mine", text.format(power), 0, power) for zone in game.rules.zones for power in laid_by(game, zone)
    ]


def entry(game: Game) -> Panel | None:
    """When a neutral power enters the war, and what brings it in sooner (R97)."""
    still = [power for power in game.rules.powers if neutral_power(game, power)]
    if not still:
        return None
    last, round = game.rules.switch("entry_round"), game.state.round
    rows = [
        Row(f"{power} enters the war", f"round {last}", round >= last, power, f"it is round {round}") for power in still
    ]
    return Panel("Neutral powers", (
        *rows, Row("Or earlier: its territory or its ships are attacked"),
        Row("Or earlier: unrestricted submarine warfare is declared", "", UNRESTRICTED.get(game.state)),
    ))  # fmt: skip


def revolution(game: Game) -> Panel | None:
    """The conditions of the Russian Revolution and how they stand (R113, R114, R117)."""
    power = revolution_in(game)
    if power is None or REVOLUTION.get(game.state):
        return None
    rules, round = game.rules, game.state.round
    first, needed = rules.switch("revolution_round"), rules.switch("revolution_neighbors")
    near, others, capital_held = lost_around(game, power)
    capital = rules.powers[power].capital
    lost = f"Territories of {power} held by the enemy, {capital} apart"
    return Panel(f"Revolution in {power}", (
        Row("Not before round", str(first), round >= first),
        Row(f"Territories adjacent to {capital} held by the enemy", f"{near} of {needed}", near >= needed, power),
        Row(lost, f"{others} of {needed + 1}", others > needed, power),
        Row(f"{capital} is still held or contested", "", capital_held, power),
    ))  # fmt: skip
