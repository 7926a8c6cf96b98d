"""The answer for one model in words: headline, body and action of every question, answer and reason.

Which answer is given was decided before; the range only chooses between sentences that fit the same answer.
"""

from core.domain.conclusion import Answer, Confirmation, Difference, ModelAnswer, Reason
from core.domain.study import QuestionKind
from core.wording.answer_parts import (
    AnswerText,
    Pick,
    is_leader,
    matters_to,
    name_limit,
    say_estimate,
    say_full_margin,
    say_limit,
    say_margin,
    say_that_matter,
    state_rule,
    train_model,
    word_keep_action,
    word_keep_headline,
    word_unclear_action,
    word_unclear_headlines,
)
from core.wording.measure_text import Tense
from core.wording.numbers_text import estimate_times_needed
from core.wording.origin import Origin
from core.wording.reason_text import BY_REASON, OF_A_PAIR, word_alone, word_undefined
from core.wording.result_facts import (
    DifferenceText,
    ResultFacts,
    word_difference,
    word_estimate_figures,
)
from core.wording.sentence import (
    EMPTY,
    Part,
    Sentence,
    fill,
    join_sentences,
)

NOT_VISIBLE = "With half the rows the difference is not visible; more rows may show it."
NO_HALVES = "A half-size check was not possible, so no difference is claimed."


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
        return word_undefined(facts, row, pick)
    if facts.conclusion.question is QuestionKind.REPLACE:
        return _word_replace(facts, row, pick)
    return _word_better(facts, row, pick)


def _word_better(facts: ResultFacts, row: ModelAnswer, pick: Pick | None) -> AnswerText:
    found = word_difference(facts, row.difference, row.margin)
    if found is None:
        return word_undefined(facts, row, pick)
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
        margin=say_margin(facts, found),
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
            margin=say_that_matter(facts, found),
            low=found.text.amount(found.low),
        )
    return AnswerText((word_keep_headline(facts, "No", row.comparator),), body, word_keep_action(facts, row.comparator))


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
    return AnswerText(word_unclear_headlines(facts, pick), body, word_unclear_action(facts, row, found, pick))


def _word_replace(facts: ResultFacts, row: ModelAnswer, pick: Pick | None) -> AnswerText:
    found = word_difference(facts, row.difference, row.margin)
    if found is None:
        return word_undefined(facts, row, pick)
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
            margin=say_that_matter(facts, found),
        )
        return AnswerText(
            (word_keep_headline(facts, "No", row.comparator),), body, word_keep_action(facts, row.comparator)
        )
    body = fill(
        "{stated}; {allowed}.",
        stated=found.text.state_difference(model, found.low, Tense.MAY),
        allowed=_say_allowed(facts, found),
    )
    worse = "It is worse; by how much is open." if found.interval.high < 0 else ""
    action = word_unclear_action(facts, row, found, pick)
    return AnswerText(word_unclear_headlines(facts, pick), join_sentences(body, worse), action)


def _word_at_worst(facts: ResultFacts, row: ModelAnswer, found: DifferenceText) -> Sentence:
    if found.interval.low >= 0:
        return fill("At worst there is no difference ({range}).", range=found.range)
    return fill(
        "At worst {stated}, {less} than the {margin}.",
        stated=found.text.state_difference(None, found.low),
        less="less" if found.interval.low > -row.margin else "no more",
        margin=say_that_matter(facts, found),
    )


def _say_allowed(facts: ResultFacts, found: DifferenceText) -> Sentence:
    margin = found.text.margin(found.margin)
    if facts.margin_origin is Origin.YOU:
        return fill("you allow {margin}", margin=margin)
    return fill("{margin} allowed ({who})", margin=margin, who=facts.margin_origin.words)


def word_which(facts: ResultFacts, row: ModelAnswer, _pick: Pick | None = None) -> AnswerText:
    """Word the row of one model beside the leader; the result as a whole is worded from all rows."""
    model = facts.model(row.model)
    if row.reason is Reason.LEADER or is_leader(facts, row):
        return _word_leader(facts, row)
    leader = facts.model(row.comparator)
    behind = None if row.difference is None else see_from_row(row)
    found = word_difference(facts, behind, row.margin)
    if found is None:
        return word_undefined(facts, row, None)
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
    return row.difference if row.difference.first == row.model else row.difference.reverse()


def word_good_enough(facts: ResultFacts, row: ModelAnswer, _pick: Pick | None = None) -> AnswerText:
    """Word one model against the limit."""
    model, limit = facts.model(row.model), row.limit
    text, estimate = facts.text(row.output if facts.has_outputs else ""), facts.estimate(row.model, row.output)
    figures = word_estimate_figures(text, estimate, marks=() if limit is None else (limit,))
    if limit is None or figures is None or estimate is None:
        return word_alone(facts, row, None)
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
    end = text.estimate_end(worst, text.lower_is_better, marks)
    return fill("Plan for the worse end ({worst}).", worst=text.short_estimate(end))


def word_confirmation(row: ModelAnswer) -> Sentence:
    """Say that half the rows do not show the difference, where its range had to be stretched to hold 0."""
    interval = None if row.difference is None else row.difference.interval
    sentences = {Confirmation.NOT_CONFIRMED: NOT_VISIBLE, Confirmation.NOT_POSSIBLE: NO_HALVES}
    if interval is None or not interval.is_stretched or interval.confirmation not in sentences:
        return EMPTY
    return fill(sentences[interval.confirmation])
