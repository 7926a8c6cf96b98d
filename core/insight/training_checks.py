"""Checks of the training: grids that end too soon, failures, a strong default, rows learned by heart, time."""

from collections.abc import Iterator
from statistics import median

import numpy as np

from core.algorithms import find_algorithm
from core.algorithms.row import combinations
from core.domain.check_result import CheckLevel, CheckResult
from core.domain.dataset import Floats
from core.domain.evidence import STRONG_DEFAULT, TRIVIAL, FitResult
from core.domain.study import Candidate
from core.insight.check_evidence import CheckEvidence, Finding, skip_check
from core.insight.coded_checks import check_grid_edge
from core.judge.obstacles import TOO_MANY_FAILED
from core.statistics.undefined import Undefined

STRONG_ALGORITHM = "boosting"
MUCH_SLOWER, WORTH_SECONDS = 10.0, 1.0  # times the time of another model, and seconds of one training run
LEARNED_BY_HEART = 0.5  # training loss over held-out loss


def check_grid_ends(evidence: CheckEvidence, code: str) -> Iterator[Finding]:
    """A tuned model whose settings lie at an end of the grid that still gains: the optimum may lie beyond."""
    tuned = [candidate for candidate in evidence.study.candidates if candidate.grid]
    if not tuned or not evidence.has_folds or len(evidence.data.outputs) > 1:
        yield skip_check(code, "several-outputs" if len(evidence.data.outputs) > 1 else "not-tuned")
        return
    was_tested = False
    for candidate in tuned:
        for setting, values in candidate.grid.items():
            if _has_order(values):
                was_tested = True
                yield from _check_ends_of(evidence, code, candidate, setting)
    if not was_tested:
        yield skip_check(code, "no-ordered-setting")


def _has_order(values: tuple[object, ...]) -> bool:
    are_numbers = all(isinstance(value, int | float) and not isinstance(value, bool) for value in values)
    return len(values) > 1 and are_numbers


def _check_ends_of(evidence: CheckEvidence, code: str, candidate: Candidate, setting: str) -> Iterator[Finding]:
    values = sorted(float(str(value)) for value in candidate.grid[setting])
    row = next((row for row in find_algorithm(candidate.algorithm).settings if row.key == setting), None)
    natural = (None, None) if row is None else (row.low, row.high)
    losses, chosen = _read_tuning(evidence, candidate, setting, values)
    rang = False
    for end, neighbor, limit in ((0, 1, natural[0]), (len(values) - 1, len(values) - 2, natural[1])):
        if not len(chosen) or values[end] == limit or np.mean(chosen == end) <= 0.5:
            continue
        margin = evidence.context.margin(0)
        found = check_grid_edge(losses[:, end], losses[:, neighbor], evidence.study.scheme.folds, margin)
        if isinstance(found, Undefined) or not found.rings:
            continue
        rang = True
        count = int(np.sum(chosen == end))
        facts = CheckResult(
            code, CheckLevel.ATTENTION, "low-end" if end == 0 else "high-end", candidate.key, count=count,
            total=len(chosen), value=values[end], limit=found.gain, names=(setting,),
        )  # fmt: skip
        yield Finding(facts)
    if not rang:
        yield Finding(CheckResult(code, CheckLevel.PASSED))


def _read_tuning(
    evidence: CheckEvidence, candidate: Candidate, setting: str, values: list[float]
) -> tuple[Floats, Floats]:
    """Loss of each value of a setting with the others at their best (splits x values), and the value chosen.

    A training whose chosen value is not on the grid was made by another plan, and tells nothing about this grid.
    """
    tried = combinations(dict(sorted(candidate.grid.items())))
    column = np.array([values.index(float(str(one[setting]))) for one in tried])
    sign = 1.0 if evidence.measure.lower_is_better else -1.0
    losses, chosen = [], []
    for outcome in evidence.context.main.outcomes(candidate.key):
        value = outcome.settings.get(setting)
        if len(outcome.tuning) != len(tried) or value not in candidate.grid[setting]:
            continue
        found = sign * np.array(outcome.tuning)
        of_values = np.array([found[column == place].min() for place in range(len(values))])
        if np.isfinite(of_values).all():
            losses.append(of_values)
            chosen.append(values.index(float(str(value))))
    return np.array(losses).reshape(-1, len(values)), np.array(chosen, dtype=np.float64)


def check_failed_trainings(evidence: CheckEvidence, code: str) -> Iterator[Finding]:
    main = evidence.context.main
    total = 0
    for key in evidence.keys:
        runs, failed = len(main.outcomes(key)), main.failed(key)
        total += runs
        if failed:
            level = CheckLevel.PROBLEM if failed >= TOO_MANY_FAILED * runs else CheckLevel.ATTENTION
            yield Finding(CheckResult(code, level, "", key, count=failed, total=runs))
    yield Finding(CheckResult(code, CheckLevel.PASSED, total=total))


def check_strong_default(evidence: CheckEvidence, code: str) -> Iterator[Finding]:
    """Whether boosting as it comes, which nobody entered, does better than the model to use."""
    if evidence.model not in evidence.trained:
        yield skip_check(code, "imported")
    elif any(candidate.algorithm == STRONG_ALGORITHM for candidate in evidence.study.candidates):
        yield Finding(CheckResult(code, CheckLevel.PASSED, "entered"))
    elif not evidence.has_folds:
        yield skip_check(code, "no-folds")
    elif not evidence.study.strong_default:
        yield skip_check(code, "turned-off")
    elif len(evidence.strong_default.outcomes(STRONG_DEFAULT)) < len(evidence.context.main.outcomes(evidence.model)):
        yield Finding(CheckResult(code, CheckLevel.NOT_COMPUTED))
    else:
        for output, name in evidence.list_outputs():
            theirs = evidence.losses(STRONG_DEFAULT, output, evidence.strong_default)
            yield from _test_worse(evidence, code, evidence.model, theirs, output, name)


