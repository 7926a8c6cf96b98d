"""Where a cluster is and how to speak to it privately; everything about Dask that its three users share."""

import logging
import re
import sys
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from core.support.errors import ClusterError
from core.support.lazy_import import import_lazily

dask = import_lazily("dask")
distributed = import_lazily("distributed")

DEFAULT_PORT = 8786
ADDRESS = re.compile(r"(tcp|tls)://([^\s/:]+|\[[0-9a-fA-F:]+\]):(\d{1,5})")
LOCK = Path(__file__).resolve().parents[2] / "requirements-cluster.txt"


@dataclass(frozen=True, slots=True)
class ClusterPlace:
    """The address of a scheduler; with the three files of TLS everything that is said is private and signed."""

    address: str
    ca_file: str = ""
    cert_file: str = ""
    key_file: str = ""

    @property
    def is_private(self) -> bool:
        return bool(self.ca_file or self.cert_file or self.key_file)

    @property
    def host(self) -> str:
        found = ADDRESS.fullmatch(self.address)
        return found.group(2).strip("[]") if found else ""


def check_place(place: ClusterPlace) -> None:
    """Say in words what is wrong with an address or its files, before anybody waits for it."""
    found = ADDRESS.fullmatch(place.address)
    if found is None or not 0 < int(found.group(3)) < 65536:
        raise ClusterError(f'"{place.address}" is not the address of a cluster.', hint="Write it like tcp://name:8786.")
    check_files(place)
    if (found.group(1) == "tls") != place.is_private:
        raise ClusterError(
            "An address that begins with tls:// needs the three TLS files, and they need such an address.",
            hint="Give certificate authority, certificate and key, or write tcp://.",
        )


def check_files(place: ClusterPlace) -> None:
    for title, name in (
        ("certificate authority", place.ca_file),
        ("certificate", place.cert_file),
        ("key", place.key_file),
    ):
        if place.is_private and not Path(name).is_file():
            raise ClusterError(
                f'TLS needs three files, and there is no {title} "{name}".',
                hint="Give certificate authority, certificate and key.",
            )


def require_dask() -> None:
    """The cluster is an extra: without its packages, one sentence says how to get them."""
    if find_spec("distributed") is not None:
        return
    raise ClusterError(
        "Working on a cluster needs the packages of Dask, which are not installed here.",
        hint=f"Install them once with: {sys.executable} -m pip install --require-hashes -r {LOCK}",
    )


def security_of(place: ClusterPlace) -> Any:
    """How Dask is to speak; None is plain TCP."""
    if not place.is_private:
        return None
    files: dict[str, object] = {"tls_ca_file": place.ca_file, "require_encryption": True}
    for role in ("client", "scheduler", "worker"):
        files |= {f"tls_{role}_cert": place.cert_file, f"tls_{role}_key": place.key_file}
    return distributed.Security(**files)


def be_quiet() -> None:
    """Dask talks in log lines of its own; what matters to people is said by us."""
    distributed.Client.__name__  # noqa: B018, its import sets up those logs
    for name in ("distributed", "tornado.application"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
