"""From one interval and one margin to one outcome: the decision table, its tags, and whether the shuffles agree."""

from dataclasses import dataclass

from core.domain.findings import Tag, VerdictKind
from core.domain.study import QuestionKind

CLAIMS = (VerdictKind.WIN, VerdictKind.LOSS, VerdictKind.BETTER, VerdictKind.WORSE)
_FOR_FIRST = (VerdictKind.WIN, VerdictKind.BETTER)
_FOR_SECOND = (VerdictKind.LOSS, VerdictKind.WORSE)
_SETTLED = (*CLAIMS, VerdictKind.NOTHING_BEATS_GUESSING, VerdictKind.SAME_MODEL)


def decide(low: float, high: float, margin: float) -> VerdictKind:
    """First match wins; the margin is closed: a range that just touches it is the same."""
    if low > margin:
        return VerdictKind.WIN
    if high < -margin:
        return VerdictKind.LOSS
    if margin > 0 and low >= -margin and high <= margin:
        return VerdictKind.SAME
    if low > 0:
        return VerdictKind.BETTER
    if high < 0:
        return VerdictKind.WORSE
    if low > -margin:
        return VerdictKind.NOT_WORSE
    return VerdictKind.NOT_BETTER if high < margin else VerdictKind.CANNOT_TELL


def tag_of(kind: VerdictKind, question: QuestionKind) -> Tag:
    if kind is VerdictKind.BLOCKED:
        return Tag.BLOCKED
    if kind is VerdictKind.SAME:
        return Tag.SAME
    if kind is VerdictKind.NOT_WORSE and question is QuestionKind.REPLACE:
        return Tag.SETTLED
    return Tag.SETTLED if kind in _SETTLED else Tag.NOT_SETTLED


@dataclass(frozen=True, slots=True)
class Shuffles:
    """What each shuffle says taken alone: `clear` is +1 for the candidate, -1 for the reference, 0 neither."""

    clear: tuple[int, ...]
    gaps: tuple[float, ...]

    @property
    def total(self) -> int:
        return len(self.clear)

    @property
    def for_first(self) -> int:
        return self.clear.count(1)

    @property
    def for_second(self) -> int:
        return self.clear.count(-1)


@dataclass(frozen=True, slots=True)
class Agreement:
    """How many shuffles give the headline's conclusion, how many the opposite, and what follows for the words."""

    total: int
    agreeing: int
    opposite: int

    @property
    def steady(self) -> bool:
        return self.total < 2 or self.agreeing >= 0.8 * self.total

    @property
    def replaces_headline(self) -> bool:
        return self.total >= 2 and (self.opposite > 0 or self.agreeing < 0.5 * self.total)


def agreement(kind: VerdictKind, shuffles: Shuffles, margin: float) -> Agreement:
    if kind in _FOR_FIRST:
        return Agreement(shuffles.total, shuffles.for_first, shuffles.for_second)
    if kind in _FOR_SECOND:
        return Agreement(shuffles.total, shuffles.for_second, shuffles.for_first)
    if kind is VerdictKind.SAME:
        against = sum(c != 0 and abs(g) > margin for c, g in zip(shuffles.clear, shuffles.gaps, strict=True))
        return Agreement(shuffles.total, shuffles.total - against, 0)
    return Agreement(shuffles.total, shuffles.total, 0)
