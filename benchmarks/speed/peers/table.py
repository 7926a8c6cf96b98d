"""PEERS: which other programs can be measured, where they are found, and what they are asked to do."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.speed.contender import processor_seconds
from benchmarks.speed.sets import breast_cancer, three_outputs, vehicle_like
from core.domain.dataset import Dataset

HERE = Path(__file__).parent
NOT_INSTALLED = "not installed"
DEBIAN_WEKA = "/usr/share/java/weka.jar"  # of Debian's package "weka"
WEKA = {
    "naive-bayes": ("weka.classifiers.bayes.NaiveBayes",),
    "knn": ("weka.classifiers.lazy.IBk", "-K", "5"),
    "tree": ("weka.classifiers.trees.J48",),
    "logistic": ("weka.classifiers.functions.Logistic",),
    "mlp": ("weka.classifiers.functions.MultilayerPerceptron", "-H", "30,30", "-N", "200"),
}
FOUR = ("naive-bayes", "knn", "tree", "logistic")


@dataclass(frozen=True, slots=True)
class PeerResult:
    """`value` is the mean error, or the root mean squared miss; `note` says why there is none."""

    peer: str
    load: str
    algorithm: str
    cpu: float | None = None
    wall: float | None = None
    value: float | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Peer:
    """`variable` names the environment variable with the path: of a Python that has it, or of weka.jar."""

    key: str
    variable: str
    tasks: tuple[tuple[str, str], ...]
    run: Callable[[Path, str, str], PeerResult]
    find: Callable[[str], Path | None]


def measure(key: str) -> list[PeerResult]:
    """Everything this peer is asked to do; one line that it is not installed where it is not found."""
    peer = next(peer for peer in PEERS if peer.key == key)
    place = peer.find(peer.variable)
    if place is None:
        note = f"{NOT_INSTALLED}; its place can be given in {peer.variable}"
        return [PeerResult(key, load, algorithm, note=note) for load, algorithm in peer.tasks]
    return [peer.run(place, load, algorithm) for load, algorithm in peer.tasks]


def _python_with(module: str) -> Callable[[str], Path | None]:
    def find(variable: str) -> Path | None:
        for place in (os.environ.get(variable), shutil.which("python3")):
            if place and _imports(Path(place), module):
                return Path(place)
        return None

    return find


def _imports(python: Path, module: str) -> bool:
    found = subprocess.run([python, "-c", f"import {module}"], capture_output=True, check=False)
    return found.returncode == 0


def _weka(variable: str) -> Path | None:
    places = (os.environ.get(variable), shutil.which("weka.jar"), DEBIAN_WEKA)
    found = next((Path(place) for place in places if place and Path(place).is_file()), None)
    return found if shutil.which("java") else None


# --- Orange and mlxtend: a script in their own Python ---


def _orange(python: Path, load: str, algorithm: str) -> PeerResult:
    data, shuffles = (breast_cancer(), 10) if load == "W1" else (vehicle_like(), 55)
    return _script(python, "orange", load, algorithm, data, (algorithm, str(shuffles)))


def _mlxtend(python: Path, load: str, algorithm: str) -> PeerResult:
    return _script(python, "mlxtend", load, algorithm, three_outputs(), ("200",))


def _script(python: Path, peer: str, load: str, algorithm: str, data: Dataset, arguments: Sequence[str]) -> PeerResult:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "data.npz"
        np.savez(path, inputs=data.inputs, labels=data.targets[:, 0].astype(np.int64), targets=data.targets)
        command = [str(python), str(HERE / f"run_{peer}.py"), str(path), *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)
    if done.returncode:
        return PeerResult(peer, load, algorithm, note=f"failed: {done.stderr.strip().splitlines()[-1]}")
    found = json.loads(done.stdout.strip().splitlines()[-1])
    title = f"{peer} {found['version']}"
    return PeerResult(title, load, algorithm, found["cpu"], found["wall"], found["value"])


# --- WEKA: its own command line, one run for each shuffle ---


def _by_weka(jar: Path, load: str, algorithm: str) -> PeerResult:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "data.arff"
        write_arff(path, breast_cancer())
        began, spent = time.perf_counter(), processor_seconds()
        texts = [_weka_run(jar, WEKA[algorithm], path, seed) for seed in range(1, 11)]
        cpu, wall = processor_seconds() - spent, time.perf_counter() - began
    errors = [weka_error(text) for text in texts]
    known = [error for error in errors if error is not None]
    if len(known) < len(texts):
        return PeerResult("weka", load, algorithm, note="its answer was not understood")
    return PeerResult(f"weka {_weka_version(jar)}".strip(), load, algorithm, cpu, wall, float(np.mean(known)))


def _weka_version(jar: Path) -> str:
    command = ["java", "-cp", str(jar), "weka.core.Version"]
    said = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    found = re.search(r"\d+\.\d+\.\d+", said)
    return found.group() if found else ""


def _weka_run(jar: Path, learner: tuple[str, ...], path: Path, seed: int) -> str:
    command = ["java", "-cp", str(jar), learner[0], "-t", str(path), "-x", "10", "-s", str(seed), "-o", "-v"]
    return subprocess.run([*command, *learner[1:]], capture_output=True, text=True, check=False).stdout


def weka_error(text: str) -> float | None:
    """The share of wrong rows in the folds, from WEKA's printed summary."""
    part = text.partition("Stratified cross-validation")[2]
    found = re.search(r"Incorrectly Classified Instances\s+\d+\s+([\d.]+) %", part)
    return None if found is None else float(found.group(1)) / 100


def write_arff(path: Path, data: Dataset) -> None:
    columns = [f"@attribute {name} numeric" for name in data.features]
    answer = "@attribute class {" + ",".join(f"c{place}" for place in range(len(data.classes))) + "}"
    rows = (
        ",".join([*(f"{value:.10g}" for value in values), f"c{label}"])
        for values, label in zip(data.inputs, data.labels, strict=True)
    )
    path.write_text("\n".join(["@relation speed", *columns, answer, "@data", *rows]) + "\n")


PEERS: tuple[Peer, ...] = (
    Peer("weka", "EVENFOLD_WEKA_JAR", tuple(("W1", key) for key in WEKA), _by_weka, _weka),
    Peer(
        "orange",
        "EVENFOLD_ORANGE_PYTHON",
        (*(("W1", key) for key in FOUR), ("W2", "tree"), ("W2", "naive-bayes")),
        _orange,
        _python_with("Orange"),
    ),
    Peer("mlxtend", "EVENFOLD_MLXTEND_PYTHON", (("W6", "mlp"),), _mlxtend, _python_with("mlxtend")),
)


if __name__ == "__main__":
    for one in measure(sys.argv[1]):
        print(one)
