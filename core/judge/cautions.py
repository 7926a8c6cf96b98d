"""What the reader must know beside the answer: failures, results too good to be true, predictions that change."""

from collections import Counter
from collections.abc import Iterator

import numpy as np

from core.algorithms import find_algorithm
from core.domain.conclusion import Conclusion
from core.domain.dataset import Task
from core.domain.evidence import GIVEN, TRIVIAL
from core.domain.findings import Caution, CautionKind
from core.domain.study import SchemeKind
from core.judge.baseline_answers import PERFECT_BY_GUESSING
from core.judge.compare import compare_models, list_tested_rows
from core.judge.context import ComparisonContext, has_one_test_set
from core.judge.estimates import count_effective_rows
from core.judge.row_values import has_row_losses, is_mean_over_rows
from core.judge.scores import ScoreTable, measures_of, value_of
from core.statistics.difference_rule import DOMINANT_TRAINING, TRAINING_SHARE
from core.statistics.measures import find_measure
from core.statistics.ratio_measures import ENOUGH_GROUPS

UNSTABLE = 0.1  # share of rows whose class changes between two repeats from which the reader is told
FEW_GROUPS = 10
NO_LOSS = {"error": 0.0, "cost": 0.0, "auc": 1.0, "mcc": 1.0, "kappa": 1.0, "balanced-accuracy": 1.0}


def list_cautions(context: ComparisonContext, conclusion: Conclusion) -> tuple[Caution, ...]:
    keys = [candidate.key for candidate in context.study.candidates]
    found = [caution for key in keys for caution in _list_of_model(context, key)]
    return (*found, *_list_of_study(context, conclusion))


def _list_of_model(context: ComparisonContext, key: str) -> Iterator[Caution]:
    main = context.main
    total = len(main.outcomes(key))
    broken = next((table for table in (main, context.halves) if table.failed(key)), None)
    if broken is not None:  # of the halves only where all others ended well: they confirm, and nothing else
        tried = broken.outcomes(key)
        message = next(outcome.message for outcome in tried if not outcome.ok)
        yield Caution(CautionKind.FAILED, key, broken.failed(key), len(tried), message=message)
    warnings = [outcome.warnings[0] for outcome in main.outcomes(key) if outcome.ok and outcome.warnings]
    if warnings:
        yield Caution(CautionKind.WARNED, key, len(warnings), total, message=Counter(warnings).most_common(1)[0][0])
    if _is_perfect(main, key):
        yield Caution(CautionKind.PERFECT, key)
    share = measure_changing_share(main, key)
    if share is not None and share > UNSTABLE:
        yield Caution(CautionKind.UNSTABLE, key, value=share)
    yield from _list_worse_than_guess(context, key)
    estimate = context.estimate(key, 0)
    if estimate is not None and estimate.point in ("632-plus", "unseen"):
        yield Caution(CautionKind.BOOTSTRAP_POINT, key, name=estimate.point)
    area = _find_area_below_half(context, key)
    if area is not None:
        positive = context.data.classes[main.context.positive]
        yield Caution(CautionKind.REVERSED_SCORES, key, value=area, name=positive)


def _list_about_weights(context: ComparisonContext) -> Iterator[Caution]:
    """Measures and tests always heed weights; training does where the algorithm can."""
    if context.data.weights is None:
        return
    rows = round(count_effective_rows(context.main))
    yield Caution(CautionKind.WEIGHTED, count=rows, total=context.data.size, name=context.data.weight_name)
    for one in context.study.candidates:
        if one.algorithm != GIVEN and not find_algorithm(one.algorithm).uses_weights:
            yield Caution(CautionKind.UNWEIGHTED_TRAINING, one.key)


