"""The bootstrap of any estimate: spread, percentile and BCa range (Reich & Barai 1999, section 2.2.4)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from core.domain.dataset import Dataset, Floats, Integers
from core.domain.evidence import MAIN, FitResult, Split
from core.domain.study import SchemeChoice, SchemeKind
from core.engine.fit_context import FitJob
from core.figures.exhibit_drawing import Drawing, Mark, Trace
from core.judge.row_values import compute_row_losses
from core.judge.scores import context_of, joined_outcomes, value_of
from core.laboratory.demo_runner import DemoRunner, Working, make_job, select_rows, to_dataset_rows, train_in_pieces
from core.laboratory.error_estimates import choose_error_measure
from core.laboratory.procedure import Need, Procedure, ProcedureResult, Subject, cell
from core.schemes import drop_unused_roles, make_splits
from core.statistics.bootstrap_intervals import (
    BcaInterval,
    PercentileInterval,
    ReplicateSpread,
    bca,
    mean_jackknife,
    percentile,
    variability,
)
from core.statistics.measures import find_measure
from core.statistics.t_tests import TTest, one_sample_t
from core.support.errors import StudyError
from core.wording.method_tables import MEASURE_ENTRIES
from core.wording.undefined_text import describe_reason

KEY = "bootstrap-spread"
ORIGINAL = 1_000_000  # the repeat that stands for the rows as they are
AMOUNTS = {
    "K-50": "10 folds, 50 samples",
    "K-200": "10 folds, 200 samples",
    "H-50": "Holdout, 50 samples",
    "H-200": "Holdout, 200 samples",
    "H-1000": "Holdout, 1,000 samples",
    "R-200": "Training rows, 200 samples",
    "R-1000": "Training rows, 1,000 samples",
}
METHODS = {"K": "10-fold cross-validation", "H": "holdout of one third", "R": "the error on the training rows"}


def bootstrap_estimate(shop: DemoRunner, subject: Subject) -> Working[ProcedureResult]:
    """Draw the rows with replacement, estimate the error on each sample in the same way, and see how it varies.

    Copies of a row stay on one side of every split, else a model would be tested on rows it was trained on.
    """
    method, samples = _read_amount(subject)
    study, data = subject.study, drop_unused_roles(subject.study, subject.data)
    drawn = list(_draw_samples(data, samples, study.seed, study.scheme.grouped))
    rows = [np.arange(data.size, dtype=np.int64), *drawn]
    wanted = (job for number, some in enumerate(rows) for job in _jobs(subject, data, method, number - 1, some))
    outcomes = yield from train_in_pieces(shop, study, data, wanted, count_trainings(subject))
    if outcomes is None:
        return None
    row, context = find_measure(choose_error_measure(study, data)), context_of(study, data)
    by_sample: dict[int, list[FitResult]] = {}
    for outcome in outcomes:
        by_sample.setdefault(outcome.job.repeat, []).append(outcome)
    joined = {number: joined_outcomes(tuple(some)) for number, some in by_sample.items()}
    values = {
        number: None if one is None else value_of(one, row, data, subject.output, context)
        for number, one in joined.items()
    }
    own, first = values.pop(ORIGINAL), joined[ORIGINAL]
    if own is None or first is None:
        raise StudyError("The training on the rows as they are failed, so there is nothing to vary.", hint="")
    losses = compute_row_losses(first, row.key, data, subject.output, context)
    replicates = np.array([np.nan if value is None else value for value in values.values()])
    return describe_replicates(
        subject, method, own, replicates, losses, row.scale, _word_unit(MEASURE_ENTRIES[row.key].unit, subject)
    )


def _word_unit(unit: str, subject: Subject) -> str:
    return unit.format(rows="rows") or subject.data.outputs[subject.output]


def _read_amount(subject: Subject) -> tuple[str, int]:
    method, samples = subject.amount.split("-")
    return method, int(samples)


def count_trainings(subject: Subject) -> int:
    if not subject.amount:
        return 0
    method, samples = _read_amount(subject)
    return (samples + 1) * (10 if method == "K" else 1)


def _draw_samples(data: Dataset, samples: int, seed: int, grouped: bool) -> Iterator[Integers]:
    """Rows drawn with replacement, whole groups where groups are kept whole."""
    scheme = SchemeChoice(SchemeKind.BOOTSTRAP, samples=samples, grouped=grouped)
    return (split.train for split in make_splits(data, scheme, seed))


def _jobs(subject: Subject, data: Dataset, method: str, number: int, rows: Integers) -> Iterator[FitJob]:
    place = ORIGINAL if number < 0 else number
    if method == "R":
        yield make_job(subject.study, KEY, subject.candidate, Split(place, 0, rows, rows))
        return
    together = rows if data.groups is None else data.groups[rows]
    sample = replace(select_rows(data, rows), groups=np.unique(together, return_inverse=True)[1].astype(np.int64))
    kind = SchemeKind.KFOLD if method == "K" else SchemeKind.HOLDOUT
    scheme = SchemeChoice(kind, folds=10, repeats=1, max_repeats=1, share=2 / 3)
    for fold, split in enumerate(make_splits(sample, scheme, subject.study.seed + number + 1)):
        numbered = replace(to_dataset_rows(split, rows), repeat=place, fold=fold)
        yield make_job(subject.study, KEY, subject.candidate, numbered)


def describe_replicates(
    subject: Subject,
    method: str,
    own: float,
    replicates: Floats,
    losses: Floats | None,
    scale: float,
    unit: str,
) -> ProcedureResult:
    spread, span = variability(replicates), percentile(replicates, 0.95)
    if not isinstance(spread, ReplicateSpread):
        raise StudyError(f"The samples have no spread: {describe_reason(spread.reason)}", hint="")
    shifted = None if losses is None else bca(own, replicates, mean_jackknife(losses), 0.95)
    iterated = _interval_of_repeats(subject)
    found: list[tuple[str, float, float | None, float | None, str]] = [
        ("Percentile", own, *_ends(span), "the middle 95 of 100 samples; takes the estimate for unbiased"),
        ("BCa", own, *_ends(shifted), "percentiles moved for bias and skewness; jackknife over the rows' losses"),
        (
            "Eq. 8, repeats of the study",
            own if iterated is None else iterated.mean,
            *_ends(iterated),
            "takes repeats for independent: too narrow, they share rows",
        ),
    ]
    marks = tuple(
        Mark(place, scale * middle, None if low is None else scale * low, None if high is None else scale * high)
        for place, (_, middle, low, high, _) in enumerate(found)
    )
    known = found[0][1:]
    told = "" if known[1] is None or known[2] is None else (
        f" 95 of 100 samples lie from {scale * known[1]:.3g} to {scale * known[2]:.3g}."
    )  # fmt: skip
    few = " The paper asks for more than 1,000 samples for percentiles." if len(replicates) < 1000 else ""
    left = f" {spread.left_out} samples gave no value and are left out." if spread.left_out else ""
    return ProcedureResult(
        KEY,
        f"{subject.name(subject.candidate.key)}, by {METHODS[method]}: {scale * own:.3g}, standard deviation "
        f"{scale * spread.sd:.2g} over {len(replicates)} bootstrap samples.{told}{left}",
        "The bootstrap also shows what another sample of rows would have changed, which repeats of the same rows do "
        f"not (Reich & Barai 1999, sections 2.2.4 and 5.1).{few} Samples hold fewer different rows, so their errors "
        "tend to be larger than the estimate itself.",
        ("Range", "Estimate", "From", "To", "What it takes for granted"),
        (
            *(
                (title, cell(scale * middle), cell(_times(low, scale)), cell(_times(high, scale)), note)
                for title, middle, low, high, note in found
            ),
            ("Standard deviation", cell(scale * spread.sd), "–", "–", f"{len(replicates)} samples"),
        ),
        Drawing(unit, "", (Trace("", marks, is_line=False),), tuple(title for title, *_ in found), is_rows=True),
    )


def _times(value: float | None, scale: float) -> float | None:
    return None if value is None else scale * value


def _ends(found: object) -> tuple[float | None, float | None]:
    return (found.low, found.high) if isinstance(found, PercentileInterval | BcaInterval | TTest) else (None, None)


def _interval_of_repeats(subject: Subject) -> TTest | None:
    """The interval of eq. 8 over the repeats of the study; None with fewer than two or where they are alike."""
    data, row = subject.data, find_measure(choose_error_measure(subject.study, subject.data))
    context, by_repeat = context_of(subject.study, data), dict[int, list[FitResult]]()
    for outcome in subject.run.of(subject.candidate.key, MAIN):
        by_repeat.setdefault(outcome.job.repeat, []).append(outcome)
    joined: Sequence[FitResult | None] = [joined_outcomes(tuple(some)) for some in by_repeat.values()]
    values = [value_of(one, row, data, subject.output, context) for one in joined if one is not None]
    found = one_sample_t(np.array([value for value in values if value is not None]))
    return found if isinstance(found, TTest) else None


BOOTSTRAP_SPREAD = Procedure(
    KEY,
    "How sure is an estimate? The bootstrap",
    "Reich & Barai 1999, section 2.2.4",
    "An estimate repeated on bootstrap samples: its spread, percentile and BCa range.",
    (Need.TRAINED, Need.NO_TIME),
    bootstrap_estimate,
    count_trainings,
    AMOUNTS,
    "H-200",
)
