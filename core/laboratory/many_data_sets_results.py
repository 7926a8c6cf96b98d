"""What a study over several data sets finds: values and ranks, all pairs with their corrections, four-case counts."""

from collections.abc import Mapping
from dataclasses import dataclass

from core.domain.chances import word_p_value
from core.laboratory.fixed_test_third import CLEAR, FixedTestComparison, count_cases
from core.laboratory.partition_impact import (
    ABOUT_IMPACTS,
    CONCLUSION_HEADINGS,
    GROUP_HEADINGS,
    PartitionImpact,
    list_conclusion_rows,
    list_group_rows,
    word_impacts,
)
from core.statistics.measures import find_measure

ADJUSTED = {"bonferroni": "Bonferroni", "sidak": "Sidak", "holm": "Holm"}
OVERALL_HEADINGS = (
    "Model", "Against", "Wins : losses", "Mean difference", "Wilcoxon p", "Holm",
    "Chance better", "Chance same", "Chance worse",
)  # fmt: skip
PAIR_HEADINGS = ("Data", "Model", "Against", "Difference", "p", *ADJUSTED.values())
WARNING = (
    "These data sets are the ones at hand, not a random sample of all data there are: the ranks hold for them, and "
    "say little about data of another kind."
)


@dataclass(frozen=True, slots=True)
class SetResult:
    """One value per model, in their order; None where too many trainings failed."""

    data: str
    rows: int
    values: tuple[float | None, ...]
    failed: int


@dataclass(frozen=True, slots=True)
class PairResult:
    """Two models on one data set; the difference is positive where the first is better; `adjusted` as in ADJUSTED."""

    data: str
    first: str
    second: str
    difference: float | None
    p: float | None
    adjusted: tuple[float | None, ...] = ()


@dataclass(frozen=True, slots=True)
class OverallPair:
    """Two models over all data sets; differences are positive where the first is better.

    `mean` is the mean difference, in per cent of the mean of all models where the measure has the unit of the output;
    `p` is Wilcoxon's signed-rank test, `holm` that for all pairs. The chances (Bayesian signed-rank test) that the
    first is better, both are the same within `margin`, or the second is better are None with fewer than two data sets.
    """

    first: str
    second: str
    wins: int
    losses: int
    mean: float | None
    p: float | None
    holm: float | None = None
    margin: float = 0.0
    first_better: float | None = None
    same: float | None = None
    second_better: float | None = None


