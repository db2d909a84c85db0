"""The catalogue of statements, and the marks by which tests name them."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.core.errors import Malformed, Unknown
from sandtable.rules import catalogue

TESTS = """
import pytest

pytestmark = pytest.mark.clause("classic.R1")
CASES: list = [pytest.param(1, marks=pytest.mark.clause("classic.E1")), 2]


@pytest.mark.clause("classic.R2", "classic.R2.1")
def test_two(): ...


@pytest.mark.clause("classic.R2")
class TestMore:
    pytestmark = [pytest.mark.slow, pytest.mark.clause("gemmell.salvage.1")]

    @pytest.mark.parametrize("n", [1, pytest.param(2, marks=[pytest.mark.clause("classic.R3")])])
    async def test_three(self, n): ...

    def helper(self): ...


@pytest.mark.parametrize("n", CASES)
def test_four(n): ...


@pytest.mark.clause("classic.R4")
def helper(): ...


class Helper:
    @pytest.mark.clause("classic.R5")
    def test_nothing(self): ...
"""


@pytest.fixture
def marks(tmp_path: Path) -> dict[str, list[str]]:
    folder = tmp_path / "tests" / "deep"
    folder.mkdir(parents=True)
    (folder / "test_some.py").write_text(TESTS)
    (folder / "helpers.py").write_text("def test_x(: nonsense")
    return catalogue.marks(tmp_path / "tests")


def test_marks_of_functions_classes_modules_and_parameters(marks: dict[str, list[str]]) -> None:
    at = "tests/deep/test_some.py::"
    everything = [f"{at}test_two", f"{at}TestMore::test_three", f"{at}test_four"]
    assert marks == {
        "classic.R1": everything,
        "classic.R2": everything[:2],
        "classic.R2.1": everything[:1],
        "classic.R3": [everything[1]],
        "gemmell.salvage.1": [everything[1]],
        "classic.E1": [everything[2]],
    }


def test_coverage_lists_every_statement_clause_and_example(tmp_path: Path) -> None:
    (tmp_path / "test_x.py").write_text("import pytest\n@pytest.mark.clause('classic.R58')\ndef test_x(): ...\n")
    found = catalogue.coverage(tmp_path)
    assert set(found) == {*catalogue.statements(), *catalogue.examples()}
    assert {id for id, tests in found.items() if tests} == {"classic.R58"}


def test_a_test_file_that_is_no_python(tmp_path: Path) -> None:
    (tmp_path / "test_x.py").write_text("def test_x(:\n")
    with pytest.raises(Malformed, match=r"^test_x\.py: "):
        catalogue.marks(tmp_path)


def test_marks_of_our_own_tests_name_statements_that_exist() -> None:
    assert set(catalogue.marks(Path(__file__).parents[1])) <= {*catalogue.statements(), *catalogue.examples()}


def test_documents_and_their_parts() -> None:
    documents = catalogue.documents()
    assert {"classic", "gemmell"} <= set(documents)
    assert len(catalogue.examples()) >= 20
    assert catalogue.statement("classic.R2").section == "Powers, setup and board"
    rule = catalogue.rule_texts()["gemmell.salvage"]
    assert rule.clauses[0].id == "gemmell.salvage.1"
    assert "gemmell.lend_lease" in rule.interacts


def test_unknown_statements_get_the_nearest_ids() -> None:
    with pytest.raises(Unknown, match=r"no statement called 'classic\.R2000'; did you mean classic\.R200"):
        catalogue.statement("classic.R2000")


def test_faults_in_a_catalogue_are_named_with_file_and_place(tmp_path: Path) -> None:
    (tmp_path / "x.yaml").write_text("document: x\ntitle: X\nedition: x\nsummary: X\nstatements: [{id: x.R1}]\n")
    with pytest.raises(Malformed, match=r"x\.yaml: .*text.*statements"):
        catalogue.documents(tmp_path)
    (tmp_path / "x.yaml").write_text("document: [x\n")
    catalogue.documents.cache_clear()
    with pytest.raises(Malformed, match=r"x\.yaml, line "):
        catalogue.documents(tmp_path)
    catalogue.documents.cache_clear()
