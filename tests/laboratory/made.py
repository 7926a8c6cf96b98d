"""Small runs put together by hand, so that every answer is known."""

from dataclasses import replace

import numpy as np

from core.domain.dataset import Dataset, Kind, Task
from core.domain.evidence import MAIN, FitResult, Job, Run
from core.domain.study import Candidate, Columns, Question, SchemeChoice, Study
from core.judge.scores import ScoreTable, build_score_table

NAMES = {"a": "model A", "b": "model B"}


def data_of(truth: list[float], classes: tuple[str, ...] = (), groups: list[int] | None = None) -> Dataset:
    rows = len(truth)
    return Dataset(
        name="made",
        task=Task.CLASSES if classes else Task.NUMBERS,
        inputs=np.arange(rows, dtype=np.float64)[:, None],
        kinds=(Kind.NUMBER,),
        features=("place",),
        levels=((),),
        targets=np.array(truth, dtype=np.float64)[:, None],
        outputs=("y",),
        classes=classes,
        groups=None if groups is None else np.array(groups),
        group_name="" if groups is None else "machine",
    )


def study_of(data: Dataset, repeats: int, keys: tuple[str, ...] = ("a", "b")) -> Study:
    numbers = data.task is Task.NUMBERS
    return Study(
        title="made",
        source="here",
        columns=Columns(target=("y",)),
        question=Question(measure="mae", margin=0.5) if numbers else Question(),
        candidates=tuple(Candidate(key, "lda") for key in keys),
        baseline="a",
        scheme=SchemeChoice(folds=2, repeats=repeats, max_repeats=repeats),
    )


def made_board(data: Dataset, answers: dict[str, list[list[float]]], scores: list[float] | None = None) -> ScoreTable:
    """`answers` by candidate and repeat, one per row; two folds per repeat: even and odd rows."""
    repeats = len(next(iter(answers.values())))
    outcomes = [
        _outcome(data, key, repeat, fold, given[repeat], scores)
        for key, given in answers.items()
        for repeat in range(repeats)
        for fold in range(2)
    ]
    return build_score_table(study_of(data, repeats, tuple(answers)), data, Run(tuple(outcomes), True))


def _outcome(
    data: Dataset, key: str, repeat: int, fold: int, given: list[float], scores: list[float] | None
) -> FitResult:
    rows = np.arange(fold, data.size, 2)
    made = FitResult(
        Job(MAIN, repeat, fold, key), rows, np.array(given)[rows][:, None], train_size=data.size - len(rows)
    )
    if scores is None:
        return made
    positive = np.array(scores)[rows]
    return replace(made, scores=np.column_stack([1 - positive, positive]))
