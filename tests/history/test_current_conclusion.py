"""What the history tells about rows, openings and links, to the word and at the edges."""

import sqlite3
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from core.domain.conclusion import Reason
from core.domain.final_test import FinalTestLine, FinalTestResult
from core.history.history import DataMatch, History
from core.history.history_file import MOST_MISSING, VERSION, Link, broken, chained
from core.history.history_records import Known
from core.history.row_matching import SharedRows
from core.support.errors import StoreError
from tests.history.histories import data_of, findings_of, study_of, table_of, taken

DATA = data_of()  # five inputs and an answer
READING = FinalTestResult(
    "2026-05-12T10:00:00+00:00", 40, (FinalTestLine("forest", "fault", "error", 0.1, None, None),)
)


@pytest.fixture
def ledger(tmp_path: Path) -> History:
    return History.open(tmp_path / "history.sqlite")


@pytest.mark.parametrize(
    ("of_old", "of_new", "columns", "told"),
    [
        (0.75, 1.0, 6, "25 in 100 of its rows are gone"),
        (1.0, 0.6, 6, "40 in 100 of the rows here are new"),
        (0.9, 0.8, 4, "10 in 100 of its rows are gone; 20 in 100 of the rows here are new; 4 columns then, 6 now"),
        (0.996, 0.996, 6, "the columns differ"),
        (0.994, 1.0, 6, "1 in 100 of its rows are gone"),
        (1.0, 0.994, 6, "1 in 100 of the rows here are new"),
    ],
)
def test_that_what_is_gone_and_new_is_told(of_old: float, of_new: float, columns: int, told: str) -> None:
    known = Known("d", "Bearings", 200, columns, (), "")
    assert DataMatch(known, SharedRows(of_old, of_new), False, 1).told(DATA) == f"This is Bearings, changed: {told}."
    assert DataMatch(known, SharedRows(of_old, of_new), True, 1).told(DATA) == "These are the rows of Bearings."


def test_that_the_same_rows_come_before_rows_that_share_some_and_those_that_share_most_before_others(
    ledger: History,
) -> None:
    table = table_of()
    for place, rows in enumerate((100, 150, 200)):
        study, data = study_of(place + 1), data_of(taken(table, np.arange(rows)))
        ledger.record(study, data, f"plan-{rows}", False)
    found = ledger.find_matches(data_of(taken(table, np.arange(150))))
    assert [(one.exact, one.known.rows) for one in found] == [(True, 150), (False, 100), (False, 200)]
    assert [round(one.shared.of_old, 2) for one in found] == [1.0, 1.0, 0.75]


def test_that_an_opened_final_test_rows_is_known_once_and_for_its_rows_only(ledger: History) -> None:
    study, other = replace(study_of(), final_test=True), data_of(table_of(seed=9))
    ledger.record(study, DATA, "plan", True, findings_of(0.03, 0.05))
    ledger.record(replace(study, seed=5), other, "other", False)
    assert ledger.describe_used_final_test(study, DATA) == ""
    for _ in range(2):
        ledger.record_final_test_opening(study, DATA, "plan", READING)
    (opening,) = ledger.final_tests()
    assert (opening.plan_hash, opening.rows, opening.title, opening.text) == (
        "plan",
        40,
        "Bearing faults",
        "Random forest: 10 errors per 100 rows on 40 final test rows.",
    )
    assert (len(ledger.final_tests(DATA)), len(ledger.final_tests(other))) == (1, 0)
    assert ledger.describe_used_final_test(study, DATA) == (
        "The final test rows of this data were opened on 2026-05-12 in 'Bearing faults': what they hold was seen."
    )
    assert ledger.describe_used_final_test(replace(study, final_test=False), DATA) == ""
    assert ledger.describe_used_final_test(study, other) == ""


def test_that_only_another_answer_to_a_finished_comparison_is_news(ledger: History) -> None:
    study, first = study_of(), findings_of(0.03, 0.05)
    assert ledger.record(study, DATA, "plan", False) == 1
    assert ledger.record(study, DATA, "plan", True, first) == 1
    assert ledger.record(study, DATA, "plan", True, first) == 0
    assert ledger.record(study, DATA, "plan", False) == 0
    assert ledger.record(study, DATA, "plan", True, findings_of(0.01, 0.05, Reason.BETTER)) == 1
    assert ledger.record(study, DATA, "plan-2", True, findings_of(0.01, 0.05, Reason.BETTER)) == 1


