"""The history counts what was seen, recognizes rows it has seen before, and says when it was tampered with."""

import sqlite3
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.application.comparison_history import count_with_history, with_history
from core.data import read_table
from core.domain.conclusion import Reason
from core.domain.study import Candidate
from core.history.history import History, history_path
from core.history.history_table import csv_text
from core.store.plan_record import plan_hash
from core.support.errors import StoreError
from tests.history.histories import data_of, findings_of, study_of, table_of, taken


@pytest.fixture
def ledger(tmp_path: Path) -> History:
    return History.open(tmp_path / "history.sqlite")


def record(ledger: History, seed: int = 1, **changes: object) -> int:
    study = study_of(seed, **changes)  # type: ignore[arg-type]
    return ledger.record(study, data_of(), plan_hash(study), False)


# --- counting ---


def test_that_a_new_history_has_seen_nothing(ledger: History) -> None:
    assert (ledger.count_comparisons(data_of()), ledger.entries(), ledger.verify()) == (0, (), ())


def test_that_every_candidate_and_every_seed_counts(ledger: History) -> None:
    record(ledger, 1, challengers=("forest", "svm"))
    record(ledger, 2)
    assert ledger.count_comparisons(data_of()) == 3


def test_that_a_study_counts_once_however_often_it_is_recorded(ledger: History) -> None:
    study = study_of()
    for complete, findings in ((False, None), (False, None), (True, findings_of(0.03, 0.05))) * 2:
        ledger.record(study, data_of(), plan_hash(study), complete, findings)
    assert ledger.count_comparisons(data_of()) == 1
    assert [(entry.seen, entry.verdict) for entry in ledger.entries()] == [("complete", "win")]


def test_that_more_repeats_another_title_and_stated_looks_are_the_same_study(ledger: History) -> None:
    study = study_of()
    more = replace(study.scheme, repeats=55, max_repeats=55)
    for variant in (
        study,
        replace(study, scheme=more),
        replace(study, title="Renamed"),
        replace(study, earlier_comparisons=4),
    ):
        ledger.record(variant, data_of(), plan_hash(variant), False)
    assert ledger.count_comparisons(data_of()) == 1


def test_that_other_settings_and_what_was_trained_again_while_exploring_count(ledger: History) -> None:
    study = study_of()
    other = replace(study, candidates=(study.candidates[0], Candidate("forest", "forest", {"trees": 500})))
    ledger.record(study, data_of(), plan_hash(study), False)
    ledger.record(other, data_of(), plan_hash(other), False)
    ledger.record(study, data_of(), plan_hash(study), False, variant="55 repeats")
    assert ledger.count_comparisons(data_of()) == 3


def test_that_a_stopped_study_stays_counted_and_a_finished_one_stays_finished(ledger: History) -> None:
    study = study_of()
    ledger.record(study, data_of(), plan_hash(study), True, findings_of(0.03, 0.05))
    assert ledger.record(study, data_of(), plan_hash(study), False) == 0
    record(ledger, 9)
    assert [entry.seen for entry in ledger.entries()] == ["complete", "stopped"]


def test_that_a_study_does_not_count_against_itself(ledger: History) -> None:
    record(ledger, 1)
    record(ledger, 2)
    assert ledger.count_comparisons(data_of(), study_of(2)) == 1


# --- rows seen before ---


def variants() -> dict[str, object]:
    table, random = table_of(), np.random.default_rng(8)
    renamed = {"x0": "rms", "x1": "kurtosis", "x2": "speed", "x3": "load", "line": "plant", "fault": "broken"}
    new_names = tuple(replace(column, name=renamed[column.name]) for column in table.columns)
    rounded = tuple(
        replace(c, values=np.array([float(f"{v:.6g}") for v in c.values])) if c.kind == "number" else c
        for c in table.columns
    )
    return {
        "shuffled": data_of(taken(table, random.permutation(200))),
        "renamed": data_of(replace(table, columns=new_names), "broken"),
        "reordered": data_of(replace(table, columns=table.columns[::-1])),
        "rows dropped": data_of(taken(table, np.sort(random.permutation(200)[:160]))),
        "rounded": data_of(replace(table, columns=rounded)),
        "column dropped": data_of(replace(table, columns=table.columns[1:])),
        "all of it": data_of(
            replace(taken(replace(table, columns=new_names[::-1]), random.permutation(200)[:160])), "broken"
        ),
    }


