"""Checks of the result: repeats, rows whose prediction changes, one fold unlike the others, rows unlike all models."""

import math
from collections.abc import Iterator

import numpy as np

from core.domain.check_result import CheckLevel, CheckResult
from core.domain.conclusion import Confirmation, MeasureConflict, Reason
from core.domain.dataset import Floats, Task
from core.domain.study import SchemeKind
from core.insight.calibration_fit import fit_calibration
from core.insight.check_evidence import CheckEvidence, Finding, skip_check
from core.insight.coded_checks import find_outlying_rows, find_unlike_fold
from core.insight.noise_floor import find_noise_floor
from core.judge.cautions import measure_changing_share
from core.statistics.measure_losses import read_probabilities
from core.statistics.undefined import Undefined

UNSTABLE_CLASSES, UNSTABLE_NUMBERS = 0.5, 0.4  # of the error rate; of the RMSE
PERMUTATIONS, MOST_DEALT = (199, 999), 2 * 10**8  # fewer where rows are so many that 999 would take minutes
SMALLEST_SCORE = 0.01  # of the true class, so that one certain mistake is not infinitely far out


def check_repeats(evidence: CheckEvidence, code: str) -> Iterator[Finding]:
    row = evidence.findings.conclusion.main_row
    if row is None or row.agreement.total < 2:
        yield skip_check(code, "one-repeat")
        return
    agreement = row.agreement
    level = CheckLevel.ATTENTION if agreement.contradicts else CheckLevel.PASSED
    level = CheckLevel.NOTED if level is CheckLevel.PASSED and not agreement.is_steady else level
    reason = "opposite" if agreement.opposite else ""
    yield Finding(
        CheckResult(code, level, reason, row.model, count=agreement.agreeing, total=agreement.total, holds_if=True)
    )


def check_unstable_rows(evidence: CheckEvidence, code: str) -> Iterator[Finding]:
    """Predictions that change from repeat to repeat, measured against the error of the model."""
    if evidence.study.scheme.repeats < 2 or not evidence.has_folds:
        yield skip_check(code, "one-repeat")
        return
    for key in evidence.trained:
        for output, name in evidence.list_outputs():
            share, limit = _measure_change(evidence, key, output)
            if share is None or limit is None:
                continue
            level = CheckLevel.ATTENTION if share >= limit else CheckLevel.PASSED
            yield Finding(CheckResult(code, level, evidence.data.task.value, key, name, value=share, limit=limit))
    if not evidence.trained:
        yield skip_check(code, "imported")


def _measure_change(evidence: CheckEvidence, key: str, output: int) -> tuple[float | None, float | None]:
    """How much predictions change between repeats, and from where on that is too much, in the same unit."""
    main = evidence.context.main
    if evidence.data.task is Task.CLASSES:
        share = measure_changing_share(main, key)
        predicted = main.answers(key)
        wrong = float(np.mean(predicted != evidence.data.labels[None, :]))
        return share, UNSTABLE_CLASSES * wrong
    errors = read_errors(evidence, key, output)
    if errors is None or len(errors) < 2:
        return None, None
    spread = math.sqrt(float(np.mean(np.var(errors, axis=0, ddof=1))))
    return spread, UNSTABLE_NUMBERS * math.sqrt(float(np.mean(errors**2)))


def read_errors(evidence: CheckEvidence, key: str, output: int) -> Floats | None:
    """Predicted minus actual, repeats x rows; None where some row has none."""
    errors = np.full((evidence.study.scheme.repeats, evidence.data.size), np.nan)
    for outcome in evidence.context.main.outcomes(key):
        if outcome.predicted is not None and outcome.job.repeat < len(errors):
            actual = evidence.data.targets[outcome.rows, output]
            errors[outcome.job.repeat, outcome.rows] = outcome.predicted[:, output] - actual
    known = errors[np.isfinite(errors).all(axis=1)]
    return known if len(known) else None


