"""Plots of predicted numbers: predicted against actual, and errors against the truth, inputs, groups and time."""

from collections.abc import Callable

import numpy as np

from core.application.charts.result_view import ResultView
from core.application.prediction_ranges import describe_ranges
from core.domain.dataset import Floats, Integers, Kind, Task
from core.domain.laboratory_results import WorstRow
from core.domain.prediction import ErrorLimit
from core.figures.chart import (
    Area,
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
    Tick,
    as_floats,
    pad_range,
)
from core.laboratory.residuals import average_known, compute_loss_by_group, find_worst_rows
from core.laboratory.row_predictions import collect_predictions, name_row
from core.support.errors import DataError
from core.wording.measure_text import find_title, word_measure
from core.wording.names_text import find_physical_unit, strip_unit
from core.wording.numbers_text import format_typed
from core.wording.sentence import Meaning

LEVEL = 0.9
MOST_POINTS = 20_000
LARGEST = 200
CELLS = 60
BINS = 10
MOST_GROUPS = 24
FACTS = ("mae", "rmse", "r2", "within-tolerance")
BOTH, BAND, TOLERANCE, INPUT = "both", "band", "tolerance", "input"


def held_out(view: ResultView, model: str) -> Floats:
    """Return the held-out prediction of every row, the mean over repeats; NaN where it was never tested."""
    key = f"{model}:{view.place}"
    if key not in view.kept:
        view.kept[key] = average_known(collect_predictions(view.scores, model, view.place))
    found = view.kept[key]
    assert isinstance(found, np.ndarray)
    return found


def is_about_numbers(view: ResultView) -> bool:
    return view.data.task is Task.NUMBERS and bool(view.scores.outcomes(view.model))


# --- predicted against actual ---


def draw_predicted_vs_actual(view: ResultView) -> Chart | None:
    """Draw every row's held-out prediction against its true value, with the range single predictions have."""
    if not is_about_numbers(view):
        return None
    truth, predicted = view.data.targets[:, view.place], held_out(view, view.model)
    known = np.isfinite(predicted)
    if not known.any():
        return None
    everything = np.concatenate((truth[known], predicted[known]))
    low, high = pad_range(float(everything.min()), float(everything.max()), 0.03)
    line = as_floats([low, high])
    limit = find_limit(view)
    layers: list[Layer] = []
    if limit is not None and limit.limit is not None and view.options.get(BAND, True):
        layers.append(Area(line, line - limit.limit, line + limit.limit, Ink.ZONE))
    tolerance = view.study.question.tolerance
    if tolerance is not None and view.options.get(TOLERANCE):
        for shift in (-tolerance, tolerance):
            layers.append(Curve(line, line + shift, Ink.GOOD, 1.2, Stroke.DASHED))
    shown = [view.model]
    if view.options.get(BOTH) == BOTH:
        shown = [*dict.fromkeys((view.baseline, view.rival, view.model))]
    for key in [key for key in shown if key]:
        layers += _draw_cloud(view, key, truth, held_out(view, key))
    layers.append(Curve(line, line, Ink.TEXT, 1.2))
    name = view.output_name
    return Chart(
        key="predicted-vs-actual",
        title=f"Predicted against actual {name}, {view.name(view.model)}",
        panels=(
            Panel(
                Axis(low, high, view.with_unit(f"actual {name}")),
                Axis(low, high, view.with_unit(f"predicted {name}"), has_grid=True),
                tuple(layers),
                is_square=True,
            ),
        ),
        caption=_caption_predicted(limit),
        headings=("Row", "Actual", "Predicted", "Error"),
        rows=_tabulate_predictions(view, truth, predicted),
        facts=_list_facts(view, limit),
        remark=_word_lean(view, truth, predicted),
    )


def _caption_predicted(limit: ErrorLimit | None) -> str:
    told = "Held-out predictions, mean over the repeats; on the line they are right."
    if limit is None or limit.limit is None or limit.coverage is None:
        return told
    cover = limit.coverage
    return (
        f"{told} Band: {100 * limit.level:.0f} % range of single predictions; it holds about {100 * cover.mean:.0f} of "
        f"100 ({100 * cover.low:.0f} to {100 * cover.high:.0f})."
    )


