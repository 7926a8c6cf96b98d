"""Several outputs of two and more models together: T² and MANOVA as the paper names them, and a form for folds.

Reich & Barai 1999, section 5.2. The paper's tests take every score for an independent draw. Scores of folds are none:
they share test rows between models and training rows between folds. So the corrected T² of all differences from the
baseline stands first, and the others are marked as descriptive.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from core.domain.chances import word_p_value
from core.domain.dataset import Floats, Integers
from core.domain.evidence import MAIN
from core.figures.exhibit_drawing import Drawing, Mark, Trace
from core.judge.scores import ScoreTable, build_score_table
from core.laboratory.demo_runner import DemoRunner, Progress, Working
from core.laboratory.procedure import Need, Procedure, ProcedureResult, Subject, cell
from core.statistics.measures import find_measure
from core.statistics.multivariate_tests import (
    HotellingTest,
    ManovaTest,
    corrected_t2,
    hotelling_two_sample,
    manova,
)
from core.statistics.undefined import Undefined
from core.support.errors import StudyError
from core.support.lazy_import import import_lazily
from core.wording.undefined_text import describe_reason

special = import_lazily("scipy.special")

KEY = "manova"
LEVEL = 0.95
FLAT = 1e-12
DESCRIPTIVE, ALLOWED = "descriptive: takes scores for independent", "allows for shared training rows"
STATISTICS = {"pillai": "Pillai's trace", "wilks": "Wilks' lambda"}
Test = HotellingTest | ManovaTest | Undefined


@dataclass(frozen=True, slots=True)
class JointRow:
    """One test of all outputs together, of the models named, and what it takes for granted."""

    title: str
    models: str
    found: Test
    standing: str

    def cells(self) -> tuple[str, ...]:
        if isinstance(self.found, Undefined):
            reason = describe_reason(self.found.reason)
            return (self.title, self.models, "–", "–", "–", cell(self.found.p, 3), f"{self.standing}. {reason}")
        statistic = self.found.t2 if isinstance(self.found, HotellingTest) else self.found.statistic
        degrees = f"{self.found.df1:g}, {self.found.df2:.4g}"
        return (
            self.title, self.models, cell(statistic), cell(self.found.f), degrees, cell(self.found.p, 3), self.standing
        )  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class JointScores:
    """Scores by model, splits x outputs, of the splits where every model has all of them; `ratio` is test rows per
    training row, `repeat` the repeat of each split and `fold` its fold."""

    by_model: Mapping[str, Floats]
    repeat: Integers
    fold: Integers
    ratio: float

    def deal(self) -> tuple[Floats, ...]:
        """The folds of the first repeat, dealt to the models in turn: no two models share test rows."""
        first = self.repeat == 0
        count = len(self.by_model)
        return tuple(
            scores[first & (self.fold % count == place)] for place, scores in enumerate(self.by_model.values())
        )


def compare_models_together(_shop: DemoRunner, subject: Subject) -> Working[ProcedureResult]:
    """All models and outputs at once, then the model looked at against the baseline. Nothing is trained."""
    yield Progress(0, 1)
    table = build_score_table(subject.study, subject.data, subject.run, MAIN)
    scores = collect_joint_scores(table)
    rows = (*compare_all_models(scores, subject.study.baseline), *_test_pair(subject, scores))
    decisive = rows[0].found
    many = len(scores.by_model)
    p = describe_reason(decisive.reason) if isinstance(decisive, Undefined) else f"{word_p_value(decisive.p)}."
    return ProcedureResult(
        KEY,
        f"{many} models, {len(subject.data.outputs)} outputs, {len(scores.repeat)} splits. All models together, "
        f"allowing for shared training rows: {p}",
        "MANOVA asks whether any model differs on any output. Its samples should be independent; folds share training "
        "rows, and all models are tested on the same rows, so on all splits it claims a difference between three equal "
        "models in about 34 of 100 simulated studies, the corrected T² in 4. That one takes the differences of all "
        "models from the baseline on the same splits (Reich & Barai 1999, section 5.2 and figure 7).",
        ("Test", "Models", "Statistic", "F", "df", "p", "Standing"),
        tuple(row.cells() for row in rows),
        _draw(subject, scores),
    )


def collect_joint_scores(table: ScoreTable) -> JointScores:
    """The study's measure of every output, higher is better; an error where fewer than three splits have all."""
    measure = find_measure(table.study.question.measure)
    sign = -1.0 if measure.lower_is_better else 1.0
    keys = [one.key for one in table.study.candidates]
    outputs = range(len(table.data.outputs))
    grids = {key: np.stack([table.grid(key, measure, place) for place in outputs], axis=-1) for key in keys}
    known = np.all([np.isfinite(grid).all(axis=-1) for grid in grids.values()], axis=0)
    if known.sum() < 3:
        raise StudyError("Fewer than three splits have a value for every model and output.", "Use more folds.")
    repeat, fold = np.nonzero(known)
    test, train = table.sizes(keys[0])
    return JointScores(
        {key: sign * grid[known] for key, grid in grids.items()},
        repeat,
        fold,
        float(np.nansum(test[known]) / np.nansum(train[known])),
    )


