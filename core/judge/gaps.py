"""The one range that decides: the gap between candidate and reference, by the method the design supports."""

from dataclasses import dataclass

import numpy as np

from core.domain.dataset import Floats
from core.domain.findings import Interval
from core.domain.pairing import Pairing
from core.domain.study import SchemeKind, Study
from core.judge.decision import Shuffles
from core.judge.names import only_given
from core.judge.pairings import first_shuffle
from core.judge.row_losses import row_losses
from core.judge.scores import ScoreTable
from core.statistics.accuracy_difference import estimate_accuracy_difference
from core.statistics.auc_tests import compare_delong
from core.statistics.comparison_test import largest_score
from core.statistics.count_tests import correct_counts
from core.statistics.split_tests import compare_corrected_t
from core.statistics.t_tests import one_sample_t
from core.statistics.undefined import Undefined
from core.wording.undefined_text import describe_note, describe_reason

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


def gap(main: ScoreTable, pair: Pairing, output: int, level: float) -> Gap:
    """Corrected t over splits; on one test set the exact or row-wise form."""
    if is_one_test_set(main.study):
        return _on_one_test_set(main, pair, output, level)
    return over_splits(pair, level)


def is_one_test_set(study: Study) -> bool:
    """One holdout, or predictions made elsewhere: nothing is trained again, so every row counts once."""
    return study.scheme.kind in ONE_TEST_SET or only_given(study)


def over_splits(pair: Pairing, level: float) -> Gap:
    found = compare_corrected_t(pair, level)
    df = float(found.df) if isinstance(found.df, int | float) else None
    return Gap(found.effect, found.interval, df, describe_note(found))


def _on_one_test_set(main: ScoreTable, pair: Pairing, output: int, level: float) -> Gap:
    if pair.measure == "auc":
        return _by_delong(pair, level)
    if pair.measure == "error" and not _keeps_groups(main):
        return _by_counts(pair, level)
    return _by_rows(main, pair, output, level)


def _keeps_groups(main: ScoreTable) -> bool:
    return main.study.scheme.grouped and main.data.group_count > 0


def _by_counts(pair: Pairing, level: float) -> Gap:
    """Tango's range, reaching to 0 where the exact test of McNemar sees no gap: the exact test decides."""
    if pair.correct_first is None or pair.correct_second is None:
        return Gap(None, None, reason="There are no predictions on the same rows.")
    counts = correct_counts(pair.correct_first, pair.correct_second)
    found = estimate_accuracy_difference(counts, level)
    if isinstance(found, Undefined):
        return Gap(None, None, reason=describe_reason(found.reason))
    return Gap(found.difference, Interval(found.low, found.high, level, "tango"))


def _by_delong(pair: Pairing, level: float) -> Gap:
    found = compare_delong(pair, level)
    return Gap(found.effect, found.interval, reason=describe_note(found))


def _by_rows(main: ScoreTable, pair: Pairing, output: int, level: float) -> Gap:
    """Paired t on what the rows cost, or on what groups kept whole cost; see `row_losses` for the root mean square."""
    gaps = row_gaps(main, pair, output)
    if gaps is None:
        return Gap(None, None, reason="This measure has no range on one test set.")
    method = "paired-rows"
    if _keeps_groups(main):
        gaps, method = _group_gaps(main, pair, gaps), "paired-groups"
    found = one_sample_t(gaps, level)
    if isinstance(found, Undefined):
        return Gap(found.estimate, None, reason=describe_reason(found.reason))
    return Gap(found.mean, Interval(found.low, found.high, level, method), found.df)


def _group_gaps(main: ScoreTable, pair: Pairing, gaps: Floats) -> Floats:
    """One value per group with the same mean; their spread is that of the mean when groups, not rows, are drawn.

    With G groups, sums S and sizes m: mean + G (S - m mean) / rows, the usual linear form of a ratio of sums.
    """
    outcome = first_shuffle(main, pair.first)
    assert outcome is not None
    assert main.data.groups is not None
    _, member = np.unique(main.data.groups[outcome.rows], return_inverse=True)
    mean, count = float(np.mean(gaps)), int(member.max()) + 1
    sums, sizes = np.bincount(member, gaps, count), np.bincount(member, minlength=count)
    return np.asarray(mean + count * (sums - sizes * mean) / len(gaps))


def row_gaps(main: ScoreTable, pair: Pairing, output: int) -> Floats | None:
    """How much less each test row of the first shuffle costs with the candidate; None where rows have no loss."""
    outcomes = first_shuffle(main, pair.first), first_shuffle(main, pair.second)
    if outcomes[0] is None or outcomes[1] is None or not np.array_equal(outcomes[0].rows, outcomes[1].rows):
        return None
    ours = row_losses(outcomes[0], pair.measure, main.data, output, main.context)
    theirs = row_losses(outcomes[1], pair.measure, main.data, output, main.context)
    return None if ours is None or theirs is None else theirs - ours


def shuffles_of(pair: Pairing) -> Shuffles:
    """What each shuffle says taken alone: clear when its own paired t has p < .05, unadjusted.

    A shuffle with one test part has no t of its own: then there is nothing to ask.
    """
    if pair.differences.shape[-1] < 2:
        return Shuffles((), ())
    clear, gaps = [], []
    for differences in pair.differences:
        known: Floats = differences[np.isfinite(differences)]
        gaps.append(float(np.mean(known)) if known.size else 0.0)
        clear.append(_clear(known, largest_score(pair)))
    return Shuffles(tuple(clear), tuple(gaps))


def _clear(differences: Floats, scale: float) -> int:
    found = one_sample_t(differences, 0.95, scale)
    return 0 if isinstance(found, Undefined) or found.p >= CLEAR else int(np.sign(found.mean))
