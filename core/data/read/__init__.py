"""Readers of table files: one file per format, all of them in READERS."""

from core.data.read.reader import StoppedError
from core.data.read.table_file import READERS, parse_pasted, read_table, reread_table

__all__ = ["READERS", "StoppedError", "parse_pasted", "read_table", "reread_table"]
