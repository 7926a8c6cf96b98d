"""Section 4: the plan as it was locked."""

from collections.abc import Iterator

from core.comparers import COMPARERS
from core.comparers.row import Standing
from core.domain.evidence import MAIN
from core.domain.study import SchemeKind, TuningKind
from core.report.blocks import Block, Code, Fold, Paragraph, grid
from core.report.sections.decider import decider
from core.report.subject import Subject
from core.report.text import moment, yes_no
from core.report.words import TUNING
from core.schemes import SCHEMES
from core.store.canonical import plan_text

WITH_FOLDS = (SchemeKind.KFOLD, SchemeKind.TIME)


def plan(subject: Subject) -> tuple[Block, ...]:
    locked = f"Locked {moment(subject.locked_at)} with hash {subject.plan_hash}." if subject.locked_at else ""
    return (
        Paragraph(locked or "The study was run without a study file, so the time of the lock is not recorded."),
        grid(("what", "value", "who said so"), _rows(subject)),
        Fold("The plan word for word", (Code(plan_text(subject.study)),)),
    )


def _rows(subject: Subject) -> Iterator[tuple[str, object, str]]:
    study, scheme = subject.study, subject.study.scheme
    row = next(row for row in SCHEMES if row.key is scheme.kind)
    yield "Scheme", f"{row.title}: {row.note}", subject.who("scheme.kind")
    if scheme.kind in WITH_FOLDS:
        yield "Folds", scheme.folds, subject.who("scheme.folds")
    yield "Shuffles", _shuffles(subject), subject.who("scheme.repeats")
    if scheme.kind not in (*WITH_FOLDS, SchemeKind.LEAVE_ONE_OUT, SchemeKind.RESUBSTITUTION, SchemeKind.BOOTSTRAP):
        yield "Share of rows to train on", f"{scheme.share:.3g}", subject.who("scheme.share")
    yield "Same class mix in every fold", yes_no(scheme.stratified), subject.who("scheme.stratified")
    kept = subject.data.group_name or "nothing named"
    yield "Kept whole", kept if scheme.grouped else "nothing", subject.who("scheme.grouped")
    yield "Tuning", _tuning(subject), subject.who("tuning.kind")
    yield "Vault", "a part stays sealed until after the verdict" if study.vault else "none", subject.who("vault")
    head = decider(subject)
    yield "Decides", f"{head.title}. {head.note} ({head.source})", "fixed by Evenfold"
    checks = ", ".join(row.title for row in COMPARERS if row.standing is Standing.SUPPORT)
    yield "Shown beside it", checks, "fixed by Evenfold"
    yield "Extra estimators", ", ".join(kind.value for kind in study.extra) or "none", "–"
    yield "Level before adjusting", study.alpha, "–"
    yield "Comparisons before this study", study.looks, "–"
    yield "Seed", study.seed, subject.who("seed")


def _shuffles(subject: Subject) -> str:
    if subject.is_given:
        return "none: nothing is trained, so every row counts once"
    made = len({o.job.repeat for o in subject.run.outcomes if o.job.part == MAIN})
    asked = subject.study.scheme.repeats
    return str(made) if made == asked else f"{made} different ones of {asked} asked for"


def _tuning(subject: Subject) -> str:
    tuning = subject.study.tuning
    if subject.is_given:
        return "none here: the models were trained elsewhere"
    detail = {TuningKind.HOLDOUT: f" ({100 * tuning.share:.0f} % of it)", TuningKind.KFOLD: f" ({tuning.folds} folds)"}
    return TUNING[tuning.kind.value] + detail.get(tuning.kind, "")
