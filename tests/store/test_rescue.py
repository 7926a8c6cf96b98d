"""A study file that another program damages while it is open: noticed, and written anew from what is in memory."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from core.domain.evidence import FitResult
from core.store.study_file import StudyFile
from core.support.errors import NoPlaceError
from tests.engine.studies import inline, signature
from tests.store.test_study_file import DATA, FINDINGS, STUDY

GARBAGE = b"\xa5" * 3000


@pytest.fixture(scope="module")
def outcomes() -> list[FitResult]:
    return inline(STUDY, DATA)


def cut(path: Path) -> None:
    os.truncate(path, 5000)


def empty(path: Path) -> None:
    os.truncate(path, 0)


def write_over_start(path: Path) -> None:
    with path.open("r+b") as file:
        file.write(GARBAGE)


def write_over_all_but_start(path: Path) -> None:
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(8192)
        file.write(bytes(size - 8192))


@pytest.mark.parametrize("damage", [cut, empty, write_over_start, write_over_all_but_start])
def test_that_a_file_damaged_while_it_is_open_is_written_anew_from_memory(
    tmp_path: Path, outcomes: list[FitResult], damage: Callable[[Path], None]
) -> None:
    path, other, half = tmp_path / "study.evenfold", tmp_path / "rescued.evenfold", len(outcomes) // 2
    with StudyFile.create(path, STUDY, DATA) as file:
        file.lock(STUDY)
        locked_at = file.locked_at
        assert file.data.size == DATA.size
        file.append(outcomes[:half])
    with StudyFile.open(path) as file:
        assert file.study == STUDY
        assert file.data.size == DATA.size
        assert file.locked_at == locked_at
        assert file.plan_hash
        kept = list(file.outcomes())
        file.in_memory = kept
        damage(path)
        with pytest.raises(NoPlaceError, match="damaged by another program") as told:  # noqa: PT012
            file.append(outcomes[half:])
            kept += outcomes[half:]
            file.save_findings(FINDINGS)
        assert "Save it to another place" in told.value.hint
        file.go_on_at(other)
        file.save_findings(FINDINGS)
    with StudyFile.open(other) as rescued:
        assert signature(list(rescued.outcomes())) == signature(outcomes)
        assert rescued.findings() == FINDINGS
        assert rescued.locked_at == locked_at
        assert rescued.is_unchanged
