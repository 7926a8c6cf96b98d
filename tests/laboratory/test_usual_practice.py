"""The samples judged the usual way: computed, not told by heart."""

import threading

import pytest

from core.data.samples import SAMPLES
from core.engine.run import Options
from core.laboratory.usual_practice import USUAL_WAYS, find_usual_way, work_out_usual_way
from core.support.errors import EngineError

INLINE = Options(executor="inline")


def test_that_every_sample_has_its_usual_way() -> None:
    assert {row.key for row in USUAL_WAYS} == {row.key for row in SAMPLES}


@pytest.mark.parametrize("row", USUAL_WAYS, ids=lambda row: row.key)
def test_that_every_way_has_its_words(row: object) -> None:
    assert all(getattr(row, word).strip() for word in ("title", "note", "then", "lesson", "source"))


def test_that_the_vendor_is_taken_by_the_number_and_not_by_the_range() -> None:
    told = work_out_usual_way("vendor", INLINE, threading.Event())
    assert "use vendor" in told
    assert "Unclear" in told


def test_that_training_rows_flatter_the_forest() -> None:
    told = work_out_usual_way("corrosion", INLINE, threading.Event())
    before, _, after = told.partition(find_usual_way("corrosion").then)
    assert before.count("random forest:") == after.count("random forest:") == 4
    assert figure(before, "random forest") < 0.6 * figure(after, "random forest")


def figure(text: str, name: str) -> float:
    """The first figure of a model."""
    line = next(line for line in text.splitlines() if f"{name}:" in line)
    words = line.partition(f"{name}:")[2].split()
    return next(float(word) for word in words if word.replace(".", "").isdigit())


def test_that_it_can_be_stopped() -> None:
    stop = threading.Event()
    stop.set()
    with pytest.raises(EngineError, match="stopped"):
        work_out_usual_way("propeller", INLINE, stop)
