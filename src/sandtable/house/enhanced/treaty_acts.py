"""The acts that break or void a treaty with a price, noted as they happen."""

from typing import Any

from ...engine.fighting import battle_sites
from ...engine.memory import FOUGHT, PEACEFUL
from ...words import Game, Move, game_memory, turn_memory

TERMS = game_memory(
    "non_aggression", dict[str, Any], "partners, colors, and price of the non-aggression treaty while it is in force"
)
BREAKS = turn_memory("treaty_breaks", list[str], "territories in the partner's color that were attacked in this turn")
VOIDS = turn_memory("treaty_voids", list[str], "acts of this turn that void the non-aggression treaty")
CROSSED = turn_memory("treaty_crossed", list["list[Any]"], "space, the one before, end, type, and count of a blitz")


def partner(game: Game, power: str) -> str:
    """Return the treaty partner of a power while the treaty is in force; else an empty text."""
    partners = TERMS.get(game.state).get("partners", ())
    return next((p for p in partners if p != power), "") if power in partners else ""


def watch(game: Game, move: Move) -> None:
    """Note what a move does to the treaty: attacks (.4, .6, .10, .11), entering what others hold of the partner's color
    (.12, .13), flights (.14, .15), and raids (.17)."""
    power, state = move.units[0][0].owner, game.state
    other = partner(game, power)
    if not other:
        return
    kinds = {game.unit(s, move.path[0]).kind for s, _ in move.units}
    combat = game.rules.sequence("turn")[state.step].name != "noncombat_move"
    colored, end = TERMS.get(state)["colors"][other], len(move.path) - 1
    for at, space in enumerate(move.path[1:], 1):
        owner = state.owner.get(space)
        if not game.rules.is_land[space]:
            continue
        if owner == other and combat and (at == end or "air" not in kinds):
            if move.mission:
                note(game, f"{move.mission} against {space}")
            else:
                attacked(game, space, space in colored)
                if at < end:
                    CROSSED.of(state).extend(
                        [space, move.path[at - 1], move.path[-1], s.type, n] for s, n in move.units
                    )
        elif owner == other and "air" in kinds:
            note(game, f"flight over {space}")
        elif owner is not None and owner != power and owner in game.friends(power) and space in colored:
            note(game, f"entry into {space}")


def note(game: Game, act: str) -> None:
    """Note an act that voids the treaty."""
    VOIDS.of(game.state).append(act)


def attacked(game: Game, space: str, colored: bool) -> None:
    """Note an attack on a territory of the partner: in its color it breaks the treaty, else it voids it."""
    if not colored:
        note(game, f"attack on {space}")
    elif space not in BREAKS.get(game.state):
        BREAKS.of(game.state).append(space)


def fleets(game: Game, forced: bool) -> list[str]:
    """Return the sea zones where ships of the partner are attacked now (.16), only those with a `forced` battle or
    all."""
    power, q = game.state.power, game.rules.q
    other, peaceful = partner(game, power), (*PEACEFUL.get(game.state), *FOUGHT.get(game.state))
    return [
        zone
        for zone in battle_sites(game, power)
        if not game.rules.is_land[zone] and zone not in peaceful and (not forced or q.must_fight(game, power, zone))
        if any(s.owner == other and game.unit(s).kind == "sea" for s in q.defenders(game, zone, power))
    ]


#: Cost of the free infantry for the power that breaks the treaty, as a multiple of its price: it is as strong on
#: defense as units for this money, and stands where the attack comes.
HARM = 2.0


def attack_price(answer: float, game: Game, power: str, space: str) -> float:
    """An attack on the partner brings it free infantry (.2, .7)."""
    other, state = partner(game, power), game.state
    if not other:
        return answer
    theirs = state.owner.get(space) == other or any(stack.owner == other for stack in state.at(space))
    price: int = game.stats(other, "infantry").cost
    return answer + (HARM * price * TERMS.get(state)["infantry"] if theirs else 0.0)
