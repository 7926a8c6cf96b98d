"""What a study over several data sets finds: values and ranks, all pairs with their corrections, four-case counts."""

from collections.abc import Mapping
from dataclasses import dataclass

from core.domain.chances import p_words
from core.laboratory.third import CLEAR, OnThird, case_counts
from core.statistics.measures import find_measure

ADJUSTED = {"bonferroni": "Bonferroni", "sidak": "Sidak", "holm": "Holm"}
PAIR_HEADINGS = ("Data", "Model", "Against", "Gap", "p", *ADJUSTED.values())
WARNING = (
    "These data sets are the ones at hand, not a random sample of all data there are: the ranks hold for them, and "
    "say little about data of another kind."
)


@dataclass(frozen=True, slots=True)
class SetFound:
    """One value per model, in their order; None where too many trainings failed."""

    data: str
    rows: int
    values: tuple[float | None, ...]
    failed: int


@dataclass(frozen=True, slots=True)
class PairFound:
    """Two models on one data set; the gap is positive where the first is better; `adjusted` as in ADJUSTED."""

    data: str
    first: str
    second: str
    gap: float | None
    p: float | None
    adjusted: tuple[float | None, ...] = ()


@dataclass(frozen=True, slots=True)
class ManyFound:
    """Ranks are means over data sets, 1 is ahead; ranks further apart than `distance` differ (Nemenyi, 0.05)."""

    keys: tuple[str, ...]
    measure: str
    sets: tuple[SetFound, ...]
    pairs: tuple[PairFound, ...]
    ranks: tuple[float, ...]
    distance: float | None
    chi2: float | None
    p: float | None
    p_f: float | None
    thirds: tuple[OnThird, ...] = ()
    left_out: tuple[str, ...] = ()

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
        return case_counts(self.thirds)

    def sentence(self, names: Mapping[str, str]) -> str:
        ends = dict.fromkeys(self.ordered[:1] + self.ordered[-1:])
        ranks = ", ".join(f"{names.get(key, key)} {rank:.2f}" for key, rank in ends)
        friedman = "Friedman's test is not defined here." if self.p is None else f"Friedman: {p_words(self.p)}."
        distance = "" if self.distance is None else f" Ranks closer than {self.distance:.2f} are not told apart."
        return (
            f"{len(self.keys)} models, {len(self.sets)} data sets. Mean ranks, first and last: {ranks or 'none'}."
            f" {friedman}{distance}"
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
                _cell(pair.gap, scale),
                *(_cell(p) for p in (pair.p, *pair.adjusted)),
            )
            for pair in self.pairs
        )

    def set_rows(self) -> tuple[tuple[str, ...], ...]:
        """One line per data set, one value per model; the mean ranks below."""
        scale = find_measure(self.measure).scale
        lines = [(one.data, str(one.rows), *(_cell(value, scale) for value in one.values)) for one in self.sets]
        ranks = ("mean rank", "", *(f"{rank:.2f}" for rank in self.ranks))
        return (*lines, ranks) if self.ranks else tuple(lines)


def _cell(value: float | None, scale: float = 1.0) -> str:
    return "–" if value is None else f"{scale * value:.3g}".replace("-", "−")
