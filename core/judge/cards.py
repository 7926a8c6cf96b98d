"""The worded answers beside the headline: how good, whether the shuffle mattered, whether the measures agree."""

from collections.abc import Mapping, Sequence

from core.domain.dataset import Dataset
from core.domain.findings import Comparison, Estimate, Interval
from core.domain.study import Study
from core.judge.decision import Shuffles
from core.judge.disagreement import Disagreement
from core.judge.gaps import Gap
from core.judge.words import Unit, decimals_for, in_number, in_sentence, number, outward, sentences, unit_of
from core.measures import measure


def range_text(unit: Unit, interval: Interval | None) -> str:
    """ "(7 to 12)", rounded outward; nothing where there is no range."""
    if interval is None:
        return ""
    low, high = unit.shown(interval.low), unit.shown(interval.high)
    decimals = level_decimals(unit, high - low)
    ends = (number(outward(end, decimals, up), decimals) for end, up in ((low, False), (high, True)))
    return f"({' to '.join(ends)})"


def level_decimals(unit: Unit, width: float) -> int:
    return decimals_for(width) if unit.decimals is None else unit.decimals


def expectation(estimate: Estimate | None, unit: Unit) -> str:
    """ "about 9 errors per 100 windows (7 to 12)"."""
    if estimate is None or estimate.mean is None:
        return ""
    shown = unit.shown(estimate.mean)
    width = (
        0.1 * abs(shown) if estimate.interval is None else unit.shown(estimate.interval.high - estimate.interval.low)
    )
    text = in_number(unit.level.format(f"about {number(shown, level_decimals(unit, width))}"))
    return f"{text} {range_text(unit, estimate.interval)}".strip()


def how_good(
    estimates: Sequence[Estimate], names: Mapping[str, str], study: Study, data: Dataset, chosen: str, trained_on: str
) -> str:
    """One line per candidate on the main measure, with its range; the chosen one of several says what that means."""
    mine = [e for e in estimates if e.measure == study.question.measure and e.algorithm in names]
    return "\n".join([*(_how_good(estimate, names, study, data, chosen) for estimate in mine), trained_on]).strip()


def _how_good(estimate: Estimate, names: Mapping[str, str], study: Study, data: Dataset, chosen: str) -> str:
    unit = unit_of(study.question.measure, study, data, estimate.output)
    text = expectation(estimate, unit) or "not known: no training ended well"
    of = f" ({estimate.output})" if len(data.outputs) > 1 else ""
    count = len(study.candidates)
    among = f"; chosen among {count}: expect slightly worse" if estimate.algorithm == chosen and count > 1 else ""
    return sentences(f"{names[estimate.algorithm]}{of}: {text}{among}.")


def shuffle_card(shuffles: Shuffles, first: str, second: str) -> str:
    if not shuffles.total:
        return "Here no division of the rows can be judged by itself, so this cannot be seen."
    if shuffles.total < 2:
        return "The rows were divided in one way only, so this cannot be seen."
    for_first, for_second = (sum(sign * gap > 0 for gap in shuffles.gaps) for sign in (1, -1))
    if not for_first and not for_second:
        return f"No: in all {shuffles.total} shuffles both were level."
    ahead, leaning = (first, for_first) if for_first >= for_second else (second, for_second)
    text = f"{leaning} of {shuffles.total} shuffles lean to {ahead}; "
    text += f"{shuffles.for_first or 'none'} {_is(shuffles.for_first)} clear for {first}, "
    return text + f"{shuffles.for_second or 'none'} for {second}."


def _is(count: int) -> str:
    return "is" if count in (0, 1) else "are"


def agreement_card(main: str, check: str, main_gap: Gap, check_gap: Gap, clash: Disagreement) -> str:
    """Whether the cross-check says the same as the main measure."""
    if main_gap.interval is None or check_gap.interval is None or check_gap.effect is None:
        return f"The cross-check by {_title(check)} could not be made."
    if clash.text:
        return sentences(f"{clash.text} {clash.advice}")
    interval = check_gap.interval
    decimals = decimals_for(interval.high - interval.low)
    ends = f"{number(interval.low, decimals)} to {number(interval.high, decimals)}"
    same = "both show a gap" if interval.low > 0 or interval.high < 0 else "neither shows a clear gap"
    shown = f"cross-check {number(check_gap.effect, decimals)}, {ends}; above 0 favours the candidate"
    return sentences(f"{_title(main)} and {_title(check)} agree: {same} ({shown}).")


def _title(key: str) -> str:
    return in_sentence(measure(key).title)


def generalises(comparisons: Sequence[Comparison], alpha: float) -> bool | None:
    """Whether the gap is also seen, on the same side, with training sets half this size; None where that was not run.

    The first comparison is the one that decides; the check is the 5x2cv F, at the unadjusted level.
    """
    halves = next((found for found in comparisons if found.comparer == "5x2-f"), None)
    if halves is None or halves.p is None or halves.effect is None or comparisons[0].effect is None:
        return None
    return halves.p < alpha and halves.effect * comparisons[0].effect > 0


def generalisation(comparisons: Sequence[Comparison], alpha: float) -> str:
    """The line that says so (DECISIONS 5)."""
    seen = generalises(comparisons, alpha)
    if seen is None:
        return ""
    if seen:
        return "Also seen with training sets half this size."
    return "Not shown for training sets half this size; this check finds a 5-point gap only about 1 time in 5."
