"""All measures of a finished run, for the window and the terminal."""

from core.domain.findings import MeasureRow
from core.judge.measure_table import list_measures, measure_all

__all__ = ["MeasureRow", "list_measures", "measure_all"]
