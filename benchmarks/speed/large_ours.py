"""W8 by Evenfold: the large file read and prepared as the program does it, then ten folds of naive Bayes."""

import os
from functools import partial
from pathlib import Path

from benchmarks.speed.contender import processor_seconds
from benchmarks.speed.notes import SECONDS_READING
from benchmarks.speed.ours import carried_out, study_of, values
from benchmarks.speed.row import Answer, Load, Work
from core.data import read_table
from core.data.prepare import prepare_dataset
from core.domain.study import Candidate, Columns, SchemeChoice


def work_of(load: Load, who: str, scale: int = 1, shuffles: int = 1) -> Work:
    return partial(_work, Path(os.environ["LARGE_FILE"]))


def _work(path: Path) -> Answer:
    began = processor_seconds()
    data = prepare_dataset(read_table(path), Columns(target=("class",)))
    reading = processor_seconds() - began
    candidate = Candidate("naive-bayes", "naive-bayes", {"spread_floor": 0.0})
    study = study_of(candidate, SchemeChoice(folds=10, repeats=1, max_repeats=1), "error")
    errors = sorted(values(carried_out(study, data), candidate.key)["error"])
    return {"error": errors, SECONDS_READING: [reading]}
