"""The strip under the result table: the selected difference as dots and bars, or all models against the limit."""

from core.application.charts.compare_charts import draw_estimates, is_drawn, label_differences, shown_strip
from core.application.charts.result_view import ResultView
from core.figures.chart import Axis, Bar, Block, Chart, Dots, Ink, Layer, Panel, Rule, Text, pad_range
from core.wording.result_facts import word_difference
from core.wording.row_text import see_from_row


def draw_strip(view: ResultView) -> Chart | None:
    """Draw the selected model's difference as twenty equally plausible values and graded bars; None without a range."""
    row = view.row()
    if row is None or row.model == row.comparator or row.model == view.baseline:
        row = view.row(view.rival)
    if row is None or row.difference is None or row.model == row.comparator or not is_drawn(row):
        return None
    text = view.facts.text(view.output if view.facts.has_outputs else "")
    margin = view.study.margin(view.output)
    one = shown_strip(see_from_row(row), text, margin / text.scale)
    low, high = pad_range(min(-margin, one.bars[-1][0], 0.0), max(margin, one.bars[-1][1], 0.0), 0.15)
    layers: list[Layer] = []
    if margin:
        layers += [
            Block(-margin, margin, None, None, Ink.ZONE),
            Text(0.0, None, f"too small to matter (±{text.full_margin(margin / text.scale)})"),
        ]
    layers.append(Rule(x=0.0, ink=Ink.TEXT))
    layers += [
        Bar(0.0, low_end, high_end, thick, Ink.TEXT, lift=7.0)
        for (low_end, high_end), thick in zip(reversed(one.bars), (3.0, 6.0, 9.0), strict=True)
    ]
    below = Ink.BASELINE if row.comparator == view.baseline else Ink.OTHER
    layers.append(Dots(one.dots, margin, Ink.SELECTED if row.model == view.model else Ink.OTHER, below))
    found = word_difference(view.facts, see_from_row(row), row.margin)
    return Chart(
        key="strip",
        title=f"{view.title(row.model)} against {view.name(row.comparator)}",
        panels=(
            Panel(
                Axis(low, high, label=label_differences(text)),
                Axis(0.0, 1.0, is_bare=True, ticks=()),
                tuple(layers),
                foot=(f"‹ {view.name(row.comparator)} better", f"{view.name(row.model)} better ›"),
            ),
        ),
        caption="Each mark is one of 20 equally plausible values of the true difference. "
        "Bars: 50 %, 80 % and full range.",
        headings=("Value", "Difference"),
        rows=(
            ("Difference", "" if found is None else found.text.difference(found.size).text),
            ("Range", "" if found is None else found.range.text),
            ("Too small to matter", text.full_margin(margin / text.scale).text),
        ),
    )


def draw_limit_strip(view: ResultView) -> Chart | None:
    """Draw all models against the limit, for "good enough"; None without a limit."""
    if not view.study.question.has_limit:
        return None
    found = draw_estimates(view)
    if found is None:
        return None
    place = view.data.outputs.index(view.output) if len(found.panels) > 1 else 0
    panel = found.panels[place]
    bare = Axis(panel.y.low, panel.y.high, ticks=(), is_bare=True)
    own = Panel(panel.x, bare, panel.layers)
    return Chart("limit-strip", "Against your limit", (own,), found.caption, found.headings, found.rows)
