"""Cautions in words: what the reader must know beside the answer."""

from collections.abc import Callable, Mapping

import numpy as np

from core.domain.dataset import Dataset, Task
from core.domain.findings import Caution, CautionKind
from core.domain.study import Columns, Question, Study
from core.wording.measure_text import word_title
from core.wording.model_names import ModelNames, name_models
from core.wording.names_text import pluralize_row_unit, strip_unit
from core.wording.reason_text import DESIGNS
from core.wording.sentence import (
    EMPTY,
    Meaning,
    Sentence,
    Span,
    capitalize,
    count,
    count_nouns,
    fill,
    join_sentences,
    name,
    quote,
)

Writer = Callable[[Study, Dataset, Caution, ModelNames], Sentence]


def word_caution(study: Study, data: Dataset, caution: Caution) -> Sentence:
    """Word one caution; it names only the model it is about."""
    return capitalize(WRITERS[caution.kind](study, data, caution, name_models(study)))


def _some_of_all(caution: Caution) -> dict[str, Span]:
    return {"some": count(caution.count, Meaning.FAILURES), "all": count(caution.total, Meaning.FAILURES)}


def _failed(_study: Study, _data: Dataset, caution: Caution, names: ModelNames) -> Sentence:
    model, parts = names.span(caution.model), _some_of_all(caution)
    text = fill("{some} of {all} training runs of {model} failed.", model=model, **parts)
    message = fill("The message: {message}.", message=quote(name(caution.message))) if caution.message else EMPTY
    return join_sentences(text, message)


def _warned(_study: Study, _data: Dataset, caution: Caution, names: ModelNames) -> Sentence:
    model, parts = names.span(caution.model), _some_of_all(caution)
    text = fill("{some} of {all} training runs of {model} gave a warning", model=model, **parts)
    return text + (fill(": {message}.", message=quote(name(caution.message))) if caution.message else ".")


def _perfect(_study: Study, _data: Dataset, caution: Caution, names: ModelNames) -> Sentence:
    return fill("{model} makes no errors. Check whether an input reveals the target.", model=names.span(caution.model))


def _unstable(_study: Study, _data: Dataset, caution: Caution, names: ModelNames) -> Sentence:
    share = 100 * (caution.value or 0.0)
    hundred = Span("100", Meaning.UNIT, 100.0)
    return fill(
        "Between two repeats, {model} changes on {share} of {hundred} rows. The range may be too narrow.",
        model=names.span(caution.model),
        share=Span(f"{share:.0f}", Meaning.CHANGING_ROWS, share, "per 100"),
        hundred=hundred,
    )


def _training_dominates(_study: Study, _data: Dataset, caution: Caution, names: ModelNames) -> Sentence:
    about = fill("for {model}, ", model=names.span(caution.model)) if caution.model else EMPTY
    return fill("{about}which rows were used for training matters more than which were tested.", about=about)


def _worse_than_guess(_study: Study, data: Dataset, caution: Caution, names: ModelNames) -> Sentence:
    has_outputs = len(data.outputs) > 1 and caution.name
    of = fill(" for {output}", output=name(strip_unit(caution.name))) if has_outputs else EMPTY
    return fill("{model} is worse than the constant guess{of}.", model=names.span(caution.model), of=of)


def _undefined_splits(study: Study, _data: Dataset, caution: Caution, _names: ModelNames) -> Sentence:
    why = " because there are no scores" if caution.name == "no-scores" else ""
    return fill(
        "{title} has no value on {some} of {all} splits{why}.",
        why=why,
        title=word_title(caution.measure or study.question.measure),
        some=count(caution.count, Meaning.SPLITS),
        all=count(caution.total, Meaning.SPLITS),
    )


def _mixed_times(_study: Study, _data: Dataset, _caution: Caution, _names: ModelNames) -> Sentence:
    return fill("Some test rows are older than training rows. On rows still to come, models may perform worse.")


