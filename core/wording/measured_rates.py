"""How often tests name a winner among equal models, of 100 studies: lowest, mean and highest setting.

Written by `python -m benchmarks.truthfulness --publish`; the tables are in `benchmarks/truthfulness.md`.
"""

SETTINGS = 47
RATES = {
    "5x2-f": (0.6, 9.4, 22.4),
    "5x2-t": (1.4, 8.2, 17.0),
    "averaged-t": (0.7, 8.3, 36.7),
    "clt": (4.1, 14.4, 65.7),
    "corrected-t": (0.0, 8.4, 35.5),
    "fisher-shuffles": (31.4, 46.5, 81.7),
    "mcnemar": (1.2, 12.3, 65.1),
    "mcnemar-midp": (2.4, 14.3, 65.1),
    "paired-t-one-shuffle": (2.0, 10.5, 45.0),
    "pooled-t": (44.2, 60.2, 82.8),
    "sign-flip": (1.8, 8.8, 42.6),
    "sign-test": (1.2, 12.5, 65.1),
    "wilcoxon-shuffles": (57.8, 78.4, 93.2),
}
