"""Economic Conquest: neutral countries taken over with money."""

from ...engine.draws import drawn
from ...engine.memory import BOUGHT
from ...words import Draft, Flow, Game, Option, Options, Played, declare_event, faces, turn_memory
from ...words.asking import Confirm, Decision, PickSpace, declare_decision
from ...words.board import held_by_nobody
from ..documents import smith
from .neutrals import JOINED, join, neighbors, worth

RULE = "smith.economic_conquest"
ATTEMPTS = turn_memory("conquest_attempts", list[str], "neutral countries that the active power has paid for")
declare_decision("economic_conquest", "pick_space: the neutral country to pay for")
declare_decision("interfere", "confirm: pay to interfere in an economic conquest")
declare_event("conquest_paid", "{power} pays {ipcs:IPC} to take over {space}", ("-power",))
declare_event("interfered", "{power} pays {ipcs:IPC} to interfere in {space}", ("-power",))
declare_event("conquest_rolled", "{power} rolls {dice} for {space}")
#: An attempt may cost a computer player at most this part of its IPCs.
PART = 1 / 3


@smith(
    RULE, "Economic Conquest",
    Option("success_on", [1, 2], "die results that bring the country over"),
    Option("interference_on", [6], "die results that give it to the power that interferes"),
    Option("price_factor", 1, "price as a multiple of the IPC value", low=1, high=10),
    Option("max_interferers", 1, "enemies that can interfere in one attempt", low=0, high=4),
    Option("attempts_per_neutral_per_turn", 1, "attempts on the same country in one turn", low=1, high=6),
    needs=("smith.neutral_territories",),
)  # fmt: skip
def economic_conquest(draft: Draft, option: Options) -> None:
    """Before its other purchases, a power may pay the IPC value of a neutral country next to a territory it controls.
    After its purchases it rolls a die: on a 1 or 2, the country and its force join it. One enemy that also controls a
    territory next to the country may pay as much before the roll; on a 6, the country joins that enemy."""
    for name in ("success_on", "interference_on"):
        faces(draft, name, getattr(option, name))
    money = Money(option)
    text = "pay for the economic conquest of a neutral country"
    draft.offer("purchase", "economic_conquest", text, money.declare, money.can_declare, money.declares)
    draft.step("turn", "economic_conquest", money.resolve, after="purchase", text="economic conquest")
    draft.modify("landing_fields", money.landing_fields, how="allow")


class Money(Played):
    """Conquest with money under the chosen options."""

    def price(self, game: Game, country: str) -> int:
        """Return the price of an attempt, and of interfering in it (.3, .9)."""
        return int(game.rules.q.value(game, country) * self.option.price_factor)

    def next_to(self, game: Game, power: str, country: str) -> bool:
        """Return whether a power controls a territory next to a neutral country (.1, .2, .8)."""
        return any(game.state.owner.get(space) == power for space in neighbors(game, country))

    def eligible(self, game: Game) -> list[str]:
        """Return the countries that the active power can try to take over now, before its other purchases (.4)."""
        power, state = game.state.power, game.state
        if BOUGHT.get(state):
            return []
        return [
            s
            for s in game.rules.lands
            if held_by_nobody(game, s)
            and self.price(game, s) <= state.ipcs[power]
            and ATTEMPTS.get(state).count(s) < self.option.attempts_per_neutral_per_turn
            and self.next_to(game, power, s)
        ]

    def can_declare(self, game: Game) -> bool:
        """Return whether some neutral country can be paid for."""
        return bool(self.eligible(game))

    def declares(self, game: Game) -> bool:
        """Return whether an attempt is worth its price."""
        return bool(self.bargain(game))

    def declare(self, game: Game) -> Flow:
        """Announce an attempt and pay for it (.1, .3)."""
        power, state, countries = game.state.power, game.state, self.eligible(game)
        country = yield Decision(
            "economic_conquest", power, "Choose the neutral country to pay for", PickSpace(countries),
            advice=self.bargain(game) or countries[0], rule=f"{RULE}.1",
        )  # fmt: skip
        state.ipcs[power] -= self.price(game, country)
        ATTEMPTS.of(state).append(country)
        game.emit("conquest_paid", power=power, ipcs=self.price(game, country), space=country)

    def resolve(self, game: Game) -> Flow:
        """After the purchases, roll a die for each attempt; enemies may interfere until then (.4, .10)."""
        for country in ATTEMPTS.take(game.state):
            if held_by_nobody(game, country):
                yield from self.roll(game, country)

    def roll(self, game: Game, country: str) -> Flow:
        """Roll for one attempt (.5, .12)."""
        power, option = game.state.power, self.option
        rivals = yield from self.rivals(game, country)
        face = game.dice.roll(1)[0]
        game.emit("conquest_rolled", power=power, dice=[face], space=country)
        if face in option.success_on:
            yield from join(game, country, power, "economic conquest")
        elif rivals and face in option.interference_on:
            winner = rivals[0] if len(rivals) == 1 else drawn(game, rivals)
            yield from join(game, country, winner, "interfering in an economic conquest")

    def rivals(self, game: Game, country: str) -> Flow:
        """Ask the enemies next to the country, in order of play, whether they pay to interfere (.8 to .11)."""
        state, price, paid = game.state, self.price(game, country), list[str]()
        order = [*state.order[state.turn + 1 :], *state.order[: state.turn]]
        for enemy in order:
            able = enemy in game.foes(state.power) and self.next_to(game, enemy, country) and state.ipcs[enemy] >= price
            if len(paid) == self.option.max_interferers or not able:
                continue
            odds = len(self.option.interference_on) / 6
            interferes = yield Decision(
                "interfere", enemy, f"{state.power} tries to take over {country}. Pay {price} IPCs to interfere?",
                Confirm(), advice=odds * worth(game, country) > price, rule=f"{RULE}.8", context={"space": country},
            )  # fmt: skip
            if interferes:
                paid.append(enemy)
                state.ipcs[enemy] -= price
                game.emit("interfered", power=enemy, ipcs=price, space=country)
        return paid

    def landing_fields(self, answer: frozenset[str], game: Game, power: str) -> frozenset[str]:
        """Aircraft may land in a country in the turn in which it joins their side (.7)."""
        friends, owner = game.friends(power), game.state.owner
        return answer | {s for s in JOINED.get(game.state) if owner.get(s) in friends}

    def bargain(self, game: Game) -> str:
        """Return the country whose prospect exceeds its price most, of those that leave enough IPCs; empty if none."""
        cash, odds = game.state.ipcs[game.state.power], len(self.option.success_on) / 6
        gains = {
            s: odds * worth(game, s) - self.price(game, s)
            for s in self.eligible(game)
            if self.price(game, s) <= PART * cash
        }
        best = max(gains, key=lambda s: (gains[s], s), default="")
        return best if best and gains[best] > 0 else ""
