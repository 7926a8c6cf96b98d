"""What the final test rows say of each model, beside what the study had promised."""

from base64 import b64encode
from dataclasses import replace

import numpy as np
import pytest

from core.domain.evidence import MAIN, FitResult, Job
from core.domain.final_test import FinalTestResult
from core.domain.findings import Estimate, Findings, Interval
from core.judge.judge_final_test import judge_final_test
from core.store.codec import pack_array
from core.store.final_test_record import unpack_predictions
from core.wording.final_test_text import word_final_test
from tests.history.histories import findings_of
from tests.judge.worlds import class_data, number_data, study_of, wrong_on

SEALED = class_data(100)
STUDY = study_of(SEALED)
CONCLUSION = findings_of(0.03, 0.05).conclusion


def findings(low: float, high: float, **changes: object) -> Findings:
    promised = Estimate("forest", "error", "fault", (low + high) / 2, None, Interval(low, high, 0.95, "t"), (), "kfold")
    return Findings((replace(promised, **changes),), (), (), CONCLUSION)  # type: ignore[arg-type]


def answered(wrong: int) -> dict[str, FitResult]:
    predicted = wrong_on(SEALED, range(wrong))
    return {"forest": FitResult(Job(MAIN, 0, 0, "forest"), np.arange(100), predicted)}


@pytest.mark.parametrize(
    ("wrong", "promised", "told"),
    [
        (10, (0.05, 0.15), ", inside the range from the study, 5 to 15."),
        (15, (0.05, 0.15), ", inside the range from the study, 5 to 15."),
        (20, (0.05, 0.15), ", outside the range from the study, 5 to 15; the two ranges overlap."),
        (60, (0.05, 0.15), ", worse than the range from the study, 5 to 15."),
        (1, (0.2, 0.3), ", better than the range from the study, 20 to 30."),
    ],
)
def test_that_a_figure_is_told_beside_its_forecast(wrong: int, promised: tuple[float, float], told: str) -> None:
    (line,) = judge_final_test(STUDY, SEALED, findings(*promised), answered(wrong))
    assert line.value == pytest.approx(wrong / 100)
    (text,) = word_final_test(STUDY, SEALED, FinalTestResult("", 100, (line,)))
    assert text.endswith(f" on 100 final test rows{told}")


@pytest.mark.parametrize("other", [{"algorithm": "tree"}, {"measure": "auc"}, {"output": "x"}, {"scheme": "holdout"}])
def test_that_only_its_own_promise_is_held_against_a_model(other: dict[str, str]) -> None:
    (line,) = judge_final_test(STUDY, SEALED, findings(0.05, 0.15, **other), answered(60))
    assert line.forecast is None


def test_that_several_outputs_are_named_and_a_measure_without_a_value_is_said() -> None:
    data = number_data(30, ("force", "wear"))
    study = study_of(data, measure="relative")
    targets = data.targets.copy()
    targets[0, 1] = 0.0
    outcomes = {"forest": FitResult(Job(MAIN, 0, 0, "forest"), np.arange(30), data.targets * 1.1)}
    first, second = judge_final_test(study, replace(data, targets=targets), Findings((), (), (), CONCLUSION), outcomes)
    assert (first.output, second.output, second.value) == ("force", "wear", None)


def test_that_stored_answers_are_read_back_and_a_missing_one_is_named() -> None:
    outcome = answered(5)["forest"]
    reading = FinalTestResult("2026-05-12", 100, (), {"forest": b64encode(pack_array(outcome.predicted)).decode()})  # type: ignore[arg-type]
    again = unpack_predictions(reading)["forest"]
    assert np.array_equal(again.predicted, outcome.predicted)  # type: ignore[arg-type]
    empty = FinalTestResult("2026-05-12", 100, (), {"forest": ""})
    with pytest.raises(ValueError, match="the answers of forest on the final test rows are missing"):
        unpack_predictions(empty)
