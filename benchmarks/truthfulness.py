"""How often the headline claims a gap that is not there, and how often its range covers the truth; by simulation.

Run `python -m benchmarks.truthfulness --studies 200`; a run that was ended goes on where it stopped.
"""

import argparse
import json
import sys
import tempfile
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from time import monotonic
from zlib import crc32

import numpy as np

from benchmarks.tables import Record, markdown
from benchmarks.worlds import ROWS, TRAINED_ON, WORLDS, World, draw, study_of, true_gap, world
from core.application.run_study import run_study
from core.domain.conclusion import Confirmation
from core.domain.dataset import Dataset
from core.domain.events import Ended
from core.domain.study import Study
from core.engine.run import Options
from core.engine.versions import read_versions
from core.judge.cautions import measure_changing_share
from core.judge.scores import build_score_table

SEED = 20_240
FRESH_ROWS = 20_000
TRAININGS_FOR_TRUTH = 1_000
ROWS_FOR_TRUTH = 2_000
OPTIONS = Options(executor="inline", library="benchmarks.blocks")


def main(arguments: Sequence[str] | None = None) -> int:
    asked = _arguments(arguments)
    chosen = [world(key) for key in asked.settings]
    stamp = dict(read_versions())
    known = list(_read(asked.out, stamp))
    done = {(record.world, record.study) for record in known}
    waiting = [(row, i) for i in range(asked.studies) for row in chosen if (row.key, i) not in done]
    known += _simulated(waiting, asked.out, stamp)
    wanted = [record for record in known if record.study < asked.studies]
    truths = {row.key: truth(row) for row in chosen}
    print(markdown(chosen, wanted, truths, stamp))
    return 0


def _arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.truthfulness", description=__doc__)
    parser.add_argument("--studies", type=int, default=200, help="simulated studies per setting")
    keys = [row.key for row in WORLDS]
    parser.add_argument("--settings", nargs="+", choices=keys, default=keys, metavar="KEY", help=", ".join(keys))
    place = Path(tempfile.gettempdir()) / "evenfold-truthfulness.jsonl"
    parser.add_argument("--out", type=Path, default=place, help=f"one line per study, added to; default {place}")
    return parser.parse_args(arguments)


def _read(path: Path, stamp: Mapping[str, str]) -> Iterator[Record]:
    """The studies of earlier runs with the same versions."""
    if not path.exists():
        return
    for line in path.read_text("utf-8").splitlines():
        kept = json.loads(line)
        if kept["versions"] == stamp:
            yield Record(**kept["record"])


def _simulated(waiting: Sequence[tuple[World, int]], path: Path, stamp: Mapping[str, str]) -> Iterable[Record]:
    began, found = monotonic(), []
    with path.open("a", encoding="utf-8") as file:
        for place, (row, number) in enumerate(waiting, start=1):
            record = simulate(row, number)
            file.write(json.dumps({"versions": stamp, "record": asdict(record)}) + "\n")
            file.flush()
            found.append(record)
            left = (monotonic() - began) / place * (len(waiting) - place)
            sys.stderr.write(f"\r{place} of {len(waiting)} studies, about {left / 60:.0f} min left  ")
    return found


def simulate(row: World, number: int) -> Record:
    """One whole study through the front door, and the true gap of the two models trained on all its rows."""
    random = np.random.default_rng([SEED, crc32(row.key.encode()), number])
    data, fresh = draw(row, ROWS, random), draw(row, FRESH_ROWS, random)
    study = study_of(row, seed=number + 1)
    ended = _carried_out(study, data)
    found, main = ended.findings, build_score_table(study, data, ended.run)
    assert found is not None, ended.failure
    conclusion = found.conclusion
    difference = conclusion.rows[0].difference
    assert difference is not None
    interval = difference.interval
    low, high = (interval.low, interval.high) if interval is not None else (0.0, 0.0)
    return Record(
        world=row.key,
        study=number,
        outcome=conclusion.reason.value,
        answer=conclusion.answer.value,
        effect=difference.mean or 0.0,
        low=low,
        high=high,
        generalises=None if interval is None else interval.confirmation is Confirmation.CONFIRMED,
        changing=max(measure_changing_share(main, candidate.key) or 0.0 for candidate in study.candidates),
        true_here=true_gap(row, data, fresh),
    )


def _carried_out(study: Study, data: Dataset) -> Ended:
    events = run_study(study, data, threading.Event(), threading.Event(), OPTIONS)
    return next(event for event in events if isinstance(event, Ended))


def truth(row: World) -> float:
    """The gap of the algorithms: 0 by symmetry, or the mean over many training sets of the size the folds have."""
    if row.is_equal:
        return 0.0
    random = np.random.default_rng([SEED, crc32(row.key.encode())])
    gaps = [
        true_gap(row, draw(row, TRAINED_ON, random), draw(row, ROWS_FOR_TRUTH, random))
        for _ in range(TRAININGS_FOR_TRUTH)
    ]
    return float(np.mean(gaps))


if __name__ == "__main__":
    sys.exit(main())
