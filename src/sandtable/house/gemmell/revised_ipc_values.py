"""Revised IPC Values: an IPC value for islands worth 0, with the same totals."""

from ...words import Draft, Option, Options, revalue
from ..documents import gemmell

#: The new values; all other territories keep their printed value. The rows of Gibraltar and Japan are lost and are
#: reconstructed from the totals: Soviet Union 24, Germany 32, United Kingdom 30, Japan 25, United States 36
#: (gemmell.revised_ipc_values.7). Losing the United Kingdom costs 7 (gemmell.revised_ipc_values.10), and its original
#: industrial complex still produces without limit (gemmell.revised_ipc_values.9).
VALUES = {
    "United Kingdom": 7,  # gemmell.revised_ipc_values.1, pays for Gibraltar
    "Gibraltar": 1,  # gemmell.revised_ipc_values.8
    "Western United States": 9,  # gemmell.revised_ipc_values.6, pays for Midway
    "Midway": 1,  # gemmell.revised_ipc_values.3
    "Japan": 5,  # gemmell.revised_ipc_values.7, pays for the three islands below
    "Wake Island": 1,  # gemmell.revised_ipc_values.2
    "Caroline Islands": 1,  # gemmell.revised_ipc_values.4
    "Solomon Islands": 1,  # gemmell.revised_ipc_values.5
}
#: The alternative way to offset the 3 IPCs given to Japanese islands (gemmell.revised_ipc_values.7).
SPREAD = {"Japan": 7, "Kwangtung": 2, "Philippines": 2}


@gemmell(
    "gemmell.revised_ipc_values", "Revised IPC Values",
    Option("territory_values", VALUES, "new IPC values; all other territories keep their printed value"),
    Option("japan_reduction", "home", "where the 3 IPCs given to Japanese islands come from: home takes all 3 from "
           "Japan (8 to 5); spread makes Japan 7, Kwangtung 2, and Philippines 2", choices=("home", "spread")),
)  # fmt: skip
def revised_ipc_values(draft: Draft, option: Options) -> None:
    """Five islands and outposts worth 0 IPCs are now worth 1 IPC each. Their owners' home territories are worth that
    much less, so every power starts with the same production."""
    revalue(draft, {**option.territory_values, **(SPREAD if option.japan_reduction == "spread" else {})})
