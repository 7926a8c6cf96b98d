"""The laboratory of truthfulness: how often the answers are wrong, by simulation through the front door.

    OMP_NUM_THREADS=1 python -m benchmarks.truthfulness --studies 500 --out RUN.jsonl
    python -m benchmarks.truthfulness --keep RUN.jsonl     # add it to what is kept in the repository
    python -m benchmarks.truthfulness --publish            # write all pages from what is kept

Every study is drawn from a world whose truth is known and runs as a person's study does. Its fits serve all questions:
is a winner named, does the range hold the truth, what would the corrected t alone have said. One line is added to
`--out` per study, the settings in turns, so a run may be ended at any time and goes on, over days, where it and the
kept results stopped. `--report` prints the tables of what is there and runs no study.

Lines carry the version of the judge (`core/version.py`). Whether the rule of the lines is today's rule is found by
simulating study 0 of every chosen setting again: if any figure of it is another one, the run says which and does not
go on (`--verify` does only this). So code may be renamed and rewritten, and not a figure changes unseen. Where the
version was raised for other words alone, `--adopt VERSION` counts the lines of that version too, after the same check;
`--keep --adopt VERSION` gives kept lines today's version.
"""

import argparse
import sys
import tempfile
import threading
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from zlib import crc32

import numpy as np

from benchmarks.tables import Interval, Record, Truth, make_page, summarize
from benchmarks.truthfulness_lines import KEPT, Lines, add_line, find_deviation, keep_lines, read_lines
from benchmarks.truthfulness_page import publish
from benchmarks.truthfulness_settings import SEED, WORLDS, world
from benchmarks.worlds import LIBRARY, World, find_gaps, measure_models, study_of
from core.application.run_study import run_study
from core.domain.conclusion import ModelAnswer, Scope
from core.domain.dataset import Dataset
from core.domain.events import Ended
from core.domain.evidence import HALVES, MAIN
from core.domain.findings import Comparison, Findings
from core.domain.study import Study
from core.engine.run import Options
from core.engine.versions import read_versions
from core.judge.compare import compute_row_differences
from core.judge.context import ComparisonContext
from core.judge.scores import build_score_table
from core.version import JUDGE_VERSION

FRESH_ROWS = 5_000
TRAININGS_FOR_TRUTH = 400
ROWS_FOR_TRUTH = 1_000
OPTIONS = Options(executor="inline", library=LIBRARY)
OLD_RULE = "corrected-t"


def main(arguments: Sequence[str] | None = None) -> int:
    asked = _read_arguments(arguments)
    chosen = [world(key) for key in asked.settings]
    if asked.keep is not None:
        return keep(asked)
    if asked.publish:
        publish(read_lines(asked.kept), SEED)
        return 0
    judges = tuple(dict.fromkeys((JUDGE_VERSION, *asked.adopt)))
    if not asked.report:
        told = verify(chosen, read_lines(asked.kept, asked.out), judges, asked.seed)
        if told or asked.verify:
            print(told or "Study 0 of every stored setting has the same figures as before.", file=sys.stderr)
            return 1 if told else 0
        run_remaining(chosen, asked, judges)
    find_missing_truths(chosen, asked.kept, asked.out)
    found = read_lines(asked.kept, asked.out)
    wanted = [record for record in found.records(judges, asked.seed) if record.study < asked.studies]
    versions = {"judge": ", ".join(judges), "seed": str(asked.seed), **read_versions()}
    summaries = (summarize(row, wanted, found.truths) for row in chosen)
    print(make_page([one for one in summaries if one is not None], versions))
    return 0


