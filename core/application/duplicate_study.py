"""Duplicate a study: the same content in a file of its own, of a study with training runs or of a short one."""

from dataclasses import replace
from pathlib import Path

from core.store.short_study_file import ShortStudyFile, read_kind
from core.store.study_file import StudyFile


def duplicate_study(path: Path, target: Path) -> Path:
    """Write a copy that is called like its file; a StoreError says why it cannot be."""
    if read_kind(path) is None:
        with StudyFile.open(path, only_read=True) as file:
            file.copy_to(target)
        return target
    source = ShortStudyFile.open(path)
    try:
        source.copy_to(target)
    finally:
        source.close()
    copy = ShortStudyFile.open(target)
    try:
        copy.save(replace(copy.study, title=target.stem))
    finally:
        copy.close()
    return target
