"""The worded answers beside the headline: how good, whether the shuffle mattered, whether the measures agree."""

from collections.abc import Mapping, Sequence

from core.comparers.generalisation import five_by_two_f
from core.domain.dataset import Dataset
from core.domain.findings import Estimate, Interval
from core.domain.pairing import Pairing
from core.domain.study import Study
from core.judge.decision import Shuffles
from core.judge.words import Unit, decimals_for, number, outward, sentences, unit_of
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
    text = unit.level.format(number(shown, level_decimals(unit, width)))
    return f"about {text} {range_text(unit, estimate.interval)}".strip()


def how_good(estimates: Sequence[Estimate], names: Mapping[str, str], study: Study, data: Dataset, chosen: str) -> str:
    """One line per candidate on the main measure, with its range; the chosen one of several says what that means."""
    lines = []
    for estimate in estimates:
        if estimate.measure != study.question.measure or estimate.algorithm not in names:
            continue
        unit = unit_of(study.question.measure, study, data, estimate.output)
        text = expectation(estimate, unit) or "not known: no training ended well"
        of = f" ({estimate.output})" if len(data.outputs) > 1 else ""
        count = len(study.candidates)
        best_of = f"; chosen among {count}: expect slightly worse" if estimate.algorithm == chosen and count > 2 else ""
        lines.append(sentences(f"{names[estimate.algorithm]}{of}: {text}{best_of}."))
    if study.scheme.kind.value == "kfold":
        share = 100 * (study.scheme.folds - 1) / study.scheme.folds
        lines.append(f"This is for models trained on {share:.0f} % of your rows; on all of them slightly better.")
    return "\n".join(lines)


def shuffle_card(shuffles: Shuffles, first: str, second: str) -> str:
    if shuffles.total < 2:
        return "Only one way of dividing the rows was possible, so this cannot be seen."
    lean = sum(gap > 0 for gap in shuffles.gaps)
    ahead, leaning = (first, lean) if 2 * lean >= shuffles.total else (second, shuffles.total - lean)
    text = f"{leaning} of {shuffles.total} shuffles lean to {ahead}; "
    text += f"{shuffles.for_first or 'none'} {_is(shuffles.for_first)} clear for {first}, "
    return text + f"{shuffles.for_second or 'none'} for {second}."


def _is(count: int) -> str:
    return "is" if count in (0, 1) else "are"


def agreement_card(main: str, check: str, check_gap: tuple[float, Interval] | None, disagreement: str) -> str:
    """Whether the cross-check says the same as the main measure."""
    titles = (
        f"{measure(main).title.lower()} and {measure(check).title if check == 'auc' else measure(check).title.lower()}"
    )
    if check_gap is None:
        return f"The cross-check by {measure(check).title} could not be made."
    if disagreement:
        return disagreement
    effect, interval = check_gap
    decimals = decimals_for(interval.high - interval.low)
    shown = f"{number(effect, decimals)}, {number(interval.low, decimals)} to {number(interval.high, decimals)}"
    same = "both show a gap" if interval.low > 0 or interval.high < 0 else "neither shows a clear gap"
    return sentences(f"{titles} agree: {same} (cross-check {shown}; above 0 favours the candidate).")


def disagreement_of(main: Interval, check: Interval | None, first: str, second: str, auc: bool) -> str:
    """The sentence when exactly one of the two measures makes a claim, or they claim opposite sides; else nothing."""
    if check is None:
        return ""
    ours, theirs = _side(main), _side(check)
    if ours == theirs:
        return ""
    better, other = (first, second) if (ours or theirs) > 0 else (second, first)
    if ours and theirs:
        text = f"{better} is ahead on the main measure, {other} on the cross-check. They are good at different things."
    elif ours and auc:
        text = f"{better} makes fewer errors at the threshold you use, but is not shown to rank cases better."
    elif auc:
        text = f"{better} ranks cases better, but this is not shown in the errors at today's threshold."
    else:
        text = f"Only {'the main measure' if ours else 'the cross-check'} shows {better} ahead."
    return sentences(text)


def _side(interval: Interval) -> int:
    return 1 if interval.low > 0 else -1 if interval.high < 0 else 0


def generalisation(pair: Pairing, alpha: float) -> str:
    """The 5x2cv F line: whether the gap is also seen with training sets half this size (DECISIONS 5)."""
    if pair.halves is None:
        return ""
    p = five_by_two_f(pair.halves)["p"]
    if p is None:
        return ""
    if p < alpha:
        return "Also seen with training sets half this size."
    return "Not shown for training sets half this size; this check finds a 5-point gap only about 1 time in 5."
