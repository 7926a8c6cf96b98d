"""The order error estimates usually have, and where a study departs from it."""

from itertools import pairwise


def expected_relations(
    *,
    resubstitution: float | None = None,
    bootstrap: float | None = None,
    folds: float | None = None,
    leave_one_out: float | None = None,
    holdout: float | None = None,
) -> tuple[str, ...]:
    """Violations of R <= .632B <= min(K, L) and max(K, L) <= H, like "B>K" (Reich Fig. 2 and Table 1).

    Each needs an explanation; it need not be a mistake. Estimates that were not made are passed over.
    """
    steps = (
        {"R": resubstitution},
        {"B": bootstrap},
        {"K": folds, "L": leave_one_out},
        {"H": holdout},
    )
    known = [{name: value for name, value in step.items() if value is not None} for step in steps]
    return tuple(
        f"{name}>{later}"
        for lower, upper in pairwise([step for step in known if step])
        for name, value in lower.items()
        for later, bound in upper.items()
        if value > bound
    )
