"""`sandtable play`: a game in one terminal, between people and computer players.

It uses only the generic forms of decisions, so it works with any house rule. Besides answers, it accepts commands:

| command | what it does |
| --- | --- |
| ``help`` | show the commands and what you can answer now |
| ``board``, ``show SPACE`` | show all powers and units, or one space and its adjacent spaces |
| ``moves SPACE`` | list the moves from a space by number |
| ``advice``, ``ok`` | show what the computer would answer; accept it |
| ``rest`` | let the computer finish this step (such as the rest of your moves) |
| ``undo`` | undo your last answer, if no dice were rolled since |
| ``rule ID`` | show the text of a rule, such as ``rule classic.R58`` |
| ``position FILE`` | write the position to a file that people can read and change |
| ``without RULE`` | go on without a house rule, such as one whose code fails |
| ``save FILE``, ``quit`` | save the game; quit (saves first if the game has a file) |
"""

from __future__ import annotations

import importlib
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter
from rich.console import Console
from rich.text import Text

from ..core.decisions import Decision, MoveOption, Moves
from ..core.errors import Malformed, RuleError, SandtableError
from ..core.events import sentence
from ..engine import position as positions
from ..engine.board import contested
from ..engine.game import Game, Header
from ..engine.save import load
from ..lab.simulate import Player
from ..rules import catalogue
from ..rules import variant as variants
from ..rules.ruleset import Ruleset
from . import common, forms
from .watch import standings

HUMAN = "human"


def play(
    edition: str = "",
    /,
    *,
    seed: Annotated[str, Parameter(alias="-s")] = "",
    rules: common.RuleIds = None,
    option: common.OptionTexts = None,
    variant: common.VariantFile = None,
    scenario: common.Scenario = "",
    player: common.PlayerTexts = None,
    as_: Annotated[str, Parameter(name="--as")] = "",
    file: Path | None = None,
    position: Path | None = None,
    anyway: Annotated[bool, Parameter(negative="")] = False,
) -> None:
    """Play in the terminal, hot seat or against the computer.

    Parameters
    ----------
    edition
        The base game, such as `classic`. Omit it to resume a saved game.
    seed
        Seed for the dice. Chosen at random by default.
    as_
        The power or side you play; the computer (`basic`) plays the rest. Without this, every power is played by a
        person unless --player says otherwise.
    file
        A saved game to resume. The game is saved back to this file when you quit.
    position
        A position to begin from, as described in docs/positions.md.
    anyway
        Resume even if the rules have changed since the file was saved, as far as possible.
    """
    from ..ai import PLAYERS
    from ..ai import player as computer

    names = [HUMAN, *PLAYERS]
    wishes = [*(["all=quick", f"{as_}={HUMAN}"] if as_ else ()), *(player or ())]
    ruled = bool(edition or rules or option or variant or scenario)
    if file and (file.exists() or not (edition or variant or position)):
        if ruled or position:
            raise RuleError("a saved game already has its edition and rules; pass either --file or the rules, not both")
        game = load(file, anyway=anyway)
        seats = common.seats(game.rules.powers, wishes, HUMAN, names)
        seats.update({} if wishes else game.header.seats)
    elif position and ruled:
        raise RuleError("a position already has its edition and rules; pass either --position or the rules")
    elif position or edition or variant:
        found = positions.load(position) if position else None
        made = found or common.wanted(edition, rules, option, variant, scenario)
        ruleset = variants.build(made) if isinstance(made, variants.Variant) else positions.ruleset(made)
        seats = common.seats(ruleset.powers, wishes, HUMAN, names)
        game = _new(ruleset, seed or secrets.token_hex(4), seats, found)
    else:
        raise RuleError("no game given; name an edition, such as classic, or pass --variant, --position, or --file")
    players = {p: computer(n, f"{game.header.seed}/{p}") for p, n in seats.items() if n != HUMAN}
    _someone(seats)
    with suppress(ImportError):
        importlib.import_module("readline")  # editing and history of typed lines, where available
    Session(game, players, common.console(), file=file, adviser=computer("quick", f"{game.header.seed}/advice")).run()


