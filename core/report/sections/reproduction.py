"""Section 10: what it takes to get the same numbers again."""

import os
import platform
from collections.abc import Iterator
from hashlib import sha256

from core.engine.versions import PROCESSOR
from core.report.blocks import Block, Code, Paragraph, facts
from core.report.plain import as_json, findings_as_plain
from core.report.report_text import duration
from core.report.subject import ReportInput

CHANGING = ("seconds", "versions")


def reproduction(subject: ReportInput) -> tuple[Block, ...]:
    file = subject.source_file or "STUDY.evenfold"
    anew = "work everything out" if subject.is_given else "train everything"
    return (
        facts(_rows(subject)),
        Paragraph(f"To check every number of this report against the stored predictions, and to {anew} anew:"),
        Code(f"python3 main.py check {file}\npython3 main.py report {file} --to script --out script.zip"),
        Paragraph(
            "The same plan, data and versions give the same numbers bit for bit; other versions of the libraries may "
            "differ in the last digits.",
            soft=True,
        ),
    )


def _rows(subject: ReportInput) -> Iterator[tuple[str, object]]:
    for name, version in subject.run.versions.items():
        yield ("Processor", version) if name == PROCESSOR else (f"Version of {name}", version)
    yield (
        "Machine that wrote this report",
        f"{platform.system()} {platform.release()}, {platform.machine()}, {os.cpu_count()} processors",
    )
    if not subject.is_given:
        trained = sum(outcome.seconds for outcome in subject.run.outcomes)
        yield "Trainings", f"{len(subject.run.outcomes):,}, {duration(trained)} of work together"
    yield "Seed", subject.study.seed
    yield "Hash of the plan (SHA-256)", subject.plan_hash or "–"
    yield "Fingerprint of the rows", subject.data.fingerprint or "–"
    yield "Hash of the findings (SHA-256)", findings_hash(subject)


def findings_hash(subject: ReportInput) -> str:
    """Of everything concluded, as the JSON of `run --json` has it, without times and versions."""
    found = findings_as_plain(subject.study, subject.data, subject.run, subject.findings, 0.0)
    text = as_json({key: value for key, value in found.items() if key not in CHANGING})
    return sha256(text.encode("utf-8", "replace")).hexdigest()
