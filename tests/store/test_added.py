"""Shuffles added while exploring, in the study file."""

from dataclasses import replace
from pathlib import Path

from core.domain.evidence import MAIN
from core.store.study_file import StudyFile
from tests.engine.studies import inline, signature
from tests.store.test_study_file import DATA, FINDINGS, STUDY


def test_that_added_shuffles_stand_beside_the_run_and_are_no_part_of_it(tmp_path: Path) -> None:
    path, run = tmp_path / "study.evenfold", inline(STUDY, DATA)
    main = [one for one in run if one.job.part == MAIN]
    later = [replace(one, job=one.job._replace(repeat=one.job.repeat + 7)) for one in main]
    with StudyFile.create(path, STUDY, DATA) as file:
        file.lock(STUDY)
        file.append(run)
        file.save_findings(FINDINGS)
        file.append_added(later)
    with StudyFile.open(path) as file:
        assert signature(list(file.outcomes())) == signature(run)
        assert file.done() == {outcome.job for outcome in run}
        assert signature(list(file.added())) == signature(later)
        assert file.is_unchanged
