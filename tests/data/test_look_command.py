"""`look` in terminals and pipes that cannot take everything."""

import io
import json
import os
import sys
from pathlib import Path

import pytest

from core.terminal.look import look

TEXT = "Ω,k\n" + "".join(f"{row / 7:.3f},{'ab'[row % 2]}\n" for row in range(20))


@pytest.mark.parametrize("out", [None, Path("-")])
def test_that_a_terminal_without_the_letter_shows_the_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, out: Path | None
) -> None:
    (tmp_path / "a.csv").write_text(TEXT, encoding="utf-8")
    shown = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(shown, encoding="ascii"))
    assert look(tmp_path / "a.csv", out) == 0
    if out is not None:
        assert json.loads(shown.getvalue())["columns"][0]["name"] == "Ω"
    else:
        assert b"20 rows, 2 columns" in shown.getvalue()


def test_that_a_reader_that_stops_early_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.csv").write_text(TEXT, encoding="utf-8")
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w", encoding="utf-8") as closed:
        monkeypatch.setattr(sys, "stdout", closed)
        assert look(tmp_path / "a.csv", None) == 0
