"""National advantages of Italy: Africa Corps and the Mediterranean Bonus."""

from ...engine import objectives
from ...words import Draft, Option, Options
from ..documents import enhanced
from .advantages import ITALY, advantage

CORPS, BONUS = "na_italy_africa_corps", "na_italy_mediterranean_bonus"
COASTS = (
    "Egypt", "Trans-Jordan", "Libya", "Anglo-Egypt Sudan", "Italian Africa", "Gibraltar", "Balkans", "Morocco Algeria",
)  # fmt: skip
ZONES = ("Sea Zone 13", "Sea Zone 14", "Sea Zone 15", "Sea Zone 16")


@enhanced(
    f"enhanced.{CORPS}", "Italy: Africa Corps",
    Option("infantry", 1, "infantry of the corps", low=0, high=9),
    Option("artillery", 1, "artillery of the corps", low=0, high=9),
    Option("armor", 1, "tanks of the corps", low=0, high=9),
    Option("territory", "Libya", "territory where the corps arrives"),
    Option("frequency", "once", "how often the corps arrives", choices=("once", "each_turn")),
    default=False,
)  # fmt: skip
def na_italy_africa_corps(draft: Draft, option: Options) -> None:
    """At the end of its first turn, Italy receives 1 infantry, 1 artillery, and 1 tank in Libya, free of charge. If it
    does not control Libya then, they arrive at the end of its first turn in which it does."""
    advantage(draft, CORPS, ITALY, "Africa Corps", "Italy receives free units in Libya at the end of its first turn.")
    row = {
        "power": ITALY, "holds": CORPS, "when": "turn_end", "once": option.frequency == "once",
        "units": {"infantry": option.infantry, "artillery": option.artillery, "tank": option.armor},
        "places": [draft.find("spaces", option.territory)],
    }  # fmt: skip
    draft.add("grants.Africa Corps", row)


@enhanced(
    f"enhanced.{BONUS}", "Italy: Mediterranean Bonus",
    Option("ipc", 5, "IPCs of the bonus", low=1, high=50),
    Option("territories", COASTS, "territories that the Axis must control"),
    Option("sea_zones", ZONES, "sea zones that must be free of enemy surface ships"),
    Option("transports_count", False, "enemy transports are surface ships here"),
    default=False,
)  # fmt: skip
def na_italy_mediterranean_bonus(draft: Draft, option: Options) -> None:
    """Italy collects 5 more IPCs while the Axis controls Egypt, Trans-Jordan, Libya, Anglo-Egypt Sudan, Italian Africa,
    Gibraltar, Balkans, and Morocco Algeria, and no enemy surface warship is in Sea Zones 13, 14, 15, and 16. The bonus
    is paid beside the objectives of Italy."""
    held, free = ", ".join(option.territories), ", ".join(option.sea_zones)
    text = f"The Axis controls {held}, and no enemy surface ship is in {free}."
    advantage(draft, BONUS, ITALY, "Mediterranean Bonus", text)
    row = {
        "power": ITALY, "holds": BONUS, "ipcs": option.ipc, "text": text, "counts": False,
        "hold": draft.find_all("spaces", option.territories),
        "clear": draft.find_all("spaces", option.sea_zones),
        "enemy": {"tags": ["warship", "transport"] if option.transports_count else ["warship"]},
    }  # fmt: skip
    draft.add("objectives.Mediterranean Bonus", row)
    draft.step("income", BONUS, objectives.bonuses, after="objectives", text="Mediterranean bonus")
