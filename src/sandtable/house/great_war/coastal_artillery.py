"""Coastal Artillery: batteries that shoot at ships passing the coast, and that ships can attack."""

from ...engine.battles import fight
from ...words import Draft, Flow, Force, Game, Option, Options, Played, Stack, declare_event
from ...words.asking import Decision, PickSpace, PickUnits, declare_decision
from ...words.battles import Battle
from ...words.board import Units, seize
from ..documents import great_war
from .new_units import add_unit, advise, numbers

RULE, BATTERY = "great_war.coastal_artillery", "coastal_artillery"
declare_decision("battery", "pick_space: the territory whose coastal artillery is attacked")
declare_decision("ships", "pick_units: ships that attack coastal artillery")
declare_event("battery_fired", "Coastal artillery in {space} rolls {dice} at ships of {loser}: {hits:hit}")


@great_war(
    RULE, "Coastal Artillery",
    *numbers(cost=8),
    Option("defense_vs_ships", 3, "value when ships attack the battery", low=0, high=6),
    Option("passing_shot", 1, "a passing ship is sunk on this roll or less", low=0, high=6),
    Option("max_per_territory", 1, "batteries in a territory", low=1, high=9),
    Option("hits_to_destroy", 1, "hits by ships that destroy a battery", low=1, high=9),
    Option("shoot_at_stopping_ships", True, "ships that end their move off the coast are shot at too"),
    default=False,
)  # fmt: skip
def coastal_artillery(draft: Draft, option: Options) -> None:
    """Coastal artillery costs 8 IPCs and is placed in any coastal territory, one in each. Every enemy ship that passes
    or enters an adjacent sea zone is sunk on a roll of 1 and cannot fire back. Ships may attack coastal artillery,
    which then defends at 3. It is destroyed when an enemy captures its territory."""
    tags = ["passive", "stays_owned", "faces_ships"]
    add_unit(draft, BATTERY, "Coastal Artillery", "structure", option, tags, move=0, defense=option.defense_vs_ships,
             hits=option.hits_to_destroy, plural="Coastal Artillery",
             aliases=["battery", "batteries"])  # .1, .2  # fmt: skip
    spaces, links = draft.get("spaces"), draft.get("links")
    coast = [s for s, row in spaces.items() if row["kind"] == "land" and not row.get("closed")
             and any(spaces[near]["kind"] == "sea" for near in links.get(s, {}))]  # fmt: skip
    most = option.max_per_territory
    draft.add("sites.coastal artillery", {"types": [BATTERY], "spaces": coast, "most": most, "standing": True})  # .3
    guns = Guns(option)
    advise(draft, BATTERY, threatened)
    draft.modify("placement", guns.only_on_coasts)
    draft.step("entering", "coastal_batteries", guns.passed, after="mines")  # .4, .5
    draft.offer("combat", "battery", "attack coastal artillery with ships", guns.attack, guns.may_attack)  # .6
    draft.step("conquest", "batteries_destroyed", destroyed, text="coastal artillery is destroyed")  # .7


class Guns(Played):
    """Where batteries stand, how they fire at passing ships, and how ships attack them."""

    def only_on_coasts(self, answer: list[str], type: str) -> list[str]:
        """Batteries are placed on coasts only, by the table of sites."""
        return [] if type == BATTERY else answer

    def passed(self, game: Game, units: Units, space: str, rest: tuple[str, ...]) -> Flow:
        """Each battery on the shore shoots once at each enemy ship that enters (.4), which cannot answer (.5)."""
        yield from ()
        power = units[0][0].owner
        if game.rules.is_land[space] or (len(rest) == 1 and not self.option.shoot_at_stopping_ships):
            return None
        left = list(units)
        for land in game.rules.land_near[space]:
            for battery, guns in batteries(game, land, power).items():
                for _ in range(guns):
                    left = self._shoot(game, battery, land, space, left)
        return left, False

    def _shoot(self, game: Game, battery: Stack, land: str, space: str, units: Units) -> Units:
        """One battery rolls a die for each ship; a ship that is hit sinks with its cargo, whatever it is."""
        out: Units = []
        for stack, n in units:
            if game.unit(stack).kind != "sea":
                out.append((stack, n))
                continue
            dice = game.dice.roll(n)
            hits = sum(face <= self.option.passing_shot for face in dice)
            game.emit("battery_fired", power=battery.owner, space=land, dice=dice, loser=stack.owner, hits=hits)
            if hits:
                game.emit("lost", power=stack.owner, force={stack: hits}, space=space)
            if n > hits:
                out.append((stack, n - hits))
        return out

    def targets(self, game: Game) -> dict[str, tuple[str, Force]]:
        """Return the batteries that can be attacked: territory -> sea zone and ships that can attack it from there."""
        power, out = game.state.power, dict[str, tuple[str, Force]]()
        for land in game.rules.lands:
            if batteries(game, land, power):
                for zone in game.rules.sea_near[land]:
                    ships = able(game, zone, power)
                    if ships and not game.rules.q.hostile_zone(game, power, zone):
                        out[land] = zone, ships
        return out

    def may_attack(self, game: Game) -> bool:
        """Ships off the coast may attack a battery (.6)."""
        return bool(self.targets(game))

    def attack(self, game: Game) -> Flow:
        """Ships attack a battery in an ordinary battle, which they may end after each round (.6)."""
        power, targets = game.state.power, self.targets(game)
        land = yield Decision(
            "battery", power, "Choose the coastal artillery to attack", PickSpace(list(targets)),
            advice=next(iter(targets)), rule=f"{RULE}.6",
        )  # fmt: skip
        zone, ships = targets[land]
        chosen = yield Decision(
            "ships", power, f"Choose the ships in {zone} that attack the coastal artillery in {land}",
            PickUnits(ships, 1, sum(ships.values()), f"{RULE}.6"), advice=ships, rule=f"{RULE}.6",
            context={"space": zone},
        )  # fmt: skip
        there = batteries(game, land, power)
        move(game, there, land, zone)  # the battle is fought in the sea zone
        battle = Battle(game, zone, "sea_battle", power, chosen, there)
        yield from fight(game, battle)
        move(game, {s: n for s, n in game.state.at(zone).items() if s.type == BATTERY}, zone, land)


def batteries(game: Game, land: str, power: str) -> Force:
    """Return the batteries of enemies of a power in a territory."""
    foes = game.foes(power)
    return {s: n for s, n in game.state.at(land).items() if s.type == BATTERY and s.owner in foes}


def able(game: Game, zone: str, power: str) -> Force:
    """Return the ships in a sea zone that can attack a battery: warships that have not fought, no submarines."""
    ready = {s: n for s, n in game.state.at(zone).items() if s.owner == power and "fought" not in s.cond.marks}
    units = game.units_at(zone)[power]
    return {s: n for s, n in ready.items() if units[s.type].attack and "warship" in units[s.type].tags}


def move(game: Game, force: Force, start: str, end: str) -> None:
    """Put pieces from one space into another."""
    for stack, n in force.items():
        game.state.put(start, stack, -n)
        game.state.put(end, stack, n)


def destroyed(game: Game, space: str, captor: str) -> None:
    """A battery is destroyed when an enemy captures its territory (.7)."""
    seize(game, space, captor, BATTERY)


def threatened(game: Game, power: str) -> int:
    """Advise a battery, or two, while enemy warships lie off valuable coasts of a power."""
    rich = [s for s in game.rules.lands if game.state.owner.get(s) == power and game.rules.q.value(game, s) > 1]
    return min(2, sum(any(game.rules.q.hostile_zone(game, power, z) for z in game.rules.sea_near[s]) for s in rich))
