"""The page that says what each formula was checked against is that of today's cases."""

from tests.reference.validation_page import PAGE, find_code_of_formulas, write_page


def test_that_the_validation_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == write_page(), "run python -m tests.reference.validation_page"


def test_that_formulas_are_found_in_core() -> None:
    found = find_code_of_formulas()
    assert len(found) > 80
    assert "statistics.t_tests" in found["paired_t"]
