"""`report`: every format from the study file alone."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree
from zipfile import ZipFile

import pytest

from core.report.blocks import Picture
from core.report.pages import Pages
from core.report.report_text import moment
from core.report.script import modules_needed
from core.store.study_file import StudyFile
from core.terminal import main
from core.wording.conclusion_text import word_conclusion
from tests.report.subjects import checked
from tests.terminal.plans import finished_study, write_plan

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return finished_study(tmp_path_factory.mktemp("reported"))


@pytest.mark.parametrize(
    ("to", "suffix", "start"),
    [
        ("html", ".html", b"<!DOCTYPE html>"),
        ("docx", ".docx", b"PK"),
        ("csv", ".csv", b"\xef\xbb\xbfpart"),
        ("xlsx", ".xlsx", b"PK"),
        ("text", ".txt", b""),
        ("script", ".zip", b"PK"),
    ],
)
def test_that_every_format_is_written_beside_the_study(study: Path, to: str, suffix: str, start: bytes) -> None:
    assert main(["report", str(study), "--to", to]) == 0
    content = study.with_suffix(suffix).read_bytes()
    assert content.startswith(start)
    assert len(content) > 200


def test_that_the_report_has_the_hash_and_the_time_of_the_lock(study: Path, tmp_path: Path) -> None:
    main(["report", str(study), "--out", str(tmp_path / "r.html")])
    page = (tmp_path / "r.html").read_text("utf-8")
    checked(page)
    with StudyFile.open(study) as file:
        assert file.plan_hash in page
        assert f"Locked {moment(file.locked_at or '')}" in page


def test_that_the_saved_findings_are_reported(study: Path, tmp_path: Path) -> None:
    main(["report", str(study), "--to", "text", "--out", str(tmp_path / "r.txt")])
    with StudyFile.open(study) as file:
        findings = file.findings()
        assert findings is not None
        headline = word_conclusion(file.study, file.data, findings).headline.text
    assert headline in " ".join((tmp_path / "r.txt").read_text("utf-8").split())


class Painted:
    """Keeps what it is asked to paint."""

    def __init__(self) -> None:
        self.pages: list[tuple[Pages, Path]] = []

    def pdf(self, pages: Pages, path: Path) -> None:
        self.pages.append((pages, path))

    def png(self, picture: Picture, dots_per_inch: int) -> bytes:
        return f"{picture.width} at {dots_per_inch}".encode()


def test_that_pdf_is_left_to_the_painter_that_is_handed_over(study: Path, tmp_path: Path) -> None:
    painter = Painted()
    arguments = ["report", str(study), "--to", "pdf", "--out", str(tmp_path / "r.pdf")]
    assert main(arguments, painter) == 0
    assert painter.pages[0][1] == tmp_path / "r.pdf"
    assert "12 References" in painter.pages[0][0].html
    assert main(arguments) == 2


def test_that_pictures_become_files_of_their_own(
    study: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["report", str(study), "--to", "svg", "--out", str(tmp_path / "p.svg")]) == 0
    files = sorted(tmp_path.glob("p-*.svg"))
    assert len(files) >= 2
    assert all(str(file) in capsys.readouterr().out for file in files[:1])
    for file in files:
        assert ElementTree.parse(file).getroot().tag == "{http://www.w3.org/2000/svg}svg"
        assert "var(--" not in file.read_text("utf-8")
    assert main(["report", str(study), "--to", "png", "--out", str(tmp_path / "p.png")], Painted()) == 0
    assert (tmp_path / "p-1.png").read_bytes() == b"640 at 300"
    assert main(["report", str(study), "--to", "png", "--out", str(tmp_path / "p.png")]) == 2


def test_that_the_ending_of_the_file_says_the_format(study: Path, tmp_path: Path) -> None:
    assert main(["report", str(study), "--out", str(tmp_path / "r.docx")]) == 0
    assert (tmp_path / "r.docx").read_bytes().startswith(b"PK")


def test_that_a_file_never_gets_the_ending_of_another_format(
    study: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["report", str(study), "--to", "html", "--out", str(tmp_path / "r.pdf")]) == 2
    assert "r.pdf: the format html is a file that ends in .html" in capsys.readouterr().err
    assert not (tmp_path / "r.pdf").exists()


def test_that_a_script_is_asked_for_by_the_name_of_its_archive(
    study: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["report", str(study), "--to", "script", "--out", str(tmp_path / "x.py")]) == 2
    assert "x.py: the format script is a file that ends in .zip. Write x.zip." in capsys.readouterr().err
    assert not (tmp_path / "x.py").exists()


@pytest.mark.parametrize("to", [["--to", "script"], []])
def test_that_a_name_that_promises_something_else_is_refused_with_the_right_ending(
    study: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], to: list[str]
) -> None:
    assert main(["report", str(study), *to, "--out", str(tmp_path / "r.py")]) == 2
    assert ".zip" in capsys.readouterr().err
    assert not (tmp_path / "r.py").exists()


def test_that_a_web_page_may_end_in_three_letters(study: Path, tmp_path: Path) -> None:
    assert main(["report", str(study), "--out", str(tmp_path / "r.HTM")]) == 0
    assert (tmp_path / "r.HTM").read_bytes().startswith(b"<!DOCTYPE html>")


@pytest.mark.parametrize("arguments", [["report", "x.evenfold", "--out", "-"], ["run", "x.toml", "--report", "-"]])
def test_that_no_report_becomes_a_file_called_dash(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(arguments) == 2
    assert "not written to standard output" in capsys.readouterr().err
    assert not Path("-").exists()


def test_that_a_report_of_a_changed_file_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = finished_study(tmp_path)
    arguments = ["report", str(kept), "--out", str(tmp_path / "r.html")]
    assert main(arguments) == 0
    assert "was changed" not in capsys.readouterr().err
    with closing(sqlite3.connect(kept)) as file, file:
        file.execute("UPDATE fact SET value = '1.5' WHERE name = 'seconds'")
    assert main(arguments) == 0
    assert "was changed after it was saved" in capsys.readouterr().err
    first_page = (tmp_path / "r.html").read_text("utf-8").split("1 Question and use")[0]
    assert "Not all in the study file is as it was saved" in first_page


def test_that_references_are_written_as_bibtex(study: Path, tmp_path: Path) -> None:
    assert main(["report", str(study), "--to", "bibtex", "--out", str(tmp_path / "r.bib")]) == 0
    text = (tmp_path / "r.bib").read_text("utf-8")
    assert text.count("@") >= 5
    assert text.count("{") == text.count("}")


def test_that_an_unfinished_study_has_no_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = finished_study(tmp_path)
    with StudyFile.open(kept) as file:
        study, data = file.study, file.data
    with StudyFile.create(tmp_path / "new.evenfold", study, data):
        pass
    assert main(["report", str(tmp_path / "new.evenfold")]) == 2
    assert "not finished" in capsys.readouterr().err


def test_that_a_report_cannot_go_where_there_is_no_folder(
    study: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for to in ("html", "docx", "csv", "xlsx", "script"):
        assert main(["report", str(study), "--to", to, "--out", str(tmp_path / "absent" / "r")]) == 2
        assert "there is no folder" in capsys.readouterr().err


def test_that_the_script_repeats_the_study_with_the_same_numbers(study: Path, tmp_path: Path) -> None:
    main(["report", str(study), "--to", "script", "--out", str(tmp_path / "s.zip")])
    with ZipFile(BytesIO((tmp_path / "s.zip").read_bytes())) as archive:
        archive.extractall(tmp_path / "alone")
    done = subprocess.run(
        [sys.executable, "-I", "-c", _RUN_ALONE], cwd=tmp_path / "alone", capture_output=True, text=True, check=False
    )
    assert "numbers are the same as in the study" in done.stdout, done.stderr
    assert done.returncode == 0
    assert "naive-bayes" in done.stdout


_RUN_ALONE = """
import runpy, sys
sys.path.insert(0, '.')
assert not any('main/core' in str(getattr(m, '__file__', '')) for m in list(sys.modules.values()))
runpy.run_path('repeat_study.py', run_name='__main__')
"""


def test_that_the_script_takes_along_what_it_needs_and_no_more() -> None:
    names = {file.relative_to(ROOT).as_posix() for file in modules_needed()}
    needed = {"core/__init__.py", "core/engine/training.py", "core/judge/conclude.py", "core/algorithms/forest.py"}
    assert needed <= names
    assert not any(name.startswith(("gui/", "core/terminal/", "core/report/")) for name in names)


def test_that_a_changed_data_file_makes_the_script_say_so(study: Path, tmp_path: Path) -> None:
    main(["report", str(study), "--to", "script", "--out", str(tmp_path / "s.zip")])
    with ZipFile(tmp_path / "s.zip") as archive:
        archive.extractall(tmp_path / "alone")
    expected = tmp_path / "alone" / "study" / "expected.json"
    expected.write_text(expected.read_text("utf-8").replace('"mean": 0.', '"mean": 1.'), "utf-8")
    done = subprocess.run(
        [sys.executable, "repeat_study.py"], cwd=tmp_path / "alone", capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "numbers differ" in done.stdout


def test_that_the_plan_of_the_report_can_be_run_again(tmp_path: Path) -> None:
    plan = write_plan(tmp_path)
    report = tmp_path / "r.html"
    assert main(["run", str(plan), "--report", str(report), "--workers", "0"]) in (0, 1)
    assert "Every model against" in report.read_text("utf-8")
