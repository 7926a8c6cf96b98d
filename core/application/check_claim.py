"""Check a claim: whether a claimed figure is compatible with what was seen on one's own rows."""

import math
from collections.abc import Mapping, Sequence

import numpy as np

from core.application.imported_predictions import ImportedPredictions, PredictionRoles, read_predictions
from core.domain.claim import Claim, ClaimCheck, ClaimKind, ClaimPart, ClaimReason
from core.domain.conclusion import Answer, Scope
from core.domain.dataset import Floats, Integers, Table, Task
from core.domain.evidence import GIVEN, Run
from core.domain.findings import Interval
from core.domain.study import Candidate, Columns, Question, Reply, SchemeChoice, SchemeKind, Study
from core.judge.compare import compare_models
from core.judge.context import ComparisonContext
from core.judge.estimates import find_test_set_range
from core.judge.obstacles import TRAINED_ON
from core.judge.row_values import build_row_losses
from core.judge.scores import build_score_table
from core.statistics.distributions import t_quantile
from core.statistics.share_intervals import wilson
from core.statistics.undefined import Undefined
from core.support.errors import DataError

LEVEL = 0.95
_MEASURES = {ClaimKind.RIGHT: "error", ClaimKind.ERRORS: "error", ClaimKind.AUC: "auc", ClaimKind.MISS: "mae"}
MATTERS = {ClaimKind.RIGHT: 0.02, ClaimKind.ERRORS: 0.02, ClaimKind.AUC: 0.01, ClaimKind.POINTS: 0.02}
"""The smallest differences that are assumed to matter, as a share or an AUC."""
WIDEST = 2.0  # a range so many times as wide as what matters to both sides says too little
_HIGHER_IS_BETTER = (ClaimKind.RIGHT, ClaimKind.AUC, ClaimKind.FEWER_ERRORS, ClaimKind.POINTS)


def check_claims(
    table: Table, roles: PredictionRoles, claims: Sequence[Claim], answers: Mapping[str, str]
) -> ClaimCheck:
    """The last model is the one the claim is about; a claim of being better needs the other one before it."""
    given = read_predictions(table, roles, fewest=2 if any(one.kind.is_relative for one in claims) else 1)
    for one in claims:
        _check_task(given, one)
    reply = answers.get(TRAINED_ON)
    parts = tuple(_check_part(given, roles, one, reply == Reply.YES) for one in claims)
    return ClaimCheck(
        parts=parts,
        answer=combine_parts([part.answer for part in parts]),
        model=roles.models[-1],
        other=roles.models[0] if len(roles.models) > 1 else "",
        rows=given.data.size,
        is_sure=reply == Reply.NO,
        cautions=given.cautions,
    )


def combine_parts(answers: Sequence[Answer]) -> Answer:
    """Nothing is ever dropped: one part that does not fit is a No, one that cannot be told leaves it unclear."""
    order = (Answer.BLOCKED, Answer.NO, Answer.UNCLEAR, Answer.YES)
    return next(answer for answer in order if answer in answers)


def _check_part(given: ImportedPredictions, roles: PredictionRoles, claim: Claim, is_in_sample: bool) -> ClaimPart:
    if is_in_sample:
        return ClaimPart(claim, Answer.BLOCKED, ClaimReason.IN_SAMPLE)
    seen, interval = _seen(given, roles, claim)
    if interval is None or seen is None:
        return ClaimPart(claim, Answer.UNCLEAR, ClaimReason.UNDEFINED, seen)
    answer, reason = decide_claim(claim, seen, interval)
    return ClaimPart(claim, answer, reason, seen, interval)


def _check_task(given: ImportedPredictions, claim: Claim) -> None:
    if (claim.kind is ClaimKind.MISS) != (given.data.task is Task.NUMBERS):
        what = "numbers" if claim.kind is ClaimKind.MISS else "answers by name"
        raise DataError(
            f"'{claim.text}' is about {what}, and '{given.data.outputs[0]}' is not.", "State another figure."
        )


