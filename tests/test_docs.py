"""Run the examples in docstrings, and check that every module has a docstring and imports only from lower layers."""

from __future__ import annotations

import ast
import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import sandtable

MODULES = sorted(m.name for m in pkgutil.walk_packages(sandtable.__path__, "sandtable."))


@pytest.mark.parametrize("name", ["sandtable", *MODULES])
def test_examples_in_docstrings(name: str) -> None:
    module = importlib.import_module(name)
    assert module.__doc__, f"{name} has no docstring"
    assert doctest.testmod(module, optionflags=doctest.ELLIPSIS).failed == 0


#: Layers of the package in order; each imports only from itself and from earlier ones.
LAYERS = [
    "core", "rules", "battle", "engine", "words", "editions", "house", "ai", "lab", "draw", "interop", "server", "cli",
    "env",
]  # fmt: skip


@pytest.mark.parametrize("layer", LAYERS)
def test_each_layer_imports_only_from_lower_ones(layer: str) -> None:
    folder = Path(str(sandtable.__file__)).parent / layer
    allowed = {*LAYERS[: LAYERS.index(layer) + 1]}
    for path in folder.rglob("*.py"):
        depth = len(path.relative_to(folder).parts)
        for node in ast.parse(path.read_bytes()).body:  # imports inside functions are lazy on purpose
            if isinstance(node, ast.ImportFrom) and node.level == depth + 1 and node.module:
                assert node.module.partition(".")[0] in allowed, f"{path} imports {node.module}"


def test_the_example_of_the_readme_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    readme = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
    example = readme.split("```python\n")[1].split("```")[0]
    monkeypatch.chdir(tmp_path)
    exec(compile(example, "README.md", "exec"), {})
    assert (tmp_path / "karelia.json").is_file()
