"""What an old verdict reads now that more comparisons were made on the same rows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scipy import special

from core.domain.findings import Interval, VerdictKind
from core.history.comparison_entry import Entry
from core.judge.decision import decide

FIXED = tuple(
    VerdictKind(key).value
    for key in ("blocked", "nothing-beats-guessing", "same-model", "descriptive", "no-verdict")
)  # fmt: skip
"""Outcomes that no bar decides."""

READS = {
    VerdictKind.WIN: "Use {first}",
    VerdictKind.LOSS: "Keep {second}",
    VerdictKind.SAME: "Same for your purpose",
    VerdictKind.BETTER: "{first} is better, how much is not settled",
    VerdictKind.WORSE: "{first} is worse, how much is not settled",
    VerdictKind.NOT_WORSE: "Not worse; better is not shown",
    VerdictKind.NOT_BETTER: "Cannot be usefully better",
    VerdictKind.CANNOT_TELL: "Can't tell",
}


@dataclass(frozen=True, slots=True)
class CurrentConclusion:
    """An entry and what it reads at today's count; `banner` says so when that differs, else it is empty."""

    entry: Entry
    count: int
    verdict: str
    reads: str
    interval: Interval | None
    banner: str

    @property
    def changed(self) -> bool:
        return self.verdict != self.entry.verdict


def rejudged(entry: Entry, everything: Sequence[Entry], families: Mapping[str, set[str]]) -> CurrentConclusion:
    count = count_comparisons_now(entry, everything, families)
    interval = adjust_interval(entry, count)
    if interval is None or entry.verdict in FIXED or not entry.complete:
        return CurrentConclusion(entry, count, entry.verdict, then(entry), entry.interval, "")
    kind = decide(interval.low, interval.high, entry.margin)
    if kind.value == entry.verdict:
        return CurrentConclusion(entry, count, entry.verdict, then(entry), interval, "")
    reads = READS[kind].format(first=entry.candidate, second=entry.reference)
    return CurrentConclusion(entry, count, kind.value, reads, interval, _banner(entry, count, reads))


def then(entry: Entry) -> str:
    return entry.headline or "Stopped before the end"


def count_comparisons_now(entry: Entry, everything: Sequence[Entry], families: Mapping[str, set[str]]) -> int:
    """All comparisons on the same rows and what was seen elsewhere; after a stated reason only those since then."""
    family = families.get(entry.data, {entry.data})
    counted = [other for other in everything if other.data in family]
    if entry.reason:
        counted = _since(entry, counted)
    return max(entry.count, len({other.comparison for other in counted}) + entry.elsewhere)


def _since(entry: Entry, counted: list[Entry]) -> list[Entry]:
    """From this one on, in the order of the ledger: clocks can be wrong."""
    place = next((at for at, other in enumerate(counted) if other.comparison == entry.comparison), 0)
    earlier = [other for other in counted[:place] if other.plan_hash == entry.plan_hash]
    return [*earlier, *counted[place:]]


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


def _banner(entry: Entry, count: int, reads: str) -> str:
    more = count - entry.count
    were = "1 more comparison was" if more == 1 else f"{more} more comparisons were"
    return (
        f"On {entry.day} this read '{then(entry).rstrip('.')}'. Since then {were} made on the same rows. "
        f"At {entry.alpha:g} ÷ {count} it now reads '{reads}'. The report of {entry.day} carries the old count."
    )
