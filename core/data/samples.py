"""The sample studies, in the order they are offered."""

from core.data.sample.bearing import BEARING
from core.data.sample.row import Sample
from core.errors import DataError

SAMPLES: tuple[Sample, ...] = (BEARING,)


def sample(key: str) -> Sample:
    for found in SAMPLES:
        if found.key == key:
            return found
    known = ", ".join(found.key for found in SAMPLES)
    raise DataError(f"There is no sample '{key}'.", hint=f"Samples: {known}.")
