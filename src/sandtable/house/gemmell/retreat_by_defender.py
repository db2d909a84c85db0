"""Retreat by Defender, with the Dunkirk evacuation onto transports."""

from ...engine import evacuation, leaving
from ...engine.evacuation import free_decks, safe_zones
from ...engine.stowing import Holds, holds
from ...words import Draft, Flow, Force, Game, Option, Options, Played, total, turn_memory
from ...words.asking import Decision, PickUnits, confirm, declare_decision
from ...words.battles import Battle, fighting_for
from ...words.board import deck_room
from ..documents import gemmell
from .prospects import lost_for_defender

declare_decision("evacuate", "pick_units: units that withdraw aboard transports, or to a carrier")
declare_decision("take_aboard", "confirm: may an ally's withdrawing units board your transports?")
declare_decision("rear_guard", "pick_units: units that withdraw; the others fight on")
declare_decision("destination", "pick_space: where withdrawing units go")

NOT_ABOARD = turn_memory("not_aboard", dict[str, "list[str]"], "sea zone -> allies that refuse to take units aboard")
RULE = "gemmell.retreat_by_defender"


@gemmell(
    RULE, "Retreat by Defender",
    Option("minimum_rounds", 1, "combat rounds to fight before the defender may retreat", low=1, high=20),
    Option("allow_transports", True, "defenders may retreat onto transports in an adjacent sea zone"),
    Option("transport_ownership", "own", "whose transports may carry retreating units",
           choices=("own", "own_and_allied")),
    Option("partial_retreat", False, "a power may leave a rear guard instead of retreating with everything"),
    Option("declaration_order", "attacker_first", "who decides first after a round: press the attack or retreat",
           choices=("attacker_first", "defender_first", "simultaneous")),
    Option("allow_sea_battles", False, "fleets defending a sea zone may also retreat"),
    Option("allow_embattled_destination", False,
           "units may retreat into a territory where a battle is still to be fought this turn"),
)  # fmt: skip
def retreat_by_defender(draft: Draft, option: Options) -> None:
    """After at least one round of land combat, the defender may also retreat. All retreating units of a power move
    together to one adjacent friendly territory, or load onto its transports in an adjacent sea zone, up to their
    capacity."""
    rule = DefenderRetreat(option)
    # The defender may retreat (.1) after the casualties of the round have been removed (.3).
    draft.offer(
        "defense", "withdraw", "retreat from the battle", rule.withdraw, rule.available, lost_for_defender, leaves=True
    )
    for battle in ("land_battle", *(["sea_battle"] if option.allow_sea_battles else [])):
        if option.declaration_order == "defender_first":
            draft.move_step(battle, "defense", before="retreat", text="the defender decides first")
        elif option.declaration_order == "simultaneous":
            leaving.decide_together(draft, battle)


