"""Finding editions and house rules, choosing among them, and building a ruleset.

Rules are found through the entry points `sandtable.editions` and `sandtable.rules` of any installed package, so a
stranger's package of house rules is found exactly as our own are. An entry point names a list of rules, or a package
whose TOML files are rules (`rules.toml_rule`). Single files are named by their path wherever a rule is named by its id,
or in the environment variable ``SANDTABLE_RULES`` (files and folders).
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import Any

from ..core.errors import RuleError, SandtableError, Unknown
from .draft import Draft, EditError
from .lint import Finding, lint, unmade
from .rule import Edition, Pack, Rule
from .ruleset import ActiveRule, Ruleset
from .toml_rule import read_folder, read_rule


@cache
def editions() -> dict[str, Edition]:
    """Return all installed editions by id, the oldest first."""
    found = (point.load() for point in entry_points(group="sandtable.editions"))
    return {e.id: e for e in sorted(found, key=lambda e: (e.year, e.id))}


@cache
def rules() -> dict[str, Rule]:
    """Return all installed house rules by id: documents by name, rules in the order of their document."""
    out: dict[str, Rule] = {}
    for point in sorted(entry_points(group="sandtable.rules"), key=lambda p: p.name):
        for rule in _offered(point.load()):
            if rule.id in out:
                raise RuleError(f"the rule {rule.id} is defined twice, the second time by {point.value}")
            out[rule.id] = rule
    for path in map(Path, filter(None, os.environ.get("SANDTABLE_RULES", "").split(os.pathsep))):
        for rule in read_folder(path) if path.is_dir() else [read_rule(path)]:
            if rule.id in out:
                raise RuleError(f"the rule {rule.id} is defined twice, the second time by {path}")
            out[rule.id] = rule
    return out


@cache
def packs() -> dict[str, Pack]:
    """Return all packs found, by id: those in `PACKS` of the modules that offer rules."""
    modules = {point.module for point in entry_points(group="sandtable.rules")}
    found = (pack for name in sorted(modules) for pack in getattr(import_module(name), "PACKS", ()))
    return {pack.id: pack for pack in found}


def _offered(found: Any) -> Iterable[Rule]:
    """What an entry point gives: a list of rules, or a package with TOML files."""
    if not isinstance(found, ModuleType):
        return list(found)
    folders = [Path(folder) for folder in getattr(found, "__path__", ())]
    return [*getattr(found, "RULES", ()), *(rule for folder in folders for rule in read_folder(folder))]


_from_files: dict[str, str] = {}


def from_file(path: str | Path) -> Rule:
    """Return the rule of a TOML file and register it by its id; a changed file is read again.

    Raises `Malformed`, and `RuleError` if a rule of this id comes from elsewhere.
    """
    rule, known, path = read_rule(path), rules(), str(path)
    if rule.id in known and rule.id not in _from_files:
        raise RuleError(f"{path} holds the rule {rule.id}, which an installed package already provides")
    if _from_files.setdefault(rule.id, os.path.abspath(path)) != os.path.abspath(path):
        raise RuleError(f"{path} and {_from_files[rule.id]} both define the rule {rule.id}")
    known[rule.id] = rule
    return rule


def source(id: str) -> str:
    """Return the name of a rule: its file if it comes from one, else its id."""
    return _from_files.get(id, id)


def edition(name: str) -> Edition:
    """Return an edition by its id; raise `Unknown`."""
    known = editions()
    if name not in known:
        raise Unknown("edition", name, known)
    return known[name]


def select(edition_id: str, wanted: Iterable[str]) -> list[Rule]:
    """Return the rules for ids, a document's name (its defaults), `document.*` (all of it), or a file's path.

    Raise `Unknown` for an unknown name, `RuleError` for a rule of another edition, and `Malformed` for a bad file.
    """
    known = rules()
    chosen: dict[str, Rule] = {}
    for name in _unpacked(edition_id, wanted):
        name = from_file(name).id if name.endswith(".toml") else name
        document = [r for r in known.values() if r.document == name.removesuffix(".*") and r.fits(edition_id)]
        if name in known:
            if not known[name].fits(edition_id):
                raise RuleError(f"{name} applies to {', '.join(known[name].editions)}, not to {edition_id}")
            chosen[name] = known[name]
        elif name.endswith(".*") and document:
            chosen.update((r.id, r) for r in document)
        elif document:
            chosen.update((r.id, r) for r in document if r.default)
        else:
            raise Unknown("rule", name, [*known, *(r.document for r in known.values()), *packs()])
    return [r for r in known.values() if r.id in chosen]  # one order for all callers


def pack_rules(pack: Pack, edition_id: str = "") -> list[str]:
    """Return the rules of a pack, or those that apply to an edition: none if the pack is for others."""
    if edition_id and pack.editions and edition_id not in pack.editions:
        return []
    return [rule for rule in pack.rules if not edition_id or rules()[rule].fits(edition_id)]


def _unpacked(edition_id: str, wanted: Iterable[str]) -> Iterator[str]:
    """Return names of rules with packs replaced by their rules; raises `RuleError` for one text instead of a list."""
    if isinstance(wanted, str):
        raise RuleError(f"rules must be a list of names, not the text {wanted!r}; write [{wanted!r}] instead")
    for name in wanted:
        pack = packs().get(name)
        if pack is None:
            yield name
            continue
        fitting = pack_rules(pack, edition_id)
        if not fitting:
            raise RuleError(f"no rule of {name} applies to {edition_id}")
        yield from fitting


#: (edition, scenario) -> the edition and its draft
_drafts: dict[tuple[str, str], tuple[Edition, Draft]] = {}


def _written(base: Edition, scenario: str) -> Draft:
    """Return the draft that an edition writes, for rules to edit; it is written once."""
    known = _drafts.get((base.id, scenario))
    if known is None or known[0] is not base:
        out = Draft()
        with out.by(base.id):
            base.apply(out, scenario)
        known = _drafts[base.id, scenario] = base, out
    return known[1].copy()


def draft(
    edition_id: str,
    wanted: Iterable[Rule] = (),
    options: Mapping[str, Any] | None = None,
    scenario: str = "",
    faults: list[Finding] | None = None,
) -> tuple[Draft, tuple[ActiveRule, ...], str]:
    """Return an edition's draft with the edits of the rules, the rules with all options, and the scenario's id.

    `options` maps ``rule.option`` to a value as `parse_options` makes it. Edits that cannot be made are gathered in
    `faults`, the rest of their rule being left out; without such a list they are raised.
    """
    base = edition(edition_id)
    scenario = scenario or base.default_scenario
    if scenario not in base.scenarios:
        raise Unknown("scenario", scenario, base.scenarios)
    wanted = list(wanted)
    given = _by_rule(wanted, options or {})
    out = _written(base, scenario)
    active = []
    for rule in wanted:
        chosen = rule.choose(given.get(rule.id, {}))
        try:
            with out.by(rule.id):
                rule.apply(out, chosen)
        except EditError as error:
            if faults is None:
                raise
            faults.append(unmade(out, rule, error))
        except SandtableError:
            raise
        except (AttributeError, LookupError, TypeError, ValueError) as error:
            if rule.id not in given:
                raise
            raise RuleError(f"{rule.id}: an option has a value that the rule cannot read") from error
        active.append(ActiveRule(rule.id, vars(chosen)))
    return out, tuple(active), scenario


def build(
    edition_id: str,
    wanted: Iterable[str] = (),
    options: Mapping[str, Any] | None = None,
    scenario: str = "",
) -> Ruleset:
    """Return the frozen ruleset; raise `RuleError` for conflicts or missing rules.

    >>> build("classic", ["common.no_technology"]).rules[0].id
    'common.no_technology'
    """
    chosen = select(edition_id, wanted)
    faults: list[Finding] = []
    made, active, scenario = draft(edition_id, chosen, options, scenario, faults)
    bad = [f for f in lint(made, chosen, faults) if f.severity in ("conflict", "missing")]
    if bad:
        raise RuleError("; ".join(f.message for f in bad))
    return Ruleset(edition_id, scenario, active, made)


def check(
    edition_id: str, wanted: Iterable[str] = (), options: Mapping[str, Any] | None = None, scenario: str = ""
) -> list[Finding]:
    """Return the findings of the lint for these rules."""
    chosen = select(edition_id, wanted)
    faults: list[Finding] = []
    made, _, _ = draft(edition_id, chosen, options, scenario, faults)
    return lint(made, chosen, faults)


def parse_options(texts: Iterable[str]) -> dict[str, Any]:
    """Parse options: ``["common.bid.ipcs=9"]`` -> {"common.bid.ipcs": 9}; raise `RuleError` or `Unknown` with one
    sentence."""
    known = rules()
    out: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        rule_id, _, option = name.strip().rpartition(".")
        if not equals or not rule_id:
            raise RuleError(f"{text!r} is not an option; write RULE.OPTION=VALUE")
        if rule_id not in known:
            raise Unknown("rule", rule_id, known)
        for spec in known[rule_id].options:
            if spec.name == option:
                try:
                    out[f"{rule_id}.{option}"] = spec.parse(value.strip())
                except RuleError as error:
                    raise RuleError(f"{rule_id}: {error}") from None
                break
        else:
            known[rule_id].choose({option: value})  # raises, with the nearest names
    return out


def _by_rule(wanted: list[Rule], options: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    if not isinstance(options, Mapping):
        raise RuleError(f"options must be a table of rule.option and value, not {options!r}")
    out: dict[str, dict[str, Any]] = {}
    for name, value in options.items():
        rule_id, _, option = name.rpartition(".")
        if rule_id not in rules() and all(r.id != rule_id for r in wanted):
            raise _no_option(wanted, name)
        if all(r.id != rule_id for r in wanted):
            raise RuleError(f"the option {name} belongs to a rule that is off; add the rule with --rules")
        out.setdefault(rule_id, {})[option] = value
    return out


def _no_option(wanted: Iterable[Rule], name: str) -> Unknown:
    """Return the error for an option without its rule, with the options meant: those of the rules that are on first."""
    whole = [f"{rule.id}.{o.name}" for rule in rules().values() for o in rule.options]
    on = [f"{rule.id}.{o.name}" for rule in wanted for o in rule.options]
    error = Unknown("option", name, dict.fromkeys((*on, *whole)))
    near = [o for o in on if o.endswith(f".{name}")] or [o for o in whole if o.endswith(f".{name}")][:3]
    if near:
        error.near = near
        error.args = (f"there is no option called {name!r}; did you mean {' or '.join(near)}?",)
    return error
