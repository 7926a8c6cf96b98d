"""Plots of predicted classes: confusions, ROC, precision and recall, calibration, cost, and disagreement."""

from collections.abc import Callable, Sequence

import numpy as np

from core.application.charts.decision_charts import list_calibration_facts
from core.application.charts.result_view import ResultView
from core.domain.dataset import Task
from core.figures.agreement import agreement
from core.figures.calibration import reliability
from core.figures.chart import (
    Axis,
    Block,
    Chart,
    Curve,
    Fact,
    Ink,
    Layer,
    Lines,
    Panel,
    Points,
    Rule,
    Shape,
    Stroke,
    Text,
    Tick,
    as_floats,
)
from core.figures.precision_recall import RECALLS, precision_curve
from core.figures.roc import GRID, Fold, bundle
from core.figures.thresholds import STANDARD, THRESHOLDS, tally
from core.laboratory.residuals import Confusion, count_confusions, has_threshold
from core.laboratory.scored_rows import are_probabilities, collect_scored_folds
from core.support.errors import DataError
from core.support.text import pluralize

FAINT = 0.12
MOST_CURVES = 60
THRESHOLD, CLASS, RATIO = "threshold", "class", "ratio"


# --- confusion ---


def draw_confusion(view: ResultView) -> Chart | None:
    """Draw how many of 100 rows of each class get which prediction, for the selected model at a threshold."""
    if view.data.task is not Task.CLASSES or not view.scores.outcomes(view.model):
        return None
    chosen = view.options.get(THRESHOLD)
    can_move = has_threshold(view.scores, view.model)
    threshold = float(chosen) if can_move and isinstance(chosen, float | int) else None
    found = count_confusions(view.scores, view.model, threshold)
    names = tuple(f"“{name}”" for name in found.classes)
    count = len(names)
    actual = [sum(line) for line in found.counts]
    layers: list[Layer] = []
    for row in range(count):
        for column in range(count):
            layers += _draw_cell(found, names, row, column, count)
    ticks_x = tuple(Tick(place + 0.5, name) for place, name in enumerate(names))
    ticks_y = tuple(Tick(count - 0.5 - place, f"{name} ({actual[place]:,})") for place, name in enumerate(names))
    panel = Panel(
        Axis(0.0, count, "predicted", ticks=ticks_x, is_bare=True),
        Axis(0.0, count, "actual", ticks=ticks_y, is_bare=True),
        tuple(layers),
    )
    return Chart(
        key="confusion",
        title=f"Confusion of {view.name(view.model)}",
        panels=(panel,),
        caption=f"{found.sentence(view.name(view.model))} Held-out rows of all repeats. Seen here, not tested.",
        headings=("Actual", "Predicted", "Per 100 rows", "Rows"),
        rows=_list_pairs(found, names),
        facts=_confusion_facts(view, found),
    )


def _draw_cell(found: Confusion, names: Lines, row: int, column: int, count: int) -> list[Layer]:
    share, is_right = found.per_100[row][column], row == column
    of_row = share / max(1e-9, sum(found.per_100[row]))
    top = float(count - row)
    ink = Ink.GOOD if is_right else Ink.SELECTED
    tip = (
        f"{names[row]} predicted as {names[column]}",
        f"{share:.1f} of 100 rows, {found.counts[row][column]:,} in all",
        f"{100 * of_row:.1f} % of {names[row]}",
    )
    gap = 0.02
    edges = (column + gap, column + 1 - gap, top - 1 + gap, top - gap)
    layers: list[Layer] = [
        Block(*edges, Ink.GRID),
        Block(*edges, ink, opacity=0.08 + 0.45 * of_row, tip=tip),
    ]
    if count <= 8:
        layers.append(Text(column + 0.5, top - 0.5, f"{share:.1f}", Ink.TEXT, 0, True))
    return layers


def _list_pairs(found: Confusion, names: Lines) -> tuple[Lines, ...]:
    """The pairs of classes most often taken for each other first, right predictions last."""
    cells = [(row, column) for row in range(len(names)) for column in range(len(names))]
    ordered = sorted(cells, key=lambda cell: (cell[0] == cell[1], -found.per_100[cell[0]][cell[1]]))
    return tuple((names[i], names[j], f"{found.per_100[i][j]:.2f}", f"{found.counts[i][j]:,}") for i, j in ordered)


