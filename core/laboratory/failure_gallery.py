"""The failure gallery: three estimates that go wrong although everything was done by the book (Kohavi 1995)."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from core.data.prepare import prepare_dataset
from core.data.sample.literature_tables import make_no_information
from core.domain.dataset import Dataset, Floats, Kind, Task
from core.domain.evidence import Split
from core.domain.study import Candidate, Columns, Question, SchemeChoice, SchemeKind, Study, Tuning, TuningKind
from core.engine.fit_context import make_fit_context
from core.engine.training import run_fit
from core.laboratory.demo_runner import DemoRunner, Progress, Working, make_job, offset_progress
from core.schemes import make_splits
from core.statistics.bootstrap_intervals import bootstrap_632
from core.statistics.fold_arithmetic import cv_accuracy_majority, holdout_accuracy_majority_exact
from core.statistics.undefined import Undefined

IRIS = (50, 50, 50)  # rows of each class; nothing else of that data matters to the majority rule
HOLDOUTS = 2000
COIN_ROWS, COIN_TABLES, COIN_SAMPLES = 200, 10, 20
HEADINGS = ("", "Right answers per 100")


@dataclass(frozen=True, slots=True)
class Failure:
    """What the estimate said, what is true, and what the formula predicts, in right answers per 100."""

    key: str
    estimated: float
    spread: float
    truth: float
    by_formula: float
    times: int

    def sentence(self) -> str:
        return find_exhibit(self.key).told.format(
            estimated=self.estimated, spread=self.spread, truth=self.truth, formula=self.by_formula, times=self.times
        )

    def rows(self) -> tuple[tuple[str, str], ...]:
        return (
            ("Estimated", f"{self.estimated:.2f}"),
            ("Standard deviation over repetitions", f"{self.spread:.2f}"),
            ("By formula", f"{self.by_formula:.2f}"),
            ("True", f"{self.truth:.2f}"),
            ("Repetitions", str(self.times)),
        )


@dataclass(frozen=True, slots=True)
class Exhibit:
    """One demonstration; `told` has places for its numbers."""

    key: str
    title: str
    note: str
    source: str
    told: str
    show: Callable[[DemoRunner, int], Working[Failure]]


def _leave_one_out(shop: DemoRunner, seed: int) -> Working[Failure]:
    data, study = make_uninformative_data(IRIS), _study("majority")
    values = yield from _right(shop, study, data, list(make_splits(data, SchemeChoice(SchemeKind.LEAVE_ONE_OUT), seed)))
    formula = cv_accuracy_majority(list(IRIS), sum(IRIS))
    assert isinstance(formula, float), "leaving out one row leaves nothing open"
    return None if values is None else _failure("leave-one-out", values, 100 / len(IRIS), 100 * formula)


def _holdout(shop: DemoRunner, seed: int) -> Working[Failure]:
    data, study = make_uninformative_data(IRIS), _study("majority")
    choice = SchemeChoice(SchemeKind.REPEATED_HOLDOUT, repeats=HOLDOUTS, share=2 / 3, stratified=False)
    values = yield from _right(shop, study, data, list(make_splits(data, choice, seed)))
    formula = holdout_accuracy_majority_exact(list(IRIS), round(sum(IRIS) * 2 / 3))
    assert not isinstance(formula, Undefined), "both parts of the table have rows"
    return None if values is None else _failure("holdout", values, 100 / len(IRIS), 100 * formula.mean)


def _memoriser(shop: DemoRunner, seed: int) -> Working[Failure]:
    """Estimates of several tables drawn by coin."""
    estimates = []
    for table in range(COIN_TABLES):
        made = make_no_information(COIN_ROWS, np.random.default_rng([seed, table]))
        data, study = prepare_dataset(made, Columns(target=("class",))), _study("memoriser")
        everything = np.arange(data.size, dtype=np.int64)
        drawn = list(make_splits(data, SchemeChoice(SchemeKind.BOOTSTRAP, samples=COIN_SAMPLES), seed))
        planned = [Split(COIN_SAMPLES, 0, everything, everything), *drawn]
        work = _right(shop, study, data, planned)
        values = yield from offset_progress(work, table * len(planned), COIN_TABLES * len(planned))
        if values is None:
            return None
        errors = bootstrap_632(1 - values[1:] / 100, 1 - float(values[0]) / 100)
        assert not isinstance(errors, Undefined), "every sample leaves rows to test"
        estimates.append(100 * (1 - errors.estimate))
    return _failure("memoriser", np.array(estimates), 50.0, 100 * (0.632 * 0.5 + 0.368))


GALLERY: tuple[Exhibit, ...] = (
    Exhibit(
        "leave-one-out",
        "Leave-one-out with the majority rule",
        "The row left out makes its own class the rarer one, so the rule always answers another class.",
        "Kohavi 1995, example 1",
        "Leaving one out says that the majority rule is right {estimated:.1f} times in 100 on three classes of 50 "
        "rows, without any spread over {times} folds; it is right {truth:.1f} times in 100.",
        _leave_one_out,
    ),
    Exhibit(
        "holdout",
        "Holdout with the majority rule on iris",
        "A class that is common in the training part is rare in the test part: the two are not independent.",
        "Kohavi 1995, section 2.1; exact by counting",
        "{times:,} holdouts of one third say {estimated:.1f} right in 100 (exact mean {formula:.2f}); the majority "
        "rule is right {truth:.1f} times in 100 on iris.",
        _holdout,
    ),
    Exhibit(
        "memoriser",
        "Bootstrap .632 with a memoriser on answers drawn by coin",
        "The memoriser is always right on rows it has seen, and these count .368.",
        "Kohavi 1995, section 2.3",
        "The .632 bootstrap says {estimated:.1f} right in 100 over {times} tables (by formula {formula:.1f}); the "
        "answers were drawn by coin, so {truth:.0f} in 100 is all there can be.",
        _memoriser,
    ),
)


def find_exhibit(key: str) -> Exhibit:
    return next(row for row in GALLERY if row.key == key)


def _failure(key: str, values: Floats, truth: float, formula: float) -> Failure:
    return Failure(key, float(values.mean()), float(values.std(ddof=1)), truth, formula, len(values))


def _right(shop: DemoRunner, study: Study, data: Dataset, made: list[Split]) -> Working[Floats]:
    """Right answers per 100 of every split; these trainings take a moment each, so no processes are started."""
    bench, values = make_fit_context(study, data), []
    for place, split in enumerate(made):
        if shop.stop.is_set():
            return None
        outcome = run_fit(make_job(study, "gallery", study.candidates[0], split), bench)
        assert outcome.predicted is not None, outcome.message
        values.append(100 * float(np.mean(outcome.predicted == data.targets[split.test])))
        yield Progress(place + 1, len(made))
    return np.array(values)


def make_uninformative_data(classes: tuple[int, ...]) -> Dataset:
    """Rows of classes and an input that says nothing."""
    labels = np.repeat(np.arange(len(classes)), classes)
    return Dataset(
        name="iris",
        task=Task.CLASSES,
        inputs=np.zeros((len(labels), 1)),
        kinds=(Kind.NUMBER,),
        features=("nothing",),
        levels=((),),
        targets=labels.astype(np.float64)[:, None],
        outputs=("class",),
        classes=tuple(f"class {place + 1}" for place in range(len(classes))),
    )


def _study(algorithm: str) -> Study:
    return Study(
        title="gallery",
        source="",
        columns=Columns(target=("class",)),
        question=Question(),
        candidates=(Candidate(algorithm, algorithm),),
        baseline=algorithm,
        tuning=Tuning(TuningKind.NONE),
    )
