"""The table of results, in Markdown and as rows for JSON."""

import os
import platform
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.metadata import version

from benchmarks.speed.growth import Grown
from benchmarks.speed.peers.table import PeerResult
from benchmarks.speed.race import Result
from benchmarks.speed.row import LOOP, OURS, SCIKIT

TITLES = (
    "load",
    "algorithm",
    "Evenfold s",
    "scikit-learn s",
    "loop s",
    "ratio (spread)",
    "aim",
    "hit",
    "agree",
    "wall s: Evenfold / scikit-learn",
    "peak MB: Evenfold / scikit-learn",
)
PEERS_NOTE = """Each does the load in its own way, with its own folds and its own form of the algorithm, started
from its own command line or Python; WEKA's seconds hold ten starts of Java. So errors differ a little, and the times
say what a person would wait for."""
GROWTH_NOTE = """Processor seconds of Evenfold when the rows or the shuffles grow; the exponent is the slope of the
logarithms (1: twice the work takes twice the time). Sizes that would take more than two minutes are left out."""


def as_row(result: Result) -> dict[str, object]:
    agree, how = result.agreement()
    ratios = result.ratios()
    return {
        "load": result.load.key,
        "algorithm": result.load.algorithm,
        "size": result.load.size or None,
        "evenfold_cpu": result.middle(OURS),
        "sklearn_cpu": result.middle(SCIKIT),
        "loop_cpu": result.middle(LOOP),
        "ratio": result.ratio,
        "ratio_low": min(ratios),
        "ratio_high": max(ratios),
        "rounds": len(ratios),
        "aim": result.load.aim,
        "hit": result.is_hit,
        "agree": agree,
        "agreement": how,
        "evenfold_wall": result.middle(OURS, "wall"),
        "sklearn_wall": result.middle(SCIKIT, "wall"),
        "loop_wall": result.middle(LOOP, "wall"),
        "evenfold_mb": result.middle(OURS, "memory"),
        "sklearn_mb": result.middle(SCIKIT, "memory"),
        "loop_mb": result.middle(LOOP, "memory"),
        "memory_aim": result.load.memory_aim,
    }


def as_line(result: Result) -> str:
    agree, how = result.agreement()
    ratios = result.ratios()
    size = f", {result.load.size:,}" if result.load.size else ""
    return line(
        (
            result.load.key,
            result.load.algorithm + size,
            *(seconds(result.middle(who)) for who in (OURS, SCIKIT, LOOP)),
            f"{result.ratio:.3g} ({min(ratios):.3g} to {max(ratios):.3g}, {len(ratios)})",
            _aim(result),
            "yes" if result.is_hit else "**missed**",
            f"{'yes' if agree else '**no**'}: {how}",
            f"{seconds(result.middle(OURS, 'wall'))} / {seconds(result.middle(SCIKIT, 'wall'))}",
            f"{_whole(result.middle(OURS, 'memory'))} / {_whole(result.middle(SCIKIT, 'memory'))}",
        )
    )


def _aim(result: Result) -> str:
    aim = f"{result.load.aim:g}"
    return aim if result.load.memory_aim is None else f"{aim}, {100 * result.load.memory_aim:.0f} % of the memory"


def head() -> str:
    return f"{line(TITLES)}\n{line(['---'] * len(TITLES))}"


def growth_head() -> str:
    titles = ("load", "growing", "factors", "Evenfold s", "exponent")
    return f"{line(titles)}\n{line(['---'] * len(titles))}"


def growth_line(grown: Grown) -> str:
    factors, found = grown.growing.factors, grown.seconds
    exponent = f"{grown.exponent:.2f}" if len(found) > 1 else "not run further"
    times = ", ".join(f"{factor}x" for factor in factors)
    return line((grown.growing.name, grown.growing.what, times, ", ".join(map(seconds, found)), exponent))


def growth_row(grown: Grown) -> dict[str, object]:
    return {
        "load": grown.growing.name,
        "growing": grown.growing.what,
        "factors": list(grown.growing.factors),
        "evenfold_cpu": list(grown.seconds),
        "exponent": grown.exponent if len(grown.seconds) > 1 else None,
    }


def peer_head() -> str:
    titles = ("load", "algorithm", "program", "its s", "Evenfold s", "ratio", "its error", "Evenfold's error")
    return f"{line(titles)}\n{line(['---'] * len(titles))}"


def peer_line(one: PeerResult, results: Sequence[Result]) -> str:
    """Beside our own figures of the same load, where it was run."""
    mine = [result for result in results if (result.load.key, result.load.algorithm) == (one.load, one.algorithm)]
    if one.cpu is None or one.value is None or not mine:
        return line((one.load, one.algorithm, one.peer, one.note or seconds(one.cpu), "–", "–", "–", "–"))
    ours = mine[0].middle(OURS) or 0.0
    answer = next(iter(mine[0].passes[OURS][0].answer.values()))
    error = f"{sum(answer) / len(answer):.4f}"
    ratio = f"{one.cpu / ours:.3g}"
    return line((one.load, one.algorithm, one.peer, seconds(one.cpu), seconds(ours), ratio, f"{one.value:.4f}", error))


def peer_row(one: PeerResult) -> dict[str, object]:
    return {"peer": one.peer, "cpu": one.cpu, "wall": one.wall, "value": one.value, "note": one.note}


def machine() -> dict[str, object]:
    """What the figures depend on; a load above the number of cores means that other programs disturbed."""
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else None
    packages = {name: version(name) for name in ("numpy", "scipy", "scikit-learn", "pandas")}
    return {
        "when": datetime.now(UTC).isoformat(timespec="minutes"),
        "system": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count(),
        "load": load,
        "python": platform.python_version(),
        **packages,
    }


def seconds(value: float | None) -> str:
    return "–" if value is None else f"{value:.3g}" if value < 100 else f"{value:.0f}"


def _whole(value: float | None) -> str:
    return "–" if value is None else f"{value:.0f}"


def line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"
