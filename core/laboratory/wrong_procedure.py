"""How often would this study be wrong?, as one procedure of the terminal; the window has a tab of its own for it."""

from core.laboratory.demo_runner import DemoRunner, Working
from core.laboratory.procedure import Need, Procedure, ProcedureResult, Subject, cell
from core.laboratory.wrong_studies import STUDIES, WHOLE_SPLITS, WrongStudies, explain_refusal, measure_wrong_studies
from core.statistics.measures import find_measure
from core.support.errors import StudyError

KEY = "wrong"
AMOUNTS = {str(STUDIES): f"{STUDIES} half studies", "100": "100 half studies"}


def measure_half_studies(shop: DemoRunner, subject: Subject) -> Working[ProcedureResult]:
    """Raises a StudyError where the study is too small for halves or has one model only."""
    refusal = explain_refusal(subject.study, subject.data)
    if not refusal and len(subject.pair) < 2:
        refusal = "This needs a model beside the baseline."
    if refusal:
        raise StudyError(refusal, hint="Halves of fewer rows or groups would say nothing about the whole study.")
    pair = (subject.baseline, subject.candidate)
    found = yield from measure_wrong_studies(
        shop, subject.study, subject.data, pair, subject.output, int(subject.amount or STUDIES)
    )
    return None if found is None else _describe(subject, found)


def count_trainings(subject: Subject) -> int:
    """Of the half studies as planned, halves of halves included, and of the whole table."""
    scheme = subject.study.scheme
    each = scheme.folds * scheme.repeats + 10
    return len(subject.pair) * (int(subject.amount or STUDIES) * each + WHOLE_SPLITS)


def _describe(subject: Subject, found: WrongStudies) -> ProcedureResult:
    row, group = find_measure(found.measure), f"groups of {subject.data.group_name}" if found.groups else ""
    rows = tuple(
        (
            f"half {number}",
            *(cell(None if value is None else row.shown(value)) for value in (one.mean, one.low, one.high)),
            "yes" if found.misses(one) else "no",
        )
        for number, one in enumerate(found.studies, 1)
    )
    return ProcedureResult(
        KEY,
        found.sentence(subject.names, group),
        f"Approximate. The whole table shows {cell(row.shown(found.difference))} for models trained on "
        f"{found.train_rows:,} rows. Halves are parts of this table, so fewer misses are to be expected than among "
        "studies of fresh rows (5 of 100 where ranges are right). Many misses are a warning; few are no proof. The "
        "number is about studies of half this size.",
        ("Half", "Difference", "Low", "High", "Misses"),
        rows,
    )


WRONG = Procedure(
    KEY,
    "How often would this study be wrong?",
    "Evenfold's own; half samples: McCarthy 1969",
    "Smaller studies on random halves of the rows (whole groups), with the same plan: how many of their ranges miss "
    "the difference that the whole table shows. From 200 rows or 24 groups on.",
    (Need.TRAINED, Need.TWO_MODELS, Need.FOLDS),
    measure_half_studies,
    count_trainings,
    AMOUNTS,
    str(STUDIES),
)
