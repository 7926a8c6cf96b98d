"""A table of predictions made elsewhere."""

from pathlib import Path

import numpy as np
import pytest

LABELS = ("good", "faulty")


@pytest.fixture
def predictions(tmp_path: Path) -> Path:
    """400 rows; the new model is right on 93 of 100, the old one on 80 of 100."""
    return written(tmp_path / "predictions.csv")


def written(path: Path, rows: int = 400) -> Path:
    random = np.random.default_rng(5)
    truth = np.arange(rows) % 2
    answers = [np.where(random.random(rows) < right, truth, 1 - truth) for right in (0.80, 0.93, 0.85)]
    scores = [np.clip(one * 0.6 + random.random(rows) * 0.4, 0, 1) for one in answers]
    lines = ["part,machine,truth,old,new,third,old_score,new_score"]
    for row in range(rows):
        labels = ",".join(LABELS[int(one[row])] for one in (truth, *answers))
        lines.append(f"P{row},M{row % 40},{labels},{scores[0][row]:.3f},{scores[1][row]:.3f}")
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path
