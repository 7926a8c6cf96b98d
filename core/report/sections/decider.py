"""Which method decides this study, and the standing of every test beside it."""

from dataclasses import dataclass

from core.domain.findings import Comparison
from core.judge.gaps import is_one_test_set
from core.report.subject import HEADLINE, ReportInput
from core.statistics.comparison_test import Standing
from core.statistics.comparison_tests import COMPARISON_TESTS

ROWS = {row.key: row for row in COMPARISON_TESTS}
CROSS_CHECK = "cross-check"


@dataclass(frozen=True, slots=True)
class Decider:
    title: str
    note: str
    source: str


ON_ROWS = {
    "tango": Decider(
        "Exact sign test on rows",
        "Counts the rows that only one of the two got right; its range never excludes 0 where the test sees no gap.",
        "Salzberg 1997, section 3.1; Tango 1998",
    ),
    "paired-rows": Decider(
        "Paired t over test rows",
        "The mean gap of the test rows against their scatter.",
        "Reich & Barai 1999, section 5.2",
    ),
    "paired-groups": Decider(
        "Paired t over what is kept whole",
        "The mean gap of the test rows against the scatter from group to group.",
        "Reich & Barai 1999, section 5.2",
    ),
}


NOTHING = Decider("Nothing", "This design describes; it supports no claim.", "Kohavi 1995; Bradford & Brodley 2001")


def decider(subject: ReportInput) -> Decider:
    """Corrected t over splits; on one test set the method that the range of the answer names."""
    if subject.is_descriptive:
        return NOTHING
    row = ROWS[HEADLINE]
    if is_one_test_set(subject.study):
        methods = [found.interval.method for found in subject.deciding() if found.interval is not None]
        if methods and methods[0] in ON_ROWS:
            return ON_ROWS[methods[0]]
        if subject.study.question.measure == "auc":
            row = ROWS["delong"]
    return Decider(row.title, row.note, row.source)


def standing(subject: ReportInput, found: Comparison) -> str:
    """ "headline" for the one test of a candidate and output that decides."""
    if found.comparer == HEADLINE and found.measure != subject.study.question.measure:
        return CROSS_CHECK
    row = ROWS[found.comparer]
    if row.standing is Standing.EXHIBIT:
        return row.standing.value
    if subject.is_descriptive:
        return Standing.SUPPORT.value
    if not is_one_test_set(subject.study):
        return row.standing.value
    verdict = subject.verdict_on(found.first, found.output)
    decides = verdict is not None and found.interval is not None and found.interval == verdict.interval
    return Standing.HEADLINE.value if decides else Standing.SUPPORT.value
