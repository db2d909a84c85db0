"""Saved games: one readable JSON file from which a game can be resumed or replayed.

| field | meaning |
| --- | --- |
| format, version | ``sandtable-save``, 1 |
| sandtable | version of the program that wrote the file |
| edition, scenario, rules, fingerprint | the rules of the game; `rules` are pairs of id and options |
| seats, seed, salts | who plays what, and where the dice come from |
| start | the position in which the game began, if it was not the setup |
| first_die | position of the dice when the game began, if it was not 0 |
| chain | length of the chain of the dice, if there is one (see `core.dice`) |
| told | the first dice, as digits, if the game continues one with another seed |
| commitment | of the dice, if the seed is still secret: then `seed` and `chain` only give the dice so far |
| answers | one line each: id, power, kind of decision, and the canonical text of the answer |
| hashes | length of the log and hash of the state, at the start of each turn |
| snapshot | the newest state at a phase boundary, with the number of answers and dice before it |
| state_hash | hash of the state after the last answer |
| checksum | over everything else |

`load` resumes from the snapshot and applies only the answers since; `replay` repeats everything and compares.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import secrets
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from ..core.decisions import Choose, Decision
from ..core.dice import Dice
from ..core.errors import Illegal, SandtableError, SaveError
from ..core.structs import learned
from ..rules import registry
from ..rules.ruleset import Ruleset
from .game import Answered, Game, Header, Snapshot
from .state import State

FORMAT = "sandtable-save"
VERSION = 1


class SavedRule(msgspec.Struct, array_like=True):
    id: str
    options: dict[str, Any]


class SavedAnswer(msgspec.Struct, array_like=True):
    id: int
    power: str
    kind: str
    text: str


class SavedHash(msgspec.Struct, array_like=True):
    answers: int
    hash: str


class SavedSnapshot(msgspec.Struct):
    """A snapshot in a file; `before` is the position of the dice before the last answer, so that it can still be
    undone."""

    answers: int
    hashes: int
    dice: int
    before: int
    hash: str
    state: dict[str, Any]


@learned
class Saved(msgspec.Struct):
    """The content of a file, in the order in which it is written."""

    format: str
    version: int
    sandtable: str
    edition: str
    scenario: str
    rules: list[SavedRule]
    fingerprint: str
    seats: dict[str, str]
    seed: str
    salts: list[str]
    start: dict[str, Any] | None
    answers: list[SavedAnswer]
    hashes: list[SavedHash]
    snapshot: SavedSnapshot | None
    state_hash: str
    first_die: int = 0
    chain: int = 0
    told: str = ""
    commitment: str = ""


class Replay(NamedTuple):
    """The result of a replay; `message` names the first difference, if any."""

    ok: bool
    state_hash: str
    rounds: int
    winner: str | None
    message: str = ""


# --- writing ----------------------------------------------------------------------------------------------------------


def dump(game: Game, *, secret: bool = False) -> str:
    """Return the text of the file that `save` writes; with `secret`, without the seed and the dice to come."""
    if type(game.dice) is not Dice:
        raise SaveError("a game with fixed dice cannot be saved because its dice cannot be rolled again")
    game.mend()
    rules, words = game.rules, game.rules.words
    seed, chain = game.dice.published() if secret else (game.dice.seed, game.dice.chain)
    saved = Saved(
        format=FORMAT,
        version=VERSION,
        sandtable=program_version(),
        edition=rules.edition,
        scenario=rules.scenario,
        rules=[SavedRule(r.id, dict(r.options)) for r in rules.rules],
        fingerprint=rules.fingerprint,
        seats=dict(game.header.seats),
        seed=seed,
        salts=list(game.dice.salts),
        start=game.start.plain(as_is=True) if game.start else None,
        answers=[
            SavedAnswer(line.id, line.decision.power, line.decision.kind, line.decision.form.write(line.answer, words))
            for line in game.log
        ],
        hashes=[SavedHash(*h) for h in game.hashes],
        snapshot=_snapshot(game),
        state_hash=game.state_hash,
        first_die=game.first_die,
        chain=chain,
        told=game.dice.told,
        commitment=game.dice.commitment() if secret else "",
    )
    content = msgspec.to_builtins(saved)
    for name in ("first_die", "chain", "told", "commitment"):
        if not content[name]:
            del content[name]
    return _laid_out({**content, "checksum": _checksum(content)})


def save(game: Game, path: str | Path) -> None:
    """Write the game to a file, completely or not at all; raise `SaveError` on failure."""
    path = Path(path)
    text = dump(game)
    temporary = path.with_name(f".{path.name}-{secrets.token_hex(4)}")
    try:
        with temporary.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except OSError as error:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise SaveError(f"the game cannot be saved to {path}: {error.strerror}") from None


def program_version() -> str:
    """Return the version of the installed program."""
    try:
        return version("sandtable")
    except PackageNotFoundError:
        return "unknown"


def _snapshot(game: Game) -> SavedSnapshot | None:
    if not game.snapshots:
        return None
    newest = game.snapshots[-1]
    before = game.log[newest.answers - 1].dice if newest.answers else 0
    state = newest.state
    return SavedSnapshot(
        newest.answers, newest.hashes, newest.dice, before, state.hash(newest.dice), state.plain(as_is=True)
    )


def _laid_out(content: dict[str, Any]) -> str:
    """Return JSON with one line for each field, answer, and hash."""
    parts = []
    for key, value in content.items():
        if isinstance(value, list) and value and isinstance(value[0], list):
            rows = ",\n".join("  " + _json(row) for row in value)
            parts.append(f"{_json(key)}: [\n{rows}\n]")
        elif key in ("snapshot", "start") and value:
            rows = ",\n".join(f"  {_json(k)}: {_json(v)}" for k, v in value.items())
            parts.append(f"{_json(key)}: {{\n{rows}\n}}")
        else:
            parts.append(f"{_json(key)}: {_json(value)}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _checksum(content: dict[str, Any]) -> str:
    return hashlib.blake2b(msgspec.json.encode(content, order="deterministic"), digest_size=16).hexdigest()


# --- reading ----------------------------------------------------------------------------------------------------------


def read(path: str | Path) -> Saved:
    """Return the checked content of a file; raise `SaveError` if it is incomplete, changed, of another format, or
    newer."""
    path = Path(path)
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise SaveError(f"{path} cannot be read: {error.strerror}") from None
    return parse(raw, path.name)


def parse(raw: bytes, name: str = "the file") -> Saved:
    """Return the checked content of the bytes of a file, like `read`."""
    try:
        content = msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        what = "is incomplete: it is not valid JSON" if FORMAT.encode() in raw[:200] else "is not a saved game"
        raise SaveError(f"{name} {what}") from None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise SaveError(f"{name} is not a Sandtable saved game")
    if content.get("version") != VERSION:
        raise SaveError(
            f"{name} is of format {content.get('version')}, written by version {content.get('sandtable')};"
            f" this version ({program_version()}) reads format {VERSION}"
        )
    checksum = content.pop("checksum", None)
    if checksum != _checksum(content):
        raise SaveError(f"{name} has been changed or damaged: its checksum does not match")
    try:
        found = msgspec.convert(content, Saved)
    except msgspec.ValidationError as error:
        raise SaveError(f"{name} cannot be read: {error}") from None
    if found.told.strip("123456"):
        raise SaveError(f"{name} tells of dice that show other faces than 1 to 6")
    return found


def ruleset(saved: Saved) -> Ruleset:
    """Return the rules of a saved game as they are in this program; raise `SaveError` if it lacks them."""
    options = {f"{rule.id}.{name}": value for rule in saved.rules for name, value in rule.options.items()}
    try:
        return registry.build(saved.edition, [rule.id for rule in saved.rules], options, saved.scenario)
    except SandtableError as error:
        raise SaveError(f"this version cannot play the game: {error}") from None


def load(path: str | Path, anyway: bool = False) -> Game:
    """Return the game of a file, resumed from its snapshot; raise `SaveError` with one sentence.

    Other rules, or answers that no longer replay, are refused. With `anyway` the game resumes under the current rules
    from the snapshot, with as many of the later answers as still fit.
    """
    saved = read(path)
    rules = ruleset(saved)
    if not rules.matches(saved.fingerprint) and not anyway:
        raise SaveError(
            f"the rules have changed since version {saved.sandtable} saved this game;"
            " add --anyway to continue under the new rules"
        )
    game = begun(saved, rules)
    if saved.snapshot is None:
        _go_on(game, game.snapshots[0], lines(saved, 0), anyway)
    else:
        _go_on(game, _resumed(game, saved, saved.snapshot, anyway), lines(saved, saved.snapshot.answers), anyway)
    if game.state_hash != saved.state_hash and not anyway:
        raise SaveError(f"the game no longer replays as it did in version {saved.sandtable}")
    return game


def begun(saved: Saved, rules: Ruleset, listening: bool = True, dice: Dice | None = None) -> Game:
    """Return the game before its first answer, with other dice if given; raise `SaveError`."""
    state = State.from_plain(saved.start) if saved.start is not None else None
    header = Header(rules, saved.seed, tuple(saved.salts), saved.seats, saved.chain, saved.told)
    if dice is None and saved.first_die:
        dice = Dice(saved.seed, saved.salts, saved.first_die, saved.chain, saved.told)
    try:
        return Game(header, listening=listening, dice=dice, state=state)
    except Exception as error:
        raise SaveError(f"the saved position cannot be played: {error}") from error


def _resumed(game: Game, saved: Saved, kept: SavedSnapshot, anyway: bool) -> Snapshot:
    """Replace the log and snapshot of a game that has just begun with those of a file."""
    state = State.from_plain(kept.state)
    if state.hash(kept.dice) != kept.hash and not anyway:
        raise SaveError("the hash of the snapshot does not match its position")
    first = game.snapshots[0]
    newest = Snapshot(kept.answers, first.events, kept.dice, state, kept.hashes)
    if not game.rules.matches(saved.fingerprint):
        first = newest  # earlier answers belong to other rules and cannot be undone
    game.log = lines(saved, 0)[: kept.answers]
    if game.log:
        game.log[-1] = game.log[-1]._replace(dice=kept.before)
    game.hashes = [(h.answers, h.hash) for h in saved.hashes]
    game.snapshots = [first, newest] if first is not newest else [newest]
    return newest


def _go_on(game: Game, snapshot: Snapshot, lines: list[Answered], anyway: bool) -> None:
    try:
        game.restore(snapshot, ())
        for line in lines:
            game.follow(line)
    except Exception as error:
        if anyway and isinstance(error, SandtableError):
            return  # keep the answers so far
        raise SaveError(f"the game cannot be resumed from its snapshot: {error}") from error


def lines(saved: Saved, start: int) -> list[Answered]:
    """Return the lines of the log from an index on, with their answers still as text."""
    return [
        Answered(a.id, Decision(a.kind, a.power, "", Choose(()), advice=a.text), a.text, -1, written=True)
        for a in saved.answers[start:]
    ]


# --- playing again ----------------------------------------------------------------------------------------------------


def replay(path: str | Path) -> Replay:
    """Replay a file from the beginning and compare every hash; raise `SaveError` if it cannot be read."""
    saved = read(path)
    game = begun(saved, ruleset(saved), listening=False)
    message = next(_differences(game, saved), "")
    return Replay(not message, game.state_hash, game.state.round, game.winner, message)


def _differences(game: Game, saved: Saved) -> Iterator[str]:
    if not game.rules.matches(saved.fingerprint):
        yield f"the rules have changed since version {saved.sandtable} wrote the file"
    checked = 0
    for line in lines(saved, 0):
        try:
            game.follow(line)
        except Illegal as error:
            yield f"answer {line.id} ({line.answer}) is refused: {error}"
        except SandtableError as error:
            yield f"answer {line.id} ({line.answer}) cannot be read: {error}"
        except Exception as error:
            yield f"answer {line.id} ({line.answer}) causes an error: {type(error).__name__}: {error}"
        for have, was in zip(game.hashes[checked:], saved.hashes[checked:], strict=False):
            if have != (was.answers, was.hash):
                yield f"after {have[0]} answers the position differs from the file"
        checked = len(game.hashes)
    if game.state_hash != saved.state_hash:
        yield "after the last answer the position differs from the file"
    if len(game.hashes) != len(saved.hashes):
        yield f"the replay had {len(game.hashes)} turns, not {len(saved.hashes)}"
