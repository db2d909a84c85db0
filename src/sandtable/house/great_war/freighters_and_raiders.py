"""Freighters and Raiders: freighters earn abroad, and merchant raiders prey on the Entente's trade."""

from ...words import Draft, Flow, Game, Option, Options, Played, Stack, declare_event, declare_mark, lose
from ...words.asking import Choice, Choose, Decision, declare_decision, one_of
from ...words.battles import ATTACKER, Check, Extra, Pick
from ...words.board import Units, base_zones, on_board
from ..documents import great_war
from .freighter_trade import FREIGHTER, Trade, sailed
from .trade_routes import RAIDER, Routes

RULE = "great_war.freighters_and_raiders"
PRIZE = declare_mark("prize", "merchant raider that has boarded a freighter in this turn")
declare_decision("raid", "choose: what a merchant raider preys on")
declare_decision("board", "choose: the freighter that a merchant raider boards, or none")
declare_event("trade_raided", "{power} raids {target}, rolling {dice}: {loser} loses {lost:IPC}", ("-loser",))
declare_event("prize_money", "{power} gains {ipcs:IPC}: {why}", ("+power",))
declare_event("boarded_freighter", "{power} boards a freighter in {space}: {loser} loses {lost:IPC}", ("-loser",))

RAIDERS, ARMED = Pick(types=(RAIDER,)), Pick(kinds=("sea",), without=("transport", "merchant", "raider"))


@great_war(
    RULE, "Freighters and Raiders",
    Option("freighter_income_naval_base", 2, "IPCs a freighter earns at the naval base of an ally", low=0, high=99),
    Option("freighter_income_coast", 1, "IPCs it earns off the coast of an ally", low=0, high=99),
    Option("freighter_coast_minimum", 2, "smallest IPC value of a territory that pays it", low=0, high=99),
    Option("raid_number", 4, "raids succeed on this roll or less", low=0, high=6),
    Option("boarding_theft", 2, "IPCs stolen when a freighter is boarded", low=0, high=99),
    Option("raiders_per_sea_zone", 2, "most merchant raiders in a sea zone", low=1, high=99),
    Option("raiders_per_power", 5, "most merchant raiders of a power", low=1, high=99),
    needs=("great_war.freighters", "great_war.merchant_raiders"), default=False,
)  # fmt: skip
def freighters_and_raiders(draft: Draft, option: Options) -> None:
    """A freighter that moved this turn earns 2 IPCs at an ally's naval base, or 1 IPC off an ally's coast. When an
    Entente power has collected its income, each merchant raider near its territories destroys or steals IPCs. A raider
    may board a freighter without an escort and steals 2 IPCs. Ships must find merchant raiders before they can attack
    them."""
    trade, raids = Trade(option), Raids(option)
    routes = Routes(trade, raids)
    draft.modify("advised_purchase", routes.purchase)
    draft.modify("advised_move", routes.move)
    draft.step("moved", "freighters_sail", sailed)
    draft.step("income", "freighters", trade.income, text="freighters")
    draft.step("turn", "trade_raids", raids.flown, after="collect", text="merchant raiders raid trade")  # .9
    draft.step("entering", "board_freighters", raids.boarding)  # .13
    draft.modify("room_for", raids.room, how="forbid")  # .14
    draft.modify("for_sale", raids.for_sale)  # .15
    find = Check(
        "look for merchant raiders", ATTACKER, 0, RAIDERS, "enemy", "one", ARMED, leaves=True, on="failure",
        rounds=(1, 1), extras=(Extra(1, ARMED),),
    )  # fmt: skip
    first = draft.steps("sea_battle")[0].name
    draft.step("sea_battle", "find_raiders", find, before=first, stage="muster")  # .16 to .18


