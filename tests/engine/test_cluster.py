"""A study on a cluster: the same bits as on this computer, whoever is lost on the way; nobody is left behind."""

import shutil
import subprocess
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from core.domain.cluster_address import ClusterAddress
from core.domain.evidence import TRIVIAL, Ending, FitResult
from core.domain.study import SchemeChoice
from core.engine import cluster as cluster_module
from core.engine.cluster import is_usable
from core.engine.plan import list_fit_jobs
from core.engine.run import Batch, Options, run_remaining_fits
from core.support.errors import ClusterError
from tests.engine.clusters import SmallCluster, small_cluster
from tests.engine.processes import outlives, stop_once_started
from tests.engine.studies import LIBRARY, by_candidate, inline, run, signature, simple, study_of
from tests.engine.test_processes import DATA, SEVERAL

pytest.importorskip("distributed", reason="a cluster is an extra: install requirements-cluster.txt")

MANY = study_of(
    simple("knn"),
    replace(simple("sleeps", seconds=0.15), key="slow"),
    scheme=SchemeChoice(folds=3, repeats=8),
)

FEW = study_of(simple("knn"))


@pytest.fixture(scope="module")
def pair() -> Iterator[SmallCluster]:
    """A scheduler and two workers."""
    with small_cluster(workers=2) as cluster:
        yield cluster


def test_that_a_cluster_gives_the_same_bits_as_this_computer(pair: SmallCluster) -> None:
    assert signature(run(SEVERAL, DATA, pair.options())) == signature(inline(SEVERAL, DATA))


def test_that_misdeeds_end_on_a_cluster_as_they_do_here(pair: SmallCluster, tmp_path: Path) -> None:
    study = study_of(
        simple("knn"),
        simple("kills_itself"),
        simple("hangs"),
        simple("hangs_in_c"),
        simple("runs_out_of_memory"),
        simple("raises"),
        simple("dies_once", marker=str(tmp_path / "died")),
    )
    found = by_candidate(run(study, DATA, pair.options(time_limit=0.5)))
    assert {key: outcome.ending for key, outcome in found.items()} == {
        "knn": Ending.OK,
        TRIVIAL: Ending.OK,
        "kills_itself": Ending.KILLED,
        "hangs": Ending.TIMEOUT,
        "hangs_in_c": Ending.TIMEOUT,
        "runs_out_of_memory": Ending.MEMORY,
        "raises": Ending.FAILED,
        "dies_once": Ending.OK,
    }
    assert found["hangs_in_c"].message == "Stopped after 0.5 s, the limit for one training."
    assert found["kills_itself"].message == "The worker process ended: signal SIGKILL."
    assert all(len(outcome.rows) == 20 and outcome.train_size == 40 for outcome in found.values())


def test_that_stop_ends_a_long_training_on_the_cluster(pair: SmallCluster, tmp_path: Path) -> None:
    marker = tmp_path / "pid"
    study = study_of(simple("sleeps", seconds=600, marker=str(marker)))
    stop = threading.Event()
    watcher = stop_once_started(marker, stop)
    found = [
        one
        for batch in run_remaining_fits(study, DATA, set(), pair.options(), stop, threading.Event())
        for one in batch.outcomes
    ]
    watcher.join()
    assert not outlives(int(marker.read_text()))
    assert {outcome.job.candidate for outcome in found} <= {TRIVIAL}
    assert signature(run(SEVERAL, DATA, pair.options())) == signature(inline(SEVERAL, DATA))


def gather(batches: Iterator[Batch], found: list[FitResult]) -> None:
    for batch in batches:
        found += batch.outcomes


def test_that_a_lost_worker_costs_nothing_and_a_lost_scheduler_can_be_done_without() -> None:
    """The new worker is sent the data; what came before the loss and the rest done here are the whole."""
    with small_cluster(workers=1) as cluster:
        batches = run_remaining_fits(MANY, DATA, set(), cluster.options(), threading.Event(), threading.Event())
        found = [*next(batches).outcomes]
        cluster.workers[0].kill()
        cluster.add_worker()
        before = len(found)
        while len(found) == before:
            found += next(batches).outcomes
        cluster.scheduler.kill()
        with pytest.raises(ClusterError, match="scheduler of the cluster is gone") as caught:
            gather(batches, found)
        assert "on this computer" in caught.value.hint
        assert cluster.workers[1].process.wait(500) == 0
    rest = run(MANY, DATA, Options(executor="inline", library=LIBRARY), {outcome.job for outcome in found})
    assert rest
    assert signature(found + rest) == signature(inline(MANY, DATA))


