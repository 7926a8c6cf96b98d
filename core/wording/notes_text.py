"""Notes below the result: repeats, second measure, half-size check, list of models, cautions."""

from collections.abc import Sequence

from core.domain.conclusion import Answer, Confirmation, Difference, MeasureConflict, ModelAnswer, Reason
from core.domain.dataset import Dataset
from core.domain.findings import ChanceDetails, Findings
from core.domain.study import QuestionKind, Study
from core.wording.caution_text import word_caution
from core.wording.measure_text import word_title
from core.wording.model_names import has_only_imported
from core.wording.numbers_text import format_typed
from core.wording.outputs_text import find_leader
from core.wording.result_facts import NOISE, DifferenceText, ResultFacts, gather_facts, word_difference
from core.wording.sentence import (
    EMPTY,
    Meaning,
    Part,
    Sentence,
    Span,
    capitalize,
    count,
    count_nouns,
    fill,
    join_sentences,
    list_parts,
    name,
    quote,
)

RANKINGS = ("auc", "pr-auc")
LARGE_ERRORS = ("rmse", "mse")
NOT_JUDGED = (Reason.LEAK, Reason.IN_SAMPLE, Reason.FAILURES, Reason.FEW_ROWS, Reason.ROW_ORDER, Reason.DESCRIPTIVE)
EXPLORATORY = {
    "unseen": "Exploratory: you had seen results on these rows. Confirm on new rows.",
    "alone": "Exploratory: you said that rows depend on each other. The range may be too narrow. Confirm on new rows.",
}


# --- repeats ---


def word_repeats(study: Study, data: Dataset, findings: Findings, row: ModelAnswer) -> Sentence:
    """Answer "Do the repeats agree?": who is ahead in how many, and how many are clear taken alone."""
    facts = gather_facts(study, data, findings)
    if has_only_imported(study):
        return fill("Nothing was split: every row is compared once.")
    row = _find_pair_row(facts, row)
    if row.difference is None:
        return EMPTY
    total = row.difference.repeats.total
    if not total:
        return fill("Single repeats cannot be judged here.")
    if total < 2:
        return fill("There is one repeat only, so agreement cannot be checked.")
    found = join_sentences(_count_ahead(facts, row.difference, total), _count_clear(facts, row.difference))
    return _name_output(facts, row, found)


def _find_pair_row(facts: ResultFacts, row: ModelAnswer) -> ModelAnswer:
    """Return the row itself, or for the leader of "which" that of the model closest behind it."""
    conclusion = facts.conclusion
    if row.difference is not None or conclusion.question is not QuestionKind.WHICH:
        return row
    others = [other for other in conclusion.rows if other.output == row.output and other.difference is not None]
    closest = [other for other in others if other.model == conclusion.comparator]
    return next(iter(closest or others), row)


def _name_output(facts: ResultFacts, row: ModelAnswer, sentence: Sentence) -> Sentence:
    """Put the output before a note where there are several."""
    if not facts.has_outputs or not row.output or not sentence:
        return sentence
    return fill("{output}: {sentence}", output=facts.output(row.output), sentence=sentence)


def _count_ahead(facts: ResultFacts, difference: Difference, total: int) -> Sentence:
    for_first, for_second = (sum(sign * mean > NOISE for mean in difference.repeats.means) for sign in (1, -1))
    if not for_first and not for_second:
        return fill("Neither is ahead in any of {total} repeats.", total=count(total, Meaning.REPEATS))
    is_first = for_first >= for_second
    return fill(
        "{model} is ahead in {some} of {total} repeats.",
        model=facts.model(difference.first if is_first else difference.second),
        some=count(max(for_first, for_second), Meaning.REPEATS),
        total=count(total, Meaning.REPEATS),
    )


def _count_clear(facts: ResultFacts, difference: Difference) -> Sentence:
    pairs = ((difference.repeats.for_first, difference.first), (difference.repeats.for_second, difference.second))
    parts = [
        fill(
            "{some} {are} clear for {model}",
            some=count(some, Meaning.REPEATS),
            are="is" if some == 1 else "are",
            model=facts.model(key),
        )
        for some, key in pairs
        if some
    ]
    if not parts:
        return fill("None alone is clear.")
    return fill("Taken alone, {parts}.", parts=list_parts(parts))


