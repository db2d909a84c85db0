"""Spain Hangs in the Balance: a neutral Spain with units and turns of its own, which may come to join either side."""

from ...engine.alliances import join, pass_to
from ...engine.memory import OWNERS
from ...words import Draft, Flow, Game, No, Option, Options, Played, declare_event, game_memory, spend
from ...words.asking import Amount, Decision, declare_decision
from ...words.board import Units, fights, neutral_power
from ..documents import great_war
from .neutral_invaders import let_invade

RULE, SPAIN, PORT = "great_war.spain_in_the_balance", "Spain", "Sea Zone 14"
PATRONS = {"central_powers": "Germany", "allies": "France"}
BALANCE = game_memory(
    "spanish_balance", int, "Spain's marker in half points: above 0 toward Germany, below toward France"
)
PATRON = game_memory("spanish_patron", str, "the power that Spain has come under, or none")
declare_decision("influence", "amount: IPCs paid to improve a lost roll for influence in Spain")
declare_event("influence_rolled", "Influence in Spain: Germany and France roll {dice}")
declare_event(
    "influence", "Influence in Spain: France pays {paid:IPC}; the marker moves {halves} half points to {total}"
)
ARMY = {"infantry": 7, "artillery": 1}
GARRISON = {"infantry": 1, "artillery": 1}
FLEET = {"transport": 1, "cruiser": 1}


@great_war(
    RULE, "Spain Hangs in the Balance",
    Option("units_spain", ARMY, "Spain's army at home"),
    Option("units_spanish_morocco", GARRISON, "its army in Spanish Morocco"),
    Option("units_sea_zone_14", FLEET, "its fleet in Sea Zone 14"),
    Option("starting_ipcs", 5, "its IPCs at the start", low=0, high=99),
    Option("plays_after", "Italy", "the power after which Spain plays"),
    Option("french_max_payment", 2, "most IPCs that France may pay to improve a lost roll", low=0, high=9),
    Option("threshold", 6, "points at which Spain joins a side", low=1, high=99),
    Option("deploy_limit", 3, "new units that its patron may place in Spain per turn", low=0, high=99),
    default=False,
)  # fmt: skip
def spain_in_the_balance(draft: Draft, option: Options) -> None:
    """Spain is a neutral power with its own units, which plays after Italy and may invade neutral countries. At the
    end of its turn, its land units, its IPCs, and a roll by Germany and France move a marker. At 6 points, all of Spain
    comes under the control of Germany or France, which may place 3 units there each turn."""
    _spain(draft, option)
    balance = Balance(option)
    draft.modify("turn_order", balance.order)  # .6
    draft.step("turn", "influence", balance.weighed, after="collect", text="weigh the influence in Spain")  # .9 to .14
    draft.step("entering", "spain_attacked", attacked, before="minors")
    draft.step("war_entry", "spain_joins", balance.driven)
    draft.modify("may_produce", balance.may_produce, how="allow")
    draft.modify("placement", balance.placement)
    draft.modify("production", balance.most)  # .18


def _spain(draft: Draft, option: Options) -> None:
    """Add the power, its territories, and its units (.1 to .5)."""
    row = draft.get(("minors", SPAIN))
    lands = (row["home"], *row["colonies"])
    draft.drop(("minors", SPAIN))
    draft.add(("powers", SPAIN), {"side": "spain", "capital": SPAIN, "ipcs": option.starting_ipcs, "color": "#c9a227"})
    for space in lands:
        draft.set(("spaces", space, "owner"), SPAIN)
        draft.set(("spaces", space, "neutral"), False)
    draft.add(("mobilization", SPAIN), [SPAIN])
    draft.add(("bases", SPAIN), {"zones": [PORT]})
    forces = {
        SPAIN: option.units_spain,
        "Spanish Morocco": option.units_spanish_morocco,
        PORT: option.units_sea_zone_14,
    }
    for space, units in forces.items():
        for kind, n in units.items():
            draft.deploy(space, SPAIN, draft.find("units", kind), n)
    let_invade(draft, SPAIN)  # .4, .7


