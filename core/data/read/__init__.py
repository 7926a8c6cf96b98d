"""Readers of table files: one file per format, all of them in READERS."""

from core.data.read.file import READERS, paste, read, read_again
from core.data.read.row import StoppedError

__all__ = ["READERS", "StoppedError", "paste", "read", "read_again"]
