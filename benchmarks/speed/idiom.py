"""scikit-learn's idiom: preparation in a pipeline, GridSearchCV inside the folds, the grids that Evenfold tries.

    python -m benchmarks.speed.idiom FILE.csv classes|numbers FOLDS MODEL...

reads the last column as what is to be predicted and carries out some of ten folds; nothing of Evenfold is loaded.
"""

import sys
import warnings
from typing import Any

import numpy as np
import pandas as pd
from sklearn.compose import ColumnTransformer
from sklearn.ensemble import (
    ExtraTreesClassifier,
    ExtraTreesRegressor,
    HistGradientBoostingClassifier,
    HistGradientBoostingRegressor,
    RandomForestClassifier,
    RandomForestRegressor,
)
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF, ConstantKernel, Matern, WhiteKernel
from sklearn.impute import SimpleImputer
from sklearn.linear_model import Lasso, LinearRegression, LogisticRegression, Ridge
from sklearn.model_selection import GridSearchCV, KFold, ShuffleSplit, StratifiedKFold, StratifiedShuffleSplit
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.neural_network import MLPClassifier, MLPRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler
from sklearn.svm import SVC, SVR
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

FEW_ROWS_TO_TUNE = 500
LEAVES = {"min_samples_leaf": [20, 10, 5, 3, 1]}
NETS = {"hidden_layer_sizes": [(5,), (15,), (30,)], "alpha": [10.0, 0.1]}
SHARES = {"var_smoothing": [1e-1, 1e-3, 1e-5, 1e-7, 1e-9, 1e-11]}
PRUNINGS = ((0.02, 10), (0.01, 10), (0.005, 5), (0.002, 5), (0.001, 1), (0.0, 1))


def model_named(name: str, is_classes: bool, width: int) -> tuple[Any, dict[str, Any] | list[dict[str, Any]], bool]:
    """The estimator, its grid (empty: not tuned), and whether inputs are filled and scaled for it."""
    fixed = {"random_state": 0}
    trees = [{"ccp_alpha": [strength], "min_samples_leaf": [leaf]} for strength, leaf in PRUNINGS]
    forest = RandomForestClassifier(**fixed) if is_classes else RandomForestRegressor(max_features=1 / 3, **fixed)
    boosting = HistGradientBoostingClassifier if is_classes else HistGradientBoostingRegressor
    nets = {"max_iter": 500, **fixed}
    lengths = [np.ones(1), np.ones(width)]
    shapes = [*map(RBF, lengths), *(Matern(length, nu=nu) for length in lengths for nu in (2.5, 1.5, 0.5))]
    kernels = [ConstantKernel() * shape + WhiteKernel() for shape in shapes]
    rows: dict[str, tuple[Any, Any, bool]] = {
        "logistic": (LogisticRegression(max_iter=2000), {"C": [0.01, 0.1, 1.0, 10.0, 100.0]}, True),
        "linear": (LinearRegression(), {}, True),
        "ridge": (Ridge(), {"alpha": [1000, 100, 10, 1, 0.1, 0.01]}, True),
        "lasso": (Lasso(max_iter=10_000), {"alpha": [0.3, 0.1, 0.03, 0.01, 0.003, 0.001]}, True),
        "naive-bayes": (GaussianNB(), SHARES, True),
        "knn": (
            KNeighborsClassifier() if is_classes else KNeighborsRegressor(),
            {"n_neighbors": [31, 15, 9, 5, 3, 1]},
            True,
        ),
        "svm": (SVC() if is_classes else SVR(), {"C": [0.1, 1.0, 10.0, 100.0], "gamma": _widths()}, True),
        "gaussian-process": (GaussianProcessRegressor(normalize_y=True), {"kernel": kernels}, True),
        "mlp": (MLPClassifier(**nets) if is_classes else MLPRegressor(**nets), NETS, True),
        "tree": ((DecisionTreeClassifier if is_classes else DecisionTreeRegressor)(**fixed), trees, False),
        "forest": (forest, LEAVES, False),
        "forest, same work": (forest, {}, False),
        "extra-trees": ((ExtraTreesClassifier if is_classes else ExtraTreesRegressor)(**fixed), LEAVES, False),
        "boosting": (
            boosting(early_stopping=False, **fixed),
            {"max_depth": [1, 3], "max_iter": [30, 100, 300]},
            False,
        ),
    }
    return rows[name]


def _widths() -> list[float | str]:
    return ["scale", 0.02]


def pipeline_of(frame: pd.DataFrame, name: str, is_classes: bool) -> tuple[Any, Any]:
    """The pipeline and the grid with the names of its steps."""
    estimator, grid, is_scaled = model_named(name, is_classes, frame.shape[1])
    numbers = frame.select_dtypes("number").columns
    others = [column for column in frame if column not in numbers]
    scaled = make_pipeline(SimpleImputer(strategy="median"), StandardScaler()) if is_scaled else "passthrough"
    spread = ColumnTransformer(
        [("n", scaled, list(numbers)), ("c", OneHotEncoder(handle_unknown="ignore"), others)], sparse_threshold=0
    )
    pipeline = make_pipeline(spread, estimator)
    step = pipeline.steps[-1][0]
    grids = [
        {f"{step}__{key}": values for key, values in one.items()}
        for one in ([grid] if isinstance(grid, dict) else grid)
    ]
    return pipeline, grids if grid else None


def run_folds(frame: pd.DataFrame, answers: Any, is_classes: bool, name: str, folds: int) -> list[float]:
    """Tune, train and predict in the first of ten folds; gives the error of each."""
    outer = (StratifiedKFold if is_classes else KFold)(10, shuffle=True, random_state=1)
    scoring = "accuracy" if is_classes else "neg_mean_absolute_error"
    errors = []
    for place, (train, test) in enumerate(outer.split(frame, answers)):
        if place == folds:
            break
        model, grid = pipeline_of(frame, name, is_classes)
        if grid is not None:
            inner: Any = (StratifiedShuffleSplit if is_classes else ShuffleSplit)(1, test_size=0.25, random_state=1)
            model = GridSearchCV(model, grid, cv=5 if len(train) < FEW_ROWS_TO_TUNE else inner, scoring=scoring)
        predicted = model.fit(frame.iloc[train], answers[train]).predict(frame.iloc[test])
        misses = predicted != answers[test] if is_classes else np.abs(predicted - answers[test])
        errors.append(float(np.mean(misses)))
    return errors


def main(path: str, task: str, folds: int, names: list[str]) -> None:
    warnings.simplefilter("ignore")
    table = pd.read_csv(path)
    frame, answers = table.iloc[:, :-1], table.iloc[:, -1].to_numpy()
    for name in names:
        print(
            name,
            run_folds(frame, answers.astype(str) if task == "classes" else answers, task == "classes", name, folds),
        )


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4:])
