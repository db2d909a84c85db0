"""Check and adapt the functions of rules when they are registered: what a point hands over, and what a rule takes.

A function may take fewer parameters than its point hands over, chosen by name (as pluggy does), in any order; one that
takes as many positional parameters may name them as it likes. Everything else is refused with the name of the rule, the
point and the expected signature.

>>> more = adapt(lambda answer, space: answer + 1, ("answer", "game", "space"), "my.rule", "value", lambda: "expected")
>>> more(4, None, "Karelia")
5
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from functools import cache, wraps
from inspect import Parameter
from types import FunctionType, GeneratorType, MethodType
from typing import Any, NamedTuple

from ..core.errors import RuleError

POSITIONAL = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)


class Signature(NamedTuple):
    """What a point hands over and expects: the names of its parameters, its result as text, and its sentence."""

    parameters: tuple[str, ...]
    result: str
    sentence: str

    @property
    def asks(self) -> bool:
        """Whether a function of this point may ask decisions."""
        return "Flow" in self.result

    @property
    def always_flow(self) -> bool:
        """Whether the engine expects a flow whatever the function does."""
        return self.result == "Flow"

    @property
    def described(self) -> bool:
        """Whether a description of a battle is expected."""
        return "BattleStep" in self.result

    def text(self, name: str = "") -> str:
        """Return the signature as it is written: ``value(game, space) -> int``."""
        return f"{name}({', '.join(self.parameters)}) -> {self.result.replace(' | ', ' or ')}"


def declared(kind: type) -> dict[str, Signature]:
    """Return the signatures of the methods of a class of declarations, by name, in their order."""
    out = {}
    for name, method in vars(kind).items():
        if name.startswith("_") or not inspect.isfunction(method):
            continue
        found = inspect.signature(method)
        sentence = (method.__doc__ or "").strip().partition("\n")[0].rstrip(".")
        sentence = sentence if sentence[:2].isupper() else f"{sentence[:1].lower()}{sentence[1:]}"
        out[name] = Signature(tuple(found.parameters)[1:], str(found.return_annotation), sentence)
    return out


@cache
def written(text: str) -> Signature:
    """Return the signature that the text of a point tells: ``(game, space) -> int: the value of a territory``.

    >>> written("(game, space) -> int: the value of a territory").parameters
    ('game', 'space')
    """
    found = re.match(r"(?:.*?)\(([\w, ]*)\)(?: -> ([^:]*))?", text)
    names = tuple(n.strip() for n in found[1].split(",") if n.strip()) if found else ("game",)
    return Signature(names, (found[2] or "Flow | None").strip() if found else "Flow | None", text)


#: How functions are called (see `_plan`), by their code, their defaults, and the parameters handed over.
_plans: dict[Any, str | None] = {}
AS_IT_IS = "*"


def adapt(fn: Any, names: tuple[str, ...], rule: str, point: str, expected: Callable[[], str]) -> Callable[..., Any]:
    """Return the function as the engine calls it, with all parameters `names` by position.

    Raises `RuleError`, with the text of what is `expected`, for what is no function, or takes something that the point
    does not hand over.
    """
    call: Callable[..., Any] = fn
    try:
        plan = _planned(fn, names)
    except (TypeError, ValueError):
        if callable(fn):
            return call  # a builtin without a signature
        raise _refusal(rule, point, expected(), f"{fn!r} is not a function") from None
    if plan is None:
        taken = ", ".join(inspect.signature(fn).parameters)
        raise _refusal(rule, point, expected(), f"its function takes ({taken})")
    return call if plan == AS_IT_IS else wraps(fn)(_shape(names, plan)(fn))


def _planned(fn: Any, names: tuple[str, ...]) -> str | None:
    """Return how a function is called; functions with the same code are read once, as `inspect` takes its time."""
    bound = isinstance(fn, MethodType)
    plain = fn.__func__ if bound else fn
    if not isinstance(plain, FunctionType) or hasattr(plain, "__wrapped__"):
        return _plan(list(inspect.signature(fn).parameters.values()), names)
    key = plain.__code__, len(plain.__defaults__ or ()), frozenset(plain.__kwdefaults__ or ()), names, bound
    if key not in _plans:
        _plans[key] = _plan(list(inspect.signature(fn).parameters.values()), names)
    return _plans[key]


def _plan(parameters: list[Parameter], names: tuple[str, ...]) -> str | None:
    """Return the arguments of a call as they are written, or `AS_IT_IS`, or None for a function that does not fit."""
    if _fits(parameters, names):
        return AS_IT_IS
    taken = {p.name for p in parameters if p.kind is not Parameter.VAR_POSITIONAL}
    strange = [p.name for p in parameters if _required(p) and p.name not in names]
    if strange or any(p.kind is Parameter.POSITIONAL_ONLY for p in parameters):
        return None
    if any(p.kind is Parameter.VAR_KEYWORD for p in parameters):
        taken = set(names)
    places = [p.name for p in parameters if p.kind in POSITIONAL]
    if taken == set(places) <= set(names):
        return ", ".join(places)  # by position, which is faster
    return ", ".join(f"{name}={name}" for name in names if name in taken)


@cache
def _shape(names: tuple[str, ...], arguments: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return a function that adapts another one, called with these arguments of what the point hands over."""
    adapted: Callable[[Callable[..., Any]], Callable[..., Any]]
    adapted = eval(f"lambda call: lambda {', '.join(names)}, *more: call({arguments})", {})
    return adapted


