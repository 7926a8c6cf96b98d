"""The result over several outputs in words."""

from collections.abc import Sequence

from core.domain.conclusion import Answer, ModelAnswer, Reason
from core.domain.study import QuestionKind, TieBreak
from core.wording.answer_parts import AnswerText, Pick, name_limit, state_rule, train_model, word_unclear_headlines
from core.wording.origin import Origin
from core.wording.result_facts import ResultFacts
from core.wording.row_text import word_good_enough
from core.wording.sentence import (
    EMPTY,
    LONGEST_HEADLINE,
    Meaning,
    Sentence,
    capitalize,
    count,
    count_in_words,
    fill,
    join_parts,
    join_sentences,
    list_parts,
)


def word_outputs(facts: ResultFacts, pick: Pick | None) -> AnswerText:
    """Word the result of a study with several outputs, where it is about all of them."""
    if facts.conclusion.question is QuestionKind.GOOD_ENOUGH:
        return _word_good_enough(facts)
    if facts.conclusion.question is QuestionKind.WHICH:
        return _word_which(facts, pick)
    return _word_better_or_replace(facts, pick)


def word_model_over_outputs(facts: ResultFacts, row: ModelAnswer) -> AnswerText:
    """Word the answer for one model over all outputs, as a row of the table."""
    summary = sum_up_outputs(facts, row.model)
    headlines = {
        Answer.YES: _positive_headline(facts, row.model, row.comparator),
        Answer.SAME: (fill("Same. The differences are too small to matter."),),
        Answer.NO: (fill("No. Not for all outputs."),),
    }
    unclear = (fill("Unclear. These rows cannot decide."),)
    return AnswerText(headlines.get(row.answer, unclear), summary)


def sum_up_outputs(facts: ResultFacts, model: str) -> Sentence:
    """Write "Better for η; worse for K_T; unclear for 10K_Q."; no figures: they stand in the table."""
    parts = []
    for words, rows in _group_rows(facts, model):
        names = list_parts([facts.output(row.output) for row in rows])
        parts.append(fill(f"{words} for {{names}}", names=names))
    return capitalize(join_parts(parts, "; ") + ".") if parts else EMPTY


def _group_rows(facts: ResultFacts, model: str) -> list[tuple[str, list[ModelAnswer]]]:
    rows = _rows_of(facts, model)
    grouped: dict[str, list[ModelAnswer]] = {}
    for row in rows:
        grouped.setdefault(_say_row(facts, row), []).append(row)
    return list(grouped.items())


def _rows_of(facts: ResultFacts, model: str) -> list[ModelAnswer]:
    order = {output: place for place, output in enumerate(facts.data.outputs)}
    rows = [row for row in facts.conclusion.rows if row.model == model and row.output in order]
    return sorted(rows, key=lambda row: order[row.output])


def _say_row(facts: ResultFacts, row: ModelAnswer) -> str:
    """Say the answer on one output in one or two words."""
    question = facts.conclusion.question
    if row.answer is Answer.BLOCKED:
        return "not judged"
    if row.answer is Answer.UNCLEAR:
        return "unclear"
    if row.answer is Answer.SAME:
        return "the same"
    if question is QuestionKind.GOOD_ENOUGH:
        return "good enough" if row.answer is Answer.YES else "not good enough"
    if question is QuestionKind.WHICH:
        return "ahead" if row.answer is Answer.YES else "behind"
    if question is QuestionKind.REPLACE and row.answer is Answer.YES:
        return "not worse by what matters"
    if row.answer is Answer.YES:
        return "better"
    return "worse" if is_worse(row) else "not better"


def is_worse(row: ModelAnswer) -> bool:
    """Whether the whole range lies on the worse side."""
    interval = None if row.difference is None else row.difference.interval
    return interval is not None and interval.high < 0


def _all_outputs(facts: ResultFacts) -> Sentence:
    """Write "both outputs" or "all three outputs"."""
    number = len(facts.data.outputs)
    if number == 2:
        return fill("{both} outputs", both=count(number, Meaning.OUTPUTS, "both"))
    return fill("all {count} outputs", count=count_in_words(number, Meaning.OUTPUTS))


