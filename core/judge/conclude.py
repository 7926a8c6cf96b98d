"""From a finished run to findings: estimates, comparisons, cautions and the conclusion, all from stored predictions.

Every road ends here: repeated cross-validation, one test set, imported predictions, new rows, the final test rows.
The same rows and the same question give the same answer, whatever door was used.
"""

from dataclasses import replace

import numpy as np

from core.domain.conclusion import (
    Answer,
    Conclusion,
    ConstantGuess,
    Difference,
    JointTest,
    ModelAnswer,
    Reason,
    Scope,
)
from core.domain.dataset import Dataset
from core.domain.evidence import HALVES, MAIN, TRIVIAL, FitResult, Run
from core.domain.findings import ChanceDetails, Comparison, ComparisonRole, Estimate, Findings, Interval, Status
from core.domain.study import QuestionKind, Study
from core.judge.baseline_answers import answer_against_baseline, apply_guess_gate, check_constant_guess
from core.judge.cautions import list_cautions
from core.judge.compare import compare_models
from core.judge.context import ComparisonContext, has_one_test_set, is_imported
from core.judge.decide import combine_answers
from core.judge.estimates import estimate_models
from core.judge.joint_outputs import check_jointly, combine_over_outputs
from core.judge.limit_answers import conclude_good_enough
from core.judge.obstacles import (
    explain_no_claim,
    has_failed,
    list_missing_statements,
    list_open_checks,
    name_open_leaks,
)
from core.judge.scores import build_score_table, joined_outcomes
from core.judge.tie_break import Choice, choose_by_rule
from core.judge.which_answers import answer_which_rows, conclude_which
from core.statistics.comparison_test import ComparisonTest
from core.statistics.comparison_tests import COMPARISON_TESTS
from core.statistics.distributions import two_sided_p
from core.statistics.t_tests import compute_posterior_chances

RESUBSTITUTION = "extra:resubstitution"
CROSS_VALIDATED = "cross-validated"
CHANCES = "bayes"
ON_ROWS = ("sign-test", "mcnemar", "mcnemar-midp", "delong")


def conclude_study(study: Study, data: Dataset, run: Run, scope: Scope | None = None) -> Findings:
    """Judge a run; a pure function of the stored predictions: the same run always gives the same findings."""
    context = build_context(study, data, run, scope)
    guesses = check_constant_guess(context)
    rows, joint = _answer_rows(context, guesses)
    conclusion = _conclude(context, guesses, rows, joint)
    return Findings(
        estimates=(*context.estimates, *_estimate_extras(study, data, run)),
        comparisons=tuple(test for row in rows for test in list_comparisons(context, row)),
        cautions=list_cautions(context, conclusion),
        conclusion=conclusion,
        failures={key: context.main.failed(key) for key in context.main.by_candidate if context.main.failed(key)},
    )


def build_context(study: Study, data: Dataset, run: Run, scope: Scope | None = None) -> ComparisonContext:
    main = build_score_table(study, data, _join_imported(run) if is_imported(study) else run, MAIN)
    halves = build_score_table(study, data, run, HALVES)
    resubstitution = build_score_table(study, data, run, RESUBSTITUTION)
    found = estimate_models(main, halves, resubstitution, study.scheme.kind.value)
    about = scope or (Scope.IMPORTED if is_imported(study) else Scope.ALGORITHMS)
    return ComparisonContext(study, data, main, halves, found, about)


def _join_imported(run: Run) -> Run:
    """Predictions made elsewhere are one test set: folds and repeats in which they were looked up mean nothing."""
    first: dict[str, list[FitResult]] = {}
    for outcome in run.outcomes:
        if outcome.job.part == MAIN and outcome.job.repeat == 0:
            first.setdefault(outcome.job.candidate, []).append(outcome)
    joined: list[FitResult] = []
    for outcomes in first.values():
        whole = joined_outcomes(tuple(outcomes)) if all(outcome.ok for outcome in outcomes) else None
        if whole is not None and whole.job.candidate == TRIVIAL and whole.scores is not None:
            # One guess for all rows: shares learned fold by fold would rank the rows, and against their classes.
            whole = replace(whole, scores=np.broadcast_to(whole.scores.mean(axis=0), whole.scores.shape))
        joined += outcomes if whole is None else [whole]
    return replace(run, outcomes=tuple(joined))


