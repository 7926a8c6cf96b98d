"""One algorithm after another, tuned as suggested, on the first folds of one repeat: Evenfold beside the idiom."""

import warnings
from dataclasses import dataclass

import pandas as pd

from benchmarks.speed.idiom import run_folds
from benchmarks.speed.measuring import measure_work
from benchmarks.speed.tables import SpeedTable
from core.algorithms import find_algorithm
from core.domain.dataset import Dataset
from core.domain.study import Candidate, Columns, Question, SchemeChoice, Settings, Study, Tuning, TuningKind
from core.engine.fit_context import make_fit_context
from core.engine.plan import list_fit_jobs
from core.engine.training import run_fit

FEW_ROWS_TO_TUNE = 500
SAME_WORK = "forest, same work"
AIMS = {"boosting": 4.0, "logistic": 3.0, "svm": 1.5, "gaussian-process": 2.0, "tree": 1.0}


@dataclass(frozen=True, slots=True)
class AlgorithmCost:
    """Processor seconds for `folds` trainings with tuning, and the mean error of both sides (each on its own folds)."""

    table: SpeedTable
    name: str
    folds: int
    ours: float
    idiom: float
    error: float
    idiom_error: float
    aim: float | None

    @property
    def ratio(self) -> float:
        return self.idiom / self.ours


def measure_algorithm(table: SpeedTable, name: str, folds: int) -> AlgorithmCost:
    """`SAME_WORK` is a forest of fixed settings on both sides."""
    data, errors, theirs = table.load(), list[float](), list[float]()
    frame = pd.read_csv(table.path)
    answers = frame.iloc[:, -1].to_numpy()
    answers = answers.astype(str) if table.is_classes else answers
    run_ours(data, name, 1)  # what is loaded at the first use is charged to neither side
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        ours = measure_work(lambda: errors.extend(run_ours(data, name, folds)))
        inputs = frame.iloc[:, :-1]
        idiom = measure_work(lambda: theirs.extend(run_folds(inputs, answers, table.is_classes, name, folds)))
    aim = (8.0 if table.is_classes else 5.0) if name == SAME_WORK else AIMS.get(name)
    return AlgorithmCost(table, name, folds, ours, idiom, sum(errors) / folds, sum(theirs) / folds, aim)


def run_ours(data: Dataset, name: str, folds: int) -> list[float]:
    """The errors of the first folds."""
    key = "forest" if name == SAME_WORK else name
    settings: Settings = {"leaf": 1} if name == SAME_WORK else {}
    grid = {} if name == SAME_WORK else find_algorithm(key).grid
    kind = TuningKind.HOLDOUT if 0.9 * data.size >= FEW_ROWS_TO_TUNE else TuningKind.KFOLD
    study = Study(
        data.name,
        "",
        Columns(),
        Question(measure="error" if data.classes else "mae"),
        (Candidate(key, key, settings, grid),),
        key,
        scheme=SchemeChoice(folds=10, repeats=1, max_repeats=1),
        tuning=Tuning(kind),
    )
    context, errors = make_fit_context(study, data), list[float]()
    for fit_job in list_fit_jobs(study, data, frozenset()):
        if fit_job.job.part == "main" and fit_job.job.candidate == key and len(errors) < folds:
            found = run_fit(fit_job, context)
            if found.predicted is None:
                raise RuntimeError(found.message)
            misses = found.predicted[:, 0] - data.targets[fit_job.test, 0]
            errors.append(float((misses != 0).mean() if data.classes else abs(misses).mean()))
    return errors
