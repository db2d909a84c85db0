"""Armored Cars: fast attackers that can break through to the enemy's artillery."""

from ...words import Draft, Option, Options
from ...words.battles import Directed, Pick
from ..documents import great_war
from .new_units import add_unit, advise, numbers, share
from .roads import motorize

KIND = "armored_car"


@great_war(
    "great_war.armored_car", "Armored Cars",
    *numbers(cost=5, attack=3, defense=1, movement=2),
    Option("target_unit", "artillery", "unit type at which its hits may be directed"),
    default=False,
)  # fmt: skip
def armored_car(draft: Draft, option: Options) -> None:
    """Armored cars cost 5 IPCs, attack at 3, defend at 1, and move up to 2 spaces. The attacker may direct each hit of
    its armored cars at enemy artillery."""
    add_unit(draft, KIND, "Armored Car", "land", option, ["captures"], plural="Armored Cars",
             aliases=["car", "cars", "armcar"])  # .1 to .4  # fmt: skip
    draft.add(("units", "transport", "carries", "loads", KIND), 1)
    motorize(draft, KIND)
    advise(draft, KIND, share("infantry", 12, 3))
    target = Pick(tags=("artillery",)) if option.target_unit == "artillery" else Pick(types=(option.target_unit,))
    draft.include("units.artillery.tags", "artillery")
    draft.find("units", option.target_unit)
    hits = Directed(6, target, by=Pick(types=(KIND,)), free=True)  # .5
    text = f"hits of armored cars may be directed at {option.target_unit}"
    draft.amend_step("land_battle", "attackers_fire", text, directed=hits)
