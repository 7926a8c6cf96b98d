"""Predictions on the final test rows as text, so that every figure of them can be computed again."""

from base64 import b64decode, b64encode
from collections.abc import Mapping

from core.domain.evidence import FitResult, make_fit_result
from core.domain.final_test import FinalTestResult
from core.store.codec import pack_array, unpack_array
from core.support.errors import ContentError


def pack_predictions(outcome: FitResult) -> str:
    """Predictions, and scores where there are any."""
    arrays = [values for values in (outcome.predicted, outcome.scores) if values is not None]
    return " ".join(b64encode(pack_array(values)).decode() for values in arrays)


def unpack_predictions(result: FinalTestResult) -> Mapping[str, FitResult]:
    """Return the stored predictions by model; ValueError where they are damaged."""
    found = {}
    for key, text in result.answers.items():
        arrays = [unpack_array(b64decode(part, validate=True)) for part in text.split()]
        if not arrays:
            raise ContentError("final-test-answers", model=key)
        found[key] = make_fit_result(key, arrays[0], arrays[1] if len(arrays) > 1 else None)
    return found
