"""Every kind of line of the log is said in words, and a line of another hand is shown as it stands."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from core.domain.log_entry import LogEntry, LogKind
from core.store.study_file import StudyFile
from core.wording.log_text import TEXTS, word_log_entry
from tests.gui.routes.studies import finished_file


@pytest.mark.parametrize("kind", list(LogKind))
def test_that_every_kind_is_said_with_its_facts_or_without(kind: LogKind) -> None:
    facts = dict.fromkeys(("text", "plan", "folds", "count", "reason", "name", "now", "before", "repeats"), "7")
    whole = word_log_entry(LogEntry(kind, {**facts, "rows": "7", "model": "7"}))
    assert "(no " not in whole
    assert ("7" in whole) == ("{" in TEXTS[kind])
    assert ("(no " in word_log_entry(LogEntry(kind))) == ("{" in TEXTS[kind])


def test_that_what_happened_is_kept_as_facts_and_strange_lines_are_shown(tmp_path: Path) -> None:
    path = finished_file(tmp_path)
    with StudyFile.open(path) as file:
        kinds = [entry.kind for _, entry in file.log_entries()]
        assert (kinds.count(LogKind.LOCKED), kinds[-1]) == (1, LogKind.FINISHED)
        assert file.log_entries()[0][1].facts == {"plan": file.plan_hash}
        file.log("a remark")
    with closing(sqlite3.connect(path)) as changed, changed:
        changed.execute("INSERT INTO log (time, line, checksum) VALUES ('2026-01-01', '{\"kind\": \"praise\"}', x'00')")
    with StudyFile.open(path, only_read=True) as file:
        assert [line for _, line in file.log_lines()][-2:] == ["a remark", '{"kind": "praise"}']