class Raids(Played):
    """What merchant raiders do: raid the trade of a power that collects income, and board freighters."""

    def flown(self, game: Game) -> Flow:
        """Each merchant raider raids one target of the power that has collected income (.9)."""
        victim = game.state.power
        if game.rules.q.may_collect(game, victim) is not None:
            return
        for zone in sorted(game.rules.zones):
            raiders = [(s, n) for s, n in game.state.at(zone).items() if s.type == RAIDER]
            for stack, n in raiders:
                for _ in range(n if stack.owner in game.foes(victim) else 0):
                    yield from self._raid(game, stack.owner, zone, victim)

    def _raid(self, game: Game, power: str, zone: str, victim: str) -> Flow:
        targets = self.targets(game, zone, victim)
        if not targets or not game.state.ipcs[victim]:
            return
        what = {"base": "the naval base", "coast": "trade"}
        prey = {f"{kind} {space}": (kind, space) for kind, space in targets}
        options = [Choice(key, f"{what[kind]} of {space}") for key, (kind, space) in prey.items()]
        chosen = yield from one_of([*prey], lambda: Decision(
            "raid", power, f"Choose what your merchant raider in {zone} preys on", Choose(options),
            advice=options[0].key, rule=f"{RULE}.9", context={"space": zone},
        ))  # fmt: skip
        self._strike(game, power, victim, *prey[chosen])

    def targets(self, game: Game, zone: str, victim: str) -> list[tuple[str, str]]:
        """Return what a raider in a sea zone can prey on, the best first."""
        owner, q = game.state.owner, game.rules.q
        bases = [b for b in game.rules.tables["bases"] if owner.get(b) == victim and zone in base_zones(game, b)]
        coast = [s for s in game.rules.land_near[zone] if owner.get(s) == victim and q.value(game, s) > 0]
        coast.sort(key=lambda s: (-q.value(game, s), s))
        return [*(("base", b) for b in bases), *(("coast", s) for s in coast)]

    def _strike(self, game: Game, power: str, victim: str, kind: str, space: str) -> None:
        """Roll for a raid on a naval base (.12), a rich territory (.11), or a poor one (.10)."""
        (die,) = game.dice.roll(1)
        hit, state = die <= self.option.raid_number, game.state
        rich = game.rules.q.value(game, space) >= 2
        stolen = 1 + hit if kind == "base" else int(hit and rich)
        lost = stolen if kind == "base" else int(hit or rich)
        lost = min(lost, state.ipcs[victim])
        stolen = min(stolen, lost)
        state.ipcs[victim] -= lost
        game.emit("trade_raided", power=power, target=space, dice=[die], loser=victim, lost=lost, ipcs=lost)
        gain(game, power, stolen, f"raid on {space}")

    def boarding(self, game: Game, units: Units, space: str) -> Flow:
        """Merchant raiders that enter a sea zone with freighters without an escort may board one each (.13)."""
        raiders = [(s, n) for s, n in units if s.type == RAIDER and PRIZE not in s.cond.marks]
        if not raiders:
            return None
        power, taken = raiders[0][0].owner, 0
        while taken < sum(n for _, n in raiders):
            prey = freighters(game, power, space)
            if not prey or game.rules.q.hostile_zone(game, power, space):
                break
            options = [*(Choice(s.owner, f"a freighter of {s.owner}") for s in prey), Choice("none", "board none")]
            answer = yield Decision(
                "board", power, f"Choose the freighter in {space} that your merchant raider boards", Choose(options),
                advice=options[0].key, rule=f"{RULE}.13", context={"space": space},
            )  # fmt: skip
            if answer == "none":
                break
            self._board(game, power, next(s for s in prey if s.owner == answer), space)
            taken += 1
        return (marked(units, taken), True) if taken else None

    def _board(self, game: Game, power: str, prey: Stack, space: str) -> None:
        lose(game, space, {prey: 1})
        stolen = min(self.option.boarding_theft, game.state.ipcs[prey.owner])
        game.state.ipcs[prey.owner] -= stolen
        game.emit("boarded_freighter", power=power, space=space, loser=prey.owner, lost=stolen, ipcs=stolen)
        gain(game, power, stolen, "boarded freighter")

    def room(self, answer: int | None, game: Game, stack: Stack, space: str) -> int | None:
        """A sea zone holds two merchant raiders, of all powers together (.14)."""
        if stack.type != RAIDER:
            return answer
        there = sum(n for s, n in game.state.at(space).items() if s.type == RAIDER)
        return max(0, int(self.option.raiders_per_sea_zone) - there)

    def for_sale(self, answer: dict[str, int], game: Game, power: str) -> dict[str, int]:
        """A power has at most five merchant raiders (.15)."""
        if RAIDER not in answer:
            return answer
        left = max(0, self.option.raiders_per_power - on_board(game, power, RAIDER))
        return {kind: min(n, left) if kind == RAIDER else n for kind, n in answer.items() if kind != RAIDER or left}


def freighters(game: Game, power: str, space: str) -> list[Stack]:
    """Return one stack of freighters of each enemy in a sea zone."""
    foes = game.foes(power)
    return list({s.owner: s for s in game.state.at(space) if s.type == FREIGHTER and s.owner in foes}.values())


def marked(units: Units, count: int) -> Units:
    """Return the units with this number of merchant raiders marked as having boarded a freighter."""
    out: Units = []
    for stack, n in units:
        took = min(n, count) if stack.type == RAIDER and PRIZE not in stack.cond.marks else 0
        count -= took
        out += [(stack.with_(stack.cond.marked(PRIZE)), took)] if took else []
        out += [(stack, n - took)] if n > took else []
    return out


def gain(game: Game, power: str, ipcs: int, why: str) -> None:
    """Pay stolen money to a power."""
    if ipcs:
        game.state.ipcs[power] += ipcs
        game.emit("prize_money", power=power, ipcs=ipcs, why=why)
