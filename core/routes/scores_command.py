"""`compare-scores FILE --models A B --folds 10 --shuffles 10`: scores of folds made elsewhere, in a terminal."""

import argparse
import sys
from pathlib import Path
from textwrap import fill

from core.application.exit_codes import find_exit_code
from core.data import read_table
from core.domain.study import Reply
from core.report.html import html_page
from core.report.output import write_text, written
from core.report.plain import as_json
from core.routes.fold_design import SCORE_KINDS, Design, score_kind
from core.routes.fold_scores import ScoreFindings, ScoreRoles, compare_scores
from core.routes.fold_scores_words import word_action, word_body, word_headline
from core.routes.report import scores_document
from core.routes.web_page import web_page
from core.store.codec import to_json
from core.support.errors import StudyError
from core.wording.caution_text import word_plain_caution

ANSWERS = {"yes": Reply.YES, "no": Reply.NO, "not-sure": Reply.NOT_SURE}
WIDTH = 100


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--models", required=True, nargs="+", metavar="COL", help="columns of scores; reference first")
    parser.add_argument("--folds", required=True, type=int, metavar="K", help="folds of one shuffle")
    parser.add_argument("--shuffles", required=True, type=int, metavar="R", help="how often the rows were shuffled")
    parser.add_argument("--same-folds", required=True, choices=ANSWERS, help="did all models meet the same folds?")
    parser.add_argument(
        "--scores", required=True, choices=[row.key for row in SCORE_KINDS], help="what the numbers are"
    )
    parser.add_argument("--margin", type=float, metavar="GAP", help="the smallest gap that matters")
    parser.add_argument("--shuffle-column", metavar="COL", help="the column that numbers the shuffles")
    parser.add_argument("--fold-column", metavar="COL", help="the column that numbers the folds")
    parser.add_argument("--rows", type=int, default=0, metavar="N", help="rows of the data the scores come from")
    parser.add_argument("--looks", type=int, default=0, metavar="N", help="comparisons seen on that data before")
    parser.add_argument("--json", type=Path, metavar="OUT", help="write all numbers as JSON (- for standard output)")
    parser.add_argument("--report", type=web_page, metavar="OUT.html", help="write the report")


def carry_out(args: argparse.Namespace) -> int:
    """0 settled, 1 not settled or only described; wrong input raises."""
    roles = ScoreRoles(tuple(args.models), args.shuffle_column, args.fold_column)
    found = compare_scores(read_table(args.file), roles, _design(args))
    if args.report is not None:
        write_text(args.report, html_page(scores_document(found, args.file.name)))
    quiet = args.json is not None and str(args.json) == "-"
    if quiet:
        sys.stdout.write(as_json(to_json(found)) + "\n")
    elif args.json is not None:
        write_text(args.json, as_json(to_json(found)))
    if not quiet:
        sys.stdout.write(_worded(found) + written(args.report, args.json))
    return find_exit_code(found.top.answer, found.top.reason)


def _design(args: argparse.Namespace) -> Design:
    if args.rows < 0 or args.looks < 0:
        raise StudyError("--rows and --looks are numbers of at least 0.", "Leave them out if you do not know.")
    margin = default_margin(args.scores) if args.margin is None else args.margin
    if margin is None:
        raise StudyError("--margin is missing.", f"For scores of the kind {args.scores!r} nobody else can know it.")
    return Design(args.folds, args.shuffles, ANSWERS[args.same_folds], args.scores, margin, args.rows, args.looks)


def default_margin(kind: str) -> float | None:
    """2 per 100, or 0.01 of an AUC; of other scores only the person knows."""
    if score_kind(kind).unit.scale == 100.0:
        return 2.0
    return 0.01 if kind == "auc" else None


def _worded(found: ScoreFindings) -> str:
    texts = [word_headline(found.top), word_body(found.top, found.design), f"What to do: {word_action(found.top)}"]
    texts += [level.text for level in found.levels]
    texts += [f"Note: {word_plain_caution(caution)}" for caution in found.cautions]
    texts += [f"Refused: {one.title}. {one.reason}" for one in found.refused]
    return "\n\n".join(fill(text, WIDTH) for text in texts) + "\n"
