"""The plan of a study on paper before anything is scored, so that it can be registered elsewhere."""

from collections.abc import Iterator

from core.advice.precision_forecast import forecast_precision
from core.algorithms import find_algorithm
from core.algorithms.row import combinations
from core.domain.dataset import Dataset
from core.domain.study import Candidate, SchemeKind, Study, TuningKind
from core.judge.context import is_imported
from core.report.blocks import Block, Code, Document, Fold, Heading, Paragraph, facts, grid
from core.report.report_text import moment, yes_no
from core.report.sections.candidates import settings_text
from core.report.subject import ASSUMED, NOT_STATED, STATED
from core.report.words import KINDS, TUNING
from core.schemes import find_scheme as scheme_row
from core.store.plan_record import plan_hash, plan_text
from core.wording.forecast_text import word_auc_forecast, word_forecast
from core.wording.method_tables import MEASURE_ENTRIES
from core.wording.model_names import names_of
from core.wording.question_text import read_back_question
from core.wording.units import plain, sentences, unit_of

HEAD = ("what", "value", "who said so")
STATEMENTS = {
    "unseen": "No results of these settings on these rows were seen before",
    "alone": "Each row can be judged on its own, except those kept whole",
}
ANSWERS = {"yes": "true", "no": "not true"}


def plan_document(study: Study, data: Dataset) -> Document:
    """Everything the lock will fix, who fixed it, and the fingerprint that the study file will carry."""
    title = f"Plan: {study.title}"
    return Document(title, (Heading(1, sentences(title)), *_blocks(study, data)), ())


def _blocks(study: Study, data: Dataset) -> Iterator[Block]:
    yield Paragraph(read_back_question(study, data).text)
    yield Paragraph(f"Written {moment()}, before any test row was scored. SHA-256 of the plan: {plan_hash(study)}")
    yield Heading(2, "Data")
    yield facts(_about_data(study, data))
    yield Heading(2, "Question")
    yield grid(HEAD, _about_question(study, data))
    yield Heading(2, "Candidates")
    names = names_of(study, data)
    rows = ((names[candidate.key], *_about_candidate(study, candidate)) for candidate in study.candidates)
    yield grid(("model", "stands as", "settings", "combinations tried inside each training set"), rows)
    yield Heading(2, "Shuffling and judging")
    yield grid(HEAD, _about_scheme(study, data))
    found = forecast_precision(study, data)
    said = dict.fromkeys((*word_forecast(found, study, data), *word_auc_forecast(found)))
    yield Paragraph(" ".join(said), lead="What it can show")
    yield Heading(2, "Statements")
    yield facts((text, ANSWERS.get(study.answers.get(key, ""), NOT_STATED)) for key, text in STATEMENTS.items())
    yield Fold("The plan word for word", (Code(plan_text(study)),))


def _who(study: Study, field: str) -> str:
    return ASSUMED if field in study.assumed else STATED


def _about_data(study: Study, data: Dataset) -> Iterator[tuple[str, object]]:
    yield "Table", data.name
    yield "Rows to study", f"{data.size:,}"
    yield "One row stands for", study.row_meaning or NOT_STATED
    yield "The model will be used on", study.use or NOT_STATED
    yield "To predict", ", ".join(data.outputs)
    yield "Inputs", ", ".join(data.features) or "none"
    yield "Kept whole", data.group_name or "nothing named"
    for rule, reason in study.columns.excluded:
        yield "Left out", f"{rule}: {reason}"


def _about_question(study: Study, data: Dataset) -> Iterator[tuple[str, str, str]]:
    asked = study.question
    yield "Kind of question", KINDS[asked.kind.value], _who(study, "question.kind")
    yield "Main measure", MEASURE_ENTRIES[asked.measure].title, _who(study, "question.measure")
    if asked.measure == "cost":
        yield "A miss costs", f"{plain(asked.cost_ratio)} false alarms", _who(study, "question.cost_ratio")
    for output in data.outputs:
        unit = unit_of(asked.measure, study, data, output).short
        of = f" ({output})" if len(data.outputs) > 1 else ""
        said = f"{plain(study.margin(output))} {unit}".strip()
        yield f"Smallest difference that matters{of}", said, _who(study, "question.margin")
    check = MEASURE_ENTRIES[asked.cross_check].title if asked.cross_check else "none"
    yield "Cross-check", check, _who(study, "question.cross_check")
    for output in data.outputs if asked.limits else ():
        if (limit := study.limit(output)) is not None:
            yield f"Good enough ({output})", plain(limit), _who(study, "question.good_enough")
    if asked.good_enough is not None and not asked.limits:
        yield "Good enough", plain(asked.good_enough), _who(study, "question.good_enough")
    prefer = " › ".join(rule.words for rule in asked.tie_break)
    yield "If they cannot be told apart, prefer", prefer, _who(study, "question.tie_break")


def _about_candidate(study: Study, candidate: Candidate) -> tuple[str, str, object]:
    stands = "baseline" if candidate.key == study.baseline else "candidate"
    tuned = {} if study.tuning.kind is TuningKind.NONE else candidate.grid
    tried = len(combinations(tuned)) if tuned else "–"
    title = find_algorithm(candidate.algorithm).title
    return f"{stands} ({title})", settings_text(candidate.settings) or "standard", tried


def _about_scheme(study: Study, data: Dataset) -> Iterator[tuple[str, object, str]]:
    scheme = study.scheme
    if is_imported(study):
        yield "Way of splitting", "none: nothing is trained, every row is compared once", "–"
    else:
        yield "Way of splitting", scheme_row(scheme.kind).title, _who(study, "scheme.kind")
        if scheme.kind is SchemeKind.KFOLD:
            most = f", at most {scheme.max_repeats}" if scheme.max_repeats > scheme.repeats else ""
            yield "Folds", scheme.folds, _who(study, "scheme.folds")
            yield "Repeats", f"{scheme.repeats}{most}", _who(study, "scheme.repeats")
        yield "Same mix", yes_no(scheme.stratified), _who(study, "scheme.stratified")
        yield "Tuning", TUNING[study.tuning.kind.value], _who(study, "tuning.kind")
        yield (
            "Final test rows",
            "a third of the rows, unopened until after the result" if study.final_test else "none",
            _who(study, "final_test"),
        )
    if data.group_name:
        yield f"Rows of one {data.group_name} kept whole", yes_no(scheme.grouped), _who(study, "scheme.grouped")
    yield "Bar before it is divided", study.alpha, "–"
    yield "Comparisons seen before", study.earlier_comparisons, "–"
    yield "Seed", study.seed, _who(study, "seed")
