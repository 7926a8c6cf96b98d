"""A small plan and its table, and a finished study of it."""

from pathlib import Path

from core.terminal import main

ROWS = "\n".join(f"{(i * 7) % 13 + (6 if i % 2 else 0)},{(i * 5) % 9},{'bad' if i % 2 else 'good'}" for i in range(120))
PLAN = """
title = "Small"
data = "table.csv"
row = "one part"
[columns]
target = ["quality"]
positive = "bad"
[candidates]
reference = "majority"
entries = ["naive-bayes", { algorithm = "knn", grid = { neighbours = [1, 5] } }]
[plan]
folds = 5
repeats = 2
seed = 3
"""


def write_plan(folder: Path, text: str = PLAN) -> Path:
    (folder / "table.csv").write_text("force,time,quality\n" + ROWS)
    path = folder / "plan.toml"
    path.write_text(text)
    return path


def finished_study(folder: Path) -> Path:
    kept = folder / "kept.evenfold"
    assert main(["run", str(write_plan(folder)), "--study", str(kept), "--workers", "0"]) in (0, 1)
    return kept
