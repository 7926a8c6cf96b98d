"""A finished study in a file, with or without a vault, and new rows of the same kind."""

import threading
from dataclasses import replace
from pathlib import Path

import numpy as np

from core.application.run_study import run_study
from core.data.final_test_rows import split_final_test
from core.store.study_file import StudyFile
from tests.gui.finished import INLINE, parts_data, parts_study


def finished_file(folder: Path, final_test: bool = False) -> Path:
    study, data, sealed = parts_study(1), parts_data(120), None
    if final_test:
        study, found = replace(study, final_test=True), split_final_test(data)
        data, sealed = found.data, found.final_rows
    path = folder / "parts.evenfold"
    with StudyFile.create(path, study, data, sealed) as file:
        file.lock(study)
        for _ in run_study(study, data, threading.Event(), threading.Event(), INLINE, file):
            pass
    return path


def new_rows(path: Path, rows: int = 80, strange: bool = False) -> Path:
    """Rows nobody has seen; with an answer, and on request one far outside."""
    random = np.random.default_rng(9)
    lines = ["force,noise,quality"]
    for row in range(rows):
        truth = row % 2
        force = 99.0 if strange and row == 0 else truth + random.normal(0, 0.8)
        lines.append(f"{force:.5f},{random.normal():.5f},{('no', 'yes')[truth]}")
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path
