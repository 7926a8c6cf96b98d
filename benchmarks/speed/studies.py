"""Whole studies as people run them, from the file to the printed answer, beside scikit-learn's idiom."""

import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from benchmarks.speed.measuring import ROOT, run_measured
from benchmarks.speed.tables import SpeedTable

FOLDS, REPEATS = 10, 10


@dataclass(frozen=True, slots=True)
class StudyCost:
    """Processor seconds of both sides for ten repeats of ten folds, and the most memory of a process of ours in MB.

    The idiom has carried out `folds` of the hundred; their seconds were multiplied, those of its start were not.
    """

    table: SpeedTable
    models: tuple[str, ...]
    ours: float
    idiom: float
    peak: float
    folds: int
    repeats: int

    @property
    def ratio(self) -> float:
        return self.idiom / self.ours


def measure_study(table: SpeedTable, with_boosting: bool, folds: int, repeats: int = REPEATS) -> StudyCost:
    """A simple model and a forest, both tuned as suggested, with boosting or without."""
    simple = "logistic" if table.is_classes else "linear"
    models = (simple, "forest", "boosting") if with_boosting else (simple, "forest")
    with tempfile.TemporaryDirectory() as folder:
        plan = Path(folder) / "plan.toml"
        entries = ", ".join(f'"{name}"' for name in models[1:])
        nominal = f'nominal = ["{table.target}"]\n' if table.is_classes else ""
        plan.write_text(
            f'title = "speed"\ndata = "{table.path}"\n\n[columns]\ntarget = ["{table.target}"]\n{nominal}\n'
            f'[candidates]\nbaseline = "{simple}"\nentries = [{entries}]\n\n'
            f"[plan]\nrepeats = {repeats}\nmax_repeats = {repeats}\nseed = 1\n",
            encoding="utf-8",
        )
        command = [sys.executable, ROOT / "main.py", "run", plan, "--study", Path(folder) / "s.evenfold"]
        ours = run_measured(command, codes=(0, 1, 4))  # answered, unclear, blocked: all three have done the work
    task = "classes" if table.is_classes else "numbers"
    idiom = [sys.executable, "-m", "benchmarks.speed.idiom", table.path, task]
    start = run_measured([*idiom, "0", *models]).cpu
    spent = run_measured([*idiom, str(folds), *models]).cpu
    whole = start + (spent - start) * FOLDS * repeats / folds
    return StudyCost(table, models, ours.cpu, whole, ours.peak, folds, repeats)
