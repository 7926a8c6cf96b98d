"""Trees grown by the compiled code of scikit-learn itself: what its `fit` looks up and checks every time is known here.

The tree is the one that `fit` grows, to the last bit. Should another version have other inner parts, `fit` is used.
"""

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.domain.dataset import Floats, Integers
from core.support.lazy_import import import_lazily

tree = import_lazily("sklearn.tree")

USUAL = {
    "splitter": "best",
    "max_depth": None,
    "min_samples_split": 2,
    "min_weight_fraction_leaf": 0.0,
    "max_features": None,
    "max_leaf_nodes": None,
    "min_impurity_decrease": 0.0,
    "ccp_alpha": 0.0,
    "monotonic_cst": None,
}  # settings that are understood here
CRITERIA = ("gini", "squared_error")
MOST_CLASSES = 1000  # labels that are counted rather than sorted
DEEPEST = int(np.iinfo(np.int32).max)


def grow(estimator: Any, inputs: NDArray[np.float32], targets: Floats | Integers) -> Any:
    """The estimator with its tree grown on finite numbers of half width."""
    if not (_is_usual(estimator) and _works()):
        return estimator.fit(inputs, targets, check_input=False)
    return _grown(estimator, inputs, targets)


def _is_usual(estimator: Any) -> bool:
    usual = all(getattr(estimator, name) == value for name, value in USUAL.items())
    is_class_weighted = getattr(estimator, "class_weight", None) is not None
    return usual and not is_class_weighted and estimator.criterion in CRITERIA and type(estimator.random_state) is int


@lru_cache(maxsize=1)
def _works() -> bool:
    """Whether the inner parts are as they are known here."""
    inputs = np.array([[0.0], [1.0], [2.0]], dtype=np.float32)
    try:
        for estimator in (tree.DecisionTreeClassifier(random_state=0), tree.DecisionTreeRegressor(random_state=0)):
            _grown(estimator, inputs, np.array([0, 1, 1]))
    except (AttributeError, TypeError, ValueError):
        return False
    return True


def _grown(estimator: Any, inputs: NDArray[np.float32], targets: Floats | Integers) -> Any:
    columns = inputs.shape[1]
    criterion, wanted, classes = _classes(estimator, targets) if estimator.criterion == "gini" else _numbers(targets)
    splitter = tree._splitter.BestSplitter(
        criterion, columns, estimator.min_samples_leaf, 0.0, np.random.RandomState(estimator.random_state), None
    )
    grown = tree._tree.Tree(columns, classes, wanted.shape[1])
    leaf = estimator.min_samples_leaf
    builder = tree._tree.DepthFirstTreeBuilder(splitter, max(2, 2 * leaf), leaf, 0.0, DEEPEST, 0.0)
    builder.build(grown, inputs, wanted, None, None)
    estimator.tree_, estimator.n_features_in_, estimator.n_outputs_ = grown, columns, wanted.shape[1]
    return estimator


def _classes(estimator: Any, targets: Floats | Integers) -> tuple[Any, Floats, Integers]:
    estimator.classes_, positions = _labels(targets)
    estimator.n_classes_ = len(estimator.classes_)
    counts = np.array([estimator.n_classes_], dtype=np.intp)
    return tree._criterion.Gini(1, counts), positions.astype(np.float64).reshape(-1, 1), counts


def _labels(targets: Floats | Integers) -> tuple[NDArray[Any], NDArray[Any]]:
    """The labels that occur, and where each row's is among them; labels 0, 1, ... need no sorting."""
    if targets.dtype.kind == "i" and targets.min() >= 0 and targets.max() <= MOST_CLASSES:
        counts = np.bincount(targets)
        if counts.all():
            return np.arange(len(counts)), targets
    return np.unique(targets, return_inverse=True)


def _numbers(targets: Floats | Integers) -> tuple[Any, Floats, Integers]:
    wanted = np.ascontiguousarray(targets.reshape(len(targets), -1), dtype=np.float64)
    outputs = wanted.shape[1]
    return tree._criterion.MSE(outputs, len(wanted)), wanted, np.ones(outputs, dtype=np.intp)
