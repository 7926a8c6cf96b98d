"""Comparers that count the rows which only one of the two algorithms got right."""

from core.domain.findings import Comparison, CountDetails
from core.domain.pairing import Pairing
from core.statistics.comparison_test import describe_comparison, describe_undefined, mean_difference
from core.statistics.count_tests import (
    PairedCounts,
    SignTest,
    correct_counts,
    discordant_odds,
    mcnemar_chi2,
    sign_test,
)
from core.statistics.undefined import Undefined

NOT_COUNTED = Undefined("not_for_this_task")


def compare_sign_test(pairing: Pairing, level: float) -> Comparison:
    return _compare_signs("sign-test", pairing, level, is_mid=False)


def compare_mid_p(pairing: Pairing, level: float) -> Comparison:
    return _compare_signs("mcnemar-midp", pairing, level, is_mid=True)


def compare_mcnemar(pairing: Pairing, level: float) -> Comparison:
    counts = _count_pairing(pairing)
    if counts is None:
        return describe_undefined("mcnemar", pairing, NOT_COUNTED)
    found, effect = mcnemar_chi2(counts.first_only, counts.second_only), mean_difference(pairing)
    details = _count_details(counts, None, level)
    if isinstance(found, Undefined):
        return describe_comparison("mcnemar", pairing, reason=found.reason, p=found.p, effect=effect, details=details)
    return describe_comparison(
        "mcnemar", pairing, statistic=found.statistic, df=found.df, p=found.p, effect=effect, details=details
    )


def _compare_signs(key: str, pairing: Pairing, level: float, is_mid: bool) -> Comparison:
    """The statistic is wins minus losses, so that it has the sign of the difference."""
    counts = _count_pairing(pairing)
    if counts is None:
        return describe_undefined(key, pairing, NOT_COUNTED)
    found, effect = sign_test(counts.first_only, counts.second_only), mean_difference(pairing)
    if isinstance(found, Undefined):
        details = _count_details(counts, None, level)
        return describe_comparison(key, pairing, reason=found.reason, p=found.p, effect=effect, details=details)
    return describe_comparison(
        key,
        pairing,
        statistic=float(counts.first_only - counts.second_only),
        p=found.p_mid if is_mid else found.p_two_sided,
        effect=effect,
        details=_count_details(counts, found, level),
    )


def _count_pairing(pairing: Pairing) -> PairedCounts | None:
    if pairing.correct_first is None or pairing.correct_second is None:
        return None
    return correct_counts(pairing.correct_first, pairing.correct_second)


def _count_details(counts: PairedCounts, test: SignTest | None, level: float) -> CountDetails:
    odds = discordant_odds(counts.first_only, counts.second_only, level)
    known = None if isinstance(odds, Undefined) else odds
    return CountDetails(
        both_right=counts.both_right,
        first_only=counts.first_only,
        second_only=counts.second_only,
        both_wrong=counts.both_wrong,
        p_first_better=test.p_first_better if test else None,
        share=known.share if known else None,
        share_low=known.share_low if known else None,
        share_high=known.share_high if known else None,
        odds=known.odds if known else None,
        odds_low=known.odds_low if known else None,
        odds_high=known.odds_high if known else None,
    )