def find_limit(view: ResultView) -> ErrorLimit | None:
    """Return how far single predictions of the selected model may be off at the usual level; None where unknown."""
    key = f"limit:{view.model}:{view.place}"
    if key not in view.kept:
        found = describe_ranges(view.study, view.data, view.run, view.model)
        mine = [one for one in found if isinstance(one, ErrorLimit) and one.output == view.output]
        view.kept[key] = next((one for one in mine if abs(one.level - LEVEL) < 1e-9), None)
    limit = view.kept[key]
    return limit if isinstance(limit, ErrorLimit) else None


def _draw_cloud(view: ResultView, model: str, truth: Floats, predicted: Floats) -> list[Layer]:
    """Draw one mark per row; with very many rows cells of equal count and the largest errors as marks."""
    known: Integers = np.flatnonzero(np.isfinite(predicted)).astype(np.int64)
    ink, shape = (Ink.BASELINE, Shape.CIRCLE) if model == view.baseline else (Ink.SELECTED, Shape.TRIANGLE)
    layers: list[Layer] = []
    if len(known) > MOST_POINTS:
        layers += _draw_density(truth[known], predicted[known], ink)
        known = known[np.argsort(-np.abs(predicted[known] - truth[known]))[:LARGEST]]
    opacity = 0.5 if len(known) > 150 else 0.8
    radius = 3.0 if len(known) > 150 else 4.0
    layers.append(
        Points(
            truth[known], predicted[known], ink, shape, radius, opacity, _describe_rows(view, model, known, predicted)
        )
    )
    return layers


def _draw_density(x: Floats, y: Floats, ink: Ink) -> list[Layer]:
    counts, across, up = np.histogram2d(x, y, bins=CELLS)
    most = float(counts.max()) or 1.0
    return [
        Block(across[i], across[i + 1], up[j], up[j + 1], ink, opacity=0.1 + 0.8 * float(np.sqrt(counts[i, j] / most)))
        for i, j in zip(*np.nonzero(counts), strict=True)
    ]


def _describe_rows(view: ResultView, model: str, rows: Integers, predicted: Floats) -> Callable[[int], Lines]:
    data, place = view.data, view.place

    def describe(at: int) -> Lines:
        row = int(rows[at])
        truth, guess = float(data.targets[row, place]), float(predicted[row])
        return (
            f"Row {name_row(data, row)}, {view.name(model)}",
            f"actual {_short(truth)}, predicted {_short(guess)}",
            f"error {view.with_unit(_signed(guess - truth)).replace(', ', ' ')}",
        )

    return describe


def _short(value: float) -> str:
    return f"{value:.4g}".replace("-", "−")


def _signed(value: float) -> str:
    return f"{value:+.3g}".replace("-", "−")


def _tabulate_predictions(view: ResultView, truth: Floats, predicted: Floats) -> tuple[Lines, ...]:
    known = np.flatnonzero(np.isfinite(predicted))
    return tuple(
        (
            name_row(view.data, int(row)),
            _short(truth[row]),
            _short(predicted[row]),
            _signed(predicted[row] - truth[row]),
        )
        for row in known
    )


def _list_facts(view: ResultView, limit: ErrorLimit | None) -> tuple[Fact, ...]:
    facts = []
    for row in view.measures:
        if row.model == view.model and row.output == view.output and row.measure in FACTS and row.value is not None:
            width = None if row.low is None or row.high is None else (row.high - row.low) / 2
            text = word_measure(row.measure, view.study, view.data, view.output, width)
            title = find_title(row.measure).short
            if row.measure == "within-tolerance":
                title = f"Within ± {format_typed(view.study.question.tolerance or 0.0)}"
            shown = text.short_estimate(text.figure(row.value, Meaning.ESTIMATE)).text
            below = "" if row.low is None or row.high is None else text.estimate_range(row.low, row.high).text
            facts.append(Fact(title[:1].upper() + title[1:], shown, below))
    if limit is not None and limit.limit is not None and limit.coverage is not None:
        cover = limit.coverage
        shown = f"± {_short(limit.limit)} {view.unit}".strip()
        below = f"about {100 * cover.mean:.0f} of 100 ({100 * cover.low:.0f} to {100 * cover.high:.0f})"
        facts.append(Fact(f"{100 * limit.level:.0f} % range", shown, below))
    elif limit is not None and limit.needed:
        facts.append(Fact(f"{100 * limit.level:.0f} % range", "none", f"needs {limit.needed} held-out rows"))
    return tuple(facts)


