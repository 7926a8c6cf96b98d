"""A chart of the window as a picture of the report, in the colors of the page's style."""

from core.figures.chart import Chart, Ink
from core.figures.chart_svg import write_chart
from core.report.blocks import Picture
from core.support.text import printable

WIDTH = 640
STYLES = {
    Ink.BASELINE: "var(--second)",
    Ink.SELECTED: "var(--first)",
    Ink.OTHER: "var(--line)",
    Ink.BASELINE_SOFT: "var(--zone)",
    Ink.SELECTED_SOFT: "var(--zone)",
    Ink.OTHER_SOFT: "var(--zone)",
    Ink.TEXT: "var(--ink)",
    Ink.SECOND: "var(--soft)",
    Ink.HELP: "var(--soft)",
    Ink.ZONE: "var(--zone)",
    Ink.GRID: "var(--zone)",
    Ink.GOOD: "var(--settled)",
    Ink.GOOD_SOFT: "var(--zone)",
    Ink.ATTENTION: "var(--open)",
    Ink.ACCENT_SOFT: "var(--card)",
}


def draw_chart_picture(chart: Chart, height: int = 230) -> Picture:
    """Draw a chart as wide as a page; its title and caption are what it shows in words."""
    svg = write_chart(chart, WIDTH, height, colors=STYLES, ground="var(--paper)", is_inside_page=True)
    return Picture(svg, printable(f"{chart.title}. {chart.caption}"), WIDTH, height)