def test_that_a_worker_that_answers_nonsense_is_left_out_and_the_study_goes_on(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """First nobody else is there, so the fits go on here; then they go to the other worker."""
    with small_cluster(workers=0) as cluster:
        cluster.add_worker("tests.engine.nonsense_worker")
        assert signature(run(SEVERAL, DATA, cluster.options())) == signature(inline(SEVERAL, DATA))
        assert "the fits go on on this computer" in caplog.text
        caplog.clear()
        cluster.add_worker()
        assert signature(run(MANY, DATA, cluster.options())) == signature(inline(MANY, DATA))
        assert "unusable answers" in caplog.text
        assert "this computer" not in caplog.text


def test_that_an_address_where_nobody_listens_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_module, "CONNECT_SECONDS", 1)
    nobody = Options(executor="dask", cluster=ClusterAddress("tcp://127.0.0.1:9"))
    with pytest.raises(ClusterError, match="cannot be reached"):
        run(SEVERAL, DATA, nobody)


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl makes the certificates of this test")
def test_that_tls_keeps_strangers_out_and_that_missing_workers_are_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (cert, key), other = certificate(tmp_path / "ours"), certificate(tmp_path / "theirs")
    with small_cluster(workers=0, tls=("--tls-ca", cert, "--tls-cert", cert, "--tls-key", key)) as cluster:
        assert cluster.place.address.startswith("tls://")
        stranger = replace(cluster.options(), cluster=ClusterAddress(cluster.place.address, other[0], *other))
        with monkeypatch.context() as impatient:
            impatient.setattr(cluster_module, "CONNECT_SECONDS", 5)
            with pytest.raises(ClusterError, match="cannot be reached"):
                run(FEW, DATA, stranger)
            with pytest.raises(ClusterError, match="has no workers"):
                run(FEW, DATA, cluster.options())
        cluster.add_worker()
        assert signature(run(FEW, DATA, cluster.options())) == signature(inline(FEW, DATA))


def certificate(folder: Path) -> tuple[str, str]:
    """A certificate that vouches for itself, and its key."""
    folder.mkdir()
    cert, key = str(folder / "cert.pem"), str(folder / "key.pem")
    words = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=evenfold-test"]
    subprocess.run(["openssl", *words, "-keyout", key, "-out", cert], check=True, capture_output=True)
    return cert, key


def changed(outcome: FitResult, **fields: object) -> FitResult:
    return replace(outcome, **fields)  # type: ignore[arg-type]


def test_that_only_answers_of_the_right_kind_and_shape_are_usable() -> None:
    fit_jobs = list(list_fit_jobs(FEW, DATA, frozenset()))
    good = inline(FEW, DATA)
    good = [next(outcome for outcome in good if outcome.job == fit_job.job) for fit_job in fit_jobs]
    assert is_usable(good, fit_jobs, DATA)
    first, *others = good
    assert first.predicted is not None
    assert first.scores is not None
    bad: list[object] = [
        None,
        "data",
        [],
        others,
        [*good, first],
        ["nonsense", *others],
        good[::-1],
        [changed(first, train_size=1), *others],
        [changed(first, seconds=-1.0), *others],
        [changed(first, seconds="long"), *others],
        [changed(first, ending="fine"), *others],
        [changed(first, predicted=None), *others],
        [changed(first, predicted=first.predicted[1:]), *others],
        [changed(first, predicted=first.predicted * np.nan), *others],
        [changed(first, predicted=first.predicted.tolist()), *others],
        [changed(first, predicted=first.predicted.astype(object)), *others],
        [changed(first, scores=first.scores[:, :1]), *others],
    ]
    assert [is_usable(answer, fit_jobs, DATA) for answer in bad] == [False] * len(bad)
    failed = [changed(first, ending=Ending.FAILED, predicted=None, scores=None, message="no"), *others]
    assert is_usable(failed, fit_jobs, DATA)
