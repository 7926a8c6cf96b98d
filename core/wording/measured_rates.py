"""How often tests name a winner among equal models, of 100 studies: lowest, mean and highest setting.

Written by `python -m benchmarks.truthfulness --publish`; the tables are in `benchmarks/truthfulness.md`.
"""

SETTINGS = 47
RATES = {
    "5x2-f": (0.5, 9.4, 20.5),
    "5x2-t": (1.5, 8.2, 16.0),
    "averaged-t": (2.0, 8.6, 39.5),
    "clt": (3.5, 14.3, 68.0),
    "corrected-t": (1.5, 8.6, 38.5),
    "fisher-shuffles": (34.0, 46.5, 83.5),
    "mcnemar": (1.5, 12.4, 67.5),
    "mcnemar-midp": (3.0, 14.4, 67.5),
    "paired-t-one-shuffle": (2.0, 10.7, 47.5),
    "pooled-t": (47.0, 60.1, 84.0),
    "sign-flip": (1.5, 8.8, 45.0),
    "sign-test": (1.5, 12.6, 67.5),
    "wilcoxon-shuffles": (58.5, 78.2, 93.0),
}