def _someone(seats: Mapping[str, str]) -> None:
    """Raise `RuleError` if the computer plays every power."""
    if HUMAN not in seats.values():
        raise RuleError("the computer plays every power; leave at least one for yourself, or use 'sandtable simulate'")


def _new(ruleset: Ruleset, seed: str, seats: Mapping[str, str], found: positions.Position | None) -> Game:
    """Return a new game, or one that begins at a position."""
    if found:
        return positions.begun(found, ruleset, seed=seed, seats=seats)
    return Game(Header(ruleset, seed, (), seats))


class Session:
    """One game in one terminal. `ask` shows a prompt and returns a line, or raises EOFError; `adviser` is a player."""

    def __init__(
        self,
        game: Game,
        players: Mapping[str, Player],
        out: Console,
        ask: Callable[[str], str] = input,
        file: Path | None = None,
        adviser: Player | None = None,
    ) -> None:
        self.game, self.players, self.out, self.ask, self.file = game, players, out, ask, file
        self.adviser = adviser
        self.words = game.rules.words
        self.ways: list[MoveOption] = []
        self.told = 0
        self.asked: tuple[str, str, int] = ("", "", 0)
        self.left = False

    def run(self) -> None:
        """Ask for answers until the game is over or the player quits."""
        self.out.print(f"{self.game.rules.edition}, {common.rules_text(self.game.rules)}, seed {self.game.header.seed}")
        self.out.print("Type 'help' for help.")
        while self.game.open and not self.left:
            self.tell()
            decision = self.game.open[0]
            player = self.players.get(decision.power)
            if player:
                self.game.answer(player(self.game, decision), id=decision.id)
            else:
                self.put(decision)
        self.tell()
        if self.game.over:
            self.out.print(standings(self.game))
        if self.file:
            self.save("")

    def tell(self) -> None:
        """Print the new events."""
        self.told = min(self.told, len(self.game.events))
        for event in self.game.events[self.told :]:
            loud = event.kind in ("round_started", "turn_started", "game_ended")
            self.out.print(Text(sentence(event, self.words), style="bold" if loud else "dim"))
        self.told = len(self.game.events)

    def put(self, decision: Decision) -> None:
        """Ask a person for one line, and handle it as an answer, a command, or a mistake."""
        now = (decision.power, decision.prompt, self.game.state.round)
        if now != self.asked or not isinstance(decision.form, Moves):
            self.out.print(Text(f"\n{decision.power}: {decision.prompt}", style="bold"))
            for line in forms.question(decision, self.words):
                self.out.print(line)
        self.asked = now
        try:
            text = self.ask(f"{decision.power}> ").strip()
        except EOFError:
            self.out.print()
            self.left = True
            return
        try:
            if not self.command(text, decision):
                answer = forms.read(text, decision, self.words, self.ways)
                self.game.answer(answer, id=decision.id)
                self.ways = []
        except SandtableError as error:
            self.out.print(Text(str(error), style="red"))

    def command(self, text: str, decision: Decision) -> bool:
        """Run a command. Return False if the text is not a command, and therefore an answer."""
        word, _, rest = text.removeprefix("/").partition(" ")
        rest = rest.strip()
        if not text:
            self.asked = ("", "", 0)
            self.out.print(f"type {forms.hint(decision)}, or 'help' for the commands")
        elif word in ("help", "?"):
            self.help(decision)
        elif word == "board":
            self.board()
        elif word == "show":
            self.show(self.words.space(rest))
        elif word == "moves":
            self.moves(decision, rest)
        elif word == "advice":
            self.out.print(f"advice: {decision.form.write(self.advice(decision), self.words)}")
        elif word == "ok":
            self.take_advice(decision)
        elif word == "rest":
            self.rest(decision)
        elif word == "undo":
            self.undo()
        elif word == "rule":
            self.out.print(catalogue.statement(rest or decision.rule).text)
        elif word == "position":
            positions.save(self.game.position(), rest or "position.json")
            self.out.print(f"position written to {rest or 'position.json'}")
        elif word == "without":
            self.game = self.game.without(rest)
            self.words, self.told = self.game.rules.words, 0
            self.out.print(f"the game goes on without {rest}")
        elif word == "save":
            self.save(rest)
        elif word in ("quit", "exit"):
            self.left = True
        else:
            return False
        return True

    def advice(self, decision: Decision) -> Any:
        """Return what the computer would answer, or the default advice of the decision."""
        if self.adviser:
            answer = self.adviser(self.game, decision)
            with suppress(SandtableError):
                decision.check(answer)
                return answer
        return decision.advice

    def take_advice(self, decision: Decision) -> None:
        answer = self.advice(decision)
        self.out.print(f"answer: {decision.form.write(answer, self.words)}")
        self.game.answer(answer, id=decision.id)

    def rest(self, decision: Decision) -> None:
        """Accept the advice for this decision and for those of the same kind that follow."""
        asked = (decision.power, decision.kind, decision.prompt)
        while self.game.open:
            now = self.game.open[0]
            if (now.power, now.kind, now.prompt) != asked:
                return
            self.take_advice(now)

    def help(self, decision: Decision) -> None:
        """Print the commands and the possible answers."""
        self.out.print(f"{decision.prompt}")
        self.out.print(f"Type {forms.hint(decision)}, or one of these commands:")
        rows = common.table("", "")
        for line in (__doc__ or "").splitlines():
            if line.startswith("| ``"):
                commands, _, text = line.strip("| ").partition(" | ")
                rows.add_row(f"  {commands.replace('``', '')}", text)
        rows.show_header = False
        self.out.print(rows)

    def board(self) -> None:
        """Print the powers and all units."""
        self.out.print(standings(self.game))
        for space in self.game.rules.spaces:
            if self.game.state.at(space):
                self.out.print(f"{space}{self._holder(space)}{self._force(space)}")

    def _holder(self, space: str) -> str:
        owner = self.game.state.owner.get(space)
        return f" ({owner})" if owner else " (contested)" if contested(self.game, space) else ""

    def _force(self, space: str) -> str:
        """Return the units in a space by owner; the power that controls the space is not named again."""
        force, holder = self.game.state.at(space), self.game.state.owner.get(space)
        parts = []
        for owner in dict.fromkeys(s.owner for s in force):
            text = self.words.force({s: n for s, n in force.items() if s.owner == owner}, owner)
            parts.append(text if owner == holder else f"{owner} with {text}")
        return ": " + "; ".join(parts) if parts else ""

    def show(self, space: str) -> None:
        """Print one space: its controller, value, units, and adjacent spaces."""
        rules = self.game.rules
        value = f", {rules.q.value(self.game, space)} IPCs" if rules.is_land[space] else ""
        self.out.print(f"{space}{self._holder(space)}{value}{self._force(space)}")
        for near in rules.neighbors[space]:
            self.out.print(f"  adjacent to {near}{self._holder(near)}{self._force(near)}")

    def moves(self, decision: Decision, space: str) -> None:
        """List the moves from a space by number."""
        if not isinstance(decision.form, Moves):
            raise Malformed("you cannot move units now; this is not a movement phase")
        if not space:
            for line in forms.question(decision, self.words):
                self.out.print(line)
            return
        self.ways, lines = forms.ways_from(decision.form, self.words.space(space), self.words)
        for line in lines:
            self.out.print(line)
        self.out.print("  (type a number to move all of them, or '4 x 2' to move two)")

    def undo(self) -> None:
        """Undo the last answer, if a person gave it."""
        log = self.game.log
        self.game.undo("" if log and log[-1].decision.power not in self.players else "nobody")
        self.ways, self.asked = [], ("", "", 0)
        self.out.print("undone")

    def save(self, name: str) -> None:
        """Save the game to a file, and use this file from now on."""
        file = Path(name) if name else self.file
        if not file:
            raise Malformed("name a file, such as 'save game.json'")
        self.game.save(file)
        self.file = file
        self.out.print(f"saved to {file}")