@cache
def _chain(names: tuple[str, ...], count: int) -> Callable[..., Callable[..., Any]]:
    """Return a function that joins an answer and a number of modifiers."""
    given, call = ", ".join(names), f"m0({', '.join(names)})"
    for i in range(1, count + 1):
        call = f"m{i}({call}, {given})"
    joined: Callable[..., Callable[..., Any]]
    joined = eval(f"lambda {', '.join(f'm{i}' for i in range(count + 1))}: lambda {given}: {call}", {})
    return joined


#: Longest chain of modifiers that is written as one expression.
NESTED = 20


def composed(
    base: Callable[..., Any], modifiers: tuple[Callable[..., Any], ...], names: tuple[str, ...]
) -> Callable[..., Any]:
    """Return an answer with its modifiers: each receives the answer so far, then what the query hands over.

    >>> longer = composed(lambda game, space: 1, (lambda answer, game, space: answer + len(space),), ("game", "space"))
    >>> longer(None, "Karelia")
    8
    """
    while modifiers:
        base = _chain(names, len(modifiers[:NESTED]))(base, *modifiers[:NESTED])
        modifiers = modifiers[NESTED:]
    return base


def _fits(parameters: list[Parameter], names: tuple[str, ...]) -> bool:
    """Whether a function takes all parameters by position, none of those that bear a known name at another's place."""
    rest = any(p.kind is Parameter.VAR_POSITIONAL for p in parameters)
    if any(p.kind is Parameter.KEYWORD_ONLY and p.default is Parameter.empty for p in parameters):
        return False
    places = [p for p in parameters if p.kind in POSITIONAL]
    if sum(p.default is Parameter.empty for p in places) > len(names) or (len(places) < len(names) and not rest):
        return False
    return all(p.name not in names or p.name == name for p, name in zip(places, names))


def _required(parameter: Parameter) -> bool:
    return parameter.default is Parameter.empty and parameter.kind in (*POSITIONAL, Parameter.KEYWORD_ONLY)


def _refusal(rule: str, point: str, expected: str, found: str) -> RuleError:
    return RuleError(f"{rule or 'nobody'} does not fit {point}: {found}, but expected is {expected}, or fewer of these")


def fit(fn: Any, signature: Signature, rule: str, point: str, *, first: tuple[str, ...] = ()) -> Callable[..., Any]:
    """Return a step, answer or modifier as the engine calls it; `first` are parameters before those of the point."""
    names = (*first, *signature.parameters)

    def expected() -> str:
        return signature._replace(parameters=names).text(re.split(r"[. ]", point.partition(" (")[0])[-1])

    done, asks = adapt(fn, names, rule, point, expected), _asks(fn)
    if asks and not signature.asks:
        found = f"its function yields decisions, but nothing can be asked there; expected is {expected()}"
        raise RuleError(f"{rule} does not fit {point}: {found}")
    return _flowing(done) if signature.always_flow and not asks else done


def _asks(fn: Any) -> bool:
    if isinstance(fn, FunctionType):
        return fn.__code__.co_flags & inspect.CO_GENERATOR != 0
    return inspect.isgeneratorfunction(fn) or inspect.isgeneratorfunction(getattr(fn, "__call__", None))  # noqa: B004


def _flowing(fn: Callable[..., Any]) -> Callable[..., Any]:
    """Return a plain function as a flow with its result."""

    @wraps(fn)
    def flow(*given: Any) -> Any:
        result = fn(*given)
        if isinstance(result, GeneratorType):
            result = yield from result
        return result

    return flow
