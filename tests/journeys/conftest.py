"""A window with settings of its own, a small form of the bearing sample, and a small table of an analyst."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.data.samples import find_sample
from core.domain.dataset import Column, Table
from core.domain.study import Study
from core.domain.suggestion import FirstStudy
from gui import theme
from gui.settings import Settings
from gui.window import Window
from gui.wizard import opening

MACHINES = 16


def fewer_machines(table: Table) -> Table:
    """The first machines of the sample: the same story on fewer rows."""
    kept = table.column("machine").values < MACHINES
    columns = [Column(c.name, c.kind, np.asarray(c.values[kept]), c.levels) for c in table.columns]
    return replace(table, columns=tuple(columns))


def fewer_shuffles(first: FirstStudy, repeats: int) -> FirstStudy:
    study: Study = first.study
    scheme = replace(study.scheme, folds=4, repeats=repeats, max_repeats=repeats)
    plain = tuple(replace(candidate, grid={}, settings={}) for candidate in study.candidates)
    light = tuple(replace(c, settings={"trees": 10}) if c.key == "forest" else c for c in plain)
    return replace(first, study=replace(study, scheme=scheme, candidates=light))


@pytest.fixture
def repeats() -> int:
    return 2


@pytest.fixture
def small_sample(monkeypatch: pytest.MonkeyPatch, repeats: int) -> None:
    whole, study_of = find_sample, opening.sample_study  # type: ignore[attr-defined]

    def small(key: str) -> object:
        chosen = whole(key)
        table = fewer_machines(chosen.make())
        return replace(chosen, make=lambda: table)

    monkeypatch.setattr(opening, "find_sample", small)
    monkeypatch.setattr(opening, "sample_study", lambda chosen, data: fewer_shuffles(study_of(chosen, data), repeats))


@pytest.fixture
def open_window(
    qapp: QApplication, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[], Window]:
    """Each call is another start of the program on the same computer."""
    monkeypatch.setenv("EVENFOLD_HOME", str(tmp_path))
    theme.apply("light")

    def made() -> Window:
        settings = Settings()
        settings.start_early = False
        window = Window(settings)
        qtbot.addWidget(window)
        window.resize(1280, 640)
        window.show()
        return window

    return made


@pytest.fixture
def window(open_window: Callable[[], Window]) -> Iterator[Window]:
    made = open_window()
    yield made
    made.close()


@pytest.fixture
def parts_table(tmp_path: Path) -> Path:
    """120 castings with two inputs that tell something and the answer."""
    random = np.random.default_rng(3)
    lines = ["pressure,temperature,scrap"]
    for number in range(120):
        scrap = number % 2
        pressure, temperature = 5 + scrap + random.normal(), 700 + 20 * random.normal()
        lines.append(f"{pressure:.3f},{temperature:.1f},{'yes' if scrap else 'no'}")
    path = tmp_path / "castings.csv"
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path
