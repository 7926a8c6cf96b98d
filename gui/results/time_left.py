"""The time left in honest words: it does not flicker, and does not grow twice in a row without a word about it."""

from collections.abc import Callable

from gui import strings
from gui.results.words import time_left

SECONDS_BETWEEN = 2.0
GROWN = 1.1  # this much more than said before counts as grown


class TimeLeft:
    """Remembers what was said last."""

    def __init__(self) -> None:
        self._said: float | None = None
        self._said_at = float("-inf")
        self._times_grown = 0
        self._words = ""

    def words(self, seconds: float | None, now: float, slower: Callable[[], str]) -> str:
        """What to show now, with what `slower` says once it has grown twice; it changes at most every two seconds."""
        if now - self._said_at < SECONDS_BETWEEN and (seconds is None) == (self._said is None):
            return self._words
        has_grown = seconds is not None and self._said is not None and seconds > GROWN * self._said
        self._times_grown = self._times_grown + 1 if has_grown else 0
        self._said, self._said_at = seconds, now
        told = {"duration": time_left(seconds), "slower": slower() if self._times_grown > 1 else ""}
        self._words = strings.run.LEFT.format(**told) if seconds is not None else ""
        return self._words