def test_that_entries_are_those_of_the_rows_and_of_the_words(ledger: History) -> None:
    other = data_of(table_of(seed=9))
    ledger.record(study_of(), DATA, "plan", True, findings_of(0.03, 0.05), time="2026-05-12T10:00:00+00:00")
    ledger.record(study_of(2, title="Gears"), other, "other", False, time="2026-06-12T10:00:00+00:00")
    assert [entry.title for entry in ledger.entries(DATA)] == ["Bearing faults"]
    assert [entry.title for entry in ledger.entries(text=" GEARS ")] == ["Gears"]
    assert [entry.title for entry in ledger.entries(text="2026-05")] == ["Bearing faults"]
    assert ledger.entries(DATA, "gears") == ()
    assert [entry.day for entry in ledger.entries()] == ["2026-05-12", "2026-06-12"]


def test_that_data_without_a_fingerprint_is_the_same_data(ledger: History) -> None:
    ledger.record(study_of(), replace(DATA, fingerprint=""), "plan", False)
    assert ledger.find_matches(DATA)[0].exact
    assert ledger.find_matches(replace(DATA, fingerprint=""))[0].known.columns == 6


def chain(count: int) -> list[Link]:
    links, last = [], ""
    for number in range(1, count + 1):
        content = f"{number}".encode()
        last = chained(last, content)
        links.append(Link(number, content, last, None))
    return links


def test_that_a_whole_chain_has_nothing_broken_and_an_added_link_is_told() -> None:
    whole = chain(4)
    assert broken(whole, 4, whole[-1].hash) == {}
    assert broken([], 0, "") == {}
    assert broken(whole, 3, whole[2].hash) == {4: "foreign"}
    assert broken(whole, 4, "other") == {4: "foreign"}


def test_that_what_stands_behind_a_difference_is_not_called_changed() -> None:
    whole = chain(5)
    assert broken([*whole[:1], *whole[2:]], 5, whole[-1].hash) == {2: "missing"}
    changed = replace(whole[3], content=b"x")
    assert broken([*whole[:1], whole[2], changed, whole[4]], 5, whole[-1].hash) == {
        2: "missing",
        4: "changed",
    }


def test_that_a_damaged_count_or_number_does_not_make_the_check_endless(ledger: History) -> None:
    ledger.record(study_of(), DATA, "plan", False)
    connection = sqlite3.connect(ledger.path)
    with connection:
        connection.execute("UPDATE head SET count = ?", (2**60,))
    connection.close()
    assert len(ledger.verify()) == MOST_MISSING
    far = [*chain(2), Link(2**60, b"", "", None)]
    assert len(broken(far, 2, far[1].hash)) == MOST_MISSING


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        (f"PRAGMA user_version = {VERSION + 1}", "made by a newer Evenfold"),
        ("PRAGMA application_id = 1", "a database of another program"),
        ("CREATE TABLE extra (x)", "holds foreign tables"),
    ],
)
def test_that_what_is_no_history_of_this_version_is_refused(ledger: History, statement: str, told: str) -> None:
    connection = sqlite3.connect(ledger.path)
    with connection:
        connection.execute(statement)
    connection.close()
    with pytest.raises(StoreError, match=told):
        History.open(ledger.path)


def test_that_a_write_that_fails_leaves_nothing_behind(ledger: History, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger.record(study_of(), DATA, "plan", False)

    def broken(_entry: object) -> dict[str, object]:
        raise KeyboardInterrupt

    monkeypatch.setattr("core.history.history.to_json", broken)
    with pytest.raises(KeyboardInterrupt):
        ledger.record(study_of(2), data_of(table_of(seed=9)), "other", False)
    monkeypatch.undo()
    assert (len(ledger.entries()), list(ledger.names().values()), ledger.verify()) == (1, ["Bearings"], ())
