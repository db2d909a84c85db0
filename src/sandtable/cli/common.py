"""Helpers shared by the commands: options, power and player names, tables, and JSON output."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any

import msgspec
from cyclopts import Parameter
from rich.console import Console
from rich.table import Table

from ..core.errors import RuleError, Unknown
from ..core.units import Power
from ..rules import registry
from ..rules import variant as variants
from ..rules.ruleset import Ruleset
from ..rules.variant import Variant

OPTION_HELP = "Options of the rules you use, such as `common.round_limit.rounds=8` with `--rules common.round_limit`."
PLAYER_HELP = "Who plays each power or side: `Germany=random`, `axis=basic`, or `all=random`."

RuleIds = Annotated[
    list[str] | None,
    Parameter(
        name=["--rules", "-r"],
        consume_multiple=True,
        negative="",
        help="House rules to use: rule ids, a document name (its default rules), `document.*` (all of its rules), "
        "or a pack such as `third_edition`.",
    ),
]
OptionTexts = Annotated[
    list[str] | None,
    Parameter(
        name=["--option", "-o"],
        consume_multiple=True,
        negative="",
        help=OPTION_HELP,
    ),
]
PlayerTexts = Annotated[
    list[str] | None,
    Parameter(
        name=["--player", "-p"],
        consume_multiple=True,
        negative="",
        help=PLAYER_HELP,
    ),
]
Scenario = Annotated[
    str,
    Parameter(
        name=["--scenario"],
        help="The start of the game, if the edition has several, such as `1942` for `anniversary`; `rules list` names "
        "them.",
    ),
]
VariantFile = Annotated[
    Path | None,
    Parameter(name=["--variant", "-V"], help="A variant file (edition, rules, and options) written by `rules save`."),
]
Json = Annotated[bool, Parameter(name="--json", negative="", help="Print JSON instead of tables.")]


def console() -> Console:
    """Return a console on the current standard output. Square brackets are plain text."""
    terminal = sys.stdout.isatty()
    return Console(highlight=False, markup=False, emoji=False, soft_wrap=not terminal, width=None if terminal else WIDE)


#: Width of tables written to a file or a pipe.
WIDE = 160


def print_json(data: Any) -> None:
    """Print data as one line of JSON."""
    sys.stdout.write(msgspec.json.encode(data).decode() + "\n")


def table(*columns: str, title: str = "", right: Iterable[int] = ()) -> Table:
    """Return an empty table in the common style; `right` are the indexes of the columns with numbers."""
    out = Table(
        title=title or None, title_justify="left", title_style="bold", header_style="bold", box=None, pad_edge=False
    )
    for i, name in enumerate(columns):
        out.add_column(name, justify="right" if i in right else "left", overflow="fold")
    return out


def chosen(rules: list[str] | None, options: list[str] | None) -> tuple[list[str], dict[str, Any]]:
    """Return the rule ids (commas and rule files allowed) and the parsed options.

    Raises `Unknown`, `RuleError`, or `BadFile`.
    """
    ids = [part for text in rules or () for part in text.split(",") if part]
    for file in (id for id in ids if id.endswith(".toml")):
        registry.from_file(file)
    return ids, registry.parse_options(options or ())


def wanted(
    edition: str,
    rules: list[str] | None,
    options: list[str] | None,
    file: Path | None = None,
    scenario: str = "",
) -> Variant:
    """Return the variant in `file`, if given, with the scenario and the other rules and options added.

    Raises what `chosen` and `variants.load` raise.
    """
    found = variants.load(file) if file else None
    ids, values = chosen(rules, options)
    if found is None:
        if not edition:
            raise RuleError("no edition given; name one, such as classic, or pass a variant file with --variant")
        return Variant(edition, scenario=scenario, rules=tuple(ids), options=values)
    if edition not in ("", found.edition):
        raise RuleError(f"{file} is a variant of {found.edition}, not of {edition}")
    if not ids and not values and scenario in ("", found.scenario):
        return found
    return msgspec.structs.replace(
        found,
        scenario=scenario or found.scenario,
        rules=(*found.rules, *ids),
        options={**found.options, **values},
        fingerprint="",
    )


def seats(powers: Mapping[str, Power], texts: Iterable[str], usual: str, known: Iterable[str]) -> dict[str, str]:
    """Map each power to the name of its player, `usual` by default.

    A setting for a power overrides one for its side, and a setting for a side overrides `all`. Raises `Unknown` or
    `RuleError`.
    """
    known = list(known)
    names = {w.lower(): p.name for p in powers.values() for w in (p.name, p.name.replace(" ", "_"), *p.aliases)}
    sides = {p.side.lower() for p in powers.values()}
    settings: list[dict[str, str]] = [{}, {}, {}]
    for text in texts:
        who, equals, player = (part.strip() for part in text.partition("="))
        asked, who = who, " ".join(who.lower().split())
        if not equals:
            raise RuleError(f"{text!r} is not a player setting; write POWER=PLAYER, such as Germany=random")
        if player not in known:
            raise Unknown("player", player, known)
        if who == "all":
            settings[0].update(dict.fromkeys(powers, player))
        elif who in sides:
            settings[1].update({p.name: player for p in powers.values() if p.side.lower() == who})
        elif who in names:
            settings[2][names[who]] = player
        else:
            raise Unknown("power or side", asked, [*powers, *sides, "all"])
    return {**dict.fromkeys(powers, usual), **settings[0], **settings[1], **settings[2]}


def power_table(edition: str, scenario: str = "") -> Mapping[str, Power]:
    """Return the powers of an edition. Raises `Unknown`."""
    return registry.build(edition, (), {}, scenario).powers


def rules_text(rules: Ruleset) -> str:
    """Return the active rules as text, with the options that differ from their defaults."""
    known = registry.rules()
    out = []
    for rule in rules.rules:
        defaults = {o.name: o.default for o in known[rule.id].options}
        changed = [f"{k}={v}" for k, v in rule.options.items() if defaults.get(k) != v]
        out.append(rule.id + (f" ({', '.join(changed)})" if changed else ""))
    return ", ".join(out) or "no house rules"
