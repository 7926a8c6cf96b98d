"""Plots of where a model is weak: its held-out error along one input, and inputs by outputs where there are several."""

from core.application.charts.insight_charts import find_importance
from core.application.charts.result_view import ResultView
from core.application.explain_models import find_weak_places
from core.domain.model_explanation import LocalLoss, WeakPlaces
from core.figures.chart import Axis, Bar, Block, Chart, Ink, Layer, Panel, Rule, Text, Tick
from core.judge.row_values import has_row_losses
from core.wording.insight_text import word_weak_place
from core.wording.measure_text import find_title, word_measure
from core.wording.names_text import strip_unit

PLACE = "place"
MOST_INPUTS = 14


# --- weak places ---


def list_places(view: ResultView) -> tuple[WeakPlaces, ...]:
    """The error of the selected model along every input and over groups, those with a weak part first."""
    key = f"weak:{view.model}"
    if key not in view.kept:
        view.kept[key] = find_weak_places(view.study, view.data, view.run, view.model)
    found = view.kept[key]
    assert isinstance(found, tuple)
    return tuple(one for one in found if one.output == view.output)


def list_place_choices(view: ResultView) -> tuple[tuple[str, str], ...]:
    return tuple((one.input, strip_unit(one.input)) for one in list_places(view))


def draw_weak_places(view: ResultView) -> Chart | None:
    """Draw the mean error of the parts of one input with their ranges; None where no input has enough rows."""
    places = list_places(view)
    if not places:
        return None
    chosen = next((one for one in places if one.input == view.options.get(PLACE)), places[0])
    text = word_measure(_find_loss(view), view.study, view.data, view.output if view.facts.has_outputs else "")
    count, layers, ticks = len(chosen.parts), list[Layer](), []
    for place, part in enumerate(chosen.parts):
        y, is_worst = float(count - 1 - place), part == chosen.worst
        low, loss, high = (text.shown(value) for value in (part.loss_low, part.loss, part.loss_high))
        tip = (_name_part(part), f"{loss:.3g} ({low:.3g} to {high:.3g})", f"{part.rows:,} rows")
        layers.append(Block(0.0, loss, y - 0.3, y + 0.3, Ink.ATTENTION if is_worst else Ink.SELECTED, tip=tip))
        layers.append(Bar(y, low, high, 2.0, Ink.TEXT))
        ticks.append(Tick(y, _name_part(part), is_worst))
    overall = text.shown(chosen.overall)
    layers += [Rule(x=overall, ink=Ink.TEXT, width=1.0), Text(overall, None, "all rows")]
    most = max(overall, *(text.shown(part.loss_high) for part in chosen.parts))
    unit = f", {text.unit_name}" if text.unit_name else ""
    said = "No part stands out. Seen here, not tested."
    if chosen.worst is not None:
        said = word_weak_place(view.study, view.data, chosen).text
    return Chart(
        key="weak-places",
        title=f"Error of {view.name(view.model)} along {strip_unit(chosen.input)}",
        panels=(
            Panel(
                Axis(0.0, 1.05 * most or 1.0, f"{find_title(text.measure).short}{unit}", has_grid=True),
                Axis(-0.6, count - 0.4, strip_unit(chosen.input), ticks=tuple(ticks)),
                tuple(layers),
            ),
        ),
        caption=f"{said} Lines: 95 % ranges that hold for all parts together.",
        headings=("Part", "Rows", "Error", "95 % range"),
        rows=tuple(
            (
                _name_part(part),
                f"{part.rows:,}",
                f"{text.shown(part.loss):.3g}",
                f"{text.shown(part.loss_low):.3g} to {text.shown(part.loss_high):.3g}",
            )
            for part in chosen.parts
        ),
    )


def _find_loss(view: ResultView) -> str:
    """The measure whose losses of rows are averaged: errors or misses where the main one has none."""
    measure = view.study.question.measure
    return measure if has_row_losses(measure) else "error" if view.data.classes else "mae"


def _name_part(part: LocalLoss) -> str:
    ends = dict.fromkeys(f"{end:.3g}" for end in (part.low, part.high))  # one value may fill a part
    return part.name or " to ".join(ends).replace("-", "−")


# --- inputs by outputs ---


def draw_matrix(view: ResultView) -> Chart | None:
    """Draw how much of its error each output owes to each input; None where importance was not measured."""
    found = find_importance(view)
    if found is None or len(view.data.outputs) < 2:
        return None
    outputs = view.data.outputs
    by_input: dict[tuple[str, ...], dict[str, float]] = {}
    for row in found.rows:
        by_input.setdefault(row.inputs, {})[row.output] = max(0.0, row.share) if row.shows_effect else 0.0
    names = sorted(by_input, key=lambda inputs: -sum(by_input[inputs].values()))[:MOST_INPUTS]
    most = max((share for inputs in names for share in by_input[inputs].values()), default=0.0) or 1.0
    layers: list[Layer] = []
    for place, inputs in enumerate(names):
        top = float(len(names) - place)
        for column, output in enumerate(outputs):
            share = by_input[inputs].get(output, 0.0)
            edges = (column + 0.02, column + 0.98, top - 0.98, top - 0.02)
            said = f"the error rises by {_word_share(share)}" if share > 0 else "no effect shown"
            tip = (f"{_join(inputs)} for {strip_unit(output)}", said)
            layers += [Block(*edges, Ink.GRID), Block(*edges, Ink.SELECTED, opacity=0.5 * share / most, tip=tip)]
            layers.append(Text(column + 0.5, top - 0.5, _word_share(share), Ink.TEXT))
    ticks_x = tuple(Tick(place + 0.5, strip_unit(name)) for place, name in enumerate(outputs))
    ticks_y = tuple(Tick(len(names) - 0.5 - place, _join(inputs)) for place, inputs in enumerate(names))
    return Chart(
        key="matrix",
        title=f"What matters to {view.name(view.model)}, output by output",
        panels=(
            Panel(
                Axis(0.0, len(outputs), "output", ticks=ticks_x, is_bare=True),
                Axis(0.0, len(names), "", ticks=ticks_y, is_bare=True),
                tuple(layers),
            ),
        ),
        caption="Rise of each output's error if the input is scrambled, in percent of that error; –: no effect shown. "
        "About the models trained on these rows. Seen here, not tested.",
        headings=("Input", *(strip_unit(output) for output in outputs)),
        rows=tuple(
            (_join(inputs), *(_word_share(by_input[inputs].get(output, 0.0)) for output in outputs)) for inputs in names
        ),
    )


def _word_share(share: float) -> str:
    return f"{100 * share:.0f} %" if share > 0 else "–"


def _join(inputs: tuple[str, ...]) -> str:
    return " + ".join(strip_unit(name) for name in inputs)
