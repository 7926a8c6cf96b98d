"""The error measured at several numbers of training rows: points between and below the halves of the forecast."""

import numpy as np

from core.domain.evidence import FitResult, Split
from core.domain.study import Candidate
from core.figures.exhibit_drawing import Drawing, Mark, Trace
from core.judge.scores import context_of, value_of
from core.laboratory.demo_runner import DemoRunner, Working, make_jobs, train_all
from core.laboratory.error_estimates import choose_error_measure
from core.laboratory.procedure import Need, Procedure, ProcedureResult, Subject, cell
from core.statistics.measures import find_measure
from core.support.errors import StudyError
from core.wording.method_tables import MEASURE_ENTRIES

KEY = "sizes"
AMOUNTS = {"10": "10 splits per size", "30": "30 splits per size", "100": "100 splits per size"}
SHARES = (0.2, 0.35, 0.5, 0.65, 0.8)
FEWEST = 10  # rows or groups of a training set


def measure_sizes(shop: DemoRunner, subject: Subject) -> Working[ProcedureResult]:
    """Train on random parts of the rows (whole groups), test on all others, and average over the splits of a size."""
    splits = list_size_splits(subject)
    if not splits:
        raise StudyError("There are too few rows or groups to train on parts of them.", hint="Use a larger table.")
    wanted = [job for part, some in splits.items() for job in make_jobs(subject.study, part, subject.pair, some)]
    outcomes = yield from train_all(shop, subject.study, subject.data, wanted)
    return None if outcomes is None else _describe(subject, splits, outcomes)


def list_size_splits(subject: Subject) -> dict[str, list[Split]]:
    """By size, decided by the seed alone."""
    data, groups = subject.data, subject.data.groups if subject.study.scheme.grouped else None
    member = np.arange(data.size) if groups is None else np.unique(groups, return_inverse=True)[1]
    units, times = int(member.max()) + 1, int(subject.amount or "30")
    found: dict[str, list[Split]] = {}
    for share in SHARES:
        size = round(share * units)
        if FEWEST <= size < units:
            random = np.random.default_rng([subject.study.seed, size])
            chosen = [np.isin(member, random.permutation(units)[:size]) for _ in range(times)]
            found[f"size{size}"] = [
                Split(number, 0, np.flatnonzero(one), np.flatnonzero(~one)) for number, one in enumerate(chosen)
            ]
    return found


def count_trainings(subject: Subject) -> int:
    return len(subject.pair) * sum(len(some) for some in list_size_splits(subject).values())


def _describe(subject: Subject, splits: dict[str, list[Split]], outcomes: tuple[FitResult, ...]) -> ProcedureResult:
    row = find_measure(choose_error_measure(subject.study, subject.data))
    traces = [
        Trace(
            subject.name(one.key),
            tuple(_measure_size(subject, outcomes, part, one, some) for part, some in splits.items()),
        )
        for one in subject.pair
    ]
    said = "; ".join(
        f"{one.name} {one.marks[0].value:.3g} with {one.marks[0].at:.0f} training rows, {one.marks[-1].value:.3g} with "
        f"{one.marks[-1].at:.0f}"
        for one in traces
    )
    rows = tuple(
        (one.name, f"{mark.at:.0f}", cell(mark.value), cell(mark.low), cell(mark.high))
        for one in traces
        for mark in one.marks
    )
    return ProcedureResult(
        KEY,
        f"{MEASURE_ENTRIES[row.key].title} by number of training rows: {said}.",
        "Measured points, to look at: each is the mean over random splits of this table, thin lines go from the lowest "
        "to the highest tenth of the splits. They describe this table and are no ranges of what new rows would give; "
        "the forecast of more rows in the result has one.",
        ("Model", "Training rows", "Error", "Lowest tenth", "Highest tenth"),
        rows,
        Drawing(
            "training rows",
            MEASURE_ENTRIES[row.key].unit.format(rows="rows") or subject.data.outputs[subject.output],
            tuple(traces),
            (),
        ),
    )


def _measure_size(
    subject: Subject, outcomes: tuple[FitResult, ...], part: str, candidate: Candidate, some: list[Split]
) -> Mark:
    row = find_measure(choose_error_measure(subject.study, subject.data))
    context = context_of(subject.study, subject.data)
    mine = [one for one in outcomes if one.job.part == part and one.job.candidate == candidate.key]
    values = [value_of(one, row, subject.data, subject.output, context) for one in mine]
    known = np.array([row.shown(value) for value in values if value is not None])
    if not known.size:
        raise StudyError("Every training of one size failed.", hint="Choose another model.")
    low, high = np.quantile(known, (0.1, 0.9))
    at = float(np.mean([len(one.train) for one in some]))
    return Mark(at, float(known.mean()), float(low), float(high))


SIZES = Procedure(
    KEY,
    "Errors over the number of rows",
    "Cortes et al. 1994",
    "The error measured at several numbers of training rows.",
    (Need.TRAINED, Need.NO_TIME),
    measure_sizes,
    count_trainings,
    AMOUNTS,
    "30",
)
