"""Comparers that count the rows which only one of the two algorithms got right."""

from core.domain.findings import Comparison
from core.domain.pairing import Pairing
from core.domain.reading import Reading
from core.statistics.comparison_test import Figures, compared, mean_difference, undefined
from core.statistics.count_tests import correct_counts, discordant_odds, mcnemar_chi2, sign_test


def compare_sign_test(pairing: Pairing, level: float) -> Comparison:
    counts = _counts(pairing)
    if counts is None:
        return undefined("sign-test", pairing, "not_for_this_task")
    return _signed("sign-test", pairing, counts, "p_two_sided", level)


def compare_mid_p(pairing: Pairing, level: float) -> Comparison:
    counts = _counts(pairing)
    if counts is None:
        return undefined("mcnemar-midp", pairing, "not_for_this_task")
    return _signed("mcnemar-midp", pairing, counts, "p_mid", level)


def compare_mcnemar(pairing: Pairing, level: float) -> Comparison:
    counts = _counts(pairing)
    if counts is None:
        return undefined("mcnemar", pairing, "not_for_this_task")
    test = mcnemar_chi2(counts["a_only"], counts["b_only"])
    figures = Figures(test["stat"], test["df"], test["p"], effect=mean_difference(pairing))
    return compared("mcnemar", pairing, test, figures, _details(counts, level))


def _counts(pairing: Pairing) -> Reading | None:
    if pairing.correct_first is None or pairing.correct_second is None:
        return None
    return correct_counts(pairing.correct_first, pairing.correct_second)


def _signed(key: str, pairing: Pairing, counts: Reading, p_name: str, level: float) -> Comparison:
    """The statistic is wins minus losses, so that it has the sign of the difference."""
    test = sign_test(counts["a_only"], counts["b_only"])
    gap = float(counts["a_only"] - counts["b_only"])
    figures = Figures(gap, None, test[p_name], effect=mean_difference(pairing))
    return compared(key, pairing, test, figures, {**_details(counts, level), "p_greater": test["p_greater"]})


def _details(counts: Reading, level: float) -> dict[str, object]:
    odds = discordant_odds(counts["a_only"], counts["b_only"], level)
    return {**counts.values, **odds.values}
