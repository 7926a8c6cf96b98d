"""How often one test set with groups shows a difference of AUC where there is none, judged through the front door.

    python -m benchmarks.grouped_test_set [STUDIES]

Two models score the same rows. Rows of one group share an effect on either model's scores, drawn anew for each model,
so that the models differ inside a group and are equally good over all groups. A claim is a range that leaves out 0.
DeLong's test, which takes the rows for independent, is made on the same scores. Prints markdown.
"""

import sys
from collections.abc import Iterator

import numpy as np

from core.application.compare_predictions import compare_predictions
from core.application.imported_predictions import PredictionRoles
from core.domain.dataset import Column, Floats, Kind, Table
from core.domain.study import Question, Reply
from core.judge.obstacles import ROW_ORDER, TRAINED_ON
from core.statistics.auc_tests import delong_paired
from core.statistics.undefined import Undefined

STUDIES = 200
SETTINGS = ((12, 20, 1.0), (20, 10, 1.0), (20, 10, 2.0), (40, 10, 1.0))  # groups, rows of each, spread of the effect
CLASSES = ("good", "faulty")


def make_table(groups: int, rows: int, spread: float, chance: np.random.Generator) -> Table:
    """Half of the groups lean to one class, so that classes and groups hang together, as machines and faults do."""
    group = np.repeat(np.arange(groups), rows)
    lean = np.where(np.arange(groups) % 2, 0.7, 0.3)[group]
    truth = (chance.random(len(group)) < lean).astype(np.int32)
    columns = [
        Column("machine", Kind.NAMES, group.astype(np.int32), tuple(f"M{place}" for place in range(groups))),
        Column("state", Kind.NAMES, truth, CLASSES),
    ]
    for model in ("ours", "theirs"):
        effect = spread * chance.normal(size=groups)[group]
        score: Floats = 1.0 * truth + effect + chance.normal(size=len(group))
        columns.append(Column(model, Kind.NAMES, (score > np.median(score)).astype(np.int32), CLASSES))
        columns.append(Column(f"{model} score", Kind.NUMBER, score))
    return Table("machines", "machines.csv", tuple(columns))


def list_claims(groups: int, rows: int, spread: float, studies: int) -> Iterator[tuple[bool, bool]]:
    """Of each test set, whether the program claims a difference, and whether DeLong's test does."""
    answers = {TRAINED_ON: Reply.NO.value, ROW_ORDER: Reply.YES.value}
    scores = {"ours": "ours score", "theirs": "theirs score"}
    for number in range(studies):
        table = make_table(groups, rows, spread, np.random.default_rng([groups, rows, round(10 * spread), number]))
        roles = PredictionRoles("state", ("ours", "theirs"), scores, group="machine", positive="faulty")
        _, findings = compare_predictions(table, roles, answers, Question(measure="auc", margin=0.0))
        row = findings.conclusion.main_row
        interval = row.difference.interval if row is not None and row.difference is not None else None
        is_claimed = interval is not None and (interval.raw_low > 0 or interval.raw_high < 0)
        yield is_claimed, claims_by_delong(table)


def claims_by_delong(table: Table) -> bool:
    truth, ours, theirs = (table.column(name).values for name in ("state", "ours score", "theirs score"))
    found = delong_paired(np.asarray(truth), np.asarray(ours), np.asarray(theirs), 0.95)
    return not isinstance(found, Undefined) and (found.low > 0 or found.high < 0)


def main(studies: int = STUDIES) -> None:
    print("| groups, rows of each, spread of the group effect | test sets | DeLong, rows independent | **program** |")
    print("|---|---|---|---|")
    for groups, rows, spread in SETTINGS:
        claims = np.array(list(list_claims(groups, rows, spread, studies)), dtype=np.float64)
        shares, errors = 100 * claims.mean(axis=0), 100 * claims.std(axis=0) / np.sqrt(len(claims))
        told = f"{shares[1]:.1f} ± {errors[1]:.1f} | **{shares[0]:.1f} ± {errors[0]:.1f}**"
        print(f"| {groups}, {rows}, {spread} | {len(claims)} | {told} |", flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
