"""A fitted model as plain numbers that any language can compute with: prepared columns, one kind of sum, a link.

Equal to the learner up to rounding. Models without such a form (neighbors, support vectors, processes, naive Bayes on
raw cells) are refused by name.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from core.algorithms.adaptive_splines import AdaptiveSplines, Term
from core.algorithms.additive import Additive
from core.algorithms.boosting import Boosting
from core.algorithms.cart import Cart
from core.algorithms.centroids import Centroids
from core.algorithms.discriminant import Discriminant
from core.algorithms.forest import Forest
from core.algorithms.layers import matrices_of
from core.algorithms.linear import Lasso, LeastSquares
from core.algorithms.nets import Net
from core.algorithms.newton_logistic import NewtonLogistic
from core.algorithms.perceptron import Perceptron
from core.algorithms.preparation import Preparation
from core.algorithms.prepared import Prepared
from core.algorithms.response_surface import ResponseSurface
from core.algorithms.trivial import Constant
from core.domain.dataset import Floats, Integers, Task
from core.domain.prediction import ClassLimit, ErrorLimit
from core.native.tree_records import Trees
from core.prediction.build import ModelForUse
from core.prediction.record import FinalModel
from core.support.errors import StudyError
from core.support.lazy_import import import_lazily
from core.version import VERSION

interpolate = import_lazily("scipy.interpolate")

Plain = dict[str, object]
FORM = 1  # of the description
IDENTITY, SOFTMAX, LOGISTIC, SHARES, ONE_AGAINST_REST = "identity", "softmax", "logistic", "shares", "one-against-rest"


@dataclass(frozen=True, slots=True)
class Part:
    """What a kind of model computes from prepared columns, and the link that makes scores of it."""

    plain: Plain
    link: str = IDENTITY


def make_portable(model: ModelForUse, level: float) -> Plain:
    """Describe a model by plain numbers, with its ranges of one width, its columns as tested, and where it comes from.

    Raise a StudyError where it has no such form.
    """
    record, learner = model.model, model.learner
    if record.score_map is not None:
        raise StudyError(
            f"{record.name} has recalibrated scores, which formulas and code do not hold.",
            hint="Export it without recalibration.",
        )
    described: Plain
    if isinstance(learner, Constant) or (isinstance(learner, Prepared) and learner.constant is not None):
        constant = learner if isinstance(learner, Constant) else learner.constant
        assert constant is not None
        described = _describe_constant(record, constant)
    elif isinstance(learner, Prepared):
        described = _describe_prepared(record, learner)
    else:
        raise _refuse(record)
    return {**_describe_record(record, level), **described}


def _refuse(record: FinalModel) -> StudyError:
    return StudyError(
        f"{record.name} cannot be written as formulas or code.",
        hint="Save it as a model file, or choose a linear, additive or tree model.",
    )


def _describe_record(record: FinalModel, level: float) -> Plain:
    asked = record.study.question
    is_cost = asked.measure == "cost" and len(record.classes) == 2
    every: tuple[ErrorLimit | ClassLimit, ...] = (*record.error_limits, *record.class_limits)
    return {
        "form": FORM,
        "name": record.name,
        "study": record.study.title,
        "plan": record.plan_hash,
        "made": record.made_at,
        "version": VERSION,
        "expected": [one.text for one in record.expected if one.text],
        "task": record.task.value,
        "inputs": [
            {
                "name": column.name,
                "levels": list(column.levels) if column.kind.is_coded else None,
                "untested": list(column.untested),
                "low": column.low,
                "high": column.high,
                "reach": column.reach,
            }
            for column in record.inputs
        ],
        "outputs": list(record.outputs),
        "units": list(record.units),
        "classes": list(record.classes),
        "level": level,
        "limits": [limit.limit for limit in every if limit.level == level] or _no_limits(record),
        "threshold": [record.positive, 1 / (1 + asked.cost_ratio)] if is_cost else None,
    }


def _no_limits(record: FinalModel) -> list[None]:
    """No range for any output; no set of classes at all."""
    return [] if record.classes else [None] * len(record.outputs)


def _describe_constant(record: FinalModel, constant: Constant) -> Plain:
    answers = constant.shares if record.task is Task.CLASSES else constant.predicted
    assert answers is not None
    return {
        "columns": [],
        "link": SHARES if record.task is Task.CLASSES else IDENTITY,
        "labels": list(range(len(record.classes))),
        "shift": [0.0] * len(answers),
        "scale": [1.0] * len(answers),
        "model": {"kind": "linear", "constant": _list(answers), "weights": [[] for _ in answers]},
    }


def _describe_prepared(record: FinalModel, learner: Prepared) -> Plain:
    part = _describe_part(learner.model)
    if part is None:
        raise _refuse(record)
    is_classes = record.task is Task.CLASSES
    columns = _describe_columns(learner.preparation)
    return {
        "columns": [columns[place] for place in learner.columns.tolist()],
        "link": part.link,
        "labels": [int(label) for label in learner.labels] if is_classes else [],
        "shift": [] if is_classes else _list(learner.means),
        "scale": [] if is_classes else _list(learner.spreads),
        "model": part.plain,
    }


def _describe_columns(preparation: Preparation) -> list[list[object]]:
    """Input, level (None: a number), fill (None: gaps stay), mean, spread of every prepared column."""
    recipe = preparation.recipe
    columns: list[list[object]] = []
    for place, feature in enumerate(preparation.numbers):
        fill = float(preparation.fills[place]) if recipe.fill else None
        mean, spread = (preparation.means[place], preparation.spreads[place]) if recipe.scale else (0.0, 1.0)
        columns.append([feature, None, fill, float(mean), float(spread)])
    for feature, levels, usual in zip(preparation.names, preparation.kept, preparation.most_frequent, strict=True):
        columns += [[feature, int(level), int(usual), 0.0, 1.0] for level in levels]
    return columns


def _describe_part(model: object) -> Part | None:
    if isinstance(model, LeastSquares):
        return Part(_linear(model.weights.T, -(model.center @ model.weights)))
    if isinstance(model, Lasso):
        return Part(_linear(np.atleast_2d(model.estimator.coef_), np.atleast_1d(model.estimator.intercept_)))
    if isinstance(model, NewtonLogistic):
        return _describe_logistic(model)
    if isinstance(model, Perceptron):
        return Part(_linear(model.weights[1:].T, model.weights[0]), SOFTMAX)
    if isinstance(model, ResponseSurface):
        return Part(_describe_surface(model))
    if isinstance(model, AdaptiveSplines):
        return Part(_describe_splines(model))
    if isinstance(model, Additive):
        return _describe_additive(model)
    if isinstance(model, Cart | Forest):
        return _describe_trees(model)
    if isinstance(model, Boosting):
        return _describe_boosting(model)
    if isinstance(model, Net):
        layers = [{"weights": _rows(matrix[:-1].T), "constant": _list(matrix[-1])} for matrix in _layers(model)]
        return Part({"kind": "net", "layers": layers}, SOFTMAX if model.classes else IDENTITY)
    if isinstance(model, Discriminant) and model.space is None:
        return _describe_discriminant(model)
    if isinstance(model, Centroids):
        inverse = np.diag(1 / model.spreads)
        pairs = zip(model.offsets, model.centroids, strict=True)
        clouds = [{"offset": float(offset), "mean": _list(mean), "inverse": _rows(inverse)} for offset, mean in pairs]
        return Part({"kind": "clouds", "classes": clouds}, SOFTMAX)
    return None


def _layers(model: Net) -> list[Floats]:
    return matrices_of(model.weights, model.sizes)


def _linear(weights: Floats, constant: Floats) -> Plain:
    return {"kind": "linear", "weights": _rows(weights), "constant": _list(constant)}


def _describe_logistic(model: NewtonLogistic) -> Part:
    chosen = model.shrinkages[0]
    if model.estimators:
        estimator = model.estimators[chosen].estimator
        weights, constant = estimator.coef_, estimator.intercept_
    else:
        weights, constant = model.weights[chosen][:, :-1], model.weights[chosen][:, -1]
    return Part(_linear(weights, constant), LOGISTIC if len(weights) == 1 else SOFTMAX)


def _describe_surface(model: ResponseSurface) -> Plain:
    """Every term is a product of two columns, of which the one behind the last is 1."""
    width = int(model.second.max(initial=0))
    used = np.flatnonzero(np.any(model.weights != 0, axis=1))
    terms = [
        [[int(place), None] for place in (model.first[term], model.second[term]) if place < width] for term in used
    ]
    return {
        "kind": "terms",
        "terms": terms,
        "weights": _rows(model.weights[used].T),
        "constant": _list(model.constant),
    }


def _describe_splines(model: AdaptiveSplines) -> Plain:
    """Terms of all outputs in one list; an output has weight 0 on those of the others."""
    known: dict[Term, int] = {}
    for terms, _, _ in model.equations:
        for term in terms:
            known.setdefault(term, len(known))
    weights = np.zeros((len(model.equations), len(known)))
    for output, (terms, own, _) in enumerate(model.equations):
        weights[output, [known[term] for term in terms]] = own
    return {
        "kind": "terms",
        "terms": [[[piece.input, piece.knot] for piece in term] for term in known],
        "weights": _rows(weights),
        "constant": [constant for _, _, constant in model.equations],
    }


def _describe_additive(model: Additive) -> Part:
    """Straight parts, and each curve as polynomials between its knots, in powers of the distance from the left knot."""
    outputs, width = model.weights.shape[1], len(model.center)
    straight = model.weights[1 : 1 + width].T.copy()
    constant = model.weights[0] - straight @ model.center
    curves, start = [], 1 + width
    for curve in model.curves:
        weights = model.weights[start : start + curve.turn.shape[1]]
        start += curve.turn.shape[1]
        constant = constant - curve.straight[0] @ weights
        straight[:, curve.input] -= curve.straight[1] @ weights
        spline = interpolate.BSpline(curve.knots, curve.turn @ weights, curve.degree)
        breaks = np.unique(curve.knots)
        slopes = spline.derivative()(breaks[[0, -1]])
        powers = range(curve.degree, -1, -1)  # the highest first; splines are continuous from the right
        taylor = np.array([spline.derivative(power)(breaks[:-1]) / math.factorial(power) for power in powers])
        curves.append(
            {
                "column": curve.input,
                "breaks": _list(breaks),
                "pieces": [_rows(taylor[:, :, output].T) for output in range(outputs)],
                "slopes": [_list(slopes[:, output]) for output in range(outputs)],
            }
        )
    plain: Plain = {"kind": "additive", "weights": _rows(straight), "constant": _list(constant), "curves": curves}
    return Part(plain, ONE_AGAINST_REST)


def _describe_trees(model: Cart | Forest) -> Part:
    if isinstance(model, Cart):
        tree = model.pruned[0]
        grown = [_rest_where_pruned(tree.trees, tree.resting)]
    else:
        trees, view = next(iter(model.grown.values())), model.choices[0].view
        grown = [_rest_where_small(trees, number, view.leaf) for number in range(view.trees)]
    return Part({"kind": "trees", "trees": grown, "start": None}, SHARES)


def _describe_boosting(model: Boosting) -> Part:
    chains, rounds = next(iter(model.chains.values())), model.choices[0].rounds
    start = np.concatenate([chain.start for chain in chains])
    grown, outputs, at = [], [], 0
    for chain in chains:
        scores = len(chain.start)
        for number in range(rounds * scores):
            grown.append(_rest_where_small(chain.trees, number, 0))
            outputs.append(at + number % scores)
        at += scores
    plain: Plain = {"kind": "trees", "trees": grown, "start": _list(start), "outputs": outputs}
    return Part(plain, LOGISTIC if model.is_classes and len(start) == 1 else SOFTMAX if model.is_classes else IDENTITY)


def _rest_where_small(trees: Trees, number: int, leaf: int) -> Plain:
    """One tree; a child with fewer training rows than `leaf` answers like its parent."""
    start = int(trees.starts[number])

    def is_small(node: int) -> bool:
        return leaf > 1 and int(trees.size[start + node]) < leaf

    return _copy_tree(trees, start, lambda node: False, is_small)


def _rest_where_pruned(trees: Trees, resting: Integers | np.ndarray[tuple[int], np.dtype[np.int32]]) -> Plain:
    """The tree cut back to the nodes at which rows rest."""
    leaves = np.flatnonzero(trees.column < 0)
    rests = set(np.asarray(resting)[leaves].tolist())
    return _copy_tree(trees, 0, lambda node: node in rests, lambda node: False)


def _copy_tree(trees: Trees, start: int, is_cut: Callable[[int], bool], is_small: Callable[[int], bool]) -> Plain:
    """Nodes in order, each before its left subtree; `right` counts from the root."""
    column: list[int] = []
    threshold: list[float] = []
    right: list[int] = []
    missing: list[int] = []
    value: list[list[float]] = []
    waiting: list[tuple[int, int | None, list[float] | None]] = [(0, None, None)]  # node, whose right it is, its answer
    while waiting:
        node, parent, answer = waiting.pop()
        at, place = start + node, len(column)
        if parent is not None:
            right[parent] = place
        own = _list(trees.value[at])
        is_leaf = answer is not None or trees.column[at] < 0 or is_cut(node)
        column.append(-1 if is_leaf else int(trees.column[at]))
        threshold.append(0.0 if is_leaf else float(trees.threshold[at]))
        missing.append(int(trees.missing_left[at]))
        right.append(0)
        value.append(own if answer is None else answer)
        if not is_leaf:
            lower, upper = node + 1, int(trees.right[at])
            waiting.append((upper, place, own if is_small(upper) else None))
            waiting.append((lower, None, own if is_small(lower) else None))
    return {"column": column, "threshold": threshold, "right": right, "missing_left": missing, "value": value}


def _describe_discriminant(model: Discriminant) -> Part:
    classes = [
        {"offset": offset, "mean": _list(mean), "inverse": _rows(np.asarray(np.linalg.inv(factor), dtype=np.float64))}
        for offset, mean, factor in zip(model.offsets, model.means, model.factors, strict=True)
    ]
    return Part({"kind": "clouds", "classes": classes}, SOFTMAX)


def _list(values: Floats) -> list[float]:
    return [float(value) for value in np.asarray(values).ravel()]


def _rows(values: Floats) -> list[list[float]]:
    return [[float(value) for value in row] for row in values]
