"""One fit from start to end: tune inside the training rows, train on all of them, predict the test rows."""

import sys
import warnings
from collections.abc import Callable
from dataclasses import replace
from time import perf_counter

import numpy as np

from core.algorithms.learner import Learner, Prediction
from core.domain.dataset import Integers
from core.domain.evidence import GIVEN, MAIN, TRIVIAL, Ending, FitResult
from core.engine.explaining import explain_fit
from core.engine.fit_context import FitContext, FitJob
from core.engine.fitting import describe_problem, fit_learner, measure_predictions, predict_rows, shorten_line
from core.engine.tuning import count_trainings, train_without_predicting, tune
from core.support.errors import EngineError

MOST_WARNINGS = 20
LONGEST_TIMED = 10.0  # seconds
LOADING_MAY_MATTER = 3.0  # seconds: a training that takes longer is not held up much by what it loads


def run_fit(fit_job: FitJob, context: FitContext) -> FitResult:
    """Return the outcome of one fit. Never raises: whatever goes wrong becomes its ending."""
    if fit_job.question is not None:
        return _record_ending(fit_job, context, explain_fit)
    is_imported = fit_job.candidate.algorithm == GIVEN
    return _record_ending(fit_job, context, _read_imported_predictions if is_imported else _train_and_predict)


def train_on_all_rows(fit_job: FitJob, context: FitContext) -> tuple[Learner | None, FitResult]:
    """Return the tuned learner trained on the rows of a job, and how its training ended; nothing is predicted."""
    trained: list[Learner] = []

    def train(fit_job: FitJob, context: FitContext) -> FitResult:
        tuned = tune(fit_job, context)
        trained.append(tuned.learner or fit_learner(fit_job, context, tuned.settings, fit_job.train, start=tuned.start))
        return replace(_start_result(fit_job), settings=tuned.settings)

    result = _record_ending(fit_job, context, train)
    return (trained[0] if trained else None), result


def time_fit(fit_job: FitJob, context: FitContext) -> FitResult:
    """Return how long one fit takes, tuning included; nothing is predicted or scored, so no test row is looked at.

    One training is timed first. If it is short or has loaded modules it is timed again, and only that counts: a study
    loads libraries once and not in every fit. A fit that is expected to take long is not timed as a whole.
    """

    def train_once(fit_job: FitJob, context: FitContext) -> FitResult:
        fit_learner(fit_job, context, fit_job.candidate.settings, fit_job.train)
        return _start_result(fit_job)

    def train_all(fit_job: FitJob, context: FitContext) -> FitResult:
        train_without_predicting(fit_job, context)
        return _start_result(fit_job)

    modules = len(sys.modules)
    timed = _record_ending(fit_job, context, train_once)
    if timed.ok and (timed.seconds < LOADING_MAY_MATTER or len(sys.modules) > modules):
        timed = _record_ending(fit_job, context, train_once)
    if timed.ok:
        trainings = count_trainings(fit_job, context)
        timed = replace(timed, seconds=timed.seconds * trainings)
        if trainings > 1 and timed.seconds < LONGEST_TIMED:
            tuned = _record_ending(fit_job, context, train_all)
            timed = tuned if tuned.ok else timed  # tuning leaves out settings that fail
    return replace(timed, warnings=())


def _start_result(fit_job: FitJob) -> FitResult:
    return FitResult(fit_job.job, fit_job.test, None, train_size=len(fit_job.train))


def _record_ending(fit_job: FitJob, context: FitContext, work: Callable[[FitJob, FitContext], FitResult]) -> FitResult:
    started = perf_counter()
    result = _start_result(fit_job)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")  # else Python tells of the same warning once per process only
        try:
            result = work(fit_job, context)
        except MemoryError:
            result = replace(result, ending=Ending.MEMORY, message="Not enough memory for this training.")
        except Exception as problem:  # noqa: BLE001, a failing algorithm is evidence
            result = replace(result, ending=Ending.FAILED, message=describe_problem(problem))
        texts = tuple(dict.fromkeys(shorten_line(str(warning.message)) for warning in caught))
    return replace(result, warnings=texts[:MOST_WARNINGS], seconds=perf_counter() - started)


def _train_and_predict(fit_job: FitJob, context: FitContext) -> FitResult:
    tuned = tune(fit_job, context)
    learner = tuned.learner or fit_learner(fit_job, context, tuned.settings, fit_job.train, start=tuned.start)
    prediction = predict_rows(learner, context, fit_job.test)
    return replace(
        _start_result(fit_job),
        predicted=prediction.predicted,
        scores=prediction.scores,
        settings=tuned.settings,
        tried=len(tuned.values),
        tuning=tuned.values,
        seen=_measure_on_seen_rows(fit_job.train, context, learner) if fit_job.is_sample else (),
        training_values=_measure_on_training_rows(fit_job, context, learner),
    )


def _measure_on_seen_rows(drawn: Integers, context: FitContext, learner: Learner) -> tuple[float, ...]:
    """Return the measure on all rows and on the drawn ones, output by output; nothing where one is undefined.

    The optimism of the bootstrap is their difference (Reich & Barai 1999, section 2.2.4).
    """
    everything = np.arange(context.data.size)
    on_all = predict_rows(learner, context, everything)
    on_drawn = Prediction(on_all.predicted[drawn], None if on_all.scores is None else on_all.scores[drawn])
    values = [
        measure_predictions(context, [rows], [prediction], output)
        for output in range(context.schema.outputs)
        for rows, prediction in ((everything, on_all), (drawn, on_drawn))
    ]
    defined = tuple(value for value in values if value is not None)
    return defined if len(defined) == len(values) else ()


def _measure_on_training_rows(fit_job: FitJob, context: FitContext, learner: Learner) -> tuple[float, ...]:
    """Return the measure on some of the training rows, output by output; nothing where it is undefined.

    As many rows as are tested, evenly spread: learners that search all training rows for every prediction would
    otherwise take nine times as long. Only fold models of candidates are asked: nobody reads it of any other.
    """
    job, train = fit_job.job, fit_job.train
    if job.part != MAIN or job.candidate == TRIVIAL or fit_job.is_sample or not len(train):
        return ()
    rows = train[:: max(1, len(train) // max(1, len(fit_job.test)))]
    prediction = predict_rows(learner, context, rows)
    values = [measure_predictions(context, [rows], [prediction], place) for place in range(context.schema.outputs)]
    defined = tuple(value for value in values if value is not None)
    return defined if len(defined) == len(values) else ()


def _read_imported_predictions(fit_job: FitJob, context: FitContext) -> FitResult:
    """Return predictions made elsewhere: the column named in the settings. Nothing is trained."""
    column = str(fit_job.candidate.settings.get("column", ""))
    if column not in context.data.given:
        raise EngineError(f'There is no column of predictions named "{column}".')
    predicted = context.data.given[column].reshape(context.data.size, -1)[fit_job.test]
    missing = int(np.isnan(predicted).any(axis=1).sum())
    if missing:
        raise EngineError(f"{missing} of {len(predicted)} predictions are missing in column {column}.")
    return replace(_start_result(fit_job), predicted=predicted, settings=fit_job.candidate.settings)
