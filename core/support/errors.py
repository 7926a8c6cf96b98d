"""What may be shown to an analyst: what is wrong, and how to go on."""

from collections.abc import Callable, Mapping
from typing import Self

from core.support.text import to_one_line

ProblemWords = Callable[[str, Mapping[str, object]], tuple[str, str]]


def _write_plainly(kind: str, facts: Mapping[str, object]) -> tuple[str, str]:
    """What stands for the words where nobody who words anything was loaded: in the log of a worker."""
    return ", ".join((kind, *(f"{name} {value}" for name, value in facts.items()))), ""


_words: list[ProblemWords] = [_write_plainly]


def set_problem_words(words: ProblemWords) -> None:
    """Let a kind and its facts be worded by this from now on: sentence and hint. The room of words calls it."""
    _words[0] = words


class EvenfoldError(Exception):
    """An expected problem: one sentence on what is wrong and where, and a hint on what to do.

    Names of files and columns stand in these sentences; whatever they hold, a sentence stays on one line and cannot
    steer a terminal. Rooms of facts raise `about` a kind with its facts, which are worded when they are shown.
    """

    def __init__(self, message: str = "", hint: str = "") -> None:
        self.kind = ""
        self.facts: Mapping[str, object] = {}
        self._message, self._hint = to_one_line(message), to_one_line(hint)
        super().__init__(self._message)

    @classmethod
    def about(cls, kind: str, **facts: object) -> Self:
        """Return an error that is worded from its kind and facts."""
        error = cls()
        error.kind, error.facts = kind, facts
        return error

    @property
    def message(self) -> str:
        return to_one_line(_words[0](self.kind, self.facts)[0]) if self.kind else self._message

    @property
    def hint(self) -> str:
        return to_one_line(_words[0](self.kind, self.facts)[1]) if self.kind else self._hint

    def __str__(self) -> str:
        return f"{self.message} {self.hint}".strip()


class ContentError(ValueError):
    """What is wrong inside a file of ours, as a kind and facts (or a clause); whoever opened the file names it."""

    def __init__(self, kind: str, **facts: object) -> None:
        self.kind, self.facts = kind, facts
        super().__init__(kind)

    def __str__(self) -> str:
        return _words[0](self.kind, self.facts)[0]


class DataError(EvenfoldError):
    """A table that cannot be read, or that cannot be used as asked."""


class StudyError(EvenfoldError):
    """A study or plan file that asks for something impossible or unknown."""


class StoreError(EvenfoldError):
    """A study file or history that cannot be opened, written or trusted."""


class NoPlaceError(StoreError):
    """A file cannot be written where it is, because the disk is full or the file is gone; it can be elsewhere."""


class EngineError(EvenfoldError):
    """A run that cannot start or go on."""


class MemoryShortError(EngineError):
    """Trainings at the same time need more memory than there is; fewer at a time may fit."""


class ClusterError(EngineError):
    """A cluster that cannot be used or was lost; the study can be finished on this computer."""
