"""What the reader must know beside the verdict: failures, results too good to be true, answers that will not stay."""

from collections import Counter
from collections.abc import Mapping

import numpy as np

from core.domain.dataset import Task
from core.domain.evidence import TRIVIAL
from core.domain.findings import Caution
from core.domain.study import SchemeKind
from core.judge.scores import ScoreTable, measures_of
from core.judge.words import sentences

UNSTABLE = 0.1


def cautions_of(main: ScoreTable, names: Mapping[str, str]) -> tuple[Caution, ...]:
    keys = [candidate.key for candidate in main.study.candidates]
    found = [caution for key in keys for caution in (_failed(main, key, names), _perfect(main, key, names))]
    found += [_warned(main, key, names) for key in keys] + [_unstable(main, key, names) for key in keys]
    return tuple(caution for caution in [*found, _undefined(main), _mixes_times(main)] if caution is not None)


def _mixes_times(main: ScoreTable) -> Caution | None:
    """A time column was named, and the design tests on rows older than some of its training rows."""
    if main.data.order is None or main.study.scheme.kind is SchemeKind.TIME:
        return None
    return Caution("TIME", "This design mixes past and future rows; on rows still to come models may do worse.")


def _failed(main: ScoreTable, key: str, names: Mapping[str, str]) -> Caution | None:
    failed, total = main.failed(key), len(main.outcomes(key))
    if not failed:
        return None
    message = next(outcome.message for outcome in main.outcomes(key) if not outcome.ok)
    return Caution(
        "FAIL", f"{failed} of {total} trainings of {names[key]} failed. They are counted. The message: “{message}”"
    )


def _warned(main: ScoreTable, key: str, names: Mapping[str, str]) -> Caution | None:
    """The commonest message of the trainings that ended well."""
    messages = [outcome.warnings[0] for outcome in main.outcomes(key) if outcome.ok and outcome.warnings]
    if not messages:
        return None
    total, commonest = len(main.outcomes(key)), Counter(messages).most_common(1)[0][0]
    return Caution("FAIL", f"{len(messages)} of {total} trainings of {names[key]} gave a warning: {commonest}")


def _perfect(main: ScoreTable, key: str, names: Mapping[str, str]) -> Caution | None:
    """Every fold without an error, or with an AUC of one (UX 3.3 PERFECT)."""
    perfect = {"error": 0.0, "cost": 0.0, "auc": 1.0}
    for row in measures_of(main.study):
        values = main.values(key, row)
        if row.key in perfect and values and all(value == perfect[row.key] for value in values):
            return Caution(
                "PERFECT", sentences(f"{names[key]} is too good: this usually means the answer is in the inputs.")
            )
    return None


def _unstable(main: ScoreTable, key: str, names: Mapping[str, str]) -> Caution | None:
    """Kohavi's Proposition 1: the range assumes that leaving out a fold does not change the answers."""
    share = changing_share(main, key)
    if share is None or share <= UNSTABLE:
        return None
    changing = f"The answers of {names[key]} change with the shuffle on {100 * share:.0f} in 100 rows"
    return Caution("UNSTABLE", f"{changing}: the range may be too narrow.")


def changing_share(main: ScoreTable, key: str) -> float | None:
    """Share of rows whose predicted class changes from one shuffle to the next; None for numbers or one shuffle.

    Shuffles are taken two by two, so that the share does not grow with their number.
    """
    if main.data.task is not Task.CLASSES or key == TRIVIAL:
        return None
    answers = main.answers(key)
    both = np.isfinite(answers[1:]) & np.isfinite(answers[:-1])
    changed = np.sum((answers[1:] != answers[:-1]) & both, axis=1)
    known = np.sum(both, axis=1)
    return float(np.mean(changed[known > 0] / known[known > 0])) if known.any() else None


def _undefined(main: ScoreTable) -> Caution | None:
    """Folds on which AUC or a percentage has no value."""
    outcomes = main.outcomes(main.study.reference)
    has_scores = any(outcome.scores is not None for outcome in outcomes)
    for row in measures_of(main.study):
        values = main.values(main.study.reference, row)
        undefined = sum(value is None for value in values) - main.failed(main.study.reference)
        if undefined > 0:
            where = f"{row.title} is undefined on {undefined} of {len(values)} splits"
            why = "one class only, or a true value of 0" if has_scores or row.key != "auc" else "there are no scores"
            return Caution("CLASS-MISS", f"{where} ({why}).")
    return None
