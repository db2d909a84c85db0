"""An air attack on ships in port: who takes part, and its battle, which is one of its own beside that for the
territory."""

from collections.abc import Iterator
from typing import Any

from ...battle.odds import quick
from ...core.forces import merged
from ...editions.pacific.battles import AIRCRAFT, NOT_SUBMARINES, retreats
from ...engine import commitments, shelter
from ...engine.escorts import near_fields
from ...engine.picking import piece
from ...words import Draft, Flow, Force, Game, Illegal, Move, Stack, declare_mark, lose
from ...words.battles import ATTACKER, DEFENDER, ENGAGED, Clear, Pick, Volley
from ...words.board import COMBAT, Mover, guns_of, hostile, of_kind, together

NAME, PORT = "port attack", shelter.PORT
BERTH = declare_mark("berth", "ship in a port that is attacked, with its sea zone")
ROW = {
    "attackers": {"marks": [NAME], "kinds": ["air"]}, "defenders": {"marks": [ENGAGED], "kinds": ["air", "sea"]},
    "text": "attack on the port",
}  # fmt: skip
CHOICE: dict[str, Any] = {
    "side": "defender", "battle": "attack on a port", "who": {"kinds": ["air"]}, "if_attacked": True,
    "text": "choose the aircraft that defend the ships in port; the others defend the territory",
}  # fmt: skip
#: A computer player attacks ships in port if it wins this often.
SURE = 0.75


def write_battle(draft: Draft, ships_fire: bool, submarines_hit: bool) -> None:
    """Add the steps of the battle; its guns, and a dogfight if there is one, are those of a battle for a territory."""
    guns = next(step for step in draft.steps("land_battle") if step.name == "antiaircraft_fire")
    targets = Pick() if submarines_hit else NOT_SUBMARINES
    firing = NOT_SUBMARINES if ships_fire else AIRCRAFT  # submarines never hit aircraft
    draft.step("air_battle", "antiaircraft_fire", guns.what, stage="antiaircraft")
    draft.step(
        "air_battle", "attackers", Volley("aircraft", ATTACKER, AIRCRAFT, targets, together=True), stage="attackers"
    )
    defense = Volley("port", DEFENDER, firing, AIRCRAFT, stat="defense", together=True)
    draft.step("air_battle", "defenders", defense, stage="defenders")
    draft.step("air_battle", "casualties", Clear(), stage="casualties")
    for name, (what, stage) in retreats().items():
        draft.step("air_battle", name, what, stage=stage)


def missions(answer: tuple[str, ...], game: Game, stack: Stack, space: str) -> tuple[str, ...]:
    """Aircraft that can attack may attack enemy ships in the port of an enemy territory."""
    unit = game.unit(stack, space)
    if unit.kind != "air" or not unit.attack or not hostile(game, stack.owner, space):
        return answer
    return (*answer, NAME) if any(targets(game, stack.owner, space)) else answer


def targets(game: Game, power: str, port: str) -> Iterator[tuple[str, Stack, int]]:
    """Yield the enemy ships in a port."""
    if port in of_kind(game, PORT):
        foes = game.enemies(power, port)
        yield from (row for row in shelter.in_port(game, port) if row[1].owner in foes)


def attacked(game: Game) -> list[tuple[str, Force]]:
    """Return the ports that aircraft of the active powers attack in this turn, with these aircraft."""
    out = []
    for port in of_kind(game, PORT):
        own = together(game, game.state.power, port)
        force = {s: n for s, n in game.state.at(port).items() if s.owner in own and NAME in s.cond.marks}
        out += [(port, force)] if force else []
    return out


def commit(game: Game) -> Flow:
    """Commit the aircraft of both sides: they take no part in other battles of the turn."""
    power = game.state.power
    for port, force in attacked(game):
        foes, there = game.enemies(power, port), game.state.at(port)
        able = {s: n for s, n in there.items() if s.owner in foes and game.unit(s, port).kind == "air"}
        sides = yield from commitments.chosen(game, "attack on a port", port, power, {ATTACKER: force, DEFENDER: able})
        for side in (ATTACKER, DEFENDER):
            for stack, n in sides[side].items():
                game.state.turn_into(port, stack, stack.cond.marked(ENGAGED), n)