def _confusion_facts(view: ResultView, found: Confusion) -> tuple[Fact, ...]:
    facts = [Fact("Right of 100", f"{found.right:.1f}")]
    if len(found.classes) == 2:
        positive = view.data.positive_class
        other = 1 - positive
        hits, missed = found.counts[positive][positive], found.counts[positive][other]
        alarms, rest = found.counts[other][positive], found.counts[other][other]
        name = found.classes[positive]
        facts += [
            Fact("Sensitivity", f"{100 * hits / max(1, hits + missed):.1f} %", f"of “{name}” found"),
            Fact("Precision", f"{100 * hits / max(1, hits + alarms):.1f} %", f"of “{name}” predicted are"),
            Fact("Specificity", f"{100 * rest / max(1, rest + alarms):.1f} %", "of the others left alone"),
        ]
    return tuple(facts)


def word_threshold(view: ResultView) -> Callable[[float], str]:
    """Say at which score a row is called positive, and where the cost of a miss puts it."""
    name = view.data.classes[view.data.positive_class]

    def word(value: float) -> str:
        return f"“{name}” above {100 * value:.0f} %"

    return word


# --- curves ---


def _positive(view: ResultView) -> int:
    chosen = view.options.get(CLASS)
    names = view.data.classes
    return names.index(str(chosen)) if chosen in names else view.data.positive_class


def _folds(view: ResultView, model: str) -> tuple[Fold, ...]:
    """The scored folds of a model; nothing where it has no scores."""
    if not model or not view.scores.outcomes(model):
        return ()
    try:
        return collect_scored_folds(view.scores, model, view.name(model), _positive(view))
    except DataError:
        return ()


def _sides(view: ResultView) -> list[tuple[str, tuple[Fold, ...]]]:
    """The baseline and the rival with their scored folds, as far as they have scores."""
    keys = dict.fromkeys(key for key in (view.baseline, view.rival) if key)
    found = [(key, _folds(view, key)) for key in keys]
    return [(key, folds) for key, folds in found if folds]


def has_curves(view: ResultView) -> bool:
    return view.data.task is Task.CLASSES and bool(_sides(view))


def _side_ink(view: ResultView, key: str) -> Ink:
    return Ink.BASELINE if key == view.baseline else Ink.SELECTED


def draw_roc(view: ResultView) -> Chart | None:
    """Draw the mean ROC curves of baseline and rival over all folds, single folds faintly behind."""
    layers: list[Layer] = [Curve(as_floats([0, 1]), as_floats([0, 1]), Ink.HELP, 1.0, Stroke.DOTTED)]
    facts, rows = [], []
    for key, folds in _sides(view):
        found = bundle(folds)
        if found is None:
            continue
        ink = _side_ink(view, key)
        layers += [Curve(x, y, ink, 1.0, opacity=FAINT) for x, y in found.curves[:MOST_CURVES]]
        x, y = np.concatenate(([0.0], GRID)), np.concatenate(([0.0], found.mean))
        layers.append(
            Curve(
                x,
                y,
                ink,
                2.5,
                _stroke(view, key),
                describe=_point(view, key, x, y, "false-positive rate", "sensitivity"),
            )
        )
        estimate = view.estimate(key, "auc")
        below = ""
        if estimate is not None and estimate.interval is not None:
            below = f"{estimate.interval.low:.3f} to {estimate.interval.high:.3f}"
        facts.append(Fact(view.title(key), f"{found.auc:.3f}", below or "area below the curve"))
        rows += [(view.title(key), f"{a:.3f}", f"{b:.3f}") for a, b in zip(x[::5], y[::5], strict=True)]
    if not facts:
        return None
    return _square_chart(
        view, "roc", "ROC curves", layers, ("false-positive rate", "sensitivity"), rows, facts,
        "Mean of all folds; thin lines are single folds. Seen here, not tested.",
    )  # fmt: skip


def _stroke(view: ResultView, key: str) -> Stroke:
    return Stroke.SOLID if key == view.baseline else Stroke.DASHED


