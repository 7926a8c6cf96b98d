"""How often would this study be wrong: studies on halves, judged as the whole is; refused where they are too small."""

from dataclasses import replace

import numpy as np
import pytest

from core.domain.dataset import Dataset
from core.domain.evidence import Run
from core.domain.study import Candidate, Study
from core.engine.run import Options
from core.laboratory.demo_runner import DemoRunner, run_to_end
from core.laboratory.procedure import Subject, find_missing_need
from core.laboratory.procedures import IN_TERMINAL, PROCEDURES, find_procedure
from core.laboratory.wrong_studies import HalfStudy, WrongStudies, explain_refusal, measure_wrong_studies
from core.store.codec import from_json, to_json
from core.support.errors import DataError, StudyError
from tests.gui.finished import parts_data, parts_study

PAIR = (Candidate("lda", "lda"), Candidate("naive-bayes", "naive-bayes"))
FOUND = WrongStudies(
    "knn", "lda", "error", "quality", 0.02, 100, 0, 90,
    (HalfStudy(0.0, -0.1, 0.1), HalfStudy(0.2, 0.1, 0.3), HalfStudy(None, None, None)),
)  # fmt: skip


def inline(options: Options | None = None) -> DemoRunner:
    return DemoRunner(options or Options(executor="inline"))


def with_groups(data: Dataset, groups: int) -> Dataset:
    return replace(data, groups=np.arange(data.size) % groups, group_name="machine")


def measured(study: Study, data: Dataset, studies: int = 3) -> WrongStudies:
    found = run_to_end(measure_wrong_studies(inline(), study, data, PAIR, 0, studies))
    assert found is not None
    return found


def test_that_every_half_gets_the_range_of_its_own_study() -> None:
    found = measured(parts_study(2), parts_data(200))
    assert (found.rows, found.groups, found.train_rows) == (100, 0, 80)
    assert len(found.judged) == 3
    assert len({one.mean for one in found.studies}) > 1
    for one in found.judged:
        assert one.low is not None
        assert one.high is not None
        assert one.mean is not None
        assert one.low <= one.mean <= one.high
    assert abs(found.difference) < 0.2


def test_that_the_same_seed_gives_the_same_and_another_does_not() -> None:
    study, data = parts_study(1), parts_data(200)
    assert measured(study, data) == measured(study, data)
    assert measured(replace(study, seed=9), data) != measured(study, data)


def test_that_groups_stay_whole() -> None:
    study, data = parts_study(1), with_groups(parts_data(240), 24)
    found = measured(study, data)
    assert (found.groups, found.rows) == (12, 120)
    assert found.train_rows == 100  # 10 of 24 groups


def test_that_only_a_range_beside_the_difference_misses() -> None:
    assert FOUND.missed == 1
    assert FOUND.share == 50
    assert FOUND.standard_error > 0
    assert "Of 2 studies on random halves (100 rows each), 1 gave" in FOUND.sentence({"knn": "5 neighbors"})
    assert from_json(WrongStudies, to_json(FOUND)) == FOUND


@pytest.mark.parametrize(
    ("data", "reason"), [(parts_data(198), "200 rows"), (with_groups(parts_data(400), 23), "24 gro")]
)
def test_that_small_studies_are_refused(data: Dataset, reason: str) -> None:
    assert reason in explain_refusal(parts_study(), data)
    with pytest.raises(DataError, match=reason):
        measured(parts_study(), data)


def test_that_it_can_be_stopped() -> None:
    shop = inline()
    work = measure_wrong_studies(shop, parts_study(1), parts_data(200), PAIR, 0, 3)
    next(work)
    shop.stop.set()
    assert run_to_end(work) is None


# --- in the terminal ---


def subject_of(data: Dataset, key: str = "naive-bayes", repeats: int = 1) -> Subject:
    study = replace(parts_study(repeats), candidates=PAIR, baseline="lda")
    return Subject(study, data, Run((), complete=True), study.candidate(key), 0, {}, "4")


def test_that_the_terminal_offers_it_and_the_window_has_it_once() -> None:
    row = find_procedure("wrong")
    assert row in IN_TERMINAL
    assert row not in PROCEDURES


def test_that_the_terminal_shows_every_half_and_the_share() -> None:
    row, subject = find_procedure("wrong"), subject_of(parts_data(200))
    assert find_missing_need(row, subject.study, subject.data) is None
    found = run_to_end(row.work(inline(), subject))
    assert found is not None
    assert "of 100, standard error" in found.seen
    assert found.meaning.startswith("Approximate.")
    assert [line[0] for line in found.rows] == ["half 1", "half 2", "half 3", "half 4"]
    assert {line[-1] for line in found.rows} <= {"yes", "no"}


def test_that_its_cost_is_the_number_of_trainings() -> None:
    subject = subject_of(parts_data(200), repeats=2)
    row = find_procedure("wrong")
    assert row.count(subject) == next(row.work(inline(), subject)).total


@pytest.mark.parametrize(
    ("subject", "reason"),
    [(subject_of(parts_data(198)), "200 rows"), (subject_of(parts_data(200), "lda"), "a model beside")],
)
def test_that_the_terminal_refuses_what_says_nothing(subject: Subject, reason: str) -> None:
    with pytest.raises(StudyError, match=reason):
        run_to_end(find_procedure("wrong").work(inline(), subject))
