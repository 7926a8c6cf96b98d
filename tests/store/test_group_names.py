"""Names of groups are data of the person: kept in the file, not in a copy without data."""

from dataclasses import replace
from pathlib import Path

import numpy as np

from core.store.study_file import StudyFile
from tests.gui.finished import parts_data, parts_study

NAMES = ("Ada", "Bo & Co", "Cé")


def test_that_names_of_groups_are_kept_but_not_sent_without_the_data(tmp_path: Path) -> None:
    path, bare, data = tmp_path / "whole.evenfold", tmp_path / "bare.evenfold", parts_data()
    named = replace(data, groups=np.arange(data.size) % 3, group_name="ward", group_names=NAMES)
    with StudyFile.create(path, parts_study(), named) as file:
        file.copy_to(bare, with_data=False)
    with StudyFile.open(path) as file:
        assert file.data.group_names == NAMES
    assert b"Ada" in path.read_bytes()
    assert b"Ada" not in bare.read_bytes()
