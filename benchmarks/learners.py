"""How long our own algorithms take at the size of the shuttle set, and naive Bayes beside scikit-learn's.

Run `OMP_NUM_THREADS=1 python -m benchmarks.learners`; everything is measured in one run, one after the other.
"""

from collections.abc import Callable, Sequence
from time import perf_counter

import numpy as np
from sklearn.naive_bayes import CategoricalNB, GaussianNB

from core.algorithms import find_algorithm
from core.algorithms.learner import Schema
from core.domain.dataset import Floats, Kind, Task

ROWS, INPUTS, CLASSES, LEVELS = 20_000, 9, 7, 12
NUMBERS, NAMES = 5, 4  # inputs of the mixed set for naive Bayes
SHARES = (0.786, 0.155, 0.0493, 0.005, 0.003, 0.001, 0.0007)  # about those of the shuttle set
TIMES = 5  # the quickest of so many counts
LIMITS = {"c45": 5.0, "ripper": 60.0}  # seconds on one core
RATIO = 2.0


def shuttle_like(rng: np.random.Generator) -> tuple[Floats, Floats, Schema]:
    """Nine whole-numbered columns and seven very unequal classes, told apart by ranges of a few columns."""
    labels = rng.choice(CLASSES, size=ROWS, p=np.array(SHARES) / sum(SHARES))
    inputs = np.round(rng.normal(0, 20, (ROWS, INPUTS)))
    for place, weight in ((0, 30), (3, 15), (8, 20)):
        inputs[:, place] += np.round(weight * ((labels * (place + 2)) % CLASSES))
    return inputs, labels[:, None].astype(np.float64), _schema((Kind.NUMBER,) * INPUTS)


def mixed(rng: np.random.Generator) -> tuple[Floats, Floats, Schema]:
    labels = rng.integers(0, CLASSES, ROWS)
    numbers = rng.normal(size=(ROWS, NUMBERS)) + labels[:, None]
    names = (rng.integers(0, LEVELS, (ROWS, NAMES)) + labels[:, None]) % LEVELS
    kinds = (Kind.NUMBER,) * NUMBERS + (Kind.NAMES,) * NAMES
    return np.column_stack([numbers, names]), labels[:, None].astype(np.float64), _schema(kinds)


def _schema(kinds: tuple[Kind, ...]) -> Schema:
    levels = tuple(tuple(str(level) for level in range(LEVELS)) if kind.is_coded else () for kind in kinds)
    return Schema(Task.CLASSES, kinds, levels, CLASSES, 1, tuple(f"input {place}" for place in range(len(kinds))))


def seconds(work: Callable[[], object], times: int = 1) -> float:
    """The quickest of several."""
    taken = []
    for _ in range(times):
        started = perf_counter()
        work()
        taken.append(perf_counter() - started)
    return min(taken)


def train_and_predict(key: str, inputs: Floats, targets: Floats, schema: Schema) -> Callable[[], object]:
    def work() -> object:
        learner = find_algorithm(key).build({}, 1)
        learner.fit(inputs, targets, schema)
        return learner.predict(inputs)

    return work


def both_of_scikit(inputs: Floats, targets: Floats) -> Callable[[], object]:
    """Frequencies for the names and bell curves for the numbers, added up as they must be for mixed inputs."""

    def work() -> object:
        labels = targets[:, 0]
        numbers, names = inputs[:, :NUMBERS], inputs[:, NUMBERS:]
        bell = GaussianNB().fit(numbers, labels)
        counts = CategoricalNB(min_categories=LEVELS).fit(names, labels)
        joint = bell.predict_joint_log_proba(numbers) + counts.predict_joint_log_proba(names)
        return np.argmax(joint - np.log(bell.class_prior_), axis=1)

    return work


def lines() -> Sequence[str]:
    rng = np.random.default_rng(1)
    shuttle, blend = shuttle_like(rng), mixed(rng)
    own = {key: seconds(train_and_predict(key, *shuttle)) for key in LIMITS}
    bayes = seconds(train_and_predict("naive-bayes", *blend), TIMES)
    theirs = seconds(both_of_scikit(*blend[:2]), TIMES)
    bins = seconds(train_and_predict("naive-bayes-discretised", *shuttle), TIMES)
    return [
        f"{ROWS:,} rows x {INPUTS} columns of numbers, {CLASSES} classes; training and predicting all rows:",
        *(
            f"  {find_algorithm(key).title}: {own[key]:.2f} s, {own[key] / limit:.2f} of {limit:.0f} s"
            for key, limit in LIMITS.items()
        ),
        f"  {find_algorithm('naive-bayes-discretised').title}: {bins:.3f} s",
        f"{ROWS:,} rows, {NUMBERS} columns of numbers and {NAMES} of names:",
        f"  {find_algorithm('naive-bayes').title}: {bayes:.4f} s, scikit-learn's two together: {theirs:.4f} s, "
        f"ratio {bayes / theirs:.2f} (at most {RATIO:.0f})",
    ]


if __name__ == "__main__":
    print("\n".join(lines()))
