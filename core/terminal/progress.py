"""A progress bar on a terminal, plain lines otherwise."""

import sys
from time import monotonic
from typing import TextIO

from core.terminal.terminal_output import rewrite_line

WIDTH = 30
PLAIN_LINES = 10  # how many lines a run writes where no bar can be drawn


class Progress:
    """Draws at most ten times a second; where the output is no terminal it writes a line per tenth of the work.

    `counted` is what the work consists of."""

    def __init__(self, stream: TextIO | None = None, counted: str = "trainings") -> None:
        self._counted = counted
        self._stream = stream or sys.stderr
        self._is_terminal = self._stream.isatty()
        self._last_drawn = 0.0
        self._last_line = -1

    def show(self, done: int, total: int, seconds_left: float | None) -> None:
        if self._is_terminal:
            self._draw(done, total, seconds_left)
        elif total and done * PLAIN_LINES // total > self._last_line:
            self._last_line = done * PLAIN_LINES // total
            self._write(f"{done} of {total} {self._counted}{left_text(seconds_left)}\n")

    def _draw(self, done: int, total: int, seconds_left: float | None) -> None:
        if done < total and monotonic() - self._last_drawn < 0.1:
            return
        self._last_drawn = monotonic()
        filled = WIDTH * done // max(1, total)
        bar = "█" * filled + "·" * (WIDTH - filled)
        rewrite_line(self._stream, f"{bar} {done} of {total} {self._counted}{left_text(seconds_left):<24}")
        self._stream.flush()

    def finish(self) -> None:
        if self._is_terminal:
            self._write("\n")

    def _write(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()


def left_text(seconds: float | None) -> str:
    """Honest words for the time left: ", about 3 min left"."""
    if seconds is None:
        return ""
    if seconds < 60:
        return ", under a minute left"
    minutes = round(seconds / 60)
    if minutes < 60:
        return f", about {minutes} min left"
    return f", about {minutes // 60} h {minutes % 60} min left"