def check_learning_by_heart(evidence: CheckEvidence, code: str) -> Iterator[Finding]:
    """A model far better on its training rows than on others, and worse than a simpler one there: it is too free."""
    if not evidence.has_folds:
        yield skip_check(code, "no-folds")
        return
    if not evidence.trained:
        yield skip_check(code, "imported")
        return
    simplest = _find_simplest(evidence)
    was_tested = False
    for key in evidence.trained:
        if key == simplest:
            continue
        for output, name in evidence.list_outputs():
            trained = _read_training_loss(evidence.context.main.outcomes(key), output)
            if trained is None:
                continue
            was_tested = True
            held_out = float(np.nanmean(evidence.losses(key, output)))
            if not evidence.measure.lower_is_better:  # an AUC of 1 is no loss
                trained, held_out = evidence.measure.high - trained, evidence.measure.high + held_out
            if trained <= LEARNED_BY_HEART * held_out:
                theirs = evidence.losses(simplest, output)
                yield from _test_worse(evidence, code, key, theirs, output, name, (trained, held_out), simplest)
            else:
                yield Finding(CheckResult(code, CheckLevel.PASSED, "", key, name, value=trained, limit=held_out))
    if not was_tested:
        yield skip_check(code, "no-training-loss")


def _find_simplest(evidence: CheckEvidence) -> str:
    """The candidate that is easiest to explain; the constant guess where there is one candidate only."""
    if len(evidence.trained) < 2:
        return TRIVIAL
    candidates = [evidence.study.candidate(key) for key in evidence.trained]
    return min(candidates, key=lambda one: find_algorithm(one.algorithm).simplicity).key


def _read_training_loss(outcomes: tuple[FitResult, ...], output: int) -> float | None:
    """The main measure on training rows, averaged over the splits that have it."""
    found = [outcome.training_values[output] for outcome in outcomes if len(outcome.training_values) > output]
    return float(np.mean(found)) if found else None


def _test_worse(
    evidence: CheckEvidence, code: str, key: str, theirs: Floats, output: int, name: str,
    figures: tuple[float, float] | None = None, other: str = "",
) -> Iterator[Finding]:  # fmt: skip
    """Ask whether a model loses more than another one; `figures` replace the mean losses of both as what is shown."""
    ours = evidence.losses(key, output)
    p = evidence.test_difference(ours - theirs)
    if isinstance(p, Undefined):
        yield skip_check(code, p.reason, key)
        return
    value, limit = figures or (float(np.nanmean(ours)), float(np.nanmean(theirs)))
    names = (other,) if other else ()
    yield Finding(
        CheckResult(code, CheckLevel.ATTENTION, "", key, name, value=value, limit=limit, names=names), p, True
    )


def check_slow_models(evidence: CheckEvidence, code: str) -> Iterator[Finding]:
    """A model that takes ten times as long as another one and is not better than it by the margin."""
    seconds = {
        key: median([outcome.seconds for outcome in evidence.context.main.outcomes(key)] or [0.0])
        for key in evidence.trained
    }
    if len(seconds) < 2 or not evidence.has_folds:
        yield skip_check(code, "one-model" if evidence.has_folds else "no-folds")
        return
    for slow, fast in ((slow, fast) for slow in seconds for fast in seconds):
        if seconds[slow] < WORTH_SECONDS or seconds[slow] < MUCH_SLOWER * seconds[fast]:
            continue
        for output, name in evidence.list_outputs():
            differences = evidence.losses(slow, output) - evidence.losses(fast, output)
            p = evidence.test_difference(differences, -evidence.context.margin(output))
            if not isinstance(p, Undefined):
                facts = CheckResult(
                    code, CheckLevel.ATTENTION, "", slow, name,
                    value=seconds[slow], limit=seconds[fast], names=(fast,),
                )  # fmt: skip
                yield Finding(facts, p, is_corrected_t=True)
    yield Finding(CheckResult(code, CheckLevel.PASSED))


def check_one_input(evidence: CheckEvidence, code: str) -> Iterator[Finding]:
    """Whether the most important input alone does as well as all of them, up to the margin."""
    model, alone = evidence.model, evidence.one_input
    if len(evidence.data.features) < 2:
        yield skip_check(code, "one-input")
    elif model not in evidence.trained:
        yield skip_check(code, "imported")
    elif not evidence.has_folds:
        yield skip_check(code, "no-folds")
    elif not evidence.strongest or len(alone.outcomes(model)) < len(evidence.context.main.outcomes(model)):
        yield Finding(CheckResult(code, CheckLevel.NOT_COMPUTED))
    else:
        for output, name in evidence.list_outputs():
            all_inputs, one_input = evidence.losses(model, output), evidence.losses(model, output, alone)
            p = evidence.test_difference(all_inputs - one_input, -evidence.context.margin(output))
            if isinstance(p, Undefined):
                yield skip_check(code, p.reason, model)
                continue
            value, limit = float(np.nanmean(one_input)), float(np.nanmean(all_inputs))
            facts = CheckResult(
                code, CheckLevel.ATTENTION, "", model, name, value=value, limit=limit, names=evidence.strongest
            )
            yield Finding(facts, p, is_corrected_t=True)
