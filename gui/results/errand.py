"""An exhibit at work beside the window: tells how far it is, can be called off, hands its result back."""

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QObject

from core.engine.run import Options
from core.laboratory.demo_runner import DemoRunner, Working, run_to_end
from gui.tasks import Task

Result = TypeVar("Result")
Order = Callable[[DemoRunner], Working[Result]]


class Errand(Task[Result]):
    """Reports a `Progress` each time a step is done."""

    def __init__(self, order: Order[Result], options: Options, parent: QObject) -> None:
        super().__init__(lambda: run_to_end(order(DemoRunner(options, self.stop)), self.tell), parent)
