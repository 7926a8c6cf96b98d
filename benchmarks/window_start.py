"""From the start of the process to a usable Home: processor seconds and memory, as one line of JSON (Linux)."""

import json
import sys
import time
from pathlib import Path

from gui.app import make_application
from gui.settings import Settings
from gui.theme import apply
from gui.window import Window


def main() -> None:
    application = make_application()
    settings = Settings()
    apply(settings.theme, settings.text_scale)
    window = Window(settings)
    window.show()
    application.processEvents()
    found = {"start, processor s": time.process_time(), "start, MB": _peak()}
    sys.stdout.write(json.dumps(found) + "\n")
    window.close()


def _peak() -> float:
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM"))


if __name__ == "__main__":
    main()
