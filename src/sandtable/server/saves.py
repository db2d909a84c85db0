"""Saved games as files of the players: written at any moment of a game, and read back as the history of a new one.

While the seed of a game is secret, its file has the key of the latest block of the dice instead: it shows every roll so
far and none to come (`Dice.published`). A game that continues a file has a seed of its own, and takes over the
answers of the file with their frames. Their dice stay those that the file tells (`records.Past`).

What a client sends is read in a worker process; every function here raises `SandtableError` with one sentence.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from ..core.dice import commitment
from ..core.errors import BadPosition, SandtableError, SaveError
from ..engine import save
from ..engine.game import Game
from ..engine.save import Saved
from ..rules import registry
from ..rules import variant as variants
from ..rules.ruleset import Ruleset
from . import views
from .bounds import check_values
from .content import no_files, plain_options, told
from .live import Live, effective, full_frame, play_on
from .proof import Witness
from .records import Entry, Kept, Past, Spec, Written
from .reference import PositionInfo, SavedInfo
from .requests import RuleChoice

#: Maximum number of answers in a file, of dice before them, of salts, and of their characters; the longest chain.
ANSWERS, DICE, SALTS, SALT, CHAIN = 20_000, 200_000, 50, 200, 10_000
#: Maximum number of values in the first position of a file, their depth, and the largest number.
VALUES, DEPTH, NUMBER = 50_000, 12, 10**6
NAME = "the file"


def excerpt(spec: Spec, entries: Sequence[Entry], moment: int) -> str:
    """Return the text of the saved game after log entry number `moment`, without the seed.

    The answers to a secret decision are left out until all are in.
    """
    return save.dump(_as_of(spec, entries, moment), secret=True)


def position(spec: Spec, entries: Sequence[Entry], moment: int) -> PositionInfo:
    """Return the position after log entry number `moment`, for a new game that begins at it.

    Raises `BadPosition` if the game is over then.
    """
    game = _as_of(spec, entries, moment)
    if game.over:
        raise BadPosition(["the game is over in this position"])
    found = game.position()
    options = plain_options(variants.flat(found.options))
    return told(found, RuleChoice(found.edition, found.scenario, list(found.rules), options), game)


def _as_of(spec: Spec, entries: Sequence[Entry], moment: int) -> Game:
    lines = effective(entry for entry in entries if entry.n <= moment)
    game = play_on(spec, [], [], lines)
    return play_on(spec, [], [], lines[: -game.withheld]) if game.withheld else game


class Revived(NamedTuple):
    """A saved game as the history of a new one: its log, a snapshot, and its first position as JSON."""

    choice: RuleChoice
    past: Past
    written: list[Written]
    kept: Kept | None
    start: bytes
    origin: dict[str, Any] | None

    @property
    def entries(self) -> list[Entry]:
        return [written.entry for written in self.written]


def read(text: str) -> SavedInfo:
    """Return what a saved game contains and where it stands, played again from its first answer."""
    saved = _checked(text)
    rules = save.ruleset(saved)
    game, _ = _replayed(saved, rules)
    changed = "" if rules.matches(saved.fingerprint) else CHANGED.format(version=saved.sandtable)
    return SavedInfo(
        choice=_choice(saved),
        title=registry.edition(saved.edition).title,
        powers=views.powers(rules),
        seats=dict(saved.seats),
        answers=len(saved.answers),
        round=game.state.round,
        power=game.state.power,
        over=game.over,
        changed=changed,
    )


CHANGED = "The rules have changed since version {version} saved this game, but they play it in the same way."


def revived(text: str, answers: int = -1) -> Revived:
    """Play a saved game again and return it after its first `answers` (-1: all of them)."""
    saved = _checked(text)
    rules = save.ruleset(saved)
    if answers >= 0:
        saved.answers = saved.answers[:answers]
    game, told = _replayed(saved, rules)
    if game.over:
        raise SaveError("this game is over; choose an earlier moment to continue from")
    past = Past(told, len(game.log), saved.commitment or commitment(saved.seed, saved.chain))
    live = Live(_spec(saved, rules, past))
    start, now = msgspec.json.encode(live.position), time.time()
    written: list[Written] = []
    kept: Kept | None = None
    for line in game.log:
        decision = next((d for d in live.open() if d.id == line.id), None)
        if decision is None:
            raise SaveError(f"answer {len(written) + 1} does not fit the rules of this version")
        text = line.decision.form.write(line.answer, rules.words)
        written.append(live.give(decision, text, "", now).written)
        if newer := live.snapshot():
            kept, live.kept = newer, [newer]
    return Revived(_choice(saved), past, written, kept, start, saved.start)


def returned(spec: Spec, entries: Sequence[Entry], moment: int) -> Revived:
    """Return a game as it stood after log entry number `moment`, as the history of a game that continues it."""
    found = revived(excerpt(spec, entries, moment))
    times = [line.at for line in effective(entry for entry in entries if entry.n <= moment)]
    written = [_dated(one, at) for one, at in zip(found.written, times, strict=False)]
    return found._replace(written=written)


def _dated(written: Written, at: float) -> Written:
    """Return an entry as of another time."""
    entry, frame = msgspec.structs.replace(written.entry, at=at), full_frame(written.frame)
    return written._replace(entry=entry, frame=msgspec.json.encode(msgspec.structs.replace(frame, at=at)))


def _checked(text: str) -> Saved:
    """Return the content of a file within bounds. Raises `SaveError` or `RuleError`."""
    saved = save.parse(text.encode(), NAME)
    no_files(_choice(saved))
    most = {"answers": (len(saved.answers), ANSWERS), "dice": (max(saved.first_die, len(saved.told)), DICE)}
    most |= {"salts": (len(saved.salts), SALTS), "blocks of dice": (saved.chain, CHAIN)}
    for what, (found, bound) in most.items():
        if found > bound:
            raise SaveError(f"{NAME} has more than {bound:,} {what}")
    if any(len(salt) > SALT for salt in (saved.seed, *saved.salts)) or saved.first_die < 0:
        raise SaveError(f"{NAME} has dice that this server does not use")
    check_values(saved.start, "the first position", VALUES, DEPTH, NUMBER)
    return saved


def _choice(saved: Saved) -> RuleChoice:
    options = {f"{rule.id}.{name}": value for rule in saved.rules for name, value in rule.options.items()}
    return RuleChoice(saved.edition, saved.scenario, [rule.id for rule in saved.rules], plain_options(options))


def _spec(saved: Saved, rules: Ruleset, past: Past) -> Spec:
    """Return what is needed to play the answers of a file again with their own dice."""
    played = [(rule.id, views.plain(rule.options)) for rule in rules.rules]
    seats = dict(saved.seats)
    # with a chain of any length, the dice stand at the same places as in the new game
    return Spec(
        rules.edition, rules.scenario, played, rules.fingerprint, "", [], seats, chain=1, origin=saved.start, past=past
    )


def _replayed(saved: Saved, rules: Ruleset) -> tuple[Game, str]:
    """Play the answers of a file again; return the game, and its dice as digits.

    Raises `SaveError` for the first answer that no longer fits, or after which the position differs from the file.
    """
    witness = Witness(saved.seed, saved.salts, saved.chain, saved.told)
    try:
        game = save.begun(saved, rules, listening=False, dice=witness)
        for number, line in enumerate(save.lines(saved, 0), 1):
            if not game.open:
                raise SaveError("the game is over before the last answer")
            try:
                game.follow(line)
            except SandtableError as error:
                raise SaveError(
                    f"answer {number} ({line.decision.power}: {line.answer}) no longer fits: {error}"
                ) from None
    except SandtableError:
        raise
    except Exception as error:  # what the engine makes of a position that no program has written
        raise SaveError(f"{NAME} cannot be played: {type(error).__name__}") from None
    _compare(game, saved)
    return game, "".join(str(face) for faces in witness.fallen for face in faces)


def _compare(game: Game, saved: Saved) -> None:
    """Raise `SaveError` if the positions of a game at the start of its turns are not those of the file."""
    for (answers, hash), was in zip(game.hashes, saved.hashes, strict=False):
        if (answers, hash) != (was.answers, was.hash):
            raise SaveError(
                f"after {answers} answers the position differs from that of version {saved.sandtable}, which saved the"
                f" game under other rules or has been changed"
            )
