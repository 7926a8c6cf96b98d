"""Planning more data: how narrow the range of a difference would be with more rows of the same kind."""

from core.domain.forecast import Width

MANY = 1e6  # rows beyond which no plan is made

TIMES = (1.0, 2.0, 4.0)


def rows_factor(half: float, margin: float) -> float:
    """How many times as many rows bring the range down to the margin; 0 where it is, or nothing was said to matter."""
    return (half / margin) ** 2 if half > margin > 0 else 0.0


def widths(half: float, margin: float, rows: int, groups: int = 0) -> tuple[Width, ...]:
    """Now, with twice and four times the rows, and with as many as the margin needs: widths go with 1 / sqrt(rows)."""
    needed = rows_factor(half, margin)
    times = sorted({*TIMES, needed} - {0.0})
    return tuple(
        Width(rows * one, groups * one if groups else None, half / one**0.5, one >= needed)
        for one in times
        if rows * one <= MANY
    )