@dataclass(frozen=True, slots=True)
class ManySetsResult:
    """Ranks are means over data sets, 1 is ahead; ranks further apart than `distance` differ (Nemenyi, 0.05)."""

    keys: tuple[str, ...]
    measure: str
    sets: tuple[SetResult, ...]
    pairs: tuple[PairResult, ...]
    ranks: tuple[float, ...]
    distance: float | None
    chi2: float | None
    p: float | None
    p_f: float | None
    thirds: tuple[FixedTestComparison, ...] = ()
    left_out: tuple[str, ...] = ()
    overall: tuple[OverallPair, ...] = ()
    f: float | None = None
    df: tuple[int, int] | None = None
    is_relative: bool = False  # differences over data sets are in per cent, because outputs have different units
    is_tuned: bool = False
    impacts: tuple[PartitionImpact, ...] = ()  # empty for one repeat

    @property
    def ordered(self) -> tuple[tuple[str, float], ...]:
        """Models with their mean ranks, the one ahead first."""
        return tuple(sorted(zip(self.keys, self.ranks, strict=False), key=lambda entry: entry[1]))

    @property
    def alike(self) -> tuple[tuple[float, float], ...]:
        """Spans of ranks within the critical distance, none inside another: the bars of the diagram."""
        if self.distance is None:
            return ()
        ranks = [rank for _, rank in self.ordered]
        spans = [(low, max(rank for rank in ranks if rank <= low + self.distance)) for low in ranks]
        wide = [span for span in dict.fromkeys(spans) if span[1] > span[0]]
        return tuple(a for a in wide if not any(b != a and b[0] <= a[0] and a[1] <= b[1] for b in wide))

    def clear(self, method: str | None = None) -> int:
        """How many pairs are clear on their own, or after a correction for the whole family."""
        place = None if method is None else list(ADJUSTED).index(method)
        p_values = [pair.p if place is None else pair.adjusted[place] for pair in self.pairs]
        return sum(p is not None and p < CLEAR for p in p_values)

    @property
    def cases(self) -> Mapping[str, int]:
        return count_cases(self.thirds)

    def sentence(self, names: Mapping[str, str]) -> str:
        ends = dict.fromkeys(self.ordered[:1] + self.ordered[-1:])
        ranks = ", ".join(f"{names.get(key, key)} {rank:.2f}" for key, rank in ends)
        friedman = "Friedman's test is not defined here." if self.p is None else f"Friedman: {word_p_value(self.p)}."
        if self.f is not None and self.df is not None and self.p_f is not None:
            statistic = f"F({self.df[0]}, {self.df[1]}) = {self.f:.3g}"
            friedman += f" Iman and Davenport: {statistic}, {word_p_value(self.p_f)}."
        distance = "" if self.distance is None else f" Ranks closer than {self.distance:.2f} are not told apart."
        tuned = "tuned inside each training set" if self.is_tuned else "with standard settings"
        return (
            f"{len(self.keys)} models ({tuned}), {len(self.sets)} data sets. Mean ranks, first and last:"
            f" {ranks or 'none'}. {friedman}{distance}"
            f" Of {len(self.pairs)} pairs {self.clear()} are clear on their own, {self.clear('holm')} after Holm."
        )

    def rows(self, names: Mapping[str, str]) -> tuple[tuple[str, ...], ...]:
        """One line per pair and data set."""
        scale = find_measure(self.measure).scale
        return tuple(
            (
                pair.data,
                names.get(pair.first, pair.first),
                names.get(pair.second, pair.second),
                _cell(pair.difference, scale),
                *(_cell(p) for p in (pair.p, *pair.adjusted)),
            )
            for pair in self.pairs
        )

    def overall_rows(self, names: Mapping[str, str]) -> tuple[tuple[str, ...], ...]:
        """One line per pair over all data sets, as OVERALL_HEADINGS says."""
        scale = 100.0 if self.is_relative else find_measure(self.measure).scale
        return tuple(
            (
                names.get(pair.first, pair.first),
                names.get(pair.second, pair.second),
                f"{pair.wins} : {pair.losses}",
                _cell(pair.mean, scale),
                *(_cell(value) for value in (pair.p, pair.holm)),
                *(_chance(value) for value in (pair.first_better, pair.same, pair.second_better)),
            )
            for pair in self.overall
        )

    def explain_overall(self) -> str:
        """What the chances call the same, and what the differences are in."""
        if not self.overall:
            return ""
        scale, unit = (100.0, " %") if self.is_relative else (find_measure(self.measure).scale, "")
        of = " of the mean of all models on that data set" if self.is_relative else ""
        return (
            f"Differences over data sets: positive favors the first model{of}. Same: within "
            f"{scale * self.overall[0].margin:g}{unit}. Wilcoxon's p is adjusted by Holm for {len(self.overall)} "
            "pairs; the chances are those of the Bayesian signed-rank test."
        )

    def explain_impacts(self) -> tuple[str, str]:
        """What the repeats of all pairs show taken alone, and where that comes from."""
        return word_impacts(self.impacts), ABOUT_IMPACTS

    def group_table(self, names: Mapping[str, str]) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
        """Headings and one line per pair and data set: the four groups; no lines for one repeat."""
        return GROUP_HEADINGS, list_group_rows(self.impacts, names)

    def conclusion_table(self, names: Mapping[str, str]) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
        """Headings and one line per pair: single repeats against their average; no lines for one repeat."""
        return CONCLUSION_HEADINGS, list_conclusion_rows(self.impacts, names)

    def set_rows(self) -> tuple[tuple[str, ...], ...]:
        """One line per data set, one value per model; the mean ranks below."""
        scale = find_measure(self.measure).scale
        lines = [(one.data, str(one.rows), *(_cell(value, scale) for value in one.values)) for one in self.sets]
        ranks = ("mean rank", "", *(f"{rank:.2f}" for rank in self.ranks))
        return (*lines, ranks) if self.ranks else tuple(lines)


def _chance(value: float | None) -> str:
    """A probability as so many of 100."""
    if value is None:
        return "–"
    shown = 100 * value
    return "< 1 %" if shown < 1 else "> 99 %" if shown > 99 else f"{shown:.0f} %"  # drawn, so never surely 0


def _cell(value: float | None, scale: float = 1.0) -> str:
    return "–" if value is None else f"{scale * value:.3g}".replace("-", "−")
