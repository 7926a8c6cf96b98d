"""The sample studies, in the order they are offered."""

from core.data.sample.bearing import BEARING
from core.data.sample.corrosion import CORROSION
from core.data.sample.defects import DEFECTS
from core.data.sample.no_difference import SAME
from core.data.sample.propeller import PROPELLER
from core.data.sample.sample_study import Sample
from core.data.sample.vendor import VENDOR
from core.support.errors import DataError

SAMPLES: tuple[Sample, ...] = (BEARING, CORROSION, PROPELLER, DEFECTS, VENDOR, SAME)


def find_sample(key: str) -> Sample:
    for found in SAMPLES:
        if found.key == key:
            return found
    known = ", ".join(found.key for found in SAMPLES)
    raise DataError(f"There is no sample '{key}'.", hint=f"Samples: {known}.")
