"""`run PLAN.toml`: a whole study in a terminal, with a progress bar, the verdict in words and the report."""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from textwrap import fill
from time import monotonic
from typing import TYPE_CHECKING

from core.advice.suggest_plan import MAX_REPEATS
from core.application.comparison_history import ComparisonRecorder, keep_locked_count, open_history_near
from core.application.exit_codes import CANNOT_GO_ON, STOPPED, find_exit_code
from core.application.prepare_run import Options, forecast_memory_shortage
from core.application.run_study import run_study
from core.application.suggest_study import list_plan_problems
from core.data.prepare import prepare_dataset
from core.data.read import READERS
from core.domain.dataset import Dataset
from core.domain.events import Cause, Ended, Progressed, Started
from core.domain.evidence import GIVEN, Run
from core.domain.findings import Findings
from core.domain.log_entry import LogEntry, LogKind
from core.domain.problem import Severity
from core.domain.study import Study
from core.plans.plan_file import REPEATED, read_plan
from core.store.dataset_columns import has_same_rows
from core.store.plan_record import extends_plan, plan_hash
from core.store.study_file import StudyFile
from core.support import paths
from core.support.errors import EvenfoldError, StoreError, StudyError
from core.support.stop_signals import handle_stop_signals
from core.support.text import pluralize
from core.terminal.progress import Progress
from core.terminal.terminal_history import count_aloud, open_history_aloud, refuse_late_reason, say
from core.terminal.terminal_output import check_places, write_text
from core.wording.question_text import word_cost_of_miss
from core.wording.result_text import word_result

if TYPE_CHECKING:
    from core.report.formats import Painter
    from core.report.subject import ReportInput

STUDY_SUFFIX = ".evenfold"
TABLES = frozenset(suffix for row in READERS for suffix in row.suffixes)
KEEP_FINAL_TEST = (
    "Name a study file with --study; open its final test rows after the result with: final-test FILE.evenfold"
)
MORE_AFTER_VERDICT = "More repeats after a result count as another comparison on this data."
OTHER_ROWS = "The table is no longer as it was when {name} was made, and one study cannot mix two tables."
GO_ON = "Name another --study for the table as it is, or go on with the rows in the study:"
GROWN = "{name} has more repeats, samples or candidates than this plan, and goes on with them."
NO_ANSWER = frozenset({"MARGIN-BIG", "DIRECTION", "MEMBERS"})
"""Ids of what makes a plan say the same whatever the rows are; the window does not lock such a plan either."""


@dataclass(frozen=True, slots=True)
class Destinations:
    """Where things are written; None is nowhere."""

    json: Path | None = None
    report: Path | None = None
    study: Path | None = None
    painter: "Painter | None" = None  # paints a report that is not HTML


def run_plan(
    plan: Path, to: Destinations, options: Options, resume: bool, extend: int | None, ignore_history: str | None = None
) -> int:
    """A plan file, or a study file that goes on; `extend` is the number of repeats in all."""
    if plan.suffix.lower() in TABLES:
        hint = f"Write a plan for it: {paths.own_command('new-plan', plan)}"
        raise StudyError(f"{plan.name} is a table, not a plan.", hint)
    read: tuple[Path, ...] = ()
    final_rows: Dataset | None = None
    counted = 0
    if plan.suffix == STUDY_SUFFIX:
        study, data = _kept_study(plan)
        to = replace(to, study=to.study or plan)
        if to.study != plan:
            raise StudyError("--study names another study file.", "Leave it out: the study goes on in its own file.")
    else:
        planned = read_plan(plan)
        study, data, read = planned.study, planned.data, (plan, Path(planned.table.source))
        final_rows, counted = planned.final_rows, planned.counted
        if final_rows is not None and to.study is None:
            raise StudyError(
                "plan.final_test is true, and there is no file to keep the final test rows in.", KEEP_FINAL_TEST
            )
    if resume and to.study is None:
        raise StudyError("There is no study named to go on with.", "Name it with --study.")
    if resume and to.study is not None and not to.study.exists():
        raise StudyError(f"There is no study {str(to.study)!r} to go on with.", "Leave --resume out to start it.")
    if extend is not None:
        study = extended(study, extend)
    if to.study is not None and to.study.is_file():
        with StudyFile.open(to.study, only_read=True) as file:
            refuse_late_reason(ignore_history, file.study, to.study.name)
            study = keep_locked_count(study, file.study)
    else:
        _refuse_without_answer(study, data)
        study = count_aloud(study, data, open_history_aloud(study, to.study), ignore_history)
        study = replace(study, earlier_comparisons=max(study.earlier_comparisons, counted))
    return _run(study, data, to, options, read, final_rows)


