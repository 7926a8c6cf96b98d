"""The sections of a report, in their order."""

from collections.abc import Callable
from dataclasses import dataclass

from core.report.blocks import Block, Chapter, Document
from core.report.sections.approver import approver
from core.report.sections.candidates import candidates
from core.report.sections.checklists import checklists
from core.report.sections.data import data
from core.report.sections.leakage import leakage
from core.report.sections.ledger import ledger
from core.report.sections.limits import limits
from core.report.sections.plan import plan
from core.report.sections.question import question
from core.report.sections.references import references
from core.report.sections.reproduction import reproduction
from core.report.sections.results import results
from core.report.sections.sensitivity import sensitivity
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
    Row("ledger", "Ledger extract", ledger),
    Row("reproduction", "Reproduction", reproduction),
    Row("checklists", "Checklists", checklists),
    Row("references", "References", references),
)


def document(subject: ReportInput) -> Document:
    chapters = (
        Chapter(row.key, f"{number} {row.title}", row.write(subject)) for number, row in enumerate(SECTIONS, start=1)
    )
    return Document(subject.study.title, approver(subject), tuple(chapters))
