"""How often tests name a winner among equal models, of 100 studies: lowest, mean and highest setting.

Written by `python -m benchmarks.truthfulness --publish`; the tables are in `benchmarks/truthfulness.md`.
"""

SETTINGS = 47
RATES = {
    "5x2-f": (0.6, 9.3, 23.0),
    "5x2-t": (1.3, 8.2, 16.4),
    "averaged-t": (0.7, 8.4, 36.8),
    "clt": (4.0, 14.4, 66.1),
    "corrected-t": (0.0, 8.4, 35.6),
    "fisher-shuffles": (32.2, 46.4, 81.6),
    "mcnemar": (1.1, 12.3, 65.5),
    "mcnemar-midp": (2.3, 14.3, 65.5),
    "paired-t-one-shuffle": (2.0, 10.5, 45.4),
    "pooled-t": (44.7, 60.3, 82.8),
    "sign-flip": (1.7, 8.8, 43.1),
    "sign-test": (1.1, 12.5, 65.5),
    "wilcoxon-shuffles": (57.9, 78.3, 92.8),
}
