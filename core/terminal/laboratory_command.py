"""`laboratory`: the papers' procedures on a finished study, as numbers in a terminal."""

import argparse
import sys
from pathlib import Path
from textwrap import fill

from core.application.laboratory import (
    IN_TERMINAL,
    Procedure,
    ProcedureResult,
    Subject,
    find_missing_need,
    find_procedure,
)
from core.application.run_procedure import Progress, carry_out_procedure
from core.domain.evidence import Run
from core.report.plain import as_json
from core.store.codec import to_json
from core.store.study_file import StudyFile
from core.support.errors import EvenfoldError, StudyError
from core.terminal.cluster_commands import make_options
from core.terminal.progress import Progress as Bar
from core.terminal.terminal_history import open_history_aloud, say
from core.terminal.terminal_output import OUTPUT, write_text
from core.wording.model_names import names_of
from core.wording.units import sentences

STOPPED = 130
WIDTH = 100
MISSING = {
    "classes": "It needs classes.",
    "two-classes": "It needs two classes.",
    "numbers": "It needs numbers.",
    "two-models": "It needs two models.",
    "folds": "It needs cross-validation.",
    "no-time": "It needs rows without a time order.",
    "several-outputs": "It needs several outputs.",
    "trained": "It needs models that are trained here.",
}


def add_laboratory(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("procedure", nargs="?", metavar="KEY", help="one of the list; without it the list is printed")
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE.evenfold", help="a finished study")
    parser.add_argument("--model", metavar="KEY", help="the model looked at (the first that is not the baseline)")
    parser.add_argument("--output", metavar="NAME", help="the output looked at (the first)")
    parser.add_argument("--amount", metavar="KEY", help="how much is computed; the list names the keys")
    parser.add_argument("--workers", type=int, metavar="N", help="worker processes; 0 works in this process")
    parser.add_argument("--json", type=Path, metavar="OUT", help="write it as JSON (- for standard output)")
    parser.set_defaults(carry_out=show_procedure)


def show_procedure(chosen: argparse.Namespace) -> int:
    if chosen.procedure is None:
        print("\n".join(_describe(row) for row in IN_TERMINAL))
        return 0
    row = find_procedure(chosen.procedure)
    if chosen.file is None:
        raise StudyError("A finished study is needed.", f"Give its file: laboratory {row.key} FILE.evenfold.")
    with StudyFile.open(chosen.file) as file:
        subject = _read_subject(file, row, chosen)
        found = _carry_out(row, subject, chosen.workers)
        if found is None:
            print("Stopped. Nothing was kept.", file=sys.stderr)
            return STOPPED
        if row.uses_rows and row.count(subject) > 0:
            _count_look(file, subject, row.title)
    if chosen.json is not None:
        write_text(chosen.json, as_json(to_json(found)))
    if chosen.json is None or chosen.json != OUTPUT:
        _print(row, found)
    return 0


def _describe(row: Procedure) -> str:
    amounts = "".join(
        f"\n{'':20}--amount {key}: {title}{' (usual)' if key == row.usual else ''}"
        for key, title in row.amounts.items()
    )
    note = fill(row.note, WIDTH, initial_indent=" " * 20, subsequent_indent=" " * 20)
    return f"{row.key:<20}{row.title} ({row.source})\n{note}{amounts}"


def _read_subject(file: StudyFile, row: Procedure, chosen: argparse.Namespace) -> Subject:
    study, data = file.study, file.data
    missing = find_missing_need(row, study, data)
    if missing is not None:
        raise StudyError(f"{row.title} does not suit this study. {MISSING[missing]}", "")
    keys = [one.key for one in study.candidates]
    others = [one.key for one in study.challengers]
    model = chosen.model or next(iter(others), study.baseline)
    if model not in keys:
        raise StudyError(f"There is no model {model!r} in this study.", f"Choose one of: {', '.join(keys)}.")
    output = chosen.output or data.outputs[0]
    if output not in data.outputs:
        raise StudyError(f"There is no output {output!r}.", f"Choose one of: {', '.join(data.outputs)}.")
    amount = chosen.amount or row.usual
    if row.amounts and amount not in row.amounts:
        raise StudyError(f"There is no amount {amount!r}.", f"Choose one of: {', '.join(row.amounts)}.")
    names = {key: sentences(name) for key, name in names_of(study, data).items()}
    run = Run(tuple(file.outcomes()), complete=True)
    if not run.outcomes:
        raise StudyError("This study has not been run.", "Run it first.")
    return Subject(study, data, run, study.candidate(model), data.outputs.index(output), names, amount)


def _carry_out(row: Procedure, subject: Subject, workers: int | None) -> ProcedureResult | None:
    bar = Bar()

    def show(progress: Progress) -> None:
        if progress.total > 1:
            bar.show(progress.done, progress.total, progress.seconds_left)

    try:
        return carry_out_procedure(lambda shop: row.work(shop, subject), make_options(workers), show)
    except KeyboardInterrupt:
        return None
    finally:
        bar.finish()


def _count_look(file: StudyFile, subject: Subject, title: str) -> None:
    """As in the window: the history counts another look at these rows."""
    try:
        history = open_history_aloud(subject.study, file.path)
        if history is not None:
            history.record(subject.study, subject.data, file.plan_hash, complete=True, variant=title)
    except EvenfoldError as problem:
        say(str(problem))


def _print(row: Procedure, found: ProcedureResult) -> None:
    print(f"{row.title} ({row.source})\n")
    print(fill(found.seen, WIDTH))
    lines = (found.headings, *found.rows)
    widths = [max(len(line[place]) for line in lines) for place in range(len(found.headings))]
    print()
    for line in lines:
        print("  ".join(text.ljust(width) for text, width in zip(line, widths, strict=True)).rstrip())
    print("\n" + fill(found.meaning, WIDTH))
