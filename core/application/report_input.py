"""What a report is made from: a finished study file, its findings, and what the history holds on its rows."""

from dataclasses import replace

from core.application.charts.report_charts import draw_report_charts
from core.application.explain_models import collect_reasons
from core.application.prediction_ranges import describe_ranges
from core.application.report_card import list_checks
from core.domain.dataset import Dataset
from core.domain.evidence import Run
from core.domain.findings import Findings
from core.domain.study import Study
from core.history.current_conclusion import CurrentConclusion
from core.history.history import History, history_path
from core.laboratory.include_excluded_rows import load_stored
from core.laboratory.without_leaking_inputs import KEY as LEAK
from core.report.subject import ReportInput
from core.store.study_file import StudyFile
from core.support.errors import StoreError
from core.verification.stored_findings import load_run


def subject_of(file: StudyFile) -> ReportInput:
    """The subject of a finished study file; its findings as they were saved."""
    run, findings = load_run(file)
    return in_file(file, run, findings)


def in_file(file: StudyFile, run: Run, findings: Findings) -> ReportInput:
    """The subject of a study that is kept in a file, with what the history knows of its rows."""
    subject = ReportInput(
        file.study,
        file.data,
        run,
        findings,
        file.plan_hash,
        file.locked_at or "",
        file.path.name,
        file.statements(),
        final_test=file.final_test(),
    )
    return complete_report_input(subject, file)


def complete_report_input(subject: ReportInput, file: StudyFile | None) -> ReportInput:
    """The subject with all that a report tells beside its findings: checks, reasons, charts, ranges and the history.

    What was found later is in the study file; without one there is nothing of it.
    """
    study, data, run, findings = subject.study, subject.data, subject.run, subject.findings
    beside = () if file is None else file.beside()
    subject = replace(
        subject,
        earlier_comparisons=list_comparisons_on(study, data),
        checks=list_checks(study, data, run, findings, beside),
        reasons=collect_reasons(study, data, run, findings, beside),
        charts=draw_report_charts(study, data, run, findings),
        ranges=describe_ranges(study, data, run, findings.conclusion.use),
    )
    if file is None:
        return subject
    put_back, without_leak = load_stored(file), load_stored(file, LEAK)
    return replace(subject, put_back=put_back, without_leak=without_leak, changed=not file.is_unchanged)


def list_comparisons_on(study: Study, data: Dataset) -> tuple[CurrentConclusion, ...]:
    """Every comparison on these rows that the history of this computer remembers; none when it cannot be read."""
    path = history_path(study)
    try:
        return History.open(path).list_current_conclusions(data) if path.exists() else ()
    except StoreError:
        return ()
