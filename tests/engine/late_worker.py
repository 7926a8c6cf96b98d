"""A worker process that is slow to start, as on a busy computer."""

import time

from core.engine.worker import serve

LATE = 5.0


def serve_late(*arguments: object) -> None:
    time.sleep(LATE)
    serve(*arguments)  # type: ignore[arg-type]