def _read_arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.truthfulness", description=__doc__)
    parser.add_argument("--studies", type=int, default=200, help="simulated studies per setting")
    keys = [row.key for row in WORLDS]
    parser.add_argument("--settings", nargs="+", choices=keys, default=keys, metavar="KEY", help=", ".join(keys))
    place = Path(tempfile.gettempdir()) / "evenfold-truthfulness.jsonl"
    parser.add_argument("--out", type=Path, default=place, help=f"one line per study, added to; default {place}")
    parser.add_argument("--kept", type=Path, default=KEPT, help="results of earlier runs that count too")
    parser.add_argument("--seed", type=int, default=SEED, help="another seed draws other studies of the same settings")
    parser.add_argument("--report", action="store_true", help="print the tables of what is there, run no study")
    parser.add_argument("--verify", action="store_true", help="only compare study 0 of every setting with today's code")
    parser.add_argument(
        "--adopt", nargs="+", default=(), metavar="VERSION", help="earlier versions of the judge with the same rule"
    )
    parser.add_argument("--keep", nargs="*", type=Path, metavar="FILE", help="add these runs to the kept results")
    parser.add_argument("--publish", action="store_true", help="write all pages that show the kept results")
    return parser.parse_args(arguments)


def keep(asked: argparse.Namespace) -> int:
    """Add the runs to what is kept; what is adopted is of today's version from now on, if its figures are today's."""
    if asked.adopt:
        told = verify(WORLDS, read_lines(asked.kept, *asked.keep), asked.adopt, asked.seed)
        if told:
            print(told, file=sys.stderr)
            return 1
    renamed = dict.fromkeys(asked.adopt, JUDGE_VERSION)
    count = keep_lines(asked.keep, [row.key for row in WORLDS], asked.kept, renamed)
    print(f"{count} studies are kept in {asked.kept}.")
    return 0


def verify(chosen: Sequence[World], found: Lines, judges: Sequence[str], seed: int) -> str:
    """The first setting whose study 0 has another figure with today's code, in a sentence; empty if none has."""
    first = {record.world: record for record in found.records(judges, seed) if record.study == 0}
    for row in chosen:
        if row.key in first:
            told = find_deviation(first[row.key], simulate(row, 0, seed))
            if told:
                return (
                    f"Study 0 of the setting {row.key} ({row.title}) has another figure with this code: {told}. The "
                    "stored studies were judged by another rule, so nothing is added to them. If the change is meant, "
                    "raise JUDGE_VERSION and begin anew."
                )
    return ""


def run_remaining(chosen: Sequence[World], asked: argparse.Namespace, judges: Sequence[str]) -> None:
    """All settings in turns, so that any part of the run is balanced; nothing is held but counts."""
    path, seed = asked.out, asked.seed
    done = {(record.world, record.study) for record in read_lines(asked.kept, path).records(judges, seed)}
    waiting = [(row, number) for number in range(asked.studies) for row in chosen if (row.key, number) not in done]
    began = monotonic()
    with path.open("a", encoding="utf-8") as file:
        if waiting:
            versions = {**read_versions(), "date": datetime.now(UTC).date().isoformat()}
            add_line(file.fileno(), {"judge": JUDGE_VERSION, "seed": seed, "versions": versions})
        for place, (row, number) in enumerate(waiting, start=1):
            record = simulate(row, number, seed)
            add_line(file.fileno(), {"judge": JUDGE_VERSION, "seed": seed, "record": asdict(record)})
            left = (monotonic() - began) / place * (len(waiting) - place)
            sys.stderr.write(f"\r{place} of {len(waiting)} studies, about {left / 60:.0f} min left  ")


def find_missing_truths(chosen: Sequence[World], kept: Path, path: Path) -> None:
    """The truth does not depend on the rules of the judge, so it is found once for all of them."""
    known = read_lines(kept, path).truths
    missing = [row for row in chosen if row.key not in known]
    if missing:
        with path.open("a", encoding="utf-8") as file:
            for row in missing:
                add_line(file.fileno(), {"truth": asdict(find_truth(row))})


