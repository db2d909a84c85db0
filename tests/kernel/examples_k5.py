"""Small rules for the points of the board, modelled on rules to come; each is about as long as its sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sandtable.rules.draft import Draft
from sandtable.rules.rule import Options, Rule

if TYPE_CHECKING:
    from sandtable.engine.game import Flow, Game

BOTH, CLASSIC, GREAT_WAR = ("classic", "great_war"), ("classic",), ("great_war",)
EXAMPLES: list[Rule] = []


def rule(*editions: str) -> Callable[[Callable[[Draft], Any]], Callable[[Draft], Any]]:
    """Make a rule without options of a function of the draft."""

    def made(change: Callable[[Draft], Any]) -> Callable[[Draft], Any]:
        def apply(draft: Draft, option: Options) -> None:
            change(draft)

        name, text = change.__name__, (change.__doc__ or "").strip()
        EXAMPLES.append(Rule(f"k5.{name}", name.title(), apply, text=text, editions=editions, default=False))
        return change

    return made


# --- points that only one edition kept --------------------------------------------------------------------------------


@rule(*BOTH)
def war_loan(draft: Draft) -> None:
    """At the start of the combat phase, a power with less than 6 IPCs may take 5 IPCs."""

    def lend(game: Game) -> Flow:
        game.state.ipcs[game.state.power] += 5
        game.emit("income", power=game.state.power, ipcs=5, why="war loan")
        yield from ()

    draft.offer("combat", "loan", "take a loan", lend, lambda game: game.state.ipcs[game.state.power] < 6)


@rule("classic")
def late_bombers(draft: Draft) -> None:
    """Bombers are sold from round 3 on."""
    draft.add("calendar.bomber", 3)


@rule("classic")
def barbarossa(draft: Draft) -> None:
    """Germany must attack Karelia in round 1."""
    draft.add("obligations.Barbarossa", {"power": "Germany", "round": 1, "space": "Karelia S.S.R."})


@rule("classic")
def turkey(draft: Draft) -> None:
    """Turkey, with 2 infantry, joins the United Kingdom when it is entered (smith.na_germany_allied_neutral)."""
    draft.add("minors.Turkey", {"home": "Turkey", "colonies": [], "army": {"infantry": 2}, "aligned": "United Kingdom"})


@rule("classic")
def pearl_harbor(draft: Draft) -> None:
    """The United States has a naval base in Hawaii."""
    draft.add("bases.Hawaiian Islands", {})


@rule("classic")
def dominions(draft: Draft) -> None:
    """The United Kingdom may place land units in Australia."""
    draft.add("mobilization.United Kingdom", ["Australia"])


@rule("classic")
def two_cities(draft: Draft) -> None:
    """The Axis win after Japan's turn if they hold two of Karelia, India, and the Caucasus."""
    draft.add("goals.axis", {"after": "Japan", "hold": 2, "of": ["Karelia S.S.R.", "India", "Caucasus"]})
