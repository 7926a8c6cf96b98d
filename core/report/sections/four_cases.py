"""Which of Aslan's four cases (2009): do the main measure and the cross-check each tell the two models apart?"""

from core.domain.findings import Comparison, Interval
from core.wording.units import in_sentence
from core.report.subject import HEADLINE, ReportInput
from core.statistics.measures import find_measure


def four_case(subject: ReportInput, found: Comparison) -> str:
    """In words; nothing where there is no cross-check."""
    check = _check(subject, found)
    if check is None:
        return ""
    if not differs(subject, found):
        return "both tell them apart" if _side(found.interval) else "neither tells them apart"
    if _side(found.interval) and _side(check.interval):
        return "each favours another one"
    telling = found if _side(found.interval) else check
    return f"only {in_sentence(find_measure(telling.measure).title)} tells them apart"


def differs(subject: ReportInput, found: Comparison) -> bool:
    check = _check(subject, found)
    return check is not None and _side(found.interval) != _side(check.interval)


def _check(subject: ReportInput, found: Comparison) -> Comparison | None:
    wanted = (HEADLINE, subject.study.question.cross_check, found.first, found.output)
    checks = subject.findings.comparisons
    return next((c for c in checks if (c.comparer, c.measure, c.first, c.output) == wanted), None)


def _side(interval: Interval | None) -> int:
    """Whom a range favours: +1 the candidate, -1 the reference, 0 nobody."""
    return 0 if interval is None else (interval.low > 0) - (interval.high < 0)
