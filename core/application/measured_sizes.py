"""On request, after the answer: what fold models lose when they are trained on fewer rows, between half and most.

Points that describe: the forecast of more rows and its range come from the halves and the folds alone.
"""

from collections.abc import Sequence

import numpy as np

from core.application.explain_models import FEWEST_SPLITS
from core.domain.dataset import Dataset
from core.domain.evidence import FEWER_ROWS, GIVEN, MAIN, FitResult, Job, Run
from core.domain.model_explanation import MeasuredSize
from core.domain.study import SchemeKind, Study
from core.engine.fit_context import FitJob
from core.insight.weak_places import average_rows
from core.judge.row_values import build_row_losses
from core.judge.scores import build_score_table
from core.schemes import has_half_size_check, list_parts, list_sizes_between, take_fewer_rows


def list_smaller_fits(study: Study, data: Dataset, run: Run, models: Sequence[str]) -> tuple[FitJob, ...]:
    """List the trainings of these models on fewer rows, tuned as before; each tests the rows its fold model tested.

    None for designs without halves or ten splits, where the fold models have hardly more than half the rows, and for
    imported predictions.
    """
    if study.scheme.kind is not SchemeKind.KFOLD or not run.complete or not has_half_size_check(study, data):
        return ()
    part = next(part for part in list_parts(study, data) if part.name == MAIN)
    splits = tuple(part.splits(data))
    if len(splits) < FEWEST_SPLITS:
        return ()
    candidates = [one for one in study.candidates if one.key in models and one.algorithm != GIVEN]
    sizes = list_sizes_between(data.size, study.scheme.folds, len(FEWER_ROWS))
    return tuple(
        FitJob(Job(name, split.repeat, split.fold, candidate.key), candidate, train, split.test, study.tuning)
        for name, size in zip(FEWER_ROWS, sizes, strict=False)
        for split in splits
        for train in (take_fewer_rows(study, data, split, size),)
        for candidate in candidates
    )


def measure_sizes(
    study: Study, data: Dataset, run: Run, beside: Sequence[FitResult], model: str, output: int = 0
) -> tuple[MeasuredSize, ...]:
    """The loss at every size that was trained for all rows, the fewest rows first; empty where nothing was asked."""
    repeats = 1 + max((one.job.repeat for one in run.outcomes if one.job.part == MAIN), default=0)
    found: list[MeasuredSize] = []
    for name in FEWER_ROWS:
        mine = tuple(one for one in beside if one.job.part == name and one.job.candidate == model)
        if len(mine) < repeats * study.scheme.folds:
            continue
        table = build_score_table(study, data, Run(mine, complete=True), name)
        rows = build_row_losses(table, model, study.question.measure, output)
        if rows is None or not np.isfinite(rows.losses).all():
            continue
        loss = float(np.mean(average_rows(rows.losses)))
        found.append(MeasuredSize(float(np.mean([one.train_size for one in mine])), loss))
    return tuple(found)
