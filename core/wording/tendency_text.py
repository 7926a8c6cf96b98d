"""What is known of the tests beside the range that decides: whether they claim too often, by simulation.

The rates stand in `measured_rates.py`, which the laboratory of truthfulness writes; those of the nested range are from
a simulation of its own with the same kind of settings.
"""

from core.wording.measured_rates import RATES, SETTINGS

NESTED = (1.8, 5.5, 13.7)
NESTED_SETTINGS = 43
TENDENCIES = {
    "corrected-t": "Alone it tends to be liberal for learners that depend on single rows.",
    "5x2-f": "Tends to be liberal for neighbors, lasso and groups, conservative for trees that hang on single rows.",
    "5x2-t": "Tends to be liberal.",
    "clt": "Tends to be liberal, very much so for learners that depend on single rows.",
    "averaged-t": "Tends to be liberal for learners that depend on single rows.",
    "paired-t-one-shuffle": "Tends to be liberal.",
    "sign-flip": "Tends to be liberal.",
    "pooled-t": "Far too liberal.",
    "fisher-shuffles": "Far too liberal.",
    "wilcoxon-shuffles": "Far too liberal.",
    "nested": "With the corrected t tends to be conservative and finds about a quarter fewer true differences. "
    "It takes 90 or more further training runs and is not computed.",
}


def word_tendency(test: str) -> str:
    """Say how a test is known to err; empty for tests that were not measured or do not err."""
    return f"{TENDENCIES[test]} {word_rates(test)}" if test in TENDENCIES else ""


def word_rates(test: str) -> str:
    """Say in how many of 100 simulated studies of equal models it names a winner."""
    low, mean, high = NESTED if test == "nested" else RATES[test]
    return (
        f"Where there is no difference, it named a winner in {low:.0f} to {high:.0f} of 100 simulated studies, "
        f"{mean:.0f} on average over {NESTED_SETTINGS if test == 'nested' else SETTINGS} settings."
    )
