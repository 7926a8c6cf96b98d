"""The speed measurement measures what it says; how fast a machine is, no test decides."""

import numpy as np
import pytest

from benchmarks import learners


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learners, "ROWS", 600)


def test_that_the_shuttle_like_set_has_nine_columns_of_numbers_and_unequal_classes() -> None:
    inputs, targets, schema = learners.shuttle_like(np.random.default_rng(1))
    assert inputs.shape == (600, 9)
    assert not any(kind.is_coded for kind in schema.kinds)
    assert np.mean(targets == 0) == pytest.approx(0.79, abs=0.06)


def test_that_both_naive_bayes_compute_the_same_thing() -> None:
    inputs, targets, schema = learners.mixed(np.random.default_rng(1))
    ours = learners.train_and_predict("naive-bayes", inputs, targets, schema)()
    theirs = learners.both_of_scikit(inputs, targets)()
    same = np.mean(ours.predicted[:, 0] == theirs)  # type: ignore[attr-defined]
    assert same > 0.995


def test_that_every_limit_gets_a_line_with_its_share() -> None:
    text = "\n".join(learners.lines())
    for words in ("C4.5", "RIPPER", "of 5 s", "of 60 s", "ratio"):
        assert words in text
