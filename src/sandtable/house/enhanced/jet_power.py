"""Jet Power: fighters that attack better, are harder to hit from the ground, and intercept bombers and rockets."""

from ...words import Draft, Flow, Force, Game, Option, Options, declare_event
from ...words.battles import DEFENDER, Battle, Pick, Side, UnitEdit, Volley
from ..documents import enhanced
from .weapons_development import ID

JETS, FIGHTER = "jet_fighters", "fighter"
BOMBERS = Pick(kinds=("air",), tags=("raids",))
declare_event("rocket_met", "Jet fighters of {power} meet a rocket over {space}, rolling {dice}: {hits:hit}")


@enhanced(
    "enhanced.tech_jet_power", "Jet Power",
    Option("fighter_attack", 4, "attack of fighters", low=1, high=6),
    Option("aa_modifier", -1, "added to the number that antiaircraft guns hit jet fighters on", low=-6, high=0),
    Option("intercept_hits_on", 1, "a jet fighter intercepts on this number or less", low=0, high=6),
    Option("dice_per_fighter_vs_bombers", 1, "dice of a jet fighter against bombers", low=0, high=4),
    Option("dice_per_fighter_vs_rockets", 1, "dice of a jet fighter against a rocket", low=0, high=4),
    needs=(ID,),
)  # fmt: skip
def tech_jet_power(draft: Draft, option: Options) -> None:
    """Your fighters attack at 4, and enemy antiaircraft guns hit them on a number that is 1 lower. Each of your
    fighters in a territory whose industrial complex is raided or attacked by a rocket rolls a die after antiaircraft
    fire: a 1 destroys a bomber, or the rocket."""
    effects = [{"unit": FIGHTER, "stat": "attack", "set": option.fighter_attack}]
    draft.change(("technologies", JETS, "effects"), effects)
    text = f"Your fighters attack at {option.fighter_attack}, are harder to hit, and intercept bombers and rockets."
    draft.set(("technologies", JETS, "text"), text)
    jets = Pick(types=(FIGHTER,), holds=(JETS,))
    guns = tuple(name for name, row in draft.get("units").items() if row.get("aa"))
    if option.aa_modifier:
        draft.when(against=jets).add(Pick(types=guns), aa=option.aa_modifier)
    aloft = jets._replace(aside=True)
    numbers = {"defense": option.intercept_hits_on, "defense_dice": option.dice_per_fighter_vs_bombers}
    lifts = tuple(UnitEdit(aloft, column, "to", value) for column, value in numbers.items())
    fire = Volley("jet fighters intercept", DEFENDER, aloft, BOMBERS, "defense", falls="at_once", lifts=lifts)
    if option.dice_per_fighter_vs_bombers:
        draft.step("raid", "interception", fire, before="damage", stage="air_combat")

    def bystanders(answer: Force, game: Game, battle: Battle, side: Side) -> Force:
        """Jet fighters in a territory that is raided intercept the bombers (.4, .6)."""
        if side != DEFENDER or battle.sequence != "raid":
            return answer
        return {**answer, **interceptors(game, battle.attacker, battle.space)}

    def rocket(game: Game, power: str, origin: str, space: str) -> Flow:
        """They roll against each rocket, apart from the bombers (.7)."""
        there = interceptors(game, power, space)
        count = sum(there.values()) * option.dice_per_fighter_vs_rockets
        dice = game.dice.roll(count) if count and option.intercept_hits_on else []
        hits = sum(die <= option.intercept_hits_on for die in dice)
        if dice:
            game.emit("rocket_met", power=next(iter(there)).owner, space=space, dice=dice, hits=hits)
        yield from ()
        return bool(hits)

    draft.modify("bystanders", bystanders)
    draft.step("rocket", "jet_fighters", rocket, text="jet fighters intercept rockets")


def interceptors(game: Game, power: str, space: str) -> Force:
    """Return the jet fighters that defend a territory against a power."""
    foes = {p for p in game.enemies(power, space) if game.holds(p, JETS)}
    return {s: n for s, n in game.state.at(space).items() if s.type == FIGHTER and s.owner in foes}
