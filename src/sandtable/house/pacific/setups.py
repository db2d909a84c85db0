"""Corrected and amended Japanese setup."""

from ...words import Draft, Game, No, Option, Options, rows
from ..documents import pacific

JAPAN = "Japan"
CORRECTED, AMENDED = "pacific.corrected_setup", "pacific.amended_japanese_setup"
#: Japanese starting units of the corrected setup, where they differ from the printed chart.
CHANGES = [
    {"space": "Sea Zone 37", "unit": "transport", "count": 1},  # .2
    {"space": "Mariana Islands", "unit": "fighter", "count": 0},  # .3
    {"space": "French Indo-China", "unit": "infantry", "count": 2},  # .4
    {"space": "Hainan", "unit": "infantry", "count": 6},
    {"space": "Sea Zone 20", "unit": "submarine", "count": 0},  # .5
    {"space": "Sea Zone 22", "unit": "submarine", "count": 1},
]
NO_CARRIERS = No("Japan cannot attack American aircraft carriers in its first turn", f"{AMENDED}.2")


@pacific(CORRECTED, "Corrected Japanese Setup", Option("changes", CHANGES, "Japanese starting units by space and type"))
def corrected_setup(draft: Draft, option: Options) -> None:
    """The printed setup of Japan is corrected: one transport less in Sea Zone 37, no fighter on the Mariana Islands,
    two infantry on Hainan instead of in French Indo-China, and the submarine of Sea Zone 20 in Sea Zone 22."""
    needs = "a change needs space, unit, and count"
    for row in rows(draft, option.changes, needs, space="spaces", unit="units", count=int):  # .1
        now = draft.deployed(row.space, JAPAN).get(row.unit, 0)
        if row.count != now:
            draft.deploy(row.space, JAPAN, row.unit, row.count - now)


@pacific(
    AMENDED, "Amended Japanese Setup",
    Option("from_zone", 20, "sea zone that Japan's units leave", low=1, high=54),
    Option("to_zone", 22, "sea zone where they start instead", low=1, high=54),
    Option("forbid_first_turn_carrier_attack", False,
           "Japan cannot attack zones with American carriers in its first turn"),
)  # fmt: skip
def amended_japanese_setup(draft: Draft, option: Options) -> None:
    """All Japanese units of Sea Zone 20 start in Sea Zone 22 instead, out of reach of most American aircraft
    carriers."""
    start, end = f"Sea Zone {option.from_zone}", f"Sea Zone {option.to_zone}"
    for kind, n in draft.deployed(start, JAPAN).items():  # .1
        draft.deploy(start, JAPAN, kind, -n)
        draft.deploy(end, JAPAN, kind, n)
    if option.forbid_first_turn_carrier_attack:
        draft.modify("may_attack", no_carriers, how="forbid")  # .2


def no_carriers(answer: No | None, game: Game, power: str, space: str) -> No | None:
    """In the first round, zones with American carriers are closed to Japanese attacks."""
    there = game.state.at(space)
    carriers = any(s.owner == "United States" and game.rules.units[s.type].deck for s in there)
    return NO_CARRIERS if power == JAPAN and game.state.round == 1 and carriers else answer
