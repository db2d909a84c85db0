"""Submarine warfare without dice: restricted from the start, unrestricted once declared.

The base game sets the power with the submarines (`submarine_warfare_by`); the query `submarine_damage` gives the loss
in a sea zone."""

from collections.abc import Iterable

from ...words import Draft, Game, Option, Options, game_memory, total
from ...words.board import having, production
from ..documents import great_war
from .submarine_hunts import hunt

DECLARED = game_memory("submarine_warfare", bool, "unrestricted submarine warfare has been declared")
RESTRICTED, UNRESTRICTED = "great_war.restricted_submarine_warfare", "great_war.unrestricted_submarine_warfare"


def toll(game: Game, power: str, zones: Iterable[str], each: int) -> int:
    """Return the IPCs a power loses to submarines in these zones: at most its income, and 0 at peace."""
    rules, hunter = game.rules, game.rules.switch("submarine_warfare_by")
    if hunter not in game.foes(power):
        return 0
    there = ((zone, total(having(game, zone, "submarine", hunter))) for zone in zones)
    loss = sum(rules.q.submarine_damage(game, zone, n, each) for zone, n in there if n)
    return min(loss, production(game, power))


@great_war(
    RESTRICTED, "Restricted Submarine Warfare",
    Option("damage_per_submarine", 1, "IPCs lost per German submarine in the area", low=0, high=99),
    Option("home_island", ["London", "Wales", "Yorkshire", "Scotland"],
           "territories whose adjacent sea zones make up the area"),
    Option("ends_with_unrestricted", True, "ends when unrestricted submarine warfare is declared"),
)  # fmt: skip
def restricted_submarine_warfare(draft: Draft, option: Options) -> None:
    """From the start of the game, each German submarine adjacent to the British home island reduces Britain's income by
    1 IPC. No dice are rolled. This ends when Germany declares unrestricted submarine warfare."""
    coast = draft.find_all("spaces", option.home_island)
    victim = draft.find("powers", "Britain")  # .3: no other power

    def submarines(game: Game, power: str) -> tuple[int, str] | None:
        """In force from the start, with no declaration (.1, .2). It does not bring any power into the war (.4)."""
        loss = toll(game, power, area(game), option.damage_per_submarine) if power == victim else 0
        return (-loss, "restricted submarine warfare") if loss else None

    def area(game: Game) -> set[str]:
        """The sea zones of the home island while it is in force."""
        over = DECLARED.get(game.state) and option.ends_with_unrestricted
        return set() if over else {zone for land in coast for zone in game.rules.sea_near[land]}

    hunt(draft, area)
    draft.step("income", "restricted_submarines", submarines, text="restricted submarine warfare")
    draft.in_play("query submarine_damage", "step income.restricted_submarines")


@great_war(
    UNRESTRICTED, "Unrestricted Submarine Warfare (Automatic Damage)",
    Option("zones", ["Sea Zone 2", "Sea Zone 7", "Sea Zone 8"], "sea zones where submarines do damage"),
    Option("damage_per_submarine", 1, "IPCs lost per submarine", low=0, high=99),
)  # fmt: skip
def unrestricted_submarine_warfare(draft: Draft, option: Options) -> None:
    """Once Germany has declared unrestricted submarine warfare, each of its submarines in the listed sea zones reduces
    the income of Britain and of the United States by 1 IPC. No dice are rolled."""
    zones = draft.find_all("spaces", option.zones)

    def submarines(game: Game, power: str) -> tuple[int, str] | None:
        """Every submarine there does damage (.1). No dice are rolled (.2)."""
        if not DECLARED.get(game.state) or power not in game.rules.switch("submarine_warfare_against"):
            return None
        loss = toll(game, power, zones, option.damage_per_submarine)
        return (-loss, "unrestricted submarine warfare") if loss else None

    hunt(draft, lambda game: zones if DECLARED.get(game.state) else ())
    draft.replace_step("income", "submarines", submarines, text="unrestricted submarine warfare, without dice")
    draft.in_play("query submarine_damage", "step income.submarines")


@great_war(
    "great_war.first_submarine_damage", "First Submarine Does More Damage",
    Option("first_submarine_damage", 2, "IPCs lost to the first submarine in a sea zone", low=0, high=99),
    Option("later_submarine_damage", 1, "IPCs lost to each additional submarine there", low=0, high=99),
    default=False, wants=dict.fromkeys((RESTRICTED, UNRESTRICTED), "it changes only submarine damage without dice"),
)  # fmt: skip
def first_submarine_damage(draft: Draft, option: Options) -> None:
    """In each sea zone, the first submarine reduces income by 2 IPCs and each additional submarine by 1 IPC."""

    def damage(count: int) -> int:
        """The first submarine in a sea zone destroys 2 IPCs (.1), each additional one 1 IPC (.2)."""
        return int(option.first_submarine_damage + (count - 1) * option.later_submarine_damage)

    draft.modify("submarine_damage", damage, how="replace")
