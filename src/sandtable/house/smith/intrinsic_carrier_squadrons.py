"""Damaged carriers with a squadron of their own: the alternative to the carriers of Damaged Units."""

from ...words import Draft, Option, Options
from ...words.battles import Pick, Volley
from ..documents import smith
from .damaged_units import CARRIER, ROOMY, SWIFT


@smith(
    "smith.intrinsic_carrier_squadrons", "Intrinsic Carrier Squadrons",
    Option("damaged_carrier_movement", 2, "movement of damaged carriers", low=0, high=4),
    Option("damaged_carrier_carries", True, "damaged carriers still carry their full load"),
    Option("submarine_hit_sinks_carrier", True, "a hit by a submarine sinks a carrier at once"),
    needs=("smith.damaged_units",), default=False,
)  # fmt: skip
def intrinsic_carrier_squadrons(draft: Draft, option: Options) -> None:
    """A carrier's attack and defense are those of a squadron of its own, which damage weakens (to 0 and 1). A damaged
    carrier still moves 2 and carries its fighters, but a hit by a submarine sinks any carrier at once."""
    # The values of the squadron, and what damage makes of them, are those of Damaged Units (.1).
    draft.include(("units", CARRIER, "tags"), SWIFT, *([ROOMY] if option.damaged_carrier_carries else []))
    # A damaged carrier still moves 2 (.2) and may still carry fighters (.3).
    draft.when(damaged=1).at_most(CARRIER, move=option.damaged_carrier_movement)
    if option.submarine_hit_sinks_carrier:
        _submarines_sink_carriers(draft)


def _submarines_sink_carriers(draft: Draft) -> None:
    """A hit by a submarine, attacking or defending, sinks a carrier outright (.4)."""
    for step in draft.steps("sea_battle"):
        if isinstance(step.what, Volley) and "submarine" in step.what.who.tags:
            draft.amend_step("sea_battle", step.name, deadly=Pick(types=(CARRIER,)))
