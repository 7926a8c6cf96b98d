"""Aslan's own comparison: one fixed third is tested by models from thirty overlapping training sets; for study only."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, zip_longest

import numpy as np

from core.domain.chances import word_p_value
from core.domain.dataset import Dataset, Floats
from core.domain.evidence import FitResult, Split
from core.domain.study import Candidate, SchemeChoice, SchemeKind, Study
from core.figures.exhibit_drawing import Drawing, Mark, Trace
from core.figures.roc import roc_points
from core.judge.scores import context_of, value_of
from core.laboratory.confused_classes import keep_most_confused
from core.laboratory.demo_runner import DemoRunner, Working, make_jobs, select_rows, train_all
from core.schemes import make_splits
from core.statistics.measures import find_measure
from core.statistics.t_tests import TTest, paired_t
from core.statistics.undefined import Undefined
from core.support.errors import DataError

PART = "third"
TRAINING_SETS = 30
CLEAR = 0.05
SHARE = 2 / 3
GRID: Floats = np.linspace(0.0, 1.0, 51)
HALF = 0.5


@dataclass(frozen=True, slots=True)
class Case:
    """One of the four ways in which a test on errors and a test on AUC can end together."""

    key: str
    title: str
    note: str
    source: str


CASES: tuple[Case, ...] = (
    Case("neither", "Neither", "Neither test tells the two models apart.", "Aslan et al. 2009, section IV.B"),
    Case("auc", "AUC only", "The AUC tells them apart, the errors do not.", "Aslan et al. 2009, figures 3 and 6"),
    Case("error", "Errors only", "The errors tell them apart, the AUC does not.", "Aslan et al. 2009, figure 4"),
    Case("both", "Both", "Both tests tell the two models apart.", "Aslan et al. 2009, figures 5 and 7"),
)


@dataclass(frozen=True, slots=True)
class Side:
    """One measure of both models, a value per training set; t is positive where the first is better."""

    first: tuple[float, ...]
    second: tuple[float, ...]
    t: float | None
    p: float | None

    @property
    def is_clear(self) -> bool:
        return self.p is not None and self.p < CLEAR

    @property
    def per_100(self) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Shares of both models as they are shown."""
        return tuple(100 * value for value in self.first), tuple(100 * value for value in self.second)


@dataclass(frozen=True, slots=True)
class RocBundle:
    """The ROC curves of one model, one per training set: hit rates at the false alarm rates of GRID.

    `cuts` are false alarm and hit rate of each at threshold 0.5.
    """

    model: str
    hits: tuple[tuple[float, ...], ...]
    cuts: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class FixedTestComparison:
    """Two models on one fixed test third; `failed` trainings are left out together with their partner."""

    data: str
    classes: tuple[str, str]
    first: str
    second: str
    test_rows: int
    train_rows: int
    errors: Side
    areas: Side
    failed: int
    curves: tuple["RocBundle", ...] = ()

    @property
    def case(self) -> str:
        by_answer = {(False, False): "neither", (True, False): "error", (False, True): "auc", (True, True): "both"}
        return by_answer[self.errors.is_clear, self.areas.is_clear]

    def sentence(self, names: Mapping[str, str]) -> str:
        first, second = names.get(self.first, self.first), names.get(self.second, self.second)
        return (
            f"On these {self.test_rows} test rows, {len(self.errors.first)} training sets: "
            f"{_side_words(self.errors, 'errors', first, second)}; {_side_words(self.areas, 'AUC', first, second)}."
        )

    def rows(self) -> tuple[tuple[str, ...], ...]:
        """One line per training set: errors per 100 and AUC of both."""
        columns = (*self.errors.per_100, self.areas.first, self.areas.second)
        lines = zip_longest(*columns)
        return tuple(
            (str(place), *("–" if value is None else f"{value:.4g}" for value in line))
            for place, line in enumerate(lines, 1)
        )


def _side_words(side: Side, what: str, first: str, second: str) -> str:
    if side.p is None:
        return f"no test of the {what} is possible"
    p = word_p_value(side.p)
    if not side.is_clear or side.t is None:
        return f"the test of the {what} does not tell them apart ({p})"
    return f"the test of the {what} favors {first if side.t > 0 else second} ({p})"


def compare_on_test_third(
    shop: DemoRunner, study: Study, data: Dataset, candidates: Sequence[Candidate], seed: int
) -> Working[tuple[FixedTestComparison, ...]]:
    """Every pair of the candidates, the later one first: it is compared with the earlier one.

    More than two classes are reduced to the two most confused (section IV.A.1).
    """
    two = keep_most_confused(data, seed)
    study = replace(study, question=replace(study.question, measure="error"))
    design = make_third_splits(two, study.scheme.grouped, seed)
    outcomes = yield from train_all(shop, study, two, make_jobs(study, PART, candidates, design))
    if outcomes is None:
        return None
    by_key = {one.key: [o for o in outcomes if o.job.candidate == one.key] for one in candidates}
    pairs = combinations(by_key, 2)
    return tuple(_pair(study, two, design, (later, by_key[later]), (sooner, by_key[sooner])) for sooner, later in pairs)


