"""Runs the loads and writes the tables: `python3 main.py bench [--quick] [--json OUT] [--with weka orange mlxtend]`.

`--only W1 growth` chooses loads; the page of all loads then stays as it is. Growth and peers have pages of their own.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from benchmarks.speed import words
from benchmarks.speed.growth import Grown, all_grown
from benchmarks.speed.notes import missed_by, reason
from benchmarks.speed.peers.table import PeerResult, measure
from benchmarks.speed.race import ROOT, Result, race
from benchmarks.speed.row import Load
from benchmarks.speed.table_of_loads import LOADS, QUICK

LARGE_ROWS, LARGE_INPUTS = 1_000_000, 50
FULL_PAGE, QUICK_PAGE, GROWTH_PAGE, PEERS_PAGE = "speed.md", "speed_quick.md", "speed_growth.md", "speed_peers.md"
GROWTH = "growth"  # among the loads
UNFINISHED = "**Not the whole table:** this run was not finished; loads that are missing here were not measured."
INTRODUCTION = """Processor seconds of one core, the median of several rounds in which all take turns; the ratio is
scikit-learn's time over Evenfold's in the same round (median, lowest to highest, number of rounds). Where a round takes
less than five seconds in all, a first one warms everyone up and is not counted. Evenfold works
through its front door, as from a terminal, where nobody looks at live pictures: study file, journal, every fold's
values, trivial model, findings. scikit-learn works by `cross_validate`, `GridSearchCV`, `cross_val_score`,
`permutation_test_score` on the very same splits; the loop only trains and predicts. Inputs are scaled inside the fold
on both sides where Evenfold scales them. W7 is no study: there Evenfold only measures under permuted answers, without
file and findings; W8 is run without a study file. In W5 a scikit-learn tree stands for C4.5, logistic regression for
the perceptron and LDA for Ripper, on both sides."""


def main(quick: bool, out: Path | None, peers: Sequence[str], only: Sequence[str] = ()) -> int:
    print(f"{_machine()}\n\n{words.head()}", flush=True)
    wanted = only or (QUICK if quick else (*(load.key for load in LOADS), GROWTH))
    results: list[Result] = []
    for result in _results([load for load in LOADS if load.key in wanted], quick):
        results.append(result)
        if not only:
            _write(QUICK_PAGE if quick else FULL_PAGE, page_of(results, is_whole=False))
    if not only:
        _write(QUICK_PAGE if quick else FULL_PAGE, page_of(results))
    others = _others(peers, results)
    grown = _grown() if GROWTH in wanted else []
    if out is not None:
        out.write_text(json.dumps(rows_of(results, others, grown), indent=1) + "\n", encoding="utf-8")
    return 0


def _write(name: str, content: str) -> None:
    (ROOT / "benchmarks" / name).write_text(content, encoding="utf-8")


def _others(peers: Sequence[str], results: Sequence[Result]) -> list[PeerResult]:
    """What other programs took, in a page of its own beside what we took in this run."""
    found = [one for key in peers for one in measure(key)]
    if found:
        table = _table(words.peer_head(), (words.peer_line(one, results) for one in found))
        print(f"\n{table}", flush=True)
        _write(PEERS_PAGE, _page("# Speed beside other programs", words.PEERS_NOTE, table))
    return found


def _results(loads: Sequence[Load], quick: bool) -> Iterator[Result]:
    with _large_file(any(load.memory_aim is not None for load in loads)):
        for load in loads:
            rounds, patience = (5, 4.0) if quick else (7, 60.0)
            result = race(load, rounds, patience, 1 if quick else 3)
            print(words.as_line(result), flush=True)
            yield result


def _grown() -> list[Grown]:
    print(f"\n{words.growth_head()}", flush=True)
    found = []
    for one in all_grown(patience=120.0):
        print(words.growth_line(one), flush=True)
        found.append(one)
        table = _table(words.growth_head(), map(words.growth_line, found))
        _write(GROWTH_PAGE, _page("# How the time grows", words.GROWTH_NOTE, table))
    return found


@contextmanager
def _large_file(is_needed: bool) -> Iterator[None]:
    """Written by a process of its own, whose memory is nobody's."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "large.csv"
        if is_needed:
            arguments = [str(path), str(LARGE_ROWS), str(LARGE_INPUTS)]
            command = [sys.executable, "-m", "benchmarks.speed.large_file", *arguments]
            subprocess.run(command, check=True, cwd=ROOT)
        os.environ["LARGE_FILE"] = str(path)
        yield


def page_of(results: Sequence[Result], is_whole: bool = True) -> str:
    parts = [INTRODUCTION, _table(words.head(), map(words.as_line, results))]
    if not is_whole:
        parts.append(UNFINISHED)
    missed = list(_missed(results))
    if missed:
        parts += ["## Where an aim is missed", "\n".join(missed)]
    return _page("# Speed, side by side", *parts)


def _page(title: str, *parts: str) -> str:
    return "\n\n".join([title, _machine(), *parts]) + "\n"


def _missed(results: Sequence[Result]) -> Iterator[str]:
    for result in results:
        if not result.is_hit:
            yield f"- {result.load.name}: {missed_by(result)} {reason(result)}"


def rows_of(results: Sequence[Result], others: Sequence[PeerResult], grown: Sequence[Grown]) -> list[dict[str, object]]:
    """One row per load and algorithm, with what other programs took and how it grows inside."""
    return [
        {
            **words.as_row(result),
            "peers": [words.peer_row(one) for one in others if _is_about(one, result)],
            "growth": [words.growth_row(one) for one in grown if one.growing.name == result.load.name],
            "machine": words.machine(),
        }
        for result in results
    ]


def _is_about(one: PeerResult, result: Result) -> bool:
    return (one.load, one.algorithm) == (result.load.key, result.load.algorithm)


def _table(head: str, lines: Iterable[str]) -> str:
    return "\n".join([head, *lines])


def _machine() -> str:
    return ", ".join(f"{name} {value}" for name, value in words.machine().items() if value is not None)
