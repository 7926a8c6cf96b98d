"""How often tests name a winner among equal models, of 100 studies: lowest, mean and highest setting.

Written by `python -m benchmarks.truthfulness --publish`; the tables are in `benchmarks/truthfulness.md`.
"""

SETTINGS = 47
RATES = {
    "5x2-f": (0.8, 9.2, 19.6),
    "5x2-t": (1.5, 8.2, 16.2),
    "averaged-t": (2.4, 8.7, 38.3),
    "clt": (4.1, 14.4, 65.5),
    "corrected-t": (2.4, 8.7, 37.1),
    "fisher-shuffles": (35.0, 46.2, 76.9),
    "mcnemar": (3.6, 12.6, 65.2),
    "mcnemar-midp": (4.8, 14.6, 65.2),
    "paired-t-one-shuffle": (3.8, 10.8, 41.6),
    "pooled-t": (52.5, 60.0, 79.9),
    "sign-flip": (2.5, 8.9, 39.6),
    "sign-test": (3.6, 12.8, 65.2),
    "wilcoxon-shuffles": (59.5, 78.2, 93.4),
}
