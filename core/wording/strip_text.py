"""The difference strip in words: its caption, and its range, margin and dots one after the other."""

from core.figures.difference_picture import DifferencePicture
from core.wording.numbers_text import format_digits, format_typed
from core.wording.sentence import EMPTY, Meaning, Sentence, Span, count, count_nouns, fill


def word_strip_caption(difference: DifferencePicture, comparisons: int) -> Sentence:
    """Say what dots and bars are, and how many dots favor the side that most of them do."""
    strip, number = difference.strip, len(difference.strip.dots)
    leads = strip.dots_for_first * 2 >= number
    beyond = sum(dot > strip.margin if leads else dot < -strip.margin for dot in strip.dots)
    margin = strip.margin * difference.scale
    return fill(
        "Each dot is one of {dots} equally plausible values of the true difference: {ahead} favor {who}, {beyond} by "
        "more than {margin}{unit}. Bars: {half} %, {most} % and the full range, adjusted for {comparisons}.",
        dots=count(number, Meaning.DOTS),
        ahead=count(strip.dots_for_first if leads else number - strip.dots_for_first, Meaning.DOTS),
        who=Span(difference.first if leads else difference.second, Meaning.MODEL),
        beyond=count(beyond, Meaning.DOTS),
        margin=Span(format_typed(margin), Meaning.MARGIN, margin, difference.unit),
        unit=fill(" {unit}", unit=Span(difference.unit, Meaning.UNIT)) if difference.unit else EMPTY,
        half=Span("50", Meaning.BARS, 50.0, "%"),
        most=Span("80", Meaning.BARS, 80.0, "%"),
        comparisons=count_nouns(comparisons, Meaning.COMPARISONS, "comparison"),
    )


def list_strip_values(difference: DifferencePicture) -> tuple[str, ...]:
    """Return the full range with the margin, then dot after dot, for readers who cannot see the chart."""
    unit, strip = f" {difference.unit}" if difference.unit else "", difference.strip
    low, high = (format_digits(end * difference.scale) for end in strip.bars[-1])
    margin = format_typed(strip.margin * difference.scale)
    around = f"Range from {low} to {high}{unit}; up to {margin} is too small to matter"
    dots = (
        f"{_sign(dot * difference.scale)}{unit}: {difference.first if dot > 0 else difference.second} better"
        for dot in strip.dots
    )
    return (around, *dots)


def _sign(value: float) -> str:
    return f"{value:+.3g}".replace("-", "−")
