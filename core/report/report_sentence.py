"""Two texts to copy: the verdict in a few sentences, and the paragraph of methods for a paper or a standard form."""

from core.domain.study import SchemeKind
from core.report.sections.decider import NOTHING, decider
from core.report.sections.requirements import requirements_met
from core.report.subject import ReportInput
from core.report.words import tuning_text
from core.schemes import SCHEMES
from core.support.text import pluralize
from core.version import VERSION
from core.wording.method_tables import MEASURE_ENTRIES
from core.wording.units import plain, sentences


def verdict_sentence(subject: ReportInput) -> str:
    """Headline and body, with what it takes to find the study again."""
    said, study = subject.text.conclusion, subject.study
    behind = (
        f"{subject.data.size:,} rows, {'' if subject.is_given else pluralize(study.scheme.repeats, 'repeat') + ', '}"
        f"{pluralize(subject.comparisons, 'comparison')}, Evenfold {VERSION}, "
        f"plan {subject.plan_hash[:12] or 'not kept'}"
    )
    return f"{said.headline} {said.body} ({behind}.)"


def methods_paragraph(subject: ReportInput) -> str:
    study, data = subject.study, subject.data
    names = [subject.name(candidate.key) for candidate in study.challengers]
    asked = study.question
    said = [
        f"{sentences(', '.join(names) or subject.name(study.baseline))} "
        + (f"was compared with {subject.name(study.baseline)}" if len(names) == 1 else _several(subject, names))
        + f" on {data.size:,} rows"
        + ("" if subject.is_given else f" with {pluralize(len(data.features), 'input')}"),
        _scheme(subject),
        *([] if subject.is_given else [_tuning(subject)]),
        f"The main measure was {MEASURE_ENTRIES[asked.measure].title.lower() if asked.measure != 'auc' else 'AUC'}; "
        f"before the run, {_margins(subject)} was fixed as the smallest difference that matters",
        _range(subject),
        f"The plan was locked before any test row was scored (SHA-256 {subject.plan_hash or 'not kept'})",
        f"Evenfold {VERSION}, seed {study.seed}",
    ]
    return ". ".join(said) + "."


def _several(subject: ReportInput, names: list[str]) -> str:
    return f"were compared with {subject.name(subject.study.baseline)}" if names else "was estimated"


def _scheme(subject: ReportInput) -> str:
    scheme = subject.study.scheme
    if subject.is_given:
        return "The models had been trained elsewhere; their predictions were compared, every row counted once"
    title = next(row.title for row in SCHEMES if row.key is scheme.kind).lower()
    if scheme.kind is not SchemeKind.KFOLD:
        return f"Training and test rows were separated by {title} ({requirements_met(subject)[1].how})"
    mix = "stratified " if scheme.stratified else ""
    kept = f", rows of one {subject.data.group_name} kept whole" if subject.data.group_name and scheme.grouped else ""
    return f"Test rows came from {pluralize(scheme.repeats, 'repeat')} of {mix}{scheme.folds}-fold {title}{kept}"


def _range(subject: ReportInput) -> str:
    method, count = decider(subject), subject.comparisons
    if method is NOTHING:
        return method.note.rstrip(".")
    return (
        f"The range of the difference comes from the {method.title[:1].lower()}{method.title[1:]} ({method.source}) at "
        f"level 1 − {subject.study.alpha:g}/{count}, adjusted for {pluralize(count, 'comparison')} on these rows"
    )


def _tuning(subject: ReportInput) -> str:
    if not any(outcome.tried > 1 for outcome in subject.run.outcomes):
        return "No settings were tuned"
    return f"Settings were chosen {tuning_text(subject.study.tuning)}"


def _margins(subject: ReportInput) -> str:
    study = subject.study
    said = [
        f"{plain(study.margin(output))} {subject.unit(study.question.measure, output).short}".strip()
        + subject.of(output)
        for output in subject.data.outputs
    ]
    return ", ".join(said)
