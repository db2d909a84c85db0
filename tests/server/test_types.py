"""The client's types are those of the server as it is."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sandtable.server import openapi

ROOT = Path(__file__).parents[2]
LIB = ROOT / "web" / "src" / "lib"


def test_the_description_is_up_to_date() -> None:
    assert (LIB / "openapi.json").read_text() == openapi.text(), "run: python -m sandtable.server.openapi"


@pytest.mark.slow
def test_the_clients_types_are_up_to_date(tmp_path: Path) -> None:
    from tools import client

    node = client.find_node(install=False)
    (tmp_path / "src" / "lib").mkdir(parents=True)
    (tmp_path / "src" / "lib" / "openapi.json").write_text(openapi.text())
    script = ROOT / "web" / "scripts" / "types.mjs"
    subprocess.run(["node", str(script)], cwd=tmp_path, env=node.environment(), check=True, capture_output=True)
    fresh = (tmp_path / "src" / "lib" / "wire.ts").read_text()
    assert fresh == (LIB / "wire.ts").read_text(), "run in web/: npm run types"


def test_everything_that_travels_has_a_type() -> None:
    types = (LIB / "wire.ts").read_text()
    named = set(re.findall(r"^export (?:interface|type) (\w+)", types, re.MULTILINE))
    assert {struct.__name__ for struct in openapi.structs()} <= named
    assert "form: 'moves'" in types and "type: 'welcome'" in types and "kind: 'land' | 'sea';" in types


def references(value: Any) -> set[str]:
    if isinstance(value, dict):
        own = {value["$ref"]} if isinstance(value.get("$ref"), str) else set()
        return own.union(*map(references, value.values()))
    return set().union(*map(references, value)) if isinstance(value, list) else set()


def test_every_reference_leads_somewhere_and_every_route_is_described() -> None:
    described = msgspec.json.decode(openapi.text())
    schemas = described["components"]["schemas"]
    assert {ref.rpartition("/")[2] for ref in references(described)} <= set(schemas)
    page = (ROOT / "docs" / "server.md").read_text()
    told = {
        (method, path.partition("?")[0].replace("{id}", "{game}"))
        for method, path in re.findall(r"^\| `(GET|POST) (/api/\S+)`", page, re.MULTILINE)
    }
    routes = {(method.upper(), path) for path, item in described["paths"].items() for method in item}
    assert routes == told
    for item in described["paths"].values():
        for way in item.values():
            assert all(status in ("200", "201", "304") or "Refusal" in str(r) for status, r in way["responses"].items())
