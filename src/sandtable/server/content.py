"""Everything outside a game: editions, descriptions of house rules, checks for conflicts, variants, and odds.

Every function takes and returns structs of `reference` and raises `SandtableError` with one sentence. Nothing here
reads or writes a file that a client names: rule files are only for the command line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import Any

import msgspec

from ..ai import LEVELS
from ..battle.odds import Odds, by_type
from ..battle.odds import odds as odds_of
from ..battle.raid import raid_odds
from ..battle.volley import ATTACKER, DEFENDER, Piece, Side
from ..core.errors import BadPosition, RuleError
from ..engine import position as positions
from ..engine.game import Game
from ..engine.position import Position
from ..rules import catalogue, explain, registry
from ..rules import variant as variants
from ..rules.draft import Edit
from ..rules.rule import Option, Rule
from ..rules.ruleset import Ruleset
from ..rules.variant import Variant
from . import views
from .bounds import check_toml, check_values
from .reference import (
    ChangeInfo,
    Checked,
    ClauseInfo,
    DocumentInfo,
    EditionInfo,
    FindingInfo,
    LeftInfo,
    LossInfo,
    NamedChoice,
    OddsInfo,
    OddsWish,
    OptionInfo,
    OutcomeInfo,
    PositionFile,
    PositionInfo,
    RaidInfo,
    RaidWish,
    RoundInfo,
    RuleInfo,
    RulingInfo,
    UnitCount,
    VariantFile,
)
from .requests import RuleChoice

#: Maximum number of outcomes returned for a battle, the most likely ones.
SHOWN = 40

# --- editions and documents -------------------------------------------------------------------------------------------


@cache
def editions() -> list[EditionInfo]:
    """Return all playable editions."""
    return [
        EditionInfo(
            e.id,
            e.title,
            views.has_map(e.id),
            dict(e.scenarios),
            views.powers(registry.build(e.id)),
            list(LEVELS),
            LEVELS,
        )
        for e in registry.editions().values()
    ]


@cache
def documents() -> list[DocumentInfo]:
    """Return the house rules by document, then the rulebooks.

    The id of a document selects all its default rules. The id of a rulebook is its edition followed by ``.rulebook``.
    """
    texts = catalogue.documents()
    out = []
    known = [rule for rule in registry.rules().values() if any(map(rule.fits, registry.editions()))]
    for name in dict.fromkeys(rule.document for rule in known):
        rules = [rule for rule in known if rule.document == name]
        text = texts.get(f"{name}_rules") or texts.get(name)
        title, summary = (text.title, text.summary) if text and text.rules else _OURS.get(name, (name, ""))
        editions = {rule.editions for rule in rules}
        edition = editions.pop()[0] if len(editions) == 1 else ""
        out.append(
            DocumentInfo(name, title, edition.strip("*"), _line(summary), [rule_info(rule) for rule in rules], [])
        )
    for text in texts.values():
        if text.statements and text.document in registry.editions():
            statements = [_clause(s) for s in text.statements]
            book = f"{text.document}.rulebook"
            out.append(DocumentInfo(book, text.title, text.document, _line(text.summary), [], statements))
    return out


#: Titles and summaries of the documents without a catalogue.
_OURS = {
    "common": (
        "General options",
        "Common player options: bids, round limits, low luck, and the optional rules from the box. Choose each one"
        " separately.",
    ),
    "tournament": (
        "Tournament options of Axis & Allies: WWI 1914",
        "The rulebook's options for shorter games. Choose each one separately.",
    ),
}


def rule_info(rule: Rule) -> RuleInfo:
    """A house rule in words: what its document says, and what it changes where it was made for."""
    words = catalogue.described(rule)
    return RuleInfo(
        id=rule.id,
        document=rule.document,
        title=rule.title,
        editions=[e for e in registry.editions() if rule.fits(e)],
        text=_line(words.text),
        changes=_changes_of(rule.id),
        clauses=[_clause(c) for c in words.clauses],
        rulings=[RulingInfo(_line(r.question), _line(r.ruling)) for r in words.rulings],
        options=[_option(o) for o in rule.options],
        needs=list(rule.needs),
        excludes=dict(rule.excludes),
        usual=rule.default,
    )


def _changes_of(rule: str) -> list[ChangeInfo]:
    _, made = explain.shown_in(rule)
    return changes(made.record, made.tables, rule)


def changes(record: Iterable[Edit], tables: explain.Tables, rule: str) -> list[ChangeInfo]:
    """What a rule changes, as sentences in the order of its edits, without what concerns only the program."""
    found = (_change(edit, tables) for edit in record if edit.rule == rule and edit.target[0] != "memory")
    return [change for change in dict.fromkeys(found) if change.text]


def _change(edit: Edit, tables: explain.Tables) -> ChangeInfo:
    """Describe an edit of a query by its own text, if it has one; the query is then its aspect."""
    if edit.kind in ("answer", "modify") and edit.text[:1].isupper():
        return ChangeInfo(f"{edit.text.rstrip('.')}.", explain.sentence(edit._replace(text=""), tables))
    return ChangeInfo(explain.sentence(edit, tables))


def _clause(found: catalogue.Statement) -> ClauseInfo:
    return ClauseInfo(
        found.id, _line(found.text), found.section, found.unsure, [views.plain(dict(row)) for row in found.table]
    )


def _option(option: Option) -> OptionInfo:
    kinds: dict[type, str] = {bool: "switch", int: "number", float: "number", str: "word", dict: "table"}
    kind = kinds.get(type(option.default), "list")
    default, choices = views.plain(option.default), views.plain(option.choices)
    example = views.plain(option.example)
    return OptionInfo(option.name, kind, default, option.text, option.low, option.high, choices, example)


def _line(text: str) -> str:
    """Join the lines of a text."""
    return " ".join(text.split())


# --- choosing rules ---------------------------------------------------------------------------------------------------


def ruleset(choice: RuleChoice) -> Ruleset:
    """Return the rules of a choice (cached). Raises `RuleError` or `Unknown` if they cannot be played."""
    return _ruleset(msgspec.json.encode(no_files(choice), order="sorted"))


@lru_cache(maxsize=64)
def _ruleset(key: bytes) -> Ruleset:
    choice = msgspec.json.decode(key, type=RuleChoice)
    return registry.build(choice.edition, choice.rules, choice.options, choice.scenario)


def check(choice: RuleChoice) -> Checked:
    """Check the rules of a choice for conflicts. Raises `RuleError` or `Unknown` for unknown names."""
    return _check(msgspec.json.encode(no_files(choice), order="sorted"))


@lru_cache(maxsize=256)
def _check(key: bytes) -> Checked:
    choice = msgspec.json.decode(key, type=RuleChoice)
    found = registry.check(choice.edition, choice.rules, choice.options, choice.scenario)
    ok = not any(f.severity in ("conflict", "missing") for f in found)
    told = msgspec.convert([f._asdict() for f in found], list[FindingInfo])
    if not ok:
        return Checked(False, told, None, {})
    rules = _ruleset(key)
    told_of = {rule.id: changes(rules.record, rules.tables, rule.id) for rule in rules.rules}
    return Checked(True, told, views.board_info(rules), told_of)


def no_files(choice: RuleChoice) -> RuleChoice:
    """Return the choice. Raises `RuleError` for rule files (a client names rules by their ids) and huge options."""
    for name in choice.rules:
        if name.endswith(".toml"):
            raise RuleError(f"{name!r} is a file; the server only offers rules from installed packages")
    check_values(choice.options)
    return choice


# --- variants ---------------------------------------------------------------------------------------------------------


def write_variant(named: NamedChoice) -> VariantFile:
    """Return the file of a variant. Raises `RuleError` or `Unknown` if its rules cannot be played."""
    rules = ruleset(named.choice)
    return VariantFile(variants.write(variants.of(rules, named.name, named.notes)))


def read_variant(file: VariantFile) -> NamedChoice:
    """What a variant's file holds; raises `BadFile` for a text that is none, `Unknown` or `RuleError`."""
    check_toml(file.text)
    found: Variant = variants.read(file.text)
    choice = no_files(RuleChoice(found.edition, found.scenario, list(found.rules), plain_options(found.options)))
    registry.edition(choice.edition)
    registry.select(choice.edition, choice.rules)
    return NamedChoice(choice, found.name, found.notes)