def _list_of_study(context: ComparisonContext, conclusion: Conclusion) -> Iterator[Caution]:
    study, data = context.study, context.data
    yield from _list_undefined_splits(context.main)
    yield from _list_about_weights(context)
    if data.order is not None and study.scheme.kind is not SchemeKind.TIME:
        yield Caution(CautionKind.MIXED_TIMES)
    if conclusion.no_claim is not None:
        found = conclusion.no_claim
        yield Caution(CautionKind.NO_CLAIM, count=found.count, total=found.needed, name=found.design or found.name)
    if not is_mean_over_rows(study.question.measure) and conclusion.rows:
        yield Caution(CautionKind.LESS_TESTED, measure=study.question.measure)
    if not has_row_losses(study.question.measure) and not has_one_test_set(study) and context.has_groups:
        if data.group_count < ENOUGH_GROUPS:
            yield Caution(CautionKind.FEW_GROUPS, count=data.group_count, name=data.group_name)
    elif has_one_test_set(study) and context.has_groups and data.groups is not None:
        groups = len(np.unique(data.groups[list_tested_rows(context, study.baseline)]))
        if groups < FEW_GROUPS:
            yield Caution(CautionKind.FEW_GROUPS, count=groups, name=data.group_name)
    row = conclusion.main_row
    interval = row.difference.interval if row is not None and row.difference is not None else None
    if interval is not None and interval.corrected_variance is not None and interval.row_variance is not None:
        floor = interval.row_variance + TRAINING_SHARE * (interval.training_variance or 0.0)
        if floor > DOMINANT_TRAINING * interval.corrected_variance:
            yield Caution(CautionKind.TRAINING_DOMINATES, conclusion.model)


def _list_worse_than_guess(context: ComparisonContext, key: str) -> Iterator[Caution]:
    """A model shown worse than the constant guess: its training does not work on these rows."""
    if not context.main.outcomes(TRIVIAL) or context.measure.key in PERFECT_BY_GUESSING:
        return
    for output, name in enumerate(context.data.outputs):
        found = compare_models(context, key, TRIVIAL, context.measure, output, 1 - context.study.alpha)
        if found.interval is not None and found.interval.raw_high < 0:
            yield Caution(CautionKind.WORSE_THAN_GUESS, key, name=name)


def _is_perfect(main: ScoreTable, key: str) -> bool:
    """Every fold without an error, or with an AUC of one."""
    for row in measures_of(main.study):
        values = main.values(key, row)
        if row.key in NO_LOSS and values and all(value == NO_LOSS[row.key] for value in values):
            return True
    return False


def measure_changing_share(main: ScoreTable, key: str) -> float | None:
    """Share of rows whose predicted class changes from one repeat to the next; None for numbers or one repeat.

    Repeats are taken two by two, so that the share does not grow with their number.
    """
    if main.data.task is not Task.CLASSES or key == TRIVIAL:
        return None
    predicted = main.answers(key)
    both = np.isfinite(predicted[1:]) & np.isfinite(predicted[:-1])
    changed = np.sum((predicted[1:] != predicted[:-1]) & both, axis=1)
    known = np.sum(both, axis=1)
    return float(np.mean(changed[known > 0] / known[known > 0])) if known.any() else None


def _list_undefined_splits(main: ScoreTable) -> Iterator[Caution]:
    """Folds on which AUC or a percentage has no value; told once, for the first measure that has some."""
    baseline = main.study.baseline
    for row in measures_of(main.study):
        values = main.values(baseline, row)
        undefined = sum(value is None for value in values) - main.failed(baseline)
        if undefined > 0:
            has_scores = any(outcome.scores is not None for outcome in main.outcomes(baseline))
            why = "no-scores" if row.key == "auc" and not has_scores else ""
            yield Caution(CautionKind.UNDEFINED_SPLITS, count=undefined, total=len(values), measure=row.key, name=why)
            return


def _find_area_below_half(context: ComparisonContext, key: str) -> float | None:
    """The AUC of imported scores that rank the positive class below the other one: probably of the other class."""
    if not has_one_test_set(context.study) or len(context.data.classes) != 2:
        return None
    outcomes = context.main.outcomes(key)
    if len(outcomes) != 1:
        return None
    area = value_of(outcomes[0], find_measure("auc"), context.data, 0, context.main.context)
    return area if area is not None and area < 0.5 else None