def _no_claim(study: Study, _data: Dataset, caution: Caution, _names: ModelNames) -> Sentence:
    if caution.count:
        of = fill(" of {name}", name=quote(name(caution.name))) if caution.name else EMPTY
        return fill(
            "{rows}{of} {are} too few to compare models (minimum {needed}). Estimates only.",
            rows=count_nouns(caution.count, Meaning.ROWS, "row"),
            of=of,
            are="is" if caution.count == 1 else "are",
            needed=count(caution.total, Meaning.ROWS_REQUIRED),
        )
    design = DESIGNS.get(caution.name or study.scheme.kind.value, "This design")
    return fill("{design} estimates performance but cannot compare models.", design=design)


def _less_tested(study: Study, _data: Dataset, caution: Caution, _names: ModelNames) -> Sentence:
    title = word_title(caution.measure or study.question.measure)
    return fill("The range of {title} is less tested than that of an error rate or MAE.", title=title)


def _few_groups(_study: Study, data: Dataset, caution: Caution, _names: ModelNames) -> Sentence:
    groups = name(pluralize_row_unit(caution.name or data.group_name or "group"))
    number = count(caution.count, Meaning.GROUPS)
    return fill("There are only {number} {groups}. The range may be too narrow.", number=number, groups=groups)


def _reversed_scores(_study: Study, data: Dataset, caution: Caution, names: ModelNames) -> Sentence:
    positive = caution.name or (data.classes[data.positive_class] if data.classes else "")
    about = fill("for {positive}", positive=quote(name(positive))) if positive else fill("for the positive class")
    return fill(
        "Scores of {model} are lower {about} than for other rows. Check the direction of the scores.",
        model=names.span(caution.model),
        about=about,
    )


def _excluded_rows(_study: Study, _data: Dataset, caution: Caution, _names: ModelNames) -> Sentence:
    rows = count_nouns(caution.count, Meaning.ROWS, "row")
    have = "has" if caution.count == 1 else "have"
    are = "is" if caution.count == 1 else "are"
    return fill("{rows} {have} no actual value and {are} excluded.", rows=rows, have=have, are=are)


def _unknown_classes(_study: Study, _data: Dataset, caution: Caution, names: ModelNames) -> Sentence:
    about = fill(" of {model}", model=names.span(caution.model)) if caution.model else EMPTY
    if caution.name:
        named = fill(": {name}", name=quote(name(caution.name)))
        return fill("Predictions{about} name a class that the target never has{named}.", about=about, named=named)
    return fill("Predictions{about} name classes that the target never has.", about=about)


def _seen_rows(_study: Study, _data: Dataset, caution: Caution, _names: ModelNames) -> Sentence:
    rows = count_nouns(caution.count, Meaning.ROWS, "new row")
    return fill("{rows} {equal} rows of the study.", rows=rows, equal="equals" if caution.count == 1 else "equal")


def _bootstrap_point(_study: Study, _data: Dataset, caution: Caution, names: ModelNames) -> Sentence:
    point = Span(".632", Meaning.MEASURE)
    shown = Span("e0" if caution.name == "unseen" else ".632+", Meaning.MEASURE)
    return fill(
        "The {point} estimate of {model} is too optimistic, so {shown} is reported.",
        point=point,
        model=names.span(caution.model),
        shown=shown,
    )


def _weighted(_study: Study, _data: Dataset, caution: Caution, _names: ModelNames) -> Sentence:
    return fill(
        "Rows count by {column}: {rows} say as much as {equal} of equal weight. Tests that count rows are left out.",
        column=quote(name(caution.name)),
        rows=count_nouns(caution.total, Meaning.ROWS, "row"),
        equal=count_nouns(caution.count, Meaning.ROWS, "row"),
    )


def _unweighted_training(_study: Study, _data: Dataset, caution: Caution, names: ModelNames) -> Sentence:
    return fill(
        "{model} cannot be trained with weights: they count in its measures only.", model=names.span(caution.model)
    )


