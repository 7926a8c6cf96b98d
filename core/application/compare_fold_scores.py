"""Scores of folds made elsewhere: the design is asked, only the tests it supports are run, one range decides."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from core.application.fold_design import FEWEST_FOLDS, choose_tests
from core.domain.conclusion import Answer, Difference, ModelAnswer, Reason
from core.domain.dataset import Column, Floats, Integers, Kind, Table
from core.domain.findings import Caution, CautionKind
from core.domain.fold_scores import ALPHA, Design, Level, ScoreFindings, ScoreRoles
from core.domain.pairing import Pairing
from core.domain.study import Reply
from core.judge.baseline_answers import answer_by_range
from core.judge.compare import compare_split_values, judge_repeats
from core.judge.decide import answer_better, combine_answers
from core.support.errors import DataError
from core.support.text import pluralize
from core.wording.score_kinds import score_kind
from core.wording.units import decimals_for, number, sentences, singularize

MOST_SCORES = 1_000_000
OTHER_SCALE = {
    "error": "error-percent",
    "error-percent": "error",
    "right": "right-percent",
    "right-percent": "right",
}
_SHARES = ("error", "error-percent", "right", "right-percent", "auc")


def compare_scores(table: Table, roles: ScoreRoles, design: Design) -> ScoreFindings:
    scores, cautions = read_scores(table, roles, design)
    cautions = (*cautions, *_doubts(scores, design))
    levels = tuple(_level(model, scores[model], design) for model in roles.models)
    count = len(roles.models) - 1 + design.earlier_comparisons
    run, refused = choose_tests(design)
    rows, comparisons = [], []
    for model in roles.models[1:]:
        pair = _pair(scores, roles.models[0], model, design)
        found = [row.compare(pair, 1 - ALPHA / count) for row in run]
        comparisons += [replace(one, p_required=ALPHA / count) for one in found]
        rows.append(_answer(pair, design, 1 - ALPHA / count))
    answer = combine_answers(row.answer for row in rows)
    top = max((row for row in rows if row.answer is answer), key=_read_mean)
    return ScoreFindings(design, top, tuple(rows), levels, tuple(comparisons), refused, cautions, count)


def _read_mean(row: ModelAnswer) -> float:
    mean = row.difference.mean if row.difference is not None else None
    return -np.inf if mean is None else mean


# --- the file ---


def suggest_score_margin(kind: str) -> float | None:
    """2 per 100, or 0.01 of an AUC; of other scores only the person knows."""
    if score_kind(kind).unit.scale == 100.0:
        return 2.0
    return 0.01 if kind == "auc" else None


def read_scores(table: Table, roles: ScoreRoles, design: Design) -> tuple[Mapping[str, Floats], tuple[Caution, ...]]:
    """Scores by model, repeats x folds; refuses what does not fit the design."""
    _check(table, roles, design)
    order, cautions = _order(table, roles, design)
    shape = (design.repeats, design.folds)
    return {model: _scores(table.column(model), design)[order].reshape(shape) for model in roles.models}, cautions


def _check(table: Table, roles: ScoreRoles, design: Design) -> None:
    _check_roles(table, roles)
    if design.folds < FEWEST_FOLDS or design.repeats < 1 or not 0 <= design.margin < float("inf"):
        raise DataError("This design makes no sense.", hint="At least 2 folds, 1 repeat and a difference of 0 or more.")
    wanted = design.folds * design.repeats
    if wanted > MOST_SCORES or table.rows != wanted:
        raise DataError(
            f"The file has {table.rows:,} rows, and {design.text} make {wanted:,} scores.",
            hint="One row per fold of each repeat; correct the folds or the repeats.",
        )


def _check_roles(table: Table, roles: ScoreRoles) -> None:
    named = [*roles.models, *(name for name in (roles.repeat, roles.fold) if name)]
    unknown = next((name for name in named if name not in table.names), None)
    if unknown is not None:
        raise DataError(f"There is no column '{unknown}' in {table.name}.", hint="Choose one of its columns.")
    twice = next((name for name in named if named.count(name) > 1), None)
    if twice is not None:
        raise DataError(f"'{twice}' was given two roles.", hint="Choose another column for one of them.")
    if len(roles.models) < 2:
        raise DataError("Scores of two models are needed here.", hint="Choose one more column.")


def _doubts(scores: Mapping[str, Floats], design: Design) -> tuple[Caution, ...]:
    """Models that are all wrong more often than right were perhaps given the other way round."""
    means = [float(np.mean(values)) for values in scores.values()]
    if design.kind.startswith("error") and min(means) > 0.5:
        return (Caution(CautionKind.WRONG_KIND, name="right answers"),)
    if design.kind.startswith("right") and max(means) < 0.5:
        return (Caution(CautionKind.WRONG_KIND, name="errors"),)
    return ()


def _order(table: Table, roles: ScoreRoles, design: Design) -> tuple[Integers, tuple[Caution, ...]]:
    """Rows repeat by repeat and fold by fold; as they stand in the file where no column tells."""
    if roles.repeat is None and design.repeats > 1:
        return np.arange(table.rows), (Caution(CautionKind.ROW_ORDER_ASSUMED, count=design.folds),)
    repeats = _places(table, roles.repeat, design.repeats)
    folds = np.arange(table.rows) if roles.fold is None else _places(table, roles.fold, design.folds)
    counts = np.bincount(repeats, minlength=design.repeats)
    if (counts != design.folds).any():
        raise DataError(
            f"The repeats in '{roles.repeat}' do not have {design.folds} folds each.", hint="Correct the design."
        )
    if roles.fold is not None and len(set(zip(repeats.tolist(), folds.tolist(), strict=True))) < table.rows:
        raise DataError(f"A fold in '{roles.fold}' occurs twice in one repeat.", hint="One row per fold of each.")
    return np.lexsort((folds, repeats)), ()


def _places(table: Table, name: str | None, most: int) -> Integers:
    if name is None:
        return np.zeros(table.rows, dtype=np.int64)
    column = table.column(name)
    if column.missing.any():
        raise DataError(f"'{name}' has {pluralize(int(column.missing.sum()), 'empty cell')}.", hint="Fill them in.")
    values, places = np.unique(column.values.astype(str), return_inverse=True)
    if len(values) != most:
        raise DataError(
            f"'{name}' has {pluralize(len(values), 'different value')}, and {pluralize(most, 'was', 'were')} stated.",
            hint="Correct one.",
        )
    return np.asarray(places.ravel(), dtype=np.int64)


def _scores(column: Column, design: Design) -> Floats:
    """Fractions and AUC as they are, percentages divided by 100."""
    if column.kind is not Kind.NUMBER:
        raise DataError(f"'{column.name}' does not hold numbers.", hint="Choose a column of scores.")
    values = column.values.astype(np.float64)
    missing = int(column.missing.sum())
    if missing or not np.isfinite(values).all():
        raise DataError(
            f"'{column.name}' has {pluralize(max(1, missing), 'cell')} without a score.", hint="Fill them in."
        )
    _check_kind(column.name, values, design.kind)
    return values * score_kind(design.kind).scale


def _check_kind(name: str, values: Floats, key: str) -> None:
    """Numbers that cannot be what they are called, and shares that are called per 100."""
    kind, other = score_kind(key), OTHER_SCALE.get(key)
    most = 1 / kind.scale
    if key in _SHARES and (values.min() < 0 or values.max() > most):
        worst = values[int(np.argmax(np.abs(values - most / 2)))]
        hint = f"Choose “{score_kind(other).title}” if that is what they are." if other else "Choose another kind."
        raise DataError(f"'{name}' holds {worst:g}, and “{kind.title}” lies between 0 and {most:g}.", hint=hint)
    if other is not None and most > 1 and 0 < values.max() <= 1:
        raise DataError(
            f"'{name}' holds nothing above {values.max():g}: that looks like shares, not like “{kind.title}”.",
            hint=f"Choose “{score_kind(other).title}”; if they are really per 100, divide them by 100 before.",
        )


# --- the answer ---


def _pair(scores: Mapping[str, Floats], baseline: str, model: str, design: Design) -> Pairing:
    """Higher is better on both sides; of equal folds a training set is k - 1 times as large as the test fold."""
    sign = 1.0 if score_kind(design.kind).higher_is_better else -1.0
    first, second = sign * scores[model], sign * scores[baseline]
    halves = first - second if (design.repeats, design.folds) == (5, 2) else None
    ones = np.ones(first.shape)
    return Pairing(
        model, baseline, "score", first, second, ones, ones * (design.folds - 1), halves=halves, margin=_margin(design)
    )


def _margin(design: Design) -> float:
    """The difference that matters, as a fraction where scores are shares."""
    return design.margin / score_kind(design.kind).unit.scale


def _answer(pair: Pairing, design: Design, level: float) -> ModelAnswer:
    """Fold scores have no halves, so that a difference is never confirmed: the range always holds 0."""
    margin = _margin(design)
    mean, interval, reason = compare_split_values(pair, level)
    difference = Difference(pair.first, pair.second, pair.measure, "", mean, interval, judge_repeats(pair), reason)
    row = ModelAnswer(pair.first, pair.second, "", Answer.UNCLEAR, Reason.UNDEFINED, difference, margin=margin)
    if design.same_folds is Reply.NO:
        return replace(row, reason=Reason.DESCRIPTIVE)
    if np.array_equal(pair.first_scores, pair.second_scores):
        return replace(row, answer=Answer.SAME, reason=Reason.IDENTICAL)
    if interval is None:
        return row
    return answer_by_range(row, difference, answer_better)


def _level(model: str, scores: Floats, design: Design) -> Level:
    kind = score_kind(design.kind)
    is_share_right = kind.key.startswith("right")
    mean = float(np.mean(scores))
    spread = float(np.std(scores, ddof=1))
    shown = kind.unit.scale * (1 - mean if is_share_right else mean)
    width = kind.unit.scale * spread
    decimals = 1 if kind.unit.scale == 100.0 else decimals_for(width)
    said = singularize(kind.unit.level.format(f"about {number(shown, decimals)}"))
    text = sentences(f"{model}: {said}, with a spread of {number(width, decimals)} from fold to fold.")
    return Level(model, mean, spread, text)
