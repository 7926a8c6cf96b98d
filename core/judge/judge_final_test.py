"""The models of a finished study on its final test rows, beside the range that the study had promised."""

from collections.abc import Mapping
from dataclasses import replace

from core.domain.dataset import Dataset
from core.domain.evidence import FitResult, Run
from core.domain.final_test import FinalTestLine
from core.domain.findings import Estimate, Findings
from core.domain.study import Study, make_single_test_scheme
from core.judge.estimates import find_test_set_range
from core.judge.scores import ScoreTable, build_score_table
from core.statistics.measures import Measure, find_measure

LEVEL = 0.95


def judge_final_test(
    study: Study, rows: Dataset, findings: Findings, outcomes: Mapping[str, FitResult]
) -> tuple[FinalTestLine, ...]:
    """One line per model and output; a pure function of the stored predictions."""
    judged = replace(study, scheme=make_single_test_scheme(study))
    table = build_score_table(judged, rows, Run(tuple(outcomes.values()), complete=True))
    row = find_measure(study.question.measure)
    return tuple(
        _line(table, row, findings, study, key, output) for key in outcomes for output in range(len(rows.outputs))
    )


def _line(table: ScoreTable, row: Measure, findings: Findings, study: Study, key: str, output: int) -> FinalTestLine:
    name, value = table.data.outputs[output], table.pooled(key, row, output)
    interval = None if value is None else find_test_set_range(table, key, row, output, value, LEVEL)
    promised = _promised(study, findings, key, name)
    return FinalTestLine(key, name, row.key, value, interval, promised.interval if promised else None)


def _promised(study: Study, findings: Findings, key: str, output: str) -> Estimate | None:
    wanted = (key, study.question.measure, output, study.scheme.kind.value)
    return next((e for e in findings.estimates if (e.algorithm, e.measure, e.output, e.scheme) == wanted), None)
