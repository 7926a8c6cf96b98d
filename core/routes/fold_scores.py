"""Scores of folds made elsewhere: the design is asked, only the tests it supports are run, one range decides."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from core.domain.dataset import Column, Floats, Integers, Kind, Table
from core.domain.findings import Caution, Comparison, Tag, Verdict, VerdictKind
from core.domain.pairing import Pairing
from core.domain.study import Answer, QuestionKind, TieBreak
from core.figures.strip import dots_of
from core.judge.gaps import shuffles_of
from core.judge.headline import RANK
from core.judge.phrases import Case
from core.judge.special import same_model
from core.judge.verdict import judge
from core.judge.words import decimals_for, number, sentences, singularize
from core.routes.fold_design import FEWEST_FOLDS, NOT_PAIRED, Design, Refused, score_kind, supported
from core.support.errors import DataError
from core.support.text import pluralize
from core.wording.undefined_text import describe_note

ALPHA = 0.05
SCOPE = "for models trained on the data these scores come from"
HEADLINE = "corrected-t"
MOST_SCORES = 1_000_000
UPSIDE_DOWN = (
    "As {said}, these scores say that every model is wrong more often than right. If they are {meant}, the answer is"
    " the opposite: choose that kind."
)
OTHER_SCALE = {
    "error": "error-percent",
    "error-percent": "error",
    "right": "right-percent",
    "right-percent": "right",
}
_SHARES = ("error", "error-percent", "right", "right-percent", "auc")


@dataclass(frozen=True, slots=True)
class ScoreRoles:
    """Columns of scores, the first is the reference; columns that number the shuffle and the fold, if there are any."""

    models: tuple[str, ...]
    shuffle: str | None = None
    fold: str | None = None


@dataclass(frozen=True, slots=True)
class Level:
    """One model: mean and spread over the folds, in the unit of the file."""

    model: str
    mean: float
    spread: float
    text: str


@dataclass(frozen=True, slots=True, eq=False)
class ScoreFindings:
    """The answer; `verdicts` one per model against the reference, `refused` what the design does not support."""

    design: Design
    verdict: Verdict
    verdicts: tuple[Verdict, ...]
    levels: tuple[Level, ...]
    comparisons: tuple[Comparison, ...]
    refused: tuple[Refused, ...]
    cautions: tuple[Caution, ...]
    count: int


def compare_scores(table: Table, roles: ScoreRoles, design: Design) -> ScoreFindings:
    scores, cautions = read_scores(table, roles, design)
    cautions = (*cautions, *_doubts(scores, design))
    levels = tuple(_level(model, scores[model], design) for model in roles.models)
    count = len(roles.models) - 1 + design.looks
    run, refused = supported(design)
    verdicts, comparisons = [], []
    for model in roles.models[1:]:
        pair = _pair(scores, roles.models[0], model, design)
        found = [row.compare(pair, 1 - ALPHA / count) for row in run]
        comparisons += [replace(one, p_required=ALPHA / count) for one in found]
        verdicts.append(_verdict(pair, found, design, roles.models[0]))
    top = min(verdicts, key=lambda verdict: RANK.index(verdict.outcome))
    return ScoreFindings(design, top, tuple(verdicts), levels, tuple(comparisons), refused, cautions, count)


# --- the file ---


def read_scores(table: Table, roles: ScoreRoles, design: Design) -> tuple[Mapping[str, Floats], tuple[Caution, ...]]:
    """Scores by model, shuffles x folds; refuses what does not fit the design."""
    _check(table, roles, design)
    order, cautions = _order(table, roles, design)
    shape = (design.repeats, design.folds)
    return {model: _scores(table.column(model), design)[order].reshape(shape) for model in roles.models}, cautions


def _check(table: Table, roles: ScoreRoles, design: Design) -> None:
    _check_roles(table, roles)
    if design.folds < FEWEST_FOLDS or design.repeats < 1 or not 0 <= design.margin < float("inf"):
        raise DataError("This design makes no sense.", hint="At least 2 folds, 1 shuffle and a gap of 0 or more.")
    wanted = design.folds * design.repeats
    if wanted > MOST_SCORES or table.rows != wanted:
        raise DataError(
            f"The file has {table.rows:,} rows, and {design.text} make {wanted:,} scores.",
            hint="One row per fold of each shuffle; correct the folds or the shuffles.",
        )


def _check_roles(table: Table, roles: ScoreRoles) -> None:
    named = [*roles.models, *(name for name in (roles.shuffle, roles.fold) if name)]
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
        return (Caution("KIND", UPSIDE_DOWN.format(said="errors", meant="right answers")),)
    if design.kind.startswith("right") and max(means) < 0.5:
        return (Caution("KIND", UPSIDE_DOWN.format(said="right answers", meant="errors")),)
    return ()


def _order(table: Table, roles: ScoreRoles, design: Design) -> tuple[Integers, tuple[Caution, ...]]:
    """Rows shuffle by shuffle and fold by fold; as they stand in the file where no column tells."""
    if roles.shuffle is None and design.repeats > 1:
        text = f"No column numbers the shuffles: rows 1 to {design.folds} were taken for the first, and so on."
        return np.arange(table.rows), (Caution("ORDER", text),)
    shuffles = _places(table, roles.shuffle, design.repeats)
    folds = np.arange(table.rows) if roles.fold is None else _places(table, roles.fold, design.folds)
    counts = np.bincount(shuffles, minlength=design.repeats)
    if (counts != design.folds).any():
        raise DataError(
            f"The shuffles in '{roles.shuffle}' do not have {design.folds} folds each.", hint="Correct the design."
        )
    if roles.fold is not None and len(set(zip(shuffles.tolist(), folds.tolist(), strict=True))) < table.rows:
        raise DataError(f"A fold in '{roles.fold}' occurs twice in one shuffle.", hint="One row per fold of each.")
    return np.lexsort((folds, shuffles)), ()


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


def _pair(scores: Mapping[str, Floats], reference: str, model: str, design: Design) -> Pairing:
    """Higher is better on both sides; of equal folds a training set is k - 1 times as large as the test fold."""
    sign = 1.0 if score_kind(design.kind).higher_is_better else -1.0
    first, second = sign * scores[model], sign * scores[reference]
    halves = first - second if (design.repeats, design.folds) == (5, 2) else None
    ones = np.ones(first.shape)
    return Pairing(
        model, reference, "score", first, second, ones, ones * (design.folds - 1), halves=halves, margin=_margin(design)
    )


def _margin(design: Design) -> float:
    """The gap that matters, as a fraction where scores are shares."""
    return design.margin / score_kind(design.kind).unit.scale


def _verdict(pair: Pairing, found: list[Comparison], design: Design, reference: str) -> Verdict:
    deciding = next((one for one in found if one.comparer == HEADLINE), None)
    if np.array_equal(pair.first_scores, pair.second_scores):
        told = same_model(pair.first, reference, SCOPE, "")
        return replace(told, body=f"Both got the same score on every fold, {SCOPE}.")
    if deciding is None or deciding.interval is None or deciding.effect is None:
        return _no_verdict(pair.first, reference, design, deciding)
    made = judge(_case(pair, deciding, design))
    if made.outcome is not VerdictKind.WIN:
        return made
    return replace(made, action=sentences(f"Use {pair.first}, trained on all the rows the scores come from."))


def _case(pair: Pairing, deciding: Comparison, design: Design) -> Case:
    assert deciding.effect is not None
    assert deciding.interval is not None
    df = float(deciding.df) if isinstance(deciding.df, int | float) else None
    return Case(
        first=pair.first,
        second=pair.second,
        effect=deciding.effect,
        interval=deciding.interval,
        margin=_margin(design),
        unit=score_kind(design.kind).unit,
        question=QuestionKind.BETTER,
        shuffles=shuffles_of(pair),
        rows=design.rows,
        preferred=pair.second,
        rule=TieBreak.INCUMBENT.words,
        dots_for_first=sum(dot > 0 for dot in dots_of(deciding.effect, deciding.interval, df)),
        doubts=("same folds",) if design.same_folds is Answer.NOT_SURE else (),
        scope=SCOPE,
    )


def _no_verdict(first: str, second: str, design: Design, deciding: Comparison | None) -> Verdict:
    reason = describe_note(deciding) if deciding is not None else NOT_PAIRED
    return Verdict(
        VerdictKind.DESCRIPTIVE,
        Tag.NOT_SETTLED,
        (),
        f"{first} and {second} can be described, not compared.",
        f"{reason} The means stand beside each other; what lies between them may be chance.",
        "Run both on the same folds, or let Evenfold run the study.",
        None,
        first,
        second,
    )


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
