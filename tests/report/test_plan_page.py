"""The plan on paper: everything the lock fixes, who fixed it, and the fingerprint."""

from dataclasses import replace

import pytest

from core.advice.first_study import sample_study
from core.data.prepare import prepare_dataset
from core.data.samples import SAMPLES, find_sample
from core.domain.dataset import Dataset
from core.domain.study import Study, Tuning, TuningKind
from core.report.blocks import Grid
from core.report.pages import pages
from core.report.plan_page import plan_document
from core.store.plan_record import plan_hash


def planned(key: str) -> tuple[Study, Dataset]:
    chosen = find_sample(key)
    data = prepare_dataset(chosen.make(), chosen.columns)
    return sample_study(chosen, data).study, data


@pytest.mark.parametrize("key", [row.key for row in SAMPLES])
def test_that_every_sample_has_its_claim_candidates_and_fingerprint_on_paper(key: str) -> None:
    study, data = planned(key)
    made = plan_document(study, data)
    html = pages(made).html
    assert plan_hash(study) in html
    assert "before any test row was scored" in html
    tables = [block for block in made.front if isinstance(block, Grid)]
    models = next(table for table in tables if table.head[:1] == ("model",))
    assert len(models.rows) == len(study.candidates)
    assert sum(row[1].startswith("baseline") for row in models.rows) == 1


def test_that_paper_tells_what_nobody_confirmed() -> None:
    study, data = planned("defects")
    rows = [row for block in plan_document(study, data).front if isinstance(block, Grid) for row in block.rows]
    said = {row[0]: row[1:] for row in rows}
    assert said["A miss costs"] == ("20 false alarms", "assumed by Evenfold")
    assert said["Folds"] == ("10", "assumed by Evenfold")


def test_that_paper_tells_of_no_combinations_where_nothing_is_tuned() -> None:
    study, data = planned("bearing")
    entered = tuple(replace(one, grid={"leaf": (1, 5)}) for one in study.candidates)
    made = plan_document(replace(study, candidates=entered, tuning=Tuning(TuningKind.NONE)), data)
    models = next(block for block in made.front if isinstance(block, Grid) and block.head[:1] == ("model",))
    assert {row[-1] for row in models.rows} == {"–"}
