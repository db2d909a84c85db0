"""Technologies of land units: Advanced Artillery and Mechanized Infantry."""

from ...editions.anniversary.advances import SECOND
from ...words import Draft, Game, No, Option, Options, Stack
from ..documents import enhanced
from .weapons_development import ID

ARTILLERY, MECHANIZED = "advanced_artillery", "mechanized_infantry"
TOO_FAR = No("this infantry cannot move that far with a tank", "enhanced.tech_mechanized_infantry.3")


@enhanced(
    "enhanced.tech_advanced_artillery", "Advanced Artillery",
    Option("free_now", 1, "artillery placed in the capital at once", low=0, high=9),
    Option("free_mobilize", 1, "artillery placed with the new units of the same turn", low=0, high=9),
    Option("first_cycle_attack", 3, "attack of artillery in the first round of combat", low=1, high=6),
    Option("supported_infantry", 2, "infantry that one attacking artillery supports", low=1, high=9),
    needs=(ID,),
)  # fmt: skip
def tech_advanced_artillery(draft: Draft, option: Options) -> None:
    """When you gain this technology, you place 1 free artillery in your capital at once. With your new units of that
    turn, you place 1 more in any territory that you have controlled since the turn began. Your artillery attacks at 3
    in the first round of combat, and each one supports two infantry."""
    text = f"Your artillery attacks at {option.first_cycle_attack} in the first round of combat and supports infantry."
    draft.set(("technologies", ARTILLERY, "text"), text)
    free = {"holds": ARTILLERY, "fresh": True, "text": "free artillery"}
    if option.free_now:
        draft.add(
            "grants.artillery in the capital", {"units": {"artillery": option.free_now}, "when": "gained", **free}
        )
    if option.free_mobilize:
        row = {"units": {"artillery": option.free_mobilize}, "anywhere": True, "since_start": True, **free}
        draft.add("grants.artillery of the turn", row)
    draft.when(holds=ARTILLERY, battle_round=1).lift("artillery", attack=option.first_cycle_attack)
    if option.supported_infantry != 2:
        lifts = next(s.what.lifts for s in draft.steps("land_battle") if s.name == "attackers_fire")
        second, more = [edit for edit in lifts if edit.text == SECOND.text], option.supported_infantry - 1
        draft.curtail_step("land_battle", "attackers_fire", lifts=tuple(second))
        if more:
            wide = tuple(edit._replace(when=edit.when._replace(ratio=more)) for edit in second)
            draft.extend_step("land_battle", "attackers_fire", lifts=wide)


@enhanced(
    "enhanced.tech_mechanized_infantry", "Mechanized Infantry",
    Option("free_infantry", 2, "free infantry placed in the capital in the turn of the breakthrough", low=0, high=9),
    Option("infantry_per_tank", 1, "infantry that move with one tank", low=1, high=4),
    Option("paired_move", 2, "movement of infantry that move with a tank", low=1, high=2),
    needs=(ID,),
)  # fmt: skip
def tech_mechanized_infantry(draft: Draft, option: Options) -> None:
    """When you gain this technology, you place 2 free infantry in your capital with the new units of that turn. One
    infantry may move 2 spaces together with each of your tanks, and blitz with it."""
    if option.free_infantry:
        free = {"units": {"infantry": option.free_infantry}, "holds": MECHANIZED, "fresh": True}
        draft.add("grants.mechanized infantry", {**free, "text": "free infantry"})
    if option.infantry_per_tank > 1:
        draft.when(holds=MECHANIZED).lift("tank", **{"carries.capacity": option.infantry_per_tank})

    def may_carry(answer: No | None, game: Game, carrier: Stack, path: tuple[str, ...]) -> No | None:
        """Infantry that move with a tank go only so far."""
        far = len(path) - 1 > option.paired_move and game.unit(carrier, path[0]).kind == "land"
        return TOO_FAR if answer is None and far else answer

    if option.paired_move < 2:
        draft.modify("may_carry", may_carry, how="forbid")
