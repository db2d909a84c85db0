"""The neutral countries: their incomes, forces, and airspace, and how a country joins a power with its force."""

from ...engine.armies import take_over
from ...engine.board import neutral
from ...engine.memory import OVERFLOWN
from ...words import FRESH, Flow, Game, No, Stack, declare_mark, game_memory, turn_memory
from ...words.asking import Decision, PickSpace, declare_decision, one_of
from ...words.board import enemy_ships, held_by_nobody

#: The owner of the neutral countries and their forces while the rule Neutral Territories is on.
NEUTRAL = "Neutral"
#: Incomes and forces of the neutral countries (smith.neutral_territories.5 to .18).
COUNTRIES = {
    "Mongolia": {"ipcs": 1, "infantry": 1},
    "Afghanistan": {"ipcs": 1, "infantry": 1},
    "Turkey": {"ipcs": 3, "infantry": 2, "tank": 1},
    "Saudi Arabia": {"ipcs": 1, "infantry": 1},
    "Mozambique": {"ipcs": 1, "infantry": 1},
    "Angola": {"ipcs": 1, "infantry": 1},
    "Rio de Oro": {"ipcs": 1, "infantry": 1},
    "Spain": {"ipcs": 4, "infantry": 3, "tank": 1},
    "Switzerland": {"ipcs": 3, "infantry": 2, "fighter": 1},
    "Sweden": {"ipcs": 3, "infantry": 2, "transport": 1},
    "Eire": {"ipcs": 1, "infantry": 1},
    "Colombia": {"ipcs": 3, "infantry": 2, "tank": 1},
    "Peru": {"ipcs": 2, "infantry": 2},
    "Argentina-Chile": {"ipcs": 3, "infantry": 2, "transport": 1},
}
#: Territories that count as next to a neutral country beside the adjacent ones (smith.economic_conquest.2).
ACROSS = {"Eire": ("United Kingdom",), "Sweden": ("Western Europe",), "Turkey": ("Eastern Europe",)}

#: The income that wins for the Axis, and what the rule Winning makes of it when neutral countries have incomes.
GOAL, GOAL_WITH_NEUTRALS = "axis_economic_victory", "axis_economic_victory_with_neutrals"
BRIBED = turn_memory("bribed", list[str], "neutral territories that overlook aircraft of the active power in this turn")
JOINED = turn_memory("joined", list[str], "neutral countries that have joined a power in this turn")
CAME_BY = game_memory("came_by", dict[str, str], "neutral country that joined a power -> how, in words")
DORMANT = game_memory("dormant_transports", dict[str, int], "neutral country -> its transports, at sea nowhere yet")
INDIGENOUS = "indigenous"
declare_mark(INDIGENOUS, "placed among enemy ships; must fight or withdraw in its owner's next combat move")
RULE, AIRSPACE = "smith.neutral_territories", "smith.neutral_airspace.1"
declare_decision("indigenous_transport", "pick_space: where the transport of a neutral country appears")


def stays_out(game: Game, space: str) -> bool:
    """Return whether a territory is neutral, with a force of its own or without one."""
    return game.rules.is_land[space] and (neutral(game, space) or held_by_nobody(game, space))


def bribe(game: Game, space: str) -> None:
    """Let the aircraft of the active power cross a neutral territory for the rest of the turn."""
    BRIBED.of(game.state).append(space)
    OVERFLOWN.of(game.state).append(space)  # no further fee, and it stays neutral
    game.changed()


def closed(game: Game, space: str) -> No | None:
    """Return the refusal to fly across a neutral country; None for other territories and bribed countries."""
    if not held_by_nobody(game, space) or space in BRIBED.get(game.state):
        return None
    return No(f"aircraft cannot fly across {space}: it is neutral", AIRSPACE)


def neighbors(game: Game, country: str) -> tuple[str, ...]:
    """Return the territories next to a neutral country, also across a strait."""
    return (*game.rules.land_near[country], *ACROSS.get(country, ()))


def worth(game: Game, country: str) -> int:
    """Return what a neutral country is worth in IPCs: its force, and its income of six rounds."""
    force = sum(game.stats(s.owner, s.type).cost * n for s, n in game.state.at(country).items() if s.owner == NEUTRAL)
    return int(force + DORMANT.get(game.state).get(country, 0) * 8 + 6 * game.rules.q.value(game, country))


def join(game: Game, country: str, power: str, how: str = "") -> Flow:
    """Give a power a neutral country with its force; its transport appears at sea (.19, .20). `how` is for the sign
    that stands there."""
    take_over(game, country, power)
    CAME_BY.of(game.state)[country] = f"Joined {power}{how and f' by {how}'} in round {max(1, game.state.round)}"
    JOINED.of(game.state).append(country)
    game.changed()
    for _ in range(DORMANT.of(game.state).pop(country, 0)):
        yield from _launch(game, country, power)


def _launch(game: Game, country: str, power: str) -> Flow:
    """Put the transport of a country into a zone without enemy ships, or else among them."""
    zones = [z for z in game.rules.sea_near[country] if not enemy_ships(game, power, z)]
    among = not zones
    zones = zones or list(game.rules.sea_near[country])
    if not zones:
        return
    zone = yield from one_of(zones, lambda: Decision(
        "indigenous_transport", power, f"Choose the sea zone in which the transport of {country} appears",
        PickSpace(zones), advice=max(zones, key=lambda z: (_escort(game, z, power), z)), rule=f"{RULE}.19",
    ))  # fmt: skip
    cond = FRESH.marked(INDIGENOUS) if among else FRESH
    game.state.put(zone, Stack(power, "transport", cond), 1)
    game.emit("placed", power=power, units={"transport": 1}, space=zone)


def _escort(game: Game, zone: str, power: str) -> int:
    """Return how many friendly units are in a zone."""
    return sum(n for s, n in game.state.at(zone).items() if s.owner in game.friends(power))