def word_agreement(row: ModelAnswer) -> Sentence:
    """Write "10 of 10 repeats agree." or "Only 6 of 10 repeats, taken alone, show this."; nothing without repeats."""
    agreement = row.agreement
    if agreement.total < 2 or row.answer not in (Answer.YES, Answer.NO, Answer.SAME):
        return EMPTY
    some, total = (count(number, Meaning.REPEATS) for number in (agreement.agreeing, agreement.total))
    if agreement.is_steady:
        return fill("{some} of {total} repeats agree.", some=some, total=total)
    return fill("Only {some} of {total} repeats, taken alone, show this.", some=some, total=total)


# --- chances ---


def word_chances(study: Study, data: Dataset, findings: Findings, row: ModelAnswer) -> Sentence:
    """Say how probable better, same and worse are (Bayesian correlated t); nothing where no test could tell."""
    facts = gather_facts(study, data, findings)
    row = _find_pair_row(facts, row)
    found = row.difference
    if found is None or row.reason in NOT_JUDGED:
        return EMPTY
    key = (found.first, found.second, found.measure, row.output)
    tests = (one for one in findings.comparisons if (one.first, one.second, one.measure, one.output) == key)
    details = next((one.details for one in tests if isinstance(one.details, ChanceDetails)), None)
    if details is None:
        return EMPTY
    first, second = facts.model(found.first), facts.model(found.second)
    margin = facts.text(row.output if facts.has_outputs else "").full_margin(details.margin)
    sentence = fill(
        "{first} better by more than {margin}: {ahead}. No relevant difference: {same}. {second} better by more than "
        "that: {behind}. This takes every difference for equally likely beforehand.",
        first=first,
        margin=margin,
        ahead=_word_chance(details.first_better),
        same=_word_chance(details.same),
        second=second,
        behind=_word_chance(details.second_better),
    )
    return _name_output(facts, row, capitalize(sentence))


def _word_chance(chance: float) -> Span:
    """A probability as so many of 100, never 0 or 100."""
    shown = 100 * chance
    text = "below 1 %" if shown < 1 else "above 99 %" if shown > 99 else f"{shown:.0f} %"
    return Span(text, Meaning.CHANCE, shown, "%")


# --- second measure ---


def word_second_measure(study: Study, data: Dataset, findings: Findings, row: ModelAnswer) -> Sentence:
    """Say what the second measure shows (the four cases of Aslan et al. 2009); nothing where there is none."""
    facts = gather_facts(study, data, findings)
    row = _find_pair_row(facts, row)
    return _name_output(facts, row, _word_second_measure(facts, row))


def _word_second_measure(facts: ResultFacts, row: ModelAnswer) -> Sentence:
    second = row.second
    if second is None:
        return EMPTY
    found = word_difference(facts, second.difference, 0.0)
    title = word_title(second.difference.measure)
    if row.reason in NOT_JUDGED:
        return fill("Without a comparison there is nothing to agree with.")
    if second.conflict is MeasureConflict.UNDEFINED or found is None:
        is_main = row.difference is not None and row.difference.interval is None
        without = word_title(facts.measure) if is_main else title
        return fill("{title} has no range here, so it cannot be compared.", title=without)
    if second.conflict is MeasureConflict.AGREE:
        return capitalize(_word_agreeing(facts, found, title))
    words = _word_ranking if uses_ranking(facts.measure, second.difference.measure) else _word_losses
    return capitalize(words(facts, row, found))


def uses_ranking(*measures: str) -> bool:
    return any(measure in RANKINGS for measure in measures)


def _word_agreeing(facts: ResultFacts, found: DifferenceText, title: Span) -> Sentence:
    if found.interval.low <= 0 <= found.interval.high:
        return fill("{title} shows no difference either ({range}).", title=title, range=found.range)
    if found.mean < 0:  # told from the side of the model that is ahead
        return _word_agreeing(facts, found.reverse(), title)
    ahead = found.difference.first
    return fill(
        "{title} agrees: {model} is better ({size}, {range}).",
        title=title,
        model=facts.model(ahead),
        size=found.text.short_difference(found.size),
        range=found.range,
    )


