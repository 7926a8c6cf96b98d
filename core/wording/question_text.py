"""The question in one sentence, as it is asked above a result and as it is read back before the lock."""

from dataclasses import replace

from core.domain.dataset import Dataset
from core.domain.findings import Findings
from core.domain.study import QuestionKind, Study
from core.wording.measure_text import word_measure, word_title
from core.wording.model_names import ModelNames, name_models
from core.wording.names_text import pluralize_row_unit, strip_unit
from core.wording.origin import COST_RATIO, LIMIT, MARGIN, Origin, find_origin, is_baseline_in_use
from core.wording.sentence import (
    EMPTY,
    Meaning,
    Part,
    Sentence,
    Span,
    capitalize,
    count,
    fill,
    join_parts,
    join_sentences,
    list_parts,
    name,
    to_sentence,
)

ASKED = {
    Origin.YOU: "You asked: ",
    Origin.ASSUMED: "Question (assumed by Evenfold): ",
    Origin.SAMPLE: "Question (set by the sample): ",
}


def ask_question(study: Study, data: Dataset, findings: Findings | None = None) -> Sentence:
    """Write "You asked: is any model better than {A}, which you use now?"; "you" only where the person chose it."""
    names = name_models(study)
    asked = ASKED[find_origin(study, "question.kind")]
    exploratory = findings is not None and bool(findings.conclusion.exploratory)
    question = _ask(study, data, names)
    return join_sentences(
        "Exploratory." if exploratory else "", fill("{asked}{question}", asked=asked, question=question)
    )


def _ask(study: Study, data: Dataset, names: ModelNames) -> Sentence:
    kind, rivals = study.question.kind, study.challengers
    if kind is QuestionKind.GOOD_ENOUGH or not rivals:
        return _ask_good_enough(study, data, names)
    if kind is QuestionKind.WHICH:
        return fill("which of these {count} models should we use?", count=count(len(study.candidates), Meaning.MODELS))
    who: Part = names.span(rivals[0].key) if len(rivals) == 1 else "any model"
    baseline = fill("{baseline}{use}", baseline=names.span(study.baseline), use=_word_use(study))
    if kind is QuestionKind.REPLACE:
        return fill("may {who} replace {baseline}?", who=who, baseline=baseline)
    return fill("is {who} better than {baseline}?", who=who, baseline=baseline)


def _word_use(study: Study) -> str:
    return ", which you use now" if is_baseline_in_use(study) else ""


def _ask_good_enough(study: Study, data: Dataset, names: ModelNames) -> Sentence:
    models = study.candidates
    if not study.question.has_limit:
        if len(models) == 1:
            return fill("how good is {model}?", model=names.span(models[0].key))
        return fill("how good are these {count} models?", count=count(len(models), Meaning.MODELS))
    if len(models) == 1:
        return fill("is {model} good enough, with {limit}?", model=names.span(models[0].key), limit=_limit(study, data))
    return fill("does any model reach {limit}?", limit=_limit(study, data))


def _limit(study: Study, data: Dataset) -> Sentence:
    """Write "an error rate below 12 per 100"; where outputs have limits of their own, which limit is that of which."""
    if not study.question.limits:
        text = word_measure(study.question.measure, study, data)
        return text.full_limit((study.question.good_enough or 0.0) / text.scale)
    limits: list[Sentence] = []
    for output in data.outputs:
        limit, text = study.limit(output), word_measure(study.question.measure, study, data, output)
        if limit is not None:
            said = text.full_limit(limit / text.scale) if not limits else text.beyond_limit(limit / text.scale)
            limits.append(
                said
                if len(data.outputs) == 1
                else fill("{limit} for {output}", limit=said, output=name(strip_unit(output)))
            )
    return list_parts(limits)


