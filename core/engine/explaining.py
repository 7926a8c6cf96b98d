"""What inputs do in one fold model: it is trained again with the settings it had, and asked about changed rows.

The rise of the loss is measured on the model's own test rows, one group of inputs at a time replaced by the values of
random other rows of the whole table: drawn from the small test fold instead, importance is overstated by up to a fifth.
Local effects need no actual value, so they are read off the same rows for all fold models, which then differ by their
training alone.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from core.algorithms.learner import Learner, Prediction
from core.algorithms.prepared import Prepared
from core.algorithms.rows import CELLS_AT_ONCE, Rows
from core.domain.dataset import Floats, Integers, Task
from core.domain.evidence import MAIN, FitResult
from core.engine.fit_context import FitContext, FitJob, InputQuestion, derive_tuning_seed
from core.engine.fitting import check_prediction, fit_learner, measure_predictions, predict_rows
from core.engine.tuning import tune


def explain_fit(fit_job: FitJob, context: FitContext) -> FitResult:
    """Return the outcome of a job that has a question: `rises` groups x outputs, `effects` steps x responses."""
    question = fit_job.question
    assert question is not None
    as_before = replace(fit_job, job=fit_job.job._replace(part=MAIN))
    learner = fit_learner(as_before, context, question.settings, fit_job.train)
    prediction = predict_rows(learner, context, fit_job.test)
    if not np.array_equal(prediction.predicted, question.predicted):  # where tuning gave its own learner away
        learner = tune(as_before, context).learner or learner
        prediction = predict_rows(learner, context, fit_job.test)
    if question.pairs:
        effects = measure_joint_changes(learner, context, question)
        return FitResult(
            fit_job.job, fit_job.test, None, settings=question.settings, train_size=len(fit_job.train), effects=effects
        )
    return FitResult(
        fit_job.job,
        fit_job.test,
        None,
        settings=question.settings,
        train_size=len(fit_job.train),
        rises=measure_rises(learner, context, fit_job, prediction, question),
        effects=measure_effects(learner, context, question),
    )


def measure_rises(
    learner: Learner, context: FitContext, fit_job: FitJob, before: Prediction, question: InputQuestion
) -> Floats:
    """How much worse the main measure becomes on the test rows, group by group and output by output.

    Positive is worse; NaN where the measure is undefined. Donor rows are decided by the seed, the repeat and the fold,
    the same for all models.
    """
    random = np.random.default_rng(derive_tuning_seed(context.seed, fit_job.job))
    outputs = range(context.schema.outputs)
    start = [_measure(context, fit_job.test, before, output) for output in outputs]
    own = context.data.inputs[fit_job.test]

    def replace_groups() -> Iterator[Floats]:
        for group in question.groups:
            donors = draw_donors(fit_job.test, context.data.size, context.data.groups, random)
            changed = np.array(own)
            for column in group:
                changed[:, column] = context.data.inputs[donors, column]
            yield changed

    rises = [
        [_measure(context, fit_job.test, after, output) - start[output] for output in outputs]
        for after in predict_changes(learner, context, replace_groups())
    ]
    return np.array(rises).reshape(-1, len(outputs))


def _measure(context: FitContext, rows: Integers, prediction: Prediction, output: int) -> float:
    value = measure_predictions(context, [rows], [prediction], output)
    return np.nan if value is None else value if context.measure.lower_is_better else -value


def draw_donors(rows: Integers, size: int, groups: Integers | None, random: np.random.Generator) -> Integers:
    """Return one other row of the table for each row, from another group where rows have groups."""
    if groups is None:
        return np.asarray((rows + random.integers(1, size, len(rows))) % size)
    donors = random.integers(0, size, len(rows))
    is_own = groups[donors] == groups[rows]
    while is_own.any() and len(np.unique(groups)) > 1:
        donors[is_own] = random.integers(0, size, int(is_own.sum()))
        is_own = groups[donors] == groups[rows]
    return donors


def measure_joint_changes(learner: Learner, context: FitContext, question: InputQuestion) -> Floats:
    """How much a step of one input changes what a step of another does: mean over the rows in each cell of both.

    One pair after another, the cells of a pair row by row (steps of its first input); 0 where a cell has no rows.
    """
    rows = context.data.inputs[question.rows]
    cells: list[Integers] = []
    changes: list[tuple[Floats, tuple[int, int], tuple[Floats, Floats]]] = []
    for pair in question.pairs:
        known = rows[~np.isnan(rows[:, pair]).any(axis=1)]
        ends = [question.edges[column] for column in pair]
        steps = [find_steps(known[:, column], one) for column, one in zip(pair, ends, strict=True)]
        cells.append(steps[0] * (len(ends[1]) - 1) + steps[1])
        for up, over in ((1, 1), (0, 1), (1, 0), (0, 0)):
            changes.append((known, pair, (ends[0][steps[0] + up], ends[1][steps[1] + over])))
    responses = (
        read_response(one, context)
        for one in predict_changes(learner, context, (_set_pair(*change) for change in changes))
    )
    found: list[Floats] = []
    for pair, cell in zip(question.pairs, cells, strict=True):
        both, second, first, neither = (next(responses) for _ in range(4))
        count = (len(question.edges[pair[0]]) - 1) * (len(question.edges[pair[1]]) - 1)
        in_cell = np.bincount(cell, minlength=count).clip(1)
        values = both - second - first + neither
        found.append(np.array([np.bincount(cell, one, count) / in_cell for one in values.T]).T)
    return np.concatenate(found)


def _set_pair(rows: Floats, pair: tuple[int, int], values: tuple[Floats, Floats]) -> Floats:
    return _set_column(_set_column(rows, pair[0], values[0]), pair[1], values[1])


def measure_effects(learner: Learner, context: FitContext, question: InputQuestion) -> Floats:
    """Mean change of the response over each step of each input, one step after another.

    A step of a number goes from one edge to the next, for the rows between them; a step of a category sets all rows to
    one level, compared with the rows as they are. Responses are outputs, or classes (two classes: the positive one).
    """
    rows = context.data.inputs[question.rows]
    parts: list[tuple[int, int, Integers]] = []  # column, step of a category (-1: all steps of a number), steps of rows
    changes: list[tuple[Floats, int, Floats | float]] = [(rows, -1, 0.0)]
    for column, edges in enumerate(question.edges):
        if context.data.kinds[column].is_coded:
            changes += [(rows, column, float(level)) for level in edges]
            parts += [(column, step, NO_STEPS) for step in range(len(edges))]
        elif len(edges) > 1:
            known = rows[~np.isnan(rows[:, column])]
            steps = find_steps(known[:, column], edges)
            changes += [(known, column, edges[steps]), (known, column, edges[steps + 1])]
            parts.append((column, -1, steps))
    responses = (
        read_response(one, context)
        for one in predict_changes(learner, context, (_set_column(*change) for change in changes))
    )
    as_they_are = next(responses)
    found: list[Floats] = []
    for column, level, steps in parts:
        before = as_they_are if level >= 0 else next(responses)
        change = next(responses) - before
        if level >= 0:
            found.append(change.mean(axis=0))
            continue
        count = len(question.edges[column]) - 1
        in_step = np.bincount(steps, minlength=count).clip(1)
        sums = [np.bincount(steps, values, count) / in_step for values in change.T]
        found.extend(np.array(sums).T)
    return np.array(found).reshape(-1, as_they_are.shape[1])


NO_STEPS: Integers = np.empty(0, dtype=np.int64)


def _set_column(rows: Floats, column: int, values: Floats | float) -> Floats:
    """The rows with another column; those as they are where no column is named."""
    if column < 0:
        return rows
    changed = np.array(rows)
    changed[:, column] = values
    return changed


def find_steps(values: Floats, edges: Floats) -> Integers:
    """Which step each value lies in; the first edge belongs to the first step, other edges to the step below."""
    return np.asarray(np.clip(np.searchsorted(edges, values, "left") - 1, 0, len(edges) - 2), dtype=np.int64)


def read_response(prediction: Prediction, context: FitContext) -> Floats:
    """Return what effects are effects on: predicted numbers, or scores of classes (of two, the positive one)."""
    if context.data.task is Task.NUMBERS:
        return prediction.predicted
    if prediction.scores is None:
        response = (prediction.predicted == np.arange(context.schema.classes)).astype(np.float64)
    else:
        response = prediction.scores
    return np.asarray(response[:, [context.context.positive]]) if context.schema.classes == 2 else response


def predict_changes(learner: Learner, context: FitContext, changes: Iterator[Floats]) -> Iterator[Prediction]:
    """Predict one changed table after another, many in one call: a call costs as much as hundreds of rows."""
    waiting: list[Floats] = []
    cells = 0
    for changed in changes:
        waiting.append(changed)
        cells += changed.size
        if cells > CELLS_AT_ONCE:
            yield from _predict_together(learner, context, waiting)
            waiting, cells = [], 0
    yield from _predict_together(learner, context, waiting)


def _predict_together(learner: Learner, context: FitContext, tables: Sequence[Floats]) -> Iterator[Prediction]:
    if not tables:
        return
    rows = Rows(np.concatenate(tables))
    found = learner.predict_rows(rows) if isinstance(learner, Prepared) else learner.predict(rows.picked())
    check_prediction(found, len(rows), context)
    start = 0
    for table in tables:
        part = slice(start, start + len(table))
        yield Prediction(found.predicted[part], None if found.scores is None else found.scores[part])
        start += len(table)