def _word_lean(view: ResultView, truth: Floats, predicted: Floats) -> str:
    """Say where predictions lean to one side by more than their scatter explains; nothing where they do not."""
    known = np.isfinite(predicted)
    values, errors = truth[known], (predicted - truth)[known]
    if len(values) < 30:
        return ""
    for name, rows in (("High", values >= np.quantile(values, 0.8)), ("Low", values <= np.quantile(values, 0.2))):
        mean, spread = float(np.mean(errors[rows])), float(np.std(errors[rows])) / np.sqrt(max(1, int(rows.sum())))
        if abs(mean) > 3 * spread and abs(mean) > 0.02 * float(np.ptp(values)):
            way = "high" if mean > 0 else "low"
            return f"{name} values are predicted too {way}, by {abs(mean):.2g} {view.unit}".strip() + " on average."
    return ""


# --- errors ---


def draw_errors_by_truth(view: ResultView) -> Chart | None:
    """Draw the error of every row against its true value."""
    if not is_about_numbers(view):
        return None
    return _draw_errors(view, view.data.targets[:, view.place], view.with_unit(f"actual {view.output_name}"), "truth")


def list_number_inputs(view: ResultView) -> tuple[tuple[str, str], ...]:
    """Return the inputs that are numbers, as choices."""
    kinds = zip(view.data.features, view.data.kinds, strict=True)
    return tuple((name, strip_unit(name)) for name, kind in kinds if kind is Kind.NUMBER)


def draw_errors_by_input(view: ResultView) -> Chart | None:
    """Draw the error of every row against one input."""
    names = [name for name, _ in list_number_inputs(view)]
    if not is_about_numbers(view) or not names:
        return None
    chosen = view.options.get(INPUT)
    name = str(chosen) if chosen in names else names[0]
    values = view.data.inputs[:, view.data.features.index(name)]
    unit = find_physical_unit(name)
    return _draw_errors(view, values, f"{strip_unit(name)}, {unit}" if unit else strip_unit(name), "input")


def draw_errors_over_time(view: ResultView) -> Chart | None:
    """Draw the error of every row in the order of time; None where rows have no order."""
    if not is_about_numbers(view) or view.data.order is None:
        return None
    places = np.argsort(np.argsort(view.data.order, kind="stable"), kind="stable").astype(np.float64) + 1
    return _draw_errors(view, places, "rows in the order of time", "time")


def _draw_errors(view: ResultView, across: Floats, title: str, key: str) -> Chart | None:
    truth, predicted = view.data.targets[:, view.place], held_out(view, view.model)
    errors = predicted - truth
    known: Integers = np.flatnonzero(np.isfinite(errors) & np.isfinite(across)).astype(np.int64)
    if not len(known):
        return None
    x, y = across[known], errors[known]
    low, high = pad_range(float(x.min()), float(x.max()), 0.03)
    reach = 1.06 * float(np.abs(y).max()) or 1.0
    ink, shape = view.ink(view.model), view.shape(view.model)
    layers: list[Layer] = [Rule(y=0.0, ink=Ink.TEXT, width=1.0)]
    limit = find_limit(view)
    if limit is not None and limit.limit is not None:
        layers.insert(0, Block(None, None, -limit.limit, limit.limit, Ink.ZONE))
    drawn = known
    if len(known) > MOST_POINTS:
        layers += _draw_density(x, y, ink)
        drawn = known[np.argsort(-np.abs(y))[:LARGEST]]
    opacity, radius = (0.5, 3.0) if len(drawn) > 150 else (0.8, 4.0)
    describe = _describe_rows(view, view.model, drawn, predicted)
    layers.append(Points(across[drawn], errors[drawn], ink, shape, radius, opacity, describe))
    layers += _draw_running_mean(x, y)
    order = np.argsort(-np.abs(y))
    return Chart(
        key=f"errors-{key}",
        title=f"Errors of {view.name(view.model)} against {title}",
        panels=(
            Panel(
                Axis(low, high, title),
                Axis(-reach, reach, view.with_unit("error, predicted − actual"), has_grid=True),
                tuple(layers),
            ),
        ),
        caption="Above 0: predicted too high. Dark line: mean error. Gray: 90 % range of single predictions. "
        "Held-out rows. Seen here, not tested.",
        headings=("Row", title, "Actual", "Predicted", "Error"),
        rows=tuple(
            (
                name_row(view.data, int(row)),
                _short(across[row]),
                _short(truth[row]),
                _short(predicted[row]),
                _signed(errors[row]),
            )
            for row in known[order]
        ),
    )


