"""The result in words: overline, headline, body, action and scope, all from the same facts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from core.domain.conclusion import Answer, MeasureConflict, ModelAnswer, Scope
from core.domain.dataset import Dataset
from core.domain.findings import Findings
from core.domain.study import QuestionKind, Study
from core.wording.answer_parts import (
    AnswerText,
    Pick,
    is_leader,
    name_limit,
    say_best_of,
    say_estimate,
    say_full_margin,
    say_limit,
    state_rule,
    train_model,
    word_unclear_headlines,
)
from core.wording.measure_text import word_title
from core.wording.names_text import pluralize_row_unit
from core.wording.numbers_text import round_count_up
from core.wording.outputs_text import same_headline, word_model_over_outputs, word_outputs
from core.wording.question_text import ask_question
from core.wording.reason_text import BY_REASON, OF_A_PAIR
from core.wording.result_facts import ResultFacts, gather_facts, word_difference, word_estimate_figures
from core.wording.row_text import see_from_row, word_answer, word_confirmation, word_good_enough
from core.wording.sentence import (
    EMPTY,
    LONGEST_HEADLINE,
    Meaning,
    Part,
    Sentence,
    capitalize,
    choose_fitting,
    count,
    count_in_words,
    fill,
    join_parts,
    join_sentences,
    list_parts,
    name,
    quote,
)

MOST_NAMED = 2  # other models named in the last sentence of a body
MOST_LISTED = 4
ANSWER_WORDS: Mapping[Answer, str] = {
    answer: answer.value.capitalize() for answer in Answer if answer is not Answer.NONE
}
COLUMN_TITLES = {
    QuestionKind.BETTER: "Better?",
    QuestionKind.WHICH: "Best choice?",
    QuestionKind.GOOD_ENOUGH: "Good enough?",
    QuestionKind.REPLACE: "May replace?",
}
CLAIMS = (Answer.YES, Answer.NO, Answer.SAME)


@dataclass(frozen=True, slots=True)
class ConclusionText:
    """`overline` is the question asked; `scope` is what the sentences are about, shown once per page."""

    overline: Sentence
    headline: Sentence
    body: Sentence
    action: Sentence
    scope: Sentence


def word_conclusion(study: Study, data: Dataset, findings: Findings) -> ConclusionText:
    """Word the result of a study; it answers the question that was asked."""
    facts = gather_facts(study, data, findings)
    text = _word_result(facts)
    return _finish(facts, text, ask_question(study, data, findings))


def word_row(study: Study, data: Dataset, findings: Findings, row: ModelAnswer) -> ConclusionText:
    """Word the answer for one model, on one output or (row.output == "") over all of them."""
    facts = gather_facts(study, data, findings)
    if facts.has_outputs and not row.output and row.reason not in BY_REASON:
        text = word_model_over_outputs(facts, row)
    else:
        text = _with_confirmation(word_answer(facts, row), row)
    return _finish(facts, text, EMPTY)


def _finish(facts: ResultFacts, text: AnswerText, overline: Sentence) -> ConclusionText:
    headline = choose_fitting([capitalize(headline) for headline in text.headlines], LONGEST_HEADLINE)
    return ConclusionText(overline, headline, capitalize(text.body), capitalize(text.action), word_scope(facts))


def _with_confirmation(text: AnswerText, row: ModelAnswer) -> AnswerText:
    return replace(text, body=join_sentences(text.body, word_confirmation(row)))


def _word_result(facts: ResultFacts) -> AnswerText:
    conclusion = facts.conclusion
    pick = Pick(conclusion.use, conclusion.rule)
    row = _find_main_row(facts)
    if _is_by_reason(facts):
        text = BY_REASON[conclusion.reason](facts, row, pick)
    elif facts.has_outputs and not conclusion.output:
        text = word_outputs(facts, pick)
    elif conclusion.question is QuestionKind.WHICH:
        text = _word_which(facts, row, pick)
    elif conclusion.question is QuestionKind.GOOD_ENOUGH:
        text = _word_good_enough(facts, row)
    else:
        text = word_answer(facts, row, pick)
    about = (
        fill("This is about {output}.", output=facts.output(conclusion.output))
        if facts.has_outputs and conclusion.output
        else EMPTY
    )
    parts = (
        text.body,
        about,
        _word_named_by_rule(facts),
        _word_others(facts, row),
        _word_not_judged(facts, row),
        _word_gate(facts),
        _word_confirmations(facts, row),
        word_conditions(facts),
    )
    return replace(text, body=join_sentences(*parts))


def _is_by_reason(facts: ResultFacts) -> bool:
    """Whether the reason alone words the result; "which" is about several pairs unless all have the same reason."""
    conclusion = facts.conclusion
    if conclusion.reason not in BY_REASON:
        return False
    if conclusion.reason not in OF_A_PAIR or conclusion.question is not QuestionKind.WHICH:
        return True
    others = [row for row in conclusion.rows if not is_leader(facts, row)]
    return len(others) == 1 and others[0].reason is conclusion.reason


def _find_main_row(facts: ResultFacts) -> ModelAnswer:
    """Return the row of the headline with the answer of the whole; a result without rows has an empty one.

    A reason of a pair is told from the row of that pair.
    """
    conclusion = facts.conclusion
    row = conclusion.main_row or ModelAnswer(
        conclusion.model, conclusion.comparator, conclusion.output, conclusion.answer, conclusion.reason
    )
    if conclusion.reason in OF_A_PAIR and (row.reason is not conclusion.reason or is_leader(facts, row)):
        pairs = [one for one in conclusion.rows if one.reason is conclusion.reason and not is_leader(facts, one)]
        row = pairs[0] if pairs else row
    return replace(row, answer=conclusion.answer, reason=conclusion.reason)


# --- which of these? ---


def _word_which(facts: ResultFacts, row: ModelAnswer, pick: Pick) -> AnswerText:
    conclusion = facts.conclusion
    leader = conclusion.model
    others = facts.rivals(conclusion.output, without=leader)
    same = [other for other in others if other.answer is Answer.SAME]
    use = conclusion.use or leader
    if conclusion.answer is Answer.SAME:
        headline = same_headline(facts, pick, use)
        return AnswerText((headline,), _say_all_same(facts, leader, others), state_rule(facts, pick))
    if conclusion.answer is Answer.YES and same:
        return _word_some_same(facts, leader, use, same, pick)
    if conclusion.answer is Answer.YES:
        models = len(facts.study.candidates)
        headlines = (
            fill("Use {model}, {best}.", model=facts.model(leader), best=say_best_of(models)),
            fill("Use {model}.", model=facts.model(leader)),
        )
        return AnswerText(headlines, _say_leader(facts, leader, row.output, others), train_model(facts, leader))
    return _word_which_unclear(facts, leader, others, pick)


def _word_some_same(facts: ResultFacts, leader: str, use: str, same: Sequence[ModelAnswer], pick: Pick) -> AnswerText:
    equals = [key for key in (leader, *(row.model for row in same)) if key != use]
    if len(equals) == 1:
        headlines = tuple(
            fill(f"Use {{use}}. {{other}} is {words}.", use=facts.model(use), other=facts.model(equals[0]))
            for words in ("just as good", "as good")
        )
    else:
        number = count_in_words(len(equals), Meaning.MODELS)
        headline = fill("Use {use}. {number} others are just as good.", use=facts.model(use), number=_raise(number))
        headlines = (headline,)
    rule = (
        fill("{by} ({rule}): {use}.", by=facts.by_rule, rule=facts.rule(pick.rule), use=facts.model(use))
        if pick.rule is not None
        else EMPTY
    )
    return AnswerText(headlines, join_sentences(_say_all_same(facts, leader, same), rule), train_model(facts, use))


def _raise(part: Part) -> Sentence:
    return capitalize(fill("{part}", part=part))


def _say_all_same(facts: ResultFacts, leader: str, same: Sequence[ModelAnswer]) -> Sentence:
    """Say how near the models are; each was held against the leader, so no more is said."""
    row = same[0] if same else None
    text = facts.text(row.output if row is not None and facts.has_outputs else "")
    margin = say_full_margin(facts, text.full_margin(0.0 if row is None else row.margin))
    if len(same) == 1:
        return fill("The two differ by less than {margin}.", margin=margin)
    return fill(
        "{number} models differ from {leader} by less than {margin}.",
        number=_raise(count_in_words(len(same), Meaning.MODELS)),
        leader=facts.model(leader),
        margin=margin,
    )


def _say_leader(facts: ResultFacts, leader: str, output: str, others: Sequence[ModelAnswer]) -> Sentence:
    """Write "9.2 errors per 100 windows (7.7 to 10.8); the next, {C}, makes 0.9 more (0.2 to 1.6)." """
    found = [(row, word_difference(facts, see_from_row(row), row.margin)) for row in others if row.difference]
    known = [(row, difference) for row, difference in found if difference is not None]
    if not known:
        return say_estimate(facts, leader, output)
    row, difference = max(known, key=lambda pair: pair[1].mean)
    label = "the next" if len(facts.study.candidates) > 2 else "the other"
    subject = fill("{label}, {model},", label=label, model=facts.model(row.model))
    estimate = say_estimate(facts, leader, output, end="; ")
    stated = difference.text.state_difference(subject, difference.size, is_brief=bool(estimate))
    return fill("{estimate}{stated} ({range}).", estimate=estimate, stated=stated, range=difference.range)


def _word_which_unclear(facts: ResultFacts, leader: str, others: Sequence[ModelAnswer], pick: Pick) -> AnswerText:
    possible = [leader, *(row.model for row in others if row.answer in (Answer.UNCLEAR, Answer.SAME))]
    out = [row.model for row in others if row.answer is Answer.NO]
    models = len(facts.study.candidates)
    body = fill(
        "{best} is one of {possible}; these rows cannot tell which.",
        best=_raise(say_best_of(models)),
        possible=_list_models(facts, possible),
    )
    excluded = fill("Out: {out}.", out=_list_models(facts, out)) if out else EMPTY
    return AnswerText(word_unclear_headlines(facts, pick), join_sentences(body, excluded), state_rule(facts, pick))


def _list_models(facts: ResultFacts, keys: Sequence[str]) -> Sentence:
    shown: list[Part] = [facts.model(key) for key in keys[:MOST_LISTED]]
    if len(keys) > MOST_LISTED:
        shown.append(fill("{count} more", count=count(len(keys) - MOST_LISTED, Meaning.MODELS)))
    return join_parts(shown, ", ")


# --- good enough? ---


def _word_good_enough(facts: ResultFacts, row: ModelAnswer) -> AnswerText:
    text = word_good_enough(facts, row)
    models = len(facts.study.candidates)
    if row.answer is not Answer.NO or models < 2:
        return text
    measure, limit = facts.text(row.output if facts.has_outputs else ""), row.limit
    marks = () if limit is None else (limit,)
    figures = word_estimate_figures(measure, facts.estimate(row.model, row.output), marks=marks)
    headline = fill("No. No model reaches {limit}.", limit=name_limit(facts))
    if figures is None or limit is None:
        return replace(text, headlines=(headline,))
    body = fill(
        "{best}, {model}, {has} {estimate}{ends}; {limit}.",
        best=_raise(say_best_of(models)),
        has=measure.has,
        model=facts.model(row.model),
        estimate=measure.estimate(figures[0]),
        ends=figures[1],
        limit=say_limit(facts, measure.limit(limit)),
    )
    return replace(text, headlines=(headline,), body=body)


# --- the last sentences of a body ---


def _word_named_by_rule(facts: ResultFacts) -> Sentence:
    """Say so where the tie-break rule named a model although another one has the larger difference."""
    conclusion = facts.conclusion
    if conclusion.question is not QuestionKind.BETTER or conclusion.answer is not Answer.YES or conclusion.rule is None:
        return EMPTY
    if facts.has_outputs:
        return EMPTY
    yes = [row for row in conclusion.rows if row.answer is Answer.YES]
    means = {row.model: row.difference.mean or 0.0 for row in yes if row.difference is not None}
    largest = max(means, key=lambda key: means[key], default=conclusion.model)
    if largest == conclusion.model:
        return EMPTY
    return fill(
        "Named {by} ({rule}); {largest} has the larger difference, but the two cannot be told apart.",
        by=facts.by_rule,
        rule=facts.rule(conclusion.rule),
        largest=facts.model(largest),
    )


def _word_others(facts: ResultFacts, row: ModelAnswer) -> Sentence:
    """Say what the second measure shows where it differs, else how the other models stand."""
    conclusion = facts.conclusion
    if conclusion.reason in BY_REASON or conclusion.question is QuestionKind.WHICH:
        return EMPTY
    if conclusion.question is QuestionKind.GOOD_ENOUGH and conclusion.answer is Answer.NO:
        return EMPTY  # the headline speaks about all models already
    conflict = word_conflict(facts, row)
    if conflict:
        return conflict
    rows = conclusion.models if facts.has_outputs and not conclusion.output else facts.rivals(conclusion.output)
    return _sum_up(facts, [other for other in rows if other.model not in (row.model, conclusion.comparator)])


def word_conflict(facts: ResultFacts, row: ModelAnswer) -> Sentence:
    """Write "ROC AUC shows no difference." or "By ROC AUC {A} is better."; nothing where the measures agree."""
    second = row.second
    if second is None or second.conflict in (MeasureConflict.AGREE, MeasureConflict.UNDEFINED):
        return EMPTY
    title = word_title(second.difference.measure)
    if second.conflict is MeasureConflict.MAIN_ONLY or not second.ahead:
        return fill("{title} shows no difference.", title=_raise(title))
    better = fill("By {title} {model} is better", title=title, model=facts.model(second.ahead))
    may_help = (
        row.answer is Answer.UNCLEAR and second.ahead == row.model and second.difference.measure in ("auc", "pr-auc")
    )
    return better + (": moving the threshold may help." if may_help else ".")


UNCLEAR = ("is unclear", "are unclear")
POSITIVE = {
    QuestionKind.BETTER: ("is better too", "are better too"),
    QuestionKind.REPLACE: ("may replace it too", "may replace it too"),
    QuestionKind.GOOD_ENOUGH: ("is good enough too", "are good enough too"),
}
NEGATIVE = {
    QuestionKind.BETTER: ("is not better", "are not better"),
    QuestionKind.REPLACE: ("may not", "may not"),
    QuestionKind.GOOD_ENOUGH: ("is not good enough", "are not good enough"),
}


def _sum_up(facts: ResultFacts, rows: Sequence[ModelAnswer]) -> Sentence:
    """Write "{C} is better too (3.3 fewer), {D} is not." with at most two names, then "3 others are not"."""
    question = facts.conclusion.question
    positive = [row for row in rows if row.answer is Answer.YES]
    negative = [row for row in rows if row.answer in (Answer.NO, Answer.SAME)]
    unclear = [row for row in rows if row.answer is Answer.UNCLEAR]
    short = ("is not", "are not") if positive else NEGATIVE.get(question, ("is not", "are not"))
    groups = (
        (positive, POSITIVE.get(question, ("", "")), True),
        (negative, short, False),
        (unclear, UNCLEAR, False),
    )
    parts: list[Sentence] = []
    left = MOST_NAMED
    for members, (one, several), with_figure in groups:
        if not members:
            continue
        if len(members) <= left:
            left -= len(members)
            parts += _say_named(facts, members, one, several, with_figure)
        else:
            number = count(len(members), Meaning.MODELS)
            others = fill("{number} {others}", number=number, others="other" if len(members) == 1 else "others")
            parts.append(fill("{others} {verb}", others=others, verb=one if len(members) == 1 else several))
    return capitalize(join_parts(parts, ", ") + ".") if parts else EMPTY


def _say_named(
    facts: ResultFacts, rows: Sequence[ModelAnswer], one: str, several: str, with_figure: bool
) -> list[Sentence]:
    """Write "{C} is better too (3.3 fewer)" for each, or "{C} and {D} are not" together where no figure is told."""
    found = [word_difference(facts, row.difference, row.margin) for row in rows]
    if with_figure and facts.conclusion.question is QuestionKind.BETTER and all(found):
        return [
            fill(
                "{model} {words} ({short})",
                model=facts.model(row.model),
                words=one,
                short=difference.text.short_difference(difference.size),
            )
            for row, difference in zip(rows, found, strict=True)
            if difference is not None
        ]
    names = list_parts([facts.model(row.model) for row in rows])
    if (one, several) == UNCLEAR:
        return [fill("for {names} it is unclear", names=names)]
    return [fill("{names} {words}", names=names, words=one if len(rows) == 1 else several)]


def _word_not_judged(facts: ResultFacts, row: ModelAnswer) -> Sentence:
    """Name models whose training runs failed, where the result speaks about others."""
    conclusion = facts.conclusion
    if conclusion.answer is Answer.BLOCKED:
        return EMPTY
    blocked = [key for key in conclusion.failed if key != row.model]
    if not blocked:
        return EMPTY
    return fill("{models} could not be judged.", models=capitalize(list_parts([facts.model(key) for key in blocked])))


def _word_gate(facts: ResultFacts) -> Sentence:
    """For "good enough" the constant guess changes no answer, but it is named."""
    conclusion = facts.conclusion
    is_asked = conclusion.question is QuestionKind.GOOD_ENOUGH and conclusion.answer is not Answer.BLOCKED
    if not is_asked or not any(not gate.is_beaten for gate in conclusion.guesses):
        return EMPTY
    return fill("No model is shown to beat the constant guess.")


def _word_confirmations(facts: ResultFacts, row: ModelAnswer) -> Sentence:
    """End with what half the rows show: for "which" wherever a model is unclear for that reason."""
    conclusion = facts.conclusion
    if conclusion.reason in BY_REASON or conclusion.answer is Answer.BLOCKED:
        return EMPTY
    if conclusion.question is QuestionKind.WHICH or (facts.has_outputs and not conclusion.output):
        rows = [other for other in conclusion.rows if other.answer is Answer.UNCLEAR]
        if conclusion.question is not QuestionKind.WHICH:
            rows = [other for other in rows if other.model == conclusion.model]
        found = [word_confirmation(other) for other in rows]
        return next((sentence for sentence in found if sentence), EMPTY)
    return word_confirmation(row)


CONDITIONS = {
    "LEAK": "{name} is known before the prediction",
    "GROUP": "the model is used on the {names} of this table",
    "TIME": "the order of the rows in time does not matter",
    "PREP": "preparing the table before import used no test rows",
    "DUP": "equal rows are separate measurements",
    "NEAR-DUP": "neighboring rows are separate measurements",
    "CODE": "{name} is a measured value",
    "SPELLING": "similar names in {name} are different categories",
    "TRAINED-ON": "the models were not trained on these rows",
    "ORDER": "the imported columns have the same row order",
    "same folds": "all models were tested on the same folds",
}
"""What must be true for a result to hold, by the question that the person could not answer."""


def word_conditions(facts: ResultFacts) -> Sentence:
    """Write "This holds if …" for questions the person could not answer, where the result claims something."""
    if facts.conclusion.answer not in CLAIMS:
        return EMPTY
    parts = [_word_condition(key) for key in facts.conclusion.open_checks]
    return fill("This holds if {conditions}.", conditions=list_parts(parts)) if parts else EMPTY


def _word_condition(key: str) -> Sentence:
    code, _, about = key.partition(":")
    template = CONDITIONS.get(code)
    if template is None:
        return fill("the open question {key} changes nothing", key=quote(name(key)))
    return fill(template, name=name(about or "every input"), names=name(pluralize_row_unit(about or "group")))


# --- scope ---


def word_scope(facts: ResultFacts) -> Sentence:
    """Say what the sentences are about: the algorithms, these trained models, or old models on new rows."""
    conclusion = facts.conclusion
    if conclusion.answer is Answer.BLOCKED:
        return EMPTY
    if conclusion.scope is Scope.IMPORTED:
        return fill("For these trained models, used on {use}.", use=_use(facts))
    if conclusion.scope is Scope.NEW_ROWS:
        rows = count(facts.data.size, Meaning.ROWS)
        return fill("For models trained on the old rows and tested on {rows} new rows.", rows=rows)
    keys = dict.fromkeys(key for key in (conclusion.model, conclusion.comparator) if key)
    named = list_parts([facts.model(key) for key in keys])
    models = len(facts.study.candidates)
    if not keys or (conclusion.question is QuestionKind.WHICH and models > len(keys)):
        named = fill("these {models} models", models=count(models, Meaning.MODELS))
    return fill(
        "For {models} trained as here on about {rows} rows of this kind.", models=named, rows=_about_rows(facts)
    )


def _about_rows(facts: ResultFacts) -> Part:
    return count(round_count_up(facts.training_rows), Meaning.ROWS)


def _use(facts: ResultFacts) -> Part:
    return name(facts.study.use) if facts.study.use else "rows like these"
