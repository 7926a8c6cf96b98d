"""Section 11: REFORMS, the headings of a model card, and where other checklists are answered."""

from collections.abc import Callable

from core.domain.study import SchemeKind
from core.report.blocks import Block, Fold, Heading, Paragraph, facts, grid
from core.report.sections.crosswalk import TRIPOD, uncertainty_answers
from core.report.sections.limits_section import limits_of
from core.report.sections.questions import ETHICS, FACTORS
from core.report.sections.reforms import ITEMS, measures_text, rows_text
from core.report.subject import NOT_STATED, ReportInput
from core.wording.question_text import read_back_question
from core.wording.units import sentences


def checklists(subject: ReportInput) -> tuple[Block, ...]:
    rows = [(item.id, item.asks, item.answer(subject)) for item in ITEMS]
    filled = sum(answer != NOT_STATED for _, _, answer in rows)
    return (
        Heading(3, "REFORMS (Kapoor et al. 2024)"),
        Paragraph(f"{filled} of {len(rows)} items are answered; the others are for the person who knows."),
        grid(("item", "asks for", "answer"), rows),
        Heading(3, "Model card (headings of Mitchell et al. 2019)"),
        facts((title, _told(subject, title) or fill(subject)) for title, fill in CARD),
        Heading(3, "Uncertainty, as the NeurIPS checklist asks for it"),
        facts(uncertainty_answers(subject)),
        Fold(
            "Where the 27 items of TRIPOD+AI (Collins et al. 2024) are answered",
            (grid(("item", "about", "answered in"), ((row.item, row.about, row.where) for row in TRIPOD)),),
        ),
    )


def _told(subject: ReportInput, title: str) -> str:
    return subject.statements.get(title, "").strip()


def _model(subject: ReportInput) -> str:
    """The one the study says to use, which is the baseline where nothing else is shown ahead."""
    return sentences(f"{subject.name(subject.conclusion.use)}. {subject.text.conclusion.action}")


TRAINED_ON = {
    SchemeKind.RESUBSTITUTION: "the same rows, all of them",
    SchemeKind.HOLDOUT: "the rows that were not tested",
    SchemeKind.TTV: "the rows that were not tested",
    SchemeKind.REPEATED_HOLDOUT: "in each split the rows that were not tested",
    SchemeKind.KFOLD: "the same rows, in turn",
    SchemeKind.LEAVE_ONE_OUT: "the same rows, in turn",
    SchemeKind.BOOTSTRAP: "the same rows, drawn with replacement",
    SchemeKind.TIME: "in each step the rows before those tested",
}


def _training_data(subject: ReportInput) -> str:
    return "not known: trained elsewhere" if subject.is_given else f"{TRAINED_ON[subject.study.scheme.kind]}: section 4"


def _analyses(subject: ReportInput) -> str:
    asked = read_back_question(subject.study, subject.data)
    return f"{asked} {subject.text.conclusion.headline}"


CARD: tuple[tuple[str, Callable[[ReportInput], str]], ...] = (
    ("Model details", _model),
    ("Intended use", lambda s: s.study.use or s.statements.get("1a", "") or NOT_STATED),
    (FACTORS, lambda s: s.data.group_name or NOT_STATED),
    ("Metrics", measures_text),
    ("Evaluation data", rows_text),
    ("Training data", _training_data),
    ("Quantitative analyses", _analyses),
    (ETHICS, lambda s: NOT_STATED),
    ("Caveats and recommendations", lambda s: " ".join(limits_of(s)[:3])),
)
