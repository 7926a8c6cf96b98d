"""What a candidate would measure if answers had nothing to do with inputs: one shuffle, with permuted answers."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np

from core.domain.dataset import Dataset, Integers
from core.domain.evidence import MAIN, Job, Outcome
from core.domain.study import Candidate, Study
from core.engine.bench import LIBRARY, Bench, OneFold, bench_of
from core.engine.group import by_shortcut
from core.engine.work import carry_out
from core.errors import StudyError
from core.schemes import parts


def permuted_values(
    study: Study, data: Dataset, candidate: Candidate, orders: Iterable[Integers], library: str = LIBRARY
) -> Iterator[float | None]:
    """The main measure for each order of the answers, None where it is undefined or a training failed.

    Ojala & Garriga 2010, test 1; rows are dealt anew each time, because folds keep the classes in proportion.
    """
    for order in orders:
        bench = bench_of(study, replace(data, targets=data.targets[order]), library)
        yield _value(_outcomes(study, candidate, bench), bench)


def _outcomes(study: Study, candidate: Candidate, bench: Bench) -> list[Outcome]:
    shuffles = parts(study, bench.data)[0].shuffles(bench.data)
    if shuffles is None:
        raise StudyError("Answers are permuted in cross-validation only.", hint="Choose cross-validation.")
    fold_of = next(shuffles)
    jobs = [Job(MAIN, 0, fold, candidate.key) for fold in range(int(fold_of.max()) + 1)]
    group = [OneFold(job, candidate, study.tuning, fold_of) for job in jobs]
    return [found or carry_out(one, bench) for one, found in zip(group, by_shortcut(group, bench), strict=True)]


def _value(outcomes: list[Outcome], bench: Bench) -> float | None:
    """All test rows together, or the mean of the folds, as the measure wants it; the mean of several outputs."""
    values = [_of_output(outcomes, bench, output) for output in range(bench.schema.outputs)]
    known = [value for value in values if value is not None]
    return float(np.mean(known)) if len(known) == len(values) else None


def _of_output(outcomes: list[Outcome], bench: Bench, output: int) -> float | None:
    predicted = [outcome.predicted[:, output] for outcome in outcomes if outcome.predicted is not None]
    if len(predicted) < len(outcomes):
        return None
    scores = [outcome.scores for outcome in outcomes]
    rows, truth = [outcome.rows for outcome in outcomes], bench.data.targets[:, output]
    if bench.measure.pools:
        given = [score for score in scores if score is not None]
        joined = np.concatenate(given) if len(given) == len(outcomes) else None
        return bench.measure.value(truth[np.concatenate(rows)], np.concatenate(predicted), joined, bench.context)
    each = zip(rows, predicted, scores, strict=True)
    values = [bench.measure.value(truth[some], said, score, bench.context) for some, said, score in each]
    known = [value for value in values if value is not None]
    return float(np.mean(known)) if known else None
