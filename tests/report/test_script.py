"""The script: for every sample it repeats the study outside Evenfold and gets the same numbers."""

import json
import subprocess
import sys
import threading
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest

from core.advice.first_study import sample_study
from core.application.run_study import run_study
from core.data.prepare import prepare_dataset
from core.data.sample.sample_study import Sample
from core.data.samples import SAMPLES
from core.domain.events import Ended
from core.engine.run import Options
from core.report.script import script_archive
from core.report.subject import ReportInput
from core.store.plan_record import plan_hash
from tests.report.subjects import NASTY, nasty

FEW_FOLDS = 2


def subject_of(sample: Sample) -> ReportInput:
    """The sample's own study, with one repeat of a few folds so that it is quickly done twice."""
    data = prepare_dataset(sample.make(), sample.columns)
    study = sample_study(sample, data).study
    scheme = replace(study.scheme, repeats=1, max_repeats=1, folds=min(FEW_FOLDS, study.scheme.folds))
    study = replace(study, scheme=scheme)
    *_, ended = run_study(study, data, threading.Event(), threading.Event(), Options(executor="inline"))
    assert isinstance(ended, Ended)
    assert ended.findings is not None
    return ReportInput(study, data, ended.run, ended.findings, plan_hash(study))


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.key)
def test_that_the_script_repeats_the_sample_with_the_same_numbers(sample: Sample, tmp_path: Path) -> None:
    with ZipFile(BytesIO(script_archive(subject_of(sample)))) as archive:
        archive.extractall(tmp_path)
    alone = "import runpy, sys; sys.path.insert(0, '.'); runpy.run_path('repeat_study.py', run_name='__main__')"
    done = subprocess.run(
        [sys.executable, "-I", "-c", alone], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert "numbers are the same as in the study" in done.stdout, done.stdout[-500:] + done.stderr[-2000:]
    assert done.returncode == 0


def test_that_strange_letters_survive_in_the_script() -> None:
    with ZipFile(BytesIO(script_archive(nasty()))) as archive:
        told = json.loads(archive.read("study/data.json"))
        plan = json.loads(archive.read("study/plan.json"))
    assert told["classes"] == list(nasty().data.classes)
    assert plan["title"] == nasty().study.title
    assert plan["columns"]["ignore"] == list(NASTY)
