"""Answers that no range decides, in words: blocked, described, undefined, identical, no better than guessing."""

from collections.abc import Mapping

from core.domain.conclusion import Answer, ModelAnswer, Reason
from core.domain.evidence import TRIVIAL
from core.domain.study import QuestionKind, SchemeKind
from core.wording.answer_parts import AnswerText, Pick, Row, say_best_of, say_full_margin, state_rule, word_keep_action
from core.wording.model_names import describe_constant_guess
from core.wording.result_facts import (
    ResultFacts,
    word_difference,
    word_estimate_figures,
)
from core.wording.sentence import (
    EMPTY,
    Meaning,
    Part,
    Sentence,
    count,
    fill,
    join_sentences,
    name,
    quote,
)
from core.wording.undefined_text import describe_reason

DESIGNS: Mapping[str, str] = {
    SchemeKind.RESUBSTITUTION: "Testing on the training rows",
    SchemeKind.BOOTSTRAP: "The bootstrap",
    SchemeKind.LEAVE_ONE_OUT: "Leave-one-out",
    SchemeKind.TIME: "One test in the order of time",
}
USE_FOLDS = "Use repeated cross-validation to compare models."
CONFIRM = "Confirm on new rows."
RANGE_REASONS = {
    "no_common_rows": "The two models have no test rows in common.",
    "no_probabilities": "This measure needs probabilities of all classes, which not every model here gives.",
    "no_range_on_one_test_set": "No range of this measure is known on one test set.",
}
"""Why a difference has no range, beside the reasons of the statistical formulas."""


def word_alone(facts: ResultFacts, row: ModelAnswer, _pick: Pick | None) -> AnswerText:
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


def word_undefined(facts: ResultFacts, row: ModelAnswer, pick: Pick | None) -> AnswerText:
    reason = "" if row.difference is None else row.difference.undefined
    blocked = "Blocked" if row.answer is Answer.BLOCKED else "Unclear"
    headline = fill("{blocked}. {model} could not be judged.", blocked=blocked, model=facts.model(row.model))
    body = join_sentences(RANGE_REASONS.get(reason) or describe_reason(reason), "The table shows estimates.")
    return AnswerText((headline,), body, state_rule(facts, pick) or fill("Use more test rows in a new study."))


def _word_identical(facts: ResultFacts, row: ModelAnswer, _pick: Pick | None) -> AnswerText:
    rows = count(facts.data.size, Meaning.ROWS)
    if facts.conclusion.question is QuestionKind.REPLACE:
        model, baseline = facts.model(row.model), facts.model(row.comparator)
        headline = fill("Yes. {model} may replace {baseline}.", model=model, baseline=baseline)
        body = fill("The two models gave identical answers on all {rows} rows.", rows=rows)
        return AnswerText((headline,), body, word_keep_action(facts, row.comparator))
    headline = fill("Same. The two models gave identical answers.")
    return AnswerText(
        (headline,),
        fill("Their answers are equal on all {rows} rows.", rows=rows),
        word_keep_action(facts, row.comparator),
    )


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


BY_REASON: Mapping[Reason, Row] = {
    Reason.ALONE: word_alone,
    Reason.UNDEFINED: word_undefined,
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
