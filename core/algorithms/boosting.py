"""Gradient boosting: a chain of small trees in which each corrects the ones before."""

from functools import partial
from typing import Any

from core.algorithms.binning import boosted
from core.algorithms.learner import Learner
from core.algorithms.preparation import Recipe
from core.algorithms.prepared import Prepared
from core.algorithms.row import BOTH_TASKS, Algorithm, Setting, Simpler, chosen
from core.algorithms.scikit import PerOutput, ScikitClassifier, random_state
from core.domain.dataset import Floats, Integers
from core.domain.study import Settings
from core.support.lazy_import import import_lazily

ensemble = import_lazily("sklearn.ensemble")
tree = import_lazily("sklearn.tree")

AS_IS = Recipe(fill=False, scale=False, in_parts=True)
LEAF_OF_BOOSTING = 20


class Boosted(ScikitClassifier):
    """A chain of small trees for classes, its least leaf fitted to the number of rows."""

    def fit(self, inputs: Floats, labels: Integers) -> None:
        self.estimator.set_params(min_samples_leaf=least_leaf(len(inputs)))
        boosted(self.estimator, inputs, labels)


class BoostedNumbers(PerOutput):
    """A chain of small trees for each output, its least leaf fitted to the number of rows."""

    def __init__(self, options: dict[str, Any]) -> None:
        super().__init__(ensemble.HistGradientBoostingRegressor)
        self.options = options

    def fit(self, inputs: Floats, targets: Floats) -> None:
        leaf = least_leaf(len(inputs))
        self.make = partial(ensemble.HistGradientBoostingRegressor, **self.options, min_samples_leaf=leaf)
        super().fit(inputs, targets)

    def trained(self, inputs: Floats, target: Floats) -> Any:
        return boosted(self.make(), inputs, target)


def least_leaf(rows: int) -> int:
    """20 rows, or a twentieth of a small training part, so that 40 rows can still be split."""
    return max(1, min(LEAF_OF_BOOSTING, rows // 20))


def build_boosting(settings: Settings, seed: int) -> Learner:
    values = chosen(BOOSTING.settings, settings, BOOSTING.title)
    options = {
        "max_iter": values.whole("rounds"),
        "learning_rate": values.number("rate"),
        "max_depth": values.whole("depth"),
        "early_stopping": False,
        "random_state": random_state(seed),
    }
    return Prepared(
        AS_IS,
        classifier=partial(_boosted_classes, options),
        regressor=partial(BoostedNumbers, options),
    )


def _boosted_classes(options: dict[str, Any]) -> Boosted:
    return Boosted(ensemble.HistGradientBoostingClassifier(**options))


BOOSTING = Algorithm(
    key="boosting",
    title="Gradient boosting",
    note="Small trees, each correcting the ones before; often very accurate on tables with many rows, hard to explain.",
    source="Friedman 2001; histograms as in Ke et al. 2017",
    tasks=BOTH_TASKS,
    settings=(
        Setting(
            "rounds", "Rounds", "How many small trees follow each other.", 100, low=1, high=5000, simpler=Simpler.LOWER
        ),
        Setting("rate", "Step", "How much each tree may correct.", 0.1, low=0.001, high=1.0, simpler=Simpler.LOWER),
        Setting("depth", "Depth", "Questions a small tree asks in a row.", 3, low=1, high=20, simpler=Simpler.LOWER),
    ),
    grid={"depth": (1, 3), "rounds": (30, 100, 300)},
    build=build_boosting,
    simplicity=6,
)