def read_back_question(study: Study, data: Dataset, most_named: int | None = None) -> Sentence:
    """Read the question back before the lock: "On {use}, is {B} better than {A}? Differences below {δ} do not matter."

    What the person can choose is strong; more candidates than `most_named` are only counted.
    """
    names = name_models(study)
    question = fill(
        "on {where}, {question}",
        where=_strengthen(_where(study, data)),
        question=_read_back(study, data, names, most_named),
    )
    if study.question.kind is QuestionKind.GOOD_ENOUGH or not study.challengers:
        return capitalize(question)
    return join_sentences(question, word_ignored_differences(study, data))


def word_cost_of_miss(study: Study, data: Dataset) -> str:
    """Write how many false alarms a miss counts as, and who said so; nothing where no cost is looked at."""
    if "cost" not in (study.question.measure, study.question.cross_check) or len(data.classes) != 2:
        return ""
    positive, who = data.classes[data.positive_class], find_origin(study, COST_RATIO).words
    return f"A missed “{positive}” counts as {study.question.cost_ratio:g} false alarms ({who})."


def word_ignored_differences(study: Study, data: Dataset) -> Sentence:
    """Write "Differences below 2 per 100 do not matter", and who said so."""
    origin = find_origin(study, MARGIN)
    margins = list_parts([_margin(study, data, output) for output in data.outputs])
    who = "" if origin is Origin.YOU else f" ({origin.words})"
    return fill("Differences below {margins} do not matter{who}.", margins=margins, who=who)


def _margin(study: Study, data: Dataset, output: str) -> Sentence:
    text = word_measure(study.question.measure, study, data, output)
    margin = _strengthen(text.full_margin(study.margin(output) / text.scale))
    return (
        margin
        if len(data.outputs) == 1
        else fill("{margin} for {output}", margin=margin, output=name(strip_unit(output)))
    )


def _read_back(study: Study, data: Dataset, names: ModelNames, most_named: int | None) -> Sentence:
    kind = study.question.kind
    measure = fill("by {title}", title=_strengthen(word_title(study.question.measure)))
    if kind is QuestionKind.GOOD_ENOUGH or not study.challengers:
        models = _list_models(study, names, [c.key for c in study.candidates], "and", "each", most_named)
        if not study.question.has_limit:
            return fill("how good is {models} {measure}?", models=models, measure=measure)
        who = find_origin(study, LIMIT)
        behind = "" if who is Origin.YOU else f" ({who.words})"
        return fill(
            "does {models} reach {limit}{behind}?", models=models, limit=_strengthen(_limit(study, data)), behind=behind
        )
    baseline = fill("{baseline}{use}", baseline=_strengthen(names.span(study.baseline)), use=_word_use(study))
    if kind is QuestionKind.WHICH:
        models = _list_models(study, names, [c.key for c in study.candidates], "or", "any", most_named)
        return fill("which should we use {measure}: {models}?", measure=measure, models=models)
    rivals = _list_models(study, names, [c.key for c in study.challengers], "or", "any", most_named)
    if kind is QuestionKind.REPLACE:
        return fill(
            "judged {measure}, may {rivals} replace {baseline}?", rivals=rivals, baseline=baseline, measure=measure
        )
    return fill("is {rivals} better {measure} than {baseline}?", rivals=rivals, baseline=baseline, measure=measure)


def _list_models(
    study: Study, names: ModelNames, keys: list[str], last: str, which: str, most_named: int | None
) -> Sentence:
    if most_named is None or len(keys) <= most_named:
        return list_parts([_strengthen(names.span(key)) for key in keys], last)
    return _strengthen(fill("{which} of {count} models", which=which, count=count(len(keys), Meaning.MODELS)))


def _where(study: Study, data: Dataset) -> Sentence:
    where: Part = name(study.use) if study.use else fill("new {rows}", rows=name(pluralize_row_unit(study.row_meaning)))
    unseen: Part = EMPTY
    if data.group_name and study.scheme.grouped and "seen" not in study.use:
        unseen = fill(" ({groups} not seen in training)", groups=name(pluralize_row_unit(data.group_name)))
    return join_parts((where, unseen))


def _strengthen(part: Part) -> Sentence:
    return Sentence(tuple(_strong(span) for span in to_sentence(part).spans))


def _strong(span: Span) -> Span:
    return replace(span, is_strong=True)
