"""Every reference case: the same answer as the independent sources named in it."""

import json
import math
from pathlib import Path
from typing import Any

import pytest

from tests.reference import golden_adapter


def load_cases(name: str) -> list[dict[str, Any]]:
    cases: list[dict[str, Any]] = json.loads((Path(__file__).parent / name).read_text(encoding="utf-8"))["cases"]
    return cases


CASES = load_cases("golden.json")
SECOND_CASES = load_cases("golden2.json")


def agrees(got: Any, expected: Any, case: dict[str, Any]) -> bool:
    """Stricter than the tolerance rule alone: an undefined number must be None, never NaN."""
    if expected is None:
        return got is None
    if isinstance(expected, dict):
        return got.keys() == expected.keys() and all(agrees(got[key], expected[key], case) for key in expected)
    if isinstance(expected, list):
        return len(got) == len(expected) and all(agrees(*pair, case) for pair in zip(got, expected, strict=True))
    if isinstance(expected, (bool, str)):
        return bool(got == expected)
    return got is not None and math.isclose(got, expected, rel_tol=case["rel_tol"], abs_tol=case["abs_tol"])


@pytest.mark.parametrize("case", [*CASES, *SECOND_CASES], ids=lambda case: case["id"])
def test_that_a_reference_case_is_met(case: dict[str, Any]) -> None:
    inputs = {name: value for name, value in case["inputs"].items() if name != "comment"}
    answer = getattr(golden_adapter, case["function"])(**inputs)
    wrong = {
        name: (answer.get(name), expected)
        for name, expected in case["expected"].items()
        if not agrees(answer.get(name), expected, case)
    }
    assert not wrong


def test_that_the_copy_of_the_cases_is_whole() -> None:
    assert (len(CASES), len(SECOND_CASES)) == (179, 54)
    assert len({case["function"] for case in CASES}) == 77