def compare_all_models(scores: JointScores, baseline: str) -> tuple[JointRow, ...]:
    """The corrected T² of all differences from the baseline, then MANOVA on all splits and on separate folds."""
    samples = list(scores.by_model.values())
    title = f"all {len(samples)}"
    differences = np.hstack(
        [one - scores.by_model[baseline] for key, one in scores.by_model.items() if key != baseline]
    )
    dealt = scores.deal()
    return (
        JointRow("T² of all differences from the baseline", title, corrected_t2(differences, scores.ratio), ALLOWED),
        *(
            JointRow(f"MANOVA, {name}, all splits", title, manova(samples, key), DESCRIPTIVE)
            for key, name in STATISTICS.items()
        ),
        *(
            JointRow(
                f"MANOVA, {name}, folds of their own", title, manova(dealt, key), "descriptive: training rows shared"
            )
            for key, name in STATISTICS.items()
        ),
    )


def compare_two_models(scores: JointScores, first: str, second: str, named: str) -> tuple[JointRow, ...]:
    """Two models on all outputs: the corrected T² of their differences, and T² of two separate samples."""
    mine, theirs = scores.by_model[first], scores.by_model[second]
    own = JointScores({first: mine, second: theirs}, scores.repeat, scores.fold, scores.ratio).deal()
    return (
        JointRow("T² of the differences", named, corrected_t2(mine - theirs, scores.ratio), ALLOWED),
        JointRow("Two-sample T², all splits", named, hotelling_two_sample(mine, theirs), DESCRIPTIVE),
        JointRow(
            "Two-sample T², folds of their own", named, hotelling_two_sample(*own), "descriptive: training rows shared"
        ),
    )


def _test_pair(subject: Subject, scores: JointScores) -> tuple[JointRow, ...]:
    first, second = subject.candidate.key, subject.baseline.key
    if first == second:
        return ()
    return compare_two_models(scores, first, second, f"{subject.name(first)} against {subject.name(second)}")


def _draw(subject: Subject, scores: JointScores) -> Drawing:
    """Each model's difference from the baseline per output, in standard errors, with its range taken alone."""
    base, count = scores.by_model[subject.study.baseline], len(scores.repeat)
    reach = float(special.stdtrit(count - 1, (1 + LEVEL) / 2))
    traces = []
    for key, one in scores.by_model.items():
        if key == subject.study.baseline:
            continue
        sizes = compute_standard_sizes(one - base, scores.ratio)
        marks = (Mark(place, size, size - reach, size + reach) for place, size in enumerate(sizes) if size is not None)
        traces.append(Trace(subject.name(key), tuple(marks)))
    return Drawing(
        f"difference from {subject.name(subject.study.baseline)}, in standard errors; right is better",
        "", tuple(traces), subject.data.outputs, rule=0.0, is_rows=True,
    )  # fmt: skip


def compute_standard_sizes(differences: Floats, ratio: float) -> Sequence[float | None]:
    """Mean difference per output in standard errors that allow for shared training rows; None without a spread."""
    spread = differences.std(axis=0, ddof=1) * np.sqrt(1 / len(differences) + ratio)
    means, flat = differences.mean(axis=0), FLAT * np.abs(differences).max(axis=0)
    return [float(mean / one) if one > least else None for mean, one, least in zip(means, spread, flat, strict=True)]


TOGETHER = Procedure(
    KEY,
    "MANOVA: several outputs and models",
    "Reich & Barai 1999, section 5.2",
    "All outputs of all models at once: Pillai, Wilks and a corrected T². Nothing is trained.",
    (Need.TWO_MODELS, Need.OUTPUTS),
    compare_models_together,
)
