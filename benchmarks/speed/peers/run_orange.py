"""Folds by Orange: `python run_orange.py DATA.npz ALGORITHM SHUFFLES`, with a Python that has Orange."""

import json
import sys
import time
import warnings

import numpy as np
import Orange  # type: ignore[import-not-found]
from Orange.classification import KNNLearner, LogisticRegressionLearner, NaiveBayesLearner, SklTreeLearner  # type: ignore[import-not-found]
from Orange.data import ContinuousVariable, DiscreteVariable, Domain, Table  # type: ignore[import-not-found]
from Orange.evaluation import AUC, CA, CrossValidation  # type: ignore[import-not-found]

LEARNERS = {
    "naive-bayes": NaiveBayesLearner,
    "knn": lambda: KNNLearner(n_neighbors=5),
    "tree": SklTreeLearner,
    "logistic": LogisticRegressionLearner,
}


def main(path: str, algorithm: str, shuffles: str) -> None:
    warnings.simplefilter("ignore")
    content = np.load(path)
    inputs, labels = content["inputs"], content["labels"]
    columns = [ContinuousVariable(f"x{place}") for place in range(inputs.shape[1])]
    answer = DiscreteVariable("class", [f"class {place}" for place in range(int(labels.max()) + 1)])
    table = Table.from_numpy(Domain(columns, answer), inputs, labels)
    began, spent = time.perf_counter(), time.process_time()
    errors = []
    for number in range(int(shuffles)):
        found = CrossValidation(k=10, random_state=number)(table, [LEARNERS[algorithm]()])
        errors.append(1 - float(CA(found)[0]))
        if labels.max() == 1:
            AUC(found)
    result = {"cpu": time.process_time() - spent, "wall": time.perf_counter() - began, "value": float(np.mean(errors))}
    sys.stdout.write(json.dumps({**result, "version": Orange.__version__}) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
