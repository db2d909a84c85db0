"""Placing Naval Units in Enemy-Occupied Sea Zones: new ships among enemy ships, which must leave or attack."""

from ...engine.memory import SWORN
from ...engine.sights import Sign
from ...words import Draft, Game, Option, Options, declare_event, game_memory, turn_memory
from ...words.board import of_power
from ..documents import smith

FLEET = turn_memory("fleet_before_placing", dict[str, int], "zone with enemy ships -> own ships before placing")
MUST_ACT = game_memory("must_act", dict[str, "list[str]"], "power -> zones it must leave or attack in its next turn")
declare_event("challenged", "new ships in {space}: {power} must leave the zone or attack in its next turn")


@smith(
    "smith.naval_placement", "Placing Naval Units in Enemy-Occupied Sea Zones",
    Option("enemy_must_act", True, "the enemy in the zone must leave it or attack in its next turn"),
    default=False,
)  # fmt: skip
def naval_placement(draft: Draft, option: Options) -> None:
    """New ships may be placed in a sea zone with enemy ships if it borders an industrial complex that their owner has
    controlled since the start of the turn. No battle follows at once. In its next turn, each enemy with ships there
    must leave the zone or attack."""
    among = "new ships may be placed among enemy ships (smith.naval_placement.1, .3)"
    draft.set("switches.ships_placed_among_enemies", True, among)
    if option.enemy_must_act:
        draft.step("turn", "fleet_before_placing", count_ships, before="place")
        draft.step("turn", "challenge", challenge, after="place")
        draft.step("turn", "leave_or_attack", leave_or_attack, before="combat")
        draft.modify("must_fight", must_fight)
        draft.step("signs", "leave_or_attack", signs)


def signs(game: Game) -> list[Sign]:
    """Return a sign in each zone that a power must leave or attack."""
    return [
        Sign(zone, "clock", f"{power} must leave or attack in its next turn", 0, power)
        for power, zones in MUST_ACT.get(game.state).items()
        for zone in zones
    ]


def ships(game: Game, zone: str, power: str) -> int:
    """Return how many ships a power has in a zone."""
    return sum(n for s, n in of_power(game, zone, power).items() if game.unit(s, zone).kind == "sea")


def enemies_in(game: Game, zone: str) -> list[str]:
    """Return the enemies of the active power with ships in a zone."""
    foes = game.enemies(game.state.power, zone)
    return [power for power in game.rules.powers if power in foes and ships(game, zone, power)]


def count_ships(game: Game) -> None:
    """Note the own ships in each zone with enemy ships before new ones are placed."""
    power = game.state.power
    FLEET.set(game.state, {z: ships(game, z, power) for z in game.rules.zones if enemies_in(game, z)})


def challenge(game: Game) -> None:
    """Let the enemies in a zone with new ships act in their next turn (smith.naval_placement.2)."""
    for zone, before in FLEET.take(game.state).items():
        if ships(game, zone, game.state.power) > before:
            for enemy in enemies_in(game, zone):
                MUST_ACT.of(game.state).setdefault(enemy, []).append(zone)
                game.emit("challenged", space=zone, power=enemy)


def leave_or_attack(game: Game) -> None:
    """Make ships attack that are still in such a zone when the combat move ends (smith.naval_placement.2)."""
    power, q = game.state.power, game.rules.q
    for zone in MUST_ACT.of(game.state).pop(power, ()):
        if q.attackers(game, zone, power) and q.defenders(game, zone, power):
            SWORN.of(game.state).append(zone)


def must_fight(answer: bool, game: Game, zone: str) -> bool:
    """Ships that neither left nor were joined by others must attack (smith.naval_placement.2)."""
    return answer or zone in SWORN.get(game.state)
