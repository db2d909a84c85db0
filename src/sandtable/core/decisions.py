"""Decisions: questions to one power, each in one of a few generic forms.

The client, the command line, the computer players, the save file and the network know only the forms, so a house rule
that asks something new needs nothing from them.

| form | the answer is | its text |
| --- | --- | --- |
| `Confirm` | True or False | ``yes`` |
| `Choose` | the key of one option | ``retreat`` |
| `PickSpace` | one space | ``Russia`` |
| `Amount` | a whole number | ``3`` |
| `PickUnits` | a force out of those at hand | ``2 infantry, 1 armor`` |
| `Allocate` | numbers for keys, under limits | ``2 infantry > Russia, 1 fighter > Germany`` |
| `Moves` | one `Move`, or `DONE` | ``2 infantry: Germany > Eastern Europe`` |

Every form reads one legality two ways: `check` refuses (raising `Illegal`, which names the rule), `listed` lists. For
any answer of `listed`, `check` passes; for any other, it raises. `sample` draws one legal answer without listing all.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from random import Random
from typing import Any, NamedTuple, Protocol

from .errors import Illegal, Malformed, Unknown, nearest
from .forces import FRESH, Force, Stack, add
from .text import Words, counted, way_text


def _label(stack: Stack) -> str:
    """Return the name of a type of unit for a list, where its number does not matter."""
    return stack.type.replace("_", " ")


class Option(NamedTuple):
    """One option of a choice: `key` is the answer, `text` what players read."""

    key: str
    text: str


class Form(Protocol):
    """The interface of all forms; `name` is the kind of form in the client's protocol."""

    name: str

    def check(self, answer: Any) -> None: ...
    def listed(self) -> Iterator[Any]: ...
    def sample(self, rng: Random) -> Any: ...
    def write(self, answer: Any, words: Words) -> str: ...
    def read(self, text: str, words: Words) -> Any: ...
    def describe(self, words: Words) -> dict[str, Any]: ...


class Confirm:
    """Yes or no."""

    name = "confirm"

    def check(self, answer: Any) -> None:
        if not isinstance(answer, bool):
            raise Illegal(f"answer yes or no, not {answer!r}")

    def listed(self) -> Iterator[bool]:
        yield from (False, True)

    def sample(self, rng: Random) -> bool:
        return rng.random() < 0.5

    def write(self, answer: bool, words: Words) -> str:
        return "yes" if answer else "no"

    def read(self, text: str, words: Words) -> bool:
        word = text.strip().lower()
        if word in ("yes", "y", "true"):
            return True
        if word in ("no", "n", "false"):
            return False
        raise Malformed(f"answer yes or no, not {text!r}")

    def describe(self, words: Words) -> dict[str, Any]:
        return {}


class Choose:
    """One of several options."""

    name = "choose"

    def __init__(self, options: Sequence[Option]) -> None:
        self.options = tuple(options)

    def check(self, answer: Any) -> None:
        if not any(answer == o.key for o in self.options):
            raise self._refused(answer)

    def listed(self) -> Iterator[str]:
        yield from (o.key for o in self.options)

    def sample(self, rng: Random) -> str:
        return rng.choice(self.options).key

    def write(self, answer: str, words: Words) -> str:
        return answer

    def read(self, text: str, words: Words) -> str:
        word = text.strip().lower()
        for part in ("key", "text"):
            for o in self.options:
                if word == getattr(o, part).lower():
                    return o.key
        with suppress(Unknown):  # a space by another name, or by the beginning of its name
            space = words.space(text)
            if any(o.key == space for o in self.options):
                return space
        raise self._refused(text.strip())

    def _refused(self, answer: Any) -> Illegal:
        texts = [o.text for o in self.options]
        near = nearest(str(answer), texts)
        return Illegal(f"{answer!r} is not one of the choices: {', '.join(near or texts)}")

    def describe(self, words: Words) -> dict[str, Any]:
        return {"options": [o._asdict() for o in self.options]}


class PickSpace(Choose):
    """One of several spaces of the board (or the key `none`, where an option says so)."""

    name = "pick_space"

    def __init__(self, spaces: Sequence[str], none: str = "") -> None:
        super().__init__([*(Option(s, s) for s in spaces), *([Option("none", none)] if none else [])])

    def read(self, text: str, words: Words) -> str:
        if text.strip().lower() == "none":
            return super().read(text, words)
        return super().read(words.space(text), words)


