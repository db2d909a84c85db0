"""Espionage: a spy network that steals technologies."""

from ...engine.draws import drawn
from ...engine.research import gain, may_hold
from ...words import Draft, Flow, Game, Option, Options, declare_event, game_memory, spend, turn_memory
from ...words.asking import Choice, Choose, Decision, declare_decision
from ..documents import smith
from .technologies import ELITE, NOT_FOUND, WEAPONS_TABLE, development

RULE, ESPIONAGE = "smith.tech_espionage", "espionage"
declare_decision("spy", "choose: the power that the spies steal a technology from")
declare_event("spied", "{power} spies on {victim}, rolling {dice}")
declare_event("network_hunted", "Search for the spy network of {power}: {die}")
declare_event("network_lost", "the spy network of {power} in the territory of {victim} is eliminated")
SPIED = turn_memory("spied", int, "thefts of technologies tried in this turn")
LOST = game_memory("networks_lost", dict[str, "list[str]"], "spying power -> powers where its network is eliminated")
NOT_STEALABLE = ("enemy_code", "industrial_technology", ESPIONAGE, "improved_agriculture", "elite_forces")
#: What a 1, and a 5 or 6, of the die of an attempt mean (.4, .8, .10).
CAUGHT, FOUND_OUT, STOLEN = 1, 5, 6


@smith(
    RULE, "Espionage",
    Option("attempts_per_turn", 1, "thefts that may be tried in a turn", low=1, high=9),
    Option("cost", 0, "IPCs for an attempt", low=0, high=99),
    Option("not_stealable", NOT_STEALABLE, "technologies that cannot be stolen"),
    Option("ally_elimination_chance", 0.5, "chance that a network in an allied power is lost on a 1 or 5", low=0,
           high=1),
    wants={WEAPONS_TABLE: NOT_FOUND},
)  # fmt: skip
def espionage(draft: Draft, option: Options) -> None:
    """Once per turn, your spy network may try to steal a technology from one power, enemy or ally. Roll a die. On a 1
    the network there is lost; on a 5 you steal a random technology of the victim, but the network is lost; on a 6 you
    steal one and the network stays. In an allied power, the network is lost only half of the time."""
    development(
        draft, ESPIONAGE, "Espionage", "Once per turn, you may try to steal a technology from another power."
    )  # fmt: skip
    spies = Spies(option)
    draft.offer("develop", ESPIONAGE, "try to steal a technology", spies.spy, spies.possible, spies.possible)


class Spies:
    """The spy networks under the chosen options."""

    def __init__(self, option: Options) -> None:
        self.option = option
        self.barred = set(option.not_stealable)

    def booty(self, game: Game, power: str, victim: str) -> list[str]:
        """Return what a power could steal from another one: what that one has, can be stolen, and the thief lacks."""
        known = game.rules.technologies
        return [
            name
            for name in game.state.techs[victim]
            if known[name].kind in ("technology", ELITE)
            and name.removesuffix("_2") not in self.barred
            and not (known[name].kind == ELITE and "elite_forces" in self.barred)
            and may_hold(game, power, name)
        ]

    def victims(self, game: Game) -> dict[str, list[str]]:
        """Return the powers that can be spied on, with what they have to steal; allies too (.1)."""
        power = game.state.power
        lost = LOST.get(game.state).get(power, [])
        others = (p for p in game.rules.powers if p != power and p not in lost)
        return {victim: found for victim in others if (found := self.booty(game, power, victim))}

    def possible(self, game: Game) -> bool:
        """Return whether the active power can spy now."""
        power, option = game.state.power, self.option
        able = game.holds(power, ESPIONAGE) and SPIED.get(game.state) < option.attempts_per_turn
        return able and game.state.ipcs[power] >= option.cost and bool(self.victims(game))

    def spy(self, game: Game) -> Flow:
        """Ask for the victim and roll one die (.3)."""
        power, there = game.state.power, self.victims(game)
        options = [Choice("none", "nobody"), *(Choice(victim, victim) for victim in there)]
        best = max(there, key=lambda victim: (victim in game.foes(power), len(there[victim])))
        victim = yield Decision(
            "spy", power, "Choose the power to steal a technology from", Choose(options), advice=best, rule=f"{RULE}.1"
        )  # fmt: skip
        SPIED.set(game.state, SPIED.get(game.state) + 1)
        if victim == "none":
            return
        if self.option.cost:
            spend(game, power, self.option.cost, "spies")
        die = game.dice.roll(1)[0]
        game.emit("spied", power=power, victim=victim, dice=[die])
        if die >= FOUND_OUT:
            stolen = drawn(game, there[victim]) if len(there[victim]) > 1 else there[victim][0]
            gain(game, power, stolen)
        if die in (CAUGHT, FOUND_OUT) and (victim not in game.friends(power) or self._lost_among_allies(game)):
            LOST.of(game.state).setdefault(power, []).append(victim)
            game.emit("network_lost", power=power, victim=victim)

    def _lost_among_allies(self, game: Game) -> bool:
        """Roll a second die: with the default chance the network is lost on 1 to 3 (.6, .9)."""
        die = game.dice.roll(1)[0]
        game.emit("network_hunted", power=game.state.power, die=die)
        return bool(die <= round(6 * self.option.ally_elimination_chance))
