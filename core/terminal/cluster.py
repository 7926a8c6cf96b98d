"""`scheduler` and `worker ADDRESS`: the programs a cluster is made of, and how every command names a cluster."""

import argparse
import sys

from core.engine.cluster_place import DEFAULT_PORT, ClusterPlace
from core.engine.cluster_serve import LOOPBACK, serve_scheduler, serve_worker
from core.engine.run import Options
from core.support import paths
from core.support.errors import StudyError

TLS_FILES = (
    ("--tls-ca", "the certificate authority all computers of the cluster trust"),
    ("--tls-cert", "the certificate of this computer"),
    ("--tls-key", "the key of that certificate"),
)
TRUST = (
    "Without TLS whoever can reach this address can run programs here as you: use it on this computer "
    "or in a network of your own only."
)


def add_tls(parser: argparse.ArgumentParser) -> None:
    for option, text in TLS_FILES:
        parser.add_argument(option, default="", metavar="FILE.pem", help=text)


def add_cluster(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--cluster", default="", metavar="ADDRESS", help="work on a cluster, such as tcp://name:8786")
    add_tls(parser)


def place_of(chosen: argparse.Namespace, address: str) -> ClusterPlace:
    return ClusterPlace(address, chosen.tls_ca, chosen.tls_cert, chosen.tls_key)


def options_of(chosen: argparse.Namespace) -> Options:
    """Where `run` works: in this process, in processes of this computer, or on a cluster."""
    limit = chosen.time_limit
    if chosen.cluster:
        return Options(executor="dask", time_limit=limit, cluster=place_of(chosen, chosen.cluster))
    if chosen.workers == 0 and limit is not None:
        raise StudyError("--time-limit needs worker processes: only they can be ended.", "Leave --workers 0 out.")
    return Options(executor="thread") if chosen.workers == 0 else Options(workers=chosen.workers, time_limit=limit)


def add_scheduler(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", default="", help=f"the address to listen at ({LOOPBACK} unless said otherwise)")
    parser.add_argument("--port", type=int, default=DEFAULT_PORT, help=f"{DEFAULT_PORT} unless said otherwise")
    add_tls(parser)
    parser.set_defaults(carry_out=scheduler)


def add_worker(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("address", metavar="ADDRESS", help="what the scheduler said, such as tcp://name:8786")
    parser.add_argument("--workers", type=int, metavar="N", help="processes that train (one per processor)")
    add_tls(parser)
    parser.set_defaults(carry_out=worker)


def scheduler(chosen: argparse.Namespace) -> int:
    place = place_of(chosen, "")

    def say(address: str) -> None:
        _say(f"The scheduler listens at {address}. Ctrl+C ends it.")
        _say(f"Workers: {paths.own_command()} worker {address}")
        _say(f"Studies: {paths.own_command()} run PLAN.toml --cluster {address}")
        if not place.is_private:
            _say(TRUST)

    serve_scheduler(place, chosen.host, chosen.port, say)
    return 0


def worker(chosen: argparse.Namespace) -> int:
    serve_worker(
        place_of(chosen, chosen.address),
        chosen.workers,
        lambda address: _say(f"This worker listens at {address} and trains for {chosen.address}. Ctrl+C ends it."),
    )
    _say("The scheduler has ended, and so does this worker.")
    return 0


def _say(text: str) -> None:
    print(text)
    sys.stdout.flush()
