"""Variants: an edition, rules, and options saved in a file that players can share.

::

    name = "Gemmell without bombs"
    edition = "classic"
    scenario = "spring_1942"            # optional: default of the edition
    rules = ["gemmell", "common.bid", "cheap_submarines.toml"]
    notes = "As played in Leiden."
    fingerprint = "5d0c1f0e2c8a0b7d4e11"  # written by the program; optional

    [options.common.bid]
    ipcs = { Germany = 9 }

Rules are named as in ``--rules``: by id, by document, or by a TOML file (`rules.toml_rule`), whose path is relative to
the variant's own file. Two players have the same variant exactly if their fingerprints are equal: names and notes do
not count, and neither does the order of rules.
"""

from __future__ import annotations

import json
import math
import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from ..core.errors import BadFile, RuleError, SaveError, Unknown
from ..core.structs import learned
from . import registry
from .lint import Finding
from .ruleset import Ruleset


@learned
class Variant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a variant file; `options` maps ``rule.option`` to a value."""

    edition: str
    name: str = ""
    scenario: str = ""
    rules: tuple[str, ...] = ()
    options: dict[str, Any] = {}
    notes: str = ""
    fingerprint: str = ""


def load(path: str | Path) -> Variant:
    """Return the variant of a file; raise `BadFile` for a bad file and `Unknown` for an unknown option.

    This does not look for conflicts between rules; `check` does.
    """
    path = Path(path)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadFile(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from None
    found = _parsed(text, path.name)
    rules = tuple(os.path.join(path.parent, r) if r.endswith(".toml") else r for r in found.rules)
    registry.edition(found.edition)
    registry.select(found.edition, rules)  # so that rules in files are known
    return msgspec.structs.replace(found, rules=rules, options=flat(found.options))


def read(text: str, name: str = "the variant") -> Variant:
    """Return the variant of a file's text; rules named by file are not read. Raise `BadFile` or `Unknown`."""
    found = _parsed(text, name)
    return msgspec.structs.replace(found, options=flat(found.options))


def _parsed(text: str, name: str) -> Variant:
    try:
        return msgspec.convert(tomllib.loads(text), Variant)
    except (ValueError, RecursionError) as error:  # the errors of both libraries, and numbers with too many digits
        raise BadFile(f"{name}: {error}") from None


def save(variant: Variant, path: str | Path) -> None:
    """Write a variant with its fingerprint; raise `SaveError` if the file cannot be written, or the rules' errors."""
    path = Path(path)
    rules = tuple(os.path.relpath(r, path.parent) if r.endswith(".toml") else r for r in variant.rules)
    text = write(msgspec.structs.replace(variant, rules=rules, fingerprint=fingerprint(variant)))
    try:
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise SaveError(f"the variant cannot be saved to {path}: {error.strerror}") from None


def build(variant: Variant) -> Ruleset:
    """Return the ruleset of a variant; raise `RuleError` or `Unknown` if it cannot be played."""
    return registry.build(variant.edition, variant.rules, variant.options, variant.scenario)


def check(variant: Variant) -> list[Finding]:
    """Return the findings of the lint, and a note if the rules have changed since the file was written."""
    findings = registry.check(variant.edition, variant.rules, variant.options)
    if variant.fingerprint and not any(f.severity in ("conflict", "missing") for f in findings):
        rules = build(variant)
        if not rules.matches(variant.fingerprint):
            here = rules.fingerprint
            text = (
                f"this variant was saved with fingerprint {variant.fingerprint}, but your rules produce {here};"
                " some rule has changed"
            )
            findings.append(Finding("note", (), "fingerprint", text))
    return findings


def fingerprint(variant: Variant) -> str:
    """Return a fingerprint that is equal for two variants exactly if they are the same game; raise `RuleError` or
    `Unknown`."""
    return build(variant).fingerprint


def of(rules: Ruleset, name: str = "", notes: str = "") -> Variant:
    """Return the variant of a ruleset; options with their default value are left out."""
    known, options = registry.rules(), dict[str, Any]()
    for rule in rules.rules:
        usual = {o.name: o.default for o in known[rule.id].options}
        options.update((f"{rule.id}.{k}", v) for k, v in rule.options.items() if v != usual.get(k))
    ids = tuple(registry.source(rule.id) for rule in rules.rules)
    return Variant(rules.edition, name, rules.scenario, ids, options, notes, rules.fingerprint)


def flat(table: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Flatten tables of options to ``rule.option`` -> value; raise `Unknown`."""
    known = {f"{rule.id}.{o.name}" for rule in registry.rules().values() for o in rule.options}
    out = {}
    for key, value in table.items():
        name = prefix + key
        if name in known:
            out[name] = value
        elif isinstance(value, dict):
            out.update(flat(value, f"{name}."))
        else:
            raise Unknown("option", name, known)
    return out


# --- writing TOML -----------------------------------------------------------------------------------------------------


def write(variant: Variant) -> str:
    """Return the text of a variant's file; raise `RuleError` for an option that TOML cannot hold."""
    lines = []
    for field in ("name", "edition", "scenario", "rules", "notes", "fingerprint"):
        value = getattr(variant, field)
        if value or field == "rules":
            lines.append(f"{field} = {_value(value)}")
    by_rule: dict[str, dict[str, Any]] = {}
    for name, value in variant.options.items():
        rule, _, option = name.rpartition(".")
        by_rule.setdefault(rule, {})[option] = value
    for rule, options in by_rule.items():
        lines += ["", f"[options.{'.'.join(_key(part) for part in rule.split('.'))}]"]
        lines += [f"{_key(option)} = {_value(value)}" for option, value in options.items()]
    return "\n".join(lines) + "\n"


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _value(key)


def _value(value: Any) -> str:
    """Return a value as TOML on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return repr(value) if math.isfinite(value) else str(value)
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, Mapping):
        cells = ", ".join(f"{_key(str(k))} = {_value(v)}" for k, v in value.items())
        return f"{{ {cells} }}" if cells else "{}"
    raise RuleError(f"{value!r} cannot be stored in a variant file")
