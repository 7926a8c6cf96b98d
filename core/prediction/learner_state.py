"""A fitted learner as arrays and JSON, and back: a table of our own classes and their fitted values; nothing runs.

A class that is not in the table cannot be stored, and none is looked up by a name from the file. A model whose parts
are not all in the table (monotone boosting of scikit-learn) is saved as its recipe and trained again where it is used.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.algorithms import adaptive_splines, additive, boosting, cart, forest, naive_bayes, processes
from core.algorithms.average import Average
from core.algorithms.c45.c45_learner import QuinlanTree
from core.algorithms.c45.tree import Fork, Node
from core.algorithms.cells import SeenNames
from core.algorithms.centroids import Centroids
from core.algorithms.discretize import DiscretizedNaiveBayes
from core.algorithms.discriminant import Discriminant, RowSpace
from core.algorithms.formula.expression import Applied, ColumnValue, HasName, Number
from core.algorithms.formula.formula_learner import Formula
from core.algorithms.learner import Learner, Schema
from core.algorithms.levels import Levels
from core.algorithms.limits import Limited
from core.algorithms.linear import Lasso, LeastSquares, PartialLeastSquares, Ridge
from core.algorithms.neighbors import Neighbors
from core.algorithms.nets import Net
from core.algorithms.newton_logistic import NewtonLogistic
from core.algorithms.perceptron import Perceptron
from core.algorithms.preparation import Preparation, Recipe
from core.algorithms.prepared import Prepared
from core.algorithms.response_surface import ResponseSurface
from core.algorithms.ripper.ripper_learner import Line, RuleList
from core.algorithms.ripper.rule import Condition, Relation, Rule
from core.algorithms.scikit import ScikitClassifier
from core.algorithms.trivial import Constant
from core.algorithms.vectors import VectorClassifier, VectorRegressor
from core.domain.dataset import Integers, Kind, Task
from core.engine.constant_guess import ConstantGuess
from core.native.tree_records import NODE_ARRAYS, Trees, View
from core.support.errors import ContentError
from core.support.lazy_import import import_lazily

linear_model = import_lazily("sklearn.linear_model")
svm = import_lazily("sklearn.svm")

Arrays = dict[str, NDArray[Any]]
MOST_DEPTH = 200  # of the description: deeper than any tree of ours that is worth reading


class NotStorableError(Exception):
    """A part of a learner has no row in the table."""


@dataclass(frozen=True, slots=True)
class _Stored:
    """A class and the attributes its predictions are made from; `unused` are set because its code looks at them."""

    kind: type
    names: tuple[str, ...]
    unused: Callable[[], Mapping[str, object]] = dict


def _record(kind: type) -> _Stored:
    return _Stored(kind, tuple(field.name for field in fields(kind)))


_NO_COMPANY = {"common": None, "groups": None}
_PREPARED = ("preparation", "schema", "constant", "model", "columns", "labels", "means", "spreads")
_TABLE: dict[str, _Stored] = {
    "prepared": _Stored(Prepared, _PREPARED, lambda: _NO_COMPANY),
    "preparation": _Stored(
        Preparation, ("recipe", "numbers", "names", "fills", "means", "spreads", "seen", "kept", "most_frequent")
    ),
    "recipe": _record(Recipe),
    "schema": _record(Schema),
    "constant": _Stored(Constant, ("middle", "predicted", "shares")),
    "guess": _Stored(ConstantGuess, ("guess", "shares")),
    "least-squares": _Stored(LeastSquares, ("center", "weights")),
    "ridge": _Stored(Ridge, ("center", "weights")),
    "pls": _Stored(PartialLeastSquares, ("center", "weights")),
    "lasso": _Stored(Lasso, ("estimator",)),
    "logistic": _Stored(NewtonLogistic, ("shrinkages", "weights", "estimators")),
    "scikit": _Stored(ScikitClassifier, ("estimator",)),
    "perceptron": _Stored(Perceptron, ("weights",)),
    "centroids": _Stored(Centroids, ("centroids", "spreads", "offsets")),
    "discriminant": _Stored(Discriminant, ("space", "means", "factors", "balls", "offsets")),
    "row-space": _record(RowSpace),
    "neighbors": _Stored(
        Neighbors, ("count", "weights", "inputs", "answers", "row_weights"), lambda: {"searched": [], "tree": None}
    ),
    "cart": _Stored(cart.Cart, ("pruned",)),
    "pruned-tree": _record(cart.PrunedTree),
    "forest": _Stored(forest.Forest, ("choices", "grown")),
    "forest-choice": _record(forest.ForestChoice),
    "view": _record(View),
    "trees": _record(Trees),
    "boosting": _Stored(boosting.Boosting, ("choices", "chains", "is_classes")),
    "boosting-choice": _record(boosting.BoostingChoice),
    "chain": _record(boosting.Chain),
    "response-surface": _Stored(ResponseSurface, ("first", "second", "constant", "weights")),
    "additive": _Stored(additive.Additive, ("center", "curves", "weights")),
    "additive-curve": _record(additive.Curve),
    "adaptive-splines": _Stored(adaptive_splines.AdaptiveSplines, ("equations",)),
    "piece": _record(adaptive_splines.Piece),
    "net": _Stored(Net, ("sizes", "weights", "classes")),
    "limited": _Stored(Limited, ("model",)),
    "process": _Stored(processes.Process, ("smoothness", "inputs", "curves")),
    "process-curve": _record(processes.Curve),
    "vector-classifier": _Stored(VectorClassifier, ("estimator",)),
    "vector-regressor": _Stored(VectorRegressor, ("estimators",)),
    "naive-bayes": _Stored(naive_bayes.NaiveBayes, ("_model", "_seen")),
    "naive-bayes-model": _record(naive_bayes._Model),
    "naive-bayes-names": _record(naive_bayes._Names),
    "naive-bayes-numbers": _record(naive_bayes._Numbers),
    "naive-bayes-bins": _Stored(DiscretizedNaiveBayes, ("_cuts", "_seen", "_inner")),
    "seen-names": _record(SeenNames),
    "levels": _record(Levels),
    "c45": _Stored(QuinlanTree, ("root", "seen")),
    "c45-node": _record(Node),
    "c45-fork": _record(Fork),
    "ripper": _Stored(RuleList, ("lines", "seen")),
    "ripper-line": _record(Line),
    "ripper-rule": _record(Rule),
    "ripper-condition": _record(Condition),
    "average": _Stored(Average, ("schema", "learners", "weights")),
    "formula": _Stored(Formula, ("expressions", "threshold", "class_above", "_schema", "_fallback")),
    "formula-number": _record(Number),
    "formula-column": _record(ColumnValue),
    "formula-name": _record(HasName),
    "formula-applied": _record(Applied),
}
_NAME_OF = {stored.kind: name for name, stored in _TABLE.items()}
_ENUMS: dict[str, type[Enum]] = {"task": Task, "kind": Kind, "relation": Relation}
# Estimators of scikit-learn: their parameters and fitted values, as far as predicting reads them.
_LINEAR = ("coef_", "intercept_", "n_features_in_")
_VECTORS = (
    *("support_", "support_vectors_", "_n_support", "_dual_coef_", "dual_coef_", "_intercept_", "intercept_"),
    *("_probA", "_probB", "_gamma", "_sparse", "shape_fit_", "fit_status_", "n_features_in_", "classes_"),
)
_SCIKIT: dict[str, tuple[Callable[[], type], tuple[str, ...]]] = {
    "Lasso": (lambda: linear_model.Lasso, _LINEAR),
    "ElasticNet": (lambda: linear_model.ElasticNet, _LINEAR),
    "LogisticRegression": (lambda: linear_model.LogisticRegression, (*_LINEAR, "classes_")),
    "SVC": (lambda: svm.SVC, _VECTORS),
    "SVR": (lambda: svm.SVR, _VECTORS[:-1]),
}


# --- to arrays and JSON ---


def write_learner(learner: Learner) -> tuple[object, Arrays]:
    """Return the description of a fitted learner and its arrays by name; NotStorableError: it has other parts."""
    arrays: Arrays = {}
    return _write(learner, arrays), arrays


def _write(value: object, arrays: Arrays) -> object:
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, Enum):
        name = next((name for name, kind in _ENUMS.items() if isinstance(value, kind)), None)
        if name is None:
            raise NotStorableError(type(value).__name__)
        return {"enum": name, "value": value.value}
    if isinstance(value, np.ndarray):
        return _write_array(value, arrays)
    if isinstance(value, np.generic):
        return _write(value.item(), arrays)
    if isinstance(value, int | str):
        return value
    if isinstance(value, float):
        return value if np.isfinite(value) else _write_array(np.array([value]), arrays, is_number=True)
    if isinstance(value, list | tuple):
        return {"tuple" if isinstance(value, tuple) else "list": [_write(part, arrays) for part in value]}
    if isinstance(value, dict):
        return {"dict": [[_write(key, arrays), _write(part, arrays)] for key, part in value.items()]}
    return _write_object(value, arrays)


def _write_array(values: NDArray[Any], arrays: Arrays, is_number: bool = False) -> object:
    if values.dtype.kind not in "fiub" or values.dtype == np.uint64:
        raise NotStorableError(str(values.dtype))
    is_fortran = values.ndim == 2 and values.flags.f_contiguous and not values.flags.c_contiguous
    name = f"learner {len(arrays)}"
    arrays[name] = values.ravel(order="F" if is_fortran else "C").astype(
        np.float64 if values.dtype.kind == "f" else np.int64
    )
    described = {"array": name, "shape": list(values.shape), "dtype": values.dtype.str, "fortran": is_fortran}
    return {**described, "number": True} if is_number else described


def _write_object(value: object, arrays: Arrays) -> object:
    kind = Prepared if isinstance(value, Prepared) else type(value)
    if kind in _NAME_OF:
        name = _NAME_OF[kind]
        return {"is": name, "has": {key: _write(getattr(value, key), arrays) for key in _TABLE[name].names}}
    found = _SCIKIT.get(kind.__name__)
    if found is None or kind is not found[0]():
        raise NotStorableError(kind.__name__)
    state = {key: _write(getattr(value, key), arrays) for key in found[1] if hasattr(value, key)}
    settings = {key: _write(part, arrays) for key, part in value.get_params().items()}  # type: ignore[attr-defined]
    return {"scikit": kind.__name__, "settings": settings, "has": state}


def keeps_training_rows(described: object) -> bool:
    """Whether the parameters of a described learner are training rows themselves."""
    if isinstance(described, dict):
        is_such = described.get("is") in ("neighbors", "process", "vector-classifier", "vector-regressor")
        return is_such or any(keeps_training_rows(part) for part in described.values())
    return isinstance(described, list) and any(keeps_training_rows(part) for part in described)


# --- and back ---


def read_learner(described: object, arrays: Mapping[str, NDArray[Any]]) -> Learner:
    """Return the learner of a description; a ValueError says what no learner of ours can be."""
    learner: Learner = _read(described, arrays, 0)
    if not hasattr(learner, "predict"):
        raise ContentError("its model cannot predict")
    return learner


def _read(described: Any, arrays: Mapping[str, NDArray[Any]], depth: int) -> Any:
    if depth > MOST_DEPTH:
        raise ContentError("its model is nested too deeply")
    if described is None or isinstance(described, bool | int | float | str):
        return described
    if not isinstance(described, dict):
        raise ContentError("its model is described in an unknown way")
    if "array" in described:
        return _read_array(described, arrays)
    if "enum" in described:
        return _ENUMS[described["enum"]](described["value"])
    for word, make in (("list", list), ("tuple", tuple)):
        if word in described:
            return make(_read(part, arrays, depth + 1) for part in described[word])
    if "dict" in described:
        pairs = described["dict"]
        return {_read(key, arrays, depth + 1): _read(part, arrays, depth + 1) for key, part in pairs}
    return _read_object(described, arrays, depth)


def _read_array(described: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> Any:
    values, dtype = arrays[described["array"]], np.dtype(described["dtype"])
    shape = tuple(int(size) for size in described["shape"])
    if dtype.kind not in "fiub" or int(np.prod(shape)) != values.size:
        raise ContentError("an array of its model is not as large as it says")
    array = values.astype(dtype).reshape(shape, order="F" if described["fortran"] else "C")
    return float(array[0]) if described.get("number") else array


def _read_object(described: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]], depth: int) -> Any:
    state = {name: _read(part, arrays, depth + 1) for name, part in described["has"].items()}
    if "scikit" in described:
        return _read_scikit(described, state, arrays, depth)
    stored = _TABLE[described["is"]]
    if set(state) != set(stored.names):
        raise ContentError(f"its {described['is']} has other values than it needs")
    if is_dataclass(stored.kind):
        made = stored.kind(**state)
    else:
        made = object.__new__(stored.kind)
        for name, value in (*state.items(), *stored.unused().items()):
            setattr(made, name, value)
    if isinstance(made, Trees):
        check_trees(made)
    if isinstance(made, cart.PrunedTree) and not _are_places(made.resting, len(made.trees.column)):
        raise ContentError("its tree rests at nodes it does not have")
    return made


def _read_scikit(
    described: Mapping[str, Any], state: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]], depth: int
) -> Any:
    kind, names = _SCIKIT[described["scikit"]]
    if not set(state) <= set(names):
        raise ContentError("its estimator has other values than it needs")
    estimator = kind()(**{name: _read(part, arrays, depth + 1) for name, part in described["settings"].items()})
    for name, value in state.items():
        setattr(estimator, name, value)
    if "support_vectors_" in state:
        _check_vectors(estimator)
    return estimator


def _check_vectors(estimator: Any) -> None:
    """The compiled code of scikit-learn trusts these sizes."""
    rows, width = estimator.support_vectors_.shape
    counts = int(np.sum(estimator._n_support)) if hasattr(estimator, "classes_") else rows
    if len(estimator.support_) != rows or counts != rows or estimator._dual_coef_.shape[1] != rows:
        raise ContentError("its support vectors contradict each other")
    if width != estimator.n_features_in_:
        raise ContentError("its support vectors lack columns")


def check_trees(trees: Trees) -> None:
    """Refuse trees that lead anywhere but down: the compiled code follows them without looking."""
    nodes = len(trees.column)
    sizes = [len(getattr(trees, name)) for name in NODE_ARRAYS if name != "cost"]
    starts = trees.starts
    is_whole = len(starts) >= 2 and starts[0] == 0 and starts[-1] == nodes and bool((np.diff(starts) > 0).all())
    if not is_whole or any(size != nodes for size in sizes) or trees.value.ndim != 2:
        raise ContentError("its trees have no beginning or no end")
    ends = np.diff(starts).repeat(np.diff(starts))
    own = np.arange(nodes) - starts[:-1].repeat(np.diff(starts))
    asks = trees.column >= 0
    leads_down = (trees.right[asks] > own[asks] + 1) & (trees.right[asks] < ends[asks])
    if not bool(leads_down.all()) or bool((trees.column < -1).any()):
        raise ContentError("its trees lead nowhere")


def _are_places(places: Integers | NDArray[np.int32], count: int) -> bool:
    return places.size > 0 and bool(((places >= 0) & (places < count)).all())
