"""National advantages: how each is defined, given to its power, and listed for the draw."""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from ...engine.grants import receive
from ...words import Conditional, Draft, Game, Option, Options, Rule
from ...words.board import friendly
from ..documents import smith

RED, GERMANY, UK, JAPAN, US = "Soviet Union", "Germany", "United Kingdom", "Japan", "United States"
Define = Callable[[Draft, Options], None]


class Advantage(NamedTuple):
    """An advantage of a power: its number in the list of the power, its rule, and the edits that define it."""

    power: str
    number: int
    rule: Rule
    define: Define

    @property
    def id(self) -> str:
        """Return the id of the capability: that of the rule without its document."""
        return self.rule.id.partition(".")[2]

    def works(self, draft: Draft) -> bool:
        """Return whether the rules that it needs are on."""
        on = {edit.rule for edit in draft.record}
        return all(needed in on for needed in self.rule.needs)


#: All advantages by the id of their capability, in the order of the document.
ADVANTAGES: dict[str, Advantage] = {}


def advantage(
    id: str, title: str, power: str, number: int, *options: Option, needs: tuple[str, str] = ("", "")
) -> Callable[[Define], Rule]:
    """Make the rule by which a power begins with an advantage from the function that defines it.

    `needs` are a rule and the capability that it brings, which comes with the advantage.
    """
    rule_needed, capability = needs

    def make(define: Define) -> Rule:
        def apply(draft: Draft, option: Options) -> None:
            if id not in draft.get("technologies"):
                define(draft, option)
            gives = [capability] if capability else []
            draft.include(("powers", power, "technologies"), id, *gives)

        apply.__doc__ = define.__doc__
        wanted = (f"smith.{rule_needed}",) if rule_needed else ()
        rule = smith(f"smith.{id}", title, *options, needs=wanted, default=False)(apply)
        ADVANTAGES[id] = Advantage(power, number, rule, define)
        return rule

    return make


def capability(draft: Draft, id: str, name: str, text: str, *gives: str) -> Conditional:
    """Add an advantage as a capability, with the developments that it gives; return the edits for its holder."""
    return draft.capability(id, name, text, kind="advantage", gives=list(gives))


def reinforce(draft: Draft, id: str, power: str, units: Mapping[str, Mapping[str, int]], why: str) -> None:
    """Give the holder of an advantage units at the start: space -> unit type -> count."""

    def arrive(game: Game) -> None:
        if not game.holds(power, id):
            return
        for space, force in units.items():
            if not game.rules.is_land[space] or friendly(game, power, space):
                for kind, count in force.items():
                    receive(game, power, kind, count, space, why)

    draft.step("opening", id, arrive, after="draws", text=why)


def shores(draft: Draft, territories: Iterable[str]) -> list[str]:
    """Return the sea zones next to any of these territories, as the board is under the rules so far."""
    links, spaces = draft.get("links"), draft.get("spaces")
    near = (zone for territory in territories for zone in links[draft.find("spaces", territory)])
    return [zone for zone in dict.fromkeys(near) if spaces[zone]["kind"] == "sea"]
