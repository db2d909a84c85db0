"""The talks of the Italian Dilemma: what Italy demands, what the alliances answer, and the deal.

Clauses are those of `great_war.italian_dilemma`.
"""

from typing import Any

from ...engine import contracts
from ...engine.alliances import change_side, hand_over
from ...words import Flow, Game, Played, declare_event
from ...words.asking import Allocate, Amount, Choice, Choose, Confirm, Decision, Limit, declare_decision, of_each
from ...words.board import outside

RULE, ITALY, DEAL = "great_war.italian_dilemma", "Italy", "Italy's allegiance"
declare_decision("demands", "allocate: what Italy demands for its allegiance")
declare_decision("demand_territory", "choose: a territory that Italy wants to be promised, or none")
declare_decision("deadline", "amount: the round by whose end Italy must control a promised territory")
declare_decision("answer_demands", "confirm: does the alliance accept Italy's demands?")
declare_decision("alliance", "choose: the alliance that Italy joins")
declare_decision("gift", "allocate: units handed over to Italy")
declare_event("demanded", "Italy demands {demands}")
declare_event("demands_answered", "{power} answers for its alliance: {answer}")
ONCE, LATER, UNITS = ("IPCs at once",), ("IPCs per turn",), ("units",)
NONE = Choice("none", "no territory")


class Talks(Played):
    """The negotiation before Italy's turn."""

    def held(self, game: Game) -> Flow:
        """Italy names its demands, and both alliances answer (.6, .14, .24)."""
        free = game.side(ITALY) == ITALY and game.state.power == ITALY
        if not free or game.state.round < self.option.first_negotiation_turn:
            return
        sides = {s: speaker(game, s) for s in ("central_powers", "allies")}
        demands = yield from self._demands(game)
        if not demands:
            return
        game.emit("demanded", demands=told(demands))
        accepted = yield from of_each(sides.values(), lambda power: Decision(
            "answer_demands", power, f"Italy demands {told(demands)}: do you accept?", Confirm(),
            advice=demands["once"] <= game.state.ipcs[power], rule=f"{RULE}.6", context={"demands": demands},
        ))  # fmt: skip
        for power, answer in accepted.items():
            game.emit("demands_answered", power=power, answer="yes" if answer else "no")
        willing = [side for side, power in sides.items() if accepted[power]]
        if willing:  # .13: otherwise Italy stays as it is
            yield from self._chosen(game, willing, sides, demands)

    def _demands(self, game: Game) -> Flow:
        """One series of demands may combine a sum (.7), instalments (.8), units (.9), and a territory (.10)."""
        most = {ONCE: 99, LATER: 30, UNITS: self.option.max_units_demanded}
        form = Allocate({k: n for k, n in most.items() if n}, [Limit("demands", dict.fromkeys(most, 1), 999)])
        answer = yield Decision(
            "demands", ITALY, "Name your demands to both alliances; demand nothing to skip the talks", form,
            advice={ONCE: 8}, rule=f"{RULE}.6",
        )  # fmt: skip
        space = yield Decision(
            "demand_territory", ITALY, "Choose a territory that you want to be promised, or none",
            Choose([NONE, *(Choice(s, s) for s in game.rules.lands if game.state.owner.get(s) not in (None, ITALY))]),
            advice=NONE.key, rule=f"{RULE}.10",
        )  # fmt: skip
        demands: dict[str, Any] = {
            "once": answer.get(ONCE, 0), "later": answer.get(LATER, 0), "units": answer.get(UNITS, 0), "space": "",
        }  # fmt: skip
        if space != NONE.key:
            now = game.state.round
            until = yield Decision(
                "deadline", ITALY, f"By the end of which round must you control {space}?",
                Amount(now + 1, now + 20, "round", f"{RULE}.10"), advice=now + 3, rule=f"{RULE}.10",
            )  # fmt: skip
            demands |= {"space": space, "until": until}
        return demands if answer or demands["space"] else {}

    def _chosen(self, game: Game, willing: list[str], sides: dict[str, str], demands: dict[str, Any]) -> Flow:
        """Italy joins the side that accepts (.11); if both do, each may offer more, and Italy chooses (.12)."""
        side, once = willing[0], int(demands["once"])
        if len(willing) == 2:
            base = {sides[s]: once for s in willing}
            bids = yield from contracts.sealed_bids(
                game, sides.values(), "Offer Italy a sum at once", base, f"{RULE}.12"
            )
            valid = [s for s in willing if bids[sides[s]] >= once] or willing
            best = max(valid, key=lambda s: bids[sides[s]])
            side = yield Decision(
                "alliance", ITALY, "Both alliances accept: choose the one to join",
                Choose([Choice(s, f"{s.replace('_', ' ')}: {bids[sides[s]]} IPCs at once") for s in valid]),
                advice=best, rule=f"{RULE}.12", context={"offers": {s: bids[sides[s]] for s in valid}},
            )  # fmt: skip
            once = max(once, bids[sides[side]])
        payer = sides[side]
        change_side(game, ITALY, side, "it accepts an offer")
        yield from self._gift(game, payer, int(demands["units"]))
        contracts.agree(game, DEAL, terms(payer, once, demands), "Italy's allegiance")

    def _gift(self, game: Game, power: str, count: int) -> Flow:
        """The alliance hands over units where they stand (.9)."""
        most: dict[tuple[str, ...], int] = {}
        for space, force in game.state.forces.items():
            for stack, n in force.items():
                if stack.owner == power and not stack.cond.cargo and "passive" not in game.unit(stack).tags:
                    most[stack.type, space] = most.get((stack.type, space), 0) + n
        count = min(count, sum(most.values()))
        if not count:
            return
        form = Allocate(most, [Limit(f"{count} units", dict.fromkeys(most, 1), count, f"{RULE}.9")], f"{RULE}.9")
        cheap = sorted(most, key=lambda key: (game.rules.units[key[0]].cost, key))
        answer = yield Decision(
            "gift", power, f"Choose up to {count} units to hand over to Italy", form,
            advice=lambda: filled(form, cheap), rule=f"{RULE}.9",
        )  # fmt: skip
        for (kind, space), n in answer.items():
            for stack, there in list(game.state.at(space).items()):
                took = min(n, there) if stack[:2] == (power, kind) else 0
                n -= took
                hand_over(game, power, ITALY, space, {stack: took})


