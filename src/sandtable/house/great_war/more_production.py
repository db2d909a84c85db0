"""We Need More Production: each power has a factory that adds to its income, or where it mobilizes units."""

from ...engine.memory import OWNERS
from ...words import Draft, Flow, Game, No, Option, Options, Played, Stack, declare_event
from ...words.asking import Choice, Choose, Decision, PickSpace, declare_decision
from ...words.board import distances, seize
from ..documents import great_war

RULE = "great_war.more_production"
INCOME, STAGING = "income_factory", "staging_factory"
declare_decision("factory", "pick_space: the territory of a factory")
declare_decision("factory_effect", "choose: what a factory does")
declare_event("factory_built", "{power} places a factory in {space}: {what}")
#: The power that has no factory (.1).
LATECOMER = "United States"
EFFECTS = {INCOME: "it yields more IPCs", STAGING: "new units may be placed there"}


@great_war(
    RULE, "We Need More Production",
    Option("minimum_value", 2, "smallest IPC value of a territory that takes a factory", low=0, high=99),
    Option("income_bonus", 3, "IPCs that the income effect adds", low=0, high=99),
    Option("staging_factor", 2, "new units the staging effect allows, as a multiple of the IPC value", low=1, high=99),
    Option("staging_cap", 6, "most new units the staging effect allows per turn", low=1, high=99),
    Option("factories_per_power", 1, "factories each power places at the start", low=1, high=9),
    default=False,
)  # fmt: skip
def more_production(draft: Draft, option: Options) -> None:
    """At the start of the game, every power except the United States places a factory in a territory it controls that
    is worth 2 IPCs or more. It chooses whether the factory yields 3 extra IPCs each turn, or lets new land units and
    fighters be placed there: up to twice the value of the territory, but no more than 6. A factory is destroyed when an
    enemy captures its territory."""
    draft.find("powers", LATECOMER)
    for kind, name in ((INCOME, "Factory (income)"), (STAGING, "Factory (staging)")):
        row = {"name": name, "kind": "structure", "cost": 0, "move": 0, "tags": ["passive", "stays_owned"],
               "plural": name, "aliases": [name.replace("Factory (", "").replace(")", "") + " factory"]}  # fmt: skip
        draft.add(("units", kind), row)
    works = Factories(option)
    draft.step("opening", "factories", works.placed, text="placement of the factories")
    draft.step("income", "factories", works.income, text="factories")
    draft.step("conquest", "factories_destroyed", works.destroyed, text="factories are destroyed")
    draft.modify("may_produce", works.may_produce, how="allow")
    draft.modify("placement", works.placement)
    draft.modify("production", works.most)


class Factories(Played):
    """Factories stand on the map as pieces of their powers; one that is lost is never replaced (.7)."""

    def placed(self, game: Game) -> Flow:
        """Every power but one places its factory and chooses what it does (.1, .4)."""
        for power in [p for p in game.rules.powers if p != LATECOMER]:
            for _ in range(self.option.factories_per_power):
                yield from self._place(game, power)

    def _place(self, game: Game, power: str) -> Flow:
        spaces = [s for s in game.rules.lands if self._may_stand(game, power, s)]
        if not spaces:
            return
        space = yield Decision(
            "factory", power, "Place your factory", PickSpace(spaces),
            advice=lambda: safest(game, power, spaces), rule=f"{RULE}.1",
        )  # fmt: skip
        kind = yield Decision(
            "factory_effect", power, f"Choose the effect of the factory in {space}",
            Choose([Choice(kind, text) for kind, text in EFFECTS.items()]), advice=INCOME, rule=f"{RULE}.4",
            context={"space": space},
        )  # fmt: skip
        game.state.put(space, Stack(power, kind), 1)
        game.emit("factory_built", power=power, space=space, what=EFFECTS[kind])

    def _may_stand(self, game: Game, power: str, space: str) -> bool:
        """The power must control the territory (.2), which is worth enough (.3) and has no factory yet."""
        worth = game.rules.spaces[space].value >= self.option.minimum_value
        return worth and game.state.owner.get(space) == power and not has(game, space, power, *EFFECTS)

    def income(self, game: Game, power: str) -> tuple[int, str] | None:
        """The income effect yields 3 extra IPCs while its power controls the territory (.5)."""
        n = sum(has(game, space, power, INCOME) for space, owner in game.state.owner.items() if owner == power)
        return (n * self.option.income_bonus, "factory") if n else None

    def may_produce(self, answer: No | None, game: Game, power: str, space: str) -> No | None:
        """New units may be placed at a staging factory (.6)."""
        return None if self.stages(game, power, space) else answer

    def placement(self, answer: list[str], game: Game, power: str, type: str) -> list[str]:
        """Land units and fighters may be placed at a staging factory (.6)."""
        if game.stats(power, type).kind not in ("land", "air"):
            return answer
        return [*answer, *(s for s in game.rules.lands if self.stages(game, power, s) and s not in answer)]

    def most(self, answer: int | None, game: Game, power: str, space: str) -> int | None:
        """Up to twice the value of the territory, but no more than 6 (.6); no limit where there is none anyway."""
        if not self.stages(game, power, space) or space in game.rules.tables["mobilization"].get(power, ()):
            return answer
        return int(min(self.option.staging_cap, self.option.staging_factor * game.rules.spaces[space].value))

    def stages(self, game: Game, power: str, space: str) -> bool:
        """Return whether a power may use a staging factory there: it has controlled the territory all turn."""
        held = game.state.owner.get(space) == OWNERS.get(game.state).get(space) == power
        return held and has(game, space, power, STAGING)

    def destroyed(self, game: Game, space: str, captor: str) -> None:
        """A factory is destroyed when an enemy captures its territory (.7)."""
        for kind in EFFECTS:
            seize(game, space, captor, kind)


def has(game: Game, space: str, power: str, *kinds: str) -> bool:
    """Return whether a power has a factory of one of these kinds in a space."""
    return any(s.owner == power and s.type in kinds for s in game.state.at(space))


def safest(game: Game, power: str, spaces: list[str]) -> str:
    """Return the territory farthest from the enemy, the most valuable of several."""
    foes = [s for s, owner in game.state.owner.items() if owner in game.foes(power)]
    far = distances(game.rules.neighbors, foes)
    return max(spaces, key=lambda s: (far.get(s, 99), game.rules.spaces[s].value, s))
