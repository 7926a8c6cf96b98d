"""`compare-scores FILE --models A B --folds 10 --repeats 10`: scores of folds made elsewhere, in a terminal."""

import argparse
import sys
from pathlib import Path
from textwrap import fill

from core.application.compare_fold_scores import compare_scores, suggest_score_margin
from core.application.exit_codes import find_exit_code
from core.data import read_table
from core.domain.fold_scores import Design, ScoreFindings, ScoreRoles
from core.domain.study import Reply
from core.report.html import html_page
from core.report.output import write_text, written
from core.report.plain import as_json
from core.report.short_reports import scores_document
from core.store.codec import to_json
from core.support.errors import StudyError
from core.terminal.web_page_argument import parse_web_page
from core.wording.caution_text import word_plain_caution
from core.wording.fold_scores_text import word_action, word_body, word_headline
from core.wording.score_kinds import SCORE_KINDS

ANSWERS = {"yes": Reply.YES, "no": Reply.NO, "not-sure": Reply.NOT_SURE}
WIDTH = 100


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--models", required=True, nargs="+", metavar="COL", help="columns of scores; baseline first")
    parser.add_argument("--folds", required=True, type=int, metavar="K", help="folds of one repeat")
    _add_repeats(parser)
    parser.add_argument("--same-folds", required=True, choices=ANSWERS, help="did all models meet the same folds?")
    parser.add_argument(
        "--scores", required=True, choices=[row.key for row in SCORE_KINDS], help="what the numbers are"
    )
    parser.add_argument("--margin", type=float, metavar="DIFFERENCE", help="the smallest difference that matters")
    parser.add_argument("--repeat-column", metavar="COL", help="the column that numbers the repeats")
    parser.add_argument("--shuffle-column", dest="repeat_column", help=argparse.SUPPRESS)
    parser.add_argument("--fold-column", metavar="COL", help="the column that numbers the folds")
    parser.add_argument("--rows", type=int, default=0, metavar="N", help="rows of the data the scores come from")
    earlier = "comparisons seen on that data before"
    parser.add_argument("--looks", dest="earlier_comparisons", type=int, default=0, metavar="N", help=earlier)
    parser.add_argument("--json", type=Path, metavar="OUT", help="write all numbers as JSON (- for standard output)")
    parser.add_argument("--report", type=parse_web_page, metavar="OUT.html", help="write the report")


def _add_repeats(parser: argparse.ArgumentParser) -> None:
    """`--shuffles` is what scripts of the first edition write."""
    either = parser.add_mutually_exclusive_group(required=True)
    either.add_argument("--repeats", type=int, metavar="R", help="how often all rows were dealt into folds")
    either.add_argument("--shuffles", dest="repeats", type=int, help=argparse.SUPPRESS)


def carry_out(args: argparse.Namespace) -> int:
    """0 settled, 1 not settled or only described; wrong input raises."""
    roles = ScoreRoles(tuple(args.models), args.repeat_column, args.fold_column)
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
    if args.rows < 0 or args.earlier_comparisons < 0:
        raise StudyError("--rows and --looks are numbers of at least 0.", "Leave them out if you do not know.")
    margin = suggest_score_margin(args.scores) if args.margin is None else args.margin
    if margin is None:
        raise StudyError("--margin is missing.", f"For scores of the kind {args.scores!r} nobody else can know it.")
    return Design(
        args.folds, args.repeats, ANSWERS[args.same_folds], args.scores, margin, args.rows, args.earlier_comparisons
    )


def _worded(found: ScoreFindings) -> str:
    texts = [word_headline(found.top), word_body(found.top, found.design), f"What to do: {word_action(found.top)}"]
    texts += [level.text for level in found.levels]
    texts += [f"Note: {word_plain_caution(caution)}" for caution in found.cautions]
    texts += [f"Refused: {one.title}. {one.reason}" for one in found.refused]
    return "\n\n".join(fill(text, WIDTH) for text in texts) + "\n"
