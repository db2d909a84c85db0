"""Transports: one place to load in a turn, one assault, and several places to offload after a quiet voyage."""

from typing import NamedTuple

from ...engine.leaving import ALONG
from ...engine.standard import ONE_PLACE, PHASE_OVER, may_unload
from ...words import Draft, Game, No, Option, Options, Stack, declare_mark
from ...words.battles import Battle
from ...words.board import COMBAT, friendly
from ..documents import smith
from .landings import others_may_retreat

RULE = "smith.transports"
LOADED = declare_mark("loaded_at", "transport that loaded at this place in this turn")
DROPPED = declare_mark("dropped_at", "transport that offloaded into this territory in this turn")
LOADED_ELSEWHERE = No("this transport has already loaded elsewhere in this turn", f"{RULE}.1")
DROPPED_ELSEWHERE = No("this transport cannot offload into any more territories in this turn", f"{RULE}.3")


@smith(
    RULE, "Transports",
    Option("pickup_places_per_turn", 1, "places where a transport may load in a turn", low=1, high=9),
    Option("pickup_place_is", "territory", "what counts as one place", choices=("territory", "sea_zone")),
    Option("assaults_per_turn", 1, "amphibious assaults of a transport in a turn", low=1, high=9),
    Option("drop_places_noncombat", 0,
           "territories that a transport may offload into in the noncombat move; 0: any number", low=0, high=9),
)  # fmt: skip
def transports(draft: Draft, option: Options) -> None:
    """A transport loads in only one territory each turn, and takes part in at most one amphibious assault. In the
    noncombat move, it may offload into several territories if it took no part in combat; if it won a sea battle, it may
    still offload into one. Units landed in an assault cannot retreat, but the units that fight beside them can."""
    rule = Voyage(
        option.pickup_places_per_turn, option.pickup_place_is == "sea_zone", option.assaults_per_turn,
        option.drop_places_noncombat,
    )  # fmt: skip
    draft.modify("transport_marks", rule.log)
    draft.modify("may_load", rule.one_place, how="forbid")
    draft.modify("may_unload", rule.offload)
    draft.modify("may_retreat", others_may_retreat)
    draft.modify("aircraft_retreat", planes_may_leave)


class Voyage(NamedTuple):
    """Where a transport may load and offload in a turn."""

    places: int
    zones: bool
    assaults: int
    drops: int

    def log(self, answer: tuple[str, ...], carrier: Stack, zone: str, space: str, loading: bool) -> tuple[str, ...]:
        """Transports keep a log of the places where they load and offload."""
        place = (f"{LOADED}={zone if self.zones else space}",) if loading else (f"{DROPPED}={space}",)
        return (*answer, *place)

    def one_place(self, answer: No | None, carrier: Stack, start: str, zone: str) -> No | None:
        """All loading in a turn happens at one and the same place (.1)."""
        places = logged(carrier, LOADED) | {zone if self.zones else start}
        return LOADED_ELSEWHERE if answer is None and len(places) > self.places else answer

    def offload(
        self, answer: No | None, game: Game, carrier: Stack, zone: str, space: str, phase: str, stack: Stack
    ) -> No | None:
        """A transport lands in one assault (.2), and offloads in several places if it took no part in combat (.3)."""
        if phase == COMBAT:
            places = logged(carrier, DROPPED) | {space}
            waits = game.rules.q.landing_waits(game, zone, space)
            if answer is not ONE_PLACE or waits or len(places) > self.assaults:
                return answer
            marks = [m for m in carrier.cond.marks if m.startswith("landing=")]
            first = carrier.with_(carrier.cond.unmarked(*marks))  # everything else holds as for a first landing
            return may_unload(game, first, zone, space, phase, stack)
        most = self.drops
        if answer is PHASE_OVER and "fought" in carrier.cond.marks and not carrier.cond.noted("landing"):
            clear = friendly(game, stack.owner, space) and not game.rules.q.hostile_zone(game, stack.owner, zone)
            answer, most = (None, 1) if clear else (answer, most)
        spread = logged(carrier, DROPPED) | {space}
        return DROPPED_ELSEWHERE if answer is None and most and len(spread) > most else answer


def logged(carrier: Stack, mark: str) -> set[str]:
    """Return the places in the log of a transport."""
    return {m.partition("=")[2] for m in carrier.cond.marks if m.partition("=")[0] == mark}


def planes_may_leave(answer: str, battle: Battle) -> str:
    """Planes that fight beside landed units may leave, and the landed units fight on (.4)."""
    return "each" if battle.seaborne and answer == ALONG else answer
