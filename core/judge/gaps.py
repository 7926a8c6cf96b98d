"""The one range that decides: the gap between candidate and reference, by the method the design supports."""

from dataclasses import dataclass

import numpy as np

from core.comparers.auc import delong_paired
from core.comparers.on_splits import compare_corrected_t
from core.comparers.paired import paired_t
from core.comparers.resampled import corrected_resampled_t
from core.comparers.row import largest_score
from core.domain.dataset import Floats
from core.domain.evidence import Outcome
from core.domain.findings import Interval
from core.domain.pairing import Pairing
from core.domain.reading import Reading
from core.domain.study import SchemeKind
from core.intervals.paired_shares import tango
from core.judge.decision import Shuffles
from core.judge.pairings import first_shuffle
from core.judge.row_losses import row_losses
from core.judge.scores import Board

DESCRIPTIVE_SCHEMES = (
    SchemeKind.RESUBSTITUTION,
    SchemeKind.BOOTSTRAP,
    SchemeKind.LEAVE_ONE_OUT,
    SchemeKind.TIME,
)
ONE_TEST_SET = (SchemeKind.HOLDOUT, SchemeKind.TTV)
CLEAR = 0.05


@dataclass(frozen=True, slots=True)
class Gap:
    """The mean gap (positive: the candidate is better), its range, or why there is none."""

    effect: float | None
    interval: Interval | None
    df: float | None = None
    reason: str = ""


def gap(main: Board, pair: Pairing, output: int, level: float) -> Gap:
    """Corrected t over splits; on one test set the exact or row-wise form."""
    if main.study.scheme.kind in ONE_TEST_SET:
        return _on_one_test_set(main, pair, output, level)
    return over_splits(pair, level)


def over_splits(pair: Pairing, level: float) -> Gap:
    found = compare_corrected_t(pair, level)
    df = float(found.df) if isinstance(found.df, int | float) else None
    return Gap(found.effect, found.interval, df, found.note)


def _from_t(reading: Reading, level: float, method: str) -> Gap:
    effect = reading["mean_diff"]
    if reading["ci_low"] is None:
        return Gap(effect, None, reason=reading.reason)
    interval = Interval(float(reading["ci_low"]), float(reading["ci_high"]), level, method)
    return Gap(float(effect), interval, float(reading["df"]), reading.reason)


def _on_one_test_set(main: Board, pair: Pairing, output: int, level: float) -> Gap:
    first, second = first_shuffle(main, pair.first), first_shuffle(main, pair.second)
    if first is None or second is None:
        return Gap(None, None, reason="no_predictions")
    if pair.measure == "auc":
        return _by_delong(pair, level)
    if pair.measure == "error":
        return _by_counts(pair, level)
    return _by_rows(main, first, second, pair.measure, output, level)


def _by_counts(pair: Pairing, level: float) -> Gap:
    first, second = np.asarray(pair.correct_first), np.asarray(pair.correct_second)
    ahead, behind = int(np.sum(first > second)), int(np.sum(second > first))
    reading = tango(ahead, behind, len(first), level)
    if reading["low"] is None:
        return Gap(None, None, reason=reading.reason)
    effect = (ahead - behind) / len(first)
    return Gap(effect, Interval(float(reading["low"]), float(reading["high"]), level, "tango"))


def _by_delong(pair: Pairing, level: float) -> Gap:
    if pair.truth is None or pair.first_ranking is None or pair.second_ranking is None:
        return Gap(None, None, reason="no_scores")
    reading = delong_paired(pair.truth, pair.first_ranking, pair.second_ranking, level)
    if reading["ci_low"] is None:
        return Gap(None, None, reason=reading.reason)
    return Gap(
        float(reading["auc_a"]) - float(reading["auc_b"]),
        Interval(float(reading["ci_low"]), float(reading["ci_high"]), level, "delong"),
    )


def _by_rows(main: Board, first: Outcome, second: Outcome, measure: str, output: int, level: float) -> Gap:
    key = "mse" if measure == "rmse" else measure
    ours = row_losses(first, key, main.data, output, main.context)
    theirs = row_losses(second, key, main.data, output, main.context)
    if ours is None or theirs is None or measure == "rmse":
        return Gap(None, None, reason="no_row_losses")
    return _from_t(paired_t(-ours, -theirs, level), level, "paired-rows")


def shuffles_of(pair: Pairing) -> Shuffles:
    """What each shuffle says taken alone: clear when its own paired t has p < .05, unadjusted."""
    clear, gaps = [], []
    for differences in pair.differences:
        known: Floats = differences[np.isfinite(differences)]
        gaps.append(float(np.mean(known)) if known.size else 0.0)
        clear.append(_clear(known, largest_score(pair)))
    return Shuffles(tuple(clear), tuple(gaps))


def _clear(differences: Floats, scale: float) -> int:
    reading = corrected_resampled_t(differences, 0.0, 0.95, scale)
    p = reading["p"]
    return 0 if p is None or p >= CLEAR else int(np.sign(reading["mean_diff"]))
