"""`confirm FILE.evenfold NEW`: a finished study judged once on new rows, in a terminal."""

import argparse
import sys
from pathlib import Path
from textwrap import fill

from core.application.confirm_study import Confirmation, choose_candidate, confirm_study
from core.application.exit_codes import find_exit_code
from core.data import read_table
from core.history.recorder import record_comparisons
from core.report.blocks import Document
from core.report.html import html_page
from core.report.output import write_text, written
from core.report.short_reports import predictions_document
from core.store.plan_record import plan_hash
from core.store.study_file import StudyFile
from core.support.errors import StudyError
from core.terminal.terminal_history import add_ignore_history, open_history_aloud
from core.terminal.web_page_argument import parse_web_page
from core.verification.stored_findings import load_findings
from core.wording.result_text import word_result

WIDTH = 100


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("study", type=Path, metavar="FILE.evenfold")
    parser.add_argument("file", type=Path, metavar="NEW", help="rows the study has not seen, with the true answers")
    parser.add_argument("--candidate", default="", metavar="KEY", help="another candidate than the leading one")
    add_ignore_history(parser)
    parser.add_argument("--report", type=parse_web_page, metavar="OUT.html", help="write the report")


def carry_out(args: argparse.Namespace) -> int:
    """0 settled, 1 not settled; wrong input raises. Comparisons the history knows on the new rows count."""
    with StudyFile.open(args.study, only_read=True) as file:
        study, data, findings, final_rows = file.study, file.data, load_findings(file), file.final_test_keys()
    if findings is None:
        raise StudyError(
            f"{args.study.name} is not finished: there is nothing to confirm yet.", "Let it run to its end."
        )
    candidate, table = args.candidate or choose_candidate(study, findings), read_table(args.file)
    history = open_history_aloud(study, args.study)
    made = confirm_study(study, data, table, candidate, history, final_rows, args.ignore_history)
    note = record_comparisons(history, made.study, made.data, plan_hash(made.study), made.findings)
    if args.report is not None:
        write_text(args.report, html_page(_document(made, args.file.name)))
    sys.stdout.write(_worded(made, note) + written(args.report))
    return find_exit_code(made.findings.conclusion.answer, made.findings.conclusion.reason)


def _document(made: Confirmation, source: str) -> Document:
    return predictions_document(made.study, made.data, made.findings, plan_hash(made.study), source)


def _worded(made: Confirmation, note: str) -> str:
    texts = [*word_result(made.study, made.data, made.findings).paragraphs]
    earlier_comparisons = made.study.earlier_comparisons
    if earlier_comparisons:
        earlier = f"{earlier_comparisons} earlier comparison{'s' * (earlier_comparisons != 1)}"
        texts.append(f"Note: {earlier} of these rows are recorded; the range allows for them.")
    texts += [f"Note: {note}"] if note else []
    return "\n\n".join("\n".join(fill(line, WIDTH) for line in text.splitlines()) for text in texts) + "\n"
