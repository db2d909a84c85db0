"""The Swiss Alps: Switzerland is closed to everybody."""

from __future__ import annotations

from ...core.errors import RuleError
from ...rules.draft import Draft
from ...rules.rule import Option, Options, house_rule


@house_rule(
    "great_war.swiss_alps",
    "The Swiss Alps",
    editions=("great_war",),
    options=[Option("impassable", ["Switzerland"], "neutral territories that nobody may enter or fly over")],
    default=False,
)
def swiss_alps(draft: Draft, option: Options) -> None:
    """Switzerland is impassable: no land unit enters it and no fighter flies over it."""
    closed = [draft.find("spaces", name) for name in option.impassable]
    for space in closed:
        cells = draft.get(("spaces", space))
        if cells["kind"] != "land" or cells["owner"] is not None or space in draft.get("setup"):
            raise RuleError(f"{draft.rule}: only a neutral territory can be closed, which {space} is not")
        draft.set(("spaces", space, "closed"), True, "nobody enters it")  # .1, .2: nobody enters a closed territory
    for name, row in list(draft.get("minors").items()):
        open_colonies = [c for c in row["colonies"] if c not in closed]
        if row["home"] in closed:  # its army is never placed, and it joins nobody
            draft.drop(("minors", name), "as a minor power")
            for colony in open_colonies:
                alone = {"home": colony, "aligned": row["aligned"], "army": {}, "colonies": []}
                draft.add(("minors", colony), alone, "a colony whose home country is closed stands alone")
        elif len(open_colonies) < len(row["colonies"]):
            draft.set(("minors", name, "colonies"), open_colonies)
