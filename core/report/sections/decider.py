"""Which method decides this study, and the standing of every test beside it."""

from core.domain.conclusion import Conclusion
from core.domain.findings import Comparison, ComparisonRole
from core.report.subject import ReportInput
from core.statistics.comparison_test import Standing
from core.statistics.comparison_tests import COMPARISON_TESTS
from core.wording.deciding_methods import DECIDING, DecidingMethod
from core.wording.method_tables import TEST_TEXTS

ROWS = {row.key: row for row in COMPARISON_TESTS}
SECOND_MEASURE = "second measure"
NOTHING = DecidingMethod(
    "nothing", "Nothing", "This design estimates performance; it cannot compare models.",
    "Kohavi 1995; Bradford & Brodley 2001",
)  # fmt: skip


def decider(subject: ReportInput) -> DecidingMethod:
    """The method that the range of the answer names."""
    methods = [found.interval.method for found in subject.deciding() if found.interval is not None]
    return NOTHING if subject.is_descriptive or not methods else DECIDING[methods[0]]


def title_of(found: Comparison) -> str:
    """Name a test; the one that decides on a measure is named by its method."""
    is_beside = found.role is ComparisonRole.BESIDE
    return TEST_TEXTS[ROWS[found.comparer].key].title if is_beside else DECIDING[found.comparer].title


def standing(subject: ReportInput, found: Comparison) -> str:
    return standing_in(subject.conclusion, found)


def standing_in(conclusion: Conclusion, found: Comparison) -> str:
    """Tell what a comparison is to the answer: "headline" for the one range of a model and output that decides."""
    if found.role is ComparisonRole.SECOND_MEASURE:
        return SECOND_MEASURE
    if found.role is ComparisonRole.DECIDES:
        return Standing.SUPPORT.value if conclusion.is_descriptive else Standing.HEADLINE.value
    return ROWS[found.comparer].standing.value
