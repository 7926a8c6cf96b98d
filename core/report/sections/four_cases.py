"""Which of Aslan's four cases (2009): do the main measure and the second one each tell the two models apart?"""

from core.domain.conclusion import MeasureConflict
from core.domain.findings import Comparison
from core.judge.second_measure import find_side
from core.report.subject import ReportInput
from core.wording.measure_text import find_title


def four_case(subject: ReportInput, found: Comparison) -> str:
    """In words; nothing where there is no second measure."""
    row = subject.row(found)
    if row is None or row.second is None or row.difference is None:
        return ""
    if row.second.conflict is MeasureConflict.AGREE:
        return "both show a difference" if find_side(row.difference) else "neither shows a difference"
    if row.second.conflict is MeasureConflict.OPPOSITE:
        return "each favors another model"
    telling = {
        MeasureConflict.MAIN_ONLY: row.difference.measure,
        MeasureConflict.SECOND_ONLY: row.second.difference.measure,
    }.get(row.second.conflict)
    return f"only {find_title(telling).short} shows a difference" if telling else ""


def differs(subject: ReportInput, found: Comparison) -> bool:
    row = subject.row(found)
    agree = (MeasureConflict.AGREE, MeasureConflict.UNDEFINED)
    return row is not None and row.second is not None and row.second.conflict not in agree
