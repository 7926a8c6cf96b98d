"""`compare-predictions FILE --truth COL --models A B`: the short route in a terminal."""

import argparse
import sys
from dataclasses import replace
from pathlib import Path
from textwrap import fill

from core.application.compare_predictions import default_question, judge_imported_predictions, make_predictions_study
from core.application.exit_codes import find_exit_code
from core.application.imported_predictions import PredictionRoles, read_predictions
from core.data import read_table
from core.domain.dataset import Dataset
from core.domain.evidence import Run
from core.domain.findings import Findings
from core.domain.study import Reply, Study
from core.history.recorder import record_comparisons
from core.judge.obstacles import ROW_ORDER, TRAINED_ON
from core.report.html import html_page
from core.report.output import write_text, written
from core.report.plain import as_json, findings_as_plain
from core.report.short_reports import predictions_document
from core.store.plan_record import plan_hash
from core.support.errors import StoreError, StudyError
from core.support.text import pluralize
from core.terminal.terminal_history import add_ignore_history, count_aloud, open_history_aloud, say
from core.terminal.web_page_argument import parse_web_page
from core.wording.origin import MARGIN
from core.wording.result_text import word_result

ANSWERS = {"yes": Reply.YES, "no": Reply.NO, "not-sure": Reply.NOT_SURE}
WIDTH = 100


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--truth", required=True, metavar="COL", help="the column of true answers")
    parser.add_argument(
        "--models", required=True, nargs="+", metavar="COL", help="columns of predictions; baseline first"
    )
    parser.add_argument("--scores", nargs="+", default=[], metavar="COL", help="columns of scores, one for each model")
    parser.add_argument("--group", metavar="COL", help="rows with the same value are alike")
    parser.add_argument("--id", metavar="COL", help="a row id: all columns belong to the same row")
    parser.add_argument("--positive", metavar="VALUE", help="the answer whose detection matters")
    parser.add_argument("--margin", type=float, metavar="DIFFERENCE", help="the smallest difference that matters")
    parser.add_argument("--trained-on", choices=ANSWERS, default="not-sure", help="were these rows used for training?")
    parser.add_argument("--same-order", choices=ANSWERS, default="not-sure", help="without --id: same order of rows?")
    add_ignore_history(parser)
    parser.add_argument("--json", type=Path, metavar="OUT", help="write all numbers as JSON (- for standard output)")
    parser.add_argument("--report", type=parse_web_page, metavar="OUT.html", help="write the report")


def carry_out(args: argparse.Namespace) -> int:
    """0 settled, 1 not settled or blocked; wrong input raises."""
    roles = _roles(args)
    table = read_table(args.file)
    given = read_predictions(table, roles)
    question = default_question(given.data, roles)
    if args.margin is not None:
        question = replace(question, margin=_margin(args.margin))
    study = make_predictions_study(table, roles, given.data, _answers(args), question)
    study = replace(study, assumed=(*study.assumed, *((MARGIN,) if args.margin is None else ())))
    history = open_history_aloud(study)
    study = count_aloud(study, given.data, history, args.ignore_history)
    findings = judge_imported_predictions(given, study)
    if args.json is not None:
        _write_json(args.json, study, given.data, findings)
    say(record_comparisons(history, study, given.data, plan_hash(study), findings))
    if args.report is not None:
        made = predictions_document(study, given.data, findings, plan_hash(study), args.file.name)
        write_text(args.report, html_page(made))
    if args.json is None or str(args.json) != "-":
        sys.stdout.write(_worded(study, given.data, findings) + written(args.report, args.json))
    return find_exit_code(findings.conclusion.answer, findings.conclusion.reason)


def _roles(args: argparse.Namespace) -> PredictionRoles:
    if args.scores and len(args.scores) != len(args.models):
        raise StudyError(
            f"--scores: {pluralize(len(args.scores), 'column')} for {pluralize(len(args.models), 'model')}.",
            "Give one for each model, in order.",
        )
    scores = dict(zip(args.models, args.scores, strict=False))
    return PredictionRoles(args.truth, tuple(args.models), scores, args.group, args.id, args.positive)


def _margin(margin: float) -> float:
    if not 0 <= margin < float("inf"):
        raise StudyError(f"--margin: {margin} is no difference.", "Give a number of at least 0.")
    return margin


def _answers(args: argparse.Namespace) -> dict[str, str]:
    found = {TRAINED_ON: ANSWERS[args.trained_on].value}
    return found if args.id else {**found, ROW_ORDER: ANSWERS[args.same_order].value}


def _worded(study: Study, data: Dataset, findings: Findings) -> str:
    texts = word_result(study, data, findings).paragraphs
    return "\n\n".join("\n".join(fill(line, WIDTH) for line in text.splitlines()) for text in texts) + "\n"


def _write_json(path: Path, study: Study, data: Dataset, findings: Findings) -> None:
    text = as_json(findings_as_plain(study, data, Run((), complete=True), findings, 0.0))
    if str(path) == "-":
        sys.stdout.write(text + "\n")
        return
    try:
        path.write_text(text, "utf-8")
    except OSError as problem:
        raise StoreError(f"{path} could not be written: {problem.strerror}.", "Choose another place.") from None