def _note(_study: Study, _data: Dataset, caution: Caution, _names: ModelNames) -> Sentence:
    return fill("{message}", message=name(caution.message))


def _scores_of(_study: Study, _data: Dataset, caution: Caution, _names: ModelNames) -> Sentence:
    return fill(
        "Higher scores are taken to mean {class_name}, because they go with it in {column}.",
        class_name=quote(name(caution.name)),
        column=quote(name(caution.message)),
    )


def _repeated_ids(_study: Study, _data: Dataset, caution: Caution, _names: ModelNames) -> Sentence:
    return fill(
        "{column} repeats: the {rows} are {cases}, and the rows of one case count together in every range.",
        column=quote(name(caution.name)),
        rows=count_nouns(caution.total, Meaning.ROWS, "row"),
        cases=count_nouns(caution.count, Meaning.GROUPS, "case"),
    )


def _unseen_values(_study: Study, _data: Dataset, caution: Caution, _names: ModelNames) -> Sentence:
    return fill(
        "{column} has values the study never saw, such as {value}; they are treated as missing.",
        column=quote(name(caution.message)),
        value=quote(name(caution.name)),
    )


def _row_order_assumed(_study: Study, _data: Dataset, caution: Caution, _names: ModelNames) -> Sentence:
    rows = count(caution.count, Meaning.ROWS)
    return fill("No column numbers the repeats: the first {rows} rows were taken for the first, and so on.", rows=rows)


def _wrong_kind(_study: Study, _data: Dataset, caution: Caution, _names: ModelNames) -> Sentence:
    said = "errors" if caution.name == "right answers" else "right answers"
    return fill(
        "As {said}, these scores say that every model is wrong more often than right. If they are {meant}, the result "
        "is the opposite: choose that kind.",
        said=said,
        meant=caution.name,
    )


def word_plain_caution(caution: Caution) -> str:
    """Word a caution about a file alone, where there is no study that could name its models."""
    return capitalize(WRITERS[caution.kind](NO_STUDY, NO_DATA, caution, ModelNames({}))).text


NO_STUDY = Study("", "", Columns(), Question(), (), "")
NO_DATA = Dataset("", Task.NUMBERS, np.empty((0, 0)), (), (), (), np.empty((0, 1)), ("",))

WRITERS: Mapping[CautionKind, Writer] = {
    CautionKind.SCORES_OF: _scores_of,
    CautionKind.REPEATED_IDS: _repeated_ids,
    CautionKind.UNSEEN_VALUES: _unseen_values,
    CautionKind.ROW_ORDER_ASSUMED: _row_order_assumed,
    CautionKind.WRONG_KIND: _wrong_kind,
    CautionKind.FAILED: _failed,
    CautionKind.WARNED: _warned,
    CautionKind.PERFECT: _perfect,
    CautionKind.UNSTABLE: _unstable,
    CautionKind.TRAINING_DOMINATES: _training_dominates,
    CautionKind.WORSE_THAN_GUESS: _worse_than_guess,
    CautionKind.UNDEFINED_SPLITS: _undefined_splits,
    CautionKind.MIXED_TIMES: _mixed_times,
    CautionKind.NO_CLAIM: _no_claim,
    CautionKind.LESS_TESTED: _less_tested,
    CautionKind.FEW_GROUPS: _few_groups,
    CautionKind.REVERSED_SCORES: _reversed_scores,
    CautionKind.EXCLUDED_ROWS: _excluded_rows,
    CautionKind.UNKNOWN_CLASSES: _unknown_classes,
    CautionKind.SEEN_ROWS: _seen_rows,
    CautionKind.BOOTSTRAP_POINT: _bootstrap_point,
    CautionKind.WEIGHTED: _weighted,
    CautionKind.UNWEIGHTED_TRAINING: _unweighted_training,
    CautionKind.NOTE: _note,
}
