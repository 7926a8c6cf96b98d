"""The answer for one model in words: headline, body and action of every question, answer and reason.

Which answer is given was decided before; the range only chooses between sentences that fit the same answer.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from core.domain.conclusion import Answer, Confirmation, Difference, ModelAnswer, Reason
from core.domain.evidence import TRIVIAL
from core.domain.study import QuestionKind, SchemeKind, TieBreak
from core.statistics.undefined_reasons import in_words
from core.wording.measure_text import Tense
from core.wording.model_names import describe_constant_guess, has_only_imported
from core.wording.numbers_text import estimate_times_needed
from core.wording.origin import Origin
from core.wording.result_facts import (
    DifferenceText,
    ResultFacts,
    reverse_difference,
    word_difference,
    word_estimate_figures,
)
from core.wording.sentence import (
    EMPTY,
    Meaning,
    Part,
    Sentence,
    count,
    count_in_words,
    fill,
    join_sentences,
    name,
    quote,
)

DESIGNS: Mapping[str, str] = {
    SchemeKind.RESUBSTITUTION: "Testing on the training rows",
    SchemeKind.BOOTSTRAP: "The bootstrap",
    SchemeKind.LEAVE_ONE_OUT: "Leave-one-out",
    SchemeKind.TIME: "One test in the order of time",
}
USE_FOLDS = "Use repeated cross-validation to compare models."
CONFIRM = "Confirm on new rows."
NOT_VISIBLE = "With half the rows the difference is not visible; more rows may show it."
NO_HALVES = "A half-size check was not possible, so no difference is claimed."


RANGE_REASONS = {
    "no_common_rows": "The two models have no test rows in common.",
    "no_range_on_one_test_set": "No range of this measure is known on one test set.",
}
"""Why a difference has no range, beside the reasons of the statistical formulas."""


@dataclass(frozen=True, slots=True)
class Pick:
    """The model to use where the data do not decide, and the rule that picked it."""

    use: str
    rule: TieBreak | None


@dataclass(frozen=True, slots=True)
class AnswerText:
    """`headlines` say the same, the longest first: the first that fits is shown."""

    headlines: tuple[Sentence, ...]
    body: Sentence = EMPTY
    action: Sentence = EMPTY


Row = Callable[[ResultFacts, ModelAnswer, Pick | None], AnswerText]


def word_answer(facts: ResultFacts, row: ModelAnswer, pick: Pick | None = None) -> AnswerText:
    """Word the answer for one model on one output; `pick` only for the row the result as a whole is about."""
    if is_leader(facts, row) and row.reason in OF_A_PAIR:
        return word_which(facts, row, pick)
    if row.reason in BY_REASON:
        return BY_REASON[row.reason](facts, row, pick)
    if facts.conclusion.question is QuestionKind.GOOD_ENOUGH or (row.limit is not None and not row.comparator):
        return word_good_enough(facts, row, pick)
    if facts.conclusion.question is QuestionKind.WHICH:
        return word_which(facts, row, pick)
    if word_difference(facts, row.difference, row.margin) is None:
        return _word_undefined(facts, row, pick)
    if facts.conclusion.question is QuestionKind.REPLACE:
        return _word_replace(facts, row, pick)
    return _word_better(facts, row, pick)


def is_leader(facts: ResultFacts, row: ModelAnswer) -> bool:
    """Whether this is the row of the leader, which has no difference of its own."""
    return facts.conclusion.question is QuestionKind.WHICH and row.comparator in ("", row.model)


# --- who set what ---


def matters_to(facts: ResultFacts, found: DifferenceText) -> Sentence:
    """Write "2 that matter to you" or who else set it."""
    margin, verb = found.text.margin(found.margin), _matter(found)
    endings = {
        Origin.YOU: f"that {verb} to you",
        Origin.ASSUMED: "assumed to matter",
        Origin.SAMPLE: f"that {verb} (set by the sample)",
    }
    return fill("{margin} {ending}", margin=margin, ending=endings[facts.margin_origin])


def _that_matter(facts: ResultFacts, found: DifferenceText) -> Sentence:
    """Write "2 that matter", without "to you" behind it."""
    if facts.margin_origin is not Origin.YOU:
        return matters_to(facts, found)
    return fill(f"{{margin}} that {_matter(found)}", margin=found.text.margin(found.margin))


def _matter(found: DifferenceText) -> str:
    """Errors are counted, "2 matter"; a length or an AUC is one thing, "0.2 MPa matters"."""
    is_counted = found.text.style.name != "VALUED" and found.text.shown(found.margin) != 1
    return "matter" if is_counted else "matters"


def _say_margin(facts: ResultFacts, found: DifferenceText) -> Sentence:
    """Write "2 matter to you" as a clause of its own."""
    verb = _matter(found)
    clauses = {
        Origin.YOU: f"{verb} to you",
        Origin.ASSUMED: f"{'are' if verb == 'matter' else 'is'} assumed to matter",
        Origin.SAMPLE: f"{verb} (set by the sample)",
    }
    return fill("{margin} {clause}", margin=found.text.margin(found.margin), clause=clauses[facts.margin_origin])


def say_full_margin(facts: ResultFacts, row_margin: Sentence) -> Sentence:
    """Write "2 per 100", or "the 2 per 100 assumed to matter"."""
    endings = {Origin.ASSUMED: "assumed to matter", Origin.SAMPLE: "set by the sample"}
    if facts.margin_origin is Origin.YOU:
        return row_margin
    return fill("the {margin} {ending}", margin=row_margin, ending=endings[facts.margin_origin])


def say_limit(facts: ResultFacts, limit: Sentence) -> Sentence:
    owners = {
        Origin.YOU: "your limit is",
        Origin.ASSUMED: "the limit assumed by Evenfold is",
        Origin.SAMPLE: "the limit set by the sample is",
    }
    return fill("{owner} {limit}", owner=owners[facts.limit_origin], limit=limit)


def name_limit(facts: ResultFacts) -> str:
    return "your limit" if facts.limit_origin is Origin.YOU else "the limit"


# --- better than the baseline? ---


def _word_better(facts: ResultFacts, row: ModelAnswer, pick: Pick | None) -> AnswerText:
    found = word_difference(facts, row.difference, row.margin)
    if found is None:
        return _word_undefined(facts, row, pick)
    wordings = {Answer.YES: _better_yes, Answer.SAME: _better_same, Answer.NO: _better_no}
    return wordings.get(row.answer, _better_unclear)(facts, row, found, pick)


def _better_yes(facts: ResultFacts, row: ModelAnswer, found: DifferenceText, _pick: Pick | None) -> AnswerText:
    model = facts.model(row.model)
    if found.interval.low > row.margin:
        than = fill(", more than the {margin}", margin=matters_to(facts, found)) if row.margin else EMPTY
        stated = found.text.state_difference(None, found.size)
        body = fill("{stated} ({range}){than}.", stated=stated, range=found.range, than=than)
        return AnswerText((fill("Yes. Use {model}.", model=model),), body, train_model(facts, row.model))
    headlines = (fill("Yes. {model} is better; by how much is open.", model=model),)
    body = fill(
        "{difference} ({range}); {margin}.",
        difference=found.text.difference(found.size),
        range=found.range,
        margin=_say_margin(facts, found),
    )
    needed = facts.rows_needed(found.half_width, row.margin)
    more = (
        fill(
            "About {needed} would show whether it reaches {margin}.",
            needed=needed,
            margin=found.text.full_margin(row.margin),
        )
        if needed
        else EMPTY
    )
    return AnswerText(
        headlines, join_sentences(body, "Switch if switching is cheap."), more or train_model(facts, row.model)
    )


def _better_same(facts: ResultFacts, row: ModelAnswer, found: DifferenceText, pick: Pick | None) -> AnswerText:
    body = fill(
        "Whatever the difference is, it is smaller than {margin} ({range}).",
        margin=say_full_margin(facts, found.text.full_margin(row.margin)),
        range=found.range,
    )
    ahead: Part = EMPTY
    if found.interval.low > 0 or found.interval.high < 0:
        leader = row.model if found.interval.low > 0 else row.comparator
        ahead = fill("{leader} is slightly ahead, by less than matters.", leader=facts.model(leader))
    if pick is None or not pick.use:
        headlines = (fill("Same. The difference is too small to matter."),)
    else:
        headlines = (fill("Same. {keep} {use}.", keep=facts.keep(pick.use), use=facts.model(pick.use)),)
    return AnswerText(headlines, join_sentences(body, ahead), state_rule(facts, pick))


def _better_no(facts: ResultFacts, row: ModelAnswer, found: DifferenceText, _pick: Pick | None) -> AnswerText:
    model = facts.model(row.model)
    if found.interval.high < 0:
        body = fill("{stated} ({range}).", stated=found.text.state_difference(model, found.size), range=found.range)
    elif found.interval.high == 0:
        body = fill(
            "{model} gains nothing; it may cost up to {low}.", model=model, low=found.text.full_amount(found.low)
        )
    else:
        body = fill(
            "{model} gains at most {high}, {less} than the {margin}; it may cost up to {low}.",
            model=model,
            high=found.text.full_amount(found.high),
            less="less" if found.interval.high < row.margin else "no more",
            margin=_that_matter(facts, found),
            low=found.text.amount(found.low),
        )
    return AnswerText((_keep_headline(facts, "No", row.comparator),), body, _keep_action(facts, row.comparator))


def _better_unclear(facts: ResultFacts, row: ModelAnswer, found: DifferenceText, pick: Pick | None) -> AnswerText:
    model = facts.model(row.model)
    if found.interval.low >= -row.margin:
        body = fill(
            "{model} is not worse by more than {margin}; whether it is better is open ({range}).",
            model=model,
            margin=found.text.full_margin(row.margin),
            range=found.range,
        )
    else:
        body = fill(
            "{stated}; the true difference may be {range}. This does not mean they are equal.",
            stated=found.state_seen(model),
            range=found.range,
        )
    return AnswerText(word_unclear_headlines(facts, pick), body, _unclear_action(facts, row, found, pick))


def _keep_headline(facts: ResultFacts, answer: str, model: str) -> Sentence:
    return fill("{answer}. {keep} {model}.", answer=answer, keep=facts.keep(model), model=facts.model(model))


def _keep_action(facts: ResultFacts, model: str) -> Sentence:
    return fill("{keep} {model}.", keep=facts.keep(model), model=facts.model(model))


def word_unclear_headlines(facts: ResultFacts, pick: Pick | None) -> tuple[Sentence, ...]:
    if pick is None or not pick.use or pick.rule is None:
        return (fill("Unclear. These rows cannot decide."),)
    use = fill("{keep} {use}", keep=facts.keep(pick.use), use=facts.model(pick.use))
    return (fill("Unclear. {use}, {by}.", use=use, by=facts.by_rule),)


def state_rule(facts: ResultFacts, pick: Pick | None) -> Sentence:
    """Write "Tie-break rule (the simplest, set by you): {use}." """
    if pick is None or not pick.use or pick.rule is None:
        return EMPTY
    return fill(
        "Tie-break rule ({rule}, {who}): {use}.",
        rule=facts.rule(pick.rule),
        who=facts.rule_origin.words,
        use=facts.model(pick.use),
    )


def _unclear_action(facts: ResultFacts, row: ModelAnswer, found: DifferenceText, pick: Pick | None) -> Sentence:
    needed = facts.rows_needed(found.half_width, row.margin)
    more = (
        fill(
            "About {needed} would narrow the range to ±{margin}.",
            needed=needed,
            margin=found.text.full_margin(row.margin),
        )
        if needed
        else EMPTY
    )
    return join_sentences(state_rule(facts, pick), more)


def train_model(facts: ResultFacts, model: str) -> Sentence:
    if has_only_imported(facts.study) or model in facts.names.imported:
        return fill("Use {model}.", model=facts.model(model))
    rows = count(facts.data.size, Meaning.ROWS)
    return fill("Train {model} on all {rows} rows.", model=facts.model(model), rows=rows)


# --- may it replace the baseline? ---


def _word_replace(facts: ResultFacts, row: ModelAnswer, pick: Pick | None) -> AnswerText:
    found = word_difference(facts, row.difference, row.margin)
    if found is None:
        return _word_undefined(facts, row, pick)
    model, baseline = facts.model(row.model), facts.model(row.comparator)
    may = fill("Yes. {model} may replace {baseline}.", model=model, baseline=baseline)
    if row.answer is Answer.YES and found.interval.low > 0:
        even = fill("Yes. {model} may replace {baseline}; it is even better.", model=model, baseline=baseline)
        body = fill("{difference} ({range}).", difference=found.text.difference(found.size), range=found.range)
        return AnswerText((even, may), body, train_model(facts, row.model))
    if row.answer is Answer.YES:
        return AnswerText((may,), _word_at_worst(facts, row, found), train_model(facts, row.model))
    if row.answer is Answer.NO:
        body = fill(
            "{stated} ({range}), more than the {margin}.",
            stated=found.text.state_difference(model, found.size),
            range=found.range,
            margin=_that_matter(facts, found),
        )
        return AnswerText((_keep_headline(facts, "No", row.comparator),), body, _keep_action(facts, row.comparator))
    body = fill(
        "{stated}; {allowed}.",
        stated=found.text.state_difference(model, found.low, Tense.MAY),
        allowed=_say_allowed(facts, found),
    )
    worse = "It is worse; by how much is open." if found.interval.high < 0 else ""
    action = _unclear_action(facts, row, found, pick)
    return AnswerText(word_unclear_headlines(facts, pick), join_sentences(body, worse), action)


def _word_at_worst(facts: ResultFacts, row: ModelAnswer, found: DifferenceText) -> Sentence:
    if found.interval.low >= 0:
        return fill("At worst there is no difference ({range}).", range=found.range)
    return fill(
        "At worst {stated}, {less} than the {margin}.",
        stated=found.text.state_difference(None, found.low),
        less="less" if found.interval.low > -row.margin else "no more",
        margin=_that_matter(facts, found),
    )


def _say_allowed(facts: ResultFacts, found: DifferenceText) -> Sentence:
    margin = found.text.margin(found.margin)
    if facts.margin_origin is Origin.YOU:
        return fill("you allow {margin}", margin=margin)
    return fill("{margin} allowed ({who})", margin=margin, who=facts.margin_origin.words)


# --- which of these? ---


def word_which(facts: ResultFacts, row: ModelAnswer, _pick: Pick | None = None) -> AnswerText:
    """Word the row of one model beside the leader; the result as a whole is worded from all rows."""
    model = facts.model(row.model)
    if row.reason is Reason.LEADER or is_leader(facts, row):
        return _word_leader(facts, row)
    leader = facts.model(row.comparator)
    behind = None if row.difference is None else see_from_row(row)
    found = word_difference(facts, behind, row.margin)
    if found is None:
        return _word_undefined(facts, row, None)
    headlines: tuple[Sentence, ...]
    if row.answer is Answer.NO:
        headlines = (fill("No. Another model is ahead."),)
        body = fill("{stated} ({range}).", stated=found.text.state_difference(model, found.size), range=found.range)
    elif row.answer is Answer.SAME:
        headlines = (
            fill("Same. {model} is just as good as {leader}.", model=model, leader=leader),
            fill("Same. {model} is just as good.", model=model),
        )
        margin = say_full_margin(facts, found.text.full_margin(row.margin))
        body = fill("The two differ by less than {margin} ({range}).", margin=margin, range=found.range)
    else:
        headlines = (fill("Unclear. These rows cannot decide."),)
        body = fill(
            "{stated}; the true difference may be {range}.",
            stated=found.state_seen(model, leader),
            range=found.range,
        )
    return AnswerText(headlines, body)


def _word_leader(facts: ResultFacts, row: ModelAnswer) -> AnswerText:
    model = facts.model(row.model)
    headlines = {
        Answer.YES: fill("Yes. Use {model}.", model=model),
        Answer.SAME: fill("Same. {model} has the lead, by less than matters.", model=model),
    }
    headline = headlines.get(row.answer, fill("Unclear. {model} leads, but not clearly.", model=model))
    return AnswerText((headline,), say_estimate(facts, row.model, row.output))


def see_from_row(row: ModelAnswer) -> Difference:
    """Return the difference with the model of the row first; "which" stores it with the leader first."""
    assert row.difference is not None
    return row.difference if row.difference.first == row.model else reverse_difference(row.difference)


def say_estimate(facts: ResultFacts, model: str, output: str, end: str = ".") -> Sentence:
    """Write "9.2 errors per 100 windows (7.7 to 10.8)." or nothing."""
    found = facts.estimate(model, output)
    text = facts.text(output)
    figures = word_estimate_figures(text, found)
    if figures is None or found is None or found.is_in_sample:
        return EMPTY
    return fill("{estimate}{range}{end}", estimate=text.estimate(figures[0]), range=figures[1], end=end)


# --- good enough? ---


def word_good_enough(facts: ResultFacts, row: ModelAnswer, _pick: Pick | None = None) -> AnswerText:
    """Word one model against the limit."""
    model, limit = facts.model(row.model), row.limit
    text, estimate = facts.text(row.output if facts.has_outputs else ""), facts.estimate(row.model, row.output)
    figures = word_estimate_figures(text, estimate, marks=() if limit is None else (limit,))
    if limit is None or figures is None or estimate is None:
        return _word_alone(facts, row, None)
    (figure, ends), owner = figures, name_limit(facts)
    of = facts.of_output(row.output)
    if row.answer is Answer.YES:
        body = fill(
            "Expect {estimate}{ends}; {limit}.",
            estimate=text.estimate(figure),
            ends=ends,
            limit=say_limit(facts, text.limit(limit)),
        )
        headline = fill("Yes. {model} is good enough{of}.", model=model, of=of)
        return AnswerText((headline,), body, train_model(facts, row.model))
    if row.answer is Answer.NO:
        body = fill(
            "{model} {has} {estimate}{ends}; {limit}.",
            model=model,
            has=text.has,
            estimate=text.estimate(figure),
            ends=ends,
            limit=say_limit(facts, text.limit(limit)),
        )
        headline = fill("No. {model} misses {owner}{of}.", model=model, owner=owner, of=of)
        return AnswerText((headline,), body, fill("Look for better inputs or another model."))
    body = fill(
        "{estimate}{ends}, limit {limit}.", estimate=text.short_estimate(figure), ends=ends, limit=text.limit(limit)
    )
    headlines = (
        fill("Unclear. {model} may or may not reach {owner}{of}.", model=model, owner=owner, of=of),
        fill("Unclear. {model} may miss {owner}{of}.", model=model, owner=owner, of=of),
        fill("Unclear. {model} may or may not reach {owner}.", model=model, owner=owner),
    )
    return AnswerText(headlines, join_sentences(body, _rows_for_limit(facts, row)), _plan_for_worse_end(facts, row))


def _rows_for_limit(facts: ResultFacts, row: ModelAnswer) -> Sentence:
    """Write "About 260 more rows would decide." where the estimate lies off the limit."""
    estimate = facts.estimate(row.model, row.output)
    if estimate is None or estimate.interval is None or estimate.mean is None or row.limit is None:
        return EMPTY
    half = (estimate.interval.high - estimate.interval.low) / 2
    needed = facts.word_rows(estimate_times_needed(half, abs(estimate.mean - row.limit)), more=True)
    return fill("About {needed} would decide.", needed=needed) if needed else EMPTY


def _plan_for_worse_end(facts: ResultFacts, row: ModelAnswer) -> Sentence:
    estimate, text = facts.estimate(row.model, row.output), facts.text(row.output if facts.has_outputs else "")
    if estimate is None or estimate.interval is None:
        return EMPTY
    worst = estimate.interval.high if text.lower_is_better else estimate.interval.low
    marks = () if row.limit is None else (row.limit,)
    decimals = text.case_decimals(estimate.interval.low, estimate.interval.high, *marks)
    end = text.estimate_end(worst, text.lower_is_better, decimals)
    return fill("Plan for the worse end ({worst}).", worst=text.short_estimate(end))


# --- reasons that no range decides ---


def _word_alone(facts: ResultFacts, row: ModelAnswer, _pick: Pick | None) -> AnswerText:
    """One model and no limit: how good it is, and no answer."""
    model, estimate = facts.model(row.model), facts.estimate(row.model, row.output)
    text = facts.text(row.output if facts.has_outputs else "")
    figures = word_estimate_figures(text, estimate)
    of = facts.of_output(row.output)
    if figures is None or estimate is None:
        headline = fill("{model}: the performance is not known{of}.", model=model, of=of)
        return AnswerText((headline,), action=fill("See the messages of the training runs."))
    figure, _ = figures
    if estimate.is_in_sample:
        body = fill("{estimate} on these rows. This says nothing about new rows.", estimate=text.estimate(figure))
        headline = fill("{model}: measured on its own training rows.", model=model)
        return AnswerText((headline,), body, fill(USE_FOLDS))
    headlines = (
        fill("{model}: {estimate}{of}.", model=model, estimate=text.estimate(figure), of=of),
        fill("{model}: {estimate}{of}.", model=model, estimate=text.short_estimate(figure), of=of),
        fill("{model}: {estimate}.", model=model, estimate=text.short_estimate(figure)),
    )
    interval = estimate.interval
    likely = (
        fill("Likely {ends}.", ends=text.estimate_range(interval.low, interval.high, figure.source))
        if interval is not None
        else EMPTY
    )
    return AnswerText(headlines, likely, fill("Set a limit in a new study to ask whether this is good enough."))


def _word_undefined(facts: ResultFacts, row: ModelAnswer, pick: Pick | None) -> AnswerText:
    reason = "" if row.difference is None else row.difference.undefined
    blocked = "Blocked" if row.answer is Answer.BLOCKED else "Unclear"
    headline = fill("{blocked}. {model} could not be judged.", blocked=blocked, model=facts.model(row.model))
    body = join_sentences(RANGE_REASONS.get(reason) or in_words(reason), "The table shows estimates.")
    return AnswerText((headline,), body, state_rule(facts, pick) or fill("Use more test rows in a new study."))


def _word_identical(facts: ResultFacts, row: ModelAnswer, _pick: Pick | None) -> AnswerText:
    rows = count(facts.data.size, Meaning.ROWS)
    if facts.conclusion.question is QuestionKind.REPLACE:
        model, baseline = facts.model(row.model), facts.model(row.comparator)
        headline = fill("Yes. {model} may replace {baseline}.", model=model, baseline=baseline)
        body = fill("The two models gave identical answers on all {rows} rows.", rows=rows)
        return AnswerText((headline,), body, _keep_action(facts, row.comparator))
    headline = fill("Same. The two models gave identical answers.")
    return AnswerText((headline,), fill("On all {rows} rows.", rows=rows), _keep_action(facts, row.comparator))


def _word_repeats(facts: ResultFacts, row: ModelAnswer, _pick: Pick | None) -> AnswerText:
    headline = fill("Unclear. The answer changes with the repeat.")
    agreement, difference = row.agreement, row.difference
    total = count(agreement.total, Meaning.REPEATS)
    found = word_difference(facts, difference, row.margin)
    if found is not None and found.interval.low >= -row.margin and found.interval.high <= row.margin:
        body = fill(
            "On average the difference is smaller than {margin}, but {against} of {total} repeats show more.",
            margin=say_full_margin(facts, found.text.full_margin(row.margin)),
            against=count(agreement.total - agreement.agreeing, Meaning.REPEATS),
            total=total,
        )
    else:
        body = _count_repeats_ahead(facts, row)
    needed = EMPTY if found is None else facts.rows_needed(found.half_width, row.margin)
    more = fill("Collect more rows (about {needed}).", needed=needed) if needed else fill("Collect more rows.")
    return AnswerText((headline,), join_sentences(body, "Do not rely on a ranking."), more)


def _count_repeats_ahead(facts: ResultFacts, row: ModelAnswer) -> Sentence:
    """Write "Only 31 of 55 repeats show {B} ahead, 2 show {A}." """
    agreement, difference = row.agreement, row.difference
    first, second = (row.model, row.comparator) if difference is None else (difference.first, difference.second)
    if difference is not None and difference.mean is not None and difference.mean < 0:
        first, second = second, first
    opposite = (
        fill(
            ", {opposite} {show} {second}",
            opposite=count(agreement.opposite, Meaning.REPEATS),
            show="shows" if agreement.opposite == 1 else "show",
            second=facts.model(second),
        )
        if agreement.opposite
        else EMPTY
    )
    return fill(
        "Only {agreeing} of {total} repeats show {first} ahead{opposite}.",
        agreeing=count(agreement.agreeing, Meaning.REPEATS),
        total=count(agreement.total, Meaning.REPEATS),
        first=facts.model(first),
        opposite=opposite,
    )


def _word_guess(facts: ResultFacts, row: ModelAnswer, _pick: Pick | None) -> AnswerText:
    if row.answer is Answer.NO:
        headline = fill("No. No model beats the constant guess.")
    else:
        headline = fill("Unclear. No model is shown to beat the constant guess.")
    body = join_sentences(describe_guess(facts, row.output), "Better inputs are needed before better models.")
    return AnswerText((headline,), body, fill("Look for better inputs."))


def describe_guess(facts: ResultFacts, output: str) -> Sentence:
    """Write what the constant guess gives, and the model that comes closest."""
    text = facts.text(output if facts.has_outputs else "")
    guess = word_estimate_figures(text, facts.estimate(TRIVIAL, output), Meaning.GUESS)
    always = describe_constant_guess(facts.data, facts.study.question)
    gates = [gate for gate in facts.conclusion.guesses if gate.output in (output, "") or not output]
    closest = next((gate.closest for gate in gates if gate.closest), facts.conclusion.model)
    figures = word_estimate_figures(text, facts.estimate(closest, output))
    if guess is None:
        return EMPTY
    if figures is None:
        return fill("{always}: {guess}.", always=always, guess=text.short_estimate(guess[0]))
    models = len(facts.study.candidates)
    leader: Part = facts.model(closest) if models == 1 else say_best_of(models) + " models"
    return fill(
        "{always}: {guess}; {leader} {figure}{ends}.",
        always=always,
        guess=text.short_estimate(guess[0]),
        leader=leader,
        figure=figures[0],
        ends=figures[1],
    )


def say_best_of(models: int) -> Sentence:
    """Write "the best of the four" or "the better of the two"."""
    word = "better" if models == 2 else "best"
    return fill("the {word} of the {models}", word=word, models=count_in_words(models, Meaning.MODELS))


def _word_descriptive(facts: ResultFacts, row: ModelAnswer, _pick: Pick | None) -> AnswerText:
    claim = facts.conclusion.no_claim
    design = claim.design if claim is not None and claim.design else facts.study.scheme.kind.value
    body = fill("{design} supports no claim. The table shows estimates.", design=DESIGNS.get(design, "This design"))
    action = fill(CONFIRM if design == SchemeKind.TIME else USE_FOLDS)
    return AnswerText((fill("Described, not compared."),), body, action)


def _word_few_rows(facts: ResultFacts, row: ModelAnswer, _pick: Pick | None) -> AnswerText:
    claim = facts.conclusion.no_claim
    rows = count(claim.count if claim is not None else facts.data.size, Meaning.ROWS)
    noun = "row is" if rows.value == 1 else "rows are"
    needed = (
        fill("At least {needed} are needed; the", needed=count(claim.needed, Meaning.ROWS_REQUIRED))
        if claim is not None and claim.needed
        else fill("The")
    )
    body = fill("{needed} table describes what was seen.", needed=needed)
    if claim is None or not claim.name:
        headline = fill("Blocked. {rows} {noun} too few for an answer.", rows=rows, noun=noun)
        return AnswerText((headline,), body, fill("Collect more rows."))
    headlines = (
        fill(
            "Blocked. {rows} {noun} of {name} are too few for an answer.",
            rows=rows,
            noun="row" if rows.value == 1 else "rows",
            name=quote(name(claim.name)),
        ),
        fill("Blocked. One class has too few rows for an answer."),
    )
    action = fill("Collect more rows of this class, join it with another, or exclude its rows.")
    return AnswerText(headlines, body, action)


def _word_failures(facts: ResultFacts, row: ModelAnswer, _pick: Pick | None) -> AnswerText:
    failed = facts.conclusion.failed
    model = row.model if row.model in failed else row.comparator if row.comparator in failed else row.model
    some, total = failed.get(model, (0, 0))
    headline = fill(
        "Blocked. {some} of {total} training runs of {model} failed.",
        some=count(some, Meaning.FAILURES),
        total=count(total, Meaning.FAILURES),
        model=facts.model(model),
    )
    body = fill("The remaining training runs may not be representative.")
    action = fill("See the messages of the failed training runs, change the settings and start a new study.")
    return AnswerText((headline, fill("Blocked. Too many training runs failed.")), body, action)


def _word_leak(facts: ResultFacts, row: ModelAnswer, _pick: Pick | None) -> AnswerText:
    columns = facts.conclusion.columns
    it, known = ("them", "they") if len(columns) > 1 else ("it", "it")
    first: Part = name(columns[0]) if columns else "an input"
    more = fill(" and {count} more", count=count(len(columns) - 1, Meaning.COLUMNS)) if len(columns) > 1 else EMPTY
    headlines = (
        fill("Blocked. {first}{more} may give the answer away.", first=first, more=more),
        fill("Blocked. Some inputs may give the answer away."),
    )
    text = facts.text(row.output if facts.has_outputs else "")
    figures = word_estimate_figures(text, facts.estimate(row.model, row.output))
    seen = (
        fill(
            "With {it} {model} {has} {estimate}.",
            it=it,
            has=text.has,
            model=facts.model(row.model),
            estimate=text.estimate(figures[0]),
        )
        if figures is not None
        else EMPTY
    )
    asked = f"{'Are they' if known == 'they' else 'Is it'} known before you need the prediction?"
    action = fill(
        "If {known} {are} not, exclude {it} in a new study.", known=known, are="are" if known == "they" else "is", it=it
    )
    return AnswerText(headlines, join_sentences(seen, asked), action)


def _word_in_sample(facts: ResultFacts, row: ModelAnswer, _pick: Pick | None) -> AnswerText:
    imported = sorted(facts.names.imported)
    if len(imported) == 1:
        headline = fill("Blocked. {model} was trained on these rows.", model=facts.model(imported[0]))
        return AnswerText((headline,), fill("Use rows it has not seen."), fill("Compare on other rows."))
    headline = fill("Blocked. The models were trained on these rows.")
    return AnswerText((headline,), fill("Use rows they have not seen."), fill("Compare on other rows."))


def _word_row_order(facts: ResultFacts, row: ModelAnswer, _pick: Pick | None) -> AnswerText:
    headline = fill("Blocked. The imported columns differ in row order.")
    body = fill("Predictions and actual values of different rows would be compared.")
    return AnswerText((headline,), body, fill("Match the files by a row ID and import them again."))


def word_confirmation(row: ModelAnswer) -> Sentence:
    """Say that half the rows do not show the difference, where its range had to be stretched to hold 0."""
    interval = None if row.difference is None else row.difference.interval
    sentences = {Confirmation.NOT_CONFIRMED: NOT_VISIBLE, Confirmation.NOT_POSSIBLE: NO_HALVES}
    if interval is None or not interval.is_stretched or interval.confirmation not in sentences:
        return EMPTY
    return fill(sentences[interval.confirmation])


BY_REASON: Mapping[Reason, Row] = {
    Reason.ALONE: _word_alone,
    Reason.UNDEFINED: _word_undefined,
    Reason.IDENTICAL: _word_identical,
    Reason.REPEATS: _word_repeats,
    Reason.GUESS: _word_guess,
    Reason.DESCRIPTIVE: _word_descriptive,
    Reason.FEW_ROWS: _word_few_rows,
    Reason.FAILURES: _word_failures,
    Reason.LEAK: _word_leak,
    Reason.IN_SAMPLE: _word_in_sample,
    Reason.ROW_ORDER: _word_row_order,
}
OF_A_PAIR = frozenset({Reason.UNDEFINED, Reason.IDENTICAL, Reason.REPEATS})
"""Reasons that belong to two models; the leader of "which" takes them over from the others."""
