"""Outcomes that lie in the study file beside its run: repeats added while exploring, work after the folds."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from core.domain.evidence import ADDED, EXPLAINED, MAIN, STRONG_DEFAULT
from core.store.study_file import StudyFile
from tests.engine.studies import inline, signature
from tests.store.test_study_file import DATA, FINDINGS, STUDY


@pytest.mark.parametrize("part", [ADDED, STRONG_DEFAULT, EXPLAINED])
def test_that_such_outcomes_are_no_part_of_the_run(tmp_path: Path, part: str) -> None:
    path, run = tmp_path / "study.evenfold", inline(STUDY, DATA)
    beside = [replace(one, job=one.job._replace(part=part)) for one in run if one.job.part == MAIN]
    with StudyFile.create(path, STUDY, DATA) as file:
        file.lock(STUDY)
        file.append(run)
        file.save_findings(FINDINGS)
        file.append_beside(beside)
    with StudyFile.open(path) as file:
        assert signature(list(file.outcomes())) == signature(run)
        assert file.done() == {outcome.job for outcome in run}
        assert signature(list(file.beside(part))) == signature(beside)
        assert len(file.beside()) == (0 if part == ADDED else len(beside))
        assert file.is_unchanged


def test_that_rises_effects_and_training_values_come_back_bit_for_bit(tmp_path: Path) -> None:
    outcome = next(one for one in inline(STUDY, DATA) if one.job.part == MAIN)
    rises, effects = np.array([[0.1, np.nan], [1 / 3, -2.0]]), np.arange(6.0).reshape(2, 3) / 7
    stored = replace(
        outcome, job=outcome.job._replace(part=EXPLAINED), rises=rises, effects=effects, training_values=(0.1, 1 / 3)
    )
    with StudyFile.create(tmp_path / "study.evenfold", STUDY, DATA) as file:
        file.append_beside([stored])
        (found,) = file.beside()
    assert found.rises is not None
    assert found.effects is not None
    assert np.array_equal(found.rises, rises, equal_nan=True)
    assert np.array_equal(found.effects, effects)
    assert found.training_values == (0.1, 1 / 3)