def _estimate_extras(study: Study, data: Dataset, run: Run) -> tuple[Estimate, ...]:
    resubstitution = build_score_table(study, data, run, RESUBSTITUTION)
    nothing = build_score_table(study, data, Run((), complete=True), HALVES)
    return tuple(
        estimate
        for kind in study.extra
        for estimate in estimate_models(
            build_score_table(study, data, run, f"extra:{kind.value}"), nothing, resubstitution, kind.value
        )
    )


def _answer_rows(
    context: ComparisonContext, guesses: tuple[ConstantGuess, ...]
) -> tuple[tuple[ModelAnswer, ...], tuple[JointTest, ...]]:
    study, outputs = context.study, range(len(context.data.outputs))
    if study.question.kind is QuestionKind.WHICH and len(study.candidates) > 1:
        rows = [row for output in outputs for row in answer_which_rows(context, output)]
    else:
        rows = [answer_against_baseline(context, one.key, output) for one in study.challengers for output in outputs]
    gated = tuple(apply_guess_gate(row, guesses) for row in rows)
    joint = tuple(check_jointly(context, one.key, gated) for one in study.challengers) if len(outputs) > 1 else ()
    return gated, joint


def _conclude(
    context: ComparisonContext,
    guesses: tuple[ConstantGuess, ...],
    rows: tuple[ModelAnswer, ...],
    joint: tuple[JointTest, ...],
) -> Conclusion:
    study, data = context.study, context.data
    models = combine_over_outputs(context, rows, joint)
    frame = Conclusion(
        question=study.question.kind,
        answer=Answer.NONE,
        reason=Reason.ALONE,
        scope=context.scope,
        measure=study.question.measure,
        level=context.level,
        comparisons=context.comparisons,
        earlier=study.earlier_comparisons,
        model=study.baseline,
        use=study.baseline,
        rows=rows,
        models=models,
        guesses=guesses,
        joint=joint,
        no_claim=explain_no_claim(study, data),
        columns=name_open_leaks(study, data),
        failed=_list_failed(context),
        open_checks=list_open_checks(study),
        exploratory=list_missing_statements(study),
    )
    if study.question.kind is QuestionKind.GOOD_ENOUGH:
        return conclude_good_enough(context, frame)
    if not models:
        return _conclude_alone(context, frame)
    if study.question.kind is QuestionKind.WHICH:
        return conclude_which(context, frame)
    return _conclude_against_baseline(context, frame)


def _list_failed(context: ComparisonContext) -> dict[str, tuple[int, int]]:
    keys = [one.key for one in context.study.candidates if has_failed(context, one.key)]
    return {key: (context.main.failed(key), len(context.main.outcomes(key))) for key in keys}


def _conclude_alone(context: ComparisonContext, frame: Conclusion) -> Conclusion:
    """One model: with a limit it is held against it, without one it is estimated and nothing is claimed."""
    if frame.no_claim is not None:
        few = frame.no_claim.reason is Reason.FEW_ROWS
        return replace(frame, answer=Answer.BLOCKED if few else Answer.UNCLEAR, reason=frame.no_claim.reason)
    if context.study.baseline in frame.failed:
        return replace(frame, answer=Answer.BLOCKED, reason=Reason.FAILURES)
    if context.study.question.good_enough is not None:
        return conclude_good_enough(context, frame)
    return frame


def _conclude_against_baseline(context: ComparisonContext, frame: Conclusion) -> Conclusion:
    """The answer of the model with most to say for it; a problem of the whole study blocks everything."""
    models = frame.models
    spoken = [row for row in models if row.answer is not Answer.BLOCKED] or list(models)
    whole = [row for row in models if row.reason is not Reason.FAILURES and row.answer is Answer.BLOCKED]
    if whole:
        row = whole[0]
        return replace(frame, answer=Answer.BLOCKED, reason=row.reason, model=row.model, comparator=row.comparator)
    answer = combine_answers(row.answer for row in spoken)
    named = _name_model(context, [row for row in spoken if row.answer is answer], answer)
    choice = _choose_use(context, spoken, named, answer)
    return replace(
        frame,
        answer=answer,
        reason=named.reason,
        model=named.model,
        comparator=named.comparator,
        output=named.output if len(context.data.outputs) == 1 else "",
        use=choice.key,
        rule=choice.rule,
    )


def _name_model(context: ComparisonContext, rows: list[ModelAnswer], answer: Answer) -> ModelAnswer:
    """The largest difference; among several Yes that cannot be told from it, the tie-break rule names one."""
    leading = max(rows, key=lambda row: _read_mean(row))
    if answer is not Answer.YES or len(rows) == 1 or len(context.data.outputs) > 1:
        return leading
    equal = [row for row in rows if row is leading or not _is_ahead(context, leading, row)]
    picked = choose_by_rule(context.study, context.main, [row.model for row in equal]).key
    return next(row for row in equal if row.model == picked)


