"""Open the vault: the sealed third judged once, after the verdict, against what the study had promised."""

from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import replace

from core.application.run_study import load_findings
from core.domain.dataset import Dataset
from core.domain.evidence import FitResult, Run
from core.domain.findings import Estimate, Findings
from core.domain.study import Study
from core.domain.vault import VaultLine, VaultReading
from core.judge.estimates import find_test_set_range
from core.judge.imported import make_fit_result
from core.judge.scores import ScoreTable, build_score_table
from core.routes.train_once import one_judgement, trained_once
from core.statistics.measures import Measure, find_measure
from core.store.codec import pack_array, unpack_array
from core.store.study_file import StudyFile
from core.support.errors import StoreError

PART = "vault"
LEVEL = 0.95


def open_vault(file: StudyFile) -> VaultReading:
    """Read the sealed rows, judge the recommended model and the reference on them, and keep what they say.

    An opening that was cut short before anything was judged goes on where it stood.
    """
    known = file.vault()
    if known is not None:
        raise StoreError(f"The vault was opened {known.opened_at}.", hint="It opens once only.")
    study, data, findings = file.study, file.data, load_findings(file)
    sealed = file.opened_rows() if file.vault_opened_at else file.open_vault()
    assert findings is not None  # the file opens no vault without
    keys = dict.fromkeys((findings.conclusion.use, study.reference))
    outcomes = trained_once(study, [study.candidate(key) for key in keys], data, sealed, PART)
    reading = VaultReading(
        opened_at=file.vault_opened_at or "",
        rows=sealed.size,
        lines=lines_of(study, sealed, findings, outcomes),
        answers={key: _pack_answers(one) for key, one in outcomes.items()},
    )
    file.save_vault(reading)
    return reading


def _pack_answers(outcome: FitResult) -> str:
    """Predictions, and scores where there are any, as text."""
    arrays = [values for values in (outcome.predicted, outcome.scores) if values is not None]
    return " ".join(b64encode(pack_array(values)).decode() for values in arrays)


def stored_outcomes(reading: VaultReading) -> Mapping[str, FitResult]:
    """The answers on the sealed rows as they were kept."""
    found = {}
    for key, text in reading.answers.items():
        arrays = [unpack_array(b64decode(part, validate=True)) for part in text.split()]
        if not arrays:
            raise ValueError(f"the answers of {key} on the sealed rows are missing")
        found[key] = make_fit_result(key, arrays[0], arrays[1] if len(arrays) > 1 else None)
    return found


def lines_of(
    study: Study, sealed: Dataset, findings: Findings, outcomes: Mapping[str, FitResult]
) -> tuple[VaultLine, ...]:
    """One line per model and output; a pure function of the stored predictions."""
    judged = replace(study, scheme=one_judgement(study))
    table = build_score_table(judged, sealed, Run(tuple(outcomes.values()), complete=True))
    row = find_measure(study.question.measure)
    return tuple(
        _line(table, row, findings, study, key, output) for key in outcomes for output in range(len(sealed.outputs))
    )


def _line(table: ScoreTable, row: Measure, findings: Findings, study: Study, key: str, output: int) -> VaultLine:
    name, value = table.data.outputs[output], table.pooled(key, row, output)
    interval = None if value is None else find_test_set_range(table, key, row, output, value, LEVEL)
    promised = _promised(study, findings, key, name)
    return VaultLine(key, name, row.key, value, interval, promised.interval if promised else None)


def _promised(study: Study, findings: Findings, key: str, output: str) -> Estimate | None:
    wanted = (key, study.question.measure, output, study.scheme.kind.value)
    return next((e for e in findings.estimates if (e.algorithm, e.measure, e.output, e.scheme) == wanted), None)
