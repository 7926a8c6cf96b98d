"""Tables 2 to 4 of Reich & Barai 1999 as printed."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Spread:
    low: float
    high: float
    mean: float
    sd: float


@dataclass(frozen=True, slots=True)
class Output:
    """One column of a table: resubstitution, .632 bootstrap, leave-one-out, ten 10-fold runs, ten holdouts."""

    name: str
    resubstitution: float
    bootstrap: Spread
    leave_one_out: float
    folds: Spread
    holdout: Spread


PROPELLER = (
    Output(
        "KT",
        5.92,
        Spread(5.19, 8.35, 6.81, 0.69),
        8.04,
        Spread(7.49, 8.52, 7.91, 0.36),
        Spread(6.93, 13.69, 9.79, 1.46),
    ),
    Output(
        "KQ",
        3.46,
        Spread(3.12, 4.94, 3.90, 0.32),
        4.21,
        Spread(4.03, 4.93, 4.57, 0.28),
        Spread(4.57, 7.31, 5.79, 0.70),
    ),
    Output(
        "efficiency",
        3.41,
        Spread(3.15, 4.31, 3.59, 0.23),
        3.62,
        Spread(3.93, 4.34, 4.18, 0.12),
        Spread(4.23, 5.38, 4.60, 0.26),
    ),
)
RAW = (
    Output(
        "CL", 0.53, Spread(0.5, 7.0, 2.1, 1.7), 4.6, Spread(3.19, 5.62, 4.42, 0.87), Spread(1.52, 28.41, 6.09, 8.06)
    ),
    Output(
        "UTS", 0.63, Spread(0.4, 2.7, 1.0, 0.4), 1.6, Spread(1.48, 2.11, 1.77, 0.20), Spread(0.89, 3.82, 2.29, 0.97)
    ),
    Output(
        "TF", 0.26, Spread(0.2, 11.4, 1.3, 2.7), 2.5, Spread(0.74, 2.73, 1.02, 0.59), Spread(0.73, 1.56, 1.10, 0.33)
    ),
    Output(
        "RA",
        0.95,
        Spread(3.8, 51.2, 17.5, 9.1),
        44.0,
        Spread(33.2, 47.6, 41.1, 4.3),
        Spread(31.86, 83.94, 54.33, 19.05),
    ),
)
CLEANED = (
    Output("CL", 0.40, Spread(0.2, 8.4, 1.6, 1.5), 3.2, Spread(2.77, 6.81, 3.92, 1.28), Spread(1.00, 8.37, 4.29, 2.59)),
    Output(
        "UTS", 0.60, Spread(0.3, 7.2, 1.1, 0.8), 1.5, Spread(1.51, 2.44, 2.03, 0.30), Spread(1.37, 3.96, 2.69, 0.82)
    ),
    Output(
        "TF", 0.20, Spread(0.1, 1.06, 0.6, 1.5), 0.5, Spread(0.54, 0.90, 0.71, 0.12), Spread(0.44, 5.14, 1.32, 1.39)
    ),
    Output(
        "RA",
        1.40,
        Spread(1.2, 3.22, 6.7, 4.7),
        15.4,
        Spread(13.2, 32.7, 19.4, 5.8),
        Spread(13.39, 72.03, 35.64, 17.35),
    ),
)
ALL = PROPELLER + RAW + CLEANED
