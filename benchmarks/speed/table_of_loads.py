"""LOADS: what is measured, in the order it is run."""

from benchmarks.speed.row import LOOP, OURS, SCIKIT, Load

EXACT = 1e-6
OTHER_CHANCE = "equal definition, other random numbers"
LARGE = {
    OURS: "benchmarks.speed.large_ours",
    SCIKIT: "benchmarks.speed.large_scikit",
    LOOP: "benchmarks.speed.large_scikit",
}
FOLDS = "10 x 10 folds, error and AUC"
SHUFFLES = "55 shuffles x 10 folds, 846 x 18, 4 classes"
NESTED = "settings chosen by 5 folds inside each of 10 folds"
ONE_OUT = "leave one out"
BY_CURVES = "30 training sets of 20,000 rows, 5 algorithms, ROC and AUC"

LOADS: tuple[Load, ...] = (
    Load("W1", "naive-bayes", FOLDS, 15, close=EXACT, same=True),
    Load("W1", "knn", FOLDS, 10, close=EXACT, same=True),
    Load("W1", "tree", FOLDS, 1.3, note=OTHER_CHANCE),
    Load("W1", "logistic", FOLDS, 1.3, close=1e-3, note="both stop when little changes"),
    Load("W1", "mlp", FOLDS, 2, note="softmax for two classes where scikit-learn has one logistic unit; other start"),
    Load("W2", "tree", SHUFFLES, 1.2, note=OTHER_CHANCE),
    Load("W2", "naive-bayes", SHUFFLES, 10, close=EXACT, same=True),
    Load("W4", "naive-bayes", ONE_OUT, 50, size=699, close=EXACT, same=True),
    Load("W4", "knn", ONE_OUT, 20, size=699, close=EXACT, same=True),
    Load("W4", "ridge", ONE_OUT, 50, size=699, close=EXACT, same=True),
    Load("W4", "naive-bayes", ONE_OUT, 50, size=5000, close=EXACT, same=True),
    Load("W4", "knn", ONE_OUT, 20, size=5000, close=EXACT, same=True),
    Load("W4", "ridge", ONE_OUT, 50, size=5000, close=EXACT, same=True),
    Load("W3", "knn", NESTED, 3, note="other inner folds", size=6),
    Load("W3", "tree", NESTED, 1.2, note="other inner folds and random numbers", size=10, close=0.02),
    Load("W5", "five", BY_CURVES, 1.5, note=OTHER_CHANCE),
    Load("W6", "mlp", ".632 bootstrap, 200 samples, 301 rows, 3 outputs", 2, close=0.03, note="other start"),
    Load("W7", "naive-bayes", "1000 label permutations x 10 folds", 10, note="other permutations"),
    Load(
        "W7",
        "tree",
        "1000 label permutations x 10 folds",
        1.2,
        note="other permutations and random numbers",
        close=0.03,
    ),
    Load("W8", "naive-bayes", "load 1,000,000 x 50, 10 folds", 8, modules=LARGE, close=1e-3, memory_aim=0.4),
)
QUICK = ("W1", "W2", "W4")


def load_named(name: str) -> Load:
    return next(load for load in LOADS if load.name == name)
