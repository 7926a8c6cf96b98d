"""Verify a study file: its plan, its data, its splits and every number."""

from pathlib import Path

from core.domain.verified_part import VerifiedPart
from core.engine.run import Options
from core.store.study_file import StudyFile
from core.verification.study_checks import check_study_file, summarize_checks

__all__ = ["Options", "check_study", "summarize_checks"]


def check_study(path: Path, retrain: Options | None = None) -> tuple[VerifiedPart, ...]:
    """With `retrain` every training is done again and must give the same predictions."""
    with StudyFile.open(path, only_read=True) as file:
        return tuple(check_study_file(file, retrain))
