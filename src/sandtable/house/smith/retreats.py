"""Retreats: both sides may call off a battle, the defender at the price of its fire."""

from ...engine.leaving import ALONG
from ...words import Draft, Game, No, Option, Options, Stack
from ...words.battles import ATTACKER, DEFENDER, FROM_LANDING, LEAVING, Adrift, Battle, Leave, Pick, Side
from ..documents import smith
from .aircraft import GROUNDED
from .defenders import Defenders
from .refuges import dropped, havens, sails

RULE = "smith.retreats"
DROPPED = No("units that were dropped by aircraft cannot retreat from this battle", f"{RULE}.5")
OWN_WAY = No("submarines withdraw by themselves", f"{RULE}.7")
FLEET = Pick(kinds=("sea",), without=("submarine",))
GROUND = Pick(kinds=("land",))
LANDED, SUBMARINES = Pick(marks=("seaborne",)), Pick(tags=("submarine",))
AIRCRAFT = Pick(kinds=("air",))
ON_CARRIERS = Pick(kinds=("air",), marks=(GROUNDED,))
CARRIERS = Pick(tags=("carrier",))


@smith(
    RULE, "Retreats",
    Option("defender_may_retreat", True, "the defender may retreat from a battle"),
    Option("defender_declares", "after_attacker_continues", "when the defender names the units that retreat",
           choices=("after_attacker_continues", "after_attack_roll")),
    Option("partial_ground_retreat", False, "a side may send back only some of the units that may retreat"),
    Option("defending_plane_range_divisor", 2, "retreating defending aircraft fly their movement divided by this",
           low=1, high=8),
    Option("ground_distance", 1, "territories that retreating ground units fall back", low=1, high=3),
    excludes={"gemmell.retreat_by_defender": "both say how defenders retreat"},
)  # fmt: skip
def retreats(draft: Draft, option: Options) -> None:
    """After each combat round, the attacker may retreat with all units that can, to one adjacent friendly space without
    a battle this turn. If it presses the attack, the defender may name units that retreat: in the next round they are
    fired at, do not roll, and leave if they were not hit. Land units from transports or dropped by aircraft must stay.
    Aircraft retreat by themselves: attackers with the movement they have left, defenders up to half their movement."""
    attackers = Attackers(option.ground_distance)
    draft.modify("may_retreat", attackers.may_retreat, how="adjust")
    draft.modify("retreats", attackers.places, how="replace")
    draft.modify("aircraft_retreat", attackers.aircraft_go_alone)
    draft.modify("withdrawals", submarines_withdraw, how="forbid")
    for battle, others in (("land_battle", LANDED), ("sea_battle", SUBMARINES)):
        draft.extend_step(battle, "retreat", stays=(AIRCRAFT, others), text="others retreat by themselves, or not")
        draft.amend_step(battle, "aircraft_retreat", follows="retreat")
        if option.defender_may_retreat:
            _defenders_leave(draft, battle, Defenders(option))
    # A fighter that stayed on its carrier is lost if that carrier is sunk (.15).
    lost = Adrift("fighters on sunk carriers are lost", DEFENDER, ON_CARRIERS, CARRIERS)
    draft.step("sea_battle", "adrift", lost, after="casualties", stage="casualties")


def _defenders_leave(draft: Draft, battle: str, defenders: Defenders) -> None:
    """The defender names units (.11), which leave at the end of the next fire (.12) unless they are hit (.13)."""
    who = (GROUND if battle == "land_battle" else FLEET)._replace(unmarked=(LEAVING,))
    named = Leave("name the units that retreat", DEFENDER, who, False, defenders.name_ground, marks=(LEAVING,))
    planes = AIRCRAFT._replace(unmarked=(LEAVING,))
    flying = Leave("name the aircraft that retreat", DEFENDER, planes, False, defenders.name_aircraft,
                   marks=(LEAVING,), follows="defender_retreat")  # fmt: skip
    gone = Leave("the units named retreat", DEFENDER, Pick(marks=(LEAVING,)), False, defenders.leave, must=True)
    draft.step(battle, "defenders_leave", gone, after="casualties", stage="casualties")
    if defenders.option.defender_declares == "after_attack_roll":
        draft.step(battle, "defender_retreat", named, before="defenders", stage="retreat")
        draft.step(battle, "defender_aircraft_retreat", flying, before="defenders", stage="retreat")
    else:
        draft.step(battle, "defender_retreat", named, after="retreat", stage="retreat")
        draft.step(battle, "defender_aircraft_retreat", flying, after="aircraft_retreat", stage="retreat")


class Attackers:
    """Which attackers retreat, and where to."""

    def __init__(self, distance: int) -> None:
        self.distance = distance

    def may_retreat(self, answer: No | None, game: Game, battle: Battle, stack: Stack) -> No | None:
        """Units that came overland may retreat by themselves (.5), surface ships together (.6), submarines alone
        (.7)."""
        unit, marks = game.unit(stack), stack.cond.marks
        if "submarine" in unit.tags:
            return OWN_WAY
        if dropped(game, stack):
            return DROPPED
        return None if answer is FROM_LANDING and "seaborne" not in marks else answer

    def places(self, game: Game, battle: Battle) -> list[str]:
        """All retreat to one friendly space near the battle in which no battle takes place this turn (.2, .4, .6)."""
        return havens(game, battle, ATTACKER, self.distance)

    def aircraft_go_alone(self, answer: str) -> str:
        """Aircraft retreat whatever the other forces do (.9), with the movement they have left (.10)."""
        return "each" if answer == ALONG else answer


def submarines_withdraw(answer: list[str], game: Game, battle: Battle, side: Side) -> list[str]:
    """Submarines withdraw to zones without a battle (.7), defenders not to where an enemy ship came from (.8)."""
    ships = [s for s in battle.units[side] if "submarine" in game.unit(s).tags]
    return [z for z in answer if z == battle.space or (ships and sails(game, battle, side, z, ships))]
