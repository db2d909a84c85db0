"""The Swiss Alps: Switzerland is impassable."""

from ...words import Draft, Option, Options, RuleError
from ..documents import great_war


@great_war(
    "great_war.swiss_alps", "The Swiss Alps",
    Option("impassable", ["Switzerland"], "neutral territories that are impassable"),
    default=False,
)  # fmt: skip
def swiss_alps(draft: Draft, option: Options) -> None:
    """Switzerland is impassable. Land units cannot enter it and fighters cannot fly over it."""
    closed = draft.find_all("spaces", option.impassable)
    for space in closed:
        cells = draft.get(("spaces", space))
        if cells["kind"] != "land" or cells["owner"] is not None or space in draft.get("setup"):
            raise RuleError(f"{draft.rule}: only neutral territories can be made impassable; {space} is not neutral")
        draft.set(("spaces", space, "closed"), True)  # .1, .2: units cannot enter a closed territory
    for name, row in list(draft.get("minors").items()):
        open_colonies = [c for c in row["colonies"] if c not in closed]
        if row["home"] in closed:  # its army is never placed, and it never joins a side
            draft.drop(("minors", name))
            for colony in open_colonies:
                alone = {"home": colony, "aligned": row["aligned"], "army": {}, "colonies": []}
                draft.add(("minors", colony), alone, "a colony of an impassable home country stands on its own")
        elif len(open_colonies) < len(row["colonies"]):
            draft.set(("minors", name, "colonies"), open_colonies)
