"""Escorts and interceptors: fighters go with raiding bombers, and fighters rise against them (anniversary.R165)."""

from ...engine.escorts import declare, land, may_escort, rise, wait
from ...words import Draft, Option, Options, house_rule
from ...words.battles import ATTACKER, DEFENDER, Clear, Pick, UnitEdit, Volley, When

ID = "common.interceptors"


@house_rule(
    ID, "Escorts and Interceptors",
    Option("escort", 1, "escorts hit on this number or less (one more with Jet Fighters)", low=0, high=6),
    Option("interceptor", 2, "interceptors hit on this number or less", low=0, high=6),
    Option("bomber", 0, "bombers hit on this number or less (0: they do not fire)", low=0, high=6),
    editions=("anniversary",), default=False,
)  # fmt: skip
def interceptors(draft: Draft, option: Options) -> None:
    """Fighters may go with raiding bombers. Before combat the defender declares which fighters in the territory rise
    against the raid. After antiaircraft fire there is one round of air combat: escorts hit on 1 (on 2 with Jet
    Fighters), interceptors on 2, and bombers do not fire. The surviving bombers make the raid (anniversary.R165)."""
    escorts, risen = Pick(marks=("escort",)), Pick(marks=("intercepts",))
    better = When(holds=("jet_fighters",))
    numbers = (
        UnitEdit(escorts, "attack", "to", option.escort),
        UnitEdit(escorts, "attack", "to", option.escort + 1 if option.escort else 0, better),
    )
    bombers = UnitEdit(Pick(tags=("raids",)), "attack", "to", option.bomber)
    rising = UnitEdit(risen, "defense", "to", option.interceptor)
    steps = {
        "escorts": Volley("escorts", ATTACKER, escorts, lifts=numbers),
        "bombers": Volley("bombers", ATTACKER, Pick(tags=("raids",)), lifts=(bombers,)),
        "interceptors": Volley("interceptors", DEFENDER, risen, stat="defense", lifts=(rising,)),
        "air_losses": Clear(),
    }
    draft.add(("missions", "escort"), ID)
    draft.add(("citations", "intercept"), ID)
    draft.modify("missions", may_escort)
    draft.step("combat", "declare_interceptors", declare, before="rockets", text="the defender declares interceptors")
    draft.step("raid", "rise", rise, before="antiaircraft_fire")
    for name, what in steps.items():
        draft.step("raid", name, what, before="damage", stage="air_combat")
    draft.step("raid", "wait", wait, before="damage")
    draft.step("combat", "interceptors_land", land, text="interceptors land")
