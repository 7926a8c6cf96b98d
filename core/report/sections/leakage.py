"""Section 5: what was asked about leaks, the answers, and how each known kind of leak is kept out."""

from core.domain.study import SchemeKind
from core.report.blocks import Block, Heading, Paragraph, grid
from core.report.sections.answers import answer_text, question_text
from core.report.subject import ReportInput

UNSEEN = "every figure comes from rows the model was not trained on"
SEEN = "the figures of this study come from rows the models were trained on, so they say nothing about new rows"
SEEN_BESIDE = "the extra estimate by resubstitution is from rows the models were trained on; all other figures are not"
KINDS = (
    ("no separate test rows", UNSEEN),
    (
        "preparation on all rows",
        "impossible inside Evenfold: filling, scaling and coding are learned from training rows",
    ),
    ("choosing inputs on all rows", "impossible inside Evenfold; asked for what happened before import"),
    ("copies in training and test", "exact copies are looked for and kept on one side"),
    ("inputs that contain the answer", "every input alone is tried as a predictor; the person is asked"),
    ("the future in training", "asked where rows have dates or drift; rows are then tested in time order"),
    ("rows that belong together", "asked where rows of one name look alike; they are then kept whole"),
    ("rows that do not stand for the use", "the use is asked for and printed; it cannot be checked from the data"),
)

ELSEWHERE = "not known: the models were trained elsewhere"
GIVEN_KINDS = (
    ("no separate test rows", "asked: whether any of these rows was used for training"),
    *((kind, ELSEWHERE) for kind, _ in KINDS[1:7]),
    KINDS[7],
)


def _list_kinds(subject: ReportInput) -> tuple[tuple[str, str], ...]:
    """Where a figure comes from training rows, that is said."""
    study = subject.study
    said = UNSEEN
    if study.scheme.kind is SchemeKind.RESUBSTITUTION:
        said = SEEN
    elif SchemeKind.RESUBSTITUTION in study.extra:
        said = SEEN_BESIDE
    return ((KINDS[0][0], said), *KINDS[1:])


def leakage(subject: ReportInput) -> tuple[Block, ...]:
    answers = [(question_text(key), answer_text(key, value)) for key, value in subject.study.answers.items()]
    asked: Block = grid(("question", "answer"), answers) if answers else Paragraph("No question was answered.")
    return (
        asked,
        Heading(3, "Kinds of leaks (after Kapoor & Narayanan 2023) and what keeps them out"),
        grid(("kind", "what was done"), GIVEN_KINDS if subject.is_given else _list_kinds(subject)),
    )
