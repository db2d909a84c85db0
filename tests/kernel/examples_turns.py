"""Small rules for the points of who acts, modelled on rules to come; each is about as long as its sentence."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.battle.volley import DEFENDER
from sandtable.core.decisions import Confirm, Decision
from sandtable.core.errors import No
from sandtable.core.forces import Stack
from sandtable.core.marks import declare_mark
from sandtable.engine import contracts
from sandtable.engine.alliances import change_side, pass_to
from sandtable.engine.draws import drawn
from sandtable.engine.game import Game
from sandtable.engine.reactions import Moment, join_battle
from sandtable.rules.draft import Draft
from sandtable.rules.rule import Options, Rule

Groups = tuple[tuple[str, ...], ...]


def rule(name: str, change: Callable[[Draft], None], *editions: str) -> Rule:
    """A rule without options from a function of the draft."""

    def apply(draft: Draft, option: Options) -> None:
        change(draft)

    return Rule(f"ex_turns.{name}", name.replace("_", " ").title(), apply, editions=editions, default=False)


# --- reactions --------------------------------------------------------------------------------------------------------


def scramble(draft: Draft) -> None:
    """Smith: fighters scramble from London to a battle in a sea zone beside it, before its first round."""

    def fighters(game: Game, power: str) -> list[object]:
        return [s for s in game.state.at("United Kingdom") if s.owner == power and s.type == "fighter"]

    def available(game: Game, power: str, moment: Moment) -> bool:
        near = moment.name == "battle" and moment.space in game.rules.sea_near["United Kingdom"]
        return near and moment.power in game.foes(power) and bool(fighters(game, power))

    def run(game: Game, power: str, moment: Moment):  # type: ignore[no-untyped-def]
        stack = fighters(game, power)[0]
        join_battle(game, moment.what, DEFENDER, "United Kingdom", stack, 1)  # type: ignore[arg-type]

    draft.offer("reaction", "scramble", "send a fighter", run, available, available)


def war_bonds(draft: Draft) -> None:
    """The power that plays last takes 1 IPC whenever another one begins its turn."""

    def available(game: Game, power: str, moment: Moment) -> bool:
        return moment.name == "turn" and power == game.state.order[-1] != moment.power

    def run(game: Game, power: str):  # type: ignore[no-untyped-def]
        game.state.ipcs[power] += 1
        game.emit("income", power=power, ipcs=1, why="war bonds")

    draft.offer("reaction", "bonds", "sell war bonds", run, available, standing=True)


# --- who is next ------------------------------------------------------------------------------------------------------


def random_turns(draft: Draft) -> None:
    """Smith: each turn but the first goes to a power whose marker is drawn (smith.random_turns)."""

    def next_power(answer: str | None, game: Game, rest: tuple[str, ...]) -> str | None:
        first = game.state.round == 1 and len(rest) == len(game.rules.powers)
        return answer if first or not rest else drawn(game, rest)

    draft.modify("next_power", next_power, how="replace")


def broken_code(draft: Draft) -> None:
    """Smith: in round 1, the United Kingdom sends Germany back when it is Germany's turn (smith.tech_enemy_code)."""

    def send_back(game: Game, power: str):  # type: ignore[no-untyped-def]
        waiting = len(game.state.order) - game.state.turn > 1
        if power == "Germany" and game.state.round == 1 and waiting and game.state.turn == 1:
            return (yield Decision("fight", "United Kingdom", "Send Germany back?", Confirm(), advice=True))
        return False

    draft.step("called", "code", send_back)
    later = lambda answer, rest: answer if answer != "Germany" or len(rest) == 1 else rest[1]  # noqa: E731
    draft.modify("next_power", lambda answer, game, rest: later(answer, rest) if game.state.turn == 1 else answer)


def extra_turn(draft: Draft) -> None:
    """The Axis has an extra German turn at the end of round 1 (smith.axis_first_turn_bonus)."""

    def next_power(answer: str | None, game: Game) -> str | None:
        once = answer is None and game.state.round == 1 and game.state.order.count("Germany") == 1
        return "Germany" if once else answer

    draft.modify("next_power", next_power)


# --- powers that share a turn, units of several powers in one attack --------------------------------------------------


def china(draft: Draft) -> None:
    """Pacific: China takes its turn with the United States; their units move and fight together. It has no money."""
    cells = {"side": "allies", "capital": "", "ipcs": 0, "turn_with": "United States", "aliases": ["PRC"]}
    draft.add("powers.Cathay", cells)
    draft.set("spaces.China.owner", "Cathay")
    draft.add(("setup", "China", "Cathay"), {"infantry": 4})

    def acting(answer: Groups, phase: str) -> Groups:
        together = len(answer) > 1 and phase in ("combat_move", "combat", "noncombat_move")
        return (tuple(power for group in answer for power in group),) if together else answer

    draft.modify("acting", acting)
    draft.modify("may_collect", lambda answer, power: No("it has no money") if power == "Cathay" else answer)


def two_countries(draft: Draft) -> None:
    """Pacific: Great Britain is two countries with money of their own, whose new units are British."""
    country = {"side": "allies", "ipcs": 20, "turn_with": "United Kingdom", "units_of": "United Kingdom"}
    draft.add("powers.Raj", {**country, "capital": "India"})
    draft.add("powers.Anzac", {**country, "capital": "Australia"})
    for space, owner in (("India", "Raj"), ("Australia", "Anzac")):
        draft.set(("spaces", space, "owner"), owner)
        draft.add(("setup", space, owner), {"industrial_complex": 1})


USED = "ex_turns_used"
declare_mark(USED, "moved or fought in its own turn")


