"""What a candidate would measure if answers had nothing to do with inputs: one shuffle, with permuted answers."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

import numpy as np

from core.domain.dataset import Dataset, Integers
from core.domain.evidence import MAIN, FitResult, Job
from core.domain.study import Candidate, Study
from core.engine.bench import LIBRARY, Bench, OneFold, bench_of
from core.engine.group import DECLINED, arranged, by_shortcut, keep, quietly
from core.engine.shortcuts import shortcut
from core.engine.shortcuts.dealt import most_together
from core.engine.shortcuts.row import Several
from core.engine.work import carry_out, fixed_settings
from core.schemes import parts
from core.support.errors import StudyError


def permuted_values(
    study: Study, data: Dataset, candidate: Candidate, orders: Iterable[Integers], library: str = LIBRARY
) -> Iterator[float | None]:
    """The main measure for each order of the answers, None where it is undefined or a training failed.

    Ojala & Garriga 2010, test 1; rows are dealt anew each time, because folds keep the classes in proportion.
    """
    permuted = (bench_of(study, replace(data, targets=data.targets[order]), library) for order in orders)
    several = _several(study, data, candidate, library)
    while benches := list(islice(permuted, most_together(data.inputs.size))):
        groups = [_group(study, candidate, bench) for bench in benches]
        if several is not None:
            _answer_together(several, groups, benches)
        yield from (_value(_outcomes(group, bench), bench) for group, bench in zip(groups, benches, strict=True))


def _several(study: Study, data: Dataset, candidate: Candidate, library: str) -> Several | None:
    """A shortcut for shuffles with answers of their own, if there is one."""
    settings = fixed_settings(candidate, study.tuning)
    row = shortcut(candidate.algorithm, data, settings) if settings is not None and library == LIBRARY else None
    if row is None or row.permuted is None or settings is None:
        return None
    try:
        return row.permuted(bench_of(study, data, library), settings)
    except DECLINED:
        return None


def _answer_together(several: Several, groups: Sequence[Sequence[OneFold]], benches: Sequence[Bench]) -> None:
    """The answers wait with the benches until they are asked for."""
    with quietly():
        found = several.several([group[0].fold_of for group in groups], [bench.data.labels for bench in benches])
    for (first, *_), bench, answers in zip(groups, benches, found, strict=True):
        keep([arranged(first, answers, bench, 0.0)], first.candidate, bench)


def _group(study: Study, candidate: Candidate, bench: Bench) -> list[OneFold]:
    shuffles = parts(study, bench.data)[0].shuffles(bench.data)
    if shuffles is None:
        raise StudyError("Answers are permuted in cross-validation only.", hint="Choose cross-validation.")
    fold_of = next(shuffles)
    jobs = [Job(MAIN, 0, fold, candidate.key) for fold in range(int(fold_of.max()) + 1)]
    return [OneFold(job, candidate, study.tuning, fold_of) for job in jobs]


def _outcomes(group: Sequence[OneFold], bench: Bench) -> list[FitResult]:
    return [found or carry_out(one, bench) for one, found in zip(group, by_shortcut(group, bench), strict=True)]


def _value(outcomes: list[FitResult], bench: Bench) -> float | None:
    """All test rows together, or the mean of the folds, as the measure wants it; the mean of several outputs."""
    values = [_of_output(outcomes, bench, output) for output in range(bench.schema.outputs)]
    known = [value for value in values if value is not None]
    return float(np.mean(known)) if len(known) == len(values) else None


def _of_output(outcomes: list[FitResult], bench: Bench, output: int) -> float | None:
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