class Amount:
    """A whole number from `low` to `high`; `zero` is a word for 0, such as "pass", which is then also legal."""

    name = "amount"

    def __init__(self, low: int, high: int, unit: str = "", rule: str = "", zero: str = "") -> None:
        self.low, self.high, self.unit, self.rule, self.zero = low, high, unit, rule, zero

    def check(self, answer: Any) -> None:
        if not isinstance(answer, int) or isinstance(answer, bool):
            raise Illegal(f"enter a whole number, not {answer!r}")
        if self.zero and answer == 0:
            return
        if not self.low <= answer <= self.high:
            raise Illegal(f"{answer} is out of range; choose {self.low} to {self.high}", self.rule)

    def listed(self) -> Iterator[int]:
        if self.zero and self.low > 0:
            yield 0
        yield from range(self.low, self.high + 1)

    def sample(self, rng: Random) -> int:
        return 0 if self.zero and rng.random() < 0.5 else rng.randint(self.low, self.high)

    def write(self, answer: int, words: Words) -> str:
        return self.zero if self.zero and answer == 0 else str(answer)

    def read(self, text: str, words: Words) -> int:
        if self.zero and text.strip().lower() == self.zero:
            return 0
        try:
            return int(text.strip())
        except ValueError:
            raise Malformed(f"enter a whole number, not {text.strip()!r}") from None

    def describe(self, words: Words) -> dict[str, Any]:
        return {"low": self.low, "high": self.high, "unit": self.unit, "zero": self.zero}


class PickUnits:
    """A force taken from the available units, `low` to `high` units in all.

    `test` may forbid certain forces: it raises `Illegal`, or returns. Where hits are chosen and a unit takes several,
    `force` counts hits, and `units` is how many units take them.
    """

    name = "pick_units"

    def __init__(
        self,
        force: Mapping[Stack, int],
        low: int,
        high: int,
        rule: str = "",
        test: Callable[[Mapping[Stack, int]], None] | None = None,
        units: Mapping[Stack, int] | None = None,
    ) -> None:
        self.force, self.units = dict(force), dict(units or {})
        self.low, self.high, self.rule, self.test = low, high, rule, test

    def check(self, answer: Any) -> None:
        if not isinstance(answer, Mapping):
            raise Illegal(f"enter a list of units, not {answer!r}")
        for stack, n in answer.items():
            if not isinstance(stack, Stack):
                raise Illegal(f"enter a list of units, not {answer!r}")
            if not isinstance(n, int) or n < 1 or n > self.force.get(stack, 0):
                have = self.force.get(stack, 0)
                raise Illegal(f"{_label(stack)}: you chose {n}; the maximum is {have}", self.rule)
        count = sum(answer.values())
        if not self.low <= count <= self.high:
            least = "" if self.low == self.high else f"{self.low} to "
            raise Illegal(f"choose {least}{counted(self.high, 'unit')}, not {count}", self.rule)
        if self.test:
            self.test(answer)

    def listed(self) -> Iterator[Force]:
        stacks = list(self.force)
        for counts in _compositions([self.force[s] for s in stacks], self.low, self.high):
            answer = {s: n for s, n in zip(stacks, counts, strict=True) if n}
            if self.test:
                try:
                    self.test(answer)
                except Illegal:
                    continue
            yield answer

    def sample(self, rng: Random) -> Force:
        for _ in range(20):
            units = [s for s, n in self.force.items() for _ in range(n)]
            answer: Force = {}
            for stack in rng.sample(units, rng.randint(self.low, min(self.high, len(units)))):
                add(answer, stack, 1)
            try:
                self.check(answer)
            except Illegal:
                continue
            return answer
        return next(self.listed())

    def write(self, answer: Force, words: Words) -> str:
        return words.force(answer)

    def read(self, text: str, words: Words) -> Force:
        owners = {s.owner for s in self.force}
        owner = next(iter(owners)) if len(owners) == 1 else ""
        wanted = words.read_force(text, owner)
        if all(s in self.force for s in wanted):
            return wanted
        return self._resolve(wanted)

    def _resolve(self, wanted: Force) -> Force:
        """Match units named without condition or owner to the first available ones."""
        left, answer = dict(self.force), Force()
        for stack, n in wanted.items():
            for have in list(left):
                if have.type == stack.type and stack.owner in ("", have.owner):
                    take = min(n, left[have])
                    if take:
                        add(answer, have, take)
                        add(left, have, -take)
                    n -= take
            if n:
                raise Illegal(f"{_label(stack)}: you chose {n} more than there are", self.rule)
        return answer

    def describe(self, words: Words) -> dict[str, Any]:
        return {
            "units": [
                {
                    "type": s.type,
                    "owner": s.owner,
                    "count": n,
                    "units": self.units.get(s, n),
                    "text": words.shown(s, self.units.get(s, n)),
                    "stem": words.stem(s),
                }
                for s, n in self.force.items()
            ],
            "low": self.low,
            "high": self.high,
        }


