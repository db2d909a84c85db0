"""The national advantages of China."""

from ...words import Draft, Option, Options
from ..documents import enhanced
from .advantages import CHINA, advantage

ROUND_UP, NO_CAP = "na_china_round_up", "na_china_unlimited_placement"
SITE = "Chinese units"


@enhanced(
    f"enhanced.{ROUND_UP}", "China: Round Up New Infantry",
    Option("rounding", "up", "how a fraction is rounded", choices=("up", "down")),
    Option("territories_per_infantry", 2, "Chinese territories for each new infantry", low=1, high=9),
    default=False,
)  # fmt: skip
def na_china_round_up(draft: Draft, option: Options) -> None:
    """China gets one infantry for every two Chinese territories, and a fraction is rounded up instead of down."""
    more = advantage(draft, ROUND_UP, CHINA, "Round Up New Infantry", "A fraction of new Chinese infantry counts.")
    each = option.territories_per_infantry

    def recruits(answer: int, territories: int) -> int:
        return int((territories + (each - 1 if option.rounding == "up" else 0)) // each)

    more.modify("recruits", recruits, text="a fraction of new infantry is rounded up")


@enhanced(
    f"enhanced.{NO_CAP}", "China: No Placement Cap",
    Option("cap", 0, "Chinese units in a territory that stop placement (0: no cap)", low=0, high=20),
    default=False,
)  # fmt: skip
def na_china_unlimited_placement(draft: Draft, option: Options) -> None:
    """China may place any number of new infantry in one territory; the cap of three Chinese units no longer holds."""
    advantage(draft, NO_CAP, CHINA, "No Placement Cap", "China may place any number of new infantry in a territory.")
    row = draft.get(("sites", SITE))
    draft.add(("sites", f"{SITE} (no cap)"), {**row, "most": option.cap, "holds": NO_CAP})
    draft.set(("sites", SITE, "lacks"), NO_CAP)
