"""`final-test FILE.evenfold`: open the final test rows of a finished study, once."""

from dataclasses import replace
from pathlib import Path
from textwrap import fill

from core.application.open_final_test import open_and_count_final_test
from core.domain.final_test import FinalTestResult
from core.report.plain import as_json
from core.store.codec import to_json
from core.store.study_file import StudyFile
from core.store.timestamps import format_time
from core.support.errors import StoreError
from core.terminal.terminal_history import open_history_aloud
from core.terminal.terminal_output import write_text
from core.wording.final_test_text import word_final_test

WIDTH = 100


def open_final_test_rows(path: Path, out: Path | None) -> int:
    """What the final test rows say; what was opened before is told again, not opened again.

    The JSON leaves out the packed predictions, which only a check can read."""
    with StudyFile.open(path) as file:
        known = file.final_test()
        if known is None and file.read_only:
            raise StoreError(f"{path} is open elsewhere or cannot be written.", "Close it there first.")
        reading, note = (known, "") if known else open_and_count_final_test(file, open_history_aloud(file.study, path))
        words = word_final_test(file.study, file.data, reading)
    if out is not None:
        write_text(out, as_json({**to_json(replace(reading, answers={})), "text": list(words)}))
    if out is None or str(out) != "-":
        print("\n".join(_worded(words, reading, known is not None, note)))
    return 0


def _worded(words: tuple[str, ...], reading: FinalTestResult, was_open: bool, note: str) -> list[str]:
    before = f"The final test rows were opened {format_time(reading.opened_at)}."
    opened = before if was_open else "The final test rows are open now, and stay open."
    return [fill(text, WIDTH) for text in (opened, *words, note) if text]
