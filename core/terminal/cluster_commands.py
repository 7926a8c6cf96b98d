"""`scheduler` and `worker ADDRESS`: the programs a cluster is made of, and how every command names a cluster."""

import argparse
import sys

from core.domain.cluster_address import ClusterAddress
from core.engine.cluster_connection import DEFAULT_PORT, check_address
from core.engine.cluster_programs import THIS_COMPUTER, run_cluster_worker, run_scheduler
from core.engine.run import Options, check_worker_count
from core.support import paths
from core.support.errors import StudyError

TLS_FILES = (
    ("--tls-ca", "the certificate authority all computers of the cluster trust"),
    ("--tls-cert", "the certificate of this computer"),
    ("--tls-key", "the key of that certificate"),
)
TRUST = {
    "scheduler": (
        "Whoever can connect to this scheduler can run programs on this computer, on its workers and on the computers "
        "that use it, and can read the data of every study."
    ),
    "worker": (
        "This worker runs whatever the scheduler and those who use it send, as you; "
        "they in turn run what this worker answers. Trust them as you trust yourself."
    ),
    "run": (
        "The cluster gets the data of this study, and its scheduler and workers can run programs on this computer, as "
        "you; this computer can run programs on theirs."
    ),
}
WITHOUT_TLS = "Without TLS that is everybody who can reach the address: use it in a network of your own only."
WITH_TLS = "With TLS that is everybody who has a certificate of your authority."


def add_tls(parser: argparse.ArgumentParser) -> None:
    for option, text in TLS_FILES:
        parser.add_argument(option, default="", metavar="FILE.pem", help=text)
    parser.add_argument("--insecure", action="store_true", help="allow another computer without TLS")


def add_cluster(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--cluster", default="", metavar="ADDRESS", help="work on a cluster, such as tcp://name:8786")
    add_tls(parser)


def place_of(chosen: argparse.Namespace, address: str) -> ClusterAddress:
    return ClusterAddress(address, chosen.tls_ca, chosen.tls_cert, chosen.tls_key, chosen.insecure)


def options_of(chosen: argparse.Namespace) -> Options:
    """Where `run` works: in this process, in processes of this computer, or on a cluster.

    An address that cannot be used is refused here, before a study is locked for it.
    """
    limit = chosen.time_limit
    if chosen.cluster:
        place = place_of(chosen, chosen.cluster)
        print(describe_trust("run", place), file=sys.stderr)
        check_address(place)
        return Options(executor="dask", time_limit=limit, cluster=place)
    if chosen.workers == 0 and limit is not None:
        raise StudyError("--time-limit needs worker processes: only they can be ended.", "Leave --workers 0 out.")
    return make_options(chosen.workers, limit)


def make_options(workers: int | None, time_limit: float | None = None) -> Options:
    """Return how to run on this computer: 0 workers in this process, None as many as processors."""
    if workers == 0:
        return Options(executor="thread")
    check_worker_count(workers)
    return Options(workers=workers, time_limit=time_limit)


def add_scheduler(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", default="", help=f"the address to listen at ({THIS_COMPUTER} unless said otherwise)")
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
        _say(describe_trust("scheduler", place))

    run_scheduler(place, chosen.host, chosen.port, say)
    return 0


def worker(chosen: argparse.Namespace) -> int:
    place = place_of(chosen, chosen.address)
    check_worker_count(chosen.workers)

    def say(address: str) -> None:
        _say(f"This worker listens at {address} and trains for {chosen.address}. Ctrl+C ends it.")
        _say(describe_trust("worker", place))

    run_cluster_worker(place, chosen.workers, say)
    _say("The scheduler has ended, and so does this worker.")
    return 0


def describe_trust(command: str, place: ClusterAddress) -> str:
    """Return who can do what to whom, in both directions."""
    return f"{TRUST[command]} {WITH_TLS if place.is_private else WITHOUT_TLS}"


def _say(text: str) -> None:
    print(text)
    sys.stdout.flush()
