"""Elite Forces: Kamikaze, fighters that attack ships and do not come back."""

from ...engine.landing import stranded
from ...words import Draft, Game, Option, Options, Stack, declare_mark
from ...words.battles import ATTACKER, SILENT, Adrift, Assign, Pick, UnitEdit, Volley
from ..documents import smith
from .technologies import ELITE, NOT_FOUND, WEAPONS_TABLE, development

KAMIKAZE = "kamikaze"
DIVING = declare_mark(KAMIKAZE, "fighter on a kamikaze attack")
FIGHTERS = Pick(types=("fighter",), holds=(KAMIKAZE,), unmarked=(DIVING,))
DIVERS = Pick(types=("fighter",), marks=(DIVING,))
#: Those that defending aircraft have not drawn into a dogfight.
FREE = DIVERS._replace(unmarked=("dogfight",))
SHIPS = Pick(kinds=("sea",))


@smith(
    "smith.tech_kamikaze", "Elite Forces: Kamikaze",
    Option("power", "Japan", "the only power that can have it"),
    Option("special_attack", 4, "kamikaze fighters hit on this or less", low=1, high=6),
    Option("fighter_cost", 10, "IPCs for a fighter", low=1, high=99),
    wants={WEAPONS_TABLE: NOT_FOUND},
)  # fmt: skip
def kamikaze(draft: Draft, option: Options) -> None:
    """Only Japan can have this elite force. At the beginning of a sea battle, Japan may declare attacking fighters to
    be kamikaze; those that cannot land anywhere always are. They attack at 4 in the first combat round, Japan chooses
    the ships that they hit, and they are destroyed at its end. They can fly their whole movement to get there. All
    Japanese fighters cost 10 IPCs."""
    power = draft.find("powers", option.power)
    held = development(
        draft, KAMIKAZE, "Kamikaze", "Your fighters may attack ships without coming back, and cost less.", kind=ELITE,
        powers=[power],
    )  # fmt: skip
    held.lift("fighter", cost=option.fighter_cost)
    draft.modify("must_land", one_way)
    draft.step("combat", KAMIKAZE, of_necessity, before="battles")
    _battle(draft, option)


def _battle(draft: Draft, option: Options) -> None:
    """Declare, attack, and die in the first round of a sea battle (.4, .5, .6, .7)."""
    declare = Assign(
        "choose fighters that attack as kamikaze", ATTACKER, FIGHTERS, (DIVING,), lasts="battle", rounds=(1, 1)
    )  # fmt: skip
    first = draft.steps("sea_battle")[0].name
    draft.step("sea_battle", KAMIKAZE, declare, before=first, stage="muster")
    number = UnitEdit(Pick(types=("fighter",)), "attack", "to", option.special_attack)
    attack = Volley("kamikaze", ATTACKER, FREE, SHIPS, picks="firer", rounds=(1, 1), lifts=(number,))
    done = Assign("kamikaze fighters have attacked", ATTACKER, DIVERS, (SILENT,), ask=False)
    draft.step("sea_battle", "kamikaze_attack", attack, before="attackers", stage="attackers")
    draft.step("sea_battle", "kamikaze_done", done, after="kamikaze_attack", stage="attackers")
    over = Adrift("kamikaze fighters are destroyed", ATTACKER, DIVERS, Pick(types=("",)))
    draft.step("sea_battle", "kamikaze_end", over, after="casualties", stage="casualties")


def one_way(answer: bool, game: Game, stack: Stack, space: str) -> bool:
    """Kamikaze fighters that attack ships need no landing place (.3)."""
    diving = stack.type == "fighter" and game.holds(stack.owner, KAMIKAZE) and "fought" not in stack.cond.marks
    return answer and not (diving and attacks_ships(game, stack.owner, space))


def attacks_ships(game: Game, power: str, space: str) -> bool:
    """Return whether there are enemy ships in a space."""
    units, foes = game.rules.units, game.foes(power)
    at_sea = not game.rules.is_land[space]
    return at_sea and any(s.owner in foes and units[s.type].kind == "sea" for s in game.state.at(space))


def of_necessity(game: Game) -> None:
    """Mark the fighters that attack ships and could not land anywhere: they are kamikaze."""
    power = game.state.power
    if not game.holds(power, KAMIKAZE):
        return
    for zone in [z for z in game.rules.zones if z in game.state.forces and attacks_ships(game, power, z)]:
        for stack, n in list(game.state.at(zone).items()):
            if stack.owner == power and stack.type == "fighter" and "combat" in stack.cond.marks:
                lost = stranded(game, zone, stack, n)
                game.state.turn_into(zone, stack, stack.cond.marked(DIVING), lost)
