"""A model outside of Evenfold predicts what it predicts inside: Python without packages, C, and Excel's formulas."""

import csv
import ctypes
import math
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from core.application.predict_rows import export_model, predict_rows
from core.data.prepare import prepare_dataset
from core.data.read import parse_pasted, read_table
from core.domain.dataset import Dataset, Floats, Task
from core.domain.prediction import Predictions
from core.domain.study import Columns
from core.prediction.build import ModelForUse
from core.prediction.export_c import write_c_source
from core.prediction.export_excel import write_excel_workbook
from core.prediction.export_python import write_python_source
from core.prediction.portable import make_portable
from core.support.errors import StoreError, StudyError
from core.terminal import main
from tests.prediction.generated_studies import build_generated_model
from tests.terminal.plans import finished_study

ROWS = 1000
NUMBERS = (
    "linear",
    "ridge",
    "lasso",
    "pls",
    "response-surface",
    "additive",
    "mars",
    "tree",
    "forest",
    "boosting",
    "mlp",
)
CLASSES = ("logistic", "perceptron", "additive", "lda", "nearest-centroid", "tree", "forest", "boosting", "mlp")
EXCEL = ("linear", "lasso", "response-surface", "additive", "mars")
CASES = [*((key, Task.NUMBERS) for key in NUMBERS), *((key, Task.CLASSES) for key in CLASSES)]


@cache
def make_data(task: Task) -> Dataset:
    """Numbers with gaps, categories of which one looks like a number, and a bend."""
    rng = np.random.default_rng(3)
    lines = ["a,b,grade,y"]
    for _ in range(120):
        a, b, grade = rng.normal(), rng.uniform(0, 100), ("u", 'v "x"', "7")[rng.integers(3)]
        y = 2 * a + abs(b - 50) / 20 + (grade == "u") + 0.3 * rng.normal()
        shown = ("high" if y > 3 else "middle" if y > 1 else "low") if task is Task.CLASSES else f"{y:.6f}"
        quoted = grade.replace('"', '""')
        lines.append(f'{a:.6f},{"" if rng.random() < 0.05 else f"{b:.6f}"},"{quoted}",{shown}')
    return prepare_dataset(parse_pasted("\n".join(lines)), Columns(target=("y",)))


@cache
def make_model(key: str, task: Task) -> ModelForUse:
    return build_generated_model(make_data(task), key, folds=3, with_rows=False)


@cache
def make_rows() -> tuple[tuple[str, ...], ...]:
    """Cells of random rows: inside, at the edge, outside, missing, and of a category never seen."""
    rng = np.random.default_rng(4)
    rows = []
    for _ in range(ROWS):
        grade = ("u", 'v "x"', "7", "new", "")[rng.choice(5, p=(0.3, 0.3, 0.3, 0.05, 0.05))]
        b = "" if rng.random() < 0.05 else repr(float(rng.uniform(-10, 115)))
        rows.append((repr(float(1.2 * rng.normal())), b, grade))
    return tuple(rows)


def write_rows(path: Path) -> None:
    with path.open("w", newline="") as file:
        csv.writer(file).writerows([("a", "b", "grade"), *make_rows()])


@cache
def predict_inside(key: str, task: Task) -> Predictions:
    text = "\n".join(
        ["a,b,grade", *(f'{a},{b},"{grade.replace(chr(34), chr(34) * 2)}"' for a, b, grade in make_rows())]
    )
    return predict_rows(make_model(key, task), parse_pasted(text))


def check_against(found: Predictions, rows: list[dict[str, str]]) -> None:
    """The same values to 1e-9, the same places, ranges and sets."""
    assert len(rows) == ROWS
    assert [row["place"] for row in rows] == [place.value if place else "" for place in found.places]
    if found.classes:
        assert found.scores is not None
        assert found.possible is not None
        best = found.values[:, 0].astype(np.int64)
        scores = np.array([float(row["score"]) for row in rows])
        assert scores == pytest.approx(found.scores[np.arange(ROWS), best], rel=1e-9, abs=1e-12)
        assert [row["predicted"] for row in rows] == [found.classes[label] for label in best]
        named = [{name for name, is_in in zip(found.classes, row, strict=True) if is_in} for row in found.possible]
        assert [set(filter(None, row["not_excluded"].replace(";", "").split())) for row in rows] == named
        return
    assert found.low is not None
    values = np.array([float(row["predicted"]) for row in rows])
    assert values == pytest.approx(found.values[:, 0], rel=1e-9, abs=1e-9)
    low = np.array([float(row["low"] or "nan") for row in rows])
    assert low == pytest.approx(found.low[:, 0], rel=1e-9, abs=1e-9, nan_ok=True)


@pytest.mark.parametrize(("key", "task"), CASES, ids=[f"{key}-{task.value}" for key, task in CASES])
def test_that_python_without_packages_predicts_the_same(key: str, task: Task, tmp_path: Path) -> None:
    program, rows, out = tmp_path / "model.py", tmp_path / "rows.csv", tmp_path / "out.csv"
    export_model(make_model(key, task), program)
    write_rows(rows)
    command = [sys.executable, "-I", "-S", str(program), str(rows), str(out)]  # no package of anyone can be found
    subprocess.run(command, check=True, capture_output=True, timeout=300)
    check_against(predict_inside(key, task), list(csv.DictReader(out.read_text().splitlines())))


