"""The API description, from which the client's types are generated::

    python -m sandtable.server.openapi      # writes web/src/lib/openapi.json; then `npm run types` writes wire.ts

Litestar describes the routes, parameters, and refusals; msgspec describes the structs with their tagged unions,
defaults, and bounds.
"""

from __future__ import annotations

import inspect
import json
import sys
from pathlib import Path
from typing import Any

import msgspec
from litestar import Litestar

from ..draw.atlas import Atlas
from . import reference, requests, wire, wire_board, wire_forms, wire_notices, wire_passkeys, wire_people

#: The file from which the client's types are generated, in a checkout.
FILE = Path(__file__).parents[3] / "web" / "src" / "lib" / "openapi.json"


def describe(app: Litestar) -> dict[str, Any]:
    """Return the OpenAPI description of the application as plain data."""
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(app.openapi_schema.to_schema()))
    for way in (way for item in found["paths"].values() for way in item.values()):
        ours = {status: r for status, r in way["responses"].items() if status < "400" or "Refusal" in str(r)}
        way["responses"] = ours  # without the refusals that Litestar adds for every parameter
    found["components"] = {
        "schemas": schemas(),
        "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
    }
    return found


def schemas() -> dict[str, Any]:
    """Return the schemas of all structs by name."""
    _, components = msgspec.json.schema_components([*structs(), Atlas], ref_template="#/components/schemas/{name}")
    return components


def structs() -> list[type[msgspec.Struct]]:
    """Return all structs of requests and responses, each once."""
    modules = (wire_board, wire_forms, wire, wire_people, requests, reference, wire_notices, wire_passkeys)
    found = (s for module in modules for s in vars(module).values())
    return list(dict.fromkeys(s for s in found if inspect.isclass(s) and issubclass(s, msgspec.Struct)))


def text() -> str:
    """Return the content of the file: sorted, so that it only changes if the API does."""
    from .app import make_app
    from .service import Service

    return (
        json.dumps(
            describe(make_app(Service("sqlite:///unused.db", workers=0))), indent=1, sort_keys=True, ensure_ascii=False
        )
        + "\n"
    )


def main() -> int:
    """Write the file. With ``--check``, only return 1 if it is out of date."""
    if "--check" in sys.argv[1:]:
        return 0 if FILE.read_text(encoding="utf-8") == text() else 1
    FILE.write_text(text(), encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
