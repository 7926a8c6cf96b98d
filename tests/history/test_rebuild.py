"""A history built again from study files: what counts, what does not, and what is said about it."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self, cast

import pytest

from core.domain.dataset import Dataset
from core.domain.final_test import FinalTestResult
from core.domain.findings import Findings
from core.domain.study import Study
from core.history import recorder
from core.history.history import SAMPLES, History
from core.history.recorder import count_opened, open_history, rebuild, record_comparisons, record_final_test
from core.store.study_file import StudyFile
from core.support.errors import StoreError
from tests.history.histories import data_of, findings_of, study_of

DATA, STUDY = data_of(), study_of()
FOUND = findings_of(0.03, 0.05)


@dataclass(frozen=True)
class File:
    """As much of a study file as the history reads."""

    study: Study = STUDY
    data: Dataset = DATA
    plan_hash: str = "plan"
    locked_at: str | None = "2026-05-12T10:00:00+00:00"
    is_seen: bool = True
    found: Findings | None = FOUND
    reading: FinalTestResult | None = None

    @property
    def is_judged(self) -> bool:
        return self.found is not None

    def findings(self) -> Findings | None:
        return self.found

    def final_test(self) -> FinalTestResult | None:
        return self.reading

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_problem: object) -> None:
        return None


@pytest.fixture
def ledger(tmp_path: Path) -> History:
    return History.open(tmp_path / "history.sqlite")


@pytest.fixture
def on_disk(monkeypatch: pytest.MonkeyPatch) -> dict[Path, File]:
    """Study files by their place; others are damaged."""
    files: dict[Path, File] = {}

    def opened(path: Path, only_read: bool) -> File:
        assert only_read
        if path not in files:
            raise StoreError(f"{path.name} is damaged.", hint="Use a copy.")
        return files[path]

    monkeypatch.setattr(recorder.StudyFile, "open", opened)  # type: ignore[attr-defined]
    return files


def test_that_looks_are_built_again_in_the_order_they_were_locked(ledger: History, on_disk: dict[Path, File]) -> None:
    late = File(study_of(2, title="Late"), plan_hash="late", locked_at="2026-06-01T10:00:00+00:00", found=None)
    on_disk |= {Path("a"): late, Path("b"): File(), Path("c"): replace(File(), plan_hash="c", is_seen=False)}
    found = rebuild(ledger, [Path("a"), Path("b"), Path("c"), Path("lost")])
    assert (found.added, found.studies) == (2, 3)
    assert found.notes == ("lost could not be used: lost is damaged.",)
    assert [(entry.title, entry.day, entry.seen) for entry in ledger.entries()] == [
        ("Bearing faults", "2026-05-12", "complete"),
        ("Late", "2026-06-01", "stopped"),
    ]
    assert rebuild(ledger, [Path("a"), Path("b")]).added == 0


@pytest.mark.parametrize(
    "nothing", [{"locked_at": None}, {"is_seen": False}, {"study": study_of(source="sample:bearing")}]
)
def test_that_what_was_not_locked_seen_or_ones_own_is_not_counted(
    ledger: History, on_disk: dict[Path, File], nothing: dict[str, object]
) -> None:
    on_disk[Path("a")] = replace(File(), **nothing)  # type: ignore[arg-type]
    assert (rebuild(ledger, [Path("a")]).added, ledger.entries()) == (0, ())


def test_that_samples_are_counted_in_their_own_history_and_final_tests_are_remembered(
    tmp_path: Path, on_disk: dict[Path, File]
) -> None:
    samples = History.open(tmp_path / SAMPLES)
    reading = FinalTestResult("2026-05-13T10:00:00+00:00", 40, ())
    on_disk |= {Path("a"): File(study_of(source="sample:bearing"), reading=reading), Path("b"): File(plan_hash="b")}
    assert rebuild(samples, [Path("a"), Path("b")]).added == 1
    assert [opening.rows for opening in samples.final_tests()] == [40]


def test_that_an_opened_study_is_counted_where_the_history_does_not_know_its_end(ledger: History) -> None:
    stopped, finished = cast(StudyFile, File(found=None)), cast(StudyFile, File())
    assert count_opened(ledger, stopped) == 1
    assert count_opened(ledger, stopped) == 0
    assert count_opened(ledger, finished) == 1
    assert count_opened(ledger, finished) == count_opened(ledger, stopped) == 0
    assert [entry.seen for entry in ledger.entries()] == ["complete"]
    assert count_opened(ledger, cast(StudyFile, File(study_of(7), plan_hash="other"))) == 1


def test_that_a_lost_history_says_how_much_was_found_again(tmp_path: Path, on_disk: dict[Path, File]) -> None:
    forgotten = (
        " Comparisons whose study files are gone are forgotten; state them as seen elsewhere if you remember them."
    )
    on_disk |= {Path("a"): File(), Path("b"): File(study_of(2), plan_hash="b")}
    one = open_history(tmp_path / "one.sqlite", [Path("a")])
    two = open_history(tmp_path / "two.sqlite", [Path("a"), Path("b")])
    assert one.notes == (f"There was no history here; 1 comparison was found again in 1 study file.{forgotten}",)
    assert two.notes == (f"There was no history here; 2 comparisons were found again in 2 study files.{forgotten}",)
    assert open_history(tmp_path / "three.sqlite").notes == ()
    assert open_history(tmp_path / "two.sqlite").notes == ()


def test_that_damaged_histories_are_set_aside_one_after_the_other(tmp_path: Path) -> None:
    path = tmp_path / "history.sqlite"
    for number in (1, 2):
        path.write_bytes(b"no database at all, but long enough to have a header" * 9)
        found = open_history(path)
        assert f"It was set aside as history-damaged-{number}.sqlite; 0 comparisons were found again" in found.notes[0]
        assert found.history is not None
    assert sorted(file.name for file in tmp_path.iterdir()) == [
        "history-damaged-1.sqlite",
        "history-damaged-2.sqlite",
        "history.sqlite",
    ]


def test_that_what_cannot_be_counted_is_said_and_stops_nothing(
    ledger: History, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading, file = FinalTestResult("2026-05-13T10:00:00+00:00", 40, ()), cast(StudyFile, File())
    assert record_comparisons(None, study_of(), DATA, "plan").endswith("there is no history.")
    assert record_final_test(None, file, reading).endswith("there is no history.")
    assert record_comparisons(ledger, study_of(), DATA, "plan") == record_final_test(ledger, file, reading) == ""
    assert (ledger.entries()[0].complete, len(ledger.final_tests())) == (False, 1)
    assert record_comparisons(ledger, study_of(), DATA, "plan", FOUND) == ""
    assert ledger.entries()[0].complete

    def full(*_arguments: object, **_named: object) -> int:
        raise StoreError("The disk is full.", hint="Make room.")

    monkeypatch.setattr(History, "record", full)
    monkeypatch.setattr(History, "record_final_test_opening", full)
    assert record_comparisons(ledger, study_of(), DATA, "plan").endswith("The disk is full. Make room.")
    assert record_final_test(ledger, file, reading).endswith("The disk is full. Make room.")
