"""What is remembered from one start to the next."""

from pathlib import Path

import pytest
from PySide6.QtCore import QRect

from core.engine.worker import MOST_WORKERS as MOST_THAT_RUN
from gui.settings import MOST_RECENT, MOST_WORKERS, Settings


def test_that_wishes_are_remembered(settings: Settings) -> None:
    settings.theme, settings.text_scale, settings.workers, settings.time_limit = "dark", 1.5, 3, 60.0
    settings.reduce_motion = True
    again = Settings()
    assert (again.theme, again.text_scale, again.workers, again.time_limit) == ("dark", 1.5, 3, 60.0)
    assert again.reduce_motion


def test_that_a_first_start_has_sensible_values(settings: Settings) -> None:
    assert (settings.theme, settings.text_scale, settings.workers, settings.time_limit) == ("system", 1.0, 0, 0.0)
    assert settings.recent == ()


def test_that_text_size_stays_within_reason(settings: Settings) -> None:
    settings.text_scale = 9.0
    assert settings.text_scale == 2.0
    settings.text_scale = 0.1
    assert settings.text_scale == 0.8


def test_that_the_newest_study_comes_first_and_only_once(settings: Settings) -> None:
    for number in range(25):
        settings.remember(Path(f"/studies/{number}.evenfold"))
    settings.remember(Path("/studies/5.evenfold"))
    assert settings.recent[0] == str(Path("/studies/5.evenfold"))
    assert len(settings.recent) == MOST_RECENT
    assert len(set(settings.recent)) == MOST_RECENT


def test_that_a_study_can_be_forgotten(settings: Settings) -> None:
    settings.remember(Path("/a.evenfold"))
    settings.forget(str(Path("/a.evenfold")))
    assert settings.recent == ()


def test_that_a_vanished_folder_of_studies_is_not_used(settings: Settings, tmp_path: Path) -> None:
    settings.studies = tmp_path / "gone"
    assert settings.studies.is_dir()
    (tmp_path / "kept").mkdir()
    settings.studies = tmp_path / "kept"
    assert settings.studies == tmp_path / "kept"


def test_that_a_damaged_settings_file_does_no_harm(settings: Settings) -> None:
    settings._file.setValue("text_scale", "large")
    assert settings.text_scale == 1.0


@pytest.mark.parametrize(
    "found", ["", "nan", "inf", "-inf", "1e400", "x" * 5000, "a, b", None, ["1", "2"], QRect(1, 2, 3, 4)]
)
def test_that_no_content_of_the_settings_file_stops_a_start(settings: Settings, found: object) -> None:
    """An unknown theme, and a number that is none, once ended every start in a fault."""
    keys = ("theme", "text_scale", "workers", "niceness", "time_limit", "start_early", "reduce_motion", "recent")
    for key in (*keys, "geometry", "studies", "folders/table", "cluster/address", "checked"):
        settings._file.setValue(key, found)
    again = Settings()
    assert (again.theme, again.text_scale, again.workers) == ("system", 1.0, 0)
    assert (again.niceness, again.time_limit, again.start_early, again.reduce_motion) == (5, 0.0, True, False)
    assert all(isinstance(path, str) for path in again.recent)
    assert again.geometry.isEmpty()
    assert again.studies.is_dir()
    assert again.folder_of("table") is None


def test_that_numbers_of_the_settings_file_are_bounded(settings: Settings) -> None:
    for key, number in (("workers", 1e9), ("time_limit", -5), ("niceness", -3)):
        settings._file.setValue(key, number)
    assert (settings.workers, settings.time_limit, settings.niceness) == (MOST_WORKERS, 0.0, 0)
    assert MOST_WORKERS == MOST_THAT_RUN
