"""What an old verdict reads now that more comparisons were made on the same rows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.domain.conclusion import Answer, Reason
from core.domain.findings import Interval
from core.domain.study import QuestionKind
from core.history.comparison_entry import Entry
from core.judge.decide import answer_better, answer_replace, explain_range
from core.support.lazy_import import import_lazily

special = import_lazily("scipy.special")

BY_RANGE = (
    Reason.WIN,
    Reason.BETTER,
    Reason.SAME,
    Reason.NOT_WORSE,
    Reason.NOT_BETTER,
    Reason.WORSE,
    Reason.LOSS,
    Reason.CANNOT_TELL,
    Reason.NOT_CONFIRMED,
)
"""Reasons that the level of the range decides; the others stay whatever was compared since."""


@dataclass(frozen=True, slots=True)
class CurrentConclusion:
    """An entry and what is concluded at today's count."""

    entry: Entry
    count: int
    answer: str
    reason: str
    interval: Interval | None

    @property
    def changed(self) -> bool:
        return self.answer != self.entry.answer


def rejudged(entry: Entry, everything: Sequence[Entry], families: Mapping[str, set[str]]) -> CurrentConclusion:
    count = count_comparisons_now(entry, everything, families)
    interval = adjust_interval(entry, count)
    tables = {QuestionKind.BETTER: answer_better, QuestionKind.REPLACE: answer_replace}
    table = tables.get(QuestionKind(entry.question))
    if interval is None or table is None or entry.verdict not in BY_RANGE or not entry.complete:
        return CurrentConclusion(entry, count, entry.answer, entry.verdict, entry.interval)
    answer: Answer = table(interval.low, interval.high, entry.margin)
    if answer.value == entry.answer:
        return CurrentConclusion(entry, count, entry.answer, entry.verdict, interval)
    reason = explain_range(interval.low, interval.high, entry.margin)
    return CurrentConclusion(entry, count, answer.value, reason.value, interval)


def count_comparisons_now(entry: Entry, everything: Sequence[Entry], families: Mapping[str, set[str]]) -> int:
    """What alpha was divided by then and all comparisons on the same rows since, at least all there are.

    "Which of these?" is judged over all pairs of its models but is remembered as one comparison per model, so that the
    number of remembered comparisons alone would be less than what alpha was divided by. After a stated reason only
    what came since counts.
    """
    family = families.get(entry.data, {entry.data})
    counted = [other for other in everything if other.data in family]
    keys = [other.comparison for other in counted]
    own = {other.comparison for other in counted if other.plan_hash == entry.plan_hash} | {entry.comparison}
    first = next((place for place, key in enumerate(keys) if key in own), 0)  # by place: clocks can be wrong
    later = set(keys[first:]) - set(keys[:first]) - own
    count = max(entry.count, len(own)) + len(later)
    return count if entry.reason else max(count, len(set(keys)) + entry.elsewhere)


def adjust_interval(entry: Entry, count: int) -> Interval | None:
    """The range at 1 - alpha / count: each side stretched by the ratio of the quantiles of Student or normal."""
    if entry.interval is None or entry.effect is None or not 0 < entry.interval.level < 1:
        return None
    level = 1 - entry.alpha / count
    stretch = _quantile(level, entry.df) / _quantile(entry.interval.level, entry.df)
    low = entry.effect - (entry.effect - entry.interval.low) * stretch
    high = entry.effect + (entry.interval.high - entry.effect) * stretch
    return Interval(low, high, level, entry.interval.method)


def _quantile(level: float, df: float | None) -> float:
    upper = (1 + level) / 2
    return float(special.ndtri(upper) if df is None else special.stdtrit(df, upper))
