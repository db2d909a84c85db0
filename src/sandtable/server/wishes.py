"""Validate user input: rules, seats, names, and chat text."""

from __future__ import annotations

import secrets

from ..ai import PLAYERS
from ..core.errors import SandtableError, Unknown
from ..rules.ruleset import Ruleset
from .live import built
from .refusals import Refused, sentence
from .requests import Invitation, NewGame
from .rooms import hashed
from .store import Seat

#: Lengths of what people write, in characters.
NAME, TITLE, SALT, LINE, TEXT = 40, 80, 100, 500, 8000


def chosen(wish: NewGame) -> Ruleset:
    """The rules that are wished for; raises `Refused`."""
    choice = wish.choice
    if any(name.strip().endswith(".toml") for name in choice.rules):
        raise Refused(400, "Rule files cannot be used here; choose among the installed rules.")
    try:
        return built(choice.edition, choice.rules, choice.options, choice.scenario)
    except Unknown as error:
        raise Refused(400, sentence(error)) from error
    except SandtableError as error:
        raise Refused(409, sentence(error)) from error
    except Exception as error:
        raise Refused(400, "The options could not be read.") from error


def wished(wish: NewGame, rules: Ruleset) -> list[Seat]:
    """The seats in order of play; those nobody wishes for are the computer's. Raises `Refused`."""
    seats = {power: Seat(power, "computer", "basic") for power in rules.powers}
    for seat in wish.seats:
        if seat.power not in seats:
            raise Refused(400, f"There is no power called {seat.power[:NAME]!r} in this game.")
        name = computer(seat.player) if seat.kind == "computer" else ""
        seats[seat.power] = Seat(seat.power, seat.kind, name)
    return list(seats.values())


def computer(name: str) -> str:
    """The name of a computer player; raises `Refused`."""
    if name not in PLAYERS:
        raise Refused(400, f"There is no computer player called {name[:NAME]!r}.")
    return name


def invite(seat: Seat) -> Invitation:
    """Makes a new invitation to an open seat; the seat remembers its hash."""
    secret = secrets.token_urlsafe(24)
    seat.invitation = hashed(secret)
    return Invitation(seat.power, secret)


def clean(text: str, longest: int, what: str, empty: bool = False) -> str:
    """What somebody has written, on one line, without anything that is not to be seen; raises `Refused`."""
    text = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    if len(text) > longest:
        raise Refused(400, f"Enter {what} of at most {longest} characters.")
    if not text and not empty:
        raise Refused(400, f"Enter {what}.")
    return text
