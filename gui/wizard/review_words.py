"""The plan read back line by line before the lock: no numbers are computed here, only said."""

from dataclasses import dataclass

from core.application.fill_plan import describe_measure, tunes_settings
from core.domain.dataset import Dataset
from core.domain.study import QuestionKind, SchemeKind, Study
from core.support.text import pluralize
from core.wording.model_names import has_only_imported, name_models
from core.wording.names_text import pluralize_row_unit
from core.wording.origin import LIMIT, MARGIN, TIE_BREAK, find_origin, is_baseline_in_use
from core.wording.units import list_names, unit_of
from gui import strings
from gui.strings import review as words


@dataclass(frozen=True, slots=True)
class ReviewLine:
    """One row of the read-back; `tag` says who set it."""

    text: str
    tag: str = ""


def read_back_plan(study: Study, data: Dataset, final_test: int = 0) -> dict[str, ReviewLine]:
    """The rows by their keys; `final_test` are the rows kept aside."""
    return {
        "data": ReviewLine(word_data(study, data)),
        "measure": word_measure(study, data),
        "models": ReviewLine(word_models(study)),
        "plan": ReviewLine(word_plan(study, data, final_test)),
        "ties": word_rule(study),
    }


def word_data(study: Study, data: Dataset) -> str:
    groups = ""
    if data.group_name and study.scheme.grouped:
        groups = words.DATA_GROUPS.format(count=data.group_count, groups=pluralize_row_unit(data.group_name))
    return words.DATA.format(
        rows=data.size,
        units=pluralize_row_unit(study.row_meaning),
        groups=groups,
        inputs=pluralize(len(data.features), words.DATA_INPUT),
        targets=list_names(data.outputs),
        classes=f" ({list_names(data.classes)})" if 0 < len(data.classes) <= 3 else "",
    )


def word_measure(study: Study, data: Dataset) -> ReviewLine:
    question, title = study.question, describe_measure(study.question.measure).title
    if question.kind is QuestionKind.GOOD_ENOUGH and question.has_limit:
        outputs = data.outputs if question.limits else data.outputs[:1]
        limits = [
            _word_value(limit, study, data, output, bool(question.limits))
            for output in outputs
            if (limit := study.limit(output)) is not None
        ]
        tag = words.TAGS[find_origin(study, LIMIT)]
        return ReviewLine(words.MEASURE_LIMIT.format(measure=title, limit=list_names(limits)), tag)
    margins = [_word_value(study.margin(output), study, data, output, True) for output in data.outputs]
    tag = words.TAGS[find_origin(study, MARGIN)]
    return ReviewLine(words.MEASURE.format(measure=title, margin=list_names(margins)), tag)


def _word_value(value: float, study: Study, data: Dataset, output: str, is_named: bool) -> str:
    """A value of the deciding measure with its unit, and of which output it is where there are several."""
    said = f"{value:g} {unit_of(study.question.measure, study, data, output).short}".strip()
    return f"{said} ({output})" if is_named and len(data.outputs) > 1 else said


def word_models(study: Study) -> str:
    names = name_models(study)
    if study.question.kind in (QuestionKind.WHICH, QuestionKind.GOOD_ENOUGH) or not study.challengers:
        said = words.MODELS_WHICH.format(models=list_names([names[c.key] for c in study.candidates], most=6))
    else:
        said = words.MODELS.format(
            models=list_names([names[c.key] for c in study.challengers], most=6),
            baseline=names[study.baseline],
            use=words.IN_USE if is_baseline_in_use(study) else "",
        )
    return said[:1].upper() + said[1:]


def word_plan(study: Study, data: Dataset, final_test: int = 0) -> str:
    scheme = study.scheme
    if has_only_imported(study):
        return words.AS_GIVEN
    if scheme.kind is SchemeKind.KFOLD:
        said = words.FOLDS.format(
            folds=pluralize(scheme.folds, words.FOLD), repeats=pluralize(scheme.repeats, words.REPEAT)
        )
        said += words.MOST.format(most=scheme.max_repeats) if scheme.max_repeats > scheme.repeats else ""
    else:
        said = strings.SUMMARY_SCHEMES[scheme.kind]
    if data.group_name and scheme.grouped:
        said += words.KEPT.format(groups=pluralize_row_unit(data.group_name))
    if tunes_settings(study):
        said += words.TUNING[study.tuning.kind]
    return said + (words.FINAL_TEST.format(count=final_test) if final_test else "")


def word_rule(study: Study) -> ReviewLine:
    baseline = name_models(study)[study.baseline]
    text = words.TIES[study.question.tie_break[0]].format(baseline=baseline)
    return ReviewLine(text, words.RULE_TAGS[find_origin(study, TIE_BREAK)])


def word_statements(study: Study, data: Dataset) -> tuple[str, str]:
    """The two statements in the words of the study."""
    if data.group_name and study.scheme.grouped:
        units = pluralize_row_unit(study.row_meaning)
        text = words.ALONE_GROUPS.format(
            units=units[:1].upper() + units[1:], groups=pluralize_row_unit(data.group_name)
        )
        return words.UNSEEN, text
    return words.UNSEEN, words.ALONE
