"""A table out of a file, the clipboard or our samples, and how it is read another way.

The names come from the rooms below as they are: there is nothing to add to them here.
"""

from core.data.read import StoppedError, parse_pasted, read_table, reread_table
from core.data.read.reader import Watch, change_choices, ignore_progress, report_progress, watch_part
from core.data.sample.literature_tables import make_waveform
from core.data.samples import SAMPLES, find_sample

__all__ = [
    "SAMPLES",
    "StoppedError",
    "Watch",
    "change_choices",
    "find_sample",
    "ignore_progress",
    "make_waveform",
    "parse_pasted",
    "read_table",
    "report_progress",
    "reread_table",
    "watch_part",
]
