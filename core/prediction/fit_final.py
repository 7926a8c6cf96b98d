"""The training of a final model on all rows of a study, as every fold was trained: settings chosen inside the rows."""

import warnings
from dataclasses import replace

import numpy as np

from core.algorithms.learner import Learner, Prediction
from core.domain.dataset import Dataset, Floats
from core.domain.evidence import Job
from core.domain.study import Candidate, SchemeChoice, SchemeKind, Settings, Study
from core.engine.fit_context import FitJob, make_fit_context
from core.engine.training import train_on_all_rows
from core.support.errors import EngineError

PART = "final"


def fit_final_learner(study: Study, candidate: Candidate, data: Dataset) -> tuple[Learner, Settings]:
    """Return the learner trained on all rows, and its settings; what goes wrong is an EngineError in one sentence."""
    scheme = SchemeChoice(SchemeKind.HOLDOUT, repeats=1, max_repeats=1, grouped=study.scheme.grouped)
    context = make_fit_context(replace(study, scheme=scheme), data)
    nothing = np.empty(0, dtype=np.int64)
    fit_job = FitJob(Job(PART, 0, 0, candidate.key), candidate, np.arange(data.size), nothing, study.tuning)
    learner, result = train_on_all_rows(fit_job, context)
    if learner is None:
        raise EngineError(
            f"{candidate.key} could not be trained on all rows: {result.message}", "Choose other settings."
        )
    return learner, result.settings


def predict_inputs(learner: Learner, inputs: Floats) -> Prediction:
    """Predict rows; names that training did not see are told by the domain, not by a warning."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return learner.predict(np.ascontiguousarray(inputs))


def list_answers(prediction: Prediction) -> tuple[tuple[float, ...], ...]:
    """Predictions as they are stored, to recognize a model by."""
    return tuple(tuple(float(value) for value in row) for row in prediction.predicted)