def check_unlike_fold(evidence: CheckEvidence, code: str) -> Iterator[Finding]:
    if not evidence.has_folds:
        yield skip_check(code, "no-folds")
        return
    for key in evidence.keys:
        for output, name in evidence.list_outputs():
            rows = evidence.row_losses(key, output)
            if rows is None or not np.isfinite(rows.losses).all():
                yield skip_check(code, "no-losses", key)
                continue
            permutations = int(np.clip(MOST_DEALT // rows.losses.size, *PERMUTATIONS))
            found = find_unlike_fold(rows.losses, rows.folds, evidence.groups, permutations)
            if isinstance(found, Undefined):
                yield skip_check(code, found.reason, key)
                continue
            facts = CheckResult(
                code, CheckLevel.ATTENTION, "", key, name,
                count=found.fold + 1, total=found.repeat + 1, value=found.statistic,
            )  # fmt: skip
            yield Finding(facts, found.p)


def check_outlying_rows(evidence: CheckEvidence, code: str) -> Iterator[Finding]:
    """Rows that every model misses by far more than its other rows."""
    for output, name in evidence.list_outputs():
        errors = [one for key in evidence.keys if (one := measure_row_errors(evidence, key, output)) is not None]
        if not errors:
            yield skip_check(code, "no-scores")
            continue
        found = find_outlying_rows(np.vstack(errors))
        if isinstance(found, Undefined):
            yield skip_check(code, found.reason)
            continue
        rows = evidence.data.rows
        numbers = found.rows if rows is None else tuple(int(rows[place]) for place in found.rows)
        names = tuple(str(number + 1) for number in numbers)
        total = evidence.data.size
        if evidence.data.task is Task.CLASSES:  # no false-alarm rate was measured for scores, so they only inform
            level = CheckLevel.NOTED if names else CheckLevel.PASSED
            yield Finding(CheckResult(code, level, "", "", name, count=len(names), total=total, names=names))
            continue
        facts = CheckResult(code, CheckLevel.ATTENTION, "", "", name, count=len(names), total=total, names=names)
        yield Finding(facts, found.p)


def measure_row_errors(evidence: CheckEvidence, key: str, output: int) -> Floats | None:
    """How far a model is off on each row, mean over the repeats: |error|, or -log of the score of the actual class.

    None where the model gives no probabilities or some row was never tested.
    """
    data, context = evidence.data, evidence.context.main.context
    sums, counts = np.zeros(data.size), np.zeros(data.size)
    for outcome in evidence.context.main.outcomes(key):
        if outcome.predicted is None:
            continue
        if data.task is Task.CLASSES:
            chances = read_probabilities(outcome.scores, context)
            if chances is None:
                return None
            given = chances[np.arange(len(outcome.rows)), data.labels[outcome.rows]]
            errors = -np.log(np.maximum(given, SMALLEST_SCORE))
        else:
            errors = np.abs(outcome.predicted[:, output] - data.targets[outcome.rows, output])
        np.add.at(sums, outcome.rows, errors)
        np.add.at(counts, outcome.rows, 1.0)
    return sums / counts if np.all(counts > 0) else None


def check_second_measure_agrees(evidence: CheckEvidence, code: str) -> Iterator[Finding]:
    row = evidence.findings.conclusion.main_row
    second = None if row is None else row.second
    if row is None or second is None or second.conflict is MeasureConflict.UNDEFINED:
        is_described = evidence.findings.conclusion.reason is Reason.DESCRIPTIVE
        yield skip_check(code, "no-comparison" if is_described else "no-second-measure")
        return
    levels = {MeasureConflict.AGREE: CheckLevel.PASSED, MeasureConflict.OPPOSITE: CheckLevel.ATTENTION}
    level = levels.get(second.conflict, CheckLevel.NOTED)
    names = (second.difference.measure,)
    yield Finding(CheckResult(code, level, second.conflict.value, row.model, row.output, names=names))


def check_calibration(evidence: CheckEvidence, code: str) -> Iterator[Finding]:
    """Whether predicted probabilities are shares that occur; described, because most models are trained for less."""
    if len(evidence.data.classes) != 2:
        yield skip_check(code, "not-two-classes")
        return
    if evidence.study.scheme.kind is SchemeKind.RESUBSTITUTION:
        yield skip_check(code, "training-rows")
        return
    found = fit_calibration(evidence.context.main, evidence.model, evidence.groups)
    if isinstance(found, Undefined):
        yield skip_check(code, found.reason, evidence.model)
        return
    holds = found.slope_low <= 1 <= found.slope_high and found.intercept_low <= 0 <= found.intercept_high
    reason = "" if holds else "too-sure" if found.slope < 1 else "too-careful"
    if not holds and found.slope_low <= 1 <= found.slope_high:
        reason = "too-low" if found.intercept > 0 else "too-high"
    level = CheckLevel.PASSED if holds else CheckLevel.NOTED
    yield Finding(CheckResult(code, level, reason, evidence.model, value=found.slope, limit=found.intercept))


def check_half_size(evidence: CheckEvidence, code: str) -> Iterator[Finding]:
    row = evidence.findings.conclusion.main_row
    interval = row.difference.interval if row is not None and row.difference is not None else None
    if row is None or interval is None or interval.confirmation is Confirmation.NOT_NEEDED:
        yield skip_check(code, "no-difference")
    elif interval.confirmation is Confirmation.NOT_POSSIBLE:
        yield skip_check(code, "no-halves")
    elif interval.confirmation is Confirmation.CONFIRMED:
        yield Finding(CheckResult(code, CheckLevel.PASSED, "confirmed", row.model, row.output))
    else:
        level = CheckLevel.ATTENTION if interval.is_stretched else CheckLevel.PASSED
        reason = "not-confirmed" if interval.is_stretched else "inconclusive"
        yield Finding(CheckResult(code, level, reason, row.model, row.output, value=interval.half_mean))


def check_range_coverage(evidence: CheckEvidence, code: str) -> Iterator[Finding]:
    """Coverage by thirds of the prediction; a pass needs rows that no model of the study has seen."""
    if evidence.data.task is not Task.NUMBERS:
        yield skip_check(code, "classes")
    elif not evidence.coverage:
        yield skip_check(code, "no-ranges")
    else:
        worst = min(evidence.coverage, key=lambda part: evidence.coverage[part])
        facts = CheckResult(code, CheckLevel.NOTED, worst, evidence.model, value=evidence.coverage[worst], limit=0.9)
        yield Finding(facts)


def check_noise_floor(evidence: CheckEvidence, code: str) -> Iterator[Finding]:
    """Whether the error of the model to use is down to the scatter of repeated measurements."""
    if evidence.data.task is not Task.NUMBERS:
        yield skip_check(code, "classes")
        return
    if not evidence.data.features:
        yield skip_check(code, "no-inputs")
        return
    for output, name in evidence.list_outputs():
        floor = find_noise_floor(evidence.study, evidence.data, output, evidence.measure.key)
        estimate = evidence.context.estimate(evidence.model, output)
        if isinstance(floor, Undefined) or estimate is None or estimate.mean is None:
            reason = floor.reason if isinstance(floor, Undefined) else "no-estimate"
            yield skip_check(code, reason)
            continue
        low = estimate.mean if estimate.interval is None else estimate.interval.low
        reached = low <= floor.high
        reason = "reached" if reached else "above"
        level = CheckLevel.NOTED if reached else CheckLevel.PASSED
        yield Finding(CheckResult(code, level, reason, evidence.model, name, value=estimate.mean, limit=floor.value))
