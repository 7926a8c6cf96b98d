"""The sections of a report, in their order."""

from collections.abc import Callable
from dataclasses import dataclass

from core.report.blocks import Block, Chapter, Document
from core.report.sections.approver import approver
from core.report.sections.candidates import candidates
from core.report.sections.checklists import checklists
from core.report.sections.data import data
from core.report.sections.earlier_comparisons import history
from core.report.sections.leakage import leakage
from core.report.sections.limits_section import limits
from core.report.sections.locked_plan_section import plan
from core.report.sections.question import question
from core.report.sections.reasons import reasons
from core.report.sections.references import references
from core.report.sections.reproduction import reproduction
from core.report.sections.results import results
from core.report.sections.sensitivity import sensitivity
from core.report.sections.short import write_short_report
from core.report.sections.single_predictions import single_predictions
from core.report.sections.study_checks_section import study_checks
from core.report.subject import ReportInput


@dataclass(frozen=True, slots=True)
class Row:
    key: str
    title: str
    write: Callable[[ReportInput], tuple[Block, ...]]


SECTIONS: tuple[Row, ...] = (
    Row("question", "Question and use", question),
    Row("data", "Data", data),
    Row("candidates", "Candidates", candidates),
    Row("plan", "Plan as locked", plan),
    Row("leakage", "Leaks: questions and answers", leakage),
    Row("results", "Results", results),
    Row("sensitivity", "Sensitivity", sensitivity),
    Row("limits", "Limits", limits),
    Row("ledger", "History extract", history),
    Row("reproduction", "Reproduction", reproduction),
    Row("checklists", "Checklists", checklists),
    Row("references", "References", references),
    Row("checks", "Report card", study_checks),
    Row("reasons", "Inputs, weak places, more rows", reasons),
    Row("single", "Single predictions", single_predictions),
)


def document(subject: ReportInput) -> Document:
    """The whole report, or two pages of it where a short one is wanted."""
    if subject.is_short:
        return Document(subject.study.title, write_short_report(subject), ())
    chapters = (
        Chapter(row.key, f"{number} {row.title}", row.write(subject)) for number, row in enumerate(SECTIONS, start=1)
    )
    return Document(subject.study.title, approver(subject), tuple(chapters))
