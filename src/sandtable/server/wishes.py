"""Validate user input: rules, seats, names, and chat text."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable

from ..ai import PLAYERS
from ..core.errors import SandtableError, Unknown
from ..rules.ruleset import Ruleset
from .bounds import check_values
from .live import built
from .records import Seat
from .refusals import Refused, sentence
from .requests import Invitation, NewGame, SavedGame
from .rooms import hashed

#: Maximum lengths of texts, in characters.
NAME, TITLE, SALT, LINE, TEXT = 40, 80, 100, 500, 8000


def chosen(wish: NewGame) -> Ruleset:
    """Return the rules for a new game. Raises `Refused`."""
    choice = wish.choice
    if any(name.strip().endswith(".toml") for name in choice.rules):
        raise Refused(400, "Rule files cannot be used here; choose among the installed rules.")
    try:
        check_values(choice.options)
        return built(choice.edition, choice.rules, choice.options, choice.scenario)
    except Unknown as error:
        raise Refused(400, sentence(error)) from error
    except SandtableError as error:
        raise Refused(409, sentence(error)) from error
    except Exception as error:
        raise Refused(400, "The options could not be read.") from error


def wished(wish: NewGame | SavedGame, rules: Ruleset) -> list[Seat]:
    """Return the seats in order of play; the computer takes those not listed. Raises `Refused`."""
    seats = {power: Seat(power, "computer", "quick") for power in rules.powers}
    for seat in wish.seats:
        if seat.power not in seats:
            raise Refused(400, f"There is no power called {seat.power[:NAME]!r} in this game.")
        name = computer(seat.player) if seat.kind == "computer" else ""
        seats[seat.power] = Seat(seat.power, seat.kind, name)
    return list(seats.values())


def computer(name: str) -> str:
    """Return the name of a computer player. Raises `Refused`."""
    if name not in PLAYERS:
        raise Refused(400, f"There is no computer player called {name[:NAME]!r}.")
    return name


def invite(seats: Iterable[Seat], friend: Callable[[Seat], str]) -> list[Invitation]:
    """Create invitations to open seats and store their hashes in the seats; those of one `friend` share a secret."""
    given: dict[str, str] = {}
    out = []
    for seat in seats:
        key = friend(seat) or f"the seat of {seat.power}"
        secret = given.setdefault(key, secrets.token_urlsafe(24))
        seat.invitation = hashed(secret)
        out.append(Invitation(seat.power, secret))
    return out


def clean(text: str, longest: int, what: str, empty: bool = False) -> str:
    """Return a text on one line without unprintable characters. Raises `Refused`."""
    text = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    if len(text) > longest:
        raise Refused(400, f"Enter {what} of at most {longest} characters.")
    if not text and not empty:
        raise Refused(400, f"Enter {what}.")
    return text
