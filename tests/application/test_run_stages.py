"""The stages of a run cover every training of it."""

from dataclasses import replace

from core.application.run_stages import StageKind, list_run_stages
from core.domain.study import SchemeKind
from core.engine.plan import list_jobs
from tests.gui.finished import parts_data, parts_study

DATA = parts_data()


def test_that_every_split_of_the_run_belongs_to_a_stage() -> None:
    study = replace(parts_study(), extra=(SchemeKind.BOOTSTRAP,))
    stages = list_run_stages(study, DATA)
    assert [stage.kind for stage in stages] == [StageKind.FOLDS, StageKind.HALVES, StageKind.EXTRA]
    splits = {(job.part, job.repeat, job.fold) for job in list_jobs(study, DATA)}
    assert sum(stage.splits for stage in stages) == len(splits)
    assert {part for stage in stages for part in stage.parts} == {part for part, _, _ in splits}


def test_that_a_run_without_halves_has_no_such_stage() -> None:
    study = parts_study()
    holdout = replace(study, scheme=replace(study.scheme, kind=SchemeKind.REPEATED_HOLDOUT))
    assert [stage.kind for stage in list_run_stages(holdout, DATA)] == [StageKind.FOLDS]
