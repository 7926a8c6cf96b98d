"""The small net written down plainly, rows x units and a new array for everything, to hold the quick one against."""

from itertools import pairwise

import numpy as np
from scipy.special import softmax

from core.domain.dataset import Floats

Layer = tuple[Floats, Floats]  # weights and bias


def first_layers(sizes: tuple[int, ...], rng: np.random.Generator) -> list[Layer]:
    bounds = [(above, below, np.sqrt(6 / (above + below))) for above, below in pairwise(sizes)]
    return [(rng.uniform(-bound, bound, (above, below)), np.zeros(below)) for above, below, bound in bounds]


def outputs(layers: list[Layer], inputs: Floats) -> list[Floats]:
    """The inputs, what every hidden layer gives, and the sums of the last one."""
    found = [inputs]
    for place, (weights, bias) in enumerate(layers):
        sums = found[-1] @ weights + bias
        found.append(sums if place == len(layers) - 1 else np.tanh(sums))
    return found


def slopes(layers: list[Layer], inputs: Floats, wanted: Floats, classes: bool, shrinkage: float) -> list[Layer]:
    found = outputs(layers, inputs)
    miss = ((softmax(found[-1], axis=1) if classes else found[-1]) - wanted) / len(inputs)
    result: list[Layer] = []
    for place in range(len(layers) - 1, -1, -1):
        weights = layers[place][0]
        result.insert(0, (found[place].T @ miss + shrinkage / len(inputs) * weights, miss.sum(axis=0)))
        miss = (miss @ weights.T) * (1 - found[place] ** 2)
    return result


def trained(
    inputs: Floats, wanted: Floats, hidden: tuple[int, ...], classes: bool, shrinkage: float, rounds: int, seed: int
) -> list[Layer]:
    """Adam with steps of 0.01 for batches of 200 rows."""
    rng = np.random.default_rng(seed)
    layers = first_layers((inputs.shape[1], *hidden, wanted.shape[1]), rng)
    first, second = ([(np.zeros_like(w), np.zeros_like(b)) for w, b in layers] for _ in range(2))
    taken = 0
    for _ in range(rounds):
        order = rng.permutation(len(inputs))
        for rows in np.split(order, range(200, len(order), 200)):
            taken += 1
            step = slopes(layers, inputs[rows], wanted[rows], classes, shrinkage)
            for place, layer in enumerate(step):
                for part in (0, 1):
                    first[place][part][:] = 0.9 * first[place][part] + 0.1 * layer[part]
                    second[place][part][:] = 0.999 * second[place][part] + 0.001 * layer[part] ** 2
                    size = np.sqrt(second[place][part] / (1 - 0.999**taken)) + 1e-8
                    layers[place][part][:] -= 0.01 * first[place][part] / (1 - 0.9**taken) / size
    return layers
