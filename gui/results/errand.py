"""An exhibit at work beside the window: tells how far it is, can be called off, hands its result back."""

from typing import TypeVar

from PySide6.QtCore import QObject

from core.application.prepare_run import Options
from core.application.run_procedure import Order, carry_out_procedure
from gui.tasks import Task

Result = TypeVar("Result")


class Errand(Task[Result]):
    """Reports a `Progress` each time a step is done."""

    def __init__(self, order: Order[Result], options: Options, parent: QObject) -> None:
        super().__init__(lambda: carry_out_procedure(order, options, self.tell, self.stop), parent)
