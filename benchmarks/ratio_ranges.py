"""How often the ranges of F1, MCC, average precision and R² hold the truth: `python3 -m benchmarks.ratio_ranges`.

Studies are drawn from a known population; the truth is the value, on 20,000 fresh rows, of the model trained on all
rows of the study. 10 x 10 cross-validation, linear discriminant and ridge. Prints markdown.
"""

import argparse

import numpy as np

from core.domain.dataset import Floats, Integers
from core.statistics.measures import Context, find_measure
from core.statistics.ratio_measures import RatioEstimate, estimate_ratio_measure

FOLDS, REPEATS, INPUTS, FRESH = 10, 10, 5, 20_000
CLASS_MEASURES = ("f1", "mcc", "balanced-accuracy", "pr-auc")
NUMBER_MEASURES = ("r2", "rmse")


def draw_classes(rows: int, share: float, rng: np.random.Generator) -> tuple[Floats, Floats]:
    truth = np.zeros(rows)
    truth[: round(share * rows)] = 1.0
    return rng.normal(size=(rows, INPUTS)) + 0.8 * truth[:, np.newaxis], truth


def draw_numbers(rows: int, rng: np.random.Generator) -> tuple[Floats, Floats]:
    inputs = rng.normal(size=(rows, INPUTS))
    return inputs, inputs @ np.linspace(0.2, 1.0, INPUTS) + rng.standard_t(4, rows)


def score_classes(inputs: Floats, truth: Floats, new: Floats) -> Floats:
    """Log odds of the positive class by a linear discriminant."""
    means = [inputs[truth == label].mean(axis=0) for label in (0.0, 1.0)]
    centered = inputs - np.where(truth[:, np.newaxis] == 1, means[1], means[0])
    weights = np.linalg.solve(centered.T @ centered / (len(inputs) - 2), means[1] - means[0])
    odds = np.log(np.mean(truth) / (1 - np.mean(truth)))
    return np.asarray((new - (means[0] + means[1]) / 2) @ weights + odds)


def predict_numbers(inputs: Floats, truth: Floats, new: Floats) -> Floats:
    center, level = inputs.mean(axis=0), truth.mean()
    gram = (inputs - center).T @ (inputs - center) + np.eye(INPUTS)
    return np.asarray((new - center) @ np.linalg.solve(gram, (inputs - center).T @ (truth - level)) + level)


def deal_folds(truth: Floats, is_class: bool, rng: np.random.Generator) -> Integers:
    """Folds of equal size, classes spread evenly."""
    order = rng.permutation(truth.size)
    if is_class:
        order = order[np.argsort(truth[order], kind="stable")]
    folds = np.empty(truth.size, dtype=np.int64)
    folds[order] = np.arange(truth.size) % FOLDS
    return folds


def measure_coverage(rows: int, share: float | None, studies: int, seed: int) -> dict[str, tuple[float, float, int]]:
    """Coverage, mean width and number of refusals of every measure."""
    rng = np.random.default_rng([seed, rows, round(100 * (share or 0))])
    is_class = share is not None
    keys = CLASS_MEASURES if is_class else NUMBER_MEASURES
    found: dict[str, list[tuple[bool, float]]] = {key: [] for key in keys}
    predict = score_classes if is_class else predict_numbers
    for _ in range(studies):
        draws = [draw_classes(size, share, rng) if share else draw_numbers(size, rng) for size in (rows, FRESH)]
        (inputs, truth), (fresh, fresh_truth) = draws
        held_out = np.empty((REPEATS, rows))
        for repeat in range(REPEATS):
            folds = deal_folds(truth, is_class, rng)
            for fold in range(FOLDS):
                test = folds == fold
                held_out[repeat, test] = predict(inputs[~test], truth[~test], inputs[test])
        whole = predict(inputs, truth, fresh)
        for key in keys:
            labels = is_class and key != "pr-auc"
            given, answers = (((part > 0).astype(np.float64) if labels else part) for part in (held_out, whole))
            made = estimate_ratio_measure(key, truth, given, FOLDS)
            real = find_measure(key).value(fresh_truth, answers, np.column_stack([-whole, whole]), Context())
            if isinstance(made, RatioEstimate) and real is not None:
                found[key].append((made.low <= real <= made.high, made.high - made.low))
    return {
        key: (
            float(np.mean([one[0] for one in values])) if values else float("nan"),
            float(np.mean([one[1] for one in values])) if values else float("nan"),
            studies - len(values),
        )
        for key, values in found.items()
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--studies", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    print("| rows, positives | measure | covered (aim: 93) | mean width | refused |")
    print("|---|---|---|---|---|")
    for rows, share in ((100, 0.15), (300, 0.15), (100, 0.3), (300, 0.3), (100, None), (300, None)):
        for key, (covered, width, refused) in measure_coverage(rows, share, chosen.studies, chosen.seed).items():
            name = "numbers" if share is None else f"{share:.0%}"
            error = 100 * np.sqrt(covered * (1 - covered) / chosen.studies)
            print(f"| {rows}, {name} | {key} | {100 * covered:.1f} ± {error:.1f} | {width:.3f} | {refused} |")


if __name__ == "__main__":
    main()
