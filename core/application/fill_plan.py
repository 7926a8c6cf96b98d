"""What the window needs to fill in a plan before the lock: choices of measures and models, and what they lead to."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.advice.first_study import candidate_for, measures_for, tuned, with_measure
from core.advice.fold_drawing import folds
from core.advice.precision_forecast import count_groups_kept, forecast_precision, width_factor
from core.advice.similar_models import SimilarModels, find_unaccompanied
from core.advice.suggest_plan import MAX_REPEATS
from core.algorithms import ALGORITHMS, find_algorithm
from core.algorithms.effort import chooses_settings
from core.algorithms.formula.formula_learner import check_formula as check_formula
from core.algorithms.row import Algorithm, combinations
from core.data.final_test_rows import can_split_final_test, split_final_test
from core.domain.dataset import Dataset
from core.domain.drawn_folds import Folds
from core.domain.forecast import FitTiming, Forecast
from core.domain.study import Candidate, Question, SchemeKind, Study
from core.engine.plan import count_jobs
from core.engine.time_probe import estimate_study_seconds
from core.judge.context import count_comparisons
from core.schemes import SCHEMES, count_splits, find_scheme
from core.wording.measure_text import find_title
from core.wording.method_tables import MEASURE_ENTRIES

STANDARD, TUNED, FIXED = "standard", "tuned", "fixed"
MOST_REPEATS = MAX_REPEATS
STRONG_DEFAULT = "boosting"
NOT_OFFERED = frozenset({"majority", "mean", "median", "memoriser", "given"})
USUAL = (
    "logistic", "linear", "ridge", "tree", "forest", "boosting", "additive", "naive-bayes", "knn", "svm", "mlp",
)  # fmt: skip
"""The models most people know, in the order they are offered; all others follow."""


@dataclass(frozen=True, slots=True)
class MeasureChoice:
    """A measure that can decide; `note` says what it counts."""

    key: str
    title: str
    note: str


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """A model that can be ticked; `note` is what it is, in a few words, `details` in full.

    `is_given` marks a column of predictions, for which nothing is trained.
    """

    key: str
    title: str
    note: str
    details: str
    ways: tuple[str, ...]
    combinations: int
    simplicity: int
    is_given: bool = False


def list_measure_choices(data: Dataset) -> tuple[MeasureChoice, ...]:
    """The measures that can decide a study of this data, the usual ones first."""
    return tuple(describe_measure(key) for key in measures_for(data))


def describe_measure(key: str) -> MeasureChoice:
    title = find_title(key)
    words = f"{title.short} ({title.long})" if title.long else title.short
    return MeasureChoice(key, words[:1].upper() + words[1:], MEASURE_ENTRIES[key].note)


def change_measure(question: Question, measure: str, data: Dataset) -> Question:
    """The question with another deciding measure: margin and second measure follow, because their unit changes."""
    return with_measure(question, measure, data)


def list_model_choices(data: Dataset) -> tuple[ModelChoice, ...]:
    """What can be ticked for this data: columns of predictions, then the usual models, then the others."""
    given = [_describe_given(name) for name in data.given]
    rows = [row for row in ALGORITHMS if data.task in row.tasks and row.key not in NOT_OFFERED and data.features]
    rows.sort(key=lambda row: USUAL.index(row.key) if row.key in USUAL else len(USUAL))
    return (*given, *(describe_model(row.key) for row in rows))


def describe_model(algorithm: str) -> ModelChoice:
    row = find_algorithm(algorithm)
    tries = len(combinations(row.grid))
    ways = (STANDARD, *((TUNED,) if tries else ()), *((FIXED,) if row.settings else ()))
    return ModelChoice(row.key, row.title, row.note.partition(";")[0], row.note, ways, tries, row.simplicity)


def _describe_given(name: str) -> ModelChoice:
    row = find_algorithm("given")
    return ModelChoice(name, name, row.note.partition(";")[0], row.note, (STANDARD,), 0, row.simplicity, True)


def find_settings(algorithm: str) -> Algorithm:
    """The row of an algorithm with the settings a person may give it."""
    return find_algorithm(algorithm)


def find_way(candidate: Candidate | None) -> str:
    """How the settings of a candidate are found: standard, tuned or fixed."""
    if candidate is not None and candidate.settings:
        return FIXED
    return TUNED if candidate is not None and candidate.grid else STANDARD


def enter_model(key: str, data: Dataset, way: str = TUNED) -> Candidate:
    """A candidate for the study; tuned inside each training set where it can be."""
    if key in data.given or way == TUNED:
        return candidate_for(key, data)
    return Candidate(key, key)


def tune_model(candidate: Candidate) -> Candidate:
    """The candidate with the standard grid of its algorithm."""
    return tuned(candidate)


def find_simplest(candidates: Sequence[Candidate]) -> str:
    """The key of the simplest of them."""
    return min(candidates, key=lambda candidate: find_algorithm(candidate.algorithm).simplicity).key


def with_models(study: Study, candidates: tuple[Candidate, ...]) -> Study:
    """The study with these models; if the baseline left, the simplest takes its place."""
    keys = [candidate.key for candidate in candidates]
    baseline = study.baseline if study.baseline in keys else find_simplest(candidates) if candidates else ""
    return replace(study, candidates=candidates, baseline=baseline)


def has_strong_default(study: Study) -> bool:
    """Whether gradient boosting takes part, so that the best of weak models cannot win unnoticed."""
    return any(candidate.algorithm == STRONG_DEFAULT for candidate in study.candidates)


def find_lonely_model(study: Study, data: Dataset) -> SimilarModels | None:
    """A model of which no similar one takes part, and the well-known ones that could be added (None: there is none)."""
    return find_unaccompanied(study, data.task)


def count_new_comparisons(study: Study, data: Dataset) -> int:
    """The comparisons this study adds to the history of its rows."""
    return count_comparisons(study, data) - study.earlier_comparisons


def forecast(study: Study, data: Dataset) -> Forecast:
    """Which differences would stay unclear; nothing is trained for it."""
    return forecast_precision(study, data)


def draw_folds(study: Study, data: Dataset) -> Folds:
    """One repeat as strips of rows; may take a while with many rows."""
    return folds(study, data)


def count_test_folds(study: Study, data: Dataset) -> int:
    """Test sets that are scored, over all repeats."""
    return count_splits(data, study.scheme, study.seed)


def count_training_runs(study: Study, data: Dataset) -> int:
    """Training runs of the whole study, the half-size check included."""
    return count_jobs(study, data)


def tunes_settings(study: Study) -> bool:
    """Whether any model chooses settings inside its training sets."""
    return chooses_settings(study)


def estimate_seconds(study: Study, data: Dataset, timings: Sequence[FitTiming], workers: int | None) -> float:
    """About how long the whole study takes, from one timed training run of each model."""
    return estimate_study_seconds(study, data, timings, workers)


def estimate_model_seconds(
    study: Study, data: Dataset, timings: Sequence[FitTiming], workers: int | None
) -> dict[str, float]:
    """The same for each model alone."""
    return {
        timing.candidate: estimate_study_seconds(study, data, (timing,), workers)
        for timing in timings
        if not timing.message
    }


def list_schemes() -> tuple[tuple[str, str, str], ...]:
    """Key, title and note of every way of splitting."""
    return tuple((row.key, row.title, row.note) for row in SCHEMES)


def find_scheme_title(kind: SchemeKind) -> str:
    return find_scheme(kind).title


def makes_claim(study: Study, data: Dataset) -> bool:
    """Whether this way of splitting can compare models; otherwise the study only describes them."""
    return width_factor(study.scheme, study.alpha, count_groups_kept(study, data)) is not None


def can_keep_final_test(data: Dataset) -> bool:
    """Whether there are rows and groups enough to keep some aside for one last test."""
    return can_split_final_test(data)


def count_final_test_rows(data: Dataset) -> int:
    """The rows that would be kept aside."""
    return split_final_test(data).final_rows.size
