"""Every reference function keeps its contract when the inputs of its cases are damaged."""

import math
from collections.abc import Iterator
from typing import Any

import pytest

from tests.reference import golden_adapter
from tests.reference.test_golden import CASES

LABELS = ("y_true", "class_counts", "correct", "sizes")  # whole numbers by contract: never undefined
EQUAL_LENGTHS_ONLY = "roc_points"  # a curve is drawn for as many scores as answers
FIRST_CASES = [case for name, case in {case["function"]: case for case in CASES}.items() if name != EQUAL_LENGTHS_ONLY]


def damaged(case: dict[str, Any]) -> Iterator[dict[str, Any]]:
    inputs = {name: value for name, value in case["inputs"].items() if name != "comment"}
    for name, value in inputs.items():
        changes = lists_from(value, name) if isinstance(value, list) else numbers_from(value)
        yield from ({**inputs, name: changed} for changed in changes)


def lists_from(value: list[Any], name: str) -> Iterator[list[Any]]:
    same = name in LABELS
    yield from ([value[0]] * len(value), value[::-1], value[:1] if not same else value, [] if not same else value)
    if name not in LABELS:
        yield [undefined(value[0]), *value[1:]]
        yield [undefined(part) for part in value]


def undefined(value: Any) -> Any:
    return [undefined(part) for part in value] if isinstance(value, list) else None


def numbers_from(value: Any) -> Iterator[Any]:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        yield from (0, 1, -1, 2)


def numbers_in(value: Any) -> Iterator[float]:
    if isinstance(value, float):
        yield value
    elif hasattr(value, "__iter__") and not isinstance(value, str):
        for part in value:
            yield from numbers_in(part)


@pytest.mark.parametrize("case", FIRST_CASES, ids=[case["function"] for case in FIRST_CASES])
def test_that_damaged_input_gives_status_and_reason_and_only_finite_numbers(case: dict[str, Any]) -> None:
    for inputs in damaged(case):
        answer = getattr(golden_adapter, case["function"])(**inputs)
        assert answer["status"] in ("ok", "degenerate", "warning", "error")
        assert (answer["reason"] == "") == (answer["status"] == "ok")
        assert all(math.isfinite(number) for value in answer.values() for number in numbers_in(value)), inputs


def test_that_a_negative_margin_or_no_range_gives_no_verdict() -> None:
    assert golden_adapter.verdict_from_ci(-0.005, 0.02, -0.01)["verdict"] == "inconclusive"
    assert golden_adapter.verdict_from_ci(None, None, 0.01)["verdict"] == "inconclusive"


def test_that_one_fold_per_run_cannot_be_corrected() -> None:
    scores = [0.8, 0.9, 0.7], [0.7, 0.8, 0.75]
    assert golden_adapter.bayes_correlated_t(*scores, rope=0.0, runs=3)["reason"] == "k_less_than_2"
    assert golden_adapter.bayes_correlated_t(*scores, rope=0.0, runs=0)["reason"] == "k_less_than_2"
