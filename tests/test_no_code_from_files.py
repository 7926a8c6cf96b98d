"""A file from someone else is data, never code: malformed, cut off, oversized or foreign, it gives one sentence."""

import ast
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from core.application.compare_fold_scores import compare_scores
from core.application.report_input import subject_of
from core.data.read import parse_pasted
from core.domain.fold_scores import Design, ScoreRoles
from core.plans.plan_writer import study_as_plan
from core.prediction.file import SUFFIX, load_model
from core.report.html import html_page
from core.report.sections import document
from core.store.checksums import compute_checksum
from core.store.study_file import StudyFile
from core.support.errors import EvenfoldError
from core.terminal import main
from tests.terminal.plans import finished_study
from tests.test_architecture import all_nodes

RUNS_CODE = {"pickle", "cPickle", "dill", "cloudpickle", "joblib", "marshal", "shelve", "code", "runpy"}
OWN_PROCESSES = ("core.engine.",)  # what workers of ours send each other; never a file that somebody opens


# --- nothing that can run ---


def test_that_nothing_but_the_engine_knows_pickle() -> None:
    wrong = [
        (name, alias.name)
        for name, node in all_nodes()
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
        if (getattr(node, "module", None) or alias.name).split(".")[0] in RUNS_CODE
        and not name.startswith(OWN_PROCESSES)
    ]
    assert wrong == []


def test_that_no_text_is_run_as_code() -> None:
    names = {"eval", "exec", "compile", "__import__"}
    wrong = [
        (name, node.func.id)
        for name, node in all_nodes()
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names
    ]
    assert wrong == []


