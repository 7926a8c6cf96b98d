"""Comparers that look at several shuffles: Bradford's averaged t, his counter-examples, and five shuffles of halves."""

import numpy as np
from scipy import special

from core.domain.dataset import Floats
from core.domain.findings import Comparison
from core.domain.pairing import Pairing
from core.domain.reading import Reading, degenerate
from core.statistics.comparison_test import Figures, compared, defined, largest_score, mean_difference, undefined
from core.statistics.five_by_two import five_by_two_f, five_by_two_t
from core.statistics.partition_tests import averaged_t, fisher_combination, rank_curve, sufficient_partitions
from core.statistics.rank_tests import wilcoxon_signed_rank
from core.statistics.t_tests import two_sided


def compare_averaged_t(pairing: Pairing, level: float) -> Comparison:
    test = _averaged(pairing)
    if test is None:
        return undefined("averaged-t", pairing, "too_few_defined_folds")
    figures = Figures(test["mean_t"], test["df"], test["p_two_sided"], effect=mean_difference(pairing))
    return compared("averaged-t", pairing, test, figures, _shuffle_details(pairing, test, level))


def compare_wilcoxon_shuffles(pairing: Pairing, level: float) -> Comparison:
    """Bradford's counter-example: ranks the evidence of each shuffle as if shuffles were separate experiments."""
    test = _averaged(pairing)
    if test is None:
        return undefined("wilcoxon-shuffles", pairing, "too_few_defined_folds")
    ranked = _over_shuffles(test)
    if ranked is None:
        ranked = wilcoxon_signed_rank(np.array(test["t_values"], dtype=np.float64))
    count = ranked.values.get("n_nonzero") or 0
    balance = 2.0 * ranked["w_plus"] - count * (count + 1) / 2.0 if ranked.values.get("w_plus") is not None else None
    figures = Figures(balance, None, ranked["p"], effect=mean_difference(pairing))
    return compared("wilcoxon-shuffles", pairing, ranked, figures, {**ranked.values, "shuffles": len(test["t_values"])})


def compare_fisher_shuffles(pairing: Pairing, level: float) -> Comparison:
    """Bradford's counter-example: one-sided p of each shuffle combined for either algorithm; twice the smaller p."""
    test = _averaged(pairing)
    if test is None:
        return undefined("fisher-shuffles", pairing, "too_few_defined_folds")
    stuck = _over_shuffles(test)
    if stuck is not None:
        figures = Figures(p=stuck["p"], effect=mean_difference(pairing))
        return compared("fisher-shuffles", pairing, stuck, figures)
    for_first = fisher_combination([float(special.stdtr(test["df"], -t)) for t in test["t_values"]])
    for_second = fisher_combination([float(special.stdtr(test["df"], t)) for t in test["t_values"]])
    return _fisher(pairing, for_first, for_second)


def _fisher(pairing: Pairing, for_first: Reading, for_second: Reading) -> Comparison:
    effect = mean_difference(pairing)
    if not (for_first.is_ok and for_second.is_ok):
        return compared("fisher-shuffles", pairing, degenerate("zero_p"), Figures(effect=effect))
    deciding = for_first if for_first["p"] <= for_second["p"] else for_second
    details = {"p_first_better": for_first["p"], "p_second_better": for_second["p"]}
    figures = Figures(deciding["stat"], deciding["df"], min(1.0, 2.0 * deciding["p"]), effect=effect)
    return compared("fisher-shuffles", pairing, deciding, figures, details)


def compare_five_by_two_t(pairing: Pairing, level: float) -> Comparison:
    halves = _halves(pairing)
    if halves is None:
        return _no_halves("5x2-t", pairing)
    test = five_by_two_t(halves, largest_score(pairing))
    figures = Figures(test["t"], test["df"], test["p"], effect=float(np.mean(halves)))
    return compared("5x2-t", pairing, test, figures)


def compare_five_by_two_f(pairing: Pairing, level: float) -> Comparison:
    halves = _halves(pairing)
    if halves is None:
        return _no_halves("5x2-f", pairing)
    test = five_by_two_f(halves, largest_score(pairing))
    figures = Figures(test["f"], (test["df1"], test["df2"]), test["p"], effect=float(np.mean(halves)))
    return compared("5x2-f", pairing, test, figures)


def _halves(pairing: Pairing) -> Floats | None:
    """All ten differences are needed: the formulas have no place for a missing one."""
    if pairing.halves is None or not np.all(np.isfinite(pairing.halves)):
        return None
    return pairing.halves


def _no_halves(key: str, pairing: Pairing) -> Comparison:
    reason = "not_run" if pairing.halves is None else "too_few_defined_folds"
    return compared(key, pairing, degenerate(reason), Figures())


def _averaged(pairing: Pairing) -> Reading | None:
    if defined(pairing.differences) is None:
        return None
    parts = [shuffle[np.isfinite(shuffle)] for shuffle in pairing.differences]
    return averaged_t(parts, largest_score(pairing))


def _over_shuffles(test: Reading) -> Reading | None:
    """What stops a test over shuffles before it starts; None when it can go on."""
    if test.reason == "identical_scores":
        return degenerate("identical_scores", p=1.0)
    if not test.is_ok:
        return degenerate(test.reason, p=None)
    return degenerate("too_few_partitions", p=None) if len(test["t_values"]) < 2 else None


def _shuffle_details(pairing: Pairing, test: Reading, level: float) -> dict[str, object]:
    """One entry per shuffle, and whether more shuffles could change the answer."""
    t_values, df = test["t_values"], test["df"]
    details: dict[str, object] = {
        "shuffles": len(t_values),
        "t_values": tuple(t_values),
        "means": tuple(_mean_or_none(shuffle) for shuffle in pairing.differences),
        "p_one_sided_bradford": test["p_one_sided_bradford"],
    }
    if not df:
        return details
    enough = sufficient_partitions(t_values, df, (1.0 - level) / 2.0)
    return {
        **details,
        "p_values": tuple(None if t is None else two_sided(t, df) for t in t_values),
        "rank_curve": tuple(rank_curve(t_values, df)["y_sorted"]),
        "enough_shuffles": enough["decision"],
        "enough_statistic": enough["stat"],
        "enough_threshold": enough["threshold"],
    }


def _mean_or_none(differences: Floats) -> float | None:
    known = differences[np.isfinite(differences)]
    return float(np.mean(known)) if known.size else None
