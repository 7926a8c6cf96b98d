"""The tables of the loads: Evenfold's own sample, those of scikit-learn, made ones, and public ones from a folder."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
from sklearn.datasets import load_wine

from benchmarks.speed.sets import breast_cancer, mixture, three_outputs, vehicle_like
from core.data import read_table
from core.data.prepare import prepare_dataset
from core.data.samples import find_sample
from core.domain.dataset import Dataset, Task
from core.domain.study import Columns


@dataclass(frozen=True, slots=True)
class SpeedTable:
    """A table as a CSV file that both sides read; the column to predict is its last one."""

    name: str
    path: Path
    target: str
    is_classes: bool
    rows: int
    inputs: int

    def load(self) -> Dataset:
        table = read_table(self.path)
        nominal = (self.target,) if self.is_classes and not table.column(self.target).kind.is_coded else ()
        return prepare_dataset(table, Columns(target=(self.target,), nominal=nominal))


def write_tables(folder: Path, public: Path | None) -> list[SpeedTable]:
    """Write all tables into a folder; the public ones where there is a folder with them and its manifest.json."""
    made: dict[str, Callable[[], tuple[pd.DataFrame, bool]]] = {
        "bearing": _bearing,
        "vehicle-sized": lambda: _frame(vehicle_like()),
        "breast cancer": lambda: _frame(breast_cancer()),
        "wine": _wine,
        "smooth": lambda: _frame(three_outputs()),
        "30,000 rows": lambda: _frame(mixture("30,000 rows", 30_000, 20, 2, 0.35)),
    }
    tables = [_write(folder, name, *make()) for name, make in made.items()]
    if public is None:
        return tables
    entries = {entry["name"]: entry for entry in json.loads((public / "manifest.json").read_text("utf-8"))}
    for name in ("airfoil", "segment", "sick"):
        frame = pd.read_csv(public / entries[name]["file"], na_values=["?"], skipinitialspace=True).dropna(
            axis=1, how="all"
        )
        target = entries[name]["target"]
        frame = frame[[*(column for column in frame if column != target), target]]
        tables.append(_write(folder, name, frame, entries[name]["task"] == "classification"))
    return tables


def _write(folder: Path, name: str, frame: pd.DataFrame, is_classes: bool) -> SpeedTable:
    path = folder / f"{name.replace(' ', '_').replace(',', '')}.csv"
    frame.to_csv(path, index=False)
    return SpeedTable(name, path, str(frame.columns[-1]), is_classes, len(frame), frame.shape[1] - 1)


def _frame(data: Dataset) -> tuple[pd.DataFrame, bool]:
    is_classes = data.task is Task.CLASSES
    frame = pd.DataFrame(np.round(np.asarray(data.inputs), 4), columns=list(data.features))
    frame["answer"] = [data.classes[int(one)] for one in data.targets[:, 0]] if is_classes else data.targets[:, 0]
    return frame, is_classes


def _wine() -> tuple[pd.DataFrame, bool]:
    bunch = load_wine(as_frame=True)
    return bunch.data.assign(answer=[f"kind {one}" for one in bunch.target]), True


def _bearing() -> tuple[pd.DataFrame, bool]:
    """Without its machines: the idiom would not keep them whole."""
    sample = find_sample("bearing")
    data = prepare_dataset(sample.make(), sample.columns)
    return _frame(data)