def _point(view: ResultView, key: str, x: object, y: object, across: str, up: str) -> Callable[[int], Lines]:
    xs, ys = as_floats(x), as_floats(y)
    return lambda at: (view.title(key), f"{across} {xs[at]:.3g}", f"{up} {ys[at]:.3g}")


def _square_chart(
    view: ResultView,
    key: str,
    title: str,
    layers: list[Layer],
    axes: tuple[str, str],
    rows: Sequence[Lines],
    facts: list[Fact],
    caption: str,
) -> Chart:
    name = view.data.classes[_positive(view)]
    panel = Panel(
        Axis(0.0, 1.0, axes[0], has_grid=True), Axis(0.0, 1.0, axes[1], has_grid=True), tuple(layers), is_square=True
    )
    return Chart(
        key=key,
        title=f"{title} for “{name}”",
        panels=(panel,),
        caption=f"Class to find: “{name}”. {caption}",
        headings=("Model", *axes),
        rows=tuple(rows),
        facts=tuple(facts),
    )


def draw_precision_recall(view: ResultView) -> Chart | None:
    layers: list[Layer] = []
    facts, rows = [], []
    for key, folds in _sides(view):
        found = precision_curve(folds)
        if found is None:
            continue
        if not layers:
            layers.append(Rule(y=found.share, ink=Ink.HELP, width=1.0, stroke=Stroke.DOTTED))
        describe = _point(view, key, RECALLS, found.precision, "recall", "precision")
        layers.append(Curve(RECALLS, found.precision, _side_ink(view, key), 2.5, _stroke(view, key), describe=describe))
        facts.append(Fact(view.title(key), f"{found.area:.3f}", "area below the curve"))
        rows += [
            (view.title(key), f"{a:.2f}", f"{b:.3f}") for a, b in zip(RECALLS[4::5], found.precision[4::5], strict=True)
        ]
    if not facts:
        return None
    return _square_chart(
        view, "precision-recall", "Precision and recall", layers, ("recall", "precision"), rows, facts,
        "Mean of all folds; dotted: the share of this class. Seen here, not tested.",
    )  # fmt: skip


def draw_calibration(view: ResultView) -> Chart | None:
    """Draw what share of the rows with about the same score are really of the class; None without probabilities."""
    layers: list[Layer] = [Curve(as_floats([0, 1]), as_floats([0, 1]), Ink.TEXT, 1.0)]
    facts, rows = [], []
    for key, folds in _sides(view):
        if not are_probabilities(folds):
            continue
        joined = Fold(np.concatenate([fold.truth for fold in folds]), np.concatenate([fold.ranking for fold in folds]))
        found = reliability(joined)
        if found is None:
            continue
        x, y = as_floats([one.score for one in found.bins]), as_floats([one.share for one in found.bins])
        ink = _side_ink(view, key)
        shape = Shape.CIRCLE if key == view.baseline else Shape.TRIANGLE
        lines = [
            (view.title(key), f"score {one.score:.2f}", f"really so: {100 * one.share:.0f} of 100 ({one.rows:,} rows)")
            for one in found.bins
        ]
        layers += [Curve(x, y, ink, 1.5), Points(x, y, ink, shape, 5.0, describe=lines.__getitem__, is_set_off=True)]
        facts.append(Fact(view.title(key), f"{100 * found.off:.1f}", "off per 100 on average"))
        facts.append(Fact("Brier score", f"{found.brier:.3f}"))
        if key == view.model:
            facts += list_calibration_facts(view)
        rows += [(view.title(key), f"{one.score:.3f}", f"{one.share:.3f}") for one in found.bins]
    if not facts:
        return None
    return _square_chart(
        view, "calibration", "Calibration", layers, ("score of the model", "share that is really so"), rows, facts,
        "Above the line scores are too low, below it too high. Recalibrated scores are judged on folds their map was "
        "not fitted on; save the model with them from the banner. Seen here, not tested.",
    )  # fmt: skip


