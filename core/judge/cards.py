"""The worded answers beside the headline: how good, whether the shuffle mattered, whether the measures agree."""

from collections.abc import Mapping, Sequence

from core.domain.dataset import Dataset
from core.domain.findings import Comparison, Estimate, Interval, VerdictKind
from core.domain.study import Study
from core.judge.decision import Shuffles
from core.judge.disagreement import Disagreement
from core.judge.gaps import Gap
from core.judge.words import (
    Unit,
    decimals_for,
    format_difference,
    number,
    round_outward,
    sentences,
    singularize,
    strip_unit,
    unit_of,
)

RANKS = "auc"
PAIRS = 100.0
OF_PAIRS = "of 100 pairs of cases of different classes"
NEITHER = "neither shows a clear gap."
NO_CHECK = "The second measure could not be worked out here, so there is nothing to compare."
NO_VERDICT = "Without a verdict there is nothing to agree with. Explore shows what the second measure says."
SAME_ANSWERS = "Yes: both gave the same answers, so they agree by every measure."
NO_ANSWER = "Without a verdict there is no answer that could depend on it. Explore shows what each shuffle says."
NOT_SHUFFLED = "Nothing was shuffled: every row is compared once, as it is."
NOT_JUDGED = (VerdictKind.BLOCKED, VerdictKind.NO_VERDICT, VerdictKind.DESCRIPTIVE)
WITHOUT_A_RANGE = {
    **dict.fromkeys(NOT_JUDGED, NO_VERDICT),
    VerdictKind.SAME_MODEL: SAME_ANSWERS,
}
"""What is said of the second measure where no range decided."""

COUNTED = dict.fromkeys(("rmse", "mse"), "with large misses counting more, ") | {
    "relative": "as a share of the true value, "
}
"""How a measure looks at a miss, in words."""


def range_text(unit: Unit, interval: Interval | None) -> str:
    """ "(7 to 12)", rounded outward; nothing where there is no range."""
    if interval is None:
        return ""
    low, high = unit.shown(interval.low), unit.shown(interval.high)
    decimals = level_decimals(unit, high - low)
    ends = (number(round_outward(end, decimals, up), decimals) for end, up in ((low, False), (high, True)))
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
    text = singularize(unit.level.format(f"about {number(shown, level_decimals(unit, width))}"))
    return f"{text} {range_text(unit, estimate.interval)}".strip()


def how_good(
    estimates: Sequence[Estimate], names: Mapping[str, str], study: Study, data: Dataset, chosen: str, trained_on: str
) -> str:
    """One line per candidate on the main measure, with its range; the chosen one of several says what that means."""
    mine = [e for e in estimates if e.measure == study.question.measure and e.algorithm in names]
    lines = [_how_good(estimate, names, study, data, chosen) for estimate in mine]
    if chosen and len(data.outputs) > 1:
        lines.append(sentences(f"{names[chosen]} was chosen among {len(study.candidates)}, so expect slightly worse."))
    return "\n".join([*lines, trained_on]).strip()


def why_unknown(estimate: Estimate | None) -> str:
    """Trainings can end well and still leave nothing to measure, such as AUC on one row at a time."""
    return estimate.note if estimate is not None and estimate.note else "no training ended well"


def _how_good(estimate: Estimate, names: Mapping[str, str], study: Study, data: Dataset, chosen: str) -> str:
    unit = unit_of(study.question.measure, study, data, estimate.output)
    text = expectation(estimate, unit) or f"not known: {why_unknown(estimate)}"
    of = f", {strip_unit(estimate.output)}" if len(data.outputs) > 1 else ""
    count = len(study.candidates)
    says_so = estimate.algorithm == chosen and count > 1 and not of
    among = f"; chosen among {count}: expect slightly worse" if says_so else ""
    return sentences(f"{names[estimate.algorithm]}{of}: {text}{among}.")


