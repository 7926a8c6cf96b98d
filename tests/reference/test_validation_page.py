"""The page that says what each formula was checked against is that of today's cases."""

import pytest

from core.laboratory.procedures import PROCEDURES
from tests.reference import procedure_table
from tests.reference.validation_page import PAGE, find_code_of_formulas, write_page


def test_that_the_validation_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == write_page(), "run python -m tests.reference.validation_page"


def test_that_formulas_are_found_in_core() -> None:
    found = find_code_of_formulas()
    assert len(found) > 80
    assert "statistics.t_tests" in found["paired_t"]


def test_that_every_procedure_of_the_terminal_is_in_the_table() -> None:
    listed = " ".join(row.where for row in procedure_table.ROWS)
    missing = [row.key for row in PROCEDURES if f"`laboratory {row.key}`" not in listed]
    assert missing == ["sizes"]  # of Cortes et al., none of the five papers


def test_that_a_test_that_does_not_exist_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = procedure_table.ROWS[0].__class__(
        "S", "3", "x", "y", "z", "statistics/test_t_tests.py::nothing_of_the_kind"
    )
    monkeypatch.setattr(procedure_table, "ROWS", (wrong,))
    with pytest.raises(ValueError, match="nothing_of_the_kind"):
        procedure_table.write_procedure_table()
