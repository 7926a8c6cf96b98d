"""Aids for decisions between two classes, from stored held-out scores: curves, a threshold with a promise, maps."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from core.domain.dataset import Dataset, Floats
from core.domain.decision import CurvePoint, DecisionCurves, MapMethod, Recalibration, ThresholdPromise
from core.domain.evidence import HALVES, MAIN, FitResult, Run
from core.domain.study import Study
from core.figures.thresholds import threshold_of
from core.insight.guaranteed_threshold import (
    choose_threshold_over_repeats,
    count_needed_faults,
    find_guaranteed_threshold,
)
from core.insight.recalibration import ScoreMap, fit_score_map
from core.judge.scores import ScoreTable, build_score_table, joined_outcomes
from core.statistics.difference_rule import estimate_cross_validated_mean
from core.statistics.measure_losses import SMALLEST_CHANCE, read_probabilities
from core.statistics.share_intervals import wilson
from core.statistics.undefined import Undefined

RATIOS: Floats = np.geomspace(0.1, 100.0, 31)
LEVEL = 0.95

RowValues = Callable[[Floats, Floats], Floats]  # scores of the positive class and whether it occurred -> value per row


# --- curves ---


def draw_decision_curves(study: Study, data: Dataset, run: Run, model: str) -> DecisionCurves | None:
    """Cost and net benefit at every cost ratio, each at the threshold that is right for it, with 95 % ranges.

    None unless two classes are predicted with probabilities.
    """
    main, halves = (build_score_table(study, data, run, part) for part in (MAIN, HALVES))
    if len(data.classes) != 2 or not _has_probabilities(main, model):
        return None
    positive = main.context.positive
    share = float(np.mean(data.labels == positive))
    cost, benefit, constant, flag_all = [], [], [], []
    for ratio in RATIOS.tolist():
        threshold = threshold_of(ratio)
        odds = threshold / (1 - threshold)

        def cost_rows(scores: Floats, happened: Floats, cut: float = threshold, times: float = ratio) -> Floats:
            flagged = scores > cut
            return np.asarray(times * (happened * ~flagged) + (1 - happened) * flagged)

        def benefit_rows(scores: Floats, happened: Floats, cut: float = threshold, price: float = odds) -> Floats:
            flagged = scores > cut
            return np.asarray(flagged * (happened - (1 - happened) * price))

        cost.append(_estimate_point(study, main, halves, model, ratio, threshold, cost_rows))
        benefit.append(_estimate_point(study, main, halves, model, ratio, threshold, benefit_rows))
        constant.append(min(ratio * share, 1 - share))
        flag_all.append(share - (1 - share) * odds)
    name = data.classes[positive]
    return DecisionCurves(model, name, tuple(cost), tuple(benefit), tuple(constant), tuple(flag_all))


def _has_probabilities(table: ScoreTable, model: str) -> bool:
    done = [one for one in table.outcomes(model) if one.predicted is not None]
    return bool(done) and all(read_probabilities(one.scores, table.context) is not None for one in done)


def _estimate_point(
    study: Study, main: ScoreTable, halves: ScoreTable, model: str, ratio: float, threshold: float, values: RowValues
) -> CurvePoint:
    rows, folds = _lay_out(main, model, values)
    half_rows, half_folds = _lay_out(halves, model, values) if halves.outcomes(model) else (None, None)
    groups = main.data.groups if study.scheme.grouped and main.data.group_count else None
    found = estimate_cross_validated_mean(rows, folds, half_rows, half_folds, LEVEL, groups)
    if isinstance(found, Undefined):
        return CurvePoint(ratio, threshold, float(np.nanmean(rows)))
    return CurvePoint(ratio, threshold, found.mean, found.low, found.high)


def _lay_out(
    table: ScoreTable, model: str, values: RowValues
) -> tuple[Floats, np.ndarray[tuple[int, ...], np.dtype[np.int64]]]:
    """Values and fold of every row, repeats x rows."""
    outcomes = table.outcomes(model)
    shape = (1 + max(one.job.repeat for one in outcomes), table.data.size)
    found, folds = np.full(shape, np.nan), np.full(shape, -1, dtype=np.int64)
    for one in outcomes:
        folds[one.job.repeat, one.rows] = one.job.fold
        scores, happened = _read_scores(table, one)
        if scores is not None:
            found[one.job.repeat, one.rows] = values(scores, happened)
    return found, folds


def _read_scores(table: ScoreTable, outcome: FitResult) -> tuple[Floats | None, Floats]:
    """Probabilities of the positive class, and 1 where it occurred."""
    positive = table.context.positive
    happened = (table.data.labels[outcome.rows] == positive).astype(np.float64)
    chances = None if outcome.predicted is None else read_probabilities(outcome.scores, table.context)
    return None if chances is None else chances[:, positive], happened


# --- at most x missed ---


def promise_threshold(study: Study, data: Dataset, run: Run, model: str, limit: float) -> ThresholdPromise | None:
    """Find the highest threshold at which at most `limit` of the positives are missed, with 95 % confidence.

    Each repeat gives one, and their lower median is taken: scores are never averaged over repeats. None unless two
    classes are predicted with scores.
    """
    table = build_score_table(study, data, run)
    if len(data.classes) != 2:
        return None
    positive = table.context.positive
    has_groups = study.scheme.grouped and data.group_count > 0
    count = int(np.sum(data.labels == positive))
    facts = ThresholdPromise(model, data.classes[positive], limit, count_needed_faults(limit), count)
    found: list[float] = []
    tested: list[tuple[Floats, Floats]] = []
    for outcomes in table.repeats(model):
        joined = joined_outcomes(outcomes)
        if joined is None or joined.scores is None:
            return None
        scores, happened = joined.scores[:, positive], data.labels[joined.rows] == positive
        groups = data.groups[joined.rows[happened]] if has_groups and data.groups is not None else None
        one = find_guaranteed_threshold(scores[happened], limit, groups)
        if isinstance(one, Undefined):
            return replace(facts, reason=one.reason)
        found.append(one.threshold)
        tested.append((scores, happened.astype(np.float64)))
    threshold = choose_threshold_over_repeats(found)
    if isinstance(threshold, Undefined):
        return None
    missed = float(np.mean([np.sum((scores < threshold) & (happened > 0)) for scores, happened in tested]))
    alarms = float(np.mean([np.mean(scores[happened == 0] >= threshold) for scores, happened in tested]))
    others = data.size - count
    ends = wilson(round(alarms * others), others, LEVEL)
    low, high = (None, None) if isinstance(ends, Undefined) else (ends.low, ends.high)
    return replace(facts, threshold=threshold, missed=missed, alarms=alarms, alarms_low=low, alarms_high=high)


# --- recalibrated scores ---


def judge_recalibration(study: Study, data: Dataset, run: Run, model: str, method: MapMethod) -> Recalibration | None:
    """Fit a map on the held-out scores of all folds of a repeat but one, apply it there, and compare log losses.

    None unless two classes are predicted with probabilities over folds.
    """
    table = build_score_table(study, data, run)
    if len(data.classes) != 2 or not _has_probabilities(table, model):
        return None
    shape = (len(table.repeats(model)), data.size)
    gains, folds = np.full(shape, np.nan), np.full(shape, -1, dtype=np.int64)
    losses: list[tuple[float, float, float, float]] = []
    for repeat, outcomes in enumerate(table.repeats(model)):
        read = [_read_scores(table, one) for one in outcomes]
        for place, one in enumerate(outcomes):
            scores, happened = read[place]
            others = [pair for number, pair in enumerate(read) if number != place and pair[0] is not None]
            if scores is None or not others:
                return None
            fitted = fit_score_map(
                np.concatenate([pair[0] for pair in others if pair[0] is not None]),
                np.concatenate([pair[1] for pair in others]),
                method,
            )
            if fitted is None:
                return None
            after = fitted.apply(scores)
            before_loss, after_loss = _log_losses(scores, happened), _log_losses(after, happened)
            gains[repeat, one.rows], folds[repeat, one.rows] = before_loss - after_loss, one.job.fold
            brier = float(np.sum((scores - happened) ** 2)), float(np.sum((after - happened) ** 2))
            losses.append((*brier, float(np.sum(before_loss)), float(np.sum(after_loss))))
    groups = data.groups if study.scheme.grouped and data.group_count else None
    found = estimate_cross_validated_mean(gains, folds, None, None, LEVEL, groups)
    if isinstance(found, Undefined):
        return None
    sums = np.sum(losses, axis=0) / np.isfinite(gains).sum()
    brier_before, brier_after, log_before, log_after = (float(one) for one in sums)
    return Recalibration(
        model, method.value, brier_before, brier_after, log_before, log_after, found.mean, found.low, found.high
    )


def can_recalibrate(study: Study, data: Dataset, run: Run, model: str) -> bool:
    """Whether a model predicts two classes with probabilities."""
    return len(data.classes) == 2 and _has_probabilities(build_score_table(study, data, run), model)


def fit_final_score_map(study: Study, data: Dataset, run: Run, model: str, method: MapMethod) -> ScoreMap | None:
    """The map for the final model: fitted on all held-out scores; None where there are no probabilities."""
    table = build_score_table(study, data, run)
    if len(data.classes) != 2 or not _has_probabilities(table, model):
        return None
    read = [_read_scores(table, one) for one in table.outcomes(model) if one.predicted is not None]
    scores = np.concatenate([pair[0] for pair in read if pair[0] is not None])
    return fit_score_map(scores, np.concatenate([pair[1] for pair in read]), method)


def _log_losses(chances: Floats, happened: Floats) -> Floats:
    cut = np.clip(chances, SMALLEST_CHANCE, 1 - SMALLEST_CHANCE)
    return np.asarray(-np.where(happened > 0, np.log(cut), np.log(1 - cut)))
