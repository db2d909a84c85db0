"""Straits: narrow waters that a side closes to enemy surface ships while it holds the banks."""

from collections.abc import Iterable

from ...core.units import Canal
from ...engine.memory import OWNERS
from ...words import Draft, Flow, Game, No, Option, Options, Stack, declare_event, turn_memory
from ...words.board import Moment, was_neutral
from ..documents import smith

RULE = "smith.straits"
GIBRALTAR, SOUND, TURKISH = "Strait of Gibraltar", "Sound", "Turkish Straits"
BLACK_SEA, GATE = "Black Sea Zone", "Eastern Europe"
NOT_YOUR_GATE = No(f"neutral Turkey lets only the side that holds {GATE} pass", f"{RULE}.7")
ALLOWED = turn_memory("straits_allowed", list[str], "straits that their side lets enemy ships pass in this turn")
declare_event("strait_opened", "{power} lets enemy ships pass the {strait} this turn")


@smith(
    RULE, "Straits",
    Option("submarines_blocked", False, "a closed strait also stops submarines"),
    Option("turkey_while_neutral", "closed_to_all", "who passes the Turkish straits while Turkey is neutral",
           choices=("closed_to_all", "gate_of_east_europe", "open")),
    Option("sweden_while_neutral", "open_to_all", "who passes the Sound while Sweden is neutral",
           choices=("open_to_all", "closed_to_all")),
)  # fmt: skip
def straits(draft: Draft, option: Options) -> None:
    """A side that has held both banks of a strait since the start of the turn can forbid enemy surface ships to pass;
    submarines always pass. The banks are Gibraltar and Algeria, Western Europe and Sweden, and Turkey alone for the
    Black Sea. While Sweden is neutral, all ships pass its strait; while Turkey is neutral, no surface ship does."""
    free = () if option.submarines_blocked else ("submarine",)
    sweden = "open" if option.sweden_while_neutral == "open_to_all" else "closed"
    turkey = "open" if option.turkey_while_neutral == "open" else "closed"
    north_sea = "North Sea Zone East" if "North Sea Zone East" in draft.get("spaces") else "North Sea Zone"
    rows = {
        GIBRALTAR: (("West Spain Sea Zone", "Western Mediterranean Sea Zone"), ("Gibraltar", "Algeria"), "open"),
        SOUND: ((north_sea, "Baltic Sea Zone"), ("Western Europe", "Sweden"), sweden),
        TURKISH: ((BLACK_SEA, "Central Mediterranean Sea Zone"), ("Turkey",), turkey),
        f"Eastern {TURKISH}": ((BLACK_SEA, "Eastern Mediterranean Sea Zone"), ("Turkey",), turkey),
    }
    for name, (zones, banks, neutral) in rows.items():
        row = {"connects": zones, "controlled_by": banks, "strait": True, "neutral": neutral, "free": free}
        draft.add(("canals", name), row)
        draft.add(("citations", f"strait.{name}"), f"{RULE}.1")
    draft.modify("passage", allowed, how="allow")
    if option.turkey_while_neutral == "gate_of_east_europe":
        draft.modify("passage", gate, how="adjust")
    for name in (GIBRALTAR, SOUND, TURKISH):
        _permission(draft, name)


def allowed(answer: No | None, game: Game, start: str, space: str) -> No | None:
    """The side that controls a strait may let enemy ships pass (.1)."""
    canal = game.rules.canal_between.get((start, space))
    return None if canal is not None and canal.name.removeprefix("Eastern ") in ALLOWED.get(game.state) else answer


def gate(answer: No | None, game: Game, stack: Stack, start: str, space: str) -> No | None:
    """While Turkey is neutral, the side that holds Eastern Europe passes into the Black Sea, and the other does not."""
    canal = game.rules.canal_between.get((start, space))
    if canal is None or TURKISH not in canal.name or not was_neutral(game, "Turkey") or answer is None:
        return answer
    return None if OWNERS.get(game.state).get(GATE) in game.friends(stack.owner) else NOT_YOUR_GATE


def _permission(draft: Draft, name: str) -> None:
    """Add the choice of the side that controls a strait: it forbids the passage, unless it allows it for a turn."""

    def rows(game: Game) -> Iterable[Canal]:
        return (c for c in game.rules.canals.values() if c.name.removeprefix("Eastern ") == name)

    def available(game: Game, power: str, moment: Moment) -> bool:
        if moment.name != "turn" or moment.power not in game.foes(power) or name in ALLOWED.get(game.state):
            return False
        owner = game.state.owner
        return any(owner.get(b) == power for c in rows(game) for b in c.controlled_by) and all(
            owner.get(b) in game.friends(power) for c in rows(game) for b in c.controlled_by
        )

    def run(game: Game, power: str, moment: Moment) -> Flow:
        yield from ()
        ALLOWED.of(game.state).append(name)
        game.changed()
        game.emit("strait_opened", power=power, strait=name)

    word = name.lower().replace(" ", "_")
    draft.offer("reaction", f"open_{word}", f"let enemy ships pass the {name} this turn", run, available, standing=True)
