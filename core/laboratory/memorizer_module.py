"""A memorizer added to any classifier moves the .632 bootstrap wherever one likes (Kohavi 1995, section 2.3)."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from core.domain.dataset import Floats, Integers
from core.domain.evidence import FitResult, Split
from core.domain.study import SchemeChoice, SchemeKind
from core.figures.exhibit_drawing import Drawing, Mark, Trace
from core.laboratory.demo_runner import DemoRunner, Working, make_jobs, train_all
from core.laboratory.procedure import Need, Procedure, ProcedureResult, Subject, cell
from core.schemes import drop_unused_roles, make_splits
from core.statistics.bootstrap_intervals import BootstrapEstimate, bootstrap_632
from core.support.errors import StudyError

KEY, WHOLE, FOLDS = "memorizer", "memorizer-all", "memorizer-folds"
SAMPLES = {"20": "20 samples", "50": "50 samples"}
TITLES = ("As it is", "With a memorizer", "With a memorizer that answers wrongly")


def demonstrate_memorizer(shop: DemoRunner, subject: Subject) -> Working[ProcedureResult]:
    """The classifier alone, with a module that answers known rows rightly, and with one that answers them wrongly.

    On rows that were not trained on all three are the same classifier; ten folds tell how good that is.
    """
    data, study = drop_unused_roles(subject.study, subject.data), subject.study
    everything = np.arange(data.size, dtype=np.int64)
    grouped = study.scheme.grouped
    drawn = list(
        make_splits(data, SchemeChoice(SchemeKind.BOOTSTRAP, samples=int(subject.amount), grouped=grouped), study.seed)
    )
    folds = list(make_splits(data, SchemeChoice(folds=10, repeats=1, max_repeats=1, grouped=grouped), study.seed))
    wanted = [
        *make_jobs(study, WHOLE, (subject.candidate,), [Split(0, 0, everything, everything)]),
        *make_jobs(study, KEY, (subject.candidate,), drawn),
        *make_jobs(study, FOLDS, (subject.candidate,), folds),
    ]
    outcomes = yield from train_all(shop, study, data, wanted)
    if outcomes is None:
        return None
    whole, samples, tested = outcomes[0], outcomes[1 : 1 + len(drawn)], outcomes[1 + len(drawn) :]
    if not whole.ok or not any(one.ok for one in samples) or not any(one.ok for one in tested):
        raise StudyError("The training of this model failed.", hint="Choose another model.")
    labels = data.labels
    unseen = np.array([_error(one, labels) for one in samples if one.ok])
    variants = [whole, remember(whole, everything, labels), remember(whole, everything, labels, wrongly=True)]
    true = float(np.mean(np.concatenate([_wrong(one, labels) for one in tested if one.ok])))
    return _describe(subject, unseen, [_error(one, labels) for one in variants], true)


def remember(outcome: FitResult, trained: Integers, labels: Integers, wrongly: bool = False) -> FitResult:
    """The outcome of the same model with a memorizer: rows it was trained on get their own answer, or another one."""
    assert outcome.predicted is not None
    known = np.isin(outcome.rows, trained)
    own = labels[outcome.rows]
    answers = np.where(own == 0, 1, 0) if wrongly else own
    predicted = outcome.predicted.copy()
    predicted[known, 0] = answers[known]
    return replace(outcome, predicted=predicted, scores=None)


def _wrong(outcome: FitResult, labels: Integers) -> Floats:
    assert outcome.predicted is not None
    return np.asarray(outcome.predicted[:, 0] != labels[outcome.rows], dtype=np.float64)


def _error(outcome: FitResult, labels: Integers) -> float:
    return float(np.mean(_wrong(outcome, labels)))


def _describe(subject: Subject, unseen: Floats, seen: Sequence[float], true: float) -> ProcedureResult:
    found = [bootstrap_632(unseen, error) for error in seen]
    estimates = [100 * one.estimate for one in found if isinstance(one, BootstrapEstimate)]
    name = subject.name(subject.candidate.key)
    marks = tuple(Mark(place, value) for place, value in enumerate(estimates))
    rows = tuple(
        (title, cell(100 * error), cell(100 * float(unseen.mean())), cell(value), cell(100 * true))
        for title, error, value in zip(TITLES, seen, estimates, strict=True)
    )
    return ProcedureResult(
        KEY,
        f".632 says {estimates[0]:.1f} errors per 100 for {name}, {estimates[1]:.1f} with a memorizer that knows every "
        f"training row, {estimates[2]:.1f} with one that answers them wrongly. Ten folds say {100 * true:.1f} for all "
        "three.",
        "A module that only looks up rows it was trained on changes nothing on new rows, yet it moves the error on the "
        "training rows from 0 to 100 of 100, and .368 of that goes into the estimate: the .632 bootstrap can be biased "
        "in any direction (Kohavi 1995, section 2.3). Look at .632+ or at folds.",
        ("Classifier", "Errors on training rows", "Errors on rows not drawn (e0)", ".632", "Ten folds"),
        rows,
        Drawing(
            "errors per 100", "", (Trace("", marks, is_line=False),), TITLES, rule=100 * true, is_rows=True,
            from_zero=True,
        ),
    )  # fmt: skip


MEMORIZER = Procedure(
    KEY,
    "A memorizer added to any classifier",
    "Kohavi 1995, section 2.3",
    "The .632 bootstrap of your model, with and without a module that looks up its training rows.",
    (Need.CLASSES, Need.TRAINED, Need.NO_TIME),
    demonstrate_memorizer,
    lambda subject: int(subject.amount or 0) + 11,
    SAMPLES,
    "20",
)
