"""Many studies in one session of the window: does memory grow, does anything stay behind? On demand, for Linux.

    QT_QPA_PLATFORM=offscreen python -m benchmarks.window_soak [--studies 200]

Each study is set up, locked, run with two workers, shown on the page of its result, and left for Home. Compared are the
tenth and the last: memory, threads, open files, child processes, timers and widgets.
"""

import argparse
import gc
import os
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication

from benchmarks.speed.sets import breast_cancer
from benchmarks.window_parts import Numbers, shown_window, study, wait_until
from core.domain.study import Candidate
from gui.window import Window
from gui.wizard.pages.review import ReviewPage
from gui.wizard.state import Form, State

TENTH, GROWTH = 10, 1.10


def do_one_study(window: Window, number: int) -> None:
    plan = replace(
        study(2),
        title=f"Soak {number}",
        candidates=(Candidate("naive-bayes", "naive-bayes"), Candidate("lda", "lda")),
        **{"baseline" if hasattr(study(1), "baseline") else "reference": "naive-bayes"},
    )
    window.shell.replace_state(State(form=Form(plan, breast_cancer())))
    window.shell.go("review")
    review = window.shell.page("review")
    assert isinstance(review, ReviewPage)
    review._lock()
    wait_until(lambda: window.shell.current == "verdict", 300.0)
    assert window.shell.current == "verdict", f"study {number} did not reach its result"
    window.shell.go("home")
    wait_until(lambda: False, 0.2)


def count_everything() -> Numbers:
    gc.collect()
    status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
    children = Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    roots: list[QObject] = [application, *application.topLevelWidgets()]
    return {
        "MB": int(status["VmRSS"].split()[0]) / 1024,
        "threads": int(status["Threads"]),
        "open files": len(os.listdir("/proc/self/fd")),
        "child processes": len(children),
        "timers": sum(len(root.findChildren(QTimer)) for root in roots),
        "widgets": len(application.allWidgets()),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--studies", type=int, default=200)
    studies = parser.parse_args().studies
    with tempfile.TemporaryDirectory() as home:
        os.environ["EVENFOLD_HOME"] = home
        window, tenth = shown_window(), Numbers()
        for number in range(1, studies + 1):
            do_one_study(window, number)
            if number == min(TENTH, studies):
                tenth = count_everything()
            if number % 10 == 0:
                print(number, {name: round(value) for name, value in count_everything().items()}, flush=True)
        last = count_everything()
        window.close()
    print("| what | after the tenth | after the last |\n|---|---|---|")
    for name, value in last.items():
        print(f"| {name} | {tenth[name]:.0f} | {value:.0f} |")
    grown = [name for name, value in last.items() if value > GROWTH * tenth[name]]
    print(f"Grown by more than a tenth: {', '.join(grown) or 'nothing'}.")
    return 1 if grown else 0


if __name__ == "__main__":
    sys.exit(main())
