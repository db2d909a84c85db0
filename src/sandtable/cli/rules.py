"""`sandtable rules`: list house rules, explain what they change, and check them for conflicts."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import msgspec
from cyclopts import Parameter
from rich.console import Console
from rich.text import Text

from ..core.errors import RuleError, Unknown
from ..rules import catalogue, explain, registry
from ..rules import variant as variants
from ..rules.draft import split_target
from ..rules.rule import Rule
from ..rules.variant import Variant
from . import common


def list_(edition: str = "", *, json: common.Json = False) -> None:
    """List editions and house rules.

    Parameters
    ----------
    edition
        Only rules for this edition.
    """
    if edition:
        registry.edition(edition)
    editions = [e for e in registry.editions().values() if edition in ("", e.id)]
    rules = [r for r in registry.rules().values() if not edition or r.fits(edition)]
    if json:
        common.print_json(
            {
                "editions": [{"id": e.id, "title": e.title, "scenarios": dict(e.scenarios)} for e in editions],
                "rules": [_rule_data(r) for r in rules],
                "packs": [
                    {"id": p.id, "title": p.title, "rules": registry.pack_rules(p, edition)}
                    for p in registry.packs().values()
                ],
            }
        )
        return
    out = common.console()
    base = common.table("edition", "title", "scenarios")
    for e in editions:
        base.add_row(e.id, e.title, ", ".join(e.scenarios))
    out.print(base)
    packs = [p for p in registry.packs().values() if registry.pack_rules(p, edition)]
    if packs:
        names = common.table("pack", "title", "rules")
        for p in packs:
            names.add_row(p.id, p.title, str(len(p.rules)))
        out.print()
        out.print(names)
    titles = {name: d.title for name, d in catalogue.documents().items()}
    for document in dict.fromkeys(r.document for r in rules):
        title = titles.get(f"{document}_rules") or titles.get(document) or "General options"
        out.print()
        found = common.table("rule", "title", "default", "for", "options", title=f"{document}: {title}")
        for r in (r for r in rules if r.document == document):
            default = "on" if r.default else "off"
            options = ", ".join(f"{o.name}={_short(_value(o.default))}" for o in r.options)
            found.add_row(r.id, r.title, default, "all" if "*" in r.editions else ", ".join(r.editions), options)
        out.print(found)


def _short(text: str) -> str:
    """Shorten a long default; `rules show` shows it in full."""
    return text if len(text) <= 24 else "…"


def show_(id: str = "", /, *, edition: str = "", variant: common.VariantFile = None, json: common.Json = False) -> None:
    """Show a rule, a numbered statement or clause, a document, or a variant.

    Parameters
    ----------
    id
        What to show, such as `gemmell.salvage`, `classic.R58`, `gemmell`, or a TOML file.
    edition
        Show what the rule changes in this edition. By default, the first edition it applies to.
    """
    if variant:
        _show_variant(variants.load(variant), json)
        return
    if id.endswith(".toml"):
        id = registry.from_file(id).id
    rule = registry.rules().get(id)
    text = catalogue.described(rule) if rule else catalogue.rule_texts().get(id)
    if text:
        data = _whole_rule(rule, text, edition)
        show: Any = _show_rule
    elif id in catalogue.statements():
        data = _statement(catalogue.statements()[id])
        show = _show_statement
    elif id in catalogue.examples():
        e = catalogue.examples()[id]
        data = {"id": e.id, "title": e.title, "given": e.given, "when": e.when, "then": e.then}
        show = _show_fields
    elif id in catalogue.documents():
        d = catalogue.documents()[id]
        data = {"id": id, "title": d.title, "edition": d.edition, "summary": d.summary}
        data["rules"] = [r.id for r in d.rules]
        show = _show_fields
    elif id in registry.packs():
        p = registry.packs()[id]
        data = {"id": p.id, "title": p.title, "text": p.text, "rules": list(p.rules)}
        show = _show_fields
    else:
        known = [
            *registry.rules(),
            *registry.packs(),
            *catalogue.rule_texts(),
            *catalogue.statements(),
            *catalogue.documents(),
        ]
        raise Unknown("rule or statement", id, known)
    if json:
        common.print_json(data)
    else:
        show(common.console(), data)


def save_(
    file: Path,
    edition: str = "",
    /,
    *,
    rules: common.RuleIds = None,
    option: common.OptionTexts = None,
    variant: common.VariantFile = None,
    scenario: common.Scenario = "",
    name: str = "",
    notes: str = "",
) -> None:
    """Save an edition, rules, and options as a variant file.

    Share the file, or play with it: pass it to another command with --variant.

    Parameters
    ----------
    file
        The file to write, such as `ours.toml`.
    edition
        The base game, such as `classic`; not needed with --variant.
    name
        Name of the variant.
    notes
        Notes for other players.
    """
    found = common.wanted(edition, rules, option, variant, scenario)
    found = msgspec.structs.replace(found, name=name or found.name, notes=notes or found.notes)
    variants.save(found, file)
    common.console().print(f"saved to {file}, fingerprint {variants.fingerprint(found)}")


def check_(
    edition: str = "",
    /,
    *,
    rules: common.RuleIds = None,
    option: common.OptionTexts = None,
    variant: common.VariantFile = None,
    scenario: common.Scenario = "",
    json: common.Json = False,
) -> int:
    """Check house rules for conflicts. Exits with 1 if there are any.

    Parameters
    ----------
    edition
        The base game, such as `classic`; not needed with --variant.
    """
    findings = variants.check(common.wanted(edition, rules, option, variant, scenario))
    ok = not any(f.severity in ("conflict", "missing") for f in findings)
    if json:
        rows = [{"severity": f.severity, "rules": f.rules, "target": f.target, "message": f.message} for f in findings]
        common.print_json({"ok": ok, "findings": rows})
        return 0 if ok else 1
    out = common.console()
    for f in findings:
        out.print(f"{f.severity:9}{f.message}")
    out.print("No conflicts." if ok else "These rules cannot be used together.")
    return 0 if ok else 1


def why_(
    edition: str,
    target: str = "",
    /,
    *,
    rules: common.RuleIds = None,
    option: common.OptionTexts = None,
    json: common.Json = False,
) -> None:
    """Show which rules set a value, a step, or a query.

    Parameters
    ----------
    edition
        The base game, such as `classic`.
    target
        What to trace, such as `units.submarine.cost`, `turn.develop`, or `may_attack`.
    """
    if not target and rules:
        *rules, target = rules  # the target follows the rules, which --rules then reads as one of them
    if not target:
        raise RuleError("no target given; name a value, a step, or a query, such as units.submarine.cost")
    ruleset = registry.build(edition, *common.chosen(rules, option))
    edits = explain.chain(ruleset.why(target), ruleset.tables)
    value = _cell(ruleset.tables, target)
    if json:
        common.print_json(
            {"target": target, "value": value, "chain": [{"rule": rule, "text": text} for rule, text in edits]}
        )
        return
    out = common.console()
    out.print(target if value is None else f"{target} = {explain.value_text(value, ruleset.tables)}")
    found = common.table("rule", "edit")
    for rule, text in edits:
        found.add_row(rule, text)
    out.print(found)


def explain_(
    edition: str, /, *, rules: common.RuleIds = None, option: common.OptionTexts = None, json: common.Json = False
) -> None:
    """Describe what house rules change.

    Parameters
    ----------
    edition
        The base game, such as `classic`.
    """
    ids, options = common.chosen(rules, option)
    wanted = registry.select(edition, ids)
    made, _, _ = registry.draft(edition, wanted, options)
    found = {r.id: explain.explain(made.record, made.tables, r.id) for r in wanted}
    if json:
        common.print_json({"edition": edition, "rules": found})
        return
    out = common.console()
    for rule in wanted:
        out.print(Text.assemble((rule.id, "bold"), "  ", rule.title))
        _lines(out, found[rule.id] or ["No changes with these options."])
    if not wanted:
        out.print(f"No house rules given; {edition} follows its rulebook. Name some with --rules.")


def coverage_(
    tests: Path = Path("tests"),
    /,
    *,
    missing: Annotated[bool, Parameter(negative="")] = False,
    json: common.Json = False,
) -> None:
    """Show which tests cover which statements and clauses.

    Parameters
    ----------
    tests
        Folder of the tests.
    missing
        Show only those without a test.
    """
    if not tests.is_dir():
        raise Unknown("folder of tests", str(tests), ())
    found = catalogue.coverage(tests.resolve())
    strange = sorted(set(catalogue.marks(tests.resolve())) - set(found))
    if strange:
        print(f"sandtable: some tests name unknown statements: {', '.join(strange)}", file=sys.stderr)
    shown = {id: names for id, names in found.items() if not (missing and names)}
    if json:
        common.print_json({"clauses": {id: {"tests": names} for id, names in shown.items()}})
        return
    out = common.console()
    rows = common.table("statement", "tests", "first test", right=(1,))
    for id, names in shown.items():
        rows.add_row(id, str(len(names)), names[0] if names else "")
    out.print(rows)
    out.print(f"{sum(map(bool, found.values()))} of {len(found)} are tested")


# --- data -------------------------------------------------------------------------------------------------------------


def _rule_data(rule: Rule) -> dict[str, Any]:
    return {
        "id": rule.id,
        "title": rule.title,
        "editions": list(rule.editions),
        "default": rule.default,
        "options": [
            {
                "name": o.name,
                "default": o.default,
                "text": o.described,
                "low": o.low,
                "high": o.high,
                "choices": o.choices,
            }
            for o in rule.options
        ],
        "needs": list(rule.needs),
        "excludes": dict(rule.excludes),
    }


def _whole_rule(rule: Rule | None, text: catalogue.RuleText, edition: str) -> dict[str, Any]:
    data: dict[str, Any] = {"id": text.id, "title": text.title, "text": text.text}
    data["clauses"] = [_statement(c) for c in text.clauses]
    data["rulings"] = [{"question": r.question, "ruling": r.ruling} for r in text.rulings]
    data["playable"] = rule is not None
    if rule:
        data.update(_rule_data(rule))
        data["edition"], data["changes"] = explain.of_rule(rule.id, edition)
        data["meets"] = explain.meeting(rule.id, data["edition"])
    else:
        data["options"] = [{"name": o.name, "default": o.default, "text": o.text} for o in text.options]
    interacts = list(text.interacts)
    if rule:
        interacts += [*rule.needs, *rule.excludes, *rule.wants]
    data["interacts"] = list(dict.fromkeys(interacts))
    return data


def _statement(found: catalogue.Statement) -> dict[str, Any]:
    data: dict[str, Any] = {"id": found.id, "text": found.text}
    if found.section:
        data["section"] = found.section
    if found.unsure:
        data["unsure"] = True
    return data


def _cell(tables: Any, target: str) -> Any:
    """Return the value of a cell, or None if the target is not a cell."""
    here: Any = tables
    for part in split_target(tables, target):
        if not hasattr(here, "get") or part not in here:
            return None
        here = here[part]
    return sorted(here) if isinstance(here, set | frozenset) else here


# --- for people -------------------------------------------------------------------------------------------------------


def _value(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _lines(out: Console, lines: list[str]) -> None:
    for line in lines:
        out.print(f"  - {line}")


def _show_rule(out: Console, data: dict[str, Any]) -> None:
    out.print(Text.assemble((data["id"], "bold"), "  ", data["title"]))
    if not data["playable"]:
        out.print("This rule is documented but not playable yet.")
    out.print(data["text"])
    if data["clauses"]:
        out.print("\nRule text", style="bold")
        _lines(out, [f"{c['id'].rpartition('.')[2]}. {c['text']}" for c in data["clauses"]])
    if data["options"]:
        out.print("\nOptions", style="bold")
        for o in data["options"]:
            out.print(f"  - {o['name']} = {_value(o['default'])}: {o['text']}{_bounds(o)}")
    if data.get("changes"):
        out.print(f"\nChanges to {data['edition']}", style="bold")
        _lines(out, data["changes"])
    if data["rulings"]:
        out.print("\nRulings", style="bold")
        _lines(out, [f"{r['question']} {r['ruling']}" for r in data["rulings"]])
    if data.get("needs"):
        out.print(f"\nNeeds: {', '.join(data['needs'])}")
    for other, reason in data.get("excludes", {}).items():
        out.print(f"\nCannot be combined with {other}: {reason}")
    for other, targets in data.get("meets", {}).items():
        out.print(f"\nAlso edited by {other}: {', '.join(targets)}")
    if data["interacts"]:
        out.print(f"\nInteracts with: {', '.join(data['interacts'])}")


def _bounds(option: dict[str, Any]) -> str:
    if option.get("choices"):
        return f" ({', '.join(map(str, option['choices']))})"
    low, high = option.get("low"), option.get("high")
    if low is None and high is None:
        return ""
    return f" ({'' if low is None else low}..{'' if high is None else high})"


def _show_variant(found: Variant, json: bool) -> None:
    ruleset = variants.build(found)
    full = variants.of(ruleset, found.name, found.notes)
    if json:
        common.print_json({**msgspec.to_builtins(full), "all_options": {r.id: dict(r.options) for r in ruleset.rules}})
        return
    out = common.console()
    out.print(Text.assemble((found.name or "A variant", "bold"), f" of {ruleset.edition}, {ruleset.scenario}"))
    if found.notes:
        out.print(found.notes)
    known = registry.rules()
    for id in (rule.id for rule in ruleset.rules):
        changed = [f"{k} = {_value(v)}" for k, v in full.options.items() if k.startswith(f"{id}.")]
        out.print(f"  - {id}  {known[id].title}{': ' if changed else ''}{', '.join(changed)}")
    out.print(f"fingerprint {ruleset.fingerprint}")


def _show_statement(out: Console, data: dict[str, Any]) -> None:
    section = f" ({data['section']})" if data.get("section") else ""
    out.print(f"{data['id']}{section}: {data['text']}{' (unconfirmed)' if data.get('unsure') else ''}")


def _show_fields(out: Console, data: dict[str, Any]) -> None:
    for key, value in data.items():
        if value:
            out.print(f"{key}: {', '.join(value) if isinstance(value, list) else value}")
