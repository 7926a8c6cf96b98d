"""The algorithms that can be entered in a study."""

from core.algorithms.neighbours import KNN, MEMORISER
from core.algorithms.row import Algorithm
from core.algorithms.trivial import GIVEN, MAJORITY, MEAN, MEDIAN
from core.errors import StudyError

ALGORITHMS: tuple[Algorithm, ...] = (
    MAJORITY,
    MEAN,
    MEDIAN,
    KNN,
    MEMORISER,
    GIVEN,
)


def algorithm(key: str) -> Algorithm:
    found = next((row for row in ALGORITHMS if row.key == key), None)
    if found is None:
        known = ", ".join(row.key for row in ALGORITHMS)
        raise StudyError(f'There is no algorithm "{key}".', hint=f"Choose one of: {known}.")
    return found
