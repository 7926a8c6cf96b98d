"""Addresses, versions and missing packages: what is refused before anybody waits, and in which words."""

import sys
from pathlib import Path

import pytest

from core.domain.cluster_address import ClusterAddress
from core.engine import cluster_connection
from core.engine.cluster import ClusterExecutor
from core.engine.cluster_connection import check_address, require_dask
from core.engine.cluster_programs import run_scheduler
from core.engine.cluster_runs import refuse_other_versions
from core.engine.pool import WorkerOptions
from core.engine.run import Options
from core.engine.versions import describe_difference, read_versions
from core.support.errors import ClusterError, EngineError
from tests.engine.studies import run
from tests.engine.test_processes import DATA, SEVERAL


@pytest.mark.parametrize("address", ["tcp://name:8786", "tcp://10.0.0.7:1", "tcp://[::1]:8786"])
def test_that_addresses_are_understood(address: str) -> None:
    check_address(ClusterAddress(address, is_insecure=True))


@pytest.mark.parametrize(
    "address", ["tcp://name:8786", "tcp://10.0.0.7:1", "tcp://0.0.0.0:1", "tcp://127.0.0.1.evil:1"]
)
def test_that_another_computer_without_tls_is_refused_unless_it_was_asked_for(address: str) -> None:
    with pytest.raises(ClusterError, match="can run programs on all computers") as caught:
        check_address(ClusterAddress(address))
    assert "--insecure" in caught.value.hint


@pytest.mark.parametrize(
    "address", ["tcp://localhost:8786", "tcp://127.0.0.1:1", "tcp://127.9.9.9:1", "tcp://[::1]:8786"]
)
def test_that_this_computer_needs_no_tls(address: str) -> None:
    check_address(ClusterAddress(address))


def test_that_a_scheduler_for_other_computers_needs_tls_too() -> None:
    with pytest.raises(ClusterError, match="can run programs on all computers"):
        run_scheduler(ClusterAddress(""), "0.0.0.0", 0, print)


@pytest.mark.parametrize("address", ["", "name:8786", "tcp://name", "tcp://:8786", "tcp://name:99999", "http://name:1"])
def test_that_what_is_no_address_is_refused_in_words(address: str) -> None:
    with pytest.raises(ClusterError, match="is not the address of a cluster") as caught:
        check_address(ClusterAddress(address))
    assert "tcp://name:8786" in caught.value.hint


def test_that_tls_needs_all_three_files_and_its_own_address(tmp_path: Path) -> None:
    there = str(tmp_path / "there.pem")
    Path(there).touch()
    check_address(ClusterAddress("tls://name:8786", there, there, there))
    with pytest.raises(ClusterError, match=r'no key "gone\.pem"'):
        check_address(ClusterAddress("tls://name:8786", there, there, "gone.pem"))
    for place in (ClusterAddress("tls://name:8786"), ClusterAddress("tcp://name:8786", there, there, there)):
        with pytest.raises(ClusterError, match="tls://"):
            check_address(place)


def test_that_missing_packages_are_told_with_the_command_that_gets_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_connection, "find_spec", lambda name: None)
    with pytest.raises(ClusterError, match="needs the packages of Dask") as caught:
        ClusterExecutor(SEVERAL, DATA, WorkerOptions(1, 0, None), ClusterAddress("tcp://name:8786"))
    assert sys.executable in caught.value.hint
    assert str(cluster_connection.LOCK) in caught.value.hint
    assert cluster_connection.LOCK.is_file()


def test_that_the_packages_are_there_for_the_tests() -> None:
    """The lock of the tests holds them, so that the tests of the cluster are really run."""
    require_dask()


def test_that_a_cluster_must_be_named() -> None:
    with pytest.raises(EngineError, match="No cluster is named"):
        run(SEVERAL, DATA, Options(executor="dask"))


def test_that_the_first_difference_of_versions_is_named() -> None:
    ours = read_versions()
    assert {"evenfold", "python", "numpy", "scipy", "scikit-learn"} <= set(ours)
    assert describe_difference(ours, dict(ours)) == ""
    assert describe_difference(ours, {**ours, "scipy": "1.0"}) == f"scipy 1.0 instead of {ours['scipy']}"
    assert describe_difference({"numpy": "2"}, {}) == "numpy missing instead of 2"


def test_that_workers_with_other_versions_or_of_other_programs_are_refused() -> None:
    ours = read_versions()
    refuse_other_versions({"tcp://a:1": ours}, ours)
    with pytest.raises(ClusterError, match=r"The worker tcp://b:1 has scikit-learn 0\.1 instead of"):
        refuse_other_versions({"tcp://a:1": ours, "tcp://b:1": {**ours, "scikit-learn": "0.1"}}, ours)
    for stranger in ({}, ModuleNotFoundError("core")):  # type: ignore[var-annotated]
        with pytest.raises(ClusterError, match="was not started by Evenfold"):
            refuse_other_versions({"tcp://c:1": stranger}, ours)
