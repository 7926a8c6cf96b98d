"""One learner on some rows: fit it, predict, check and measure. Training and tuning are made of these steps."""

import warnings
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from core.algorithms.average import Average
from core.algorithms.learner import Learner, Prediction
from core.algorithms.prepared import Common, Prepared
from core.algorithms.rows import Rows
from core.domain.dataset import Floats, Integers, Task
from core.domain.study import Settings, Tuning, TuningKind
from core.engine.fit_context import FitContext, FitJob, derive_learner_seed
from core.schemes.inner_splits import Pair, find_groups_within, make_inner_splits
from core.statistics.weighted_measures import compute_weighted_value
from core.support.errors import EngineError, EvenfoldError

ONE_CLASS = "The training rows hold one class only; the majority class was predicted."
LONGEST_TEXT = 400


def fit_learner(
    fit_job: FitJob,
    context: FitContext,
    settings: Settings,
    train: Integers,
    common: Common | None = None,
    start: Any = None,
) -> Learner:
    """Return a learner fitted on these rows; `common` is what learners of other settings share on the same rows.

    `start`: a model of the same kind that was trained on some of these rows; the result does not depend on it, beyond
    rounding.
    Where the rows hold one class only it is the constant guess, with a warning: many algorithms raise there.
    """
    data = context.data
    learner = context.build_learner(fit_job.candidate, settings, derive_learner_seed(context.seed, fit_job.job))
    rows, targets = Rows(data.inputs, train), data.targets[train]
    if has_one_class(context, train):
        warnings.warn(ONE_CLASS, stacklevel=1)
        learner = context.build_constant_guess()
    if data.weights is not None and hasattr(learner, "row_weights"):
        learner.row_weights = data.weights[train]
    if isinstance(learner, Prepared):
        learner.common, learner.start = common, start
        learner.groups = find_groups_within(train, data)
        learner.fit_rows(rows, targets, context.schema)
    else:
        if isinstance(learner, Average):
            _tell_average(learner, context, train)
        learner.fit(rows.picked(), targets, context.schema)
    return learner


def _tell_average(learner: Average, context: FitContext, train: Integers) -> None:
    """Tell an average the candidates of the study, which rows stay together, and with time order what follows what."""
    learner.candidates = context.candidates
    learner.groups = find_groups_within(train, context.data)
    if context.data.order is not None:
        pairs = make_inner_splits(train, context.data, Tuning(TuningKind.KFOLD, folds=learner.folds), 0)
        place_of = {row: place for place, row in enumerate(train.tolist())}
        learner.pairs = [_find_places(pair, place_of) for pair in pairs]


def _find_places(pair: Pair, place_of: Mapping[int, int]) -> Pair:
    t1, t2 = ([place_of[row] for row in rows.tolist()] for rows in pair)
    return np.array(t1, dtype=np.int64), np.array(t2, dtype=np.int64)


def has_one_class(context: FitContext, train: Integers) -> bool:
    targets = context.data.targets[train]
    return context.data.task is Task.CLASSES and len(targets) > 0 and bool((targets[:, 0] == targets[0, 0]).all())


def predict_rows(learner: Learner, context: FitContext, test: Integers) -> Prediction:
    """Return the predictions for these rows; raise an EngineError where they cannot be used."""
    rows = Rows(context.data.inputs, test)
    predicted = learner.predict_rows(rows) if isinstance(learner, Prepared) else learner.predict(rows.picked())
    check_prediction(predicted, len(test), context)
    return predicted


def check_prediction(prediction: Prediction, rows: int, context: FitContext) -> None:
    predicted, scores = prediction.predicted, prediction.scores
    expected = (rows, context.schema.outputs)
    if predicted.shape != expected:
        raise EngineError(f"The algorithm gave predictions of shape {predicted.shape} instead of {expected}.")
    if not np.isfinite(predicted).all() or (scores is not None and not np.isfinite(scores).all()):
        raise EngineError("diverged: some predictions are not finite numbers")
    if scores is not None and scores.shape != (rows, context.schema.classes):
        raise EngineError(f"The algorithm gave scores of shape {scores.shape}.")


def measure_predictions(
    context: FitContext, rows: Sequence[Integers], predictions: Sequence[Prediction], output: int
) -> float | None:
    """Return the main measure over several test parts: pooled, or averaged, as the measure asks; None: undefined."""
    if context.measure.pools:
        scores = [prediction.scores for prediction in predictions if prediction.scores is not None]
        return _measure_rows(
            context,
            np.concatenate(rows),
            np.concatenate([prediction.predicted[:, output] for prediction in predictions]),
            np.concatenate(scores) if len(scores) == len(predictions) else None,
            output,
        )
    values = [
        _measure_rows(context, part, prediction.predicted[:, output], prediction.scores, output)
        for part, prediction in zip(rows, predictions, strict=True)
    ]
    defined = [value for value in values if value is not None]
    return float(np.mean(defined)) if defined else None


def _measure_rows(
    context: FitContext, rows: Integers, predicted: Floats, scores: Floats | None, output: int
) -> float | None:
    actual, weights = context.data.targets[rows, output], context.data.weights
    if weights is None:
        return context.measure.value(actual, predicted, scores, context.context)
    return compute_weighted_value(context.measure, actual, predicted, scores, context.context, weights[rows])


def describe_problem(problem: Exception) -> str:
    """Return one short line: our own errors are sentences already, others need the name of their kind."""
    text = str(problem) if isinstance(problem, EvenfoldError) else f"{type(problem).__name__}: {problem}"
    return shorten_line(text)


def shorten_line(text: str) -> str:
    return " ".join(text.split())[:LONGEST_TEXT]
