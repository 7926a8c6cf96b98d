"""Following a procedure of the Laboratory to its end, and keeping what it found."""

import threading
from collections.abc import Callable
from typing import TypeVar

from core.engine.run import Options
from core.laboratory.demo_runner import DemoRunner, Progress, Working, run_to_end
from core.laboratory.stored_results import ResultFile, ResultStore, load_results, save_result

__all__ = [
    "DemoRunner",
    "Order",
    "Progress",
    "ResultFile",
    "ResultStore",
    "Working",
    "carry_out_procedure",
    "load_results",
    "save_result",
]

Result = TypeVar("Result")
Order = Callable[[DemoRunner], Working[Result]]
"""A procedure with everything it needs except for how training is carried out."""


def carry_out_procedure(
    order: Order[Result], options: Options, tell: Callable[[Progress], None], stop: threading.Event | None = None
) -> Result | None:
    """Return what the procedure found; None when it was stopped."""
    return run_to_end(order(DemoRunner(options, stop or threading.Event())), tell)
