"""The critical-difference diagram: mean ranks over data sets, and which of them are not told apart (Demsar 2006)."""

from collections.abc import Sequence

from core.figures.chart import Axis, Bar, Chart, Ink, Panel, Points, Shape, Text, Tick, as_floats

TITLE = "Mean ranks over data sets"
AXIS = "mean rank (1 is ahead on these data sets)"
THICK, THIN = 5.0, 2.0


def draw_rank_diagram(
    ordered: Sequence[tuple[str, float]], distance: float, alike: Sequence[tuple[float, float]]
) -> Chart:
    """One mark per model, the one ahead on top; below them a bar for every span of ranks that are not told apart.

    `ordered` are names and mean ranks, the lowest first; `distance` is the critical one, drawn as a bar on top.
    """
    models = len(ordered)
    rows = [float(models - place) for place in range(models)]
    marks = Points(as_floats([rank for _, rank in ordered]), as_floats(rows), Ink.SELECTED, Shape.CIRCLE)
    spans = [Bar(-float(place), low, high, THICK, Ink.SECOND) for place, (low, high) in enumerate(alike)]
    end = max(float(models), 1.0 + distance)
    scale = Bar(models + 1.0, 1.0, 1.0 + distance, THIN, Ink.TEXT)
    words = Text(min(1.0 + distance, end), models + 1.45, f"critical difference {distance:.2f}", align=1)
    ticks = tuple(Tick(row, name) for row, (name, _) in zip(rows, ordered, strict=True))
    panel = Panel(
        Axis(0.9, end + 0.1, AXIS),
        Axis(-float(max(1, len(alike))) + 0.4, models + 1.9, ticks=ticks),
        (scale, words, *spans, marks),
    )
    told = "; ".join(f"{low:.2f} to {high:.2f}" for low, high in alike) or "none"
    return Chart(
        "rank-diagram",
        TITLE,
        (panel,),
        f"Critical difference (Nemenyi, 0.05): {distance:.2f}. Not told apart, from rank to rank: {told}.",
        ("Model", "Mean rank"),
        tuple((name, f"{rank:.2f}") for name, rank in ordered),
    )