def _refuse_without_answer(study: Study, data: Dataset) -> None:
    """Raise a StudyError for what no row can change, before any row is scored."""
    for problem in list_plan_problems(study, data):
        if problem.severity is Severity.BLOCKS and problem.id in NO_ANSWER:
            raise StudyError(f"{problem.place}: {problem.text}", f"{problem.fixes[0].label}." if problem.fixes else "")


def _kept_study(path: Path) -> tuple[Study, Dataset]:
    with StudyFile.open(path) as file:
        return file.study, file.data


def extended(study: Study, repeats: int) -> Study:
    """The same study with more repeats; what was computed stays valid."""
    if study.scheme.kind not in REPEATED:
        raise StudyError(f"A {study.scheme.kind.value} study has no repeats to extend.", "Leave --extend out.")
    if not study.scheme.repeats < repeats <= MAX_REPEATS:
        raise StudyError(
            f"--extend {repeats}: the study has {pluralize(study.scheme.repeats, 'repeat')}.",
            f"Give a number above that and up to {MAX_REPEATS}.",
        )
    return replace(study, scheme=replace(study.scheme, repeats=repeats, max_repeats=repeats))


def run_sample(key: str) -> int:
    """The sample study as the window would run it, with a report; ends well whenever the report was written."""
    from core.advice.first_study import sample_study
    from core.data.samples import find_sample

    data = prepare_dataset(find_sample(key).make(), find_sample(key).columns)
    report = paths.studies() / f"{key}.html"
    code = _run(sample_study(find_sample(key), data).study, data, Destinations(report=report), Options())
    return code if code == STOPPED else 0


def _run(
    study: Study,
    data: Dataset,
    to: Destinations,
    options: Options,
    read: tuple[Path, ...] = (),
    final_rows: Dataset | None = None,
) -> int:
    check_places((("--json", to.json), ("--report", to.report), ("--study", to.study)), read)
    if to.report is not None:
        from core.report.formats import format_of, write_as

        format_of(to.report)
    quiet = to.json is not None and str(to.json) == "-"
    if not quiet:
        print(f"{study.title}: {_sizes(study, data)}.")
        if cost := word_cost_of_miss(study, data):
            print(fill(cost, 100))
    _tell_of_memory(study, data, options)
    began = monotonic()
    with _study_file(to.study, study, data, final_rows) as (file, study):
        ended = _follow(study, data, options, file)
        study = ended.study or study
        if ended.findings is None:
            to = _rescued(file, to) if file is not None and ended.cause is Cause.DISK else to
            return _say_unfinished(ended, to, len(file.done()) if file else 0)
        is_unopened = file is not None and file.final_test_size > 0 and file.final_test_opened_at is None
        if to.report is not None:
            subject = _subject(study, data, ended.run, ended.findings, file)
            write_as(format_of(to.report), subject, to.report, to.painter)
    _write_json(to.json, study, data, ended, monotonic() - began)
    if not quiet:
        _say(study, data, ended.findings, to)
        _say_checks(study, data, ended.run, ended.findings, to)
        if is_unopened:
            print(f"The final test rows are unopened. Open them once: {paths.own_command('final-test', to.study)}")
    return find_exit_code(ended.findings.conclusion.answer, ended.findings.conclusion.reason)


def _tell_of_memory(study: Study, data: Dataset, options: Options) -> None:
    found = forecast_memory_shortage(study, data, options)
    if found is not None:
        print(found.describe(), file=sys.stderr)


def _subject(study: Study, data: Dataset, run: Run, findings: Findings, file: StudyFile | None) -> "ReportInput":
    from core.application.report_input import complete_report_input, in_file
    from core.report.subject import ReportInput

    if file is not None:
        return in_file(file, run, findings)
    return complete_report_input(ReportInput(study, data, run, findings, plan_hash(study)), None)


@contextmanager
def _study_file(
    path: Path | None, study: Study, data: Dataset, final_rows: Dataset | None
) -> Iterator[tuple[StudyFile | None, Study]]:
    """The file, and the study to carry out: as the file has it where it has grown since."""
    if path is None:
        yield None, study
        return
    is_old = path.exists()
    with StudyFile.open(path) if is_old else StudyFile.create(path, study, data, final_rows) as file:
        if file.read_only:
            raise StoreError(f"{path} is open in another window.", "Close it there, or choose another file.")
        if is_old and not has_same_rows(data, file.data):
            raise StoreError(OTHER_ROWS.format(name=path.name), f"{GO_ON} {paths.own_command('run', path)}")
        if file.study != study and extends_plan(study, file.study):
            print(GROWN.format(name=path.name), file=sys.stderr)
            study = file.study
        if file.is_judged and file.study.scheme.repeats < study.scheme.repeats:
            print(MORE_AFTER_VERDICT, file=sys.stderr)
            file.log(_note_extension(study))
        file.lock(study)
        yield file, study