def make_codes(data: Dataset) -> Floats:
    """Rows as C gets them: numbers, codes of categories, -1 for one never seen, NaN for missing."""
    levels = {name: float(code) for code, name in enumerate(data.levels[2])}
    cells = [
        (float(a), float(b) if b else math.nan, levels.get(grade, -1.0) if grade else math.nan)
        for a, b, grade in make_rows()
    ]
    return np.array(cells)


@pytest.mark.skipif(shutil.which("gcc") is None, reason="no C compiler")
@pytest.mark.parametrize(("key", "task"), CASES, ids=[f"{key}-{task.value}" for key, task in CASES])
def test_that_c_predicts_the_same(key: str, task: Task, tmp_path: Path) -> None:
    data, found = make_data(task), predict_inside(key, task)
    source, library = tmp_path / "model.c", tmp_path / "model.so"
    source.write_text(write_c_source(make_portable(make_model(key, task), 0.9)))
    strict = ["-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror", "-shared", "-fPIC"]
    subprocess.run(["gcc", *strict, str(source), "-o", str(library), "-lm"], check=True, timeout=300)
    call = ctypes.CDLL(str(library)).evenfold_predict
    places = ("inside", "edge", "outside")
    doubles, classes = ctypes.c_double * 3, len(data.classes)
    rows = []
    for cells in make_codes(data):
        if classes:
            scores, possible, place = (ctypes.c_double * classes)(), (ctypes.c_int * classes)(), ctypes.c_int()
            best = call(doubles(*cells), scores, possible, ctypes.byref(place))
            kept = " ".join(name for name, is_in in zip(data.classes, possible, strict=True) if is_in)
            shown = {"predicted": data.classes[best], "score": repr(scores[best]), "not_excluded": kept}
            rows.append({**shown, "place": places[place.value]})
        else:
            one = [(ctypes.c_double * 1)() for _ in range(3)]
            place_code = call(doubles(*cells), *one)
            names = ("predicted", "low", "high")
            shown = {name: repr(part[0]) for name, part in zip(names, one, strict=True)}
            rows.append({**shown, "place": places[place_code]})
    check_against(found, rows)


@pytest.mark.on_demand
@pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not installed")
def test_that_formulas_recalculated_by_libreoffice_predict_the_same(tmp_path: Path) -> None:
    cases = [*((key, Task.NUMBERS) for key in EXCEL), ("logistic", Task.CLASSES), ("additive", Task.CLASSES)]
    cells = [[float(a), float(b) if b else None, grade or None] for a, b, grade in make_rows()]
    paths = []
    for key, task in cases:
        paths.append(tmp_path / f"{key}-{task.value}.xlsx")
        paths[-1].write_bytes(write_excel_workbook(make_portable(make_model(key, task), 0.9), cells))
    out = tmp_path / "out"
    profile = f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}"
    convert = ["soffice", profile, "--headless", "--convert-to", "xlsx:Calc MS Excel 2007 XML", "--outdir", str(out)]
    subprocess.run([*convert, *map(str, paths)], check=True, capture_output=True, timeout=600)
    for (key, task), path in zip(cases, paths, strict=True):
        table = read_table(out / path.name, {"sheet": "Predict"})
        columns = {}
        for column in table.columns:
            if column.kind.is_coded:
                columns[column.name] = ["" if code < 0 else column.levels[code] for code in column.values.tolist()]
            else:
                columns[column.name] = [repr(value) for value in column.values.astype(np.float64).tolist()]
        rows = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
        check_against(predict_inside(key, task), rows)


def test_that_kinds_without_formulas_are_refused_by_name(tmp_path: Path) -> None:
    knn, forest = make_model("knn", Task.NUMBERS), make_model("forest", Task.NUMBERS)
    with pytest.raises(StudyError, match="cannot be written as formulas or code"):
        export_model(knn, tmp_path / "m.py")
    with pytest.raises(StudyError, match="too many parts for formulas"):
        export_model(forest, tmp_path / "m.xlsx")
    with pytest.raises(StoreError, match="Excel, Python or C"):
        export_model(forest, tmp_path / "m.txt")
    assert list(tmp_path.iterdir()) == []


def test_that_names_from_a_table_stay_text_in_every_export() -> None:
    plain = make_portable(make_model("linear", Task.NUMBERS), 0.9)
    inputs = plain["inputs"]
    assert isinstance(inputs, list)
    evil = {
        **plain,
        "study": '"""\nimport os */ system("x")',
        "inputs": [{**inputs[0], "name": '=1+1"*/\\'}, *inputs[1:]],
    }
    program: dict[str, object] = {}
    exec(compile(write_python_source(evil), "model", "exec"), program)
    assert "os" not in program
    assert write_c_source(evil).count("*/") == write_c_source(plain).count("*/")


def test_that_the_terminal_exports_from_a_study_and_from_a_model(tmp_path: Path) -> None:
    study = finished_study(tmp_path)
    model = tmp_path / "kept.evenfold-model"
    assert main(["model", str(study), "--candidate", "majority"]) == 0
    assert main(["model", str(study), "--candidate", "majority", "--out", str(tmp_path / "a.py")]) == 0
    assert main(["model", str(model), "--out", str(tmp_path / "b.py")]) == 0
    assert (tmp_path / "b.py").read_text().splitlines()[5:] != []
    assert main(["model", str(study), "--candidate", "knn", "--out", str(tmp_path / "c.c")]) == 2
    assert main(["model", str(model), "--out", str(tmp_path / "b.py")]) == 2
