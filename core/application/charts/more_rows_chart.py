"""The plot of more rows: what was measured at half and most rows, the forecast, and on request sizes in between."""

from core.application.charts.insight_charts import word_seconds, write_short
from core.application.charts.result_view import ResultView
from core.application.explain_models import estimate_extra_seconds, forecast_more_rows
from core.application.measured_sizes import list_smaller_fits, measure_sizes
from core.domain.model_explanation import MeasuredSize, MoreRows
from core.engine.fit_context import FitJob
from core.figures.chart import (
    Area,
    Axis,
    Block,
    Chart,
    Curve,
    Ink,
    Layer,
    Lines,
    Panel,
    Points,
    Rule,
    Stroke,
    Text,
    as_floats,
    pad_range,
)
from core.wording.insight_text import word_more_rows
from core.wording.measure_text import MeasureText, find_title

SIZES = "sizes"
"""The work that is offered where no sizes between half and most rows were measured."""


def find_forecast(view: ResultView, model: str) -> MoreRows | None:
    key = f"more:{model}:{view.place}"
    if key not in view.kept:
        view.kept[key] = forecast_more_rows(view.study, view.data, view.run, model, view.place)
    found = view.kept[key]
    return found if isinstance(found, MoreRows) else None


def find_sizes(view: ResultView, model: str) -> tuple[MeasuredSize, ...]:
    key = f"sizes:{model}:{view.place}:{len(view.beside)}"
    if key not in view.kept:
        view.kept[key] = measure_sizes(view.study, view.data, view.run, view.beside, model, view.place)
    found = view.kept[key]
    assert isinstance(found, tuple)
    return found


def list_drawn_models(view: ResultView) -> tuple[str, ...]:
    """The baseline and the selected model."""
    return tuple(dict.fromkeys(key for key in (view.baseline, view.model) if key))


def draw_more_rows(view: ResultView) -> Chart | None:
    """Draw the loss at half and at most rows and the forecast with twice as many, for baseline and selected."""
    found = {key: one for key in list_drawn_models(view) if (one := find_forecast(view, key)) is not None}
    mine = found.get(view.model)
    if mine is None or mine.reason == "no_halves":
        return None
    text = view.facts.text(view.output if view.facts.has_outputs else "")
    layers: list[Layer] = [Block(float(mine.rows), None, None, None, Ink.ZONE), Text(1.5 * mine.rows, None, "forecast")]
    table: list[Lines] = []
    ends: list[float] = []
    for key, one in found.items():
        _draw_model(view, text, key, one, layers, table, ends)
    if mine.floor is not None:
        floor, low, high = (text.shown(value) for value in mine.floor)
        ends += [low, high]
        layers += [
            Block(None, None, low, high, Ink.ZONE, opacity=0.5),
            Rule(y=floor, ink=Ink.TEXT, width=1.2, stroke=Stroke.DOTTED),
            Text(0.0, floor, "noise floor", align=-1),
        ]
    low_end, high_end = pad_range(min(ends), max(ends), 0.12)
    unit = f", {text.unit_name}" if text.unit_name else ""
    offer_text = _name_offer(view)
    return Chart(
        key="more-rows",
        title="More rows?",
        panels=(
            Panel(
                Axis(0.0, float(mine.target), "rows that models are trained on"),
                Axis(low_end, high_end, f"{find_title(text.measure).short}{unit}", has_grid=True),
                tuple(layers),
            ),
        ),
        caption=word_more_rows(view.study, view.data, mine).text,
        headings=("Model", "Rows", "Estimate", "95 % range"),
        rows=tuple(table),
        offer=SIZES if offer_text else "",
        offer_text=offer_text,
    )


def _draw_model(
    view: ResultView,
    text: MeasureText,
    key: str,
    one: MoreRows,
    layers: list[Layer],
    table: list[Lines],
    ends: list[float],
) -> None:
    """One model: what was measured as marks, the forecast as a dashed line with its range."""
    ink, shape, title = view.ink(key), view.shape(key), view.title(key)
    most = one.rows * (view.study.scheme.folds - 1) / view.study.scheme.folds
    between = find_sizes(view, key)
    x = as_floats([one.rows / 2, *(size.rows for size in between), most])
    y = as_floats([text.shown(loss) for loss in (one.at_half, *(size.loss for size in between), one.now)])
    ends += y.tolist()
    if one.level_low is not None and one.level_high is not None and one.gain is not None:
        low, high = text.shown(one.level_low), text.shown(one.level_high)
        middle, way = text.shown(one.now - one.gain), as_floats([most, one.target])
        ends += [low, high]
        layers.append(Area(way, as_floats([y[-1], low]), as_floats([y[-1], high]), view.soft_ink(key), 0.6))
        layers.append(Curve(way, as_floats([y[-1], middle]), ink, 2.0, Stroke.DASHED))
        said = f"{write_short(low)} to {write_short(high)}"
        table.append((title, f"{one.target:,}", write_short(middle), said))
    layers.append(Curve(x, y, ink, 2.0))
    lines = [(title, f"trained on {round(n):,} rows", write_short(v)) for n, v in zip(x, y, strict=True)]
    layers.append(Points(x, y, ink, shape, 5.5, describe=lines.__getitem__, is_set_off=True))
    table += [(title, f"{round(n):,}", write_short(v), "") for n, v in zip(x, y, strict=True)]


# --- sizes in between ---


def list_size_fits(view: ResultView) -> tuple[FitJob, ...]:
    key = f"size-fits:{view.model}"
    if key not in view.kept:
        view.kept[key] = list_smaller_fits(view.study, view.data, view.run, list_drawn_models(view))
    found = view.kept[key]
    assert isinstance(found, tuple)
    return found


def _name_offer(view: ResultView) -> str:
    """What measuring sizes in between costs; empty where it is done, or cannot be."""
    done = {outcome.job for outcome in view.beside}
    fits = list_size_fits(view)
    if all(fit.job in done for fit in fits):
        return ""
    seconds = estimate_extra_seconds(view.run, fits, done)
    return f"Measure sizes in between (about {word_seconds(seconds)})"
