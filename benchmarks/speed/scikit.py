"""scikit-learn's side: its own ways to do each load, and the same by a loop that only trains and predicts."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy.stats import rankdata
from sklearn.base import clone
from sklearn.compose import TransformedTargetRegressor
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.metrics import roc_auc_score, roc_curve
from sklearn.model_selection import (
    GridSearchCV,
    LeaveOneOut,
    StratifiedKFold,
    cross_val_score,
    cross_validate,
    permutation_test_score,
)
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.neural_network import MLPClassifier, MLPRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

from benchmarks.speed.row import Answer
from core.domain.dataset import Dataset, Floats, Integers

Splits = Sequence[tuple[Integers, Integers]]
NET = {
    "activation": "tanh",
    "alpha": 1.0,
    "batch_size": 200,
    "learning_rate_init": 0.01,
    "max_iter": 200,
    "tol": 0.0,
    "n_iter_no_change": 200,
    "random_state": 1,
}  # as our own net: tanh units, 200 rounds of steps for 200 rows


def estimator(key: str) -> Any:
    """The same definition as ours, as far as there is one: inputs scaled inside the fold where ours are."""
    make = {
        "naive-bayes": lambda: GaussianNB(var_smoothing=0.0),
        "knn": lambda: make_pipeline(StandardScaler(), KNeighborsClassifier(5)),
        "tree": lambda: DecisionTreeClassifier(random_state=1),
        "logistic": lambda: make_pipeline(StandardScaler(), LogisticRegression(max_iter=2000)),
        "lda": lambda: LinearDiscriminantAnalysis(),
        "ridge": lambda: make_pipeline(StandardScaler(), Ridge()),
        "mlp": lambda: make_pipeline(StandardScaler(), MLPClassifier((30, 30), **NET)),
        "mlp-numbers": lambda: TransformedTargetRegressor(
            make_pipeline(StandardScaler(), MLPRegressor(hidden_layer_sizes=(30,), **NET)),
            transformer=StandardScaler(),
        ),
    }
    return make[key]()


def truth(data: Dataset) -> Floats | Integers:
    """As scikit-learn wants it: labels, one number per row, or several."""
    if data.classes:
        return data.labels
    return data.targets[:, 0] if data.targets.shape[1] == 1 else data.targets


# --- the idioms ---


def validate(key: str, data: Dataset, splits: Splits, with_area: bool) -> Answer:
    scoring = {"error": "accuracy", "auc": "roc_auc"} if with_area else {"error": "accuracy"}
    found = cross_validate(estimator(key), data.inputs, truth(data), cv=splits, scoring=scoring)
    answer = {"error": (1 - found["test_error"]).tolist()}
    return {**answer, "auc": found["test_auc"].tolist()} if with_area else answer


def validate_squares(key: str, data: Dataset, splits: Splits) -> Answer:
    """Root mean squared miss of every split, averaged over outputs."""
    scoring = "neg_root_mean_squared_error"
    found = cross_validate(estimator(key), data.inputs, truth(data), cv=splits, scoring=scoring)
    return {"rmse": (-found["test_score"]).tolist()}


def search(key: str, grid: dict[str, list[object]], data: Dataset, splits: Splits) -> Answer:
    """Settings chosen by five folds inside every training set."""
    searching = GridSearchCV(estimator(key), grid, cv=5)
    found = cross_validate(searching, data.inputs, truth(data), cv=splits, scoring="accuracy")
    return {"error": (1 - found["test_score"]).tolist()}


def leave_one_out(key: str, data: Dataset) -> Answer:
    scoring = "accuracy" if data.classes else "neg_mean_squared_error"
    found = cross_val_score(estimator(key), data.inputs, truth(data), cv=LeaveOneOut(), scoring=scoring)
    return {"error": (1 - found).tolist()} if data.classes else {"mse": (-found).tolist()}


def curves(keys: Sequence[str], data: Dataset, splits: Splits) -> Answer:
    """The loop of scikit-learn's own example of ROC curves with folds."""
    found: Answer = {}
    for key in keys:
        for train, test in splits:
            model = estimator(key).fit(data.inputs[train], data.labels[train])
            chances = model.predict_proba(data.inputs[test])[:, 1]
            roc_curve(data.labels[test], chances)
            wrong = np.mean(model.predict(data.inputs[test]) != data.labels[test])
            found.setdefault(f"{key} error", []).append(float(wrong))
            found.setdefault(f"{key} auc", []).append(float(roc_auc_score(data.labels[test], chances)))
    return found


def permuted(key: str, data: Dataset, times: int, splits: Splits) -> Answer:
    """The score, and those with the answers shuffled."""
    score, scores, _ = permutation_test_score(
        estimator(key), data.inputs, data.labels, cv=splits, n_permutations=times, random_state=1
    )
    return {"error": [float(1 - score)], "shuffled": (1 - scores).tolist()}


# --- the tight loop ---


def loop(key: str, data: Dataset, splits: Splits, with_area: bool = False) -> Answer:
    answers, labels = truth(data), bool(data.classes)
    answer: Answer = {}
    model = estimator(key)
    for train, test in splits:
        model = clone(model).fit(data.inputs[train], answers[train])
        if labels:
            _add_classes(answer, model.predict_proba(data.inputs[test]), data.labels[test], with_area)
        else:
            misses = (model.predict(data.inputs[test]) - answers[test]) ** 2
            roots = np.sqrt(np.atleast_2d(misses.T).mean(axis=1))
            answer.setdefault("rmse", []).append(float(roots.mean()))
            answer.setdefault("mse", []).append(float(misses.mean()))
    return answer


def _add_classes(answer: Answer, chances: Floats, wanted: Integers, with_area: bool) -> None:
    answer.setdefault("error", []).append(float(np.mean(chances.argmax(axis=1) != wanted)))
    if with_area:
        positive = wanted == 1
        count = int(positive.sum())
        ranks = float(rankdata(chances[:, 1])[positive].sum())
        area = (ranks - count * (count + 1) / 2) / (count * (len(wanted) - count))
        answer.setdefault("auc", []).append(area)


def search_loop(key: str, settings: Sequence[dict[str, object]], data: Dataset, splits: Splits) -> Answer:
    """Choosing inside the training rows by hand: train and predict, count what is wrong."""
    errors = []
    for train, test in splits:
        inner = list(StratifiedKFold(5).split(train, data.labels[train]))
        wrong = [
            sum(_wrong(key, chosen, data, train[fit], train[check]) for fit, check in inner) for chosen in settings
        ]
        chosen = settings[int(np.argmin(wrong))]
        errors.append(_wrong(key, chosen, data, train, test) / len(test))
    return {"error": errors}


def _wrong(key: str, chosen: dict[str, object], data: Dataset, train: Integers, test: Integers) -> int:
    model = estimator(key).set_params(**chosen).fit(data.inputs[train], data.labels[train])
    return int(np.sum(model.predict(data.inputs[test]) != data.labels[test]))


def permuted_loop(key: str, data: Dataset, times: int, splits: Splits) -> Answer:
    """One set of folds for all; in each permutation every model is trained and asked once."""
    chance = np.random.default_rng(1)
    errors = []
    for number in range(times + 1):
        labels = data.labels if number == 0 else chance.permutation(data.labels)
        wrong = sum(
            int(
                np.sum(estimator(key).fit(data.inputs[train], labels[train]).predict(data.inputs[test]) != labels[test])
            )
            for train, test in splits
        )
        errors.append(wrong / data.size)
    return {"error": errors[:1], "shuffled": errors[1:]}
