"""W8 by pandas and scikit-learn: by their own means, or by a loop that only trains and predicts."""

import os
from functools import partial
from pathlib import Path

import numpy as np
import pandas
from sklearn.model_selection import StratifiedKFold, cross_validate
from sklearn.naive_bayes import GaussianNB

from benchmarks.speed.row import SCIKIT, Answer, Load, Work


def work_of(load: Load, who: str, scale: int = 1, shuffles: int = 1) -> Work:
    return partial(_idiom if who == SCIKIT else _loop, Path(os.environ["LARGE_FILE"]))


def _idiom(path: Path) -> Answer:
    table = pandas.read_csv(path)
    found = cross_validate(GaussianNB(var_smoothing=0.0), table.drop(columns="class"), table["class"], cv=10)
    return {"error": sorted((1 - found["test_score"]).tolist())}


def _loop(path: Path) -> Answer:
    table = pandas.read_csv(path)
    labels = table.pop("class").to_numpy() == "b"
    inputs = table.to_numpy()
    del table
    errors = []
    for train, test in StratifiedKFold(10).split(inputs, labels):
        model = GaussianNB(var_smoothing=0.0).fit(inputs[train], labels[train])
        errors.append(float(np.mean(model.predict(inputs[test]) != labels[test])))
    return {"error": sorted(errors)}
