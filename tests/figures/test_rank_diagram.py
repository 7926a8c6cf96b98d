"""The critical-difference diagram: marks at the mean ranks, bars over ranks that are not told apart."""

import pytest

from core.figures.chart import Bar, Points
from core.figures.rank_diagram import draw_rank_diagram

ORDERED = (("forest", 1.5), ("linear", 2.0), ("tree", 3.5))


def test_that_marks_lie_at_the_ranks_and_bars_over_what_is_not_told_apart() -> None:
    chart = draw_rank_diagram(ORDERED, 1.2, ((1.5, 2.0),))
    (panel,) = chart.panels
    (marks,) = (layer for layer in panel.layers if isinstance(layer, Points))
    scale, span = (layer for layer in panel.layers if isinstance(layer, Bar))
    assert marks.x.tolist() == [1.5, 2.0, 3.5]
    assert scale.right - scale.left == pytest.approx(1.2)
    assert (span.left, span.right) == (1.5, 2.0)
    assert span.y < marks.y.min()
    assert chart.rows == (("forest", "1.50"), ("linear", "2.00"), ("tree", "3.50"))
    assert "1.50 to 2.00" in chart.caption


def test_that_no_span_is_said_to_be_none() -> None:
    chart = draw_rank_diagram(ORDERED, 0.1, ())
    assert chart.caption.endswith("from rank to rank: none.")
