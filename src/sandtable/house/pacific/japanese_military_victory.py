"""Japanese Military Victory: the United States, or both British capitals, held for a turn."""

from ...words import Draft, Option, Options
from ..documents import pacific

#: How many later turns must end while a set is held.
HELD = {"one_complete_turn": 2, "next_japanese_turn": 3}


@pacific(
    "pacific.japanese_military_victory", "Japanese Military Victory",
    Option("victory_sets", ("United States", "New South Wales + India"),
           "sets of territories, one of which Japan must hold"),
    Option("hold_time", "one_complete_turn", "until the start of Japan's next turn, or until its end",
           choices=("one_complete_turn", "next_japanese_turn")),
    Option("require_home_capital", False, "Japan must also control its own capital"),
    Option("replaces_base_condition", True, "a single capital is no longer enough"),
)  # fmt: skip
def japanese_military_victory(draft: Draft, option: Options) -> None:
    """Japan wins when it has held the United States, or both New South Wales and India, for one complete turn. One of
    the two British capitals is no longer enough."""
    if option.replaces_base_condition:
        for name, row in list(draft.get("goals").items()):
            if row.get("side") == "axis":
                draft.drop(("goals", name))
    for names in option.victory_sets:
        spaces = [draft.find("spaces", name.strip()) for name in names.split("+")]
        if option.require_home_capital:
            spaces.append("Japan")
        row = {"side": "axis", "hold": len(spaces), "of": spaces, "turns": HELD[option.hold_time]}
        draft.add(("goals", f"military victory: {names}"), row)  # .1, .2
