"""Models judged on one set of rows: the cross-check beside the measure, and groups that are few."""

from dataclasses import replace

import numpy as np
import pytest

from core.domain.dataset import Table
from core.domain.findings import Findings
from core.routes.given_table import PredictionRoles, read_given
from core.routes.on_rows import FEW_GROUPS
from core.routes.predictions import compare_given, predictions_study
from tests.routes.tables import counted, names, numbers, with_columns

ROLES = PredictionRoles("state", ("ours", "vendor"), row_id="part", positive="faulty")


def found(table: Table, roles: PredictionRoles, **question: object) -> Findings:
    given = read_given(table, roles)
    study = predictions_study(table, roles, given.data, {"TRAINED-ON": "no"})
    asked = replace(study, question=replace(study.question, **question))  # type: ignore[arg-type]
    return compare_given(given, asked, np.random.default_rng(1))


def test_that_the_cross_check_has_a_range_of_its_own_at_the_same_bar() -> None:
    table, random = counted(700, 20, 60, 20), np.random.default_rng(3)
    scores = {name: table.column(name).values + random.normal(0, 0.6, 800) for name in ("ours", "vendor")}
    scored = with_columns(table, *(numbers(f"{name} score", values) for name, values in scores.items()))
    roles = replace(ROLES, scores={name: f"{name} score" for name in scores})
    made = found(scored, roles, cross_check="auc").comparisons
    assert [one.measure for one in made[:2]] == ["error", "auc"]
    assert (made[1].comparer, made[1].p_required) == ("delong", 0.05)
    assert [one.comparer for one in found(scored, roles, cross_check=None).comparisons].count("delong") == 1


@pytest.mark.parametrize(("groups", "few"), [(FEW_GROUPS - 1, True), (FEW_GROUPS, False)])
def test_that_few_groups_are_told_up_to_their_limit(groups: int, few: bool) -> None:
    machines = names("machine", np.arange(800) % groups, tuple(f"m{place}" for place in range(groups)))
    told = found(with_columns(counted(700, 20, 60, 20), machines), replace(ROLES, group="machine"))
    assert ("GROUP-FEW" in [caution.id for caution in told.cautions]) is few
    notes = {one.comparer: one.note for one in told.comparisons}
    assert "Takes every row for itself" not in notes["bootstrap-groups"]
    assert "Takes every row for itself" in notes["sign-test"]
