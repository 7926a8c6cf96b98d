"""How much the partition into folds decides, over data sets: four groups and wrong conclusions of single repeats.

Bradford & Brodley 2001: the groups of section 3 and table 4. A repeat taken alone is compared with the averaged t of
all repeats of the same rows.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from core.domain.findings import Comparison, RepeatDetails

CLEAR = 0.05
FIRST, UNCLEAR, SECOND = 1, 0, -1
SAME_T = 1e-9
GROUPS = {
    1: "which model is better changes",
    2: "whether there is a difference changes",
    3: "the conclusion stays, the p changes",
    4: "every repeat gives the same",
}
GROUP_HEADINGS = ("Group", "Data", "Model", "Against", "Better", "Unclear", "Worse", "t, from", "averaged", "to")
CONCLUSION_HEADINGS = (
    "Model", "Against", "Wrong", "Right: unclear", "Right: clear", "Clear, average unclear",
    "Unclear, average clear", "Clear for the other",
)  # fmt: skip
NONE = "–"


@dataclass(frozen=True, slots=True)
class PartitionImpact:
    """The repeats of one pair on one data set: how many are clear for either model, and the averaged t with its side.

    `t_low`, `t_high` are the ends of the repeats' t; None where some repeat has none. `average_side` is None where the
    average has no p.
    """

    data: str
    first: str
    second: str
    for_first: int
    unclear: int
    for_second: int
    average_side: int | None
    averaged_t: float | None = None
    t_low: float | None = None
    t_high: float | None = None

    @property
    def repeats(self) -> int:
        return self.for_first + self.unclear + self.for_second

    @property
    def group(self) -> int:
        """1 to 4 as in section 3; a pair that is clear for the same model in every repeat is in group 3."""
        if self.for_first and self.for_second:
            return 1
        if self.unclear and (self.for_first or self.for_second):
            return 2
        ends = (self.t_low, self.t_high)
        known = [end for end in ends if end is not None]
        is_same = len(known) == len(ends) and known[1] - known[0] <= SAME_T * max(1.0, *map(abs, known))
        return 4 if is_same else 3


@dataclass(frozen=True, slots=True)
class ConclusionTally:
    """Single repeats against their average, as table 4 counts them; `opposite` are clear for the other model."""

    accepted: int = 0
    rejected: int = 0
    type_1: int = 0
    type_2: int = 0
    opposite: int = 0

    @property
    def total(self) -> int:
        return self.accepted + self.rejected + self.wrong

    @property
    def wrong(self) -> int:
        return self.type_1 + self.type_2 + self.opposite

    def __add__(self, other: "ConclusionTally") -> "ConclusionTally":
        return ConclusionTally(
            self.accepted + other.accepted,
            self.rejected + other.rejected,
            self.type_1 + other.type_1,
            self.type_2 + other.type_2,
            self.opposite + other.opposite,
        )


def describe_impact(data: str, averaged: Comparison) -> PartitionImpact | None:
    """From the comparison by the averaged t; None for fewer than two repeats.

    A repeat without a t, because its difference is the same on every fold, counts as unclear.
    """
    details = averaged.details
    if not isinstance(details, RepeatDetails) or len(details.t_values) < 2:
        return None
    sides = [_side(t, p) for t, p in zip(details.t_values, details.p_values, strict=True)]
    known = [t for t in details.t_values if t is not None]
    is_whole = len(known) == len(sides)
    return PartitionImpact(
        data,
        averaged.first,
        averaged.second,
        sides.count(FIRST),
        sides.count(UNCLEAR),
        sides.count(SECOND),
        None if averaged.p is None else _side(averaged.statistic, averaged.p),
        averaged.statistic,
        min(known) if is_whole else None,
        max(known) if is_whole else None,
    )


def _side(t: float | None, p: float | None) -> int:
    if t is None or p is None or p >= CLEAR:
        return UNCLEAR
    return FIRST if t > 0 else SECOND


def tally_conclusions(impacts: Iterable[PartitionImpact]) -> ConclusionTally:
    """All repeats of these; pairs whose average has no p are left out."""
    total = ConclusionTally()
    for one in impacts:
        total += _tally_one(one)
    return total


def _tally_one(one: PartitionImpact) -> ConclusionTally:
    if one.average_side is None:
        return ConclusionTally()
    if one.average_side == UNCLEAR:
        return ConclusionTally(accepted=one.unclear, type_1=one.for_first + one.for_second)
    same, other = (one.for_first, one.for_second) if one.average_side == FIRST else (one.for_second, one.for_first)
    return ConclusionTally(rejected=same, type_2=one.unclear, opposite=other)


def word_impacts(impacts: Sequence[PartitionImpact]) -> str:
    """How often one repeat alone would have said something else, and how many pairs are in each group."""
    if not impacts:
        return "Groups need at least two repeats."
    found = tally_conclusions(impacts)
    share = f" ({100 * found.wrong / found.total:.1f} %)" if found.total else ""
    counts = ", ".join(str(sum(one.group == group for one in impacts)) for group in GROUPS)
    return (
        f"Of {found.total:,} repeats taken alone {found.wrong:,}{share} say something else than the average of their "
        f"repeats. Pairs in groups 1 to {len(GROUPS)}: {counts}."
    )


_NAMED_GROUPS = "; ".join(f"{group}, {title}" for group, title in GROUPS.items())
ABOUT_IMPACTS = (
    f"Groups: {_NAMED_GROUPS}. Clear: p below 0.05 in the paired t over the folds of one repeat. The averaged t, in "
    "brackets, stands for the right conclusion, which it is only with regard to the partition (Bradford & Brodley "
    "2001, section 3 and table 4)."
)


def list_group_rows(impacts: Sequence[PartitionImpact], names: Mapping[str, str]) -> tuple[tuple[str, ...], ...]:
    """One line per pair and data set, group 1 first; the conclusion of the average in brackets, as their bold print."""
    return tuple(_group_row(one, names) for one in sorted(impacts, key=lambda one: one.group))


def _group_row(one: PartitionImpact, names: Mapping[str, str]) -> tuple[str, ...]:
    counts = ((FIRST, one.for_first), (UNCLEAR, one.unclear), (SECOND, one.for_second))
    return (
        str(one.group),
        one.data,
        names.get(one.first, one.first),
        names.get(one.second, one.second),
        *(f"[{count}]" if side == one.average_side else str(count) for side, count in counts),
        *(_figure(t) for t in (one.t_low, one.averaged_t, one.t_high)),
    )


def list_conclusion_rows(impacts: Sequence[PartitionImpact], names: Mapping[str, str]) -> tuple[tuple[str, ...], ...]:
    """One line per pair over all data sets, as table 4, and all of them together."""
    pairs = dict.fromkeys((one.first, one.second) for one in impacts)
    rows = [
        (
            names.get(first, first),
            names.get(second, second),
            *_tally_cells(tally_conclusions(one for one in impacts if (one.first, one.second) == (first, second))),
        )
        for first, second in pairs
    ]
    return (*rows, ("all", "", *_tally_cells(tally_conclusions(impacts)))) if len(rows) > 1 else tuple(rows)


def _tally_cells(found: ConclusionTally) -> tuple[str, ...]:
    counts = (found.accepted, found.rejected, found.type_1, found.type_2, found.opposite)
    share = f"{100 * found.wrong / found.total:.1f} %" if found.total else NONE
    return (share, *(str(count) for count in counts))


def _figure(value: float | None) -> str:
    return NONE if value is None else f"{value:.3g}".replace("-", "−")