def _note_extension(study: Study) -> LogEntry:
    return LogEntry(LogKind.EXTENDED, {"repeats": str(study.scheme.repeats)})


def _variant(study: Study, file: StudyFile | None) -> str:
    """What the history counts on its own: repeats added after a verdict, in this sitting or before."""
    entries = [] if file is None else [entry for _, entry in file.log_entries()]
    return f"{study.scheme.repeats} repeats" if _note_extension(study) in entries else ""


def _follow(study: Study, data: Dataset, options: Options, file: StudyFile | None) -> Ended:
    """Show progress until the end; Ctrl+C and the like stop and keep what was done, a second one stops at once."""
    stop, progress = threading.Event(), Progress(counted=_steps(study))
    near = None if file is None else file.path
    recorder = ComparisonRecorder(
        study, data, lambda of: open_history_near(of, near, being_run=near), _variant(study, file)
    )

    def interrupt() -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()

    try:
        with handle_stop_signals(interrupt):
            for event in run_study(study, data, stop, threading.Event(), options, file):
                for note in recorder.see(event):
                    say(note)
                match event:
                    case Started(total, done):
                        progress.show(done, total, None)
                    case Progressed(done=done, total=total, seconds_left=left):
                        progress.show(done, total, left)
                    case Ended():
                        progress.finish()
                        return event
    except KeyboardInterrupt:
        progress.finish()
        return Ended(Run((), complete=False), None, stopped=True)
    raise AssertionError("Ended always comes")


def _rescued(file: StudyFile, to: Destinations) -> Destinations:
    """What can no longer be written where it was is kept among the person's studies, if there is room."""
    place = paths.free_path(paths.studies(), file.path.stem)
    try:
        file.go_on_at(place)
    except EvenfoldError:
        return to
    return replace(to, study=place)


def _say_unfinished(ended: Ended, to: Destinations, done: int) -> int:
    kept = f"{pluralize(done, 'training')} kept in {to.study}." if to.study else ""
    if ended.failure:
        can_go_on = ended.cause in (Cause.CLUSTER, Cause.DISK) and to.study
        here = f"Go on here: {paths.own_command('run', to.study)}" if can_go_on else ""
        print(" ".join(filter(None, ("evenfold:", ended.failure, kept, here))), file=sys.stderr)
        return CANNOT_GO_ON
    hint = kept + " Run the same command again to go on." if to.study else "Give --study FILE.evenfold to keep a run."
    print(f"Stopped. {hint}", file=sys.stderr)
    return STOPPED


def _say(study: Study, data: Dataset, findings: Findings, to: Destinations) -> None:
    for text in word_result(study, data, findings).paragraphs:
        print("\n" + "\n".join(fill(line, 100) for line in text.splitlines()))
    print()
    for name, path in (("Report", to.report), ("Study", to.study), ("Numbers", to.json)):
        if path is not None:
            print(f"{name}: {path}")


def _say_checks(study: Study, data: Dataset, run: Run, findings: Findings, to: Destinations) -> None:
    """The report card in short: how many checks passed, and those that need attention."""
    from core.application.report_card import list_checks
    from core.terminal.explain import list_check_lines

    print("\n".join(list_check_lines(study, data, list_checks(study, data, run, findings), short=True)))
    if to.study is not None:
        print(f"Which inputs matter, and all checks: {paths.own_command('explain', to.study)}")


def _write_json(path: Path | None, study: Study, data: Dataset, ended: Ended, seconds: float) -> None:
    if path is None or ended.findings is None:
        return
    from core.report.plain import as_json, findings_as_plain

    write_text(path, as_json(findings_as_plain(study, data, ended.run, ended.findings, seconds)))


def _steps(study: Study) -> str:
    """What progress counts: predictions made elsewhere are read, not trained."""
    return "readings" if all(one.algorithm == GIVEN for one in study.candidates) else "trainings"


def _sizes(study: Study, data: Dataset) -> str:
    sizes = ((data.size, "row"), (len(data.features), "input"), (len(study.candidates), "model"))
    return ", ".join(pluralize(*size) for size in sizes)
