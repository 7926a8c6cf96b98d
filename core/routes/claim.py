"""Check a claim: whether a claimed figure is compatible with what was seen on one's own rows."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from core.domain.dataset import Floats, Integers, Table, Task
from core.domain.evidence import FitResult
from core.domain.findings import Caution, Interval
from core.domain.study import Answer
from core.judge.limits import TRAINED_ON
from core.judge.words import decimals_for, number, round_outward, sentences
from core.routes.claim_text import Claim, ClaimKind
from core.routes.given_table import Given, PredictionRoles, read_given
from core.routes.ranges import Rows, gap_range, level_range
from core.statistics.distributions import t_quantile
from core.statistics.measures import Context, find_measure
from core.statistics.share_intervals import wilson
from core.statistics.undefined import Undefined
from core.support.errors import DataError

LEVEL = 0.95
_MEASURES = {ClaimKind.RIGHT: "error", ClaimKind.ERRORS: "error", ClaimKind.AUC: "auc", ClaimKind.MISS: "mae"}
_HIGHER_IS_BETTER = (ClaimKind.RIGHT, ClaimKind.AUC, ClaimKind.FEWER_ERRORS, ClaimKind.POINTS)


class ClaimOutcome(StrEnum):
    COMPATIBLE = "compatible"
    WORSE = "not compatible: worse than claimed"
    BETTER = "not compatible: better than claimed"
    BLOCKED = "blocked"
    CANNOT_TELL = "cannot tell"


@dataclass(frozen=True, slots=True)
class ClaimCheck:
    """The answer in words; `seen` and `interval` in the unit of the claim (shares, AUC, or that of the output)."""

    claim: Claim
    outcome: ClaimOutcome
    headline: str
    body: str
    action: str
    seen: float | None
    interval: Interval | None
    cautions: tuple[Caution, ...] = ()


def check_claim(
    table: Table, roles: PredictionRoles, claim: Claim, answers: Mapping[str, str], random: np.random.Generator
) -> ClaimCheck:
    """The last model is the one the claim is about; a claim of being better needs the other one before it."""
    given = read_given(table, roles, fewest=2 if claim.kind.is_relative else 1)
    _check_task(given, claim)
    if answers.get(TRAINED_ON) == Answer.YES:
        return _blocked(claim, " or ".join(roles.models), given)
    seen, interval = _seen(given, roles, claim, random)
    if interval is None or seen is None:
        return _cannot_tell(claim, seen, given)
    outcome = decide(claim, seen, interval)
    return _worded(claim, outcome, seen, interval, given, roles, answers.get(TRAINED_ON) != Answer.NO)


def _check_task(given: Given, claim: Claim) -> None:
    if (claim.kind is ClaimKind.MISS) != (given.data.task is Task.NUMBERS):
        what = "numbers" if claim.kind is ClaimKind.MISS else "answers by name"
        raise DataError(
            f"'{claim.text}' is about {what}, and '{given.data.outputs[0]}' is not.", "State another figure."
        )


def _seen(
    given: Given, roles: PredictionRoles, claim: Claim, random: np.random.Generator
) -> tuple[float | None, Interval | None]:
    data = given.data
    context = Context(len(data.classes), data.positive_class if data.classes else 0)
    rows, theirs = Rows(data, context, data.groups), given.outcomes[roles.models[-1]]
    if claim.kind is ClaimKind.POINTS:
        found = gap_range(rows, theirs, given.outcomes[roles.models[0]], "error", 0, LEVEL, random)
        return found.effect, found.interval
    if claim.kind is ClaimKind.FEWER_ERRORS:
        return _fewer_errors(rows, theirs, given.outcomes[roles.models[0]])
    row = find_measure(_MEASURES[claim.kind])
    value = row.value(data.targets[:, 0], np.asarray(theirs.predicted)[:, 0], theirs.scores, context)
    interval = level_range(rows, theirs, row.key, 0, LEVEL, random)
    if claim.kind is ClaimKind.RIGHT and value is not None and interval is not None:
        return 1 - value, Interval(1 - interval.high, 1 - interval.low, LEVEL, interval.method)
    return value, interval


def _fewer_errors(rows: Rows, theirs: FitResult, ours: FitResult) -> tuple[float | None, Interval | None]:
    first, second = rows.losses(theirs, "error", 0), rows.losses(ours, "error", 0)
    assert first is not None
    assert second is not None
    if not second.any():
        return None, None
    interval = share_saved(first, second, rows.units)
    return 1 - float(first.sum() / second.sum()), interval


def share_saved(first: Floats, second: Floats, units: Integers) -> Interval | None:
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


def decide(claim: Claim, seen: float, interval: Interval) -> ClaimOutcome:
    """Compatible when the range reaches the figure as it was rounded; with known rows the claim has a range too."""
    low, high = _difference(claim, seen, interval)
    if low <= claim.half and high >= -claim.half:
        return ClaimOutcome.COMPATIBLE
    above = low > claim.half
    return ClaimOutcome.BETTER if above == (claim.kind in _HIGHER_IS_BETTER) else ClaimOutcome.WORSE


def _difference(claim: Claim, seen: float, interval: Interval) -> tuple[float, float]:
    """Range of seen - claimed; of two shares by the square-and-add method (Newcombe 1998, method 10)."""
    low, high = interval.low - claim.figure, interval.high - claim.figure
    if claim.rows is None or claim.kind not in (ClaimKind.RIGHT, ClaimKind.ERRORS):
        return low, high
    theirs = wilson(claim.figure * claim.rows, claim.rows, LEVEL)
    if isinstance(theirs, Undefined):
        return low, high
    gap = seen - claim.figure
    below = math.hypot(seen - interval.low, theirs.high - claim.figure)
    above = math.hypot(interval.high - seen, claim.figure - theirs.low)
    return gap - below, gap + above


# --- words ---


def _worded(
    claim: Claim,
    outcome: ClaimOutcome,
    seen: float,
    interval: Interval,
    given: Given,
    roles: PredictionRoles,
    doubtful: bool,
) -> ClaimCheck:
    verb = "appears" if doubtful else "is"
    fits = "compatible" if outcome is ClaimOutcome.COMPATIBLE else "not compatible"
    fits = f"to be {fits}" if doubtful else fits
    headline = f"{_upper_first(claim.text)} {verb} {fits} with what we saw: {_range(claim, interval)}."
    return ClaimCheck(
        claim,
        outcome,
        headline,
        sentences(f"{_what_was_seen(claim, seen, given, roles)} {_what_it_means(claim, outcome)}".strip()),
        _ACTIONS[outcome],
        seen,
        interval,
        given.cautions,
    )


_ACTIONS = {
    ClaimOutcome.COMPATIBLE: "The claim can stand on these rows. More rows would narrow the range.",
    ClaimOutcome.WORSE: "Ask on which rows and under which conditions the claim was measured, before you rely on it.",
    ClaimOutcome.BETTER: "It does better here than claimed. See whether your rows are easier than those of the claim.",
}


def _what_was_seen(claim: Claim, seen: float, given: Given, roles: PredictionRoles) -> str:
    model, size = roles.models[-1], given.data.size
    decimals = 1 if claim.kind.per_hundred else decimals_for(abs(seen))
    fewer, more = ("more", "fewer") if seen < 0 else ("fewer", "more")
    shown = number(_shown(claim, abs(seen)), decimals)
    text = {
        ClaimKind.RIGHT: f"{model} was right on {round(seen * size):,} of {size:,} rows ({shown} %)",
        ClaimKind.ERRORS: f"{model} was wrong on {round(seen * size):,} of {size:,} rows ({shown} %)",
        ClaimKind.AUC: f"{model} had an AUC of {shown} on {size:,} rows",
        ClaimKind.MISS: f"{model} missed by {shown} on average over {size:,} rows",
        ClaimKind.FEWER_ERRORS: f"{model} made {shown} % {fewer} errors than {roles.models[0]} on {size:,} rows",
        ClaimKind.POINTS: f"{model} gave {shown} {more} right answers per 100 than {roles.models[0]} on {size:,} rows",
    }
    return f"{text[claim.kind]}."


def _what_it_means(claim: Claim, outcome: ClaimOutcome) -> str:
    texts = []
    if claim.rows is not None and claim.kind in (ClaimKind.RIGHT, ClaimKind.ERRORS):
        texts.append(f"The claim rests on {claim.rows:,} rows; that was taken into account.")
    elif claim.rows is not None:
        texts.append("How many rows the claim rests on cannot be used for this figure.")
    if outcome is ClaimOutcome.COMPATIBLE:
        texts.append("This does not show that the claim is true: every figure in the range is as compatible.")
    return " ".join(texts)


def _range(claim: Claim, interval: Interval) -> str:
    low, high = _shown(claim, interval.low), _shown(claim, interval.high)
    decimals = 1 if claim.kind.per_hundred else decimals_for(high - low)
    ends = (number(round_outward(end, decimals, up), decimals) for end, up in ((low, False), (high, True)))
    return " to ".join(ends) + (" %" if claim.kind.per_hundred and claim.kind is not ClaimKind.POINTS else "")


def _shown(claim: Claim, value: float) -> float:
    return 100 * value if claim.kind.per_hundred else value


def _upper_first(text: str) -> str:
    return text[:1].upper() + text[1:]


def _blocked(claim: Claim, model: str, given: Given) -> ClaimCheck:
    return ClaimCheck(
        claim,
        ClaimOutcome.BLOCKED,
        f"No answer: these rows were used to train {model}.",
        "A model looks better on rows it has seen than it will be on others.",
        "Check the claim on rows the model has not seen.",
        None,
        None,
        given.cautions,
    )


def _cannot_tell(claim: Claim, seen: float | None, given: Given) -> ClaimCheck:
    return ClaimCheck(
        claim,
        ClaimOutcome.CANNOT_TELL,
        f"Can't tell whether {claim.text} is compatible with these rows.",
        "There are too few errors, or no scores, to put a range around the figure.",
        "Collect more rows with the true answer, or name the column of scores.",
        seen,
        None,
        given.cautions,
    )
