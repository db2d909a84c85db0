"""Check and adapt the functions of rules when they are registered: what a point hands over, and what a rule takes.

A function may take fewer parameters than its point hands over, chosen by name (as pluggy does), in any order; one that
takes as many positional parameters may name them as it likes. Everything else is refused with the name of the rule, the
point and the expected signature.

>>> more = adapt(lambda answer, space: answer + 1, ("answer", "game", "space"), "my.rule", "value", "the expected")
>>> more(4, None, "Karelia")
5
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from functools import cache, wraps
from inspect import Parameter
from types import FunctionType, GeneratorType
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


def adapt(fn: Any, names: tuple[str, ...], rule: str, point: str, expected: str) -> Callable[..., Any]:
    """Return the function as the engine calls it, with all parameters `names` by position.

    Raises `RuleError` for what is no function, or takes something that the point does not hand over.
    """
    call: Callable[..., Any] = fn
    if _exactly(fn, names):
        return call
    try:
        parameters = list(inspect.signature(fn).parameters.values())
    except (TypeError, ValueError):
        if callable(fn):
            return call  # a builtin without a signature
        raise _refusal(rule, point, expected, f"{fn!r} is not a function") from None
    if _fits(parameters, names):
        return call
    taken = {p.name for p in parameters if p.kind is not Parameter.VAR_POSITIONAL}
    strange = [p.name for p in parameters if _required(p) and p.name not in names]
    if strange or any(p.kind is Parameter.POSITIONAL_ONLY for p in parameters):
        raise _refusal(rule, point, expected, f"its function takes {_listed(parameters)}")
    if any(p.kind is Parameter.VAR_KEYWORD for p in parameters):
        taken = set(names)
    chosen = [(i, name) for i, name in enumerate(names) if name in taken]

    @wraps(fn)
    def adapted(*given: Any) -> Any:
        return call(**{name: given[i] for i, name in chosen})

    return adapted


def _exactly(fn: Any, names: tuple[str, ...]) -> bool:
    """Whether a plain function takes just these parameters; most do, and `inspect` would take its time."""
    if not isinstance(fn, FunctionType) or hasattr(fn, "__wrapped__") or fn.__kwdefaults__:
        return False
    code = fn.__code__
    simple = not code.co_kwonlyargcount and not code.co_flags & (inspect.CO_VARARGS | inspect.CO_VARKEYWORDS)
    return simple and code.co_varnames[: code.co_argcount] == names


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


def _listed(parameters: list[Parameter]) -> str:
    return f"({', '.join(p.name for p in parameters)})"


def _refusal(rule: str, point: str, expected: str, found: str) -> RuleError:
    return RuleError(f"{rule or 'nobody'} does not fit {point}: {found}, but expected is {expected}, or fewer of these")


def fit(fn: Any, signature: Signature, rule: str, point: str, *, first: tuple[str, ...] = ()) -> Callable[..., Any]:
    """Return a step, answer or modifier as the engine calls it; `first` are parameters before those of the point."""
    expected = signature._replace(parameters=(*first, *signature.parameters))
    text = expected.text(re.split(r"[. ]", point.partition(" (")[0])[-1])
    done = adapt(fn, expected.parameters, rule, point, text)
    if _asks(fn) and not signature.asks:
        found = f"its function yields decisions, but nothing can be asked there; expected is {text}"
        raise RuleError(f"{rule} does not fit {point}: {found}")
    return _flowing(done) if signature.always_flow and not _asks(fn) else done


def _asks(fn: Any) -> bool:
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
