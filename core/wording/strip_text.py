"""The difference strip in words: its caption, and its range, margin and dots one after the other."""

from core.figures.gap_picture import Gap
from core.wording.numbers_text import format_digits, format_typed
from core.wording.sentence import EMPTY, Meaning, Sentence, Span, count, count_nouns, fill


def word_strip_caption(gap: Gap, comparisons: int) -> Sentence:
    """Say what dots and bars are, and how many dots favor the side that most of them do."""
    strip, number = gap.strip, len(gap.strip.dots)
    leads = strip.dots_for_first * 2 >= number
    beyond = sum(dot > strip.margin if leads else dot < -strip.margin for dot in strip.dots)
    margin = strip.margin * gap.scale
    return fill(
        "Each dot is one of {dots} equally plausible values of the true difference: {ahead} favor {who}, {beyond} by "
        "more than {margin}{unit}. Bars: {half} %, {most} % and the full range, adjusted for {comparisons}.",
        dots=count(number, Meaning.DOTS),
        ahead=count(strip.dots_for_first if leads else number - strip.dots_for_first, Meaning.DOTS),
        who=Span(gap.first if leads else gap.second, Meaning.MODEL),
        beyond=count(beyond, Meaning.DOTS),
        margin=Span(format_typed(margin), Meaning.MARGIN, margin, gap.unit),
        unit=fill(" {unit}", unit=Span(gap.unit, Meaning.UNIT)) if gap.unit else EMPTY,
        half=Span("50", Meaning.BARS, 50.0, "%"),
        most=Span("80", Meaning.BARS, 80.0, "%"),
        comparisons=count_nouns(comparisons, Meaning.COMPARISONS, "comparison"),
    )


def list_strip_values(gap: Gap) -> tuple[str, ...]:
    """Return the full range with the margin, then dot after dot, for readers who cannot see the chart."""
    unit, strip = f" {gap.unit}" if gap.unit else "", gap.strip
    low, high = (format_digits(end * gap.scale) for end in strip.bars[-1])
    around = f"Range from {low} to {high}{unit}; up to {format_typed(strip.margin * gap.scale)} is too small to matter"
    dots = (f"{_sign(dot * gap.scale)}{unit}: {gap.first if dot > 0 else gap.second} better" for dot in strip.dots)
    return (around, *dots)


def _sign(value: float) -> str:
    return f"{value:+.3g}".replace("-", "−")
