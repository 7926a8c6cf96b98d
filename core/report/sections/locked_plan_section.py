"""Section 4: the plan as it was locked."""

from collections.abc import Iterator

from core.domain.dataset import Task
from core.domain.evidence import MAIN
from core.domain.study import SchemeKind
from core.report.blocks import Block, Paragraph, grid
from core.report.report_text import moment, yes_no
from core.report.sections.decider import decider
from core.report.subject import ReportInput
from core.report.words import tuning_text
from core.schemes import SCHEMES
from core.statistics.comparison_test import Standing
from core.statistics.comparison_tests import COMPARISON_TESTS
from core.wording.method_tables import TEST_TEXTS

WITH_FOLDS = (SchemeKind.KFOLD, SchemeKind.TIME)


def plan(subject: ReportInput) -> tuple[Block, ...]:
    locked = f"Locked {moment(subject.locked_at)} with hash {subject.plan_hash}." if subject.locked_at else ""
    return (
        Paragraph(locked or "The study was run without a study file, so the time of the lock is not recorded."),
        grid(("what", "value", "who said so"), _rows(subject)),
        Paragraph("The plan word for word is in the attached file plan.json.", soft=True),
    )


def _rows(subject: ReportInput) -> Iterator[tuple[str, object, str]]:
    study = subject.study
    yield from _given() if subject.is_given else _scheme(subject)
    yield (
        "Final test rows",
        "a part of the rows, unopened until after the result" if study.final_test else "none",
        subject.who("final_test"),
    )
    head = decider(subject)
    yield "Decides", f"{head.title}. {head.note} ({head.source})", "fixed by Evenfold"
    yield "Shown beside it", _shown_beside(subject) or "none", "fixed by Evenfold"
    yield "Extra estimators", ", ".join(kind.value for kind in study.extra) or "none", "–"
    yield "Level before adjusting", study.alpha, "–"
    yield "Comparisons before this study", study.earlier_comparisons, "–"
    yield "Seed", study.seed, subject.who("seed")


def _given() -> Iterator[tuple[str, object, str]]:
    yield "Scheme", "none: the models were trained elsewhere, and every row counts once", "fixed by Evenfold"


def _scheme(subject: ReportInput) -> Iterator[tuple[str, object, str]]:
    scheme = subject.study.scheme
    row = next(row for row in SCHEMES if row.key is scheme.kind)
    yield "Scheme", f"{row.title}: {row.note}", subject.who("scheme.kind")
    if scheme.kind in WITH_FOLDS:
        yield "Folds", scheme.folds, subject.who("scheme.folds")
    yield "Repeats", _repeats(subject), subject.who("scheme.repeats")
    if scheme.kind not in (*WITH_FOLDS, SchemeKind.LEAVE_ONE_OUT, SchemeKind.RESUBSTITUTION, SchemeKind.BOOTSTRAP):
        yield "Share of rows to train on", f"{scheme.share:.3g}", subject.who("scheme.share")
    if subject.data.task is Task.CLASSES:
        yield "Same class mix in every fold", yes_no(scheme.stratified), subject.who("scheme.stratified")
    yield "Kept whole", _kept_whole(subject), subject.who("scheme.grouped")
    yield "Tuning", _tuning(subject), subject.who("tuning.kind")


def _kept_whole(subject: ReportInput) -> str:
    copies = "rows with equal inputs" if subject.data.groups is not None else "nothing: each row stands alone"
    return (subject.data.group_name or copies) if subject.study.scheme.grouped else "nothing"


def _shown_beside(subject: ReportInput) -> str:
    """Every other test of this study that had an answer."""
    made = {one.comparer for one in subject.tests if one.p is not None or one.interval is not None}
    return "; ".join(
        TEST_TEXTS[row.key].title for row in COMPARISON_TESTS if row.standing is Standing.SUPPORT and row.key in made
    )


def _repeats(subject: ReportInput) -> str:
    made = len({o.job.repeat for o in subject.run.outcomes if o.job.part == MAIN})
    asked = subject.study.scheme.repeats
    return str(made) if made == asked else f"{made} different ones of {asked} asked for"


def _tuning(subject: ReportInput) -> str:
    if not any(candidate.grid for candidate in subject.study.candidates):
        return "none: every setting is fixed"
    return tuning_text(subject.study.tuning)
