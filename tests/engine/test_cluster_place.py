"""Addresses, versions and missing packages: what is refused before anybody waits, and in which words."""

import sys
from pathlib import Path

import pytest

from core.engine import cluster_place
from core.engine.cluster import Cluster
from core.engine.cluster_place import ClusterPlace, check_place, require_dask
from core.engine.crew import refuse_strangers
from core.engine.pool import Conditions
from core.engine.run import Options
from core.engine.versions import difference, versions
from core.support.errors import ClusterError, EngineError
from tests.engine.studies import run
from tests.engine.test_processes import DATA, SEVERAL


@pytest.mark.parametrize("address", ["tcp://name:8786", "tcp://10.0.0.7:1", "tcp://[::1]:8786"])
def test_that_addresses_are_understood(address: str) -> None:
    check_place(ClusterPlace(address))


@pytest.mark.parametrize("address", ["", "name:8786", "tcp://name", "tcp://:8786", "tcp://name:99999", "http://name:1"])
def test_that_what_is_no_address_is_refused_in_words(address: str) -> None:
    with pytest.raises(ClusterError, match="is not the address of a cluster") as caught:
        check_place(ClusterPlace(address))
    assert "tcp://name:8786" in caught.value.hint


def test_that_tls_needs_all_three_files_and_its_own_address(tmp_path: Path) -> None:
    there = str(tmp_path / "there.pem")
    Path(there).touch()
    check_place(ClusterPlace("tls://name:8786", there, there, there))
    with pytest.raises(ClusterError, match=r'no key "gone\.pem"'):
        check_place(ClusterPlace("tls://name:8786", there, there, "gone.pem"))
    for place in (ClusterPlace("tls://name:8786"), ClusterPlace("tcp://name:8786", there, there, there)):
        with pytest.raises(ClusterError, match="tls://"):
            check_place(place)


def test_that_missing_packages_are_told_with_the_command_that_gets_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_place, "find_spec", lambda name: None)
    with pytest.raises(ClusterError, match="needs the packages of Dask") as caught:
        Cluster(SEVERAL, DATA, Conditions(1, 0, None), ClusterPlace("tcp://name:8786"))
    assert sys.executable in caught.value.hint
    assert str(cluster_place.LOCK) in caught.value.hint
    assert cluster_place.LOCK.is_file()


def test_that_the_packages_are_there_for_the_tests() -> None:
    """The lock of the tests holds them, so that the tests of the cluster are really run."""
    require_dask()


def test_that_a_cluster_must_be_named() -> None:
    with pytest.raises(EngineError, match="No cluster is named"):
        run(SEVERAL, DATA, Options(executor="dask"))


def test_that_the_first_difference_of_versions_is_named() -> None:
    ours = versions()
    assert {"evenfold", "python", "numpy", "scipy", "scikit-learn"} <= set(ours)
    assert difference(ours, dict(ours)) == ""
    assert difference(ours, {**ours, "scipy": "1.0"}) == f"scipy 1.0 instead of {ours['scipy']}"
    assert difference({"numpy": "2"}, {}) == "numpy missing instead of 2"


def test_that_workers_with_other_versions_or_of_other_programs_are_refused() -> None:
    ours = versions()
    refuse_strangers({"tcp://a:1": ours}, ours)
    with pytest.raises(ClusterError, match=r"The worker tcp://b:1 has scikit-learn 0\.1 instead of"):
        refuse_strangers({"tcp://a:1": ours, "tcp://b:1": {**ours, "scikit-learn": "0.1"}}, ours)
    for stranger in ({}, ModuleNotFoundError("core")):
        with pytest.raises(ClusterError, match="was not started by Evenfold"):
            refuse_strangers({"tcp://c:1": stranger}, ours)
