"""Plots for decisions between two classes: cost and net benefit with ranges, promised thresholds, recalibration."""

from math import log10

from core.application.charts.result_view import ResultView
from core.application.decision_aids import draw_decision_curves, judge_recalibration, promise_threshold
from core.domain.dataset import Floats
from core.domain.decision import CurvePoint, DecisionCurves, MapMethod, Recalibration
from core.figures.chart import (
    Area,
    Axis,
    Chart,
    Curve,
    Fact,
    Ink,
    Layer,
    Lines,
    Panel,
    Stroke,
    Tick,
    as_floats,
    pad_range,
)
from core.insight.calibration_fit import fit_calibration
from core.statistics.undefined import Undefined
from core.wording.decision_text import METHODS, word_threshold_promise

MISSED, NO_PROMISE = "missed", "none"
LIMITS = (20, 10, 5, 2, 1)
"""Missed positives of 100 that can be promised; "none" asks for no promise."""
RATIO_TICKS = ((-1.0, "0.1"), (0.0, "1"), (1.0, "10"), (2.0, "100"))


def find_curves(view: ResultView, model: str) -> DecisionCurves | None:
    key = f"decision:{model}"
    if key not in view.kept:
        view.kept[key] = draw_decision_curves(view.study, view.data, view.run, model)
    found = view.kept[key]
    return found if isinstance(found, DecisionCurves) else None


def draw_decision(view: ResultView) -> Chart | None:
    """Draw what decisions cost at every cost of a miss, and what they are worth, for baseline and selected."""
    keys = dict.fromkeys(key for key in (view.baseline, view.model) if key)
    found = [(key, one) for key in keys if (one := find_curves(view, key)) is not None]
    if not found:
        return None
    first = found[0][1]
    ratios = as_floats([log10(point.ratio) for point in first.cost])
    cuts = as_floats([point.threshold for point in first.benefit])
    costs: list[Layer] = [
        Curve(ratios, as_floats([100 * one for one in first.constant_cost]), Ink.HELP, 1.5, Stroke.DOTTED)
    ]
    gains: list[Layer] = [
        Curve(cuts, as_floats([100 * max(one, 0.0) for one in first.flag_all]), Ink.HELP, 1.5, Stroke.DOTTED)
    ]
    rows: list[Lines] = []
    for key, one in found:
        for layers, places, points, what in ((costs, ratios, one.cost, "cost"), (gains, cuts, one.benefit, "benefit")):
            layers += _draw_band(view, key, places, points)
            rows += [_word_point(view, key, what, point) for point in points]
    tops = [100 * max(point.high or point.value for point in one.cost) for _, one in found]
    ends = [100 * (value or 0.0) for _, one in found for point in one.benefit for value in (point.low, point.high)]
    low, high = pad_range(max(min(ends), -100 * max(first.flag_all)), max(ends), 0.05)
    ticks = tuple(Tick(value, text) for value, text in RATIO_TICKS)
    promise = _word_promise(view)
    return Chart(
        key="decision",
        title=f"What decisions about “{first.positive}” cost and are worth",
        panels=(
            Panel(
                Axis(-1.0, 2.0, "one miss costs so many false alarms", ticks=ticks, has_grid=True),
                Axis(0.0, 1.05 * max(tops), f"cost per 100 {view.rows_name}, in false alarms", has_grid=True),
                tuple(costs),
                title="Cost",
            ),
            Panel(
                Axis(0.0, 1.0, f"called “{first.positive}” above this score", has_grid=True),
                Axis(low, high, f"net benefit per 100 {view.rows_name}", has_grid=True),
                tuple(gains),
                title="Net benefit",
            ),
        ),
        caption=f"{promise}Bands: 95 % ranges. Each cost has its own threshold. Dotted: the better of calling all rows "
        f"or none “{first.positive}”. Seen here, not tested.",
        headings=("Model", "Curve", "Cost of a miss", "Threshold", "Per 100", "95 % range"),
        rows=tuple(rows),
        is_side_by_side=True,
    )


def _draw_band(view: ResultView, key: str, places: Floats, points: tuple[CurvePoint, ...]) -> list[Layer]:
    """The curve with its range; where there is none, the band has no width."""
    value = as_floats([100 * point.value for point in points])
    low = as_floats([100 * (point.value if point.low is None else point.low) for point in points])
    high = as_floats([100 * (point.value if point.high is None else point.high) for point in points])
    stroke = Stroke.DASHED if key == view.baseline and key != view.model else Stroke.SOLID
    return [Area(places, low, high, view.soft_ink(key), 0.5), Curve(places, value, view.ink(key), 2.2, stroke)]


def _word_point(view: ResultView, key: str, what: str, point: CurvePoint) -> Lines:
    ends = "" if point.low is None or point.high is None else f"{100 * point.low:.1f} to {100 * point.high:.1f}"
    return view.title(key), what, f"{point.ratio:.3g}", f"{point.threshold:.3f}", f"{100 * point.value:.1f}", ends


def list_limits(_view: ResultView) -> tuple[tuple[str, str], ...]:
    return ((NO_PROMISE, "no promise"), *((str(limit), f"at most {limit} of 100 missed") for limit in LIMITS))


def _word_promise(view: ResultView) -> str:
    """The threshold that keeps missed positives few with 95 % confidence, or what it would take."""
    chosen = view.options.get(MISSED)
    if not isinstance(chosen, str) or chosen == NO_PROMISE:
        return ""
    found = promise_threshold(view.study, view.data, view.run, view.model, float(chosen) / 100)
    return "" if found is None else f"{word_threshold_promise(view.study, view.data, found).text} "


# --- beside the calibration plot ---


def list_calibration_facts(view: ResultView) -> list[Fact]:
    """Slope, intercept and log loss of the selected model, and the log loss of recalibrated scores; two classes."""
    if len(view.data.classes) != 2:
        return []
    groups = view.data.groups if view.study.scheme.grouped and view.data.group_count else None
    found, facts = fit_calibration(view.scores, view.model, groups), []
    if not isinstance(found, Undefined):
        facts = [
            Fact("Slope (1 is right)", f"{found.slope:.2f}", f"{found.slope_low:.2f} to {found.slope_high:.2f}"),
            Fact(
                "Intercept (0 is right)",
                f"{found.intercept:.2f}".replace("-", "−"),
                f"{found.intercept_low:.2f} to {found.intercept_high:.2f}".replace("-", "−"),
            ),
        ]
    judged = [
        one
        for method in MapMethod
        if (one := judge_recalibration(view.study, view.data, view.run, view.model, method)) is not None
    ]
    if judged:
        facts.append(Fact("Log loss", f"{judged[0].log_loss_before:.3f}"))
    return [*facts, *(_tell_recalibration(one) for one in judged)]


def _tell_recalibration(found: Recalibration) -> Fact:
    """The log loss on folds the map was not fitted on, and the range of the gain."""
    ends = f"gain {found.gain_low:.3f} to {found.gain_high:.3f}".replace("-", "−")
    return Fact(f"with {METHODS[found.method]}", f"{found.log_loss_after:.3f}", ends)
