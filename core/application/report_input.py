"""What a report is made from: a finished study file, its findings, and what the history holds on its rows."""

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
    beside = file.beside()
    return ReportInput(
        file.study,
        file.data,
        run,
        findings,
        file.plan_hash,
        file.locked_at or "",
        file.path.name,
        file.statements(),
        list_comparisons_on(file.study, file.data),
        file.final_test(),
        load_stored(file),
        load_stored(file, LEAK),
        not file.is_unchanged,
        list_checks(file.study, file.data, run, findings, beside),
        collect_reasons(file.study, file.data, run, findings, beside),
        draw_report_charts(file.study, file.data, run, findings),
        ranges=describe_ranges(file.study, file.data, run, findings.conclusion.use),
    )


def list_comparisons_on(study: Study, data: Dataset) -> tuple[CurrentConclusion, ...]:
    """Every comparison on these rows that the history of this computer remembers; none when it cannot be read."""
    path = history_path(study)
    try:
        return History.open(path).list_current_conclusions(data) if path.exists() else ()
    except StoreError:
        return ()