def _word_ranking(facts: ResultFacts, row: ModelAnswer, found: DifferenceText) -> Sentence:
    """One of the two measures needs a threshold and the other does not."""
    assert row.second is not None
    second, main = row.second, facts.measure
    ranking, other = (
        (second.difference.measure, main)
        if second.difference.measure in RANKINGS
        else (main, second.difference.measure)
    )
    title = word_title(ranking)
    ranks_main = ranking == main
    if second.conflict is MeasureConflict.OPPOSITE:
        by_main = _other_model(row, second.ahead)
        fewer, higher = (second.ahead, by_main) if ranks_main else (by_main, second.ahead)
        return join_sentences(
            fill(
                "{fewer} {does}, {higher} has the higher {title}.",
                fewer=facts.model(fewer),
                does="costs less" if other == "cost" else "makes fewer errors",
                higher=facts.model(higher),
                title=title,
            ),
            fill("Decide by the cost of a missed {positive}.", positive=_positive(facts)),
        )
    only_ranking = (second.conflict is MeasureConflict.MAIN_ONLY) == ranks_main
    if only_ranking:
        return _word_only_ranking(facts, row, found, title, other)
    at = (
        fill("at threshold {threshold}", threshold=_threshold(second.threshold))
        if second.threshold is not None
        else fill("at this threshold")
    )
    return join_sentences(
        fill("By {title} no difference is shown. The advantage holds {at}.", title=title, at=at),
        _word_crossing(facts, row),
    )


def _word_only_ranking(
    facts: ResultFacts, row: ModelAnswer, found: DifferenceText, title: Span, other: str
) -> Sentence:
    assert row.second is not None
    second = row.second
    shown = found if second.difference.measure in RANKINGS else word_difference(facts, row.difference, row.margin)
    cost = "cost" if other == "cost" else "errors"
    at = (
        fill(" at threshold {threshold}", threshold=_threshold(second.threshold))
        if second.threshold is not None
        else EMPTY
    )
    differ = fill("but {cost}{at} {do} not differ clearly", cost=cost, at=at, do="does" if cost == "cost" else "do")
    if shown is None:
        lead = fill("{title} shows a difference", title=title)
    else:
        lead = fill(
            "{title} of {model} is {size}",
            title=title,
            model=facts.model(shown.difference.first),
            size=shown.text.short_difference(shown.size),
        )
    return fill("{lead}, {differ}. Another threshold may help.", lead=lead, differ=differ)


def _word_losses(facts: ResultFacts, row: ModelAnswer, found: DifferenceText) -> Sentence:
    """Two measures of the same errors, such as MAE and RMSE."""
    assert row.second is not None
    second = row.second
    main, check = word_title(facts.measure), word_title(second.difference.measure)
    if second.conflict is MeasureConflict.OPPOSITE:
        text = fill(
            "By {main} {ours} is better, by {check} {theirs}.",
            main=main,
            ours=facts.model(_other_model(row, second.ahead)),
            check=check,
            theirs=facts.model(second.ahead),
        )
    elif second.conflict is MeasureConflict.MAIN_ONLY:
        text = fill("By {check} no difference is shown.", check=check)
    else:
        text = fill(
            "By {check} {model} is better; by {main} no difference is shown.",
            check=check,
            model=facts.model(second.ahead),
            main=main,
        )
    squared = [key for key in (facts.measure, second.difference.measure) if key in LARGE_ERRORS]
    advice: Part = (
        fill("If large errors are costly, decide by {title}.", title=word_title(squared[0])) if squared else EMPTY
    )
    return join_sentences(text, advice)


def _other_model(row: ModelAnswer, ahead: str) -> str:
    return row.comparator if ahead == row.model else row.model


def _positive(facts: ResultFacts) -> Part:
    classes = facts.data.classes
    return quote(name(classes[facts.data.positive_class])) if classes else "class"


def _threshold(value: float | None) -> Span:
    return Span(f"{value or 0.0:.2g}", Meaning.THRESHOLD, value)


