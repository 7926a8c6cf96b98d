"""How often Aslan's procedure told equally good models apart, measured on invented data where the truth is known."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FalseClaims:
    """Of `studies` with two exactly equal models, how many the test on errors and the test on AUC told apart."""

    key: str
    title: str
    note: str
    source: str
    studies: int
    by_errors: int
    by_auc: int


MEASURED_BY = "python -m benchmarks.third"
SOURCE = "Evenfold: 300 rows, 60 trainings a study, November 2026"
FALSE_CLAIMS: tuple[FalseClaims, ...] = (
    FalseClaims("equal-bayes", "Naive Bayes against itself", "a stable model", SOURCE, 100, 91, 98),
    FalseClaims("equal-lda", "Linear discriminant against itself", "a stable model", SOURCE, 100, 95, 98),
    FalseClaims("equal-neighbors", "5 neighbors against itself", "a rather stable model", SOURCE, 100, 90, 97),
    FalseClaims("equal-tree", "Unpruned tree against itself", "an unstable model", SOURCE, 100, 83, 80),
    FalseClaims("equal-hidden", "Tree against itself, rule found or not", "a very unstable one", SOURCE, 100, 77, 77),
)


def find_claim_range(table: tuple[FalseClaims, ...] = FALSE_CLAIMS) -> tuple[int, int]:
    """The smallest and the largest share of false claims, per 100."""
    shares = [100 * count / row.studies for row in table for count in (row.by_errors, row.by_auc)]
    return round(min(shares)), round(max(shares))