def _seen(given: ImportedPredictions, roles: PredictionRoles, claim: Claim) -> tuple[float | None, Interval | None]:
    """The same figure on these rows, by the judge of every other comparison."""
    model, other = roles.models[-1], roles.models[0]
    context = _build_context(given, roles, _MEASURES.get(claim.kind, "error"))
    if claim.kind is ClaimKind.POINTS:
        found = compare_models(context, model, other, context.measure, 0, LEVEL)
        kept = found.interval
        return found.mean, None if kept is None else Interval(kept.raw_low, kept.raw_high, LEVEL, kept.method)
    if claim.kind is ClaimKind.FEWER_ERRORS:
        return _fewer_errors(context, model, other)
    value = context.main.pooled(model, context.measure)
    interval = None if value is None else find_test_set_range(context.main, model, context.measure, 0, value, LEVEL)
    if claim.kind is ClaimKind.RIGHT and value is not None and interval is not None:
        return 1 - value, Interval(1 - interval.high, 1 - interval.low, LEVEL, interval.method)
    return value, interval


def _build_context(given: ImportedPredictions, roles: PredictionRoles, measure: str) -> ComparisonContext:
    study = Study(
        title="",
        source="",
        columns=Columns(given.data.outputs),
        question=Question(measure=measure),
        candidates=tuple(Candidate(model, GIVEN, {"column": model}) for model in roles.models),
        baseline=roles.models[0],
        scheme=SchemeChoice(SchemeKind.HOLDOUT, repeats=1, max_repeats=1),
    )
    table = build_score_table(study, given.data, Run(tuple(given.outcomes.values()), complete=True))
    nothing = build_score_table(study, given.data, Run((), complete=True))
    return ComparisonContext(study, given.data, table, nothing, (), Scope.IMPORTED)


def _fewer_errors(context: ComparisonContext, model: str, other: str) -> tuple[float | None, Interval | None]:
    losses = [build_row_losses(context.main, key, "error", 0) for key in (model, other)]
    if losses[0] is None or losses[1] is None:
        return None, None
    first, second = losses[0].losses[0], losses[1].losses[0]
    if not second.any():
        return None, None
    units = context.data.groups if context.has_groups and context.data.groups is not None else np.arange(len(first))
    _, units = np.unique(units, return_inverse=True)
    return 1 - float(first.sum() / second.sum()), estimate_share_saved(first, second, units)


def estimate_share_saved(first: Floats, second: Floats, units: Integers) -> Interval | None:
    """Range of 1 - sum(first) / sum(second) over units of rows (Fieller 1954); None where it has no ends."""
    x, y = np.bincount(units, weights=first), np.bincount(units, weights=second)
    count = len(x)
    if count < 2:
        return None
    factor = t_quantile(LEVEL, count - 1) ** 2 / count
    (xx, xy), (_, yy) = np.cov(x, y, ddof=1)
    a = float(y.mean() ** 2 - factor * yy)
    b = float(x.mean() * y.mean() - factor * xy)
    c = float(x.mean() ** 2 - factor * xx)
    if a <= 0 or b * b - a * c < 0:
        return None
    root = math.sqrt(b * b - a * c)
    return Interval(1 - (b + root) / a, 1 - max(0.0, (b - root) / a), LEVEL, "fieller")


def decide_claim(claim: Claim, seen: float, interval: Interval) -> tuple[Answer, ClaimReason]:
    """It fits when the range reaches the figure as it was rounded; with known rows the claim has a range too.

    Where the range is wider than twice what matters, nearly every figure would fit, and the answer is unclear.
    """
    low, high = _difference(claim, seen, interval)
    if low <= claim.half and high >= -claim.half:
        is_wide = claim.kind in MATTERS and interval.high - interval.low > 2 * MATTERS[claim.kind] * WIDEST
        return (Answer.UNCLEAR, ClaimReason.WIDE) if is_wide else (Answer.YES, ClaimReason.FITS)
    above = low > claim.half
    return Answer.NO, ClaimReason.BETTER if above == (claim.kind in _HIGHER_IS_BETTER) else ClaimReason.WORSE


def _difference(claim: Claim, seen: float, interval: Interval) -> tuple[float, float]:
    """Range of seen - claimed; of two shares by the square-and-add method (Newcombe 1998, method 10)."""
    low, high = interval.low - claim.figure, interval.high - claim.figure
    if claim.rows is None or claim.kind not in (ClaimKind.RIGHT, ClaimKind.ERRORS):
        return low, high
    theirs = wilson(claim.figure * claim.rows, claim.rows, LEVEL)
    if isinstance(theirs, Undefined):
        return low, high
    difference = seen - claim.figure
    below = math.hypot(seen - interval.low, theirs.high - claim.figure)
    above = math.hypot(interval.high - seen, claim.figure - theirs.low)
    return difference - below, difference + above
