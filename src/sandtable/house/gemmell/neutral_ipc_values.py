"""Neutral IPC Values: an IPC value for every neutral territory."""

from ...words import Draft, Option, Options, revalue
from ..documents import gemmell

#: The list of the document, 25 IPCs in all, by the names of the board.
VALUES = {
    "Eire": 1,  # gemmell.neutral_ipc_values.3
    "Sweden": 3,  # gemmell.neutral_ipc_values.4
    "Spain": 3,  # gemmell.neutral_ipc_values.5
    "Switzerland": 1,  # gemmell.neutral_ipc_values.6
    "Colombia": 1,  # gemmell.neutral_ipc_values.7, written Venezuela
    "Peru": 1,  # gemmell.neutral_ipc_values.8
    "Argentina-Chile": 3,  # gemmell.neutral_ipc_values.9
    "Rio de Oro": 1,  # gemmell.neutral_ipc_values.10
    "Angola": 1,  # gemmell.neutral_ipc_values.11
    "Mozambique": 1,  # gemmell.neutral_ipc_values.12
    "Turkey": 3,  # gemmell.neutral_ipc_values.13
    "Mongolia": 1,  # gemmell.neutral_ipc_values.14
    "Saudi Arabia": 4,  # gemmell.neutral_ipc_values.15
    "Afghanistan": 1,  # gemmell.neutral_ipc_values.16
}


@gemmell(
    "gemmell.neutral_ipc_values", "Neutral IPC Values",
    Option("neutral_values", VALUES, "IPC value of each neutral territory"),
    Option("default_neutral_value", 1, "IPC value of neutral territories not listed", low=0, high=99),
)  # fmt: skip
def neutral_ipc_values(draft: Draft, option: Options) -> None:
    """Every neutral territory is worth 1 to 4 IPCs, collected by the power that controls it."""
    # A captured neutral is an ordinary territory: it pays its value the next time its owner collects income, and may
    # get an industrial complex (gemmell.neutral_ipc_values.1, .2). Territories not listed have the minimum value
    # (gemmell.neutral_ipc_values.17).
    neutrals = [name for name, cells in draft.get("spaces").items() if cells.get("neutral")]
    revalue(draft, {**dict.fromkeys(neutrals, option.default_neutral_value), **option.neutral_values})
