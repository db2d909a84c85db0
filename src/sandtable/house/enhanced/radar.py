"""Radar: antiaircraft guns that hit more often, and shoot down rockets."""

from ...words import Draft, Flow, Game, Option, Options, declare_event
from ...words.battles import Pick
from ...words.board import guns_of
from ..documents import enhanced
from .weapons_development import ID

RADAR, GUN = "radar", "antiaircraft_gun"
#: What guns of a power with Radar hit on in the base game.
USUAL = 2
declare_event(
    "rocket_fired_at", "Antiaircraft guns of {power} fire at a rocket over {space}, rolling {dice}: {hits:hit}"
)


@enhanced(
    "enhanced.tech_radar", "Radar",
    Option("free_aa_gun", 1, "antiaircraft guns placed when the technology is gained", low=0, high=9),
    Option("minimum_territory_value", 2, "the guns are placed in a territory worth at least this", low=0, high=12),
    Option("to_hit", USUAL, "guns hit aircraft on this number or less", low=1, high=6),
    Option("rocket_to_hit", 2, "guns shoot down a rocket on this number or less", low=0, high=6),
    needs=(ID,),
)  # fmt: skip
def tech_radar(draft: Draft, option: Options) -> None:
    """When you gain Radar, you place 1 free antiaircraft gun in a territory of yours that is worth 2 IPCs or more. Your
    guns, and your battleships if they have antiaircraft fire, hit aircraft on 2 or less. Your guns also fire at each
    rocket aimed at their territory and shoot it down on 2 or less, before jet fighters intercept it."""
    text = f"Your antiaircraft guns hit on {option.to_hit} or less, and they shoot down rockets."
    draft.set(("technologies", RADAR, "text"), text)
    if option.to_hit != USUAL:
        armed = tuple(name for name, row in draft.get("units").items() if row.get("aa"))
        draft.when(holds=RADAR).add(Pick(types=armed), aa=option.to_hit - USUAL)
    if option.free_aa_gun:
        row = {"units": {GUN: option.free_aa_gun}, "when": "gained", "holds": RADAR, "anywhere": True, "fresh": True}
        row["text"] = "free antiaircraft gun"
        draft.add("grants.antiaircraft gun for radar", {**row, "least_value": option.minimum_territory_value})

    def rocket(game: Game, power: str, origin: str, space: str) -> Flow:
        """One die for each rocket, if a gun in the territory belongs to a power with Radar (.3)."""
        foes = frozenset(p for p in game.enemies(power, space) if game.holds(p, RADAR))
        guns = guns_of(game, space, foes)
        dice = game.dice.roll(1) if guns and option.rocket_to_hit else []
        hits = sum(die <= option.rocket_to_hit for die in dice)
        if dice:
            game.emit("rocket_fired_at", power=next(iter(guns)).owner, space=space, dice=dice, hits=hits)
        yield from ()
        return bool(hits)

    jets = any(s.name == "jet_fighters" for s in draft.steps("rocket"))  # they meet only rockets that got through
    where = {"before": "jet_fighters"} if jets else {}
    draft.step("rocket", RADAR, rocket, **where, text="guns with radar fire at rockets")
