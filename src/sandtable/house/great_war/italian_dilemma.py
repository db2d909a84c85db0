"""The Italian Dilemma: Italy stands between the alliances, and joins the one that keeps its promises."""

from ...engine import contracts
from ...engine.alliances import change_side, join
from ...words import Draft, Flow, Game, Option, Options, Played, declare_event, game_memory, joined
from ...words.board import Units, held_by, neutral_power, production
from ..documents import great_war
from .italian_talks import DEAL, Talks
from .neutral_invaders import let_invade

RULE, ITALY = "great_war.italian_dilemma", "Italy"
SIDES_OF_THE_WAR = ("central_powers", "allies")
DEFECTIONS = game_memory("italian_defections", int, "how often Italy has changed sides because a deal was broken")
declare_event("solo_victory", "{power} is victorious, too: its income is {income} IPCs")


@great_war(
    RULE, "The Italian Dilemma",
    Option("first_negotiation_turn", 2, "first round in which Italy negotiates", low=1, high=99),
    Option("first_attack_turn", 3, "first round in which neutral Italy may attack of its own accord", low=1, high=99),
    Option("first_defection_turn", 4, "first round in which Italy may defect from a broken deal", low=1, high=99),
    Option("max_units_demanded", 10, "most units that Italy may demand", low=0, high=99),
    Option("max_defections", 1, "how often Italy may defect", low=0, high=9),
    Option("solo_victory_income", 26, "income with which an Italy on neither side is victorious", low=0, high=999),
    default=False,
)  # fmt: skip
def italian_dilemma(draft: Draft, option: Options) -> None:
    """Italy begins neutral. From round 2, it names demands to both alliances before its turn: IPCs, units, or a promise
    of a territory. It joins an alliance that accepts. An alliance that attacks Italy drives it to the other one. From
    round 3, a neutral Italy may attack by itself. From round 4, it may defect once if its deal is broken."""
    draft.find("powers", ITALY)
    let_invade(draft, ITALY)  # .1 to .4, .13
    draft.add("memory.sides", {ITALY: ITALY}, "Italy stands between the sides")
    contracts.keep(draft)
    italy = Italy(option)
    draft.step("entering", "italy_attacked", italy.attacked, before="minors")  # .5
    draft.step("war_entry", "italy_chooses", italy.driven)
    draft.step("turn", "talks", Talks(option).held, before="purchase", text="negotiate with both alliances")  # .6
    for side in SIDES_OF_THE_WAR:
        draft.offer(
            "purchase", f"attack_{side}", f"go to war with the {side.replace('_', ' ')}", lambda game, side=side:
            italy.attack(game, side), italy.may_attack,
        )  # .15, .17  # fmt: skip
    draft.offer("purchase", "attack_both", "go to war with both alliances", italy.attack_both, italy.may_attack)  # .16
    draft.offer("purchase", "defect", "join the other alliance", italy.defect, italy.may_defect, italy.may_defect)
    draft.modify("victory", italy.victory)  # .25, .26


class Italy(Played):
    """What Italy may do, and what drives it into the war."""

    def attacked(self, game: Game, units: Units, space: str) -> Flow:
        """A power that attacks neutral Italy drives it to the other side (.5)."""
        yield from ()
        if game.state.owner.get(space) == ITALY != units[0][0].owner and neutral_power(game, ITALY):
            join(game, ITALY, f"attacked by {units[0][0].owner}")

    def driven(self, game: Game, power: str) -> None:
        """Brought into the war by another power, Italy joins the side opposed to that power (.5)."""
        attacker = game.state.power
        if power == ITALY != attacker and game.side(ITALY) == ITALY:
            change_side(game, ITALY, other_side(game.side(attacker)), f"attacked by {attacker}")

    def may_attack(self, game: Game) -> bool:
        """From round 3, a neutral Italy may go to war by itself (.14, .15, .17), but not after an agreement (.18)."""
        turn = game.state.power == ITALY and game.state.round >= self.option.first_attack_turn
        return turn and neutral_power(game, ITALY)

    def attack(self, game: Game, side: str) -> Flow:
        """It is at war with one side, and joins the other (.15)."""
        yield from ()
        change_side(game, ITALY, other_side(side), "it attacks of its own accord")

    def attack_both(self, game: Game) -> Flow:
        """It is at war with both sides (.16)."""
        yield from ()
        join(game, ITALY, "it attacks both alliances")

    def may_defect(self, game: Game) -> bool:
        """From round 4, Italy alone decides to defect while its deal is broken (.19 to .22), once in a game (.23)."""
        turn = game.state.power == ITALY and game.state.round >= self.option.first_defection_turn
        left = DEFECTIONS.get(game.state) < self.option.max_defections
        return turn and left and game.side(ITALY) in SIDES_OF_THE_WAR and contracts.broken(game, DEAL)

    def defect(self, game: Game) -> Flow:
        """It changes to the other alliance (.20, .21); the new side is final (.23)."""
        yield from ()
        contracts.end(game, DEAL)
        DEFECTIONS.set(game.state, DEFECTIONS.get(game.state) + 1)
        change_side(game, ITALY, other_side(game.side(ITALY)), "its deal was broken")

    def victory(self, answer: tuple[str, str] | None, game: Game, moment: str) -> tuple[str, str] | None:
        """Rome counts for the side that Italy is on (.25); alone, Italy is victorious with enough income (.26)."""
        if moment == "turn_end" and game.side(ITALY) == "central_powers":
            answer = with_rome(game)
        income = production(game, ITALY)
        if answer and game.side(ITALY) == ITALY and income >= self.option.solo_victory_income:
            game.emit("solo_victory", power=ITALY, income=income)
            return answer[0], f"{answer[1]}; Italy is victorious, too"
        return answer


def other_side(side: str) -> str:
    """Return the opposing alliance."""
    return SIDES_OF_THE_WAR[side == SIDES_OF_THE_WAR[0]]


def with_rome(game: Game) -> tuple[str, str] | None:
    """Return the victory when Rome is a capital of the Central Powers: it counts for the Entente, not against it."""
    for side, row in game.rules.tables["goals"].items():
        if (row.get("after") or game.state.order[-1]) != game.state.power:
            continue
        capitals = [s for s in row["of"] if s != "Rome"] + (["Rome"] if side == "allies" else [])
        held = [s for s in capitals if held_by(game, s) == side]
        if len(held) >= row["hold"] and any(s in held for s in row["one_of"]):
            return side, f"they hold {joined(held)}"
    return None
