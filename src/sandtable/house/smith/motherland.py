"""Motherland: additional dice of the Soviet Union, or Japan, when it defends original territory of its own."""

from ...words import Draft, Flow, Force, Game, Option, Options, Stack, add, declare_event, first
from ...words.asking import Decision, PickUnits
from ...words.battles import DEFENDER, Battle, Pick, Presence, Side, UnitEdit, Volley
from ...words.board import Units, enemy_fighters
from .advantages import JAPAN, RED, advantage, capability

declare_event("motherland_rolled", "{power} rolls {dice} for its motherland in {space}: {count:hit}")
LAND = "motherland"
OPTIONS = (
    Option("hits_on", 2, "number on which an additional die hits, or less", low=1, high=6),
    Option("units_per_die", 5, "defenders of the power for each additional die, rounded up", low=1, high=99),
    Option("minimum_dice", 1, "additional dice without any defender of the power", low=0, high=9),
)


@advantage("na_ussr_motherland", "USSR 1: Motherland Advantage", RED, 1, *OPTIONS)
def soviet_motherland(draft: Draft, option: Options) -> None:
    """When the Soviet Union defends original Soviet territory, it rolls an additional die that hits on 2 or less for
    every five Soviet units there, rounded up. Soviet territory without any unit has an additional die as well: a hit
    destroys a unit that enters, and the territory stays Soviet unless others get through."""
    Motherland(draft, RED, "na_ussr_motherland", option).write()


@advantage("na_japan_motherland", "Japan 2: Motherland Advantage", JAPAN, 2, *OPTIONS)
def japanese_motherland(draft: Draft, option: Options) -> None:
    """When Japan defends original Japanese territory, it rolls an additional die that hits on 2 or less for every five
    Japanese units there, rounded up. Japanese territory without any unit has an additional die as well: a hit destroys
    a unit that enters, and the territory stays Japanese unless others get through."""
    Motherland(draft, JAPAN, "na_japan_motherland", option).write()


class Motherland:
    """The additional dice of one power under the chosen options."""

    def __init__(self, draft: Draft, power: str, id: str, option: Options) -> None:
        self.draft, self.power, self.id, self.option = draft, power, id, option
        lands = (name for name, row in draft.get("spaces").items() if row.get("owner") == power)
        held = draft.get("holders")
        self.places = tuple(name for name in lands if held.get(name, power) == power)

    def write(self) -> None:
        """Add the rolls in battles, and the die of territory without units."""
        draft, (power, id, option) = self.draft, (self.power, self.id, self.option)
        capability(
            draft, id, f"Motherland of {power}", f"{power} has additional dice in original territory of its own."
        )
        row = {
            "name": "Motherland", "kind": "structure", "cost": 0, "defense": option.hits_on, "tags": ["passive", LAND],
        }  # fmt: skip
        if LAND not in draft.get("units"):
            draft.add(("units", LAND), row)
        own = Pick(kinds=("land", "air"), owners=(power,), holds=(id,), without=("passive",))
        number = UnitEdit(own, "defense", "to", option.hits_on)
        dice = Volley(
            LAND, DEFENDER, own, stat="defense", dice="grouped", group=option.units_per_die, lifts=(number,),
            places=self.places,
        )  # fmt: skip
        soil = Pick(tags=(LAND,), aside=True, owners=(power,))
        alone = Volley(
            LAND, DEFENDER, soil, stat="defense", when=(Presence(own, "own", 0, 0),), places=self.places,
            lifts=(UnitEdit(soil, "defense", "to", option.hits_on),),
        )  # fmt: skip
        draft.step("land_battle", id, dice, after="defenders", stage="defenders")
        draft.step("land_battle", f"{id}_alone", alone, after=id, stage="defenders")
        draft.modify("bystanders", self.bystanders)
        draft.step("entering", id, self.entered, before="take_undefended", text="the motherland resists")

    def bystanders(self, answer: Force, game: Game, battle: Battle, side: Side) -> Force:
        """The land itself stands by its defenders, allied ones included."""
        least = self.option.minimum_dice
        if side == DEFENDER and least and self.defends(game, battle.space):
            return {**answer, Stack(self.power, LAND): least}
        return answer

    def defends(self, game: Game, space: str) -> bool:
        """Return whether the power holds this original territory, and the advantage."""
        return space in self.places and game.state.owner.get(space) == self.power and game.holds(self.power, self.id)

    def entered(self, game: Game, units: Units, space: str, rest: tuple[str, ...]) -> Flow:
        """Roll for territory without units when land units enter it; the invader chooses what is hit."""
        power, least = units[0][0].owner, self.option.minimum_dice
        invading = power in game.foes(self.power) and any(game.unit(s).kind == "land" for s, _ in units)
        if not least or not invading or not self.defends(game, space) or enemy_fighters(game, power, space):
            return None
        dice = game.dice.roll(least)
        hits = min(sum(face <= self.option.hits_on for face in dice), sum(n for _, n in units))
        game.emit("motherland_rolled", power=self.power, space=space, dice=dice, count=hits)
        if not hits:
            return None
        force: Force = {}
        for stack, n in units:
            add(force, stack, n)
        lost = {next(iter(force)): hits}
        if len(force) > 1:
            form = PickUnits(force, hits, hits, f"smith.{self.id}.6")
            cheapest = sorted(force, key=lambda s: (game.unit(s).cost, s))
            lost = yield Decision(
                "casualties", power, f"The motherland resists in {space}: choose casualties", form,
                advice=lambda: first(force, hits, cheapest), rule=f"smith.{self.id}.6",
                context={"space": space, "hits": hits},
            )  # fmt: skip
        game.emit("lost", power=power, force=dict(lost), space=space)
        for stack, n in lost.items():
            add(force, stack, -n)
        return list(force.items()), False
