"""What every page of the wizard is: a widget with an instruction, a primary verb and its open questions."""

from collections.abc import Callable
from typing import ClassVar, Protocol

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from core.domain.problem import Problem
from gui.wizard.state import State


class Shell(Protocol):
    """The frame around the pages, as the pages see it."""

    @property
    def state(self) -> State: ...

    def go(self, key: str) -> None:
        """Show the page of that key."""

    def announce(self, text: str) -> None:
        """Say it to the status line and to assistive technology."""


class Page(QWidget):
    """One step. The shell shows title, instruction and buttons; the page holds only its own content.

    `wide` pages fill the height themselves; the others scroll.
    """

    key: ClassVar[str] = ""
    title: ClassVar[str] = ""
    instruction: ClassVar[str] = ""
    wide: ClassVar[bool] = False

    changed = Signal()
    """The content or the labels changed: the shell asks again for buttons, problems and instruction."""

    explained = Signal(str, str, str)
    """What is focused, for the Why pane: heading, text, source."""

    def __init__(self, shell: Shell) -> None:
        super().__init__()
        self.shell = shell

    def enter(self, state: State) -> None:
        """The page is being shown: take what it shows from the state."""

    def leave(self) -> bool:
        """The person goes elsewhere; False keeps them here."""
        return True

    def primary(self) -> tuple[str, ...]:
        """Label of the primary button; empty for none."""
        return ()

    def act(self) -> None:
        """The primary button was pressed."""

    def secondary(self) -> tuple[tuple[str, Callable[[], None]], ...]:
        """Further actions of the footer."""
        return ()

    def problems(self) -> tuple[Problem, ...]:
        """What is to settle on this page; anything that blocks or asks marks the step."""
        return ()

    def subtitle(self) -> str:
        """One line under the instruction."""
        return ""