class Limit(NamedTuple):
    """A limit: the sum of weight times number over the keys may be at most `most`. Keys without a weight do not
    count."""

    text: str
    weights: Mapping[tuple[str, ...], int]
    most: int
    rule: str = ""


class Allocate:
    """A number (0 to `most[key]`) for each key, within all limits. Keys are tuples of words, such as (unit, space).

    The answer is a dict of the keys with a positive number. `why` may say why a key that is not there is refused.
    """

    name = "allocate"

    def __init__(
        self,
        most: Mapping[tuple[str, ...], int],
        limits: Sequence[Limit] = (),
        rule: str = "",
        why: Callable[[tuple[str, ...]], Illegal | None] | None = None,
    ) -> None:
        self.most, self.limits, self.rule, self.why = dict(most), tuple(limits), rule, why

    def check(self, answer: Any) -> None:
        if not isinstance(answer, Mapping):
            raise Illegal(f"enter a number for each item, not {answer!r}")
        for key, n in answer.items():
            if key not in self.most:
                no = self.why(key) if self.why and isinstance(key, tuple) else None
                raise no or Illegal(f"{key!r} is not available here", self.rule)
            if not isinstance(n, int) or n < 1 or n > self.most[key]:
                raise Illegal(f"{n} {way_text(key)} is too many; the maximum is {self.most[key]}", self.rule)
        for limit in self.limits:
            used = self._used(limit, answer)
            if used > limit.most:
                raise Illegal(f"{limit.text}: you chose {used}; the limit is {limit.most}", limit.rule or self.rule)

    def keyed(self, answer: Mapping[Any, int], words: Words) -> dict[tuple[str, ...], int]:
        """Return an answer whose keys may be single words or texts, as ``{"infantry": 3}``."""
        return {self._key(k, words) if isinstance(k, str) else k: n for k, n in answer.items()}

    def room(self, answer: Mapping[tuple[str, ...], int], key: tuple[str, ...]) -> int:
        """Return how many more of a key can be added to a legal answer."""
        room = self.most[key] - answer.get(key, 0)
        for limit in self.limits:
            weight = limit.weights.get(key, 0)
            if weight > 0:
                room = min(room, (limit.most - self._used(limit, answer)) // weight)
        return max(room, 0)

    @staticmethod
    def _used(limit: Limit, answer: Mapping[tuple[str, ...], int]) -> int:
        return sum(limit.weights.get(k, 0) * n for k, n in answer.items())

    def least(self) -> dict[tuple[str, ...], int]:
        """Return the smallest answer that is legal: what limits below 0 ask for, else nothing."""
        answer: dict[tuple[str, ...], int] = {}
        for limit in self.limits:
            for key, weight in limit.weights.items() if limit.most < 0 else ():
                while weight < 0 and self._used(limit, answer) > limit.most and self.room(answer, key):
                    answer[key] = answer.get(key, 0) + 1
        return answer

    def listed(self) -> Iterator[dict[tuple[str, ...], int]]:
        keys, low = list(self.most), [limit for limit in self.limits if limit.most < 0]

        def extend(i: int, answer: dict[tuple[str, ...], int]) -> Iterator[dict[tuple[str, ...], int]]:
            if i == len(keys):
                if all(self._used(limit, answer) <= limit.most for limit in low):
                    yield dict(answer)
                return
            for n in range(self.room(answer, keys[i]) + 1):
                if n:
                    answer[keys[i]] = n
                yield from extend(i + 1, answer)
            answer.pop(keys[i], None)

        yield from extend(0, {})

    def sample(self, rng: Random) -> dict[tuple[str, ...], int]:
        answer = self.least()
        keys = list(self.most)
        while keys and rng.random() > 0.04:
            key = rng.choice(keys)
            room = self.room(answer, key)
            if room:
                answer[key] = answer.get(key, 0) + rng.randint(1, min(room, 4))
            else:
                keys.remove(key)
        return answer

    def write(self, answer: Mapping[tuple[str, ...], int], words: Words) -> str:
        return ", ".join(f"{n} {way_text(key)}" for key, n in answer.items()) or "nothing"

    def read(self, text: str, words: Words) -> dict[tuple[str, ...], int]:
        answer: dict[tuple[str, ...], int] = {}
        if text.strip().lower() in ("", "nothing", "none"):
            return answer
        for part in text.split(","):
            number, _, rest = part.strip().partition(" ")
            if not number.isdigit() or not rest:
                raise Malformed(f"{part.strip()!r} is not a quantity; write, for example, '3 infantry'")
            key = self._key(rest, words)
            answer[key] = answer.get(key, 0) + int(number)
        return {k: n for k, n in answer.items() if n}

    def _key(self, text: str, words: Words) -> tuple[str, ...]:
        parts = tuple(p.strip() for p in text.split(">"))
        if parts in self.most:
            return parts
        known = {way_text(k).lower(): k for k in self.most}
        meant = []
        for part in parts[: max(map(len, self.most), default=0)]:
            for find in (words.unit, words.space, words.power):
                try:
                    meant.append(find(part))
                    break
                except ValueError:
                    continue
        if len(meant) == len(parts) and tuple(meant) in self.most:
            return tuple(meant)
        if text.lower() in known:
            return known[text.lower()]
        longer = [key for key in self.most if len(meant) == len(parts) and key[: len(meant)] == tuple(meant)]
        if len(longer) == 1:
            return longer[0]
        if longer:
            raise Malformed(f"{text!r} can mean {len(longer)} items; write, for example, {way_text(longer[0])!r}")
        if self.why and meant and (no := self.why(tuple(meant))):
            raise no
        near = nearest(text, known)
        raise Illegal(f"{text!r} is not available here" + (f"; did you mean {near[0]}?" if near else ""), self.rule)

    def describe(self, words: Words) -> dict[str, Any]:
        return {
            "keys": [{"key": list(k), "most": n} for k, n in self.most.items()],
            "limits": [
                {"text": x.text, "most": x.most, "weights": [x.weights.get(k, 0) for k in self.most]}
                for x in self.limits
            ],
        }


class Move(NamedTuple):
    """Units of one space that move together along `path`, which begins with their space. `mission` is a word such as
    ``raid``."""

    units: tuple[tuple[Stack, int], ...]
    path: tuple[str, ...]
    mission: str = ""


#: The answer that ends a phase of movement.
DONE = Move((), ())


class MoveOption(NamedTuple):
    """A legal move of up to `most` units of a stack."""

    stack: Stack
    most: int
    path: tuple[str, ...]
    mission: str = ""

    def move(self, count: int = 0) -> Move:
        """Return the move of `count` of them (all, if 0)."""
        return Move(((self.stack, count or self.most),), self.path, self.mission)


class MoveSource(Protocol):
    """The source of legal moves: the engine's movement rules, which both list and check them."""

    def movable(self) -> list[tuple[str, Stack, int]]: ...
    def options(self, space: str, stack: Stack) -> list[MoveOption]: ...
    def check(self, move: Move) -> None: ...
    def check_done(self) -> None: ...
    def unfinished(self) -> list[tuple[str, Stack, int]]: ...


class Moves:
    """One move, or `DONE`."""

    name = "moves"

    def __init__(self, source: MoveSource, power: str) -> None:
        self.source, self.power = source, power
        self._passed: Move | None = None

    def check(self, answer: Any) -> None:
        if answer is self._passed and answer is not None:
            return  # checked before; the position does not change while the decision is open
        if not isinstance(answer, Move):
            raise Illegal(f"enter a move or 'done', not {answer!r}")
        if answer == DONE:
            self.source.check_done()
        else:
            self.source.check(answer)
        self._passed = answer

    def may_end(self) -> bool:
        """Return whether the answer may be `DONE`."""
        return self.why_not_done() is None

    def why_not_done(self) -> Illegal | None:
        """Return why the answer may not be `DONE`, or None if it may."""
        try:
            self.source.check_done()
        except Illegal as error:
            return error
        return None

    def listed(self) -> Iterator[Move]:
        """Yield the moves of units of one stack to every destination; moves of several stacks are combinations of
        these."""
        if self.may_end():
            yield DONE
        for space, stack, _ in self.source.movable():
            for option in self.source.options(space, stack):
                for n in range(1, option.most + 1):
                    yield option.move(n)

    def sample(self, rng: Random) -> Move:
        movable = self.source.movable()
        rng.shuffle(movable)
        end = rng.random() <= 0.06 and self.may_end()
        for i, (space, stack, _) in enumerate(() if end else movable):
            if i == 6 and self.may_end():
                break
            options = self.source.options(space, stack)
            if options:
                option = rng.choice(options)
                return option.move(rng.randint(1, option.most))
        return DONE

    def write(self, answer: Move, words: Words) -> str:
        return move_text(answer, words, self.power)

    def read(self, text: str, words: Words) -> Move:
        """Return the move for a text; units named without condition stand for those that can move there, the least
        spent first."""
        move = read_move(text, words, self.power)
        if move == DONE:
            return move
        here = {stack: n for space, stack, n in self.source.movable() if space == move.path[0]}
        chosen: Force = {}
        for stack, n in move.units:
            like = [stack] if stack in here or stack.cond != FRESH else []
            like += sorted(s for s in here if s != stack and stack.cond == FRESH and s[:2] == stack[:2])
            for unit in like:
                take = min(n, here.get(unit, 0) - chosen.get(unit, 0))
                if take > 0:
                    add(chosen, unit, take)
                    n -= take
            if n:
                add(chosen, stack, n)  # too many: `check` refuses them
        return Move(tuple(chosen.items()), move.path, move.mission)

    def describe(self, words: Words) -> dict[str, Any]:
        def rows(units: Sequence[tuple[str, Stack, int]]) -> list[dict[str, Any]]:
            return [
                {
                    "space": space, "type": stack.type, "owner": stack.owner, "count": n,
                    "text": words.shown(stack, n, self.power), "stem": words.stem(stack, self.power),
                }
                for space, stack, n in units
            ]  # fmt: skip

        no = self.why_not_done()
        return {
            "movable": rows(self.source.movable()),
            "may_end": no is None,
            "why": str(no).removesuffix(f" ({no.rule})") if no else "",
            "must": rows(self.source.unfinished()) if no else [],
        }


def move_text(move: Move, words: Words, owner: str) -> str:
    """Return the text of a move: ``2 infantry, 1 armor: Germany > Eastern Europe`` or ``done``."""
    if move == DONE:
        return "done"
    text = f"{words.force(dict(move.units), owner)}: {way_text(move.path)}"
    return f"{text} [{move.mission}]" if move.mission else text


def read_move(text: str, words: Words, owner: str) -> Move:
    """Return the move for a text, the inverse of `move_text`; raise `Malformed` or `Unknown`."""
    if text.strip().lower() in ("done", "end", ""):
        return DONE
    units, colon, way = text.partition(":")
    if not colon:
        example = "'2 infantry: Germany > Eastern Europe' or 'done'"
        raise Malformed(f"{text.strip()!r} is not a move; write, for example, {example}")
    way, _, mission = way.partition("[")
    path = tuple(words.space(p) for p in way.split(">"))
    return Move(tuple(words.read_force(units, owner).items()), path, mission.strip().rstrip("]").strip().lower())


class Decision:
    """A question to one power.

    `kind` names the question in the registry of decision kinds, `prompt` is one sentence, `rule` the statement behind
    it, `advice` the answer a sensible player would give (a value, or a function that finds it), `context` plain facts
    for the face (such as the battle it belongs to). `id` is given by the game; every answer names it. `unasked` is the
    answer that changes nothing, if there is one: a saved game from before the question existed uses it.
    """

    __slots__ = ("_advice", "context", "form", "id", "kind", "power", "prompt", "rule", "unasked")

    def __init__(
        self,
        kind: str,
        power: str,
        prompt: str,
        form: Form,
        *,
        advice: Any,
        rule: str = "",
        context: Any = None,
        unasked: Any = None,
    ) -> None:
        self.kind, self.power, self.prompt, self.form = kind, power, prompt, form
        self.rule, self.context, self._advice, self.unasked = rule, context, advice, unasked
        self.id = -1

    @property
    def advice(self) -> Any:
        if callable(self._advice):
            self._advice = self._advice()
        return self._advice

    def check(self, answer: Any) -> None:
        """Raise `Illegal` with one sentence and the rule if the answer is not legal."""
        self.form.check(answer)

    def legal(self) -> Iterator[Any]:
        """Return all legal answers (of `Moves`: all moves of units of one stack), lazily."""
        return self.form.listed()

    def __repr__(self) -> str:
        return f"<Decision {self.id} {self.kind} of {self.power}: {self.prompt}>"


class Together(NamedTuple):
    """Decisions made at the same time. If `sealed`, answers stay hidden until all are in; they return in order."""

    decisions: tuple[Decision, ...]
    sealed: bool = True


def _compositions(most: Sequence[int], low: int, high: int) -> Iterator[tuple[int, ...]]:
    """Yield all tuples of counts within `most` whose sum is within low..high."""
    if high > 64 or len(most) < 2:
        for counts in itertools.product(*(range(m + 1) for m in most)):
            if low <= sum(counts) <= high:
                yield counts
        return
    rest = sum(most[1:])
    for n in range(max(0, low - rest), min(most[0], high) + 1):
        for tail in _compositions(most[1:], max(0, low - n), high - n):
            yield (n, *tail)
