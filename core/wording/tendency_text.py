"""What is known of the tests beside the range that decides: whether they claim too often, by simulation.

Figures: `benchmarks/truthfulness.md` (equal models; lowest to highest setting, of 100 studies); for the nested range, a
simulation of its own with the same kind of settings.
"""

TENDENCIES = {
    "corrected-t": "Alone it tends to be liberal: {rates} where there is no difference.",
    "5x2-f": "Tends to be conservative and finds few true differences: {rates} where there is no difference.",
    "clt": "Tends to be liberal for unstable learners: {rates} where there is no difference.",
    "nested": "With the corrected t tends to be conservative and finds about a quarter fewer true differences: {rates}"
    " where there is no difference. It takes 90 or more further training runs and is not computed.",
}
RATES = {
    "corrected-t": "names a winner in 0 to 32 of 100 studies",
    "5x2-f": "names a winner in 0 to 9 of 100 studies",
    "clt": "names a winner in 0 to 40 of 100 studies",
    "nested": "names a winner in 2 to 14 of 100 studies",
}


def word_tendency(test: str) -> str:
    """Say how a test is known to err; empty for tests that were not measured."""
    return TENDENCIES[test].format(rates=RATES[test]) if test in TENDENCIES else ""