@pytest.mark.parametrize("name", variants())
def test_that_rows_brought_in_again_inherit_the_count(ledger: History, name: str) -> None:
    record(ledger, 1, challengers=("forest", "svm"))
    assert ledger.count_comparisons(variants()[name]) == 2  # type: ignore[arg-type]


def test_that_another_format_is_recognized(ledger: History, tmp_path: Path) -> None:
    table = table_of()
    lines = [";".join(table.names)]
    for row in range(table.rows):
        cells = [c.levels[int(c.values[row])] if c.levels else str(c.values[row]) for c in table.columns]
        lines.append(";".join(cell.replace(".", ",") for cell in cells))
    (tmp_path / "again.csv").write_text("\n".join(lines), "utf-8")
    record(ledger)
    assert ledger.count_comparisons(data_of(read_table(tmp_path / "again.csv"))) == 1


def test_that_other_rows_inherit_nothing(ledger: History) -> None:
    record(ledger)
    assert ledger.count_comparisons(data_of(table_of(seed=77))) == 0


def test_that_a_few_shared_rows_are_not_the_same_data(ledger: History) -> None:
    record(ledger)
    old, new = table_of(), table_of(800, seed=4)
    columns = [
        replace(column, values=np.concatenate([column.values, old.column(column.name).values[:40]]))
        for column in new.columns
    ]
    assert ledger.count_comparisons(data_of(replace(new, columns=tuple(columns)))) == 0