def _is_ahead(context: ComparisonContext, leading: ModelAnswer, row: ModelAnswer) -> bool:
    output = context.data.outputs.index(leading.output)
    found = compare_models(context, leading.model, row.model, context.measure, output, context.level)
    return found.interval is not None and found.interval.low > 0


def _read_mean(row: ModelAnswer) -> float:
    mean = None if row.difference is None else row.difference.mean
    return -np.inf if mean is None else mean / (row.margin or 1.0)


def _choose_use(context: ComparisonContext, rows: list[ModelAnswer], named: ModelAnswer, answer: Answer) -> Choice:
    """Which model to use: the named one, the baseline, or what the tie-break rule picks where the data do not."""
    study = context.study
    if answer is Answer.YES:
        equal = [row.model for row in rows if row.answer is Answer.YES]
        by_rule = choose_by_rule(study, context.main, equal).rule if len(equal) > 1 else None
        return Choice(named.model, by_rule)
    if answer in (Answer.SAME, Answer.UNCLEAR) and named.reason not in (Reason.GUESS, Reason.DESCRIPTIVE):
        open_ones = [row.model for row in rows if row.answer in (Answer.SAME, Answer.UNCLEAR)]
        return choose_by_rule(study, context.main, [study.baseline, *open_ones])
    return Choice(study.baseline, None)


def list_comparisons(context: ComparisonContext, row: ModelAnswer) -> tuple[Comparison, ...]:
    """Every test of the table on the main measure, and the one that decides on the second measure too."""
    if row.difference is None:
        return ()
    output = context.data.outputs.index(row.output)
    first, second = row.difference.first, row.difference.second
    required = context.study.alpha / context.comparisons
    pair = context.pair(first, context.measure, output, second)
    tests = (test.compare(pair, context.level) for test in _choose_tests(context))
    decides = _to_comparison(row.difference, ComparisonRole.DECIDES)
    found = [decides, *(_widen_chances(test, row.difference, row.margin) for test in tests)]
    if row.second is not None:
        found.append(_to_comparison(row.second.difference, ComparisonRole.SECOND_MEASURE))
    return tuple(replace(one, p_required=required, output=row.output) for one in found)


def _choose_tests(context: ComparisonContext) -> tuple[ComparisonTest, ...]:
    """On one test set there are no splits to judge by, only rows."""
    if context.data.weights is not None:  # a count of rows says nothing where rows count differently
        return () if has_one_test_set(context.study) else tuple(t for t in COMPARISON_TESTS if t.key not in ON_ROWS)
    if has_one_test_set(context.study):
        return tuple(test for test in COMPARISON_TESTS if test.key in ON_ROWS)
    return COMPARISON_TESTS


def _widen_chances(test: Comparison, difference: Difference, margin: float) -> Comparison:
    """The chances of better, same and worse with the standard error of the range that decides, never a smaller one."""
    interval, mean = difference.interval, difference.mean
    if test.comparer != CHANCES or interval is None or mean is None or not interval.standard_error or not interval.df:
        return test
    chances = compute_posterior_chances(mean, interval.standard_error, interval.df, margin)
    return replace(
        test,
        statistic=mean / interval.standard_error,
        df=interval.df,
        p=two_sided_p(mean / interval.standard_error, interval.df),
        effect=mean,
        interval=Interval(interval.raw_low, interval.raw_high, interval.level, "bayes"),
        status=Status.OK,
        reason="",
        details=ChanceDetails(chances.first_better, chances.same, chances.second_better, margin),
    )


def _to_comparison(difference: Difference, role: ComparisonRole) -> Comparison:
    """The difference that decides as a line among the tests; its p where the range is a t range."""
    interval, p = difference.interval, None
    if interval is not None and interval.standard_error and interval.df and difference.mean is not None:
        p = two_sided_p(difference.mean / interval.standard_error, interval.df)
    return Comparison(
        comparer=interval.method if interval is not None else CROSS_VALIDATED,
        measure=difference.measure,
        first=difference.first,
        second=difference.second,
        statistic=None,
        df=interval.df if interval is not None else None,
        p=p,
        effect=difference.mean,
        interval=None if interval is None else Interval(interval.low, interval.high, interval.level, interval.method),
        status=Status.OK if interval is not None else Status.DEGENERATE,
        reason=difference.undefined,
        role=role,
    )
