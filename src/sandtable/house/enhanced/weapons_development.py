"""Weapons Development: the charts of this set, and research of a technology that is named first."""

from collections.abc import Sequence

from ...engine.research import AIMED, Terms
from ...words import Draft, Game, Option, Options
from ..documents import enhanced

EDITIONS = ("anniversary",)
ID = "enhanced.weapons_development"
#: Technologies with another name than in the base game.
NAMES = {
    "increased_factory_production": "Improved Factories",
    "mechanized_infantry": "Mechanized Infantry",
    "jet_fighters": "Jet Power",
}
REPLACED = "super_submarines"
#: What a sensible power expects of a technology in IPCs, at all (empty name) and for each of its units.
WORTH = {
    "advanced_artillery": {"": 8, "artillery": 3},
    "rockets": {"": 6, "antiaircraft_gun": 9},
    "paratroopers": {"bomber": 6},
    "increased_factory_production": {"": 12},
    "war_bonds": {"": 32},
    "mechanized_infantry": {"": 6, "tank": 3},
    "jet_fighters": {"fighter": 7},
    "improved_shipyards": {"": 15},
    "radar": {"": 5, "antiaircraft_gun": 3},
    "long_range_aircraft": {"fighter": 3, "bomber": 3},
    "heavy_bombers": {"bomber": 14},
}


@enhanced(
    ID, "Weapons Development",
    Option("research_mode", "directed", "name the technology before you roll, or research as in the base game",
           choices=("directed", "base_random")),
    Option("success_on", 6, "a die of this number or more is a breakthrough", low=1, high=6),
    Option("max_technologies_per_turn", 0, "technologies that a power may try for in a turn; 0 for any number", low=0,
           high=12),
)  # fmt: skip
def weapons_development(draft: Draft, option: Options) -> None:
    """To develop weapons, you name a technology, pay for dice, and roll them; a 6 gains exactly this technology. There
    are no researchers. Super Submarines can no longer be developed; Super Destroyers take their place."""
    draft.drop(("technologies", REPLACED))
    for technology, name in NAMES.items():
        draft.set(("technologies", technology, "name"), name)
    for technology, worth in WORTH.items():
        draft.set(("technologies", technology, "worth"), worth)
    draft.change("switches.development_success", option.success_on)
    if option.research_mode == "base_random":
        return

    def aims(answer: Sequence[str], game: Game, power: str) -> Sequence[str]:
        """A power names one technology after the other."""
        most = option.max_technologies_per_turn
        spent = most and len(AIMED.get(game.state)) >= most
        return [] if spent else game.rules.q.development(game, power, 1)

    def terms(answer: Terms | None) -> Terms | None:
        """Dice that fail are lost: there are no researchers."""
        return answer and answer._replace(stays=False)

    draft.modify("research_aims", aims, how="replace")
    draft.modify("research", terms)