# --- positions --------------------------------------------------------------------------------------------------------

#: Maximum number of units on the board of a position.
UNITS = 5000


def read_position(file: PositionFile) -> PositionInfo:
    """Return what a position file contains. Raises `BadFile`, `BadPosition`, `Unknown`, or `RuleError`."""
    found = _position(file.text)
    options = plain_options(variants.flat(found.options))
    choice = no_files(RuleChoice(found.edition, found.scenario, list(found.rules), options))
    return told(found, choice, positions.begun(found, ruleset(choice), waiting=True))


def told(found: Position, choice: RuleChoice, game: Game) -> PositionInfo:
    """Return a position with where it stands; `game` is at it."""
    rules, state = game.rules, game.state
    steps = rules.sequence(state.stage)
    phase = views.wording(rules)[steps[state.step].name if state.step < len(steps) else state.stage]
    return PositionInfo(choice, positions.write(found), state.round, state.power, phase, found.notes)


def origin(text: str, choice: RuleChoice) -> dict[str, Any]:
    """Return the state, as JSON data, in which a game with these rules begins at a position.

    Raises what `read_position` raises, also if the position is of another edition, and `RuleFault` if it cannot be
    played.
    """
    found, rules = _position(text), ruleset(choice)
    if found.edition != rules.edition:
        raise BadPosition([f"the position is of the edition {found.edition}, not {rules.edition}"])
    game = positions.begun(found, rules)
    if game.over:
        raise BadPosition(["the game is over in this position"])
    assert game.start
    state: dict[str, Any] = msgspec.to_builtins(game.start.plain(as_is=True))
    return state