def test_that_python_files_beside_the_data_are_not_run_by_workers(tmp_path: Path) -> None:
    """Workers start in the folder of the person; a module there must not stand in for one of ours or of Python."""
    mark = tmp_path / "was-run"
    for name in ("core/__init__.py", "core/engine/__init__.py", "random.py", "signal.py"):
        planted = tmp_path / name
        planted.parent.mkdir(parents=True, exist_ok=True)
        planted.write_text(f"open({str(mark)!r}, 'w').close()\n")
    rows = "".join(f"{row % 7},{row % 11},{'ab'[row % 2]}\n" for row in range(120))
    (tmp_path / "table.csv").write_text(f"x,z,y\n{rows}")
    (tmp_path / "plan.toml").write_text(
        'data = "table.csv"\n[columns]\ntarget = ["y"]\n'
        '[candidates]\nentries = ["mlp", "boosting"]\n[plan]\nfolds = 4\nrepeats = 2\n'
    )
    main_file = Path(__file__).parents[1] / "main.py"
    done = subprocess.run(
        [sys.executable, str(main_file), "run", "plan.toml", "--workers", "2"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        env={**os.environ, "EVENFOLD_HOME": str(tmp_path / "home")},
    )
    assert done.returncode in (0, 1, 4), done.stderr
    assert not mark.exists()


def test_that_no_array_file_may_hold_objects() -> None:
    allowed = [
        (name, node.lineno)
        for name, node in all_nodes()
        if isinstance(node, ast.keyword) and node.arg == "allow_pickle" and getattr(node.value, "value", True) is True
    ]
    assert allowed == []


def test_that_no_query_is_put_together_from_what_a_file_says() -> None:
    """Queries are constants; only names of our own and numbers of the header are filled in."""
    wrong = [
        (name, ast.unparse(node.args[0]))
        for name, node in all_nodes()
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("execute", "executemany", "executescript")
        and node.args
        and isinstance(node.args[0], ast.JoinedStr)
        and not ast.unparse(node.args[0]).startswith(("f'PRAGMA", 'f"PRAGMA'))
    ]
    assert wrong == []


# --- study files and models ---


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return finished_study(tmp_path_factory.mktemp("hostile"))


@pytest.fixture(scope="module")
def model(study: Path) -> Path:
    target = study.with_name(f"m{SUFFIX}")
    assert main(["model", str(study), "--candidate", "naive-bayes", "--out", str(target)]) == 0
    return target


def spoilt(path: Path, folder: Path, *statements: tuple[str, tuple[object, ...]]) -> Path:
    copy = folder / path.name
    shutil.copy(path, copy)
    connection = sqlite3.connect(copy)
    with connection:
        for statement, values in statements:
            connection.execute(statement, values)
    connection.close()
    return copy


def one_sentence(command: list[str], capsys: pytest.CaptureFixture[str], codes: tuple[int, ...] = (2,)) -> str:
    """What the terminal says; never a traceback."""
    capsys.readouterr()
    assert main(command) in codes
    said = capsys.readouterr()
    assert "Traceback" not in said.out + said.err
    if codes == (2,):
        assert len(said.err.strip().splitlines()) == 1
    return said.out + said.err


FOREIGN: tuple[tuple[str, Callable[[Path], bytes]], ...] = (
    ("empty", lambda _path: b""),
    ("text", lambda _path: b"not a study\n" * 40),
    ("zeros", lambda _path: bytes(4096)),
    ("zip", lambda _path: b"PK\x03\x04" + bytes(300)),
    (
        "pickle",
        lambda _path: b"\x80\x04\x95\x1f\x00\x00\x00\x00\x00\x00\x00\x8c\x05posix\x94\x8c\x06system\x94\x93\x94.",
    ),
    ("half", lambda path: path.read_bytes()[: path.stat().st_size // 2]),
    ("head only", lambda path: path.read_bytes()[:100]),
    ("garbled", lambda path: path.read_bytes()[:4096] + bytes(b ^ 0xFF for b in path.read_bytes()[4096:])),
)


@pytest.mark.parametrize(("name", "content"), FOREIGN, ids=[name for name, _ in FOREIGN])
def test_that_a_foreign_or_damaged_file_is_one_sentence(
    study: Path,
    model: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    name: str,
    content: Callable[[Path], bytes],
) -> None:
    file = tmp_path / "other.evenfold"
    file.write_bytes(content(study))
    codes = (1, 2) if name == "garbled" else (2,)
    for command in (["check", str(file)], ["report", str(file)], ["final-test", str(file)], ["model", str(file)]):
        one_sentence(command, capsys, codes)
    other, new = tmp_path / f"other{SUFFIX}", tmp_path / "new.csv"
    other.write_bytes(content(model))
    new.write_text("force,time\n1,2\n3,4\n")
    one_sentence(["predict", str(other), str(new), "--out", str(tmp_path / "out.csv")], capsys)
    assert not (tmp_path / "out.csv").exists()


def test_that_a_study_is_no_model_and_a_model_no_study(study: Path, model: Path, tmp_path: Path) -> None:
    for path, opened in ((study, load_model), (model, StudyFile.open)):
        copy = tmp_path / path.name
        shutil.copy(path, copy)
        with pytest.raises(EvenfoldError, match="another program or kind"):
            opened(copy)


ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT 'plan' AS name, i AS value FROM n"
BOMB = zlib.compress(bytes(2**28), 9)  # 256 megabytes in 256 kilobytes
DEEP = "[" * 200_000
HUGE = b"ff\x01" + (120).to_bytes(4, "little") + bytes(4) + BOMB  # an array of 120 rows that unpacks to 256 megabytes
BOMBED = (HUGE, compute_checksum(("input 0", 120, HUGE)))


@pytest.mark.parametrize(
    ("statements", "told"),
    [
        ((("ALTER TABLE fact RENAME TO old", ()), (f"CREATE VIEW fact AS {ENDLESS}", ())), "not Evenfold's"),
        ((("CREATE TRIGGER t AFTER INSERT ON log BEGIN DELETE FROM outcome; END", ()),), "not Evenfold's"),
        ((("UPDATE data_column SET content = ?, checksum = ? WHERE name = 'input 0'", BOMBED),), "not as long as"),
        ((("UPDATE data_column SET content = ? WHERE name = 'input 0'", (BOMB,)),), "was changed"),
        ((("UPDATE data_column SET length = 4000000000000 WHERE name = 'input 0'", ()),), "not as many or as long"),
        ((("UPDATE fact SET value = replace(value, '\"size\":120', '\"size\":99999999999')", ()),), "as long as"),
        ((("UPDATE fact SET value = ? WHERE name = 'plan'", (DEEP,)),), "nested too deeply"),
        ((("UPDATE fact SET value = ? WHERE name = 'data'", (DEEP,)),), "more than any study"),
        ((("UPDATE fact SET value = '{}' WHERE name = 'plan'", ()),), "cannot be understood"),
        ((("UPDATE fact SET value = replace(value, '\"repeats\":2', '\"repeats\":2000000000')", ()),), "repeats"),
        ((("UPDATE fact SET value = replace(value, '\"folds\":5', '\"folds\":1e999')", ()),), "understood"),
        ((("DELETE FROM fact WHERE name = 'plan'", ()),), "damaged"),
        ((("UPDATE split SET rows = x'00'", ()),), "damaged"),
        ((("UPDATE outcome SET arrays = ?", (b"\x03\x00\x01\x00" + b"\xff" * 12,)),), "damaged"),
    ],
)  # fmt: skip
def test_that_a_study_made_to_do_harm_is_one_sentence(
    study: Path, tmp_path: Path, statements: tuple[tuple[str, tuple[object, ...]], ...], told: str
) -> None:
    file = spoilt(study, tmp_path, *statements)
    with pytest.raises(EvenfoldError, match=told):
        read_all(file)


def read_all(path: Path) -> tuple[object, ...]:
    with StudyFile.open(path, only_read=True) as opened:
        return opened.study, opened.data, list(opened.outcomes())


@pytest.mark.parametrize("rows", [120, 2**32 - 1])
def test_that_a_stored_prediction_that_unpacks_without_end_is_refused(study: Path, tmp_path: Path, rows: int) -> None:
    packed = b"ff\x01" + rows.to_bytes(4, "little") + (1).to_bytes(4, "little") + BOMB
    record = json.dumps([{}, {"predicted": len(packed)}])
    checksum = compute_checksum((1, "knn", record, packed))
    statement = "UPDATE outcome SET record = ?, arrays = ?, checksum = ? WHERE split = 1 AND candidate = 'knn'"
    file = spoilt(study, tmp_path, (statement, (record, packed, checksum)))
    with StudyFile.open(file, only_read=True) as opened, pytest.raises(EvenfoldError, match="damaged: a part of it is"):
        list(opened.outcomes())


def test_that_names_in_a_study_become_text_and_never_markup_or_paths(study: Path, tmp_path: Path) -> None:
    evil = "<script>alert(1)</script><img src=x onerror=alert(2)>"
    with StudyFile.open(study) as file:
        plain = json.loads(file._fact("plan") or "")
    plain["title"], plain["source"] = evil, "../../../../etc/passwd"
    file_path = spoilt(
        study, tmp_path, ("UPDATE fact SET value = ? WHERE name = 'plan'", (json.dumps(plain),)),
        ("UPDATE fact SET value = replace(value, 'force', ?) WHERE name = 'data'", (evil.replace('"', ""),)),
    )  # fmt: skip
    with StudyFile.open(file_path, only_read=True) as opened:
        page = html_page(document(subject_of(opened)))
        text = study_as_plan(opened.study, opened.data, tmp_path)
    assert "<script>alert(1)" not in page
    assert "onerror=alert" not in page.replace("onerror=alert(2)&gt;", "")
    assert "<script>" in text  # in quotes of a plan, where nothing runs
    assert not list(tmp_path.parent.glob("passwd*"))


# --- tables of predictions and scores ---


@pytest.mark.parametrize("name", ["bomb.xlsx", "cut.xlsx", "junk.csv", "junk.parquet", "pickle.csv"])
def test_that_a_hostile_table_is_one_sentence_on_every_route(
    tmp_path: Path, model: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    file = hostile_table(tmp_path / name)
    one_sentence(["compare-predictions", str(file), "--truth", "a", "--models", "b", "c"], capsys)
    scores = ["compare-scores", str(file), "--models", "a", "b", "--folds", "10", "--shuffles", "1"]
    one_sentence([*scores, "--same-folds", "yes", "--scores", "error"], capsys)
    one_sentence(["predict", str(model), str(file), "--out", str(tmp_path / "o.csv")], capsys)
    assert not Path("/tmp/evenfold-was-here").exists()


def hostile_table(path: Path) -> Path:
    if path.name == "bomb.xlsx":
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as book:
            book.writestr("[Content_Types].xml", "<Types/>")
            with book.open("xl/worksheets/sheet1.xml", "w", force_zip64=True) as sheet:
                for _ in range(700):
                    sheet.write(bytes(2**20))
    elif path.name == "cut.xlsx":
        path.write_bytes(b"PK\x03\x04" + bytes(200))
    elif path.suffix == ".parquet":
        path.write_bytes(b"PAR1" + bytes(100))
    elif path.name == "pickle.csv":
        path.write_bytes(b"\x80\x04cos\nsystem\n(S'touch /tmp/evenfold-was-here'\ntR.")
    else:
        path.write_bytes(bytes(range(256)) * 20)
    return path


def test_that_a_million_folds_are_refused_before_anything_is_made() -> None:
    with pytest.raises(EvenfoldError, match="make"):
        compare_scores(
            parse_pasted("a,b\n1,2\n3,4\n"),
            ScoreRoles(("a", "b")),
            Design(10**9, 10**4, "yes", "miss", 1.0),  # type: ignore[arg-type]
        )  # type: ignore[arg-type]