def make_third_splits(data: Dataset, grouped: bool, seed: int) -> list[Split]:
    """One third is tested by all; thirty folds of the rest, each left out once, give the training sets (IV.A.3)."""
    whole = next(make_splits(data, SchemeChoice(SchemeKind.HOLDOUT, share=SHARE, grouped=grouped), seed))
    rest = select_rows(data, whole.train)
    units = rest.size if rest.groups is None or not grouped else len(np.unique(rest.groups))
    if units < TRAINING_SETS:
        raise DataError(
            f"Two thirds of the {data.size} rows of {' and '.join(data.classes)} hold {units} rows or groups; "
            f"thirty training sets need at least {TRAINING_SETS}.",
            hint="This exhibit needs about 50 rows or more.",
        )
    folds = make_splits(rest, SchemeChoice(folds=TRAINING_SETS, repeats=1, grouped=grouped), seed)
    return [Split(0, fold.fold, whole.train[fold.train], whole.test) for fold in folds]


Entry = tuple[str, Sequence[FitResult]]


def _pair(study: Study, data: Dataset, design: Sequence[Split], first: Entry, second: Entry) -> FixedTestComparison:
    both = [(a, b) for a, b in zip(first[1], second[1], strict=True) if a.ok and b.ok]
    classes = (data.classes[0], data.classes[1])
    return FixedTestComparison(
        data=data.name,
        classes=classes,
        first=first[0],
        second=second[0],
        test_rows=len(design[0].test),
        train_rows=len(design[0].train),
        errors=_side(study, data, both, "error"),
        areas=_side(study, data, both, "auc"),
        failed=len(design) - len(both),
        curves=tuple(
            make_roc_bundle(key, [pair[place] for pair in both], data)
            for place, key in enumerate((first[0], second[0]))
        ),
    )


def make_roc_bundle(model: str, outcomes: Sequence[FitResult], data: Dataset) -> RocBundle:
    """One curve per outcome that has scores; a curve is read at fixed false alarm rates, so that a file can keep it."""
    positive = data.positive_class
    hits, cuts = [], []
    for outcome in outcomes:
        if outcome.scores is None:
            continue
        truth = data.labels[outcome.rows] == positive
        scores = outcome.scores[:, positive]
        curve = roc_points(truth.astype(np.int64), scores)
        if isinstance(curve, Undefined):
            continue
        hits.append(tuple(np.round(np.interp(GRID, curve.false_alarms, curve.hits), 5).tolist()))
        called = scores > HALF
        cuts.append((float(called[~truth].mean()), float(called[truth].mean())))
    return RocBundle(model, tuple(hits), tuple(cuts))


def draw_bundles(found: FixedTestComparison, names: Mapping[str, str]) -> Drawing:
    """The second model, which is the baseline, first: circles; the other triangles (figures 2 to 5, panel c)."""
    traces = [
        Trace("", tuple(Mark(float(x), y) for x, y in zip(GRID, line, strict=True)), is_bundle=True, look=place)
        for place, bundle in enumerate(reversed(found.curves))
        for line in bundle.hits
    ]
    cuts = [
        Trace(names.get(bundle.model, bundle.model), tuple(Mark(x, y) for x, y in bundle.cuts), False, look=place)
        for place, bundle in enumerate(reversed(found.curves))
    ]
    return Drawing("false alarm rate", "hit rate", (*traces, *cuts), is_square=True)


def _side(study: Study, data: Dataset, both: Sequence[tuple[FitResult, FitResult]], key: str) -> Side:
    row, context = find_measure(key), context_of(study, data)
    pairs = [[value_of(outcome, row, data, 0, context) for outcome in pair] for pair in both]
    known: Floats = np.array([pair for pair in pairs if None not in pair], dtype=np.float64).reshape(-1, 2)
    sign = -1.0 if row.lower_is_better else 1.0
    test = paired_t(sign * known[:, 0], sign * known[:, 1])
    return Side(tuple(known[:, 0].tolist()), tuple(known[:, 1].tolist()), _t_of(test), test.p)


def _t_of(test: TTest | Undefined) -> float | None:
    """0 where the two never differ; None where they differ by the same amount everywhere, or hardly anywhere."""
    if isinstance(test, Undefined):
        return 0.0 if test.reason == "identical_scores" else None
    return test.t


def count_cases(found: Iterable[FixedTestComparison]) -> dict[str, int]:
    """How many pairs ended in each of the four cases."""
    counts = Counter(one.case for one in found)
    return {case.key: counts[case.key] for case in CASES}
