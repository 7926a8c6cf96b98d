"""What the answers of all questions share: who set a value, what to keep, what to do."""

from collections.abc import Callable
from dataclasses import dataclass

from core.domain.conclusion import ModelAnswer
from core.domain.study import QuestionKind, TieBreak
from core.wording.model_names import has_only_imported
from core.wording.origin import Origin
from core.wording.result_facts import (
    DifferenceText,
    ResultFacts,
    word_estimate_figures,
)
from core.wording.sentence import (
    EMPTY,
    Meaning,
    Sentence,
    count,
    count_in_words,
    fill,
    join_sentences,
)


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


def matters_to(facts: ResultFacts, found: DifferenceText) -> Sentence:
    """Write "2 that matter to you" or who else set it."""
    margin, verb = found.text.margin(found.margin), _matter(found)
    endings = {
        Origin.YOU: f"that {verb} to you",
        Origin.ASSUMED: "assumed to matter",
        Origin.SAMPLE: f"that {verb} (set by the sample)",
    }
    return fill("{margin} {ending}", margin=margin, ending=endings[facts.margin_origin])


def say_that_matter(facts: ResultFacts, found: DifferenceText) -> Sentence:
    """Write "2 that matter", without "to you" behind it."""
    if facts.margin_origin is not Origin.YOU:
        return matters_to(facts, found)
    return fill(f"{{margin}} that {_matter(found)}", margin=found.text.margin(found.margin))


def _matter(found: DifferenceText) -> str:
    """Errors are counted, "2 matter"; a length or an AUC is one thing, "0.2 MPa matters"."""
    is_counted = found.text.style.name != "VALUED" and found.text.shown(found.margin) != 1
    return "matter" if is_counted else "matters"


def say_margin(facts: ResultFacts, found: DifferenceText) -> Sentence:
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


def word_keep_headline(facts: ResultFacts, answer: str, model: str) -> Sentence:
    return fill("{answer}. {keep} {model}.", answer=answer, keep=facts.keep(model), model=facts.model(model))


def word_keep_action(facts: ResultFacts, model: str) -> Sentence:
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


def word_unclear_action(facts: ResultFacts, row: ModelAnswer, found: DifferenceText, pick: Pick | None) -> Sentence:
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


def say_best_of(models: int) -> Sentence:
    """Write "the best of the four" or "the better of the two"."""
    word = "better" if models == 2 else "best"
    return fill("the {word} of the {models}", word=word, models=count_in_words(models, Meaning.MODELS))


def say_estimate(facts: ResultFacts, model: str, output: str, end: str = ".") -> Sentence:
    """Write "9.2 errors per 100 windows (7.7 to 10.8)." or nothing."""
    found = facts.estimate(model, output)
    text = facts.text(output)
    figures = word_estimate_figures(text, found)
    if figures is None or found is None or found.is_in_sample:
        return EMPTY
    return fill("{estimate}{range}{end}", estimate=text.estimate(figures[0]), range=figures[1], end=end)


def is_leader(facts: ResultFacts, row: ModelAnswer) -> bool:
    """Whether this is the row of the leader, which has no difference of its own."""
    return facts.conclusion.question is QuestionKind.WHICH and row.comparator in ("", row.model)
