"""Tests on the rows that only one of two algorithms got right (Salzberg 1997, section 3.1)."""

import math

import numpy as np
from scipy import special

from core.domain.dataset import Floats, Integers
from core.domain.reading import Reading, degenerate, error, ok
from core.statistics.share_intervals import clopper_pearson


def paired_counts(truth: Integers, first: Integers, second: Integers) -> Reading:
    """Right and wrong of two algorithms on the same rows.

    Salzberg's "different output" counts too much with three or more classes: two different wrong answers are a tie.
    """
    if not truth.shape == first.shape == second.shape:
        return error("unequal_lengths", **dict.fromkeys(("both_right", "a_only", "b_only", "both_wrong", "n")))
    return correct_counts(first == truth, second == truth)


def correct_counts(first: Integers, second: Integers) -> Reading:
    right, other = np.asarray(first, dtype=bool), np.asarray(second, dtype=bool)
    return ok(
        both_right=int(np.sum(right & other)),
        a_only=int(np.sum(right & ~other)),
        b_only=int(np.sum(~right & other)),
        both_wrong=int(np.sum(~right & ~other)),
        n=right.size,
    )


def sign_test(wins: int, losses: int) -> Reading:
    """Exact binomial test of equal chances on the rows where only one is right: one-sided, two-sided and mid-p."""
    if min(wins, losses) < 0:
        return error("negative_count", n=None, p_greater=None, p_two_sided=None, p_mid=None)
    n, larger = wins + losses, max(wins, losses)
    if n == 0:
        return degenerate("no_disagreements", n=0, p_greater=1.0, p_two_sided=1.0, p_mid=1.0)
    at_least, beyond = _at_least(larger, n), _at_least(larger + 1, n)
    return ok(
        n=n,
        p_greater=_at_least(wins, n),
        p_two_sided=min(1.0, 2.0 * at_least),
        p_mid=min(1.0, at_least + beyond),
    )


def _at_least(successes: int, n: int) -> float:
    """P(X >= successes) for a fair coin thrown n times."""
    if successes <= 0:
        return 1.0
    return 0.0 if successes > n else float(special.betainc(successes, n - successes + 1, 0.5))


def mcnemar_chi2(wins: int, losses: int, correction: bool = True) -> Reading:
    """Chi-square form of the sign test; |s - f| - 1 is clipped at 0, which Salzberg's formula leaves out."""
    if min(wins, losses) < 0:
        return error("negative_count", stat=None, df=1, p=None)
    if wins + losses == 0:
        return degenerate("no_disagreements", stat=None, df=1, p=1.0)  # 0/0: nothing to divide, no difference either
    gap = max(abs(wins - losses) - (1 if correction else 0), 0)
    stat = gap**2 / (wins + losses)
    return ok(stat=stat, df=1, p=float(special.chdtrc(1, stat)))


def discordant_odds(wins: int, losses: int, level: float = 0.95) -> Reading:
    """Share and odds of the first among the disagreements, with the exact (Clopper-Pearson) interval."""
    n, share = wins + losses, clopper_pearson(wins, wins + losses, level)
    names = ("odds_ratio", "low", "high", "share_a", "share_low", "share_high")
    if wins == losses == 0:
        return degenerate("no_disagreements", **dict.fromkeys(names))
    if not share.is_ok:
        return error(share.reason, **dict.fromkeys(names))
    values = {
        "odds_ratio": _odds(wins / n),
        "low": _odds(share["low"]),
        "high": _odds(share["high"]),
        "share_a": wins / n,
        "share_low": share["low"],
        "share_high": share["high"],
    }
    return ok(**values) if losses else degenerate("one_sided_disagreements", **values)


def _odds(share: float) -> float | None:
    return share / (1.0 - share) if share < 1.0 else None


def two_proportion_z(correct_first: int, correct_second: int, n: int) -> Reading:
    """Difference of two proportions (Bradford & Brodley 2001, section 2); assumes two separate test sets of size n."""
    if n < 1:
        return error("no_rows", z=None, p=None)
    if not (0 <= correct_first <= n and 0 <= correct_second <= n):
        return error("impossible_counts", z=None, p=None)
    share = (correct_first + correct_second) / (2 * n)
    if share in (0.0, 1.0):
        return degenerate("zero_variance", z=None, p=1.0)
    z = (correct_first - correct_second) / n / math.sqrt(share * (1.0 - share) * 2 / n)
    return ok(z=z, p=float(2.0 * special.ndtr(-abs(z))))


def most_confused_pair(confusion: Floats) -> Reading:
    """The two classes mistaken for each other most often (Aslan et al. 2009, section IV.A.1); the first on a tie."""
    if confusion.ndim != 2 or confusion.shape[0] != confusion.shape[1] or not np.all(np.isfinite(confusion)):
        return error("no_confusion_table", pair=None, confusions=None)
    both_ways = np.triu(confusion + confusion.T, k=1)
    most = both_ways.max(initial=0)
    if most <= 0:
        return degenerate("no_confusions", pair=None, confusions=0)
    row, column = np.unravel_index(int(np.argmax(both_ways)), both_ways.shape)
    return ok(pair=(int(row), int(column)), confusions=int(most))
