"""Capturing a Capital: temporary capitals, and allies that collect for a power without any capital."""

from math import ceil

from ...engine.sights import Sign
from ...words import Draft, Flow, Game, Option, Options, Played, declare_event, game_memory, turn_memory
from ...words.asking import Decision, PickSpace, confirm, declare_decision
from ...words.board import capital_lost, distances, having
from ..documents import smith

RULE = "smith.capturing_a_capital"
declare_decision("temporary_capital", "pick_space: the industrial complex that is the new capital")
declare_decision("collect_for_ally", "confirm: collect the income of an ally's territory")
declare_event("temporary_capital", "{space} is now the temporary capital of {power}")
declare_event("halved", "{power} loses {ipcs:IPC} of its income: it has only a temporary capital", ("-power",))
TEMPORARY = game_memory("temporary_capitals", dict[str, str], "power without its capital -> its temporary capital")
COLLECTED = game_memory("collected_by_allies", dict[str, int], "territory -> round in which an ally collected there")
BEFORE = turn_memory("ipcs_before_income", int, "IPCs in hand before income was collected", by_power=True)
FOR_ALLIES = turn_memory("ipcs_for_allies", int, "IPCs collected for allies without a capital", by_power=True)
LEFT = turn_memory("left_to_allies", list[str], "territories whose income was left to another ally", by_power=True)


@smith(
    RULE, "Capturing a Capital",
    Option("temporary_income_factor", 0.5, "share of the normal income at a temporary capital", low=0.0, high=1.0),
    Option("rounding", "down", "how the reduced income is rounded", choices=("down", "up")),
    Option("allies_collect", True, "allied armies collect in territories of a power without any capital"),
)  # fmt: skip
def capturing_a_capital(draft: Draft, option: Options) -> None:
    """A power that loses its capital loses its IPCs to the captor but plays on from a temporary capital, an industrial
    complex that it still controls, with half its income. Allied armies collect the income of territories of a power
    that has no capital of any kind."""
    loss = Loss(option)
    draft.modify("capital", loss.capital)
    draft.step("conquest", "temporary_capitals", loss.choose, text="a power without its capital chooses another one")
    draft.step("turn", "before_income", loss.before_income, before="collect")
    draft.step("turn", "halve_income", loss.halve, after="collect")
    draft.step("signs", "temporary_capitals", signs)
    if option.allies_collect:
        draft.step("income", "for_allies", loss.for_allies, text="territories of allies without a capital")


def signs(game: Game) -> list[Sign]:
    """Return a sign on each temporary capital."""
    held = TEMPORARY.get(game.state)
    return [Sign(place, "flag", f"Temporary capital of {power}", 0, power) for power, place in held.items()]


def in_exile(game: Game, power: str) -> bool:
    """Return whether an enemy controls the true capital of a power."""
    capital = game.rules.powers[power].capital
    return bool(capital) and game.state.owner.get(capital) in game.enemies(power, capital)


def complexes(game: Game, power: str) -> list[str]:
    """Return the territories with an industrial complex that a power controls."""
    owner = game.state.owner
    return [s for s in game.rules.lands if owner.get(s) == power and having(game, s, "produces")]


class Loss(Played):
    """What follows the loss of a capital under the chosen options."""

    def capital(self, answer: str | None, game: Game, power: str) -> str | None:
        """A power in exile has its temporary capital (smith.capturing_a_capital.2)."""
        temporary = TEMPORARY.get(game.state).get(power)
        return temporary if temporary is not None and in_exile(game, power) else answer

    def choose(self, game: Game) -> Flow:
        """Let each power in exile choose a temporary capital if it has none now (.3, .7); a liberated capital ends it.

        Before this step the captor of a capital of either kind has taken the IPCs in hand (.1, .6).
        """
        held = TEMPORARY.of(game.state)
        for power in game.rules.powers:
            if not in_exile(game, power):
                held.pop(power, None)
                continue
            if game.state.owner.get(held.get(power, "")) == power:
                continue
            held.pop(power, None)
            places = complexes(game, power)
            if places:
                place = places[0]
                if len(places) > 1:
                    place = yield Decision(
                        "temporary_capital", power, "Your capital is lost: choose your temporary capital",
                        PickSpace(places), advice=self.safest(game, power, places), rule=f"{RULE}.3",
                    )  # fmt: skip
                held[power] = place
                game.emit("temporary_capital", power=power, space=place)
            game.changed()

    def safest(self, game: Game, power: str, places: list[str]) -> str:
        """Return the complex farthest from the territories of enemies, of equal ones the one of most value."""
        enemy = [s for s, owner in game.state.owner.items() if owner in game.foes(power)]
        far = distances(game.rules.neighbors, enemy)
        return max(places, key=lambda s: (far.get(s, 99), game.rules.q.value(game, s), s))

    def before_income(self, game: Game) -> Flow:
        """Note the IPCs in hand, and settle which of several allies collects in a territory (.8)."""
        power = game.state.power
        BEFORE.set(game.state, game.state.ipcs[power])
        for space in self.collectable(game, power) if self.option.allies_collect else ():
            others = [p for p in self.largest(game, space) if p != power]
            if others:
                owner, worth = game.state.owner[space], game.rules.q.value(game, space)
                prompt = f"Collect {worth} IPCs of {owner} for {space}? If not, {others[0]} may collect."
                if not (yield confirm("collect_for_ally", power, prompt, f"{RULE}.8", space=space)):
                    LEFT.of(game.state).append(space)

    def halve(self, game: Game) -> None:
        """At a temporary capital, all income of the turn is halved (.4), but for what is collected for allies (.8)."""
        power, state = game.state.power, game.state
        before = BEFORE.take(state) + FOR_ALLIES.take(state)
        if not in_exile(game, power) or power not in TEMPORARY.get(state):
            return
        income = state.ipcs[power] - before
        part = income * self.option.temporary_income_factor
        lost = income - (ceil(part) if self.option.rounding == "up" else int(part))
        if lost > 0:
            state.ipcs[power] -= lost
            game.emit("halved", power=power, ipcs=lost)

    # --- allies that collect (.8, .9) ---------------------------------------------------------------------------------

    def for_allies(self, game: Game, power: str) -> tuple[int, str] | None:
        """Collect the income of territories of allies without any capital, each once a round."""
        spaces = [s for s in self.collectable(game, power) if s not in LEFT.get(game.state)]
        for space in spaces:
            COLLECTED.of(game.state)[space] = game.state.round
        worth = sum(game.rules.q.value(game, s) for s in spaces)
        FOR_ALLIES.set(game.state, worth)
        return (worth, f"territories of allies without a capital: {', '.join(spaces)}") if worth else None

    def collectable(self, game: Game, power: str) -> list[str]:
        """Return the territories of allies without any capital where a power has the most land units."""
        state, helpless = game.state, [p for p in game.friends(power) - {power} if capital_lost(game, p)]
        return [
            s
            for s in game.rules.lands
            if state.owner.get(s) in helpless
            and COLLECTED.get(state).get(s) != state.round
            and power in self.largest(game, s)
        ]

    def largest(self, game: Game, space: str) -> list[str]:
        """Return the allies with the most land units in a territory of a power, in order of play."""
        owner = str(game.state.owner[space])
        armies = {
            p: sum(n for s, n in game.state.at(space).items() if s.owner == p and game.unit(s, space).kind == "land")
            for p in game.rules.powers
            if p in game.friends(owner) - {owner}
        }
        most = max(armies.values(), default=0)
        return [p for p, n in armies.items() if n == most > 0]
