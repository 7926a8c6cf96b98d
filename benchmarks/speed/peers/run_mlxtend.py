"""The .632 bootstrap by mlxtend: `python run_mlxtend.py DATA.npz SAMPLES`, with a Python that has mlxtend."""

import json
import sys
import time
import warnings

import mlxtend  # type: ignore[import-not-found]
import numpy as np
from mlxtend.evaluate import bootstrap_point632_score  # type: ignore[import-not-found]
from sklearn.compose import TransformedTargetRegressor
from sklearn.neural_network import MLPRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler


def main(path: str, samples: str) -> None:
    warnings.simplefilter("ignore")
    content = np.load(path)
    inputs, targets = content["inputs"], content["targets"]
    net = MLPRegressor(
        hidden_layer_sizes=(30,),
        activation="tanh",
        alpha=1.0,
        batch_size=200,
        learning_rate_init=0.01,
        max_iter=200,
        tol=0.0,
        n_iter_no_change=200,
        random_state=1,
    )
    began, spent = time.perf_counter(), time.process_time()
    found = bootstrap_point632_score(
        TransformedTargetRegressor(make_pipeline(StandardScaler(), net), transformer=StandardScaler()),
        inputs,
        targets,
        n_splits=int(samples),
        scoring_func=lambda truth, predicted: float(np.sqrt(np.mean((truth - predicted) ** 2, axis=0)).mean()),
        random_seed=1,
    )
    result = {"cpu": time.process_time() - spent, "wall": time.perf_counter() - began, "value": float(np.mean(found))}
    sys.stdout.write(json.dumps({**result, "version": mlxtend.__version__}) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
