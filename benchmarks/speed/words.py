"""The table of results, in Markdown and as rows for JSON."""

import os
import platform
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.metadata import version

from benchmarks.speed.growth import Grown
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