def bring_in(game: Game) -> None:
    """For the time of the battle the ships stand in the territory, where the guns and aircraft are."""
    for port, _ in attacked(game):
        for zone, stack, n in list(targets(game, game.state.power, port)):
            game.state.put(zone, stack, -n)
            game.state.put(port, stack.with_(stack.cond.marked(ENGAGED, f"{BERTH}={zone}")), n)


def bring_back(game: Game) -> None:
    """After the battle the ships lie where they did."""
    for port in of_kind(game, PORT):
        for stack, n in list(game.state.at(port).items()):
            zone = stack.cond.noted(BERTH)
            if zone:
                game.state.put(port, stack, -n)
                game.state.put(zone, stack.with_(stack.cond.unmarked(ENGAGED, f"{BERTH}={zone}")), n)


def defenders_left(game: Game, space: str, captor: str) -> Force:
    """Return the enemy aircraft in a captured territory that defended its port."""
    foes = game.foes(captor)
    return {s: n for s, n in game.state.at(space).items() if s.owner in foes and ENGAGED in s.cond.marks}


def fly_off(game: Game, space: str, captor: str) -> None:
    """Aircraft that defended the port of a captured territory fly one space to a place to land, or are lost."""
    for stack, n in defenders_left(game, space, captor).items():
        places = near_fields(game, stack.owner, space)
        if not places:
            lose(game, space, {stack: n})
            continue
        game.state.put(space, stack, -n)
        game.state.put(places[0], stack, n)
        game.emit("withdrew", power=stack.owner, force={stack: n}, space=space, target=places[0])


def shoot_down(game: Game, space: str, captor: str) -> None:
    """Aircraft that defended the port of a captured territory are destroyed."""
    for stack, n in defenders_left(game, space, captor).items():
        lose(game, space, {stack: n})


# --- computer players -------------------------------------------------------------------------------------------------


def advised_move(answer: Move | None, game: Game, phase: str) -> Move | None:
    """Aircraft that together probably sink the ships in a port fly there one after the other."""
    if answer is not None or phase != COMBAT:
        return answer
    power, there = game.state.power, dict(attacked(game))
    ports = [p for p in of_kind(game, PORT) if hostile(game, power, p) and any(targets(game, power, p))]
    mover = Mover(game, COMBAT) if ports else None
    for port in ports if mover else ():
        assert mover is not None
        flying = there.get(port, {})
        able = [(space, s) for space, s, _ in mover.movable() if game.unit(s, space).kind == "air"]
        ways = [o for row in able for o in mover.options(*row) if (o.mission, o.path[-1]) == (NAME, port)]
        every = merged([flying, *({o.stack: o.most} for o in ways)])
        if ways and chance(game, port, flying) < SURE <= chance(game, port, every):
            return ways[0].move()
    return answer


def chance(game: Game, port: str, attackers: Force) -> float:
    """Return the probability that aircraft win against the ships, aircraft, and guns in a port."""
    power, there = game.state.power, game.state.at(port)
    foes = game.enemies(power, port)
    planes = {s: n for s, n in there.items() if s.owner in foes and game.unit(s, port).kind == "air"}
    ships = {s: n for _, s, n in targets(game, power, port)}
    enemy = {piece(game, s, port): n for s, n in merged([planes, ships]).items()}
    enemy |= {piece(game, s, port, aside=True): n for s, n in guns_of(game, port, foes).items()}
    own = {piece(game, s, port): n for s, n in attackers.items()}
    try:
        return quick(game.rules, own, enemy, "air_battle", port, game.state.round).wins if own else 0.0
    except Illegal:  # too large to calculate
        return 0.0
