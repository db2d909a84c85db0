"""Retreat by Defender, with the Dunkirk evacuation onto transports."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from ...battle.volley import ATTACKER, DEFENDER, Leave, Pick
from ...core.decisions import Confirm, Decision, PickSpace, PickUnits
from ...core.errors import Illegal, No
from ...core.forces import Force, Stack, add, total
from ...engine import leaving
from ...engine.battles import Battle, depart
from ...engine.board import cargo_room, deck_room, friendly
from ...engine.fighting import still_to_fight
from ...engine.leaving import fighting_for
from ...engine.memory import OWNERS, turn_memory
from ...engine.movement import NONCOMBAT
from ...rules import points
from ...rules.draft import Draft
from ...rules.rule import Option, Options, house_rule
from .prospects import lost_for_defender

if TYPE_CHECKING:
    from ...engine.game import Flow, Game

points.declare(points.DECISIONS, "evacuate", "pick_units: units that withdraw aboard transports, or to a carrier")
points.declare(points.DECISIONS, "take_aboard", "confirm: may an ally's withdrawing units board your transports?")
points.declare(points.DECISIONS, "rear_guard", "pick_units: units that withdraw; the others fight on")
points.declare(points.DECISIONS, "destination", "pick_space: where withdrawing units go")

NOT_ABOARD = turn_memory("not_aboard", dict[str, "list[str]"], "sea zone -> allies that refuse to take units aboard")
RULE = "gemmell.retreat_by_defender"


@house_rule(
    RULE,
    "Retreat by Defender",
    editions=("classic",),
    options=[
        Option(
            "minimum_rounds", 1, "combat rounds that must be fought before the defender may retreat",
            low=1, high=20,
        ),
        Option("allow_transports", True, "defenders may retreat onto transports in an adjacent sea zone"),
        Option(
            "transport_ownership", "own", "whose transports may carry retreating units",
            choices=("own", "own_and_allied"),
        ),
        Option(
            "partial_retreat", False,
            "a power may leave a rear guard behind instead of retreating with everything",
        ),
        Option(
            "declaration_order", "attacker_first", "who decides first after a round: press the attack or retreat",
            choices=("attacker_first", "defender_first", "simultaneous"),
        ),
        Option("allow_sea_battles", False, "fleets defending a sea zone may also retreat"),
        Option(
            "allow_embattled_destination", False,
            "units may retreat into a territory where a battle is still to be fought this turn",
        ),
    ],
)  # fmt: skip
def retreat_by_defender(draft: Draft, option: Options) -> None:
    """After at least one round of land combat, the defender may also retreat. All retreating units of a power move
    together to one adjacent friendly territory, or load onto its transports in an adjacent sea zone, up to their
    capacity."""

    def available(game: Game, battle: Battle, power: str) -> bool:
        """Return whether a defender may retreat: after a full round (.2), with somewhere to go (.4, .5, .6)."""
        if battle.round < option.minimum_rounds or not fighting_for(battle, power):
            return False
        if not game.rules.is_land[battle.space]:
            return bool(option.allow_sea_battles and sea_rooms(game, battle, power))
        land, air = by_kind(game, fighting_for(battle, power))
        if havens(game, battle, power):
            return True
        afloat = any(fits(holds(game, zone, power), [s.type]) for zone in quays(game, battle, power) for s in land)
        return afloat or any(decks(game, battle, power) and game.unit(s, battle.space).lands_on_deck for s in air)

    def advised(game: Game, battle: Battle, power: str) -> bool:
        """Retreat from a battle that is lost."""
        return lost_for_defender(battle)

    # --- where to -----------------------------------------------------------------------------------------------------

    def havens(game: Game, battle: Battle, power: str) -> list[str]:
        """Return the adjacent territories that have been friendly since the start of the attacker's turn (.4), without
        a battle still to be fought this turn."""
        before, friends = OWNERS.get(game.state), game.friends(power)
        closed = () if option.allow_embattled_destination else still_to_fight(game)
        return [
            s
            for s in game.rules.land_near[battle.space]
            if friendly(game, power, s) and before.get(s) in friends and s not in closed
        ]

    def safe(game: Game, zone: str, power: str) -> bool:
        """Return whether a sea zone has no battle to come and no enemy warship (.5)."""
        units, foes = game.units_at(zone), game.foes(power)
        return zone not in still_to_fight(game) and not any(
            s.owner in foes and units[s.owner][s.type].kind == "sea" and "transport" not in units[s.owner][s.type].tags
            for s in game.state.at(zone)
        )

    def quays(game: Game, battle: Battle, power: str) -> list[str]:
        """Return the adjacent sea zones with transports that units may load onto (.5)."""
        if not option.allow_transports:
            return []
        zones = game.rules.sea_near[battle.space]
        return [z for z in zones if holds(game, z, power) and safe(game, z, power)]

    def holds(game: Game, zone: str, power: str) -> list[Holds]:
        """Return the transports in a zone to load onto: the power's own, or those of allies that have not refused
        (.5)."""
        owners = {power}
        if option.transport_ownership == "own_and_allied":
            owners |= game.friends(power) - set(NOT_ABOARD.get(game.state).get(zone, ()))
        return [
            Holds(game, stack)
            for stack, n in sorted(game.state.at(zone).items())
            if stack.owner in owners and game.unit(stack).carries
            for _ in range(n)
        ]

    def decks(game: Game, battle: Battle, power: str) -> dict[str, int]:
        """Return the free spaces on friendly carriers in adjacent sea zones."""
        zones = game.rules.sea_near[battle.space]
        room = {z: deck_room(game, z, power) for z in zones if safe(game, z, power)}
        return {z: n for z, n in room.items() if n > 0}

    # --- the retreat --------------------------------------------------------------------------------------------------

    def withdraw(game: Game, battle: Battle, power: str) -> Flow:
        """Retreat with every unit that can (.1, .3): onto transports, onto carriers, and by land to a single territory.

        Units that cannot retreat stay, and the battle continues with them.
        """
        if not game.rules.is_land[battle.space]:
            yield from sail_away(game, battle, power)
            return
        for zone in quays(game, battle, power):
            yield from board(game, battle, power, zone)
        for zone, room in decks(game, battle, power).items():
            yield from to_decks(game, battle, power, zone, room, must=not havens(game, battle, power))
        places = havens(game, battle, power)
        going = fighting_for(battle, power)
        if places and going and option.partial_retreat:
            going = yield Decision(
                "rear_guard", power, f"Choose the units that retreat from {battle.space}. The rest keep fighting.",
                PickUnits(going, 0, total(going), f"{RULE}.1"), advice=dict(going), rule=f"{RULE}.1",
                context={"space": battle.space},
            )  # fmt: skip
        if places and going:
            target = yield from destination(game, battle, power, places)
            depart(game, battle, DEFENDER, going, target)

    def destination(game: Game, battle: Battle, power: str, places: list[str]) -> Flow:
        """Return the one adjacent friendly territory for all units that retreat by land (.4)."""
        if len(places) == 1:
            return places[0]
        return (
            yield Decision(
                "destination", power, f"Choose where the units in {battle.space} retreat to", PickSpace(places),
                advice=lambda: max(places, key=lambda s: (refuge(game, power, s), s)), rule=f"{RULE}.4",
                context={"space": battle.space},
            )
        )  # fmt: skip

    def board(game: Game, battle: Battle, power: str, zone: str) -> Flow:
        """Load as many units as the transports can carry: the Dunkirk evacuation (.5, .6)."""
        yield from ask_allies(game, power, zone)
        land, _ = by_kind(game, fighting_for(battle, power))
        ships = holds(game, zone, power)
        must = not option.partial_retreat and not havens(game, battle, power)
        most = stowable(ships, land)
        if not most:
            return

        def test(chosen: Mapping[Stack, int]) -> None:
            aboard = each(chosen)
            if not fits(ships, aboard):
                raise Illegal(f"the transports in {zone} do not have enough capacity", f"{RULE}.6")
            if must:
                for stack, n in land.items():
                    if n > chosen.get(stack, 0) and fits(ships, [*aboard, stack.type]):
                        raise Illegal(
                            f"there is room for another {stack.type}: every unit that can retreat must do so",
                            f"{RULE}.1",
                        )

        chosen = yield Decision(
            "evacuate", power, f"Choose the units in {battle.space} that load onto transports in {zone}",
            PickUnits(land, 0, most, f"{RULE}.6", test), rule=f"{RULE}.5",
            advice=lambda: costliest(game, land, ships) if must else {}, context={"space": battle.space, "zone": zone},
        )  # fmt: skip
        if chosen:
            game.emit("withdrew", power=power, force=dict(chosen), space=battle.space, target=zone)
            embark(game, battle, zone, ships, chosen)

    def ask_allies(game: Game, power: str, zone: str) -> Flow:
        """Ask allies before units load onto their transports."""
        owners = dict.fromkeys(h.stack.owner for h in holds(game, zone, power))
        for ally in owners:
            if ally != power:
                agreed = yield Decision(
                    "take_aboard", ally, f"Let retreating {power} units load onto your transports in {zone}?",
                    Confirm(), advice=True, rule=f"{RULE}.5", context={"zone": zone},
                )  # fmt: skip
                if not agreed:
                    NOT_ABOARD.of(game.state).setdefault(zone, []).append(ally)

    def to_decks(game: Game, battle: Battle, power: str, zone: str, room: int, must: bool) -> Flow:
        """Fighters may also land on a friendly carrier in an adjacent sea zone."""
        _, air = by_kind(game, fighting_for(battle, power))
        fighters = {s: n for s, n in air.items() if game.unit(s, battle.space).lands_on_deck}
        most = min(room, total(fighters))
        if not most:
            return
        least = most if must and not option.partial_retreat else 0
        chosen = yield Decision(
            "evacuate", power, f"Choose the aircraft in {battle.space} that fly to carriers in {zone}",
            PickUnits(fighters, least, most, RULE), advice=lambda: first(fighters, least), rule=RULE,
            context={"space": battle.space, "zone": zone},
        )  # fmt: skip
        if chosen:
            depart(game, battle, DEFENDER, chosen, zone)

    # --- fleets (an option) -------------------------------------------------------------------------------------------

    def sea_rooms(game: Game, battle: Battle, power: str) -> list[str]:
        """Return the adjacent zones a fleet may retreat to: friendly or empty, without a battle this turn."""
        ships = [s for s in fighting_for(battle, power) if game.unit(s).kind == "sea"]
        closed = () if option.allow_embattled_destination else still_to_fight(game)
        return [
            z
            for z in game.rules.sea_near[battle.space]
            if ships
            and not game.rules.q.hostile_zone(game, power, z)
            and z not in closed
            and not isinstance(game.rules.q.sea_step(game, ships[0], battle.space, z, NONCOMBAT), No)
        ]

    def sail_away(game: Game, battle: Battle, power: str) -> Flow:
        """Retreat with all ships to one zone, with the aircraft that carriers have room for."""
        going = {s: n for s, n in fighting_for(battle, power).items() if game.unit(s).kind == "sea"}
        if option.partial_retreat:
            going = yield Decision(
                "rear_guard", power, f"Choose the ships that retreat from {battle.space}. The rest keep fighting.",
                PickUnits(going, 0, total(going), f"{RULE}.1"), advice=dict(going), rule=f"{RULE}.1",
                context={"space": battle.space},
            )  # fmt: skip
        if not going:
            return
        target = yield from destination(game, battle, power, sea_rooms(game, battle, power))
        depart(game, battle, DEFENDER, going, target)
        yield from to_decks(game, battle, power, target, max(0, deck_room(game, target, power)), must=True)

    # The defender may retreat (.1) after the casualties of the round have been removed (.3).
    draft.offer("defense", "withdraw", "retreat from the battle", withdraw, available, advised)
    for battle in ("land_battle", *(["sea_battle"] if option.allow_sea_battles else [])):
        if option.declaration_order == "defender_first":
            draft.move_step(battle, "defense", before="retreat", text="the defender decides first")
        elif option.declaration_order == "simultaneous":
            together = Leave("retreat", ATTACKER, Pick(), True, leaving.all_declare)
            draft.replace_step(battle, "retreat", together, "attacker and defender decide secretly at the same time")
            done = Leave("defense", DEFENDER, Pick(), False, lambda game, battle: ())
            draft.replace_step(battle, "defense", done, "the defender has already decided along with the attacker")


class Holds:
    """One transport and its remaining capacity."""

    def __init__(self, game: Game, stack: Stack) -> None:
        self.game, self.stack = game, stack

    def takes(self, cargo: Iterable[str], kind: str) -> bool:
        """Return whether one more unit of a type fits with this cargo."""
        aboard = (*self.stack.cond.cargo, *(("", k) for k in cargo))
        return cargo_room(self.game, self.stack.with_(self.stack.cond._replace(cargo=aboard)), kind)

    def bulk(self, kind: str) -> int:
        carries = self.game.unit(self.stack).carries
        return carries.loads.get(kind, 0) if carries else 0


def stowed(ships: list[Holds], kinds: Iterable[str]) -> list[list[str]] | None:
    """Return the load of each transport so that all these units fit, largest first, or None if they do not fit."""
    out: list[list[str]] = [[] for _ in ships]
    for kind in sorted(kinds, key=lambda k: (-max((h.bulk(k) for h in ships), default=0), k)):
        place = next((i for i, h in enumerate(ships) if h.takes(out[i], kind)), None)
        if place is None:
            return None
        out[place].append(kind)
    return out


def fits(ships: list[Holds], kinds: Iterable[str]) -> bool:
    """Return whether all these units fit (.6)."""
    return stowed(ships, kinds) is not None


def each(force: Mapping[Stack, int]) -> list[str]:
    """Return the type of each unit of a force."""
    return [stack.type for stack, n in force.items() for _ in range(n)]


def stowable(ships: list[Holds], land: Force) -> int:
    """Return the maximum number of units that fit: the smallest ones."""
    kinds = sorted(each(land), key=lambda k: (max((h.bulk(k) for h in ships), default=0), k))
    n = 0
    while n < len(kinds) and fits(ships, kinds[: n + 1]):
        n += 1
    return n


def costliest(game: Game, land: Force, ships: list[Holds]) -> Force:
    """Return a full load, starting with the units that cost most for their size."""
    out: Force = {}
    for stack in sorted(land, key=lambda s: (-game.unit(s).cost / max(1, _bulk(ships, s.type)), s)):
        for _ in range(land[stack]):
            if fits(ships, [*each(out), stack.type]):
                add(out, stack, 1)
    return out


def _bulk(ships: list[Holds], kind: str) -> int:
    return max((h.bulk(kind) for h in ships), default=1)


def embark(game: Game, battle: Battle, zone: str, ships: list[Holds], chosen: Mapping[Stack, int]) -> None:
    """Move units from the battle onto transports; they may offload on their owner's next turn."""
    owner = next(iter(chosen)).owner
    battle.remove(DEFENDER, chosen)
    for stack, n in chosen.items():
        game.state.put(battle.space, stack, -n)
    for ship, kinds in zip(ships, stowed(ships, each(chosen)) or (), strict=False):
        if kinds:
            cargo = tuple(sorted((*ship.stack.cond.cargo, *((owner, kind) for kind in kinds))))
            game.state.turn_into(zone, ship.stack, ship.stack.cond._replace(cargo=cargo), 1)


def by_kind(game: Game, force: Force) -> tuple[Force, Force]:
    """Return land units and aircraft; guns and industrial complexes stay and are captured."""
    air = {s: n for s, n in force.items() if game.unit(s).kind == "air"}
    return {s: n for s, n in force.items() if s not in air}, air


def first(force: Force, count: int) -> Force:
    """Return the first `n` units of a force."""
    out: Force = {}
    for stack, n in force.items():
        if count:
            out[stack] = min(n, count)
            count -= out[stack]
    return out


def refuge(game: Game, power: str, space: str) -> tuple[bool, int]:
    """Rate a place to retreat to: the capital, then many units of the same power (also for sea zones)."""
    friends = game.friends(power)
    capital = any(p.capital == space for p in game.rules.powers.values() if p.name in friends)
    return capital, sum(n for s, n in game.state.at(space).items() if s.owner in friends)
