"""Those taking part in a load run in turn for several rounds; medians, ratios with their spread, agreement."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from types import TracebackType
from typing import Any, Self

import numpy as np

from benchmarks.speed.row import EVERYONE, LOOP, OURS, SCIKIT, Answer, Load

ROOT = Path(__file__).parents[2]
WARM_UP = 5.0  # seconds of a round that is repeated rather than counted
ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}


@dataclass(frozen=True, slots=True)
class Pass:
    """One run of one taking part."""

    cpu: float
    wall: float
    memory: float | None
    answer: Answer


@dataclass(frozen=True, slots=True)
class Result:
    """All runs of a load by who did it, in order."""

    load: Load
    passes: Mapping[str, Sequence[Pass]]

    def middle(self, who: str, what: str = "cpu") -> float | None:
        found = [getattr(one, what) for one in self.passes.get(who, ())]
        return None if not found or None in found else float(median(found))

    def ratios(self, who: str = SCIKIT) -> list[float]:
        """How many times our processor time each round took; a round that only we ran does not count."""
        return [
            theirs.cpu / mine.cpu for theirs, mine in zip(self.passes.get(who, ()), self.passes[OURS], strict=False)
        ]

    @property
    def ratio(self) -> float:
        return float(median(self.ratios()))

    @property
    def memory_share(self) -> float | None:
        mine, theirs = self.middle(OURS, "memory"), self.middle(SCIKIT, "memory")
        return None if mine is None or theirs is None else mine / theirs

    @property
    def is_hit(self) -> bool:
        share, aim = self.memory_share, self.load.memory_aim
        return self.ratio >= self.load.aim and (aim is None or (share is not None and share <= aim))

    def agreement(self, who: str = SCIKIT) -> tuple[bool, str]:
        return agreement(self.passes[OURS][0].answer, self.passes[who][0].answer, self.load)


class Contender:
    """The process of one taking part."""

    def __init__(self, load: Load, who: str, scale: int = 1, shuffles: int = 1) -> None:
        command = [sys.executable, "-m", "benchmarks.speed.contender", load.name, who, str(scale), str(shuffles)]
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, **ONE_THREAD},
            cwd=ROOT,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None:
            self._process.kill()
        self._process.communicate()

    def wait_until_ready(self) -> None:
        self._read()

    def run(self) -> Pass:
        assert self._process.stdin is not None
        self._process.stdin.write("go\n")
        self._process.stdin.flush()
        found = self._read()
        return Pass(float(found["cpu"]), float(found["wall"]), found["memory"], found["answer"])

    def _read(self) -> Any:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("A process of the benchmark ended early; what it said is above.")
        return json.loads(line)


def race(load: Load, rounds: int, patience: float, loop_rounds: int, who: Sequence[str] = EVERYONE) -> Result:
    """Rounds in which everyone runs once, each time begun by another, until `patience` seconds are used up.

    A first round that is short only warms everyone up. Seconds are the processor's, so a busy computer gets as many.
    """
    passes: dict[str, list[Pass]] = {name: [] for name in who}
    with ExitStack() as stack:
        contenders = {name: stack.enter_context(Contender(load, name)) for name in who}
        for contender in contenders.values():
            contender.wait_until_ready()
        first = {name: contenders[name].run() for name in who}
        if sum(one.cpu for one in first.values()) > WARM_UP:
            passes = {name: [one] for name, one in first.items()}
        while (number := max(map(len, passes.values()))) < rounds:
            if number and sum(one.cpu for done in passes.values() for one in done) > patience:
                break
            turn = [*who[number % len(who) :], *who[: number % len(who)]]
            for name in turn:
                if name != LOOP or number < loop_rounds:
                    passes[name].append(contenders[name].run())
    return Result(load, passes)


def agreement(mine: Answer, theirs: Answer, load: Load) -> tuple[bool, str]:
    """Every split where the definitions coincide, else the mean of every measure; and how far apart, in words."""
    shared = sorted(set(mine) & set(theirs))
    if not shared:
        return False, "nothing to compare"
    means = max(abs(float(np.nanmean(mine[name]) - np.nanmean(theirs[name]))) for name in shared)
    if load.same:
        apart = max(_farthest(mine[name], theirs[name]) for name in shared)
        return apart <= load.close, f"every split within {apart:.1g}"
    because = f" ({load.note})" if load.note else ""
    return means <= load.close, f"means differ by {means:.1g}{because}"


def _farthest(mine: Sequence[float], theirs: Sequence[float]) -> float:
    if len(mine) != len(theirs):
        return float("inf")
    apart = np.abs(np.array(mine, dtype=float) - np.array(theirs, dtype=float))
    return float(apart.max(initial=0.0, where=~np.isnan(apart)))
