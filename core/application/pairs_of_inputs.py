"""On request, after the answer: what two inputs do together, of the inputs that matter most to a model."""

from collections.abc import Sequence
from itertools import combinations
from math import ceil

import numpy as np

from core.application.explain_models import (
    FEWEST_SPLITS,
    list_explaining_fits,
    list_responses,
    measure_importance,
    trace_effects,
)
from core.domain.dataset import Dataset, Floats, Integers
from core.domain.evidence import PAIRS, FitResult, Run
from core.domain.findings import Findings
from core.domain.model_explanation import Importance, InputEffect, JointCell, JointEffect
from core.domain.study import Study
from core.engine.fit_context import FitJob, InputQuestion
from core.insight.effect_grid import choose_effect_rows
from core.insight.joint_effects import accumulate_joint_effect, choose_map_edges, count_rows_in_cells, list_cell_ends

MOST_PAIRED = 6  # inputs; all pairs of them are measured at once
Pairs = tuple[tuple[int, int], ...]


def list_pairs(data: Dataset, importance: Importance) -> Pairs:
    """All pairs of the numbers that matter most over all outputs, at most six of them, by position in the data."""
    shares: dict[str, float] = {}
    for row in importance.rows:
        for name in row.inputs:
            shares[name] = shares.get(name, 0.0) + row.share
    names = sorted(shares, key=lambda name: (-shares[name], data.features.index(name)))
    places = [data.features.index(name) for name in names]
    numbers = [
        place for place in places if not data.kinds[place].is_coded and len(choose_map_edges(data.inputs[:, place])) > 1
    ]
    return tuple(combinations(numbers[:MOST_PAIRED], 2))


def list_pair_fits(
    study: Study, data: Dataset, run: Run, findings: Findings, beside: Sequence[FitResult], model: str
) -> tuple[FitJob, ...]:
    """List the trainings for a map of two inputs: as many repeats as make ten fold models.

    None unless importance was measured in all fold models, because it decides which inputs are paired.
    """
    fits = list_explaining_fits(study, data, run, findings, model)
    if not fits or not {fit.job for fit in fits} <= {one.job for one in beside}:
        return ()
    importance = measure_importance(study, data, run, beside, model)
    pairs = () if importance is None else list_pairs(data, importance)
    if not pairs:
        return ()
    edges = tuple(choose_map_edges(column) for column in data.inputs.T)
    repeats = ceil(FEWEST_SPLITS / study.scheme.folds)
    found: list[FitJob] = []
    for fit in fits:
        if fit.job.repeat < repeats and fit.question is not None:
            question = InputQuestion(
                fit.question.settings, fit.question.predicted, (), edges, choose_effect_rows(data), pairs
            )
            found.append(FitJob(fit.job._replace(part=PAIRS), fit.candidate, fit.train, fit.test, fit.tuning,
                                question=question))  # fmt: skip
    return tuple(found)


def trace_joint_effects(
    study: Study, data: Dataset, run: Run, beside: Sequence[FitResult], model: str
) -> tuple[JointEffect, ...]:
    """The joint effect of every pair on every response; empty where fewer than ten fold models were asked."""
    asked = (one for one in beside if one.job.part == PAIRS and one.job.candidate == model)
    found = [one.effects for one in asked if one.effects is not None]
    importance = measure_importance(study, data, run, beside, model)
    if importance is None or len(found) < FEWEST_SPLITS:
        return ()
    alone = {(one.input, one.response): one for one in trace_effects(study, data, beside, model)}
    changes, rows = np.array(found), choose_effect_rows(data)
    pairs = list_pairs(data, importance)
    steps = [len(choose_map_edges(column)) - 1 for column in data.inputs.T]
    if changes.shape[1] != sum(steps[first] * steps[second] for first, second in pairs):
        return ()  # measured with other cells
    effects: list[JointEffect] = []
    start = 0
    for pair in pairs:
        names = data.features[pair[0]], data.features[pair[1]]
        columns = data.inputs[:, pair[0]], data.inputs[:, pair[1]]
        edges = choose_map_edges(columns[0]), choose_map_edges(columns[1])
        measured = count_rows_in_cells(columns[0][rows], columns[1][rows], edges)
        counts = count_rows_in_cells(*columns, edges)
        end = start + measured.size
        for number, response in enumerate(list_responses(data)):
            mine = changes[:, start:end, number].reshape(-1, *measured.shape)
            beyond = accumulate_joint_effect(mine, measured, study.scheme.folds)
            ends = [list_cell_ends(column, one) for column, one in zip(columns, edges, strict=True)]
            own = [_read_middles(alone.get((name, response)), one) for name, one in zip(names, ends, strict=True)]
            effects.append(JointEffect(names, model, response, _list_cells(counts, ends, own, beyond)))
        start = end
    return tuple(effects)


def _read_middles(effect: InputEffect | None, ends: Floats) -> Floats:
    """The effect of one input alone in the middle of every cell."""
    if effect is None:
        return np.zeros(len(ends))
    return np.asarray(np.interp(ends, effect.places, effect.effect).mean(axis=1))


def _list_cells(
    counts: Integers, ends: Sequence[Floats], own: Sequence[Floats], beyond: tuple[Floats, Floats, Floats]
) -> tuple[JointCell, ...]:
    first, second = (tuple((float(low), float(high)) for low, high in one) for one in ends)
    return tuple(
        JointCell(
            (i, j),
            first[i],
            second[j],
            int(counts[i, j]),
            float(own[0][i] + own[1][j] + beyond[0][i, j]),
            *(float(one[i, j]) for one in beyond),
        )
        for i, j in zip(*(found.tolist() for found in np.nonzero(counts)), strict=True)
    )
