"""Non-Aggression Treaty: the Soviet Union and Japan may attack each other, but the first act has a price."""

from ...words import Draft, Option, Options
from ..documents import enhanced
from . import treaty, treaty_acts

PARTNERS = ["Soviet Union", "Japan"]
ORANGE = ["Japan", "Formosa", "Okinawa", "Iwo Jima", "Caroline Islands", "French Indo-China Thailand"]
RED = [
    "Archangel", "Baltic States", "Belorussia", "Buryatia S.S.R.", "Caucasus", "East Poland", "Eastern Ukraine",
    "Evenki National Okrug", "Karelia S.S.R.", "Kazakh S.S.R.", "Novosibirsk", "Russia", "Soviet Far East",
    "Stanovoj Chrebet", "Ukraine", "Urals", "Yakut S.S.R.",
]  # fmt: skip


@enhanced(
    treaty.ID, "Bilateral Non-Aggression Treaty",
    Option("free_infantry", 4, "infantry that the wronged partner receives, once per game", low=0, high=20),
    Option("powers", PARTNERS, "the treaty partners"),
    Option("original_orange", ORANGE, "territories printed in the color of the second partner"),
    Option("original_red", RED, "territories printed in the color of the first partner"),
)  # fmt: skip
def non_aggression_treaty(draft: Draft, option: Options) -> None:
    """The Soviet Union and Japan begin the game with a non-aggression treaty. If one of them attacks a territory
    printed in the other's color, the other places 4 free infantry there before the battle. If it attacks other
    territories or ships of its partner, raids it, flies over it, or enters territory of its color that others hold,
    the infantry is placed in the partner's capital. After that, or when one of the two capitals is captured, there is
    no treaty any more."""
    first, second = draft.find_all("powers", option.powers)
    colors = {first: option.original_red, second: option.original_orange}
    found = {power: draft.find_all("spaces", spaces) for power, spaces in colors.items()}
    terms = {"partners": [first, second], "colors": found, "infantry": option.free_infantry}
    draft.add("memory.non_aggression", terms)
    draft.modify("attack_price", treaty_acts.attack_price)
    draft.step("moved", "treaty", treaty_acts.watch)
    draft.replace_step("entering", "take_undefended", treaty.hold_captures, text="empty territories are captured")
    for name, phase in (("treaty_of_moves", "combat_move"), ("treaty_of_flights", "noncombat_move")):
        draft.step("turn", name, treaty.judge_moves, after=phase, text="the treaty is judged", powers=(first, second))
    draft.step("rocket", "treaty", treaty.watch_rocket)
    draft.step("combat", "treaty_of_rockets", treaty.judge, after="rockets")
    draft.step("combat", "treaty_of_fleets", treaty.judge_fleets, after="engage")
    draft.step("conquest", "treaty_of_capitals", treaty.capital_taken)
