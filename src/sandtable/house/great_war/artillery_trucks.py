"""Artillery Trucks: guns on wheels that fire at aircraft when they defend."""

from ...words import Draft, Game, Option, Options
from ...words.battles import DEFENDER, Pick, UnitEdit, Volley, When, beside, facing_no
from ..documents import great_war
from .new_units import add_unit, advise, numbers, of_enemies, owned
from .roads import motorize

KIND = "artillery_truck"
TRUCKS, INFANTRY, AIRCRAFT = Pick(types=(KIND,)), Pick(types=("infantry",)), Pick(kinds=("air",))


@great_war(
    "great_war.artillery_trucks", "Artillery Trucks",
    *numbers(cost=5, attack=3, defense=3, movement=2),
    Option("defense_vs_aircraft", 1, "it hits attacking fighters on this roll or less", low=0, high=6),
    Option("promoted_infantry_attack", 3, "attack value of the infantry it supports", low=0, high=6),
    Option("air_supremacy_bonus", 0, "added to its attack and defense with air supremacy", low=0, high=3),
    Option("counts_as_artillery", False,
           "it counts as artillery in every other respect; false keeps it apart from artillery"),
    default=False,
)  # fmt: skip
def artillery_trucks(draft: Draft, option: Options) -> None:
    """Artillery trucks cost 5 IPCs, attack and defend at 3, and move up to 2 spaces. Each raises the attack of one
    attacking infantry to 3. A defending artillery truck fires once at attacking fighters and hits on 1."""
    # .1 to .4; an artillery supports tanks too, an artillery truck only infantry
    tags = ["captures", *(["supports", "coastal", "artillery"] if option.counts_as_artillery else [])]
    add_unit(draft, KIND, "Artillery Truck", "land", option, tags, aa=option.defense_vs_aircraft,
             plural="Artillery Trucks", aliases=["artruck", "artrucks"])  # fmt: skip
    draft.add(("units", "transport", "carries", "loads", KIND), 1)
    motorize(draft, KIND)
    advise(draft, KIND, against_fighters)
    if not option.counts_as_artillery:
        support = UnitEdit(INFANTRY, "attack", "least", option.promoted_infantry_attack, When(per=TRUCKS))
        draft.extend_step("land_battle", "attackers_fire", "artillery trucks support infantry", lifts=support)  # .5
    # .3: at the same time as the first exchange of the air battle, even if no fighter defends
    guns = Volley("antiaircraft fire", DEFENDER, TRUCKS, AIRCRAFT, stat="aa", rounds=(1, 1))
    draft.extend_step("land_battle", "air_combat", "artillery trucks fire at fighters", first=guns)
    if option.air_supremacy_bonus:
        alone = When(presence=(beside(AIRCRAFT), facing_no(AIRCRAFT)))
        for step, stat in (("attackers_fire", "attack"), ("defenders_fire", "defense")):
            bonus = UnitEdit(TRUCKS, stat, "add", option.air_supremacy_bonus, alone, text="air supremacy")
            draft.extend_step("land_battle", step, lifts=bonus)


def against_fighters(game: Game, power: str) -> int:
    """Advise an artillery truck for each six artillery, as many as the enemies have fighters."""
    return min(owned(game, power, "artillery") // 6, of_enemies(game, power, "fighter"))
