"""Parts of national advantages for production: a complex before the game, and cheaper units of one complex."""

from ...words import Draft, Options
from ...words.battles import Pick
from .advantages import capability


def opening_complex(draft: Draft, id: str, power: str, territories: list[str]) -> None:
    """Let a power place an industrial complex in one of its territories; as a new one it is limited to their value."""
    capability(draft, id, f"Production of {power}", f"{power} starts with an additional industrial complex.")
    row = {"power": power, "holds": id, "units": {"industrial_complex": 1}, "places": territories}
    draft.add(("grants", f"Production ({power})"), {**row, "when": "opening", "text": "Production"})


def cheaper_at_home(draft: Draft, id: str, name: str, power: str, units: Pick, option: Options) -> None:
    """Lower the price of units of a complex, and sell one before the game: ships where the power has ships, aircraft at
    the complex."""
    home, percent = draft.find("spaces", option.where), round(100 * option.discount)
    text = f"Units of this kind from {home} cost {percent} percent less, and one may be bought before the game."
    held = capability(draft, id, f"{name} of {power}", text)
    held.when(place=home).off(units, cost=percent)
    kinds = [name for name, row in draft.get("units").items() if row["kind"] in units.kinds and row["cost"]]
    most = option.opening_units_for_sale
    row = {"power": power, "holds": id, "units": dict.fromkeys(kinds, most), "total": most, "places": []}
    if units.kinds == ("air",):
        row["places"] = [home]
    sale = {"for_sale": True, "market": home, "when": "opening", "text": name}
    draft.add(("grants", f"{name} ({power})"), {**row, **sale})