def draw_cost(view: ResultView) -> Chart | None:
    """Draw the cost per 100 rows at every threshold, for one cost of a miss; None without probabilities."""
    chosen = view.options.get(RATIO)
    ratio = float(chosen) if isinstance(chosen, str) else view.study.question.cost_ratio
    layers: list[Layer] = []
    facts, rows, highest = [], [], 1.0
    for key, folds in _sides(view):
        if not are_probabilities(folds):
            continue
        counted = tally(folds)
        costs = as_floats([counted.at(float(cut), ratio).cost for cut in THRESHOLDS])
        ink, best = _side_ink(view, key), int(np.argmin(costs))
        describe = _point(view, key, THRESHOLDS, costs, "threshold", "cost per 100")
        layers.append(Curve(THRESHOLDS, costs, ink, 2.5, _stroke(view, key), describe=describe))
        highest = max(highest, float(costs.max()))
        at = counted.at(1.0 / (1.0 + ratio), ratio)
        facts.append(Fact(view.title(key), f"{at.cost:.1f}", f"lowest {costs[best]:.1f} at {THRESHOLDS[best]:.2f}"))
        rows += [(view.title(key), f"{a:.2f}", f"{b:.2f}") for a, b in zip(THRESHOLDS[::5], costs[::5], strict=True)]
    if not facts:
        return None
    layers += [
        Rule(x=1.0 / (1.0 + ratio), ink=Ink.TEXT, width=1.0),
        Rule(x=STANDARD, ink=Ink.HELP, width=1.0, stroke=Stroke.DOTTED),
        Text(1.0 / (1.0 + ratio), None, f"at this cost: {100 / (1 + ratio):.0f} %"),
    ]
    name = view.data.classes[_positive(view)]
    return Chart(
        key="cost",
        title=f"Cost by threshold for “{name}”",
        panels=(
            Panel(
                Axis(0.0, 1.0, f"called “{name}” above this score", has_grid=True),
                Axis(0.0, 1.04 * highest, f"cost per 100 {view.rows_name}, in false alarms", has_grid=True),
                tuple(layers),
            ),
        ),
        caption=f"One miss costs as much as {ratio:g} false alarms; then the threshold {1 / (1 + ratio):.2f} is right "
        "for probabilities. Dotted: 0.5. Seen here, not tested.",
        headings=("Model", "Threshold", "Cost per 100"),
        rows=tuple(rows),
        facts=tuple(facts),
    )


def has_probabilities(view: ResultView) -> bool:
    return any(are_probabilities(folds) for _, folds in _sides(view))


def can_choose_threshold(view: ResultView) -> bool:
    return (
        view.data.task is Task.CLASSES
        and bool(view.scores.outcomes(view.model))
        and has_threshold(view.scores, view.model)
    )


# --- agreement ---


def draw_agreement(view: ResultView) -> Chart | None:
    """Draw on how many rows both models, one or none of them were right; None for numbers."""
    tests = (
        test
        for test in view.findings.comparisons
        if test.comparer == "sign-test" and view.rival in (test.first, test.second)
    )
    test = next(tests, None)
    found = agreement(test)
    if found is None or test is None:
        return None
    first, second = view.title(test.first), view.title(test.second)
    parts = (
        ("Both right", found.both_right, Ink.GOOD),
        (f"Only {view.name(test.first)} right", found.only_candidate, Ink.SELECTED),
        (f"Only {view.name(test.second)} right", found.only_baseline, Ink.BASELINE),
        ("Both wrong", found.both_wrong, Ink.OTHER),
    )
    layers: list[Layer] = []
    for place, (name, count, ink) in enumerate(parts):
        y = float(len(parts) - 1 - place)
        tip = (name, pluralize(count, "row"), f"{found.per_100(count):.1f} of 100")
        layers.append(Block(0.0, found.per_100(count), y - 0.3, y + 0.3, ink, tip=tip))
        layers.append(Text(found.per_100(count), y, f" {count:,}", Ink.TEXT, -1))
    ticks = tuple(Tick(float(len(parts) - 1 - place), name) for place, (name, _, _) in enumerate(parts))
    return Chart(
        key="agreement",
        title=f"Where {first} and {second} agree",
        panels=(Panel(Axis(0.0, 110.0, "of 100 rows", has_grid=True), Axis(-0.6, 3.6, ticks=ticks), tuple(layers)),),
        caption=f"They disagree on {found.disagreements:,} of {found.rows:,} rows; only these tell the two apart. "
        "First repeat, every row once.",
        headings=("Rows", "Count", "Of 100"),
        rows=tuple((name, f"{count:,}", f"{found.per_100(count):.1f}") for name, count, _ in parts),
    )