def d_day(draft: Draft) -> None:
    """Enhanced: in the American turn of round 1, British units that were not used in their own turn join the attack."""
    draft.add(("stances", USED), {"until": "own_turn"})

    def spent(game: Game) -> None:
        for space, force in list(game.state.forces.items()) if game.state.power == "United Kingdom" else ():
            for stack, n in list(force.items()):
                if stack.owner == "United Kingdom" and (stack.cond.moved or "fought" in stack.cond.marks):
                    game.state.turn_into(space, stack, stack.cond.marked(USED), n)

    def acting(answer: Groups, game: Game, phase: str) -> Groups:
        landing = game.state.power == "United States" and phase in ("combat_move", "combat", "noncombat_move")
        return (("United States", "United Kingdom"),) if landing and game.state.round == 1 else answer

    def may_move(answer: No | None, game: Game, stack: Stack) -> No | None:
        late = USED in stack.cond.marks and game.state.power == "United States"
        return No("this unit was used in its own turn") if late else answer

    draft.step("turn_end", "spent", spent)
    draft.modify("acting", acting)
    draft.modify("may_move", may_move, how="forbid")


# --- sides that change ------------------------------------------------------------------------------------------------


def italian_defection(draft: Draft) -> None:
    """1914: Italy changes to the Central Powers at the start of its turn in round 2 (as great_war.italian_dilemma)."""

    def defect(game: Game) -> None:
        if game.state.power == "Italy" and game.state.round == 2 and game.side("Italy") == "allies":
            change_side(game, "Italy", "central_powers", "its deal was broken")

    draft.step("turn_start", "defect", defect, before="muster")


def turncoat(draft: Draft) -> None:
    """Japan changes sides after its first turn; whoever is at war with it then finds its units gone home."""
    draft.step("turn_end", "turncoat", lambda game: turn(game, "Japan", change_side, "allies", "it changes its mind"))


def loner(draft: Draft) -> None:
    """Japan fights both sides from round 2 on (as great_war.italian_dilemma)."""
    draft.step("round_start", "loner", lambda game: change_side(game, "Japan", "Japan", "greed"))


def inheritance(draft: Draft) -> None:
    """1914: at 6 points Spain passes to Germany with all it has; here Japan (spain_in_the_balance)."""
    draft.step("turn_end", "inheritance", lambda game: turn(game, "Japan", pass_to, "Germany"))


def turn(game: Game, power: str, change: Callable[..., None], *how: str) -> None:
    """Do something after the first turn of a power."""
    if game.state.power == power and game.state.round == 1:
        change(game, power, *how)


# --- rules drawn before the first turn --------------------------------------------------------------------------------


def national_advantages(draft: Draft) -> None:
    """Smith: each power draws one advantage from its list before the first turn (smith.national_advantages)."""
    draft.capability("panzers", "Panzers", "Armor attacks at 4.", kind="advantage").lift("tank", attack=4)
    thrift = draft.capability("thrift", "Thrift", "Infantry may be bought only by threes.", kind="advantage")
    thrift.modify("for_sale", lambda answer: {**answer, "infantry": 3})
    lists = {"Germany": ["panzers", "not_in_play"], "United States": ["thrift"]}
    draft.add("draws.advantages", {"lists": lists})


# --- contracts --------------------------------------------------------------------------------------------------------


def italian_deal(draft: Draft) -> None:
    """1914: in round 2, Italy joins the side that offers more, for a sum now and 3 IPCs every turn; it may defect if
    the deal is broken (as great_war.italian_dilemma)."""
    contracts.keep(draft)
    sides = {"Germany": "central_powers", "Britain": "allies"}

    def negotiate(game: Game):  # type: ignore[no-untyped-def]
        if game.state.power == "Italy" and game.state.round == 2 and not contracts.CONTRACTS.get(game.state):
            bids = yield from contracts.sealed_bids(game, sides, "Offer Italy a sum", {"Germany": 10, "Britain": 8})
            payer = max(bids, key=lambda power: bids[power])
            change_side(game, "Italy", sides[payer], f"it is paid {bids[payer]} IPCs")
            terms = [
                contracts.payment(payer, "Italy", bids[payer]),
                contracts.payment(payer, "Italy", 3, each_turn=True),
                contracts.promise(payer, "Italy", "Trieste", 4),
            ]
            contracts.agree(game, "italy", terms, "Italy's allegiance")

    def defect(game: Game) -> None:
        other = next(side for side in sides.values() if side != game.side("Italy"))
        contracts.end(game, "italy")
        change_side(game, "Italy", other, "its deal was broken")

    def may_defect(game: Game) -> bool:
        return game.state.power == "Italy" and game.state.round >= 4 and contracts.broken(game, "italy")

    draft.step("turn", "negotiate", negotiate, before="purchase")
    draft.offer("purchase", "defect", "change sides", defect, may_defect)


EXAMPLES = [
    rule("scramble", scramble, "classic"),
    rule("war_bonds", war_bonds, "classic", "great_war"),
    rule("random_turns", random_turns, "classic", "great_war"),
    rule("broken_code", broken_code, "classic"),
    rule("extra_turn", extra_turn, "classic", "great_war"),
    rule("china", china, "classic"),
    rule("two_countries", two_countries, "classic"),
    rule("d_day", d_day, "classic"),
    rule("italian_defection", italian_defection, "great_war"),
    rule("turncoat", turncoat, "classic"),
    rule("loner", loner, "classic"),
    rule("inheritance", inheritance, "classic"),
    rule("national_advantages", national_advantages, "classic", "great_war"),
    rule("italian_deal", italian_deal, "great_war"),
]