def _word_better_or_replace(facts: ResultFacts, pick: Pick | None) -> AnswerText:
    conclusion = facts.conclusion
    model, summary = conclusion.model, sum_up_outputs(facts, conclusion.model)
    keep = fill(
        "{keep} {baseline}", keep=facts.keep(conclusion.comparator), baseline=facts.model(conclusion.comparator)
    )
    if conclusion.reason is Reason.MIXED_OUTPUTS:
        body = fill("Use one model per output, or decide which output matters more.")
        action = fill("Use one model per output.")
        return AnswerText(_mixed_headlines(facts), join_sentences(body, summary), action)
    if conclusion.reason is Reason.JOINT:
        listed = fill("Output by output, not claimed: {summary}", summary=_lower_first(summary))
        headline = fill("Unclear. The outputs together show no difference.")
        return AnswerText((headline,), listed, state_rule(facts, pick))
    if conclusion.answer is Answer.YES:
        headlines = _positive_headline(facts, model, conclusion.comparator)
        return AnswerText(headlines, summary, train_model(facts, model))
    if conclusion.answer is Answer.SAME:
        headline = fill("Same. {keep}.", keep=_use_or_keep(facts, pick, keep))
        return AnswerText((headline,), _all_small(facts), state_rule(facts, pick))
    if conclusion.answer is Answer.NO:
        return AnswerText((fill("No. {keep}.", keep=keep),), summary, fill("{keep}.", keep=keep))
    return AnswerText(word_unclear_headlines(facts, pick), summary, state_rule(facts, pick))


def _lower_first(sentence: Sentence) -> Sentence:
    """Undo the capital of a summary that goes on behind a colon; it begins with a word of ours."""
    first, *rest = sentence.spans or (None,)
    if first is None:
        return sentence
    lowered = first.text[:1].lower() + first.text[1:]
    return fill("{lowered}{rest}", lowered=lowered, rest=Sentence(tuple(span for span in rest if span is not None)))


def _use_or_keep(facts: ResultFacts, pick: Pick | None, keep: Sentence) -> Sentence:
    if pick is None or not pick.use:
        return keep
    return fill("{keep} {use}", keep=facts.keep(pick.use), use=facts.model(pick.use))


def _all_small(facts: ResultFacts) -> Sentence:
    ends = {
        Origin.YOU: "what matters to you",
        Origin.ASSUMED: "what is assumed to matter",
        Origin.SAMPLE: "what matters (set by the sample)",
    }
    return fill(
        "For {outputs} the difference is smaller than {matters}.",
        outputs=_all_outputs(facts),
        matters=ends[facts.margin_origin],
    )


def _positive_headline(facts: ResultFacts, model: str, baseline: str) -> tuple[Sentence, ...]:
    question, named = facts.conclusion.question, facts.model(model)
    if question is QuestionKind.REPLACE:
        may = fill("Yes. {model} may replace {baseline}", model=named, baseline=facts.model(baseline))
        return (fill("{may} for {outputs}.", may=may, outputs=_all_outputs(facts)), may + ".")
    if question is QuestionKind.WHICH:
        return (fill("Use {model} for {outputs}.", model=named, outputs=_all_outputs(facts)),)
    if question is QuestionKind.GOOD_ENOUGH:
        return (fill("Yes. {model} is good enough for {outputs}.", model=named, outputs=_name_judged(facts)),)
    return (fill("Yes. Use {model} for {outputs}.", model=named, outputs=_all_outputs(facts)),)


def _mixed_headlines(facts: ResultFacts) -> tuple[Sentence, ...]:
    """Say "worse" only where the whole range lies below 0."""
    rows = _rows_of(facts, facts.conclusion.model)
    ahead = [row for row in rows if row.answer is Answer.YES]
    against = [row for row in rows if row.answer is Answer.NO]
    worse = [row for row in against if is_worse(row)]
    word, behind = ("worse", worse) if worse else ("not better", against)
    model = facts.model(facts.conclusion.model)
    return (
        fill(
            f"No single winner: {{model}} is better for {{ahead}}, {word} for {{behind}}.",
            model=model,
            ahead=list_parts([facts.output(row.output) for row in ahead]),
            behind=list_parts([facts.output(row.output) for row in behind]),
        ),
        fill("No single winner: {model} is better for some outputs only.", model=model),
        fill("No single winner: {model} is better for some outputs.", model=model),  # fits with the longest name
    )


def _word_which(facts: ResultFacts, pick: Pick | None) -> AnswerText:
    conclusion = facts.conclusion
    use = conclusion.use or conclusion.model
    is_behind = any(row.model == use and row.answer is Answer.NO for row in conclusion.rows)
    if conclusion.reason is Reason.MIXED_OUTPUTS or (conclusion.answer is Answer.YES and is_behind):
        return _word_different_leaders(facts)
    if conclusion.answer is Answer.YES:
        summary = sum_up_outputs(facts, use)
        return AnswerText(_positive_headline(facts, use, ""), summary, train_model(facts, use))
    if conclusion.answer is Answer.SAME:
        headline = same_headline(facts, pick, use)
        return AnswerText((headline,), _all_small(facts), state_rule(facts, pick))
    unclear = [output for output in facts.data.outputs if _is_unclear(facts, output)]
    names = list_parts([facts.output(output) for output in unclear])
    body = fill("These rows cannot separate the models for {names}.", names=names) if unclear else EMPTY
    return AnswerText(word_unclear_headlines(facts, pick), body, state_rule(facts, pick))


