"""China: a country of the United States player, with recruits instead of money (R119 to R126)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.events import declare_event
from ...engine.memory import BOUGHT

if TYPE_CHECKING:
    from ...engine.game import Game

CHINA, CAPITAL = "China", "Szechwan"
RECRUIT = "infantry"
#: R122: the original Chinese territories, those in Japanese hands at the start included.
SPACES = [
    "Anhwe", "Hopei", "Hunan", "Kiangsi", "Korea", "Kwangsi", "Kweichow", "Manchuria", "Shansi", "Shantung", "Sikang",
    "Suiyuan", "Szechwan", "Tsinghai", "Yunnan",
]  # fmt: skip
#: R119: the territories that give an infantry each, and R120: those of the Burma Road, which gives one more.
RESOURCES = ("Szechwan", "Sikang")
BURMA_ROAD = ("India", "Burma", "Yunnan", "Szechwan")
declare_event("recruited", "{power} recruits {units}")


def road_open(game: Game) -> bool:
    """Return whether the Allies control the Burma Road (R120)."""
    friends = game.friends(CHINA)
    return all(game.state.owner.get(space) in friends for space in BURMA_ROAD)


def recruit(game: Game) -> None:
    """China gets an infantry for each resource territory that it controls, and one for the Burma Road (R119, R120);
    none while its capital is lost (R124)."""
    owner, power = game.state.owner, game.state.power
    count = sum(owner.get(space) == power for space in RESOURCES) + road_open(game)
    if count and owner.get(CAPITAL) == power:
        BOUGHT.of(game.state)[RECRUIT] = count
        game.emit("recruited", power=power, units={RECRUIT: count})
