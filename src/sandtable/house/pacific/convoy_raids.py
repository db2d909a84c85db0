"""Convoy Raids: dice of ships and aircraft in a convoy center take IPCs off its owner's next income."""

from ...editions.pacific.ways import FERRYING, SUBMERGED
from ...engine import convoys
from ...engine.board import withdrawn
from ...words import Draft, Force, Game, No, Option, Options, Stack, declare_event, total
from ...words.battles import ENGAGED, Pick
from ...words.board import COMBAT, enemy_fighters, together
from ..documents import pacific

VALUES = {f"Sea Zone {n}": ipcs for n, ipcs in ((3, 10), (6, 5), (15, 5), (49, 3), (52, 4))}
RAIDERS = {
    "attack_of_1_or_more": Pick(kinds=("sea", "air")), "ships": Pick(kinds=("sea",)),
    "submarines": Pick(tags=("submarine",)),
}  # fmt: skip
#: Marks of units that do not raid.
BUSY = frozenset((SUBMERGED, FERRYING, ENGAGED, "retreated"))
declare_event("convoy_raided", "{power} raids the convoy in {space}, rolling {dice}: {loser} will lose {count:IPC}")
declare_event("convoy_cash", "{power} pays {ipcs:IPC} for its convoy in {space}", money=("-power",))


@pacific(
    "pacific.convoy_raids", "Convoy Raids",
    Option("dice_per_raider", 1, "dice of each raiding unit", low=1, high=6),
    Option("applies_to", "convoy_centers", "what can be raided", choices=("convoy_centers", "centers_and_routes")),
    Option("center_values", VALUES, "IPCs of each convoy center"),
    Option("loss_time", "next_income", "when the owner loses the IPCs", choices=("next_income", "immediate_cash")),
    Option("replaces_capture", True, "no power takes control of convoys that can be raided"),
    Option("raiding_units", "attack_of_1_or_more", "units that raid, if they can attack", choices=tuple(RAIDERS)),
)  # fmt: skip
def convoy_raids(draft: Draft, option: Options) -> None:
    """At the end of combat each unit with an attack value in an enemy convoy center rolls a die, unless enemy units are
    still there. The owner loses as many IPCs of its next income, at most the value of the center. Submarines of the
    owner's side do not protect a center from submarines alone. No power takes control of convoy centers any more."""
    for zone, ipcs in option.center_values.items():
        draft.set(("convoys", draft.find("spaces", zone), "value"), ipcs)
    raids = Raids(option)
    zones = [z for z, row in draft.get("convoys").items() if row.get("value") or option.applies_to != "convoy_centers"]
    raids.zones = frozenset(zones)
    for zone in zones if option.replaces_capture else ():
        draft.set(("convoys", zone, "fixed"), True)
    draft.modify("combat_end", raids.may_sail, how="allow")  # .2
    draft.step("combat", "convoy_raids", raids.made, text="convoy raids")  # .5
    draft.step("income", "convoy_raids", raids.lost, after="convoys", text="convoys that were raided")


class Raids:
    """Which convoys are raided by whom, and what is lost."""

    def __init__(self, option: Options) -> None:
        self.option, self.zones = option, frozenset[str]()

    def able(self, game: Game, stack: Stack, zone: str) -> bool:
        """Return whether a unit raids: it has an attack value, may attack, has neither submerged nor retreated, and has
        no other task (.1)."""
        unit = game.unit(stack, zone)
        there = BUSY.isdisjoint(stack.cond.marks) and not withdrawn(game, stack)
        return unit.attack > 0 and RAIDERS[self.option.raiding_units].means(unit) and there

    def may_sail(self, answer: No | None, game: Game, stack: Stack, path: tuple[str, ...], phase: str) -> No | None:
        """Ships and aircraft may end a combat move in a convoy of the enemy without enemy units."""
        zone, power, unit = path[-1], stack.owner, game.unit(stack, path[0])
        if phase != COMBAT or zone not in self.zones or convoys.loser(game, zone) not in game.foes(power):
            return answer
        in_reach = unit.kind == "air" or len(path) - 1 <= unit.move
        free = in_reach and self.able(game, stack, path[0]) and not enemy_fighters(game, power, zone)
        return None if free else answer

    def made(self, game: Game) -> None:
        """Roll for the raids of the turn (.3, .4)."""
        power, option = game.state.power, self.option
        for zone in sorted(self.zones):
            loser = convoys.loser(game, zone)
            if loser not in game.foes(power) or loser is None:
                continue
            raiders = {s: n for s, n in game.state.at(zone).items() if s.owner in together(game, power, zone)}
            raiders = {s: n for s, n in raiders.items() if self.able(game, s, zone)}
            left = convoys.worth(game, zone) - convoys.RAIDED.get(game.state).get(zone, 0)
            if raiders and left > 0 and not guarded(game, zone, raiders):
                dice = game.dice.roll(total(raiders) * option.dice_per_raider)
                count = min(sum(dice), left)
                game.emit("convoy_raided", power=power, space=zone, dice=dice, loser=loser, count=count)
                convoys.raid(game, zone, count)
                if option.loss_time == "immediate_cash":
                    pay(game, zone, loser, count)

    def lost(self, game: Game, power: str) -> tuple[int, str] | None:
        """Take what its convoys have lost off the income of a power; then they bring their value again."""
        lost = convoys.settle(game, power)
        return (-lost, "raided convoys") if lost and self.option.loss_time == "next_income" else None


def guarded(game: Game, zone: str, raiders: Force) -> bool:
    """Return whether enemy units prevent a raid: submarines do not, if all raiders are submarines (.6, .7)."""
    tags = [game.unit(s, zone).tags for s in raiders]
    unseen = all("submarine" in row for row in tags)
    foes = game.enemies(next(iter(raiders)).owner, zone)
    guards = (s for s in game.state.at(zone) if s.owner in foes and SUBMERGED not in s.cond.marks)
    return any(
        not withdrawn(game, s)
        and game.unit(s, zone).kind in ("sea", "air")
        and not (unseen and "submarine" in game.unit(s, zone).tags)
        for s in guards
    )


def pay(game: Game, zone: str, loser: str, ipcs: int) -> None:
    """The owner pays at once; of a power with several countries, those with the most cash."""
    countries = [p.name for p in game.rules.powers.values() if loser in (p.name, p.units_of)]
    for power in sorted(countries, key=lambda p: -game.state.ipcs.get(p, 0)):
        paid = min(ipcs, game.state.ipcs.get(power, 0))
        if paid:
            game.state.ipcs[power] -= paid
            ipcs -= paid
            game.emit("convoy_cash", power=power, space=zone, ipcs=paid)
