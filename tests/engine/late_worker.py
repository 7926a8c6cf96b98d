"""A worker process that is slow to start, as on a busy computer."""

import time

from core.engine.worker_process import serve_parent

LATE = 5.0


def serve_late(*arguments: object) -> None:
    time.sleep(LATE)
    serve_parent(*arguments)  # type: ignore[arg-type]