def simulate(row: World, number: int, seed: int = SEED) -> Record:
    """One whole study through the front door, and the true differences of the models trained on all its rows."""
    random = np.random.default_rng([seed, crc32(row.key.encode()), number])
    data, fresh = row.draw(row.rows, random), row.draw(FRESH_ROWS, random)
    study = study_of(row, seed=number + 1)
    ended = _carry_out(study, data)
    found = ended.findings
    assert found is not None, ended.failure
    conclusion = found.conclusion
    rows = [one for one in conclusion.rows if one.difference is not None]
    return Record(
        world=row.key,
        study=number,
        answer=conclusion.answer.value,
        answers={one.model: one.answer.value for one in conclusion.models or conclusion.rows},
        leader=conclusion.model,
        differences=[_read_difference(one) for one in rows],
        old=[_read_old_range(found, one) for one in rows],
        performances=_read_performances(study, found),
        tests={one.comparer: one.p for one in _list_tests(found, rows[0]) if one.p is not None},
        clt=_find_clt_range(study, data, ended, rows[0]),
        here=find_gaps(row, measure_models(row, data, fresh)).tolist(),
    )


def _carry_out(study: Study, data: Dataset) -> Ended:
    events = run_study(study, data, threading.Event(), threading.Event(), OPTIONS)
    return next(event for event in events if isinstance(event, Ended))


def _read_difference(row: ModelAnswer) -> Interval:
    """First the model, then what it is compared with; the range that decides, and the one by variance alone."""
    difference = row.difference
    assert difference is not None
    interval = difference.interval
    pair = (difference.first, difference.second)
    if interval is None:
        return Interval(*pair, difference.mean or 0.0)
    return Interval(
        *pair,
        difference.mean or 0.0,
        interval.low,
        interval.high,
        interval.raw_low,
        interval.raw_high,
        interval.confirmation.value,
    )


def _list_tests(found: Findings, row: ModelAnswer) -> list[Comparison]:
    assert row.difference is not None
    pair = (row.difference.first, row.difference.second)
    return [
        one
        for one in found.comparisons
        if (one.first, one.second) == pair and one.output == row.output and one.measure == row.difference.measure
    ]


def _read_old_range(found: Findings, row: ModelAnswer) -> Interval | None:
    """The corrected t alone, at the same level."""
    old = next((one for one in _list_tests(found, row) if one.comparer == OLD_RULE), None)
    if old is None or old.interval is None:
        return None
    return Interval(old.first, old.second, old.effect or 0.0, old.interval.low, old.interval.high)


def _read_performances(study: Study, found: Findings) -> dict[str, list[float]]:
    """The range of each model's own performance on the first output, at the level of as many models."""
    keys, outputs = {one.key for one in study.candidates}, study.columns.target
    return {
        one.algorithm: [one.interval.low, one.interval.high]
        for one in found.estimates
        if one.algorithm in keys
        and one.interval is not None
        and one.output == outputs[0]
        and one.measure == study.question.measure
    }


def _find_clt_range(study: Study, data: Dataset, ended: Ended, row: ModelAnswer) -> list[float] | None:
    """Bayle's range over the rows of the first repeat: mean ± z times the spread of rows over the root of rows."""
    assert row.difference is not None
    main, halves = (build_score_table(study, data, ended.run, part) for part in (MAIN, HALVES))
    context = ComparisonContext(study, data, main, halves, (), Scope.ALGORITHMS)
    output = data.outputs.index(row.output)
    pair = context.pair(row.difference.first, context.measure, output, row.difference.second, with_rows=False)
    found = compute_row_differences(context, pair, output)
    if found is None:
        return None
    values = found[0][0]
    reach = 1.959964 * float(np.std(values)) / np.sqrt(len(values))
    return [float(np.mean(values) - reach), float(np.mean(values) + reach)]


def find_truth(row: World) -> Truth:
    """The mean measure of each model over many training sets of the size the folds have, on fresh rows."""
    random = np.random.default_rng([SEED, crc32(row.key.encode())])
    values = np.array(
        [
            measure_models(row, row.draw(row.trained_on, random), row.draw(ROWS_FOR_TRUTH, random))
            for _ in range(TRAININGS_FOR_TRUTH)
        ]
    )
    mean = np.nanmean(values, axis=0)
    if row.is_equal:  # by symmetry
        mean[:] = mean.mean(axis=0)
    return Truth(row.key, mean.tolist(), find_gaps(row, mean).tolist())


if __name__ == "__main__":
    sys.exit(main())