class Balance(Played):
    """How Spain plays, what moves its marker, and what follows when it joins a side."""

    def order(self, answer: tuple[str, ...]) -> tuple[str, ...]:
        """Spain plays after Italy (.6)."""
        rest = [p for p in answer if p != SPAIN]
        after = self.option.plays_after
        at = rest.index(after) + 1 if after in rest else len(rest)
        return (*rest[:at], SPAIN, *rest[at:]) if SPAIN in answer else answer

    def weighed(self, game: Game) -> Flow:
        """At the end of Spain's turn its marker moves (.8 to .14)."""
        if game.state.power != SPAIN or not neutral_power(game, SPAIN):
            return
        german, french = dice = game.dice.roll(2)
        game.emit("influence_rolled", dice=dice)
        paid = 0
        most = min(self.option.french_max_payment, game.state.ipcs["France"])
        if french < german and most:  # .13: a France that has lost
            paid = yield Decision(
                "influence", "France", f"Germany rolls {german} and France {french} for influence in Spain: how many "
                "IPCs do you pay to add to your roll?", Amount(0, most, "IPCs", f"{RULE}.13"), advice=most,
                rule=f"{RULE}.13",
            )  # fmt: skip
            if paid:
                spend(game, "France", paid, "influence in Spain")
        at_home, outside = troops(game)
        halves = 2 * at_home + outside - 2 * game.state.ipcs[SPAIN] + german - 2 * (french + paid)  # .9 to .12
        total = BALANCE.get(game.state) + halves
        BALANCE.set(game.state, total)
        game.emit("influence", paid=paid, halves=halves, total=total)
        if abs(total) >= 2 * self.option.threshold:  # .16, .17
            self.joined(game, "central_powers" if total > 0 else "allies")

    def joined(self, game: Game, side: str) -> None:
        """Spain comes under the control of Germany (.16) or France (.17) with all it has."""
        PATRON.set(game.state, PATRONS[side])
        if neutral_power(game, SPAIN):
            join(game, SPAIN, f"it sides with {PATRONS[side]}")
        pass_to(game, SPAIN, PATRONS[side])

    def driven(self, game: Game, power: str) -> None:
        """Brought into the war by an attack, Spain joins the side opposed to the attacker."""
        attacker = game.state.power
        if power == SPAIN and not PATRON.get(game.state) and attacker != SPAIN:
            self.joined(game, "allies" if game.side(attacker) == "central_powers" else "central_powers")

    def deploys(self, game: Game, power: str, space: str) -> bool:
        """Return whether a power may place units there as the patron of Spain (.18)."""
        held = game.state.owner.get(SPAIN) == OWNERS.get(game.state).get(SPAIN) == power
        return space == SPAIN and held and PATRON.get(game.state) == power

    def may_produce(self, answer: No | None, game: Game, power: str, space: str) -> No | None:
        """The patron of Spain may place units in it (.18)."""
        return None if self.deploys(game, power, space) else answer

    def placement(self, answer: list[str], game: Game, power: str, type: str) -> list[str]:
        """Land units and fighters may be placed in Spain (.18)."""
        able = game.stats(power, type).kind in ("land", "air") and self.deploys(game, power, SPAIN)
        return [*answer, SPAIN] if able and SPAIN not in answer else answer

    def most(self, answer: int | None, game: Game, power: str, space: str) -> int | None:
        """As many as three units (.18)."""
        return int(self.option.deploy_limit) if self.deploys(game, power, space) else answer


def troops(game: Game) -> tuple[int, int]:
    """Return Spain's land units in Spain, and outside it, also aboard transports."""
    at_home = outside = 0
    for space, force in game.state.forces.items():
        for stack, n in force.items():
            aboard = n * sum(
                owner == SPAIN and game.rules.units[kind].kind == "land" for owner, kind in stack.cond.cargo
            )
            land = n if stack.owner == SPAIN and game.unit(stack).kind == "land" and fights(game, stack) else 0
            at_home += land if space == SPAIN else 0
            outside += aboard + (land if space != SPAIN else 0)
    return at_home, outside


def attacked(game: Game, units: Units, space: str) -> Flow:
    """A power that enters neutral Spain drives it to the other side."""
    yield from ()
    if game.state.owner.get(space) == SPAIN != units[0][0].owner and neutral_power(game, SPAIN):
        join(game, SPAIN, f"attacked by {units[0][0].owner}")
