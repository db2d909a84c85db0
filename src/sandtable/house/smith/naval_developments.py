"""Developments of ships: Super Subs, Heavy Ships, and Long-Range Ships."""

from ...words import Draft, Option, Options
from ...words.battles import Pick
from ..documents import smith
from .technologies import NOT_FOUND, WEAPONS_TABLE, development

SUPER_SUBS = "super_submarines"
SUBMARINES = Pick(tags=("submarine",))
SURFACE_SHIPS = Pick(kinds=("sea",), without=("submarine",))


@smith(
    "smith.tech_super_subs", "Super Subs",
    Option("attack", 3, "attack of submarines", low=1, high=6),
    Option("movement", 3, "movement of submarines in spaces", low=1, high=9),
    Option("choose_targets_in_defense", True, "defending submarines choose the ships that they hit"),
)  # fmt: skip
def super_subs(draft: Draft, option: Options) -> None:
    """Your submarines attack at 3 and move up to 3 sea zones. When they defend, you choose the ships that they hit."""
    held = development(
        draft, SUPER_SUBS, "Super Subs",
        "Your submarines attack at 3, move 3, and choose the ships that they hit when they defend.",
    )  # fmt: skip
    held.lift("submarine", attack=option.attack, move=option.movement)
    if option.choose_targets_in_defense:
        choose_targets(draft)


def choose_targets(draft: Draft) -> None:
    """Let the submarines of powers with the development defend in a roll of their own, at targets that they choose."""
    own = next(step.what for step in draft.steps("sea_battle") if step.name == "defending_submarines")
    draft.amend_step("sea_battle", "defending_submarines", who=SUBMARINES._replace(lacks=(SUPER_SUBS,)))
    roll = own.with_(text="super subs", who=SUBMARINES._replace(holds=(SUPER_SUBS,)), picks="firer")
    draft.step("sea_battle", "defending_super_subs", roll, after="defending_submarines", stage="defenders")


@smith(
    "smith.tech_heavy_ships", "Heavy Ships",
    Option("transport_infantry", 3, "infantry that a transport carries", low=2, high=9),
    Option("transport_with_armor", 1, "infantry that a transport carries besides one armor", low=0, high=9),
    Option("carrier_fighters", 3, "fighters that a carrier holds", low=2, high=9),
    Option("carrier_bombers", 1, "bombers that a carrier holds instead", low=0, high=9),
    wants={WEAPONS_TABLE: NOT_FOUND},
)  # fmt: skip
def heavy_ships(draft: Draft, option: Options) -> None:
    """Your transports carry 3 infantry, or 1 infantry and 1 armor. Each of your carriers holds up to 3 fighters, or 1
    bomber."""
    held = development(
        draft, "heavy_ships", "Heavy Ships",
        "Your transports carry 3 infantry, or 1 infantry and 1 armor; your carriers hold 3 fighters, or 1 bomber.",
    )  # fmt: skip
    room, plain = option.transport_infantry, draft.get(("units", "transport", "carries"))
    loads = {"infantry": 1}
    for bulky in ("tank", "antiaircraft_gun"):  # with as many infantry beside them as on a plain transport, or more
        before = (plain["capacity"] - plain["loads"][bulky]) // plain["loads"]["infantry"]
        loads[bulky] = max(1, room - max(before, option.transport_with_armor))
    held.lift("transport", **{"carries.capacity": room}, **{f"carries.loads.{kind}": n for kind, n in loads.items()})
    held.lift("aircraft_carrier", deck=option.carrier_fighters)
    if option.carrier_bombers:
        held.lift("bomber", lands_on_deck=True, deck_places=-(-option.carrier_fighters // option.carrier_bombers))


@smith(
    "smith.tech_long_range_ships", "Long-Range Ships",
    Option("movement", 3, "movement of surface ships in spaces", low=1, high=9),
    wants={WEAPONS_TABLE: NOT_FOUND},
)  # fmt: skip
def long_range_ships(draft: Draft, option: Options) -> None:
    """Your transports, carriers, and battleships move up to 3 sea zones."""
    held = development(
        draft, "long_range_ships", "Long-Range Ships", "Your surface ships move up to 3 sea zones."
    )  # fmt: skip
    held.lift(SURFACE_SHIPS, move=option.movement)