def terms(payer: str, once: int, demands: dict[str, Any]) -> list[contracts.Term]:
    """Return the terms of a deal: a sum at once, instalments from Italy's next turn on, and a promise."""
    out = [contracts.payment(payer, ITALY, once)] if once else []
    if demands["later"]:
        out.append({**contracts.payment(payer, ITALY, int(demands["later"]), each_turn=True), "owed": 0})
    if demands["space"]:
        out.append(contracts.promise(payer, ITALY, demands["space"], int(demands["until"])))
    return out


def speaker(game: Game, side: str) -> str:
    """Return the power that speaks and pays for an alliance: the richest of those at war."""
    powers = [p for p in game.rules.powers if game.side(p) == side and not outside(game, p)]
    return max(powers, key=lambda p: (game.state.ipcs[p], -list(game.rules.powers).index(p)))


def filled(form: Allocate, keys: list[tuple[str, ...]]) -> dict[tuple[str, ...], int]:
    """Return an answer that takes as much as possible of the first keys."""
    answer: dict[tuple[str, ...], int] = {}
    for key in keys:
        if room := form.room(answer, key):
            answer[key] = room
    return answer


def told(demands: dict[str, Any]) -> str:
    """Return demands in words."""
    parts = [f"{demands['once']} IPCs at once"] if demands["once"] else []
    parts += [f"{demands['later']} IPCs per turn"] if demands["later"] else []
    parts += [f"{demands['units']} units"] if demands["units"] else []
    parts += [f"{demands['space']} by the end of round {demands['until']}"] if demands["space"] else []
    return ", ".join(parts)
