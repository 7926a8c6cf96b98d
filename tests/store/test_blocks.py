"""Folds that were answered together are kept in one row of the file: bit for bit, nothing twice, nothing mixed."""

import gzip
import shutil
import sqlite3
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.application.run_study import judge_study_file
from core.domain.evidence import Ending, FitResult, Job
from core.domain.study import Candidate, SchemeChoice, SchemeKind
from core.engine.run import Options
from core.store.schema import MIGRATIONS
from core.store.study_file import StudyFile
from core.support.errors import StoreError
from tests.engine.studies import run, signature, study_of
from tests.schemes.datasets import classes
from tests.store.test_tamper import change, found, run_sql

DATA = classes(60)
BAYES, TREE = Candidate("naive-bayes", "naive-bayes"), Candidate("tree", "tree", {"pruning": "off"})
STUDY = study_of(BAYES, TREE, scheme=SchemeChoice(folds=5, repeats=2))
OLD = Path(__file__).with_name("version_2.evenfold.gz")  # as the version before blocks wrote it
SHARED = {"k": 3}


@pytest.fixture(scope="module")
def outcomes() -> list[FitResult]:
    return run(STUDY, DATA, Options(executor="inline"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "blocks.evenfold"


def count(path: Path, table: str) -> int:
    connection = sqlite3.connect(path)
    (number,) = connection.execute(f"SELECT count(*) FROM {table}").fetchone()
    connection.close()
    return int(number)


def bayes(outcomes: list[FitResult]) -> list[FitResult]:
    """The folds of one shuffle of naive Bayes."""
    return [one for one in outcomes if one.job.candidate == "naive-bayes" and one.job.repeat == 0]


def moved(outcome: FitResult) -> FitResult:
    """The same of another candidate, tested on another row."""
    rows = outcome.rows.copy()
    rows[0] = (set(range(60)) - set(rows.tolist())).pop()
    return replace(outcome, job=outcome.job._replace(candidate="other"), rows=np.sort(rows))


def test_that_a_shuffle_is_one_row_and_comes_back_bit_for_bit(path: Path, outcomes: list[FitResult]) -> None:
    with StudyFile.create(path, STUDY, DATA) as file:
        file.append(outcomes[::-1])
    assert count(path, "shuffle") == 2 + 5  # with the halves of the cross-check
    assert count(path, "block") == 2 * 2 + 5  # naive Bayes in all of them, the trivial model in the first two
    assert count(path, "outcome") == 10 + 10  # the tree
    with StudyFile.open(path) as file:
        back = list(file.outcomes())
        assert [one.job for one in back] == sorted(one.job for one in outcomes)
        assert signature(back) == signature(outcomes)
        assert [(one.seconds, one.train_size) for one in back] == [(one.seconds, one.train_size) for one in outcomes]
        assert file.done() == {one.job for one in outcomes}


def test_that_left_out_rows_need_a_few_rows_of_the_file(path: Path) -> None:
    study = study_of(BAYES, scheme=SchemeChoice(SchemeKind.LEAVE_ONE_OUT))
    found = run(study, DATA, Options(executor="inline"))
    with StudyFile.create(path, study, DATA) as file:
        file.append(found)
        assert signature(list(file.outcomes())) == signature(found)
    assert count(path, "block") <= 4
    assert count(path, "outcome") == 0


def test_that_what_is_stored_stays_whether_alone_or_together(path: Path, outcomes: list[FitResult]) -> None:
    with StudyFile.create(path, STUDY, DATA) as file:
        file.append(outcomes[3:4])
        file.append(bayes(outcomes)[1:3])
        file.append(outcomes)
        file.append([replace(one, message="other", ending=Ending.FAILED) for one in outcomes])
        file.append([replace(one, seconds=7.0) for one in outcomes])
        assert signature(list(file.outcomes())) == signature(outcomes)
        assert not [one for one in file.outcomes() if one.seconds == 7.0]


def test_that_a_reopened_file_knows_what_it_has(path: Path, outcomes: list[FitResult]) -> None:
    with StudyFile.create(path, STUDY, DATA) as file:
        file.append(bayes(outcomes)[:3])
    with StudyFile.open(path) as file:
        file.append(outcomes)
        assert signature(list(file.outcomes())) == signature(outcomes)


@pytest.mark.parametrize(("first", "then"), [(5, 5), (1, 5), (5, 1), (3, 5), (5, 3)])
def test_that_other_test_rows_are_refused_alone_or_together(
    path: Path, outcomes: list[FitResult], first: int, then: int
) -> None:
    some = bayes(outcomes)
    with StudyFile.create(path, STUDY, DATA) as file:
        file.append(some[:first])
    with StudyFile.open(path) as file:
        other = [moved(some[0]), *(replace(one, job=one.job._replace(candidate="other")) for one in some[1:then])]
        with pytest.raises(StoreError, match="splits of this study differ"):
            file.append(other)
        assert file.done() == {one.job for one in some[:first]}
        file.append([replace(one, job=one.job._replace(candidate="other")) for one in some[:then]])
        assert len(file.done()) == first + then


def outcome(fold: int, rows: list[int], seconds: float, warned: bool, scored: bool, ok: bool) -> FitResult:
    chance = np.random.default_rng(fold)
    predicted, scores = chance.integers(3, size=(len(rows), 1)).astype(float), chance.random((len(rows), 3))
    return FitResult(
        Job("main", 0, fold, "a"),
        np.array(rows, dtype=np.int64),
        predicted if ok else None,
        scores if ok and scored else None,
        SHARED,
        seconds=seconds,
        warnings=("careful",) if warned else (),
        ending=Ending.OK if ok else Ending.FAILED,
        message="" if ok else "it failed",
        train_size=60 - len(rows),
    )


PARTS = st.tuples(
    st.lists(st.integers(0, 59), max_size=8, unique=True),
    st.sampled_from([0.25, 0.5]),
    st.booleans(),
    st.booleans(),
    st.sampled_from([True, True, True, False]),
)


@settings(max_examples=25, deadline=None)
@given(parts=st.lists(PARTS, max_size=12), ordered=st.booleans())
def test_that_any_mixture_comes_back(
    tmp_path_factory: pytest.TempPathFactory,
    parts: list[tuple[list[int], float, bool, bool, bool]],
    ordered: bool,
) -> None:
    """Folds with few or no rows, rows that overlap or do not ascend, failures, warnings, with and without scores."""
    made = [outcome(fold, sorted(one[0]) if ordered else one[0], *one[1:]) for fold, one in enumerate(parts)]
    path = tmp_path_factory.mktemp("any") / "any.evenfold"
    with StudyFile.create(path, STUDY, DATA) as file:
        file.append(made)
        back = list(file.outcomes())
    assert signature(back) == signature(made)
    assert [(one.seconds, one.train_size, one.rows.dtype) for one in back] == [
        (one.seconds, one.train_size, one.rows.dtype) for one in made
    ]


# --- tampering ---


@pytest.fixture(scope="module")
def sealed(tmp_path_factory: pytest.TempPathFactory, outcomes: list[FitResult]) -> Path:
    path = tmp_path_factory.mktemp("sealed") / "sealed.evenfold"
    with gzip.open(OLD) as old:
        path.write_bytes(old.read())
    with StudyFile.open(path) as file:
        first = list(file.outcomes())
        findings = judge_study_file(file)
        study, data = file.study, file.data
        assert findings is not None
    path.unlink()
    with StudyFile.create(path, study, data) as file:
        file.lock(study)
        file.append([replace(one, seconds=0.5, settings=SHARED) for one in first])
        file.save_findings(findings)
    return path


@pytest.fixture
def kept(sealed: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(sealed, tmp_path / "kept.evenfold"))


def test_that_an_untouched_study_kept_in_blocks_is_verified(kept: Path) -> None:
    assert count(kept, "block") > 2
    assert not found(kept)


@pytest.mark.parametrize("at", [0, 9, 17, 21])
@pytest.mark.parametrize(("table", "column"), [("block", "predictions"), ("shuffle", "rows"), ("shuffle", "places")])
def test_that_one_byte_of_a_block_is_caught(kept: Path, table: str, column: str, at: int) -> None:
    change(kept, table, column, "rowid = 2", at)
    assert found(kept)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE block SET seconds = 99 WHERE rowid = 1",
        "UPDATE block SET settings = 1 WHERE rowid = 1",
        "UPDATE block SET warnings = 1 WHERE rowid = 1",
        "UPDATE block SET candidate = 1 WHERE rowid = 1",
        "UPDATE shuffle SET size = 7 WHERE rowid = 1",
        "UPDATE shuffle SET repeat = 77 WHERE rowid = 1",
        "UPDATE shuffle SET places = rows WHERE rowid = 1",
        "UPDATE shuffle SET folds = 3 WHERE rowid = 1",
        "UPDATE block SET predictions = x'' WHERE rowid = 1",
        "DELETE FROM block WHERE rowid = 1",
    ],
)
def test_that_what_surrounds_a_block_is_sealed_with_it(kept: Path, statement: str) -> None:
    run_sql(kept, statement)
    assert found(kept)


