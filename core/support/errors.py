"""What may be shown to an analyst: what is wrong, and how to go on."""

from core.support.text import to_one_line


class EvenfoldError(Exception):
    """An expected problem: one sentence on what is wrong and where, and a hint on what to do.

    Names of files and columns stand in these sentences; whatever they hold, a sentence stays on one line and cannot
    steer a terminal.
    """

    def __init__(self, message: str, hint: str = "") -> None:
        self.message = to_one_line(message)
        self.hint = to_one_line(hint)
        super().__init__(self.message)

    def __str__(self) -> str:
        return f"{self.message} {self.hint}".strip()


class ContentError(ValueError):
    """What is wrong inside a file of ours, in words a person may read; whoever opened the file names it."""


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
