"""The Supply Chain: supplies lie in territories and make the units there hit better.

A supply is a piece on the map that takes no part in battles itself.
"""

from ...words import Draft, Flow, Force, Game, Option, Options, Played, Stack, counted, lose
from ...words.asking import Allocate, Decision, Limit, declare_decision
from ...words.battles import ATTACKER, DEFENDER, Assign, Battle, Pick, Side, UnitEdit, When
from ...words.board import contested, distances, fights, production, seize
from ..documents import great_war

RULE, SUPPLY, SUPPLIED = "great_war.supply_chain", "supply", "supplied"
declare_decision("supplies", "allocate: new supplies to territories")
LAND = Pick(kinds=("land",))


@great_war(
    RULE, "The Supply Chain",
    Option("supply_per_territory", 1, "supplies from each controlled territory per turn", low=0, high=9),
    Option("capacity_per_unit", 2, "supplies that a territory holds for each unit of the power in it", low=0, high=99),
    Option("stockpile_factor", 3, "supplies a power may hold in all, as a multiple of its IPCs", low=0, high=99),
    Option("stockpile_base", "income", "the IPCs counted: its income, or its cash after collecting",
           choices=("income", "treasury")),
    Option("bonus_per_supply", 1, "what a supply adds to the hit value of a land unit", low=0, high=5),
    default=False,
)  # fmt: skip
def supply_chain(draft: Draft, option: Options) -> None:
    """When it collects income, a power also receives 1 supply for each territory it controls and puts it into
    territories with its units: up to 2 for each unit there, and up to 3 times its income in all. In combat, each supply
    there that is spent adds 1 to the hit value of one land unit. Captured supplies are destroyed."""
    row = {"name": "Supply", "kind": "structure", "cost": 0, "move": 0, "tags": ["passive", "stays_owned"]}
    draft.add(("units", SUPPLY), {**row, "plural": "Supplies", "aliases": ["supplies"]})
    chain = Chain(option)
    draft.step("turn", "supplies", chain.delivered, after="collect", text="distribute supplies")  # .1, .2
    draft.step("turn_end", "supplies", chain.surplus)
    draft.modify("bystanders", chain.at_hand)
    draft.step("conquest", "supplies_destroyed", destroyed, text="captured supplies are destroyed")  # .8
    first = draft.steps("land_battle")[0].name
    for side in (ATTACKER, DEFENDER):
        for power in draft.get("powers"):  # each power spends its own
            role = Assign(
                f"choose units that use supplies of {power}", side, Pick(kinds=("land",), owners=(power,)), (SUPPLIED,),
                advice="all", per=Pick(types=(SUPPLY,), owners=(power,), aside=True), per_side="own", lasts="battle",
                rounds=(1, 1), apart=True, uses=True,
            )  # fmt: skip
            draft.step("land_battle", f"{side}_supplies_{power}", role, before=first, stage="muster")  # .5 to .7
    for stat in ("attack", "defense"):
        more = UnitEdit(LAND, stat, "more", option.bonus_per_supply, When(marks=(SUPPLIED,)))
        draft.edit_units(more, f"a supply adds {option.bonus_per_supply}")


class Chain(Played):
    """Where supplies lie, and how many."""

    def delivered(self, game: Game) -> Flow:
        """The power distributes its new supplies (.1, .2) within what its territories hold (.3, .4)."""
        power = game.state.power
        if game.rules.q.may_collect(game, power) is not None:
            return
        new = self.option.supply_per_territory * sum(owner == power for owner in game.state.owner.values())
        new = min(new, self.limit(game, power) - sum(supplies(game, power).values()))
        room = {(s,): self.room(game, power, s) for s in game.rules.lands}
        most: dict[tuple[str, ...], int] = {key: min(n, new) for key, n in room.items() if min(n, new) > 0}
        if not most:
            return
        form = Allocate(most, [Limit(f"{power} has {counted(new, 'new supply')}", dict.fromkeys(most, 1), new,
                                     f"{RULE}.4")], f"{RULE}.3")  # fmt: skip
        answer = yield Decision(
            "supplies", power, f"Distribute {new} new supplies", form, advice=lambda: self.advice(game, form),
            rule=f"{RULE}.2",
        )  # fmt: skip
        for (space,), n in answer.items():
            game.state.put(space, Stack(power, SUPPLY), n)
            game.emit("placed", power=power, units={SUPPLY: n}, space=space)

    def limit(self, game: Game, power: str) -> int:
        """Return how many supplies a power may hold in all (.4)."""
        income = self.option.stockpile_base == "income"
        return int(self.option.stockpile_factor * (production(game, power) if income else game.state.ipcs[power]))

    def room(self, game: Game, power: str, space: str) -> int:
        """Return how many more supplies of a power a territory holds (.3)."""
        units = sum(n for s, n in game.state.at(space).items() if s.owner == power and fights(game, s))
        return int(self.option.capacity_per_unit * units) - supplies(game, power).get(space, 0)

    def advice(self, game: Game, form: Allocate) -> dict[tuple[str, ...], int]:
        """Supply the front first."""
        foes = [s for s, owner in game.state.owner.items() if owner in game.foes(game.state.power)]
        far = distances(game.rules.land_near, [*foes, *(s for s in game.rules.lands if contested(game, s))])
        answer: dict[tuple[str, ...], int] = {}
        for key in sorted(form.most, key=lambda k: (far.get(k[0], 99), k)):
            if room := form.room(answer, key):
                answer[key] = room
        return answer

    def surplus(self, game: Game) -> None:
        """At the end of its turn, a power loses what is above the capacity of a territory."""
        power = game.state.power
        for space in list(supplies(game, power)):
            over = -self.room(game, power, space)
            if over > 0:
                lose(game, space, {Stack(power, SUPPLY): over})

    def at_hand(self, answer: Force, game: Game, battle: Battle, side: Side) -> Force:
        """Only supplies in the territory of the battle can be spent (.7)."""
        owners = set(battle.owners[side])
        there = {s: n for s, n in game.state.at(battle.space).items() if s.type == SUPPLY and s.owner in owners}
        return {**answer, **there} if there else answer


def supplies(game: Game, power: str) -> dict[str, int]:
    """Return the supplies of a power by territory."""
    stack = Stack(power, SUPPLY)
    return {space: force[stack] for space, force in game.state.forces.items() if stack in force}


def destroyed(game: Game, space: str, captor: str) -> None:
    """Captured supplies are destroyed (.8)."""
    seize(game, space, captor, SUPPLY)
