"""The study file: what goes in comes out, one writer, one file, and every trouble in words."""

import json
import shutil
import sqlite3
import threading
from contextlib import suppress
from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pytest

from core.domain.conclusion import (
    Answer,
    Conclusion,
    Difference,
    DifferenceInterval,
    ModelAnswer,
    Reason,
    RepeatResults,
    Scope,
)
from core.domain.dataset import Dataset
from core.domain.evidence import Ending, FitResult, Job
from core.domain.findings import (
    Caution,
    CautionKind,
    Comparison,
    Estimate,
    Findings,
    Interval,
    JointDetails,
    Status,
)
from core.domain.study import Candidate, QuestionKind, SchemeChoice, SchemeKind, TieBreak
from core.store import sqlite_file, study_file
from core.store.plan_record import plan_hash
from core.store.schema import APPLICATION
from core.store.sqlite_file import translate_sqlite_errors
from core.store.study_file import StudyFile
from core.support.errors import StoreError
from tests.engine.studies import inline, signature, simple, study_of
from tests.schemes.datasets import classes, numbers, uneven_groups

DATA = replace(
    classes(60, groups=uneven_groups(60, 12), order=np.arange(60.0)),
    rows=np.arange(0, 120, 2),
    given={"old": np.r_[np.nan, np.ones(59)]},
    levels=((), ("a", "b"), ()),
    left_out=4,
)
STUDY = study_of(
    Candidate("knn", "knn", {}, {"neighbours": (1, 3, 7)}), simple("raises"), scheme=SchemeChoice(folds=3, repeats=2)
)
DETAILS = JointDetails(1.0, (1.0, 2.0), 0.95)
INTERVAL = Interval(-0.1, 0.25, 0.95, "corrected t")
DIFFERENCE = Difference(
    "knn", "tree", "error", "state", 0.05, DifferenceInterval(-0.1, 0.25, 0.95, "cross-validated", -0.1, 0.25, 9.0),
    RepeatResults((1, 0), (0.1, -0.1)),
)  # fmt: skip
CONCLUSION = Conclusion(
    QuestionKind.BETTER, Answer.UNCLEAR, Reason.CANNOT_TELL, Scope.ALGORITHMS, "error", 0.95, 1, 0, "knn", "tree",
    rule=TieBreak.SIMPLEST, rows=(ModelAnswer("knn", "tree", "state", Answer.UNCLEAR, Reason.CANNOT_TELL, DIFFERENCE),),
    failed={"knn": (2, 12)}, exploratory=("unseen",),
)  # fmt: skip
FINDINGS = Findings(
    estimates=(Estimate("knn", "error", "state", 0.1, None, INTERVAL, (0.1, None, 0.30000000000000004)),),
    comparisons=(
        Comparison(
            "f",
            "error",
            "a",
            "b",
            1.5,
            (10.0, 5.0),
            0.2,
            0.01,
            None,
            Status.DEGENERATE,
            details=DETAILS,
        ),
        Comparison("t", "error", "a", "b", None, 9.0, None, None, INTERVAL),
    ),
    cautions=(Caution(CautionKind.FAILED, "knn", 2, 12, message="no"),),
    conclusion=CONCLUSION,
    failures={"knn": 2},
)


@pytest.fixture(scope="module")
def outcomes() -> list[FitResult]:
    return inline(STUDY, DATA)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "My study é ☂.evenfold"


def same_data(first: Dataset, second: Dataset) -> bool:
    def plain(value: object) -> object:
        if isinstance(value, np.ndarray):
            return value.dtype, value.shape, value.tobytes()
        return {key: plain(item) for key, item in value.items()} if isinstance(value, dict) else value

    return all(plain(getattr(first, f.name)) == plain(getattr(second, f.name)) for f in fields(Dataset))


