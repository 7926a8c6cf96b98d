"""How often tests name a winner among equal models, of 100 studies: lowest, mean and highest setting.

Written by `python -m benchmarks.truthfulness --publish`; the tables are in `benchmarks/truthfulness.md`.
"""

SETTINGS = 47
RATES = {
    "5x2-f": (0.0, 9.5, 22.1),
    "5x2-t": (1.5, 8.3, 16.9),
    "averaged-t": (0.7, 8.4, 35.8),
    "clt": (3.2, 14.4, 65.0),
    "corrected-t": (0.0, 8.4, 35.0),
    "fisher-shuffles": (30.1, 46.4, 80.9),
    "mcnemar": (1.3, 12.4, 64.3),
    "mcnemar-midp": (2.5, 14.3, 64.3),
    "paired-t-one-shuffle": (1.5, 10.6, 44.6),
    "pooled-t": (44.5, 60.2, 82.2),
    "sign-flip": (1.5, 8.9, 42.7),
    "sign-test": (1.3, 12.5, 64.3),
    "wilcoxon-shuffles": (59.1, 78.5, 93.4),
}
