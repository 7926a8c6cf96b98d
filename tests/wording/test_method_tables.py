"""Tables of facts and the words beside them name the same rows; what is cited is where it is said."""

import pytest

from core.laboratory.fixed_test_third import CASES
from core.laboratory.order_deviations import CAUSES
from core.statistics.comparison_tests import COMPARISON_TESTS
from core.statistics.measures import MEASURES
from core.statistics.multiplicity import ADJUSTMENTS
from core.wording.interval_methods import INTERVAL_METHODS, find_range_title
from core.wording.method_tables import ADJUSTMENT_TEXTS, MEASURE_ENTRIES, TEST_TEXTS


def test_that_every_row_of_a_table_has_words_and_no_words_are_left_over() -> None:
    for rows, texts in ((MEASURES, MEASURE_ENTRIES), (COMPARISON_TESTS, TEST_TEXTS), (ADJUSTMENTS, ADJUSTMENT_TEXTS)):
        assert [row.key for row in rows] == list(texts)  # type: ignore[attr-defined]


@pytest.mark.parametrize("method", ["wilson", "cross-validated", "corrected-resampled", "corrected-t", "bayes", "tost"])
def test_that_the_method_of_a_range_is_never_shown_by_its_key(method: str) -> None:
    assert find_range_title(method) != method


def test_that_the_four_cases_cite_the_figures_in_which_they_are_drawn() -> None:
    """Aslan et al. draw "AUC only" in figures 3 and 6, "errors only" in 4 and "both" in 5 and 7."""
    cited = {
        case.key: [int(word) for word in case.source.replace(",", " ").split() if word.isdigit()] for case in CASES
    }
    assert {key: [number for number in found if number < 100] for key, found in cited.items()} == {
        "neither": [],
        "auc": [3, 6],
        "error": [4],
        "both": [5, 7],
    }


def test_that_causes_of_deviations_cite_the_sections_that_name_them() -> None:
    cited = {cause.key: cause.source for cause in CAUSES}
    for key in ("R>B", "K>H"):
        assert "Reich & Barai 1999, sections 3.2 and 3.4" in cited[key]
    assert not any("1999, section 4" in source for source in cited.values())


def test_that_the_range_after_cortes_and_mohri_is_told_as_our_construction() -> None:
    (row,) = (row for row in INTERVAL_METHODS if row.key == "cortes-mohri")
    assert "own construction" in row.source
