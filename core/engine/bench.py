"""What every training of a study needs, and how it reaches other processes: by a folder, once, never with each task."""

import pickle
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from zlib import crc32

import numpy as np

from core.algorithms.learner import Learner, Schema, schema_of
from core.domain.dataset import Dataset, Integers, Task
from core.domain.evidence import TRIVIAL, Job
from core.domain.study import Candidate, Settings, Study, Tuning
from core.engine.trivial import TrivialModel
from core.schemes import as_studied
from core.statistics.measures import Context, Measure, find_measure

LIBRARY = "core.algorithms"


@dataclass(frozen=True, slots=True, eq=False)
class Training:
    """One job with what it needs: the candidate, the rows of its split, and how settings are chosen.

    `is_sample`: the training rows are a bootstrap sample, whose model is also measured on the rows it has seen.
    """

    job: Job
    candidate: Candidate
    train: Integers
    test: Integers
    tuning: Tuning
    is_sample: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Bench:
    """`library` is the module whose `find_algorithm(key)` finds algorithms; tests put their own there."""

    data: Dataset
    schema: Schema
    measure: Measure
    context: Context
    seed: int
    library: str = LIBRARY

    def build(self, candidate: Candidate, settings: Settings, seed: int) -> Learner:
        if candidate.algorithm == TRIVIAL:
            return self.trivial()
        learner: Learner = import_module(self.library).find_algorithm(candidate.algorithm).build(settings, seed)
        return learner

    def trivial(self) -> TrivialModel:
        return TrivialModel(self.measure.key, self.context)


def bench_of(study: Study, data: Dataset, library: str = LIBRARY) -> Bench:
    is_classes = data.task is Task.CLASSES
    context = Context(len(data.classes), data.positive_class if is_classes else 0, study.question.cost_ratio)
    return Bench(
        as_studied(study, data), schema_of(data), find_measure(study.question.measure), context, study.seed, library
    )


def learner_seed(seed: int, job: Job) -> int:
    """The chance of one training: decided by the study's seed and the job's coordinates."""
    coordinates = (crc32(job.part.encode()), job.repeat, job.fold, crc32(job.candidate.encode()))
    state = np.random.SeedSequence(seed, spawn_key=coordinates).generate_state(1)
    return int(state[0]) & 0x7FFFFFFF


def tuning_seed(seed: int, job: Job) -> int:
    """The chance of the T1/T2 division: the same for all candidates, so that tuning is paired too."""
    coordinates = (crc32(job.part.encode()), job.repeat, job.fold)
    return int(np.random.SeedSequence(seed, spawn_key=coordinates).generate_state(1)[0])


def write_bench(folder: Path, study: Study, data: Dataset, library: str) -> None:
    """The data for workers of this run: inputs as an array that all of them map into memory, the rest beside it."""
    np.save(folder / "inputs.npy", np.ascontiguousarray(data.inputs))
    rest = replace(data, inputs=np.empty((0, data.inputs.shape[1])))
    (folder / "rest.pickle").write_bytes(pickle.dumps((study, rest, library)))


@lru_cache(maxsize=1)
def read_bench(folder: Path) -> Bench:
    study, rest, library = pickle.loads((folder / "rest.pickle").read_bytes())  # written by our own parent process
    return bench_of(study, replace(rest, inputs=np.load(folder / "inputs.npy", mmap_mode="r")), library)
