"""What an edition, a house rule and an option are.

A house rule is one function that edits a draft, with its id, title and options written above it::

    @house_rule("common.no_technology", "No technology", editions=("*",))
    def no_technology(draft: Draft, option: Options) -> None:
        draft.remove_step("turn", "develop")
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, NamedTuple

from ..core.errors import RuleError, nearest

if TYPE_CHECKING:
    from .draft import Draft


#: Largest number that an option can have.
LARGEST = 10**9


class Options(SimpleNamespace):
    """The chosen options of one rule, as attributes."""

    def __getattr__(self, name: str) -> Any:  # only reached for names that are not set
        raise AttributeError(f"the rule has no option {name!r}")


class Played:
    """What a rule does in play, under its chosen options: a base for classes whose methods are the rule's sentences."""

    def __init__(self, option: Options) -> None:
        self.option = option


class Option(NamedTuple):
    """A parameter of a rule: its default sets its type; numbers may have bounds, texts may be limited to `choices`.

    `example` is a sample value, for tables that are empty by default.
    """

    name: str
    default: Any
    text: str
    low: float | None = None
    high: float | None = None
    choices: tuple[Any, ...] = ()
    example: Any = None

    @property
    def described(self) -> str:
        """Return the text, followed by the example if there is one."""
        return self.text if self.example is None else f"{self.text}, such as {_inline(self.example)}"

    def check(self, value: Any) -> Any:
        """Return the value in the option's type; raise `RuleError` with one sentence."""
        default = self.default
        if isinstance(value, int | float) and not abs(value) <= LARGEST:
            raise RuleError(f"{self.name} is too large; use a number of at most {LARGEST:,}")
        if isinstance(default, float) and isinstance(value, int) and not isinstance(value, bool):
            value = float(value)
        if isinstance(default, tuple) and isinstance(value, list):
            value = tuple(value)
        if type(value) is not type(default):
            raise RuleError(f"{self.name} is {_kind(default)}, not {value!r}")
        if self.choices and value not in self.choices:
            raise RuleError(f"{self.name} is one of {', '.join(map(str, self.choices))}, not {value!r}")
        if (self.low is not None and value < self.low) or (self.high is not None and value > self.high):
            low = "" if self.low is None else f" from {self.low}"
            high = "" if self.high is None else f" to {self.high}"
            raise RuleError(f"{self.name} is a number{low}{high}, not {value!r}")
        return value

    def parse(self, text: str) -> Any:
        """Return the checked value of a text (TOML; quotes around plain words are optional)."""
        try:
            value = tomllib.loads(f"value = {text}")["value"]
        except (ValueError, RecursionError):  # not TOML, a number with thousands of digits, or deep nesting
            value = text
        if isinstance(self.default, str) and not isinstance(value, str):
            value = text
        return self.check(value)


class Rule(NamedTuple):
    """A switchable rule. `editions` are ids, or `*` for any edition.

    `needs` must be on too; `excludes` (id -> reason) must be off; with `wants` off, or one of `unwise` on, a note is
    given.
    """

    id: str
    title: str
    apply: Callable[[Draft, Options], None]
    editions: tuple[str, ...] = ("*",)
    options: tuple[Option, ...] = ()
    needs: tuple[str, ...] = ()
    excludes: Mapping[str, str] = {}
    wants: Mapping[str, str] = {}
    default: bool = True
    text: str = ""
    unwise: Mapping[str, str] = {}

    @property
    def document(self) -> str:
        """Return the document of a rule, such as `gemmell`."""
        return self.id.partition(".")[0]

    def fits(self, edition: str) -> bool:
        return "*" in self.editions or edition in self.editions

    def choose(self, given: Mapping[str, Any]) -> Options:
        """Return all options with their values; raise `RuleError` for unknown names and bad values."""
        known = {o.name: o for o in self.options}
        for name in given:
            if name not in known:
                near = nearest(name, known)
                hint = f"; did you mean {near[0]}?" if near else f"; its options are {', '.join(known) or 'none'}"
                raise RuleError(f"{self.id} has no option {name!r}{hint}")
        out = Options()
        for name, option in known.items():
            try:
                setattr(out, name, option.check(given[name]) if name in given else option.default)
            except RuleError as error:
                raise RuleError(f"{self.id}: {error}") from None
        return out


class Pack(NamedTuple):
    """A name for several rules, usable wherever a rule is named; modules that offer rules list them in `PACKS`.

    Without `editions`, it is for those of its rules.
    """

    id: str
    title: str
    rules: tuple[str, ...]
    text: str = ""
    editions: tuple[str, ...] = ()


def house_rule(
    id: str,
    title: str,
    *choices: Option,
    editions: Iterable[str] = ("*",),
    options: Iterable[Option] = (),
    needs: Iterable[str] = (),
    excludes: Mapping[str, str] | None = None,
    wants: Mapping[str, str] | None = None,
    default: bool = True,
    unwise: Mapping[str, str] | None = None,
) -> Callable[[Callable[[Draft, Options], None]], Rule]:
    """Make a `Rule` from a function that edits a draft; its docstring becomes the rule's text.

    Its options follow the title, or stand in a list of `options`. A document binds its editions once:
    ``partial(house_rule, editions=("classic",))``.
    """

    def make(apply: Callable[[Draft, Options], None]) -> Rule:
        return Rule(
            id,
            title,
            apply,
            tuple(editions),
            (*choices, *options),
            tuple(needs),
            excludes or {},
            wants or {},
            default,
            " ".join((apply.__doc__ or "").split()),
            unwise or {},
        )

    return make


def setting_rule(id: str, title: str, switch: str, value: Any, text: str, editions: Iterable[str] = ("*",)) -> Rule:
    """Make a rule that only changes a setting, off by default; `text` becomes the rule's text."""

    def apply(draft: Draft, option: Options) -> None:
        draft.set(("switches", switch), value)

    apply.__doc__ = text
    return house_rule(id, title, editions=editions, default=False)(apply)


class Edition(NamedTuple):
    """A base game: `apply(draft, scenario)` writes its tables, sequences and queries into an empty draft.

    It writes the same every time and keeps nothing of the draft: it runs once, and rules edit copies of what it wrote.
    Editions are listed by `year` of publication.
    """

    id: str
    title: str
    apply: Callable[[Draft, str], None]
    scenarios: Mapping[str, str]
    year: int = 9999

    @property
    def default_scenario(self) -> str:
        return next(iter(self.scenarios))


def _kind(value: Any) -> str:
    kinds = {bool: "true or false", int: "a whole number", float: "a number", str: "a word", dict: "a table"}
    return kinds.get(type(value), "a list")


def _inline(value: Any) -> str:
    """Return a value as it is written in TOML."""
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{k} = {_inline(v)}' for k, v in value.items())}}}"
    return str(value).lower() if isinstance(value, bool) else str(value)
