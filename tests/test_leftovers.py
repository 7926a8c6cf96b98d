"""The guards of conftest.py: who leaves something running or open fails, who tidies up passes."""

import os
import subprocess
import sys
from pathlib import Path

SLOVENLY = """
import threading, time
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

KEPT = []

def test_thread():
    threading.Thread(target=time.sleep, args=(60,), daemon=True).start()

def test_timer(qapp):
    KEPT.append(QTimer())
    KEPT[-1].start(100)

def test_window(qapp):
    KEPT.append(QWidget())
    KEPT[-1].show()
"""
TIDY = """
import os
import threading
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

def test_thread():
    threading.Thread(target=print).start()

def test_timer(qtbot):
    timer = QTimer(singleShot=True)
    with qtbot.waitSignal(timer.timeout):
        timer.start(1)

def test_window(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    window.show()

def test_home():
    assert "evenfold-home" in os.environ["EVENFOLD_HOME"]
"""


def run_pytest(folder: Path, text: str) -> str:
    source = (Path(__file__).parent / "conftest.py").read_text(encoding="utf-8")
    (folder / "conftest.py").write_text(source.replace("SECONDS_TO_SETTLE = 60.0", "SECONDS_TO_SETTLE = 0.3"))
    (folder / "test_trial.py").write_text(text)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-o", "qt_api=pyside6", str(folder)]
    environ = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "EVENFOLD_"))}
    environ["PYTHONPATH"] = str(Path(__file__).parents[1])
    return subprocess.run(command, cwd=folder, env=environ, capture_output=True, text=True, check=False).stdout


def test_that_a_thread_a_timer_and_a_window_left_behind_fail_their_tests(tmp_path: Path) -> None:
    said = run_pytest(tmp_path, SLOVENLY)
    assert "3 passed, 3 errors" in said
    for name in ("thread", "timer", "window"):
        assert f"ERROR test_trial.py::test_{name}" in said


def test_that_tidy_tests_pass_in_a_home_of_their_own(tmp_path: Path) -> None:
    assert "4 passed" in run_pytest(tmp_path, TIDY)