class DefenderRetreat(Played):
    """Who may retreat, where to, and how: by land, aboard transports, onto carriers, or with the fleet."""

    def havens(self, game: Game, battle: Battle, power: str) -> list[str]:
        """Return the adjacent territories that were friendly at the start of the attacker's turn (.4); of a fleet, the
        zones it may retreat to (an option)."""
        find = evacuation.havens if game.rules.is_land[battle.space] else evacuation.fleet_havens
        return find(game, battle, power, self.option.allow_embattled_destination)

    def transports(self, game: Game, zone: str, power: str) -> list[Holds]:
        """Return the transports to load onto: the power's own, or those of allies that have not refused (.5)."""
        owners = {power}
        if self.option.transport_ownership == "own_and_allied":
            owners |= game.friends(power) - set(NOT_ABOARD.get(game.state).get(zone, ()))
        return holds(game, zone, owners)

    def quays(self, game: Game, battle: Battle, power: str) -> list[str]:
        """Return the adjacent sea zones with transports that units may load onto (.5)."""
        zones = safe_zones(game, battle.space, power) if self.option.allow_transports else []
        return [z for z in zones if self.transports(game, z, power)]

    def available(self, game: Game, battle: Battle, power: str) -> bool:
        """Return whether a defender may retreat: after a full round (.2), with somewhere to go (.4, .5, .6)."""
        if battle.round < self.option.minimum_rounds or not fighting_for(battle, power):
            return False
        if not game.rules.is_land[battle.space]:
            return bool(self.option.allow_sea_battles and self.havens(game, battle, power))
        quays = (self.transports(game, zone, power) for zone in self.quays(game, battle, power))
        return bool(self.havens(game, battle, power)) or evacuation.can_evacuate(game, battle, power, quays)

    def withdraw(self, game: Game, battle: Battle, power: str) -> Flow:
        """Retreat with every unit that can (.1, .3): onto transports, onto carriers, and by land to a single territory.

        Units that cannot retreat stay, and the battle continues with them.
        """
        if not game.rules.is_land[battle.space]:
            yield from self.sail_away(game, battle, power)
            return
        for zone in self.quays(game, battle, power):
            yield from self.ask_allies(game, power, zone)
            yield from self.board(game, battle, power, zone)
        for zone, room in free_decks(game, battle.space, power).items():
            yield from self.to_decks(game, battle, power, zone, room, only=not self.havens(game, battle, power))
        places, going = self.havens(game, battle, power), fighting_for(battle, power)
        if places and going:
            yield from self.leave(game, battle, power, going, places, "units")

    def leave(self, game: Game, battle: Battle, power: str, going: Force, places: list[str], what: str) -> Flow:
        """Retreat to one of the places (.4), by option with a part of the units only; return where they went."""
        if self.option.partial_retreat:
            going = yield Decision(
                "rear_guard", power, f"Choose the {what} that retreat from {battle.space}. The rest keep fighting.",
                PickUnits(going, 0, total(going), f"{RULE}.1"), advice=dict(going), rule=f"{RULE}.1",
                context={"space": battle.space},
            )  # fmt: skip
        if not going:
            return ""
        return (yield from evacuation.retreat_to(game, battle, power, going, places, "destination", f"{RULE}.4"))

    def board(self, game: Game, battle: Battle, power: str, zone: str) -> Flow:
        """Load as many units as the transports can carry: the Dunkirk evacuation (.5, .6)."""
        ships, only = self.transports(game, zone, power), not self.havens(game, battle, power)
        yield from evacuation.board_transports(
            game, battle, power, zone, ships, "evacuate", rule=f"{RULE}.5", fit=f"{RULE}.6", full=f"{RULE}.1",
            must=only and not self.option.partial_retreat, advised=only,
        )  # fmt: skip

    def ask_allies(self, game: Game, power: str, zone: str) -> Flow:
        """Ask allies before units load onto their transports."""
        prompt = f"Let retreating {power} units load onto your transports in {zone}?"
        for ally in dict.fromkeys(h.stack.owner for h in self.transports(game, zone, power)):
            if ally != power and not (yield confirm("take_aboard", ally, prompt, f"{RULE}.5", zone=zone)):
                NOT_ABOARD.of(game.state).setdefault(zone, []).append(ally)

    def to_decks(self, game: Game, battle: Battle, power: str, zone: str, room: int, only: bool) -> Flow:
        """Fighters may also land on a friendly carrier in an adjacent sea zone; `room` counts its places."""
        yield from evacuation.fly_to_carriers(
            game, battle, power, zone, room, "evacuate", rule=RULE,
            must=only and not self.option.partial_retreat, advised=only,
        )  # fmt: skip

    def sail_away(self, game: Game, battle: Battle, power: str) -> Flow:
        """Retreat with all ships to one zone, with the aircraft that carriers have room for (an option)."""
        fleet = {s: n for s, n in fighting_for(battle, power).items() if game.unit(s).kind == "sea"}
        places = self.havens(game, battle, power)
        target = yield from self.leave(game, battle, power, fleet, places, "ships")
        if target:
            yield from self.to_decks(game, battle, power, target, max(0, deck_room(game, target, power)), only=True)