def test_that_everything_comes_back_bit_for_bit(path: Path, outcomes: list[FitResult]) -> None:
    with StudyFile.create(path, STUDY, DATA) as file:
        file.lock(STUDY)
        file.append(outcomes[5:])
        file.append(outcomes[:5])
        file.save_findings(FINDINGS)
    with StudyFile.open(path) as file:
        back = list(file.outcomes())
        assert signature(back) == signature(outcomes)
        assert [outcome.job for outcome in back] == sorted(outcome.job for outcome in outcomes)
        assert [outcome.seconds for outcome in back] == [outcome.seconds for outcome in outcomes]
        assert file.done() == {outcome.job for outcome in outcomes}
        assert file.study == STUDY
        assert file.findings() == FINDINGS
        assert same_data(file.data, DATA)


@pytest.mark.parametrize("data", [numbers(30, outputs=3), classes(10, (0.5, 0.3, 0.2)), numbers(5)])
def test_that_every_kind_of_data_comes_back(path: Path, data: Dataset) -> None:
    data.inputs[2, 1] = np.nan
    with StudyFile.create(path, STUDY, data):
        pass
    with StudyFile.open(path) as file:
        assert same_data(file.data, data)
        assert not file.data.inputs.flags.writeable


def test_that_a_new_study_is_not_locked_and_has_nothing(path: Path) -> None:
    with StudyFile.create(path, STUDY, DATA) as file:
        assert file.locked_at is None
        assert file.findings() is None
        assert file.done() == set()
        assert list(file.outcomes()) == []
        assert file.plan_hash == plan_hash(STUDY)


def test_that_the_lock_fixes_the_plan_but_lets_it_grow(path: Path) -> None:
    with StudyFile.create(path, replace(STUDY, seed=5), DATA) as file:
        file.lock(STUDY)
        locked_at = file.locked_at
        assert locked_at is not None
        larger = replace(
            STUDY,
            candidates=(*STUDY.candidates, simple("c45")),
            scheme=replace(STUDY.scheme, repeats=9),
            extra=(SchemeKind.HOLDOUT,),
        )
        file.lock(larger)
        assert file.plan_hash == plan_hash(larger)
        assert file.locked_at == locked_at
        assert [line for _, line in file.log_lines()] == [
            f"locked with plan {plan_hash(STUDY)}",
            f"locked with plan {plan_hash(larger)}",
        ]


@pytest.mark.parametrize(
    "change",
    [
        {"seed": 2},
        {"alpha": 0.1},
        {"candidates": STUDY.candidates[:1]},
        {"candidates": (replace(STUDY.candidates[0], settings={"neighbours": 2}), STUDY.candidates[1])},
        {"scheme": replace(STUDY.scheme, folds=4)},
        {"scheme": replace(STUDY.scheme, repeats=1)},
    ],
)
def test_that_a_locked_plan_cannot_be_changed(path: Path, change: dict[str, object]) -> None:
    with StudyFile.create(path, STUDY, DATA) as file:
        file.lock(STUDY)
        with pytest.raises(StoreError, match="locked with another plan"):
            file.lock(replace(STUDY, **change))  # type: ignore[arg-type]
        assert file.study == STUDY


def test_that_storing_again_changes_nothing(path: Path, outcomes: list[FitResult]) -> None:
    with StudyFile.create(path, STUDY, DATA) as file:
        file.append(outcomes)
        file.append([replace(outcome, message="other", ending=Ending.FAILED) for outcome in outcomes])
        assert signature(list(file.outcomes())) == signature(outcomes)


def test_that_outcomes_of_other_splits_are_refused_and_none_of_the_batch_is_stored(
    path: Path, outcomes: list[FitResult]
) -> None:
    with StudyFile.create(path, STUDY, DATA) as file:
        file.append(outcomes[:1])
        wrong = replace(outcomes[1], job=outcomes[0].job._replace(candidate="x"), rows=outcomes[0].rows + 1)
        with pytest.raises(StoreError, match="splits of this study differ"):
            file.append([outcomes[4], wrong])
        assert file.done() == {outcomes[0].job}
        file.append(outcomes)
        assert len(file.done()) == len(outcomes)


