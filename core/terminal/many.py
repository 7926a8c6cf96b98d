"""`many FILE...`: several models on several data sets, all pairs with corrections, mean ranks and four-case counts."""

import argparse
import csv
import sys
from collections.abc import Sequence
from pathlib import Path
from textwrap import fill

from core.advice.first_study import tuned
from core.algorithms import find_algorithm
from core.application.comparison_history import count_data_sets
from core.application.run_procedure import Progress, carry_out_procedure
from core.domain.dataset import Dataset, Task
from core.domain.study import Candidate, Tuning, TuningKind
from core.engine.run import Options
from core.history.history_table import harmless
from core.laboratory.data_set_list import read_sets
from core.laboratory.fixed_test_false_claims import find_claim_range
from core.laboratory.fixed_test_third import CASES
from core.laboratory.many_data_sets import ManyPlan, compare_on_many_sets, is_relative, make_study_for_set
from core.laboratory.many_data_sets_results import OVERALL_HEADINGS, PAIR_HEADINGS, WARNING, ManySetsResult
from core.report.html import html_page
from core.report.many_sets_report import many_sets_report
from core.report.output import write_text
from core.statistics.measures import MEASURES, find_measure
from core.support.errors import StoreError, StudyError
from core.terminal.progress import Progress as Bar
from core.terminal.terminal_history import open_history_aloud
from core.terminal.terminal_output import lay_out

MODELS = {Task.CLASSES: ("logistic", "naive-bayes", "c45"), Task.NUMBERS: ("linear", "tree", "forest")}
SEED = 1
STOPPED = 130


def add_many(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="tables, one data set each")
    parser.add_argument("--models", nargs="+", metavar="KEY", help="algorithms; see the command algorithms")
    keys = [row.key for row in MEASURES]
    parser.add_argument("--measure", choices=keys, metavar="KEY", help=", ".join(keys))
    parser.add_argument("--repeats", type=int, default=5, metavar="N", help="of every data set (5 unless said)")
    parser.add_argument("--shuffles", dest="repeats", type=int, default=argparse.SUPPRESS, help=argparse.SUPPRESS)
    parser.add_argument("--third", action="store_true", help="also Aslan's test third: the table of four cases")
    parser.add_argument("--margin", type=float, metavar="X", help="difference that counts as the same, as it is shown")
    parser.add_argument("--untuned", action="store_true", help="standard settings instead of tuning like a study")
    parser.add_argument("--report", type=Path, metavar="OUT.html", help="write everything as a page")
    parser.add_argument("--csv", type=Path, metavar="OUT.csv", help="write all pairs")
    parser.set_defaults(carry_out=lambda chosen: compare_many(chosen, Options()))


def compare_many(chosen: argparse.Namespace, options: Options) -> int:
    read, wrong = read_sets(chosen.files)
    if wrong:
        raise StudyError(wrong[0])
    sets = list(read.values())
    if chosen.repeats < 1:
        raise StudyError("At least one repeat is needed.", hint="Give --repeats 5.")
    task = sets[0].task
    plain = [Candidate(key, key) for key in chosen.models or MODELS[task]]
    candidates = plain if chosen.untuned else [tuned(one) for one in plain]
    measure = chosen.measure or ("error" if task is Task.CLASSES else "mae")
    if chosen.margin is not None and chosen.margin < 0:
        raise StudyError("--margin must not be below 0.", hint="Give the difference that would not matter to you.")
    scale = 100.0 if is_relative(measure) else find_measure(measure).scale
    plan = ManyPlan(
        measure,
        chosen.repeats,
        chosen.third and task is Task.CLASSES,
        Tuning(TuningKind.NONE if chosen.untuned else TuningKind.KFOLD),
        None if chosen.margin is None else chosen.margin / scale,
    )
    found = _found(sets, candidates, plan, options)
    if found is None:
        print("Stopped. Nothing was kept.", file=sys.stderr)
        return STOPPED
    _count(sets, candidates, plan)
    names = {one.key: find_algorithm(one.algorithm).title for one in candidates}
    _say(found, names)
    if chosen.csv is not None:
        _write(chosen.csv, found)
    if chosen.report is not None:
        write_text(chosen.report, html_page(many_sets_report(found, names)))
        print(f"Report: {chosen.report}")
    return 0


def _found(
    sets: Sequence[Dataset], candidates: Sequence[Candidate], plan: ManyPlan, options: Options
) -> ManySetsResult | None:
    """None when Ctrl+C was pressed."""
    bar = Bar()
    try:
        return carry_out_procedure(
            lambda shop: compare_on_many_sets(shop, sets, candidates, plan, SEED),
            options,
            lambda progress: _show(bar, progress),
        )
    except KeyboardInterrupt:
        return None
    finally:
        bar.finish()


def _show(bar: Bar, progress: Progress) -> None:
    bar.show(progress.done, progress.total, progress.seconds_left)


def _count(sets: Sequence[Dataset], candidates: Sequence[Candidate], plan: ManyPlan) -> None:
    """Each data set was looked at."""
    note = count_data_sets(open_history_aloud, ((make_study_for_set(one, candidates, plan, SEED), one) for one in sets))
    if note:
        print(note, file=sys.stderr)


def _say(found: ManySetsResult, names: dict[str, str]) -> None:
    print()
    heads = ("data", "rows", *found.keys)
    for row in (heads, *found.set_rows()):
        print("  ".join(f"{cell[:24]:>16}" if place else f"{cell[:24]:24}" for place, cell in enumerate(row)))
    print("\n" + fill(found.sentence(names), 100))
    if found.overall:
        print("\n" + lay_out((OVERALL_HEADINGS, *found.overall_rows(names))))
        print(fill(found.explain_overall(), 100))
    if found.thirds:
        low, high = find_claim_range()
        cases = ", ".join(f"{case.title.lower()} {found.cases[case.key]}" for case in CASES)
        print("\n" + fill(f"On a test third, told apart by: {cases}. Equal models are told apart there {low} to {high} "
                          "times in 100.", 100))  # fmt: skip
    if found.impacts:
        told, source = found.explain_impacts()
        print("\n" + fill(told, 100))
        for words, (headings, rows) in ((4, found.group_table(names)), (2, found.conclusion_table(names))):
            print("\n" + lay_out((headings, *rows), words))
        print(fill(source, 100))
    print("\n" + fill(f"Note: {WARNING}", 100))
    for line in found.left_out:
        print(fill(f"Note: {line}", 100))


def _write(path: Path, found: ManySetsResult) -> None:
    try:
        with path.open("w", encoding="utf-8", newline="") as file:
            rows = (PAIR_HEADINGS, *found.rows({}))
            csv.writer(file).writerows([[_to_number(cell) for cell in row] for row in rows])
    except OSError as problem:
        raise StoreError(f"{path} cannot be written: {problem.strerror}.", "Choose another place.") from problem


def _to_number(cell: str) -> object:
    """As other programs read it: a number with the minus of a keyboard, nothing for what has no value."""
    if cell == "–":
        return ""
    plain = cell.replace("−", "-")
    try:
        float(plain)
    except ValueError:
        return harmless(plain)
    return plain