def _position(text: str) -> Position:
    """Return the position in a text: JSON, or else TOML. Raises `BadFile` or `BadPosition`."""
    if text.lstrip().startswith("{"):
        found = positions.read(text.encode(), "the file", toml=False)
    else:
        check_toml(text, "the file")
        found = positions.read(text.encode(), "the file", toml=True)
    forces = [t for row in found.units.values() for t in (row.values() if isinstance(row, dict) else (row,))]
    counts = [int(n) for t in forces for n in _NUMBER.findall(t)]
    if sum(counts) > UNITS:
        raise BadPosition([f"a position on the server has at most {UNITS:,} units"])
    return found


_NUMBER = re.compile(r"\b\d{1,9}\b")


def plain_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return options as JSON values. Raises `RuleError` for other values, such as dates in TOML."""
    try:
        out: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(options))
    except (TypeError, ValueError, OverflowError, RecursionError):
        raise RuleError("an option in this variant is too large or has an unsupported type") from None
    return out


# --- odds -------------------------------------------------------------------------------------------------------------


def odds(wish: OddsWish) -> OddsInfo:
    """Return the exact odds of a battle, which may take long (see `solving`). Raises `SandtableError`."""
    found = odds_of(
        ruleset(wish.choice), wish.attack, wish.defend, wish.where,
        tech=wish.tech, losses=wish.losses, retreat=wish.retreat, rounds=wish.rounds, keep_land=wish.keep_land,
        value=wish.value,
    )  # fmt: skip
    shown = found.outcomes[:SHOWN]
    return OddsInfo(
        attack=units_text(found.sides[ATTACKER]),
        defend=units_text(found.sides[DEFENDER]),
        attacker_wins=found.attacker_wins,
        defender_wins=found.defender_wins,
        draw=found.draw,
        captured=found.captured,
        contested=found.contested,
        held=found.held,
        limited=found.limited,
        attacker_loss=_loss(found, ATTACKER),
        defender_loss=_loss(found, DEFENDER),
        swing=found.expected_swing,
        outcomes=[OutcomeInfo(o.p, _counts(o.attacker), _counts(o.defender)) for o in shown],
        rest=max(0.0, 1.0 - sum(o.p for o in shown)) if len(found.outcomes) > SHOWN else 0.0,
        rounds=[RoundInfo(r.round, r.attacker, r.defender, r.fighting) for r in found.rounds],
        left=_left(found),
    )


def raid(wish: RaidWish) -> RaidInfo:
    """Return the exact odds of a strategic bombing raid. Raises `SandtableError`."""
    found = raid_odds(ruleset(wish.choice), wish.attack, wish.defend, wish.tech, wish.value)
    return RaidInfo(
        list(found.damage), list(found.bombers), found.expected_damage, found.expected_loss, found.defender_loss
    )


def _left(found: Odds) -> list[LeftInfo]:
    total: dict[tuple[int, int], float] = {}
    for o in found.outcomes:
        key = sum(o.attacker.values()), sum(o.defender.values())
        total[key] = total.get(key, 0.0) + o.p
    return [LeftInfo(*key, p) for key, p in sorted(total.items())]


def _loss(found: Odds, side: Side) -> LossInfo:
    low, median, high = (found.loss_quantile(side, q) for q in (0.05, 0.5, 0.95))
    return LossInfo(found.expected_loss[side], low, median, high)


def _counts(pieces: Mapping[Piece, int]) -> list[UnitCount]:
    """Return units by type, damaged ones separately, with singular or plural names."""
    called = {p.type: p.unit for p in pieces}
    out = []
    for name, n in by_type(pieces).items():
        kind, bracket, damage = name.partition(" (")
        out.append(UnitCount(kind, called[kind].called(n) + bracket + damage, n))
    return out


def units_text(pieces: Mapping[Piece, int]) -> str:
    """Return units as text: ``3 infantry, 1 armor``, or ``nothing``."""
    return ", ".join(f"{row.count} {row.name}" for row in _counts(pieces)) or "nothing"


def warm() -> None:
    """Fill the caches of everything that never changes."""
    editions()
    documents()
