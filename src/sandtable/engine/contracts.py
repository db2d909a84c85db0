"""Contracts between powers: sealed offers, payments and promises, and what of them is broken.

A rule that uses them calls `keep` once with its draft; from then on payments fall due at the start of the turns of who
receives them, and promises are judged when a round ends. `broken` says whether a contract is broken now; what
follows from it is for the rule to say.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..core.decisions import Amount, Decision
from ..core.errors import No
from ..core.events import declare_event
from ..core.forces import Stack
from ..rules import points
from .asking import of_each
from .memory import game_memory

if TYPE_CHECKING:
    from ..rules.draft import Draft
    from .game import Flow, Game

Term = dict[str, Any]
CONTRACTS = game_memory("contracts", dict[str, "list[Term]"], "contract -> its terms, each with what is still owed")
points.declare(points.DECISIONS, "sealed_bid", "amount: IPCs offered, unseen by the others until all have decided")
declare_event("agreed", "{power} and {to} agree: {why}")
declare_event("instalment", "{power} pays {ipcs:IPC} to {to}", ("-power", "+to"))
declare_event("contract_broken", "{power} has not kept its word to {to}: {why}")


def payment(by: str, to: str, ipcs: int, *, each_turn: bool = False) -> Term:
    """A sum due at once, or at once and at the start of each later turn of who receives it."""
    return {"kind": "pay", "by": by, "to": to, "ipcs": ipcs, "each_turn": each_turn, "owed": ipcs}


def promise(by: str, to: str, space: str, until: int) -> Term:
    """A promise that `to` controls a territory at the end of a round at the latest."""
    return {"kind": "hold", "by": by, "to": to, "space": space, "until": until, "failed": False}


def stay_out(by: str, to: str, spaces: Iterable[str], until: int, *, binding: bool = True) -> Term:
    """A promise that units of a power stay out of spaces until the end of a round.

    `binding`: the moves are refused while the contract is in force. Otherwise the power may move there, and breaks its
    word if it has units there at the end of a round.
    """
    where = {"spaces": list(spaces), "until": until, "binding": binding, "failed": False}
    return {"kind": "out", "by": by, "to": to, **where}


def keep(draft: Draft) -> None:
    """Add the steps that watch over contracts; a second rule that does so changes nothing."""
    if not any(s.name == "contracts" for s in draft.steps("turn_start")):
        draft.step("turn_start", "contracts", fall_due, text="payments by contract")
        draft.step("round_end", "contracts", judge, text="promises by contract")
        draft.modify("may_go", _may_go, "forbid", "units stay out of spaces by contract")


def agree(game: Game, name: str, terms: Iterable[Term], why: str) -> None:
    """Conclude a contract: its payments are made at once, as far as the money goes."""
    CONTRACTS.of(game.state)[name] = list(terms)
    for by, to in dict.fromkeys((t["by"], t["to"]) for t in CONTRACTS.get(game.state)[name]):
        game.emit("agreed", power=by, to=to, why=why)
    for term in CONTRACTS.get(game.state)[name]:
        if term["kind"] == "pay":
            _pay(game, term)


def end(game: Game, name: str) -> None:
    """End a contract, kept or broken."""
    CONTRACTS.of(game.state).pop(name, None)
    if not CONTRACTS.get(game.state):
        CONTRACTS.take(game.state)


def broken(game: Game, name: str) -> bool:
    """Return whether a contract is broken now: a payment is missing, or a promise failed and is not made good."""
    return any(_broken(game, term) for term in CONTRACTS.get(game.state).get(name, ()))


def _broken(game: Game, term: Term) -> bool:
    if term["kind"] == "pay":
        return bool(term["owed"])
    if term["kind"] == "out":
        return bool(term["failed"]) and bool(_trespass(game, term))
    return bool(term["failed"]) and game.state.owner.get(term["space"]) != term["to"]


def fall_due(game: Game) -> None:
    """At the start of a turn, what is due to its power is paid, with what is still owed from before."""
    for terms in CONTRACTS.get(game.state).values():
        for term in terms:
            if term["kind"] == "pay" and term["to"] == game.state.power:
                term["owed"] += term["ipcs"] if term["each_turn"] else 0
                _pay(game, term)


def _pay(game: Game, term: Term) -> None:
    ipcs, cash = term["owed"], game.state.ipcs
    if cash[term["by"]] < ipcs:  # an instalment is paid in full or not at all
        game.emit("contract_broken", power=term["by"], to=term["to"], why=f"{ipcs} IPCs are due")
        return
    if ipcs:
        cash[term["by"]] -= ipcs
        cash[term["to"]] += ipcs
        term["owed"] = 0
        game.emit("instalment", power=term["by"], to=term["to"], ipcs=ipcs)


def _trespass(game: Game, term: Term) -> list[str]:
    """The spaces that a power has promised to stay out of, and has units in."""
    return [s for s in term["spaces"] if any(stack.owner == term["by"] for stack in game.state.at(s))]


def closed(game: Game, power: str, space: str) -> str:
    """Return the power to which this one has promised to stay out of a space, if the promise binds it now."""
    for terms in CONTRACTS.get(game.state).values():
        for term in terms:
            bound = term["kind"] == "out" and term["by"] == power and term["binding"]
            if bound and space in term["spaces"] and game.state.round <= term["until"]:
                return str(term["to"])
    return ""


def _may_go(answer: No | None, game: Game, units: Sequence[tuple[Stack, int]], path: tuple[str, ...]) -> No | None:
    """Units do not enter spaces that their power has promised to stay out of; aircraft may fly over them."""
    if answer is not None or not CONTRACTS.get(game.state):
        return answer
    for stack, _ in units:
        for space in path[-1:] if game.unit(stack, path[0]).kind == "air" else path[1:]:
            if to := closed(game, stack.owner, space):
                return No(f"you have promised {to} to stay out of {space}", "contract")
    return None


def judge(game: Game) -> None:
    """At the end of a round, promises for it are judged."""
    for terms in CONTRACTS.get(game.state).values():
        for term in terms:
            if term["kind"] == "out" and game.state.round <= term["until"]:
                there = _trespass(game, term)
                term["failed"] = bool(there)
                if there:
                    game.emit("contract_broken", power=term["by"], to=term["to"], why=f"it has units in {there[0]}")
            if term["kind"] == "hold" and term["until"] == game.state.round:
                term["failed"] = game.state.owner.get(term["space"]) != term["to"]
                if term["failed"]:
                    why = f"{term['to']} does not control {term['space']}"
                    game.emit("contract_broken", power=term["by"], to=term["to"], why=why)


def sealed_bids(game: Game, powers: Iterable[str], prompt: str, advice: Mapping[str, int], rule: str = "") -> Flow:
    """Ask powers at the same time what they offer, out of what each has; return power -> IPCs."""
    return of_each(powers, lambda power: Decision(
        "sealed_bid", power, prompt, Amount(0, game.state.ipcs[power], "IPCs", rule),
        advice=min(advice.get(power, 0), game.state.ipcs[power]), rule=rule,
    ))  # fmt: skip
