"""Exhibits carried out in this process, and small studies for them."""

from core.domain.dataset import Dataset
from core.domain.study import Candidate, Columns, Question, SchemeChoice, Study, Tuning, TuningKind
from core.engine.run import Options
from core.laboratory.demo_runner import DemoRunner

INLINE = Options(executor="inline")


def shop() -> DemoRunner:
    return DemoRunner(INLINE)


def study_of(data: Dataset, *keys: str, measure: str = "error", folds: int = 5, repeats: int = 3) -> Study:
    candidates = tuple(Candidate(key, key) for key in keys)
    return Study(
        title="exhibit",
        source="",
        columns=Columns(target=data.outputs),
        question=Question(measure=measure),
        candidates=candidates,
        baseline=candidates[0].key,
        scheme=SchemeChoice(folds=folds, repeats=repeats, max_repeats=repeats),
        tuning=Tuning(TuningKind.NONE),
    )
