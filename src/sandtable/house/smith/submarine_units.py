"""Submarine Units: chosen targets, aircraft that must find submarines, and submarines that slip past enemy ships."""

from ...words import Draft, Option, Options, declare_mark
from ...words.battles import ATTACKER, DEFENDER, SILENT, Assign, Check, Extra, Pick, Side, Volley, facing, facing_no
from ..documents import smith
from .aircraft import fire_apart
from .sneaking import Sneaking

HUNTING = declare_mark("hunting", "aircraft that hunt submarines in this combat round")
SUBMARINES, OTHERS = Pick(tags=("submarine",)), Pick(without=("submarine",))
AIRCRAFT, HUNTERS = Pick(kinds=("air",), unmarked=(HUNTING,)), Pick(kinds=("air",), marks=(HUNTING,))


@smith(
    "smith.submarine_units", "Submarine Units",
    Option("attacking_subs_choose_targets", True, "owners of attacking submarines choose the ships that they hit"),
    Option("detection_base", 3, "one aircraft or ship finds a submarine on this or less", low=0, high=6),
    Option("detection_step", 1, "added for each further aircraft or ship", low=0, high=6),
    Option("who_searches_from_air", "attacking_planes", "which aircraft must find submarines",
           choices=("attacking_planes", "all_planes")),
    Option("subs_may_sneak", True, "submarines may move through sea zones with enemy ships"),
)  # fmt: skip
def submarine_units(draft: Draft, option: Options) -> None:
    """Owners of attacking submarines choose the ships that they hit. Aircraft that hunt submarines roll to find them
    each round: one aircraft finds them on 3, each further one adds 1; if they fail, they do not fire. Submarines may
    move through sea zones with enemy ships, which detect them in the same way. A submarine that is detected must fight
    there, or go back to where it began its move."""
    if option.attacking_subs_choose_targets:
        # Their owner chooses which ships the hits of attacking submarines destroy (.1); of defending ones, only with
        # Super Subs (.2).
        draft.amend_step("sea_battle", "attacking_submarines", picks="firer")
    for side in (ATTACKER, DEFENDER) if option.who_searches_from_air == "all_planes" else (ATTACKER,):
        _hunt(draft, side, option)
    if option.subs_may_sneak:
        sneaking = Sneaking(option.detection_base, option.detection_step)
        draft.modify("sea_step", sneaking.pass_enemies, how="allow")
        draft.modify("combat_end", sneaking.not_stop, how="forbid")
        draft.step("passing", "detection", sneaking.detect)
        draft.step("moved", "submarines_stop", sneaking.stop)
        draft.step("moved", "submarines_set_out", sneaking.note_start)


def _hunt(draft: Draft, side: Side, option: Options) -> None:
    """Planes sent against submarines first have to find them (.3); the others hit only other units."""
    stat = "attack" if side == ATTACKER else "defense"
    others = fire_apart(draft, "sea_battle", side)
    draft.amend_step("sea_battle", others, who=AIRCRAFT, at=OTHERS, text="aircraft that do not hunt hit no submarines")
    hunt = Volley("hunting aircraft", side, HUNTERS, SUBMARINES, stat)
    draft.step("sea_battle", f"{side}_hunters_fire", hunt, after=others, stage=f"{side}s")
    chosen = Assign("choose aircraft that hunt submarines", side, AIRCRAFT, (HUNTING,),
                    when=(facing(SUBMARINES), facing(OTHERS)))  # fmt: skip
    forced = Assign("aircraft hunt submarines", side, AIRCRAFT, (HUNTING,), ask=False,
                    when=(facing(SUBMARINES), facing_no(OTHERS)))  # fmt: skip
    # One plane finds a submarine with 3 in 6 (.4), each further one adds 1 (.5); if they fail, the round is lost (.6).
    search = Check(
        "aircraft search for submarines", side, option.detection_base - option.detection_step, HUNTERS, dice="one",
        who=HUNTERS, marks=(SILENT,), on="failure", extras=(Extra(option.detection_step, HUNTERS),),
    )  # fmt: skip
    for name, step in (("hunters", chosen), ("hunters_only", forced), ("search", search)):
        draft.step("sea_battle", f"{side}_{name}", step, before="attacking_submarines", stage="muster")
