"""Where a cluster is and how to speak to it privately; everything about Dask that its three users share."""

import logging
import re
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from core.domain.cluster_address import ADDRESS, ClusterAddress
from core.support.errors import ClusterError
from core.support.lazy_import import import_lazily

dask = import_lazily("dask")
distributed = import_lazily("distributed")

DEFAULT_PORT = 8786
LOOPBACK = re.compile(r"localhost|127(\.\d{1,3}){3}|::1")
LOCK = Path(__file__).resolve().parents[2] / "requirements-cluster.txt"


def check_address(place: ClusterAddress) -> None:
    """Raise a ClusterError that says what is wrong with an address or its files, before anybody waits for it."""
    parts = ADDRESS.fullmatch(place.address)
    if parts is None or not 0 < int(parts.group(3)) < 65536:
        raise ClusterError.about("no-address", address=place.address)
    check_tls_files(place)
    if (parts.group(1) == "tls") != place.is_private:
        raise ClusterError.about("address-tls")
    check_exposure(place, place.host)


def check_exposure(place: ClusterAddress, host: str) -> None:
    """Raise a ClusterError for a connection to another computer without TLS, unless it was asked for.

    Dask runs whatever code it is sent: who can connect, or change what is sent, can run programs on both sides.
    """
    if not place.is_private and not place.is_insecure and not LOOPBACK.fullmatch(host):
        raise ClusterError.about("exposed", host=host)


def check_tls_files(place: ClusterAddress) -> None:
    for title, name in (
        ("certificate authority", place.ca_file),
        ("certificate", place.cert_file),
        ("key", place.key_file),
    ):
        if place.is_private and not Path(name).is_file():
            raise ClusterError.about("no-tls-file", title=title, file=name)


def require_dask() -> None:
    """Raise a ClusterError that says how to get the packages of a cluster, which are an extra."""
    if find_spec("distributed") is not None:
        return
    raise ClusterError.about("no-dask", python=sys.executable, lock=LOCK)


def make_security(place: ClusterAddress) -> Any:
    """Return how Dask is to connect; None is plain TCP."""
    if not place.is_private:
        return None
    files: dict[str, object] = {"tls_ca_file": place.ca_file, "require_encryption": True}
    for role in ("client", "scheduler", "worker"):
        files |= {f"tls_{role}_cert": place.cert_file, f"tls_{role}_key": place.key_file}
    return distributed.Security(**files)


def silence_dask() -> None:
    """Keep Dask's own log lines off the terminal; what matters to people is said by us."""
    distributed.Client.__name__  # noqa: B018, its import sets up those logs
    for name in ("distributed", "tornado.application"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