def test_that_one_file_remains_that_can_be_mailed(path: Path, outcomes: list[FitResult], tmp_path: Path) -> None:
    with StudyFile.create(path, STUDY, DATA) as file:
        file.append(outcomes)
        assert len(list(tmp_path.iterdir())) > 1
    assert list(tmp_path.iterdir()) == [path]
    copy = tmp_path / "copy.evenfold"
    shutil.copy(path, copy)
    with StudyFile.open(copy) as file:
        assert len(file.done()) == len(outcomes)


def test_that_a_second_window_reads_only_and_sees_what_is_stored(path: Path, outcomes: list[FitResult]) -> None:
    with StudyFile.create(path, STUDY, DATA) as first:
        first.append(outcomes[:3])
        with StudyFile.open(path) as second:
            assert not first.read_only
            assert second.read_only
            assert len(second.done()) == 3
            first.append(outcomes[3:6])
            assert len(second.done()) == 6
            with pytest.raises(StoreError, match="open elsewhere and can only be read"):
                second.append(outcomes[6:])
            with pytest.raises(StoreError, match="only be read"):
                second.log("x")
    with StudyFile.open(path) as third:
        assert not third.read_only


@pytest.mark.parametrize("name", ["SQLITE_READONLY_DIRECTORY", "SQLITE_CANTOPEN"])
def test_that_a_file_in_a_folder_without_leave_to_write_is_read_only(
    path: Path, outcomes: list[FitResult], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    with StudyFile.create(path, STUDY, DATA) as file:
        file.append(outcomes)
    really = sqlite_file.connect

    def only_for_reading(place: Path, mode: str) -> sqlite3.Connection:
        if mode != "ro":
            problem = sqlite3.OperationalError("attempt to write")
            problem.sqlite_errorname = name
            raise problem
        return really(place, mode)

    monkeypatch.setattr(sqlite_file, "connect", only_for_reading)
    with StudyFile.open(path) as file:
        assert file.read_only
        assert signature(list(file.outcomes())) == signature(outcomes)


def test_that_a_copy_to_send_may_leave_out_the_data(path: Path, outcomes: list[FitResult], tmp_path: Path) -> None:
    whole, bare = tmp_path / "whole.evenfold", tmp_path / "bare.evenfold"
    with StudyFile.create(path, STUDY, DATA) as file:
        file.append(outcomes)
        file.save_findings(FINDINGS)
        file.copy_to(whole)
        file.copy_to(bare, with_data=False)
        with pytest.raises(StoreError, match="There is a file"):
            file.copy_to(bare)
        file.log("still the writer")
    with StudyFile.open(whole) as copy:
        assert same_data(copy.data, DATA)
        assert signature(list(copy.outcomes())) == signature(outcomes)
    with StudyFile.open(bare) as copy:
        assert not copy.has_data
        assert signature(list(copy.outcomes())) == signature(outcomes)
        assert copy.findings() == FINDINGS
        with pytest.raises(StoreError, match="copy without its data"):
            assert copy.data


def test_that_the_plain_journal_does_as_well(
    path: Path, monkeypatch: pytest.MonkeyPatch, outcomes: list[FitResult]
) -> None:
    monkeypatch.setattr(sqlite_file, "use_write_ahead_log", lambda connection: None)
    with StudyFile.create(path, STUDY, DATA) as file:
        file.append(outcomes)
        with StudyFile.open(path) as second:
            assert second.read_only
            assert len(second.done()) == len(outcomes)
    with StudyFile.open(path) as file:
        assert signature(list(file.outcomes())) == signature(outcomes)


def test_that_a_full_disk_is_said_and_nothing_is_lost(path: Path, outcomes: list[FitResult]) -> None:
    """The file is kept from growing by SQLite itself, which reports it as a full disk."""
    with StudyFile.create(path, STUDY, DATA) as file:
        file.append(outcomes[:4])
        pages = file._connection.execute("PRAGMA page_count").fetchone()[0]
        file._connection.execute(f"PRAGMA max_page_count = {pages}")
        large = [replace(outcomes[4], message="x" * 100_000)]
        with pytest.raises(StoreError, match="The disk is full") as caught:
            file.append(large)
        assert "Make room" in caught.value.hint
        assert len(file.done()) == 4
        file._connection.execute("PRAGMA max_page_count = 100000")
        file.append(large)
        assert len(file.done()) == 5


def test_that_it_may_be_used_from_several_threads(path: Path, outcomes: list[FitResult]) -> None:
    with StudyFile.create(path, STUDY, DATA) as file:
        threads = [threading.Thread(target=file.append, args=([outcome],)) for outcome in outcomes]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert signature(list(file.outcomes())) == signature(outcomes)


def test_that_reading_may_be_broken_off_and_writing_go_on(path: Path, outcomes: list[FitResult]) -> None:
    with StudyFile.create(path, STUDY, DATA) as file:
        file.append(outcomes[:6])
        reader = file.outcomes()
        next(reader)
        file.append(outcomes[6:])
        reader.close()  # type: ignore[attr-defined]
        assert len(file.done()) == len(outcomes)


# --- files that are not right ---


@pytest.fixture
def finished(path: Path, outcomes: list[FitResult]) -> Path:
    with StudyFile.create(path, STUDY, DATA) as file:
        file.append(outcomes)
    return path


def test_that_an_existing_file_is_not_overwritten(finished: Path) -> None:
    with pytest.raises(StoreError, match="There is a file"):
        StudyFile.create(finished, STUDY, DATA)


def test_that_a_missing_file_or_folder_is_said(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="There is no study file"):
        StudyFile.open(tmp_path / "none.evenfold")
    with pytest.raises(StoreError, match="cannot be opened"):
        StudyFile.create(tmp_path / "no folder" / "x.evenfold", STUDY, DATA)


@pytest.mark.parametrize("content", [b"", b"hello", b"SQLite format 3\0", b"PK\3\4" + bytes(500)])
def test_that_a_file_of_another_kind_is_refused(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(StoreError, match="is not a study file"):
        StudyFile.open(path)
    assert path.read_bytes() == content


def test_that_a_database_of_another_program_is_refused(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE x (y)")
    connection.close()
    with pytest.raises(StoreError, match="database of another program"):
        StudyFile.open(path)


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_that_a_truncated_file_is_refused(finished: Path, share: float) -> None:
    content = finished.read_bytes()
    finished.write_bytes(content[: int(len(content) * share)])
    with pytest.raises(StoreError, match="cut off"):
        StudyFile.open(finished)


def test_that_damage_anywhere_gives_the_right_content_or_a_sentence(finished: Path, outcomes: list[FitResult]) -> None:
    content = finished.read_bytes()
    chance = np.random.default_rng(0)
    troubles = []
    for place in range(100, len(content), 1000):
        damaged = bytearray(content)
        length = len(damaged[place : place + 1000])
        damaged[place : place + length] = chance.bytes(length)
        finished.write_bytes(damaged)
        try:
            read_everything(finished)
        except StoreError as problem:
            troubles.append(problem.message)
    assert troubles
    assert all(message.endswith(".") for message in troubles)


def read_everything(path: Path) -> None:
    with StudyFile.open(path) as file:
        assert file.study
        assert file.data.size == 60
        assert all(isinstance(outcome, FitResult) for outcome in file.outcomes())


def test_that_a_newer_file_is_refused(finished: Path) -> None:
    connection = sqlite3.connect(finished)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(StoreError, match="made by a newer Evenfold"):
        StudyFile.open(finished)


def test_that_a_file_without_a_version_is_refused(finished: Path) -> None:
    connection = sqlite3.connect(finished)
    connection.execute("PRAGMA user_version = 0")
    connection.close()
    with pytest.raises(StoreError, match="it has no version"):
        StudyFile.open(finished)


def test_that_what_bootstrap_samples_have_seen_comes_back(finished: Path, outcomes: list[FitResult]) -> None:
    new = replace(outcomes[0], job=outcomes[0].job._replace(repeat=99), seen=(0.25, float("nan")))
    with StudyFile.open(finished) as file:
        file.append([new])
    with StudyFile.open(finished) as file:
        assert [repr(outcome.seen) for outcome in file.outcomes() if outcome.seen] == [repr(new.seen)]


def test_that_findings_of_another_judge_are_not_taken_for_ours(finished: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with StudyFile.open(finished) as file:
        file.save_findings(FINDINGS)
        assert file.findings() == FINDINGS
    monkeypatch.setattr(study_file, "JUDGE_VERSION", "another")
    with StudyFile.open(finished) as file:
        assert file.findings() is None
        assert file.is_judged


@pytest.mark.parametrize(
    "text", ["", "[]", "null", "{}", '{"judge": "%s"}', '{"judge": "%s", "findings": 5}', "[" * 99999]
)
def test_that_findings_that_make_no_sense_are_none(finished: Path, text: str) -> None:
    with StudyFile.open(finished) as file:
        with file._writing():
            file._set_fact("findings", text.replace("%s", study_file.JUDGE_VERSION))  # type: ignore[attr-defined]
        assert file.findings() is None
        assert file.is_judged


def test_that_a_new_file_carries_our_mark_and_no_pickle(finished: Path) -> None:
    connection = sqlite3.connect(finished)
    assert connection.execute("PRAGMA application_id").fetchone() == (APPLICATION,)
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    for (text,) in connection.execute("SELECT value FROM fact WHERE name IN ('plan', 'data')"):
        assert json.loads(text)
    connection.close()


def test_that_a_failed_creation_leaves_no_file(path: Path) -> None:
    broken = replace(DATA, inputs=np.array([["a", "b", "c"]] * 60))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="could not convert"):
        StudyFile.create(path, STUDY, broken)
    assert not path.exists()


def test_that_a_hundred_rows_of_two_classes_need_about_a_kilobyte(path: Path) -> None:
    """One million such outcomes must stay below 1.25 GB."""
    chance = np.random.default_rng(0)
    rows = np.sort(chance.choice(1000, 100, replace=False))
    data = classes(1000)

    def outcome(number: int) -> FitResult:
        first = chance.random(100)
        scores = np.column_stack([first, 1 - first])
        predicted = np.argmax(scores, axis=1)[:, None].astype(float)
        return FitResult(Job("main", number, 0, "a"), rows, predicted, scores, {"k": 3}, 5, (0.1,) * 5, 0.01)

    with StudyFile.create(path, STUDY, data) as file:
        file.append(outcome(number) for number in range(100))
    before = path.stat().st_size
    with StudyFile.open(path) as file:
        file.append(outcome(number) for number in range(100, 1100))
    assert (path.stat().st_size - before) / 1000 < 1250


def test_that_a_damaged_table_of_contents_is_told_in_a_sentence(finished: Path) -> None:
    content = finished.read_bytes()
    for start in range(100, 4096, 400):
        spoilt = bytearray(content)
        spoilt[start : start + 400] = bytes(byte ^ 0xD3 for byte in spoilt[start : start + 400])
        finished.write_bytes(spoilt)
        with suppress(StoreError), StudyFile.open(finished) as file:
            list(file.outcomes())
    with pytest.raises(StoreError, match="its content cannot be read"), translate_sqlite_errors(finished):
        b"\xd3(".decode()  # as SQLite does with the name of a spoilt table
