"""`many FILE...`: several models on several data sets, all pairs with corrections, mean ranks and four-case counts."""

import argparse
import csv
import sys
from collections.abc import Sequence
from pathlib import Path
from textwrap import fill

from core.algorithms import find_algorithm
from core.domain.dataset import Dataset, Task
from core.domain.study import Candidate
from core.engine.run import Options
from core.history.history_table import harmless
from core.history.recorder import record_comparisons
from core.laboratory.false_claims import claimed_range
from core.laboratory.many import ManyPlan, many, study_on
from core.laboratory.many_found import PAIR_HEADINGS, WARNING, ManyFound
from core.laboratory.many_sets import read_sets
from core.laboratory.third import CASES
from core.laboratory.workshop import DemoRunner, Progress, finished
from core.routes.terminal_ledger import open_history_aloud
from core.statistics.measures import MEASURES
from core.store.plan_record import plan_hash
from core.support.errors import StoreError, StudyError
from core.terminal.progress import Progress as Bar

MODELS = {Task.CLASSES: ("logistic", "naive-bayes", "c45"), Task.NUMBERS: ("linear", "tree", "forest")}
SEED = 1
STOPPED = 130


def add_many(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="tables, one data set each")
    parser.add_argument("--models", nargs="+", metavar="KEY", help="algorithms; see the command algorithms")
    keys = [row.key for row in MEASURES]
    parser.add_argument("--measure", choices=keys, metavar="KEY", help=", ".join(keys))
    parser.add_argument("--shuffles", type=int, default=5, metavar="N", help="of every data set (5 unless said)")
    parser.add_argument("--third", action="store_true", help="also Aslan's test third: the table of four cases")
    parser.add_argument("--csv", type=Path, metavar="OUT.csv", help="write all pairs")
    parser.set_defaults(carry_out=lambda chosen: compare_many(chosen, Options()))


def compare_many(chosen: argparse.Namespace, options: Options) -> int:
    read, wrong = read_sets(chosen.files)
    if wrong:
        raise StudyError(wrong[0])
    sets = list(read.values())
    if chosen.shuffles < 1:
        raise StudyError("At least one shuffle is needed.", hint="Give --shuffles 5.")
    task = sets[0].task
    candidates = [Candidate(key, key) for key in chosen.models or MODELS[task]]
    measure = chosen.measure or ("error" if task is Task.CLASSES else "mae")
    plan = ManyPlan(measure, chosen.shuffles, chosen.third and task is Task.CLASSES)
    found = _found(sets, candidates, plan, options)
    if found is None:
        print("Stopped. Nothing was kept.", file=sys.stderr)
        return STOPPED
    _count(sets, candidates, plan)
    _say(found, {one.key: find_algorithm(one.algorithm).title for one in candidates})
    if chosen.csv is not None:
        _write(chosen.csv, found)
    return 0


def _found(
    sets: Sequence[Dataset], candidates: Sequence[Candidate], plan: ManyPlan, options: Options
) -> ManyFound | None:
    """None when Ctrl+C was pressed."""
    bar = Bar()
    try:
        return finished(many(DemoRunner(options), sets, candidates, plan, SEED), lambda progress: _show(bar, progress))
    except KeyboardInterrupt:
        return None
    finally:
        bar.finish()


def _show(bar: Bar, progress: Progress) -> None:
    bar.show(progress.done, progress.total, progress.seconds_left)


def _count(sets: Sequence[Dataset], candidates: Sequence[Candidate], plan: ManyPlan) -> None:
    """Each data set was looked at."""
    for data in sets:
        study = study_on(data, candidates, plan, SEED)
        note = record_comparisons(open_history_aloud(study), study, data, plan_hash(study))
        if note:
            print(note, file=sys.stderr)


def _say(found: ManyFound, names: dict[str, str]) -> None:
    print()
    heads = ("data", "rows", *found.keys)
    for row in (heads, *found.set_rows()):
        print("  ".join(f"{cell[:24]:>16}" if place else f"{cell[:24]:24}" for place, cell in enumerate(row)))
    print("\n" + fill(found.sentence(names), 100))
    if found.thirds:
        low, high = claimed_range()
        cases = ", ".join(f"{case.title.lower()} {found.cases[case.key]}" for case in CASES)
        print("\n" + fill(f"On a test third, told apart by: {cases}. Equal models are told apart there {low} to {high} "
                          "times in 100.", 100))  # fmt: skip
    print("\n" + fill(f"Note: {WARNING}", 100))
    for line in found.left_out:
        print(fill(f"Note: {line}", 100))


def _write(path: Path, found: ManyFound) -> None:
    try:
        with path.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([[harmless(cell) for cell in row] for row in (PAIR_HEADINGS, *found.rows({}))])
    except OSError as problem:
        raise StoreError(f"{path} cannot be written: {problem.strerror}.", "Choose another place.") from problem
