"""Name the rule whose code failed, from the traceback of an error that escaped a flow."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import PurePath
from types import CodeType, FrameType
from typing import Any

from ..core.errors import OutOfDice, RuleFault, SandtableError
from ..rules import registry
from ..rules.ruleset import Ruleset


def fault(rules: Ruleset, error: Exception) -> SandtableError:
    """Return the error to raise in place of one that escaped a flow.

    It names the innermost house rule on the way to the failure, or else the edition. Fixed dice that run out are no
    fault of a rule.
    """
    if isinstance(error, OutOfDice | RuleFault):
        return error
    frames = list(_frames(error))
    rule = culprit(rules, frames)
    place = ""
    if frames:
        frame, line = frames[0]
        place = f"{PurePath(frame.f_code.co_filename).name}, line {line}, in {frame.f_code.co_name}"
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    title = "the edition" if rule == rules.edition else "the rule"
    sentence = f"{title} {rule} failed ({what}, in {place}); the game is unchanged"
    return RuleFault(sentence, rule, place)


def culprit(rules: Ruleset, frames: list[tuple[FrameType, int]]) -> str:
    """Return the id of the house rule whose code is innermost among these frames, or the id of the edition."""
    registered = _registered(rules)
    known = registry.rules()
    active = [(rule.id, known[rule.id].apply) for rule in rules.rules if rule.id in known]
    for frame, _ in frames:
        code = frame.f_code
        rule = _named(frame, rules) or registered.get(code, "") or _written_in(code, active)
        if rule and rule != rules.edition:
            return rule
    return rules.edition


def _frames(error: BaseException) -> Iterator[tuple[FrameType, int]]:
    """The frames an error went through, innermost first."""
    found, trace = [], error.__traceback__
    while trace is not None:
        found.append((trace.tb_frame, trace.tb_lineno))
        trace = trace.tb_next
    yield from reversed(found)


def _named(frame: FrameType, rules: Ruleset) -> str:
    """The rule of a step or an offer that this frame was calling, even if it never began (a wrong signature)."""
    for name in ("step", "offer"):
        by = getattr(frame.f_locals.get(name), "by", "")
        if isinstance(by, str) and by != rules.edition:
            return by
    return ""


def _written_in(code: CodeType, active: list[tuple[str, Callable[..., Any]]]) -> str:
    """The active rule in whose function or file this code stands; empty if several rules share the file."""
    inside = []
    for rule, apply in active:
        own = getattr(apply, "__code__", None)
        if own is not None and own.co_filename == code.co_filename:
            if code.co_qualname.startswith(f"{own.co_qualname}.<locals>"):
                return rule
            inside.append(rule)
    return inside[0] if len(inside) == 1 else ""


def _registered(rules: Ruleset) -> dict[CodeType, str]:
    """The code of all steps and offers, and the rule that registered it; code of several rules is left out."""
    out: dict[CodeType, str] = {}
    for by, what in _things(rules):
        for code in _codes(what):
            out[code] = by if out.get(code, by) == by else ""
    return out


def _things(rules: Ruleset) -> Iterator[tuple[str, Any]]:
    for steps in rules.sequences.values():
        yield from ((step.by, step.what) for step in steps)
    for offers in rules.offers.values():
        for offer in offers:
            yield from ((offer.by, what) for what in (offer.run, offer.available, offer.advised))


def _codes(what: Any) -> Iterator[CodeType]:
    """The code objects behind something that can be called."""
    while isinstance(what, partial):
        what = what.func
    what = getattr(what, "__wrapped__", what)
    what = getattr(what, "__func__", what)
    if not hasattr(what, "__code__") and callable(what):
        what = type(what).__call__
    code = getattr(what, "__code__", None)
    if isinstance(code, CodeType):
        yield code
