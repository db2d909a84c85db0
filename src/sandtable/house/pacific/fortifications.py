"""Fortifications: works that defend a territory and strengthen the infantry in it."""

from ...editions.pacific.battles import SURPRISED
from ...engine.economy import sites_of
from ...words import Draft, Game, Option, Options, declare_event
from ...words.battles import Pick
from ...words.board import distances, seize
from ..documents import pacific

RULE, WORK = "pacific.fortifications", "fortification"
#: They are advised if neither the attack nor the defense is this many times as strong as the other; the attack of a
#: unit that enemy transports may land.
MATCH, LANDING = 2, 2
declare_event("fortification_captured", "{power} captures {count:fortification} in {space}")


@pacific(
    RULE, "Fortifications",
    Option("cost", 4, "cost in IPCs", low=1, high=99),
    Option("defense", 3, "defense value", low=0, high=6),
    Option("attack", 0, "attack value", low=0, high=6),
    Option("movement", 0, "territories that they move in a turn", low=0, high=9),
    Option("boosted_infantry_defense", 3, "defense value of infantry with a fortification", low=2, high=6),
    Option("infantry_per_fortification", 1, "infantry that each fortification strengthens", low=0, high=9),
    Option("per_turn_limit", "area_ipc_value", "new fortifications in a territory each turn: as many as its IPC value, "
           "or only as many as stand there at most in all", choices=("area_ipc_value", "total_ipc_value")),
    Option("per_turn_limit_no_value", 1, "the same in a territory worth 0 IPCs", low=0, high=9),
    Option("on_capture", "destroyed", "what becomes of fortifications left in a captured territory",
           choices=("destroyed", "captured")),
    Option("boosts_marines", True, "marines are strengthened like infantry"),
)  # fmt: skip
def fortifications(draft: Draft, option: Options) -> None:
    """Fortifications cost 4 IPCs and defend at 3. They neither move nor attack. Each raises the defense of one infantry
    unit in its territory to 3. They are placed, without a complex, in territories that their power has controlled since
    the start of its turn: in each turn as many as the territory is worth, or one."""
    row = {
        "name": "Fortification", "plural": "Fortifications", "aliases": ["fort", "forts", "fortifications"],
        "kind": "land" if option.movement else "structure", "cost": option.cost, "attack": option.attack,
        "defense": option.defense, "move": option.movement, "tags": ["captures"] if option.movement else [],
    }  # fmt: skip
    draft.add(("units", WORK), row, "fortification")  # .1 to .5
    kinds = ("infantry", "marine") if option.boosts_marines else ("infantry",)
    if option.infantry_per_fortification:
        shared = draft.when(per=Pick(types=(WORK,)), ratio=option.infantry_per_fortification, pool="fortifications")
        rest = [power for power in draft.get("powers") if power not in SURPRISED]
        for strong in (shared.when(owner=SURPRISED, rounds=(2, 0)), shared.when(owner=rest)):
            strong.at_least(Pick(types=kinds), defense=option.boosted_infantry_defense)  # .6
    draft.modify("placement", not_by_complexes)
    limit = {"most": option.per_turn_limit_no_value, "by_value": True}
    draft.add(
        "sites.fortifications", {"types": [WORK], **limit, "standing": option.per_turn_limit == "total_ipc_value"}
    )  # .7 to .11

    def fall(game: Game, space: str, captor: str) -> None:
        seize(game, space, captor, WORK, "fortification_captured" if option.on_capture == "captured" else "")

    draft.step("conquest", "fortifications", fall, text="fortifications left in a captured territory")
    draft.modify("advised_purchase", advised)


def not_by_complexes(answer: list[str], type: str) -> list[str]:
    """Fortifications are placed by the table of sites alone, wherever complexes are (.7)."""
    return [] if type == WORK else answer


def advised(answer: dict[str, int], game: Game, power: str) -> dict[str, int]:
    """Advise fortifications where they make the difference."""
    count = sum(wanting(game, power, space) for space in sites_of(game, power, WORK))
    return {**answer, WORK: count} if count else answer


def wanting(game: Game, power: str, space: str) -> int:
    """Return how many fortifications a territory should get: for its infantry, if enemies nearby can attack with about
    as much as defends it."""
    foes, worth = game.foes(power), int(game.rules.q.value(game, space))
    own = {s: n for s, n in game.state.at(space).items() if s.owner not in foes}
    infantry = sum(n * (1 if s.type == "infantry" else -1 if s.type == WORK else 0) for s, n in own.items())
    defense = sum(n * game.unit(s, space).defense for s, n in own.items())
    attack = 0
    for near, far in distances(game.rules.neighbors, (space,), limit=2).items():
        for stack, n in ((s, n) for s, n in game.state.at(near).items() if s.owner in foes):
            unit = game.unit(stack, near)
            attack += n * (unit.attack if far < 2 else 0)
            attack += n * LANDING * unit.carries.capacity if unit.carries and not game.rules.is_land[near] else 0
    pressed = attack < MATCH * defense and defense < MATCH * attack
    return max(0, min(infantry, worth)) if pressed else 0