def _draw_running_mean(x: Floats, y: Floats) -> list[Layer]:
    """Draw the mean error in bins of equal counts; nothing for few rows."""
    if len(x) < 5 * BINS:
        return []
    order = np.argsort(x, kind="stable")
    parts = [part for part in np.array_split(order, BINS) if len(part)]
    middles, means = as_floats([x[part].mean() for part in parts]), as_floats([y[part].mean() for part in parts])
    return [Curve(middles, means, Ink.TEXT, 2.0)]


def draw_errors_by_group(view: ResultView) -> Chart | None:
    """Draw the mean loss of every group that is kept together, worst first; None without groups."""
    keys = tuple(dict.fromkeys(key for key in (view.baseline, view.model) if key and view.scores.outcomes(key)))
    if not keys:
        return None
    try:
        found = compute_loss_by_group(view.scores, keys, view.place)
    except DataError:
        return None
    worst = sorted(found, key=lambda one: -one.losses[-1])
    shown = worst[:MOST_GROUPS]
    scale = view.facts.text(view.output if view.facts.has_outputs else "").scale
    count, layers, ticks = len(shown), [], []
    for place, group in enumerate(shown):
        y = float(count - 1 - place)
        for key, loss in zip(keys, group.losses, strict=True):
            lines = (group.group, f"{view.name(key)}: {_short(scale * loss)}", f"{group.rows:,} rows")
            marks = Points(
                as_floats([scale * loss]), as_floats([y]), view.ink(key), view.shape(key), 5.0, describe=_say(lines)
            )
            layers.append(marks)
        ticks.append(Tick(y, group.group))
    most = max((scale * loss for group in shown for loss in group.losses), default=1.0)
    what = "mean absolute error" if view.data.task is Task.NUMBERS else "errors per 100"
    left = f" The {count} worst of {len(worst)}." if len(worst) > count else ""
    return Chart(
        key="errors-groups",
        title=f"Errors by {view.data.group_name}",
        panels=(
            Panel(
                Axis(0.0, 1.06 * most or 1.0, view.with_unit(what), has_grid=True),
                Axis(-0.6, count - 0.4, ticks=tuple(ticks)),
                tuple(layers),
            ),
        ),
        caption=f"Held-out rows of every {view.data.group_name}, worst first.{left} Seen here, not tested.",
        headings=(view.data.group_name, "Rows", *(view.title(key) for key in keys)),
        rows=tuple((one.group, f"{one.rows:,}", *(_short(scale * loss) for loss in one.losses)) for one in worst),
    )


def _say(lines: Lines) -> Callable[[int], Lines]:
    return lambda _at: lines


def list_worst_rows(view: ResultView) -> Chart | None:
    """List the rows with the largest errors; one that no model gets right is marked."""
    keys = tuple(dict.fromkeys(key for key in (view.baseline, view.model) if key and view.scores.outcomes(key)))
    if view.model not in keys:
        return None
    ordered = (*(key for key in keys if key != view.model), view.model)
    found = find_worst_rows(view.scores, ordered, view.place)[:20]
    if not found:
        return None
    return Chart(
        key="worst-rows",
        title=f"Rows with the largest errors, {view.name(view.model)}",
        panels=(),
        caption="Losses are means over the repeats. “hard for all”: the other model is as far off. "
        "Look at these rows before you trust either side: one of the two may be wrong.",
        headings=("Row", "Group", "Actual", "Predicted", *(view.title(key) for key in ordered), ""),
        rows=tuple(_tabulate_worst(one) for one in found),
    )


def _tabulate_worst(one: WorstRow) -> Lines:
    is_hard = len(one.losses) > 1 and one.losses[0] >= 0.8 * one.losses[-1]
    return (
        one.row,
        one.group,
        one.truth,
        one.answer,
        *(_short(loss) for loss in one.losses),
        "hard for all" if is_hard else "",
    )