def _word_crossing(facts: ResultFacts, row: ModelAnswer) -> Sentence:
    if row.second is None or row.second.crossing is None:
        return EMPTY
    place, left = row.second.crossing
    right = row.comparator if left == row.model else row.model
    return fill(
        "The ROC curves cross at a false-positive rate of {place} %: below it {left} is better, above it {right}.",
        place=Span(f"{100 * place:.0f}", Meaning.CROSSING, 100 * place, "%"),
        left=facts.model(left),
        right=facts.model(right),
    )


FIGURES = {"ranking": (3, 6), "threshold": (4,), "both": (5, 7)}
"""Figures of Aslan et al. 2009 by the measures that show a difference: AUC only, error only, both."""


def cite_second_measure(study: Study, row: ModelAnswer) -> Sentence:
    """Cite the figures that show this case; nothing where neither measure, or no ranking, shows a difference."""
    case = _find_case(study.question.measure, row)
    if not case:
        return EMPTY
    numbers = [Span(str(number), Meaning.CITATION, float(number)) for number in FIGURES[case]]
    return fill(
        "Aslan et al. {year}, {figure} {numbers}",
        year=Span("2009", Meaning.CITATION, 2009.0),
        figure="figure" if len(numbers) == 1 else "figures",
        numbers=list_parts(numbers),
    )


def _find_case(main: str, row: ModelAnswer) -> str:
    second = row.second
    if second is None or not uses_ranking(main, second.difference.measure):
        return ""
    if second.conflict is MeasureConflict.OPPOSITE:
        return "both"
    if second.conflict is MeasureConflict.AGREE:
        interval = second.difference.interval
        return "both" if interval is not None and not interval.low <= 0 <= interval.high else ""
    if second.conflict is MeasureConflict.UNDEFINED:
        return ""
    is_main_only = second.conflict is MeasureConflict.MAIN_ONLY
    return "ranking" if is_main_only == (main in RANKINGS) else "threshold"


# --- half-size check ---


def word_half_size_check(study: Study, data: Dataset, findings: Findings, row: ModelAnswer) -> Sentence:
    """Say whether models trained on half the rows show the difference too; nothing where nothing was trained."""
    facts = gather_facts(study, data, findings)
    row = _find_pair_row(facts, row)
    return _name_output(facts, row, _word_half_size_check(facts, row))


def _word_half_size_check(facts: ResultFacts, row: ModelAnswer) -> Sentence:
    found = word_difference(facts, row.difference, row.margin)
    if found is None or found.interval.confirmation is Confirmation.NOT_NEEDED:
        return EMPTY
    if found.interval.confirmation is Confirmation.NOT_POSSIBLE:
        return fill("Half-size check: not possible with this design.")
    if found.interval.confirmation is Confirmation.CONFIRMED:
        half = found.interval.half_mean
        shown: Part = EMPTY
        if half is not None:
            size = found.text.size(half, found.source, meaning=Meaning.HALF_DIFFERENCE)
            shown = fill(
                " ({size} for {model})",
                size=found.text.short_difference(size),
                model=facts.model(found.difference.first),
            )
        return fill("Half-size check: confirmed{shown}.", shown=shown)
    if found.interval.is_stretched:
        return fill("Half-size check: not confirmed (this check has low power).")
    return fill("Half-size check: inconclusive.")


# --- the list of models ---

GROUPS = {
    QuestionKind.BETTER: ("Better", "Not better", "Same"),
    QuestionKind.WHICH: ("Leader", "Out", "Just as good"),
    QuestionKind.GOOD_ENOUGH: ("Good enough", "Not good enough", "Same"),
    QuestionKind.REPLACE: ("May replace", "May not replace", "Same"),
}


