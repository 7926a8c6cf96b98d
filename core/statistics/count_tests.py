"""Tests on the rows that only one of two algorithms got right (Salzberg 1997, section 3.1)."""

import math
from dataclasses import dataclass

import numpy as np

from core.domain.dataset import Floats, Integers
from core.statistics.distributions import two_sided_normal_p
from core.statistics.share_intervals import clopper_pearson
from core.statistics.undefined import Undefined
from core.support.lazy_import import import_lazily

special = import_lazily("scipy.special")


@dataclass(frozen=True, slots=True)
class PairedCounts:
    """Count the rows that both, only one, or none of two algorithms got right."""

    both_right: int
    first_only: int
    second_only: int
    both_wrong: int

    @property
    def rows(self) -> int:
        return self.both_right + self.first_only + self.second_only + self.both_wrong


@dataclass(frozen=True, slots=True)
class SignTest:
    """Hold the exact binomial test on `disagreements` rows: one-sided for the first, two-sided, and mid-p."""

    disagreements: int
    p_first_better: float
    p_two_sided: float
    p_mid: float


@dataclass(frozen=True, slots=True)
class ChiSquareTest:
    statistic: float
    df: int
    p: float


@dataclass(frozen=True, slots=True)
class DiscordantOdds:
    """Hold the share and the odds of the first among the disagreements; odds are None where they are infinite."""

    share: float
    share_low: float
    share_high: float
    odds: float | None
    odds_low: float | None
    odds_high: float | None


@dataclass(frozen=True, slots=True)
class NormalTest:
    z: float
    p: float


@dataclass(frozen=True, slots=True)
class ConfusedPair:
    """Name the two classes, by position, that are mistaken for each other most often, and how often that is."""

    first: int
    second: int
    confusions: int


def count_paired_answers(truth: Integers, first: Integers, second: Integers) -> PairedCounts | Undefined:
    """Right and wrong of two algorithms on the same rows.

    Salzberg's "different output" counts too much with three or more classes: two different wrong answers are a tie.
    """
    if not truth.shape == first.shape == second.shape:
        return Undefined("unequal_lengths")
    return correct_counts(first == truth, second == truth)


def correct_counts(first: Integers, second: Integers) -> PairedCounts:
    """Count from what was right (1 or true) and wrong, row by row."""
    right, other = np.asarray(first, dtype=bool), np.asarray(second, dtype=bool)
    return PairedCounts(
        both_right=int(np.sum(right & other)),
        first_only=int(np.sum(right & ~other)),
        second_only=int(np.sum(~right & other)),
        both_wrong=int(np.sum(~right & ~other)),
    )


def sign_test(wins: int, losses: int) -> SignTest | Undefined:
    """Exact binomial test of equal chances on the rows where only one is right: one-sided, two-sided and mid-p."""
    if min(wins, losses) < 0:
        return Undefined("negative_count")
    n, larger = wins + losses, max(wins, losses)
    if n == 0:
        return Undefined("no_disagreements", 0.0)
    at_least, beyond = _at_least(larger, n), _at_least(larger + 1, n)
    return SignTest(n, _at_least(wins, n), min(1.0, 2.0 * at_least), min(1.0, at_least + beyond))


def _at_least(successes: int, n: int) -> float:
    """P(X >= successes) for a fair coin thrown n times."""
    if successes <= 0:
        return 1.0
    return 0.0 if successes > n else float(special.betainc(successes, n - successes + 1, 0.5))


def mcnemar_chi2(wins: int, losses: int, correction: bool = True) -> ChiSquareTest | Undefined:
    """Chi-square form of the sign test; |s - f| - 1 is clipped at 0, which Salzberg's formula leaves out."""
    if min(wins, losses) < 0:
        return Undefined("negative_count")
    if wins + losses == 0:
        return Undefined("no_disagreements", 0.0)
    difference = max(abs(wins - losses) - (1 if correction else 0), 0)
    statistic = difference**2 / (wins + losses)
    return ChiSquareTest(statistic, 1, float(special.chdtrc(1, statistic)))


def discordant_odds(wins: int, losses: int, level: float = 0.95) -> DiscordantOdds | Undefined:
    """Share and odds of the first among the disagreements, with the exact (Clopper-Pearson) interval."""
    if wins == losses == 0:
        return Undefined("no_disagreements")
    share = clopper_pearson(wins, wins + losses, level)
    if isinstance(share, Undefined):
        return share
    odds = [_odds(one) for one in (share.share, share.low, share.high)]
    return DiscordantOdds(share.share, share.low, share.high, *odds)


def _odds(share: float) -> float | None:
    return share / (1.0 - share) if share < 1.0 else None


def two_proportion_z(correct_first: int, correct_second: int, n: int) -> NormalTest | Undefined:
    """Difference of two proportions (Bradford & Brodley 2001, section 2); assumes two separate test sets of size n."""
    if n < 1:
        return Undefined("no_rows")
    if not (0 <= correct_first <= n and 0 <= correct_second <= n):
        return Undefined("impossible_counts")
    share = (correct_first + correct_second) / (2 * n)
    if share in (0.0, 1.0):
        return Undefined("zero_variance", 0.0)
    z = (correct_first - correct_second) / n / math.sqrt(share * (1.0 - share) * 2 / n)
    return NormalTest(z, two_sided_normal_p(z))


def most_confused_pair(confusion: Floats) -> ConfusedPair | Undefined:
    """The two classes mistaken for each other most often (Aslan et al. 2009, section IV.A.1); the first on a tie."""
    if confusion.ndim != 2 or confusion.shape[0] != confusion.shape[1] or not np.all(np.isfinite(confusion)):
        return Undefined("no_confusion_table")
    both_ways = np.triu(confusion + confusion.T, k=1)
    most = both_ways.max(initial=0)
    if most <= 0:
        return Undefined("no_confusions", 0.0)
    row, column = np.unravel_index(int(np.argmax(both_ways)), both_ways.shape)
    return ConfusedPair(int(row), int(column), int(most))