def same_headline(facts: ResultFacts, pick: Pick | None, use: str) -> Sentence:
    """Write "Same. Use {C}, the simplest." or "Same. Keep {A}." """
    if pick is None or pick.rule is None or pick.rule is TieBreak.INCUMBENT:
        return fill("Same. {keep} {use}.", keep=facts.keep(use), use=facts.model(use))
    return fill("Same. Use {use}, {rule}.", use=facts.model(use), rule=facts.rule(pick.rule))


def _is_unclear(facts: ResultFacts, output: str) -> bool:
    return any(row.output == output and row.answer is Answer.UNCLEAR for row in facts.conclusion.rows)


def _word_different_leaders(facts: ResultFacts) -> AnswerText:
    leaders: dict[str, list[str]] = {}
    for output in facts.data.outputs:
        leaders.setdefault(find_leader(facts, output), []).append(output)
    listed = [
        fill("{model} for {outputs}", model=facts.model(model), outputs=list_parts([facts.output(one) for one in led]))
        for model, led in leaders.items()
        if model
    ]
    all_of_them = fill("Use {listed}.", listed=join_parts(listed, ", "))
    one_each = fill("Use one model per output.")
    is_told = len(all_of_them) <= LONGEST_HEADLINE
    body = fill("No model leads, or is just as good, for every output.") if is_told else all_of_them
    return AnswerText((all_of_them, one_each), body, one_each)


def find_leader(facts: ResultFacts, output: str) -> str:
    """Return the key of the model that leads on one output; "" where there is none."""
    rows = [row for row in facts.conclusion.rows if row.output == output]
    return next((row.comparator for row in rows if row.comparator), next((row.model for row in rows), ""))


def _word_good_enough(facts: ResultFacts) -> AnswerText:
    conclusion = facts.conclusion
    rows = _rows_of(facts, conclusion.model)
    if conclusion.answer is Answer.YES:
        limits = f"{name_limit(facts)}s" if len(facts.study.question.limits) > 1 else name_limit(facts)
        body = join_sentences(fill("Every range lies within {limits}.", limits=limits), _name_unlimited(facts))
        action = train_model(facts, conclusion.model)
        return AnswerText(_positive_headline(facts, conclusion.model, ""), body, action)
    wanted = [row for row in rows if row.answer is conclusion.answer]
    first = word_good_enough(facts, wanted[0]) if wanted else AnswerText((EMPTY,))
    verb = "misses" if conclusion.answer is Answer.NO else "may miss"
    word = "No" if conclusion.answer is Answer.NO else "Unclear"
    about = fill("This is about {output}.", output=facts.output(wanted[0].output)) if len(wanted) > 1 else EMPTY
    return AnswerText(
        _limit_headlines(facts, word, verb, wanted),
        join_sentences(first.body, about, _name_unlimited(facts)),
        first.action,
    )


def _name_judged(facts: ResultFacts) -> Sentence:
    """Name the outputs that have a limit; where all have one, only how many there are."""
    limited = [output for output in facts.data.outputs if facts.study.limit(output) is not None]
    if len(limited) == len(facts.data.outputs):
        return _all_outputs(facts)
    return list_parts([facts.output(output) for output in limited])


def _name_unlimited(facts: ResultFacts) -> Sentence:
    """Write "For 10K_Q no limit was set." where some outputs were not judged."""
    names = [facts.output(output) for output in facts.data.outputs if facts.study.limit(output) is None]
    return fill("For {names} no limit was set.", names=list_parts(names)) if names else EMPTY


def _limit_headlines(facts: ResultFacts, word: str, verb: str, rows: Sequence[ModelAnswer]) -> tuple[Sentence, ...]:
    model = facts.model(facts.conclusion.model)
    names = list_parts([facts.output(row.output) for row in rows])
    start = fill(f"{word}. {{model}} {verb}", model=model)
    return (
        fill("{start} the limit for {names}.", start=start, names=names),
        fill(
            "{start} the limit for {count} outputs.",
            start=start,
            count=count_in_words(len(rows), Meaning.OUTPUTS),
        )
        if len(rows) > 1
        else fill("{start} a limit.", start=start),
    )