def word_candidates(study: Study, data: Dataset, findings: Findings) -> tuple[Sentence, ...]:
    """List the models by answer; the first line says which one to use and by what rule."""
    facts = gather_facts(study, data, findings)
    conclusion = facts.conclusion
    if facts.has_outputs and conclusion.question is QuestionKind.WHICH:
        return _list_leaders(facts)
    if conclusion.reason is Reason.DESCRIPTIVE:
        return ()  # every line would speak of a comparison
    lines = [_word_use(facts)] if _is_recommended(facts) else []
    rows = conclusion.models if facts.has_outputs and conclusion.models else conclusion.rows
    yes, no, same = GROUPS[conclusion.question]
    groups = (
        (Answer.YES, yes),
        (Answer.SAME, same),
        (Answer.NO, no),
        (Answer.UNCLEAR, "Unclear"),
        (Answer.BLOCKED, "Not judged"),
    )
    for answer, title in groups:
        keys = list(dict.fromkeys(row.model for row in rows if row.answer is answer))
        if keys:
            lines.append(_list_group(facts, title, keys))
    return tuple(lines)


def _is_recommended(facts: ResultFacts) -> bool:
    """Whether some model is to be used; one that misses its limit, or may, is not."""
    conclusion = facts.conclusion
    if not conclusion.use or conclusion.answer in (Answer.BLOCKED, Answer.NONE):
        return False
    return conclusion.question is not QuestionKind.GOOD_ENOUGH or conclusion.answer is Answer.YES


def _list_leaders(facts: ResultFacts) -> tuple[Sentence, ...]:
    """One line per output: the model that leads, and how the others stand."""
    words = {
        Answer.SAME: "just as good",
        Answer.NO: "out",
        Answer.UNCLEAR: "unclear",
        Answer.BLOCKED: "not judged",
    }
    lines = []
    for output in facts.data.outputs:
        leader = find_leader(facts, output)
        rows = [row for row in facts.conclusion.rows if row.output == output and row.model != leader]
        line = fill("{output}: {leader} leads", output=facts.output(output), leader=facts.model(leader))
        for answer, word in words.items():
            keys = [row.model for row in rows if row.answer is answer]
            if keys:
                line += fill("; {word}: {models}", word=word, models=list_parts([facts.model(key) for key in keys]))
        lines.append(line + ".")
    return tuple(lines)


def _word_use(facts: ResultFacts) -> Sentence:
    conclusion = facts.conclusion
    by: Part = EMPTY
    if conclusion.rule is not None:
        by = fill(", {rule} ({who})", rule=facts.rule(conclusion.rule), who=facts.rule_origin.words)
    return fill("Recommended: {use}{by}.", use=facts.model(conclusion.use), by=by)


def _list_group(facts: ResultFacts, title: str, keys: Sequence[str]) -> Sentence:
    return fill("{title}: {models}.", title=title, models=list_parts([facts.model(key) for key in keys]))


# --- everything together ---


def list_doubts(findings: Findings) -> tuple[Sentence, ...]:
    """Return why a result is no more than a hint: what the person could not state, repeats that differ."""
    conclusion = findings.conclusion
    row = conclusion.main_row
    doubts = [fill(EXPLORATORY[key]) for key in conclusion.exploratory if key in EXPLORATORY]
    if row is not None and not row.agreement.is_steady and row.reason is not Reason.REPEATS:
        doubts.append(word_agreement(row))
    return tuple(doubt for doubt in doubts if doubt)


def list_notes(study: Study, data: Dataset, findings: Findings) -> tuple[Sentence, ...]:
    """Return everything the reader must know beside the result: doubts, then cautions."""
    return (*list_doubts(findings), *(word_caution(study, data, caution) for caution in findings.cautions))


def word_comparisons(findings: Findings, alpha: float) -> Sentence:
    """Write "3 earlier comparisons, 2 in this study: significance level 0.05 ÷ 5 = 0.01."."""
    conclusion = findings.conclusion
    own = max(0, conclusion.comparisons - conclusion.earlier)
    level = alpha / max(1, conclusion.comparisons)
    return fill(
        "{earlier}, {own} in this study: significance level {alpha} ÷ {all} = {level}.",
        earlier=count_nouns(conclusion.earlier, Meaning.COMPARISONS, "earlier comparison"),
        own=count(own, Meaning.COMPARISONS),
        alpha=Span(format_typed(alpha), Meaning.LEVEL, alpha),
        all=count(conclusion.comparisons, Meaning.COMPARISONS),
        level=Span(f"{level:.3g}", Meaning.LEVEL, level),
    )
