"""Reading the YAML files of the project: YAML 1.2 booleans (only `true` and `false`), and errors that name the line."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import yaml

from .errors import Malformed


class _Loader(yaml.CSafeLoader):
    """CSafeLoader that reads `NO`, `on`, and `yes` as words."""


_Loader.yaml_implicit_resolvers = {
    first: [(tag, regexp) for tag, regexp in resolvers if tag != "tag:yaml.org,2002:bool"]
    for first, resolvers in yaml.CSafeLoader.yaml_implicit_resolvers.items()
}
_Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"^(?:true|false)$"), list("tf"))


def read_yaml(path: Path) -> Any:
    """Return the content of a YAML file; raise `Malformed` with file and line."""
    try:
        with path.open("rb") as file:
            return yaml.load(file, Loader=_Loader)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 0
        raise Malformed(f"{path.name}, line {line}: {error.problem}") from None
    except OSError as error:
        raise Malformed(f"{path} cannot be read: {error.strerror}") from None