# --- files of the version before ---


def test_that_a_file_of_before_is_opened_checked_and_continued(path: Path) -> None:
    with gzip.open(OLD) as old:
        path.write_bytes(old.read())
    run_sql(path, "UPDATE fact SET value = replace(value, '0.1.0', '0.0.9') WHERE name = 'versions'")
    assert all("an earlier version made the file" in text for text in found(path))
    with StudyFile.open(path) as file:
        assert file._connection.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)
        before = list(file.outcomes())
        assert len(before) == 70
        longer = replace(file.study, scheme=replace(file.study.scheme, repeats=3))
        file.lock(longer)
        more = run(longer, file.data, Options(executor="inline"), file.done())
        file.append(more)
        assert len(more) == 20
        assert signature(list(file.outcomes())) == signature([*before, *more])
        again = judge_study_file(file)
        assert again is not None
        file.save_findings(again)
    assert all("an earlier version made the file" in text for text in found(path))
    assert count(path, "outcome") < 70 + 20
    assert count(path, "block") >= 2


def test_that_a_changed_file_of_before_is_still_caught(path: Path) -> None:
    with gzip.open(OLD) as old:
        path.write_bytes(old.read())
    run_sql(path, "UPDATE outcome SET seconds = 99 WHERE rowid = 5")
    assert any("were changed after the verdict" in text for text in found(path))
