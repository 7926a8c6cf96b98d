"""The study as plain Python that repeats it outside Evenfold: script, data, plan and the modules it needs."""

import ast
import json
from collections.abc import Iterator
from dataclasses import fields
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import numpy as np

from core.domain.dataset import Dataset
from core.native_build import HEADERS, SOURCES
from core.report.output import write_bytes
from core.report.plain import findings_as_plain
from core.report.subject import ReportInput
from core.store.plan_record import plan_text
from core.support import paths
from core.support.errors import StudyError

ROOT = Path(__file__).resolve().parents[2]
NEEDED = (
    "core.engine.plan",
    "core.engine.training",
    "core.judge.conclude",
    "core.store.plan_record",
    "core.algorithms",
)
ARRAYS = ("inputs", "targets", "groups", "order", "rows")


def write_script(path: Path, subject: ReportInput) -> None:
    write_bytes(path, script_archive(subject))


def script_archive(subject: ReportInput) -> bytes:
    """A zip: `repeat_study.py`, `requirements.txt`, `study/` with plan, data and expected numbers, and `core/`."""
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        archive.writestr(
            "repeat_study.py", (paths.resources() / "templates" / "repeat_study.py.txt").read_text("utf-8")
        )
        archive.writestr("requirements.txt", _requirements(subject))
        archive.writestr("study/plan.json", _in_ascii(json.loads(plan_text(subject.study))))
        archive.writestr("study/data.json", _in_ascii(_description(subject.data)))
        archive.writestr("study/data.npz", _arrays(subject.data))
        expected = findings_as_plain(subject.study, subject.data, subject.run, subject.findings, 0.0)
        archive.writestr("study/expected.json", _in_ascii(expected))
        for file in (*modules_needed(), *native_sources()):
            archive.writestr(file.relative_to(ROOT).as_posix(), file.read_text("utf-8"))
    return packed.getvalue()


def _in_ascii(plain: object) -> str:
    """Whatever letters a file brought along, halves of them too, come back as they were."""
    return json.dumps(plain, indent=1, allow_nan=False)


def _requirements(subject: ReportInput) -> str:
    kept = ("numpy", "scipy", "scikit-learn", "pandas", "threadpoolctl")
    return "".join(f"{name}=={subject.run.versions[name]}\n" for name in kept if name in subject.run.versions)


def _description(data: Dataset) -> dict[str, object]:
    """What is not an array; arrays stand beside it."""
    plain = {field.name: getattr(data, field.name) for field in fields(data)}
    return {name: value for name, value in plain.items() if name not in (*ARRAYS, "given")} | {
        "given": list(data.given)
    }


def _arrays(data: Dataset) -> bytes:
    named = {name: getattr(data, name) for name in ARRAYS if getattr(data, name) is not None}
    given = {f"given-{place}": values for place, values in enumerate(data.given.values())}
    packed = BytesIO()
    np.savez_compressed(packed, allow_pickle=False, **named, **given)
    return packed.getvalue()


def modules_needed() -> list[Path]:
    """The files of the modules the script imports, and what these import in turn."""
    waiting, found = list(NEEDED), set[Path]()
    while waiting:
        module = waiting.pop()
        file = _file_of(module)
        if file is not None and file not in found:
            found.add(file)
            waiting.extend((*_imported(file), *_packages(module)))
    return sorted(found)


def native_sources() -> list[Path]:
    """The C sources of the native core, which the script compiles where there is a compiler."""
    return [ROOT / "core" / "native" / name for name in (*HEADERS, *SOURCES)]


def _packages(module: str) -> Iterator[str]:
    """Importing a module imports the packages it stands in."""
    parts = module.split(".")
    yield from (".".join(parts[:length]) for length in range(1, len(parts)))


def _file_of(module: str) -> Path | None:
    if not (ROOT / "core" / "support" / "errors.py").exists():
        raise StudyError("The script needs Evenfold's source files, which this installation lacks.", "Use the sources.")
    place = ROOT / Path(*module.split("."))
    return next((file for file in (place.with_suffix(".py"), place / "__init__.py") if file.exists()), None)


def _imported(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.startswith("core"))
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("core"):
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