def test_that_a_small_part_of_rows_seen_before_is_the_same_data(ledger: History) -> None:
    record(ledger)
    recognized = ledger.find_matches(data_of(taken(table_of(), np.arange(0, 200, 5))))
    assert len(recognized) == 1
    assert (recognized[0].exact, recognized[0].earlier_comparisons) == (False, 1)
    assert recognized[0].shared.of_new > 0.9


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_that_no_way_of_bringing_the_rows_in_again_lowers_the_count(
    data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    ledger = History.open(tmp_path_factory.mktemp("property") / "history.sqlite")
    record(ledger, 1, challengers=("forest", "svm"))
    count = ledger.count_comparisons(data_of())
    for seed in range(2, 2 + data.draw(st.integers(1, 3))):
        rows = data.draw(st.permutations(range(200)))[: data.draw(st.integers(160, 200))]
        names = [f"{name}{data.draw(st.sampled_from(['', ' (mm)', '_2']))}" for name in table_of().names]
        table = taken(table_of(), np.array(rows))
        columns = [replace(column, name=name) for column, name in zip(table.columns, names, strict=True)]
        again = data_of(replace(table, columns=tuple(data.draw(st.permutations(columns)))), names[-1])
        assert ledger.count_comparisons(again) >= count
        ledger.record(study_of(seed), again, "hash", False)
        count += 1


# --- looks in the study ---


def test_that_looks_in_the_history_and_elsewhere_are_added_and_both_stay_known(ledger: History) -> None:
    record(ledger, 1, challengers=("forest", "svm"))
    study = with_history(study_of(5, earlier_comparisons=3), data_of(), ledger)
    assert (study.earlier_comparisons, study.comparisons_elsewhere) == (5, 3)
    assert with_history(study, data_of(), ledger) == study
    assert count_with_history(study, data_of(), ledger).total == 6


def test_that_a_stated_reason_overrides_the_inherited_count_and_is_kept(ledger: History) -> None:
    record(ledger)
    study = with_history(study_of(5, answers={"LEDGER": "new sensor, measured again"}), data_of(), ledger)
    ledger.record(study, data_of(), plan_hash(study), False)
    assert study.earlier_comparisons == 0
    assert ledger.entries()[-1].reason == "new sensor, measured again"
    assert ledger.count_comparisons(data_of()) == 2


def test_that_a_clock_set_back_hides_no_later_comparison(ledger: History) -> None:
    """After a stated reason only what came later counts, in the order of the history."""
    own = study_of(seed=2, answers={"LEDGER": "measured again"})
    ledger.record(study_of(seed=1), data_of(), "before", complete=True, time="2026-05-01T00:00:00+00:00")
    ledger.record(own, data_of(), "own", True, findings_of(0.03, 0.08), time="2026-06-01T00:00:00+00:00")
    ledger.record(study_of(seed=3), data_of(), "later", complete=True, time="2020-01-01T00:00:00+00:00")
    (row,) = [row for row in ledger.list_current_conclusions() if row.entry.plan_hash == "own"]
    assert row.count == 2


def test_that_samples_have_a_history_of_their_own() -> None:
    own, samples = history_path(study_of()), history_path(study_of(source="sample:bearing"))
    assert own != samples
    assert own.parent == samples.parent


# --- old verdicts at today's count ---


def test_that_an_old_verdict_is_judged_again_when_the_count_grows(ledger: History) -> None:
    study = study_of()
    ledger.record(
        study, data_of(), "h", True, findings_of(0.001, 0.081, Reason.BETTER), time="2026-05-12T10:00:00+00:00"
    )
    assert [row.changed for row in ledger.list_current_conclusions()] == [False]
    record(ledger, 2, challengers=("svm", "tree", "knn"))
    first = ledger.list_current_conclusions()[0]
    assert (first.entry.answer, first.answer, first.reason, first.count) == ("yes", "unclear", "not-worse", 4)


def test_that_the_range_at_a_new_count_is_that_of_student(ledger: History) -> None:
    study = study_of()
    ledger.record(study, data_of(), "h", True, findings_of(-0.01, 0.03, Reason.CANNOT_TELL))
    record(ledger, 2, challengers=("svm", "tree", "knn", "mlp"))
    interval = ledger.list_current_conclusions()[0].interval
    assert interval is not None
    # t(0.995; 99) / t(0.975; 99) = 2.62641 / 1.98422
    assert interval.high == pytest.approx(0.01 + 0.02 * 2.626405 / 1.984217, rel=1e-5)
    assert interval.level == pytest.approx(0.99)


def test_that_comparisons_on_changed_rows_count_for_old_verdicts_too(ledger: History) -> None:
    study = study_of()
    ledger.record(study, data_of(), "h", True, findings_of(0.021, 0.061))
    ledger.record(study_of(2), data_of(taken(table_of(), np.arange(160))), "h2", False)
    assert [row.count for row in ledger.list_current_conclusions()] == [2, 2]


def test_that_outcomes_no_bar_decides_stay_as_they_are(ledger: History) -> None:
    ledger.record(study_of(), data_of(), "h", True, findings_of(-0.01, 0.03, Reason.LEAK))
    record(ledger, 2)
    assert [(row.answer, row.changed) for row in ledger.list_current_conclusions()] == [("blocked", False), ("", False)]


def test_that_entries_are_found_by_data_and_by_text(ledger: History) -> None:
    record(ledger, 1)
    other = data_of(table_of(seed=77))
    ledger.record(study_of(title="Pumps", challengers=("svm",)), other, "h", False)
    assert [entry.title for entry in ledger.entries(other)] == ["Pumps"]
    assert [entry.title for entry in ledger.entries(text="RANDOM forest")] == ["Bearing faults"]


# --- tampering ---


def altered(path: Path, number: int, column: str = "content") -> None:
    """Change one byte of a stored link, past the triggers."""
    with sqlite3.connect(path) as connection:
        connection.execute("DROP TRIGGER link_stays")
        content = bytearray(
            bytes(
                connection.execute(f"SELECT CAST({column} AS BLOB) FROM link WHERE number = ?", (number,)).fetchone()[0]
            )
        )
        content[len(content) // 2] ^= 1
        kind = "BLOB" if column == "content" else "TEXT"
        connection.execute(f"UPDATE link SET {column} = CAST(? AS {kind}) WHERE number = ?", (bytes(content), number))
    connection.close()


@pytest.mark.parametrize("column", ["content", "hash"])
@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_that_one_changed_byte_is_caught_and_named(ledger: History, number: int, column: str) -> None:
    for seed in (1, 2, 3):
        record(ledger, seed)
    altered(ledger.path, number, column)
    problems = History.open(ledger.path).verify()
    assert len([problem for problem in problems if problem.startswith(f"Entry {number}")]) == 1
    assert all(problem.startswith((f"Entry {number}", "The remembered rows")) for problem in problems)


def test_that_the_changed_entry_is_named_by_its_study(ledger: History) -> None:
    record(ledger)
    altered(ledger.path, 2, "hash")
    (problem,) = ledger.verify()
    assert "Bearing faults, random forest against logistic regression" in problem
    assert problem.endswith("was changed after it was written.")


@pytest.mark.parametrize("number", [2, 4])
def test_that_a_removed_entry_is_missed(ledger: History, number: int) -> None:
    for seed in (1, 2, 3):
        record(ledger, seed)
    with sqlite3.connect(ledger.path) as connection:
        connection.execute("DROP TRIGGER link_remains")
        connection.execute("DELETE FROM link WHERE number = ?", (number,))
    connection.close()
    assert ledger.verify() == (f"Entry {number} is missing.",)


def test_that_the_file_itself_refuses_changes(ledger: History) -> None:
    record(ledger)
    connection = sqlite3.connect(ledger.path)
    for statement in ("UPDATE link SET hash = ''", "DELETE FROM link"):
        with pytest.raises(sqlite3.IntegrityError, match="only grows"):
            connection.execute(statement)
    connection.close()


def test_that_changed_rows_of_the_memory_are_caught(ledger: History) -> None:
    record(ledger)
    with sqlite3.connect(ledger.path) as connection:
        connection.execute("UPDATE sketch SET content = x'00'")
    connection.close()
    assert ledger.verify() == ("The remembered rows of Bearings were changed.",)
    assert ledger.count_comparisons(data_of()) == 1


@pytest.mark.parametrize("size", [0.2, 0.5, 0.95])
def test_that_a_history_cut_off_says_so_in_one_sentence(ledger: History, size: float) -> None:
    record(ledger)
    content = ledger.path.read_bytes()
    ledger.path.write_bytes(content[: int(len(content) * size)])
    with pytest.raises(StoreError, match=r"history.sqlite was cut off: a part of it is missing\."):
        History.open(ledger.path)


@pytest.mark.parametrize("content", [b"not a database", b"SQLite format 3\0" + bytes(200), bytes(4096)])
def test_that_a_foreign_file_says_so_in_one_sentence(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "history.sqlite"
    path.write_bytes(content)
    with pytest.raises(StoreError, match=r"is not a history|of another program") as caught:
        History.open(path)
    assert caught.value.message.count(".") == 2  # one of them in the name of the file


def test_that_any_byte_of_the_file_may_change_without_a_traceback(ledger: History) -> None:
    for seed in (1, 2, 3):
        record(ledger, seed)
    content = ledger.path.read_bytes()
    random = np.random.default_rng(4)
    noticed = 0
    for place in random.integers(0, len(content), 150):
        damaged = bytearray(content)
        damaged[place] ^= 0x41
        ledger.path.write_bytes(damaged)
        try:
            opened = History.open(ledger.path)
            opened.count_comparisons(data_of())
            noticed += bool(opened.verify())
        except StoreError:
            noticed += 1
    assert noticed > 30


# --- what is said about rows seen before ---


def test_that_what_changed_is_told(ledger: History) -> None:
    record(ledger)
    table = table_of()
    same, fewer = data_of(), data_of(taken(table, np.arange(150)))
    narrower = data_of(replace(taken(table, np.arange(200)), columns=table.columns[1:]))
    told = [ledger.find_matches(data)[0].told(data) for data in (same, fewer, narrower)]
    assert told == [
        "These are the rows of Bearings.",
        "This is Bearings, changed: 25 in 100 of its rows are gone.",
        "This is Bearings, changed: 6 columns then, 5 now.",
    ]


def test_that_another_margin_reads_the_same_comparison_and_counts_once(tmp_path: Path) -> None:
    ledger, data = History.open(tmp_path / "history.sqlite"), data_of()
    first = study_of()
    second = replace(first, question=replace(first.question, margin=0.5, good_enough=9.0))
    ledger.record(first, data, "plan-1", complete=True, findings=findings_of(0.03, 0.08))
    ledger.record(second, data, "plan-2", complete=True, findings=findings_of(0.03, 0.08, Reason.BETTER))
    assert ledger.count_comparisons(data) == 1
    assert [entry.plan_hash for entry in ledger.entries()] == ["plan-1", "plan-2"]
    assert {row.count for row in ledger.list_current_conclusions()} == {1}
    ledger.record(replace(first, question=replace(first.question, measure="auc")), data, "plan-3", complete=True)
    assert ledger.count_comparisons(data) == 2


def test_that_the_history_keeps_who_asked(tmp_path: Path) -> None:
    ledger, data = History.open(tmp_path / "history.sqlite"), data_of()
    ledger.record(study_of(answers={"WHO": " Ada "}), data, "plan", complete=True, findings=findings_of(0.03, 0.08))
    assert ledger.entries()[0].who == "Ada"
    assert len(ledger.entries(text="ada")) == 1
    text = csv_text(ledger.list_current_conclusions(), ledger.names())
    assert text.splitlines()[0].endswith("who")
    assert text.splitlines()[1].endswith("Ada")