def shuffle_card(shuffles: Shuffles, first: str, second: str, depends: bool = False) -> str:
    """`depends` is what the tag says; without it, shuffles that all lean one way are a plain no."""
    if not shuffles.total:
        return "Here no division of the rows can be judged by itself, so this cannot be seen."
    if shuffles.total < 2:
        return "The rows were divided in one way only, so this cannot be seen."
    for_first, for_second = (sum(sign * gap > 0 for gap in shuffles.gaps) for sign in (1, -1))
    if not for_first and not for_second:
        return f"No: in all {shuffles.total} shuffles both were level."
    ahead, leaning = (first, for_first) if for_first >= for_second else (second, for_second)
    answer = "Yes: " if depends else "No: " if leaning == shuffles.total else ""
    level = shuffles.total - for_first - for_second
    others = f", {level} {_be(level)} level" if level else ""
    text = f"{answer}{leaning} of {shuffles.total} shuffles lean to {ahead}{others}; "
    text += f"{shuffles.for_first or 'none'} {_is(shuffles.for_first)} clear for {first}, "
    return text + f"{shuffles.for_second or 'none'} for {second}."


def _be(count: int) -> str:
    return "is" if count == 1 else "are"


def _is(count: int) -> str:
    return "is" if count == 0 else _be(count)


def agreement_card(names: tuple[str, str], check: str, unit: Unit, gaps: tuple[Gap, Gap], clash: Disagreement) -> str:
    """Whether the cross-check says the same as the main measure; `unit` is its own, `gaps` are main and check."""
    main, second = gaps
    if main.interval is None or second.interval is None or second.effect is None:
        return NO_CHECK
    if clash.text:
        return sentences(f"{clash.text} {clash.advice}")
    told = _pairs if check == RANKS else _in_its_unit
    return sentences(f"Yes: {told(names, check, unit, second.effect, second.interval)}")


def _pairs(names: tuple[str, str], _check: str, _unit: Unit, effect: float, interval: Interval) -> str:
    """Ranking without its technical name: the share of pairs in the right order is the area under the ROC curve."""
    low, high, decimals = _ends(interval, PAIRS)
    if interval.low <= 0 <= interval.high:
        between = " and ".join(f"{number(abs(end), decimals)} {'more' if end >= 0 else 'fewer'}" for end in (low, high))
        return f"{NEITHER} {OF_PAIRS}, {names[0]} puts between {between} in the right order."
    ahead = names[0] if effect > 0 else names[1]
    small, large = sorted((abs(low), abs(high)))
    more = f"{number(PAIRS * abs(effect), decimals)} more in the right order"
    return f"{ahead} also ranks cases better. {OF_PAIRS}, it puts {more} ({_span(small, large, decimals)})."


def _in_its_unit(names: tuple[str, str], check: str, unit: Unit, effect: float, interval: Interval) -> str:
    low, high, decimals = _ends(interval, unit.scale)
    lead = COUNTED.get(check, "")
    if interval.low <= 0 <= interval.high:
        between = " and ".join(format_difference(end, decimals, unit) for end in (low, high))
        return f"{NEITHER} {lead}the gap lies between {singularize(f'{between} {unit.noun}'.rstrip())}."
    small, large = sorted((abs(low), abs(high)))
    gap = singularize((unit.better if effect > 0 else unit.worse).format(number(unit.scale * abs(effect), decimals)))
    return f"{lead}{names[0]} also {unit.verbs[0]} {gap.rstrip(',')} ({_span(small, large, decimals)})."


def _ends(interval: Interval, scale: float) -> tuple[float, float, int]:
    """Both ends rounded outward, and with how many decimals."""
    low, high = scale * interval.low, scale * interval.high
    decimals = decimals_for(high - low)
    return round_outward(low, decimals, up=False), round_outward(high, decimals, up=True), decimals


def _span(low: float, high: float, decimals: int) -> str:
    return f"{number(low, decimals)} to {number(high, decimals)}"


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
