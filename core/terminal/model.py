"""`model STUDY.evenfold` keeps the final model of a study; `predict MODEL FILE` answers a new file with it."""

from pathlib import Path
from textwrap import fill

from core.data import read_table
from core.prediction.build import build_model
from core.prediction.file import SUFFIX, load_model, save_model
from core.prediction.predict import predict as answered
from core.prediction.predict import write_predictions
from core.store.study_file import StudyFile
from core.support.errors import StoreError
from core.support.text import pluralize

WIDTH = 100


def model(path: Path, candidate: str, out: Path | None) -> int:
    """Trained on all rows of the study; kept as a recipe with its rows, which no program has to trust."""
    with StudyFile.open(path) as file:
        target = out or path.with_suffix(SUFFIX)
        if target.exists():
            raise StoreError(f"There is a file {target} already.", "Choose another name with --out.")
        made, data = build_model(file, candidate)
        save_model(target, made, data)
        if not file.read_only:
            file.log(f"final model of {made.candidate.key} saved")
    print(fill(made.told, WIDTH))
    print(f"Model: {target}")
    return 0


def predict(path: Path, table: Path, out: Path) -> int:
    kept = load_model(path)
    if out.resolve() in (path.resolve(), table.resolve()):
        raise StoreError(f"--out: {str(out)!r} is read here.", "Choose another name.")
    found = answered(kept, read_table(table))
    write_predictions(out, found)
    print(fill(kept.model.told, WIDTH))
    for note in found.notes:
        print(fill(f"Note: {note}", WIDTH))
    print(f"{pluralize(len(found.answers), 'row')} answered: {out}")
    return 0
