"""Open the vault: the sealed third judged once, after the verdict, against what the study had promised."""

from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from core.domain.dataset import Dataset
from core.domain.evidence import FitResult
from core.domain.findings import Estimate, Findings, Interval
from core.domain.study import Study
from core.domain.vault import VaultLine, VaultReading
from core.judge.cards import level_decimals, range_text
from core.wording.model_names import names_of
from core.judge.recommended import recommended
from core.judge.scores import context_of, value_of
from core.wording.units import Unit, number, sentences, singularize, unit_of
from core.routes.on_rows import answers
from core.routes.ranges import Rows, level_range
from core.routes.train_once import trained_once
from core.statistics.measures import find_measure
from core.store.pack import pack, unpack
from core.store.study_file import StudyFile
from core.support.errors import StoreError

PART = "vault"
LEVEL = 0.95
SEED = 1


def open_vault(file: StudyFile) -> VaultReading:
    """Read the sealed rows, judge the recommended model and the reference on them, and keep what they say.

    An opening that was cut short before anything was judged goes on where it stood.
    """
    known = file.vault()
    if known is not None:
        raise StoreError(f"The vault was opened {known.opened_at}.", hint="It opens once only.")
    study, data, findings = file.study, file.data, file.findings()
    sealed = file.opened_rows() if file.vault_opened_at else file.open_vault()
    assert findings is not None  # the file opens no vault without
    keys = dict.fromkeys((recommended(study, data, findings), study.reference))
    outcomes = trained_once(study, [study.candidate(key) for key in keys], data, sealed, PART)
    reading = VaultReading(
        opened_at=file.vault_opened_at or "",
        rows=sealed.size,
        lines=lines_of(study, sealed, findings, outcomes),
        answers={key: b64encode(pack(one.predicted, one.scores)).decode() for key, one in outcomes.items()},
    )
    file.save_vault(reading)
    return reading


def stored_outcomes(reading: VaultReading) -> Mapping[str, FitResult]:
    """The answers on the sealed rows as they were kept."""
    found = {}
    for key, text in reading.answers.items():
        predicted, scores = unpack(b64decode(text, validate=True))
        if predicted is None:
            raise ValueError(f"the answers of {key} on the sealed rows are missing")
        found[key] = answers(key, predicted, scores)
    return found


def lines_of(
    study: Study, sealed: Dataset, findings: Findings, outcomes: Mapping[str, FitResult]
) -> tuple[VaultLine, ...]:
    """One line per model and output; a pure function of the stored answers."""
    rows = Rows(sealed, context_of(study, sealed), sealed.groups if study.scheme.grouped else None)
    pairs = [(key, place) for key in outcomes for place in range(len(sealed.outputs))]
    return tuple(_line(study, rows, findings, key, outcomes[key], place) for key, place in pairs)


def _line(study: Study, rows: Rows, findings: Findings, key: str, outcome: FitResult, place: int) -> VaultLine:
    output, asked = rows.data.outputs[place], study.question.measure
    value = value_of(outcome, find_measure(asked), rows.data, place, rows.context)
    interval = level_range(rows, outcome, asked, place, LEVEL, np.random.default_rng(SEED))
    promised = _promised(study, findings, key, output)
    line = VaultLine(key, output, asked, value, interval, promised.interval if promised else None, "")
    return replace(line, text=_text(study, rows.data, line))


def _promised(study: Study, findings: Findings, key: str, output: str) -> Estimate | None:
    wanted = (key, study.question.measure, output, study.scheme.kind.value)
    return next((e for e in findings.estimates if (e.algorithm, e.measure, e.output, e.scheme) == wanted), None)


def _text(study: Study, sealed: Dataset, line: VaultLine) -> str:
    """ "Random forest: 9.1 errors per 100 rows (7 to 12) on 1,000 sealed rows, inside the forecast 8 to 11."."""
    unit = unit_of(line.measure, study, sealed, line.output)
    of = f" ({line.output})" if len(sealed.outputs) > 1 else ""
    name = f"{names_of(study, sealed)[line.candidate]}{of}"
    if line.value is None:
        return sentences(f"{name}: the measure has no value on the {sealed.size:,} sealed rows.")
    ends = "" if line.interval is None else f" ({_ends(unit, line.interval)})"
    width = 0.1 * abs(line.value) if line.interval is None else line.interval.high - line.interval.low
    seen = singularize(unit.level.format(number(unit.shown(line.value), level_decimals(unit, unit.shown(width)))))
    return sentences(f"{name}: {seen}{ends} on {sealed.size:,} sealed rows{_against(unit, line)}.")


def _against(unit: Unit, line: VaultLine) -> str:
    if line.forecast is None or line.value is None:
        return ""
    promised = f"the forecast {_ends(unit, line.forecast)}"
    if line.forecast.low <= line.value <= line.forecast.high:
        return f", inside {promised}"
    own = line.interval
    if own is not None and own.low <= line.forecast.high and own.high >= line.forecast.low:
        return f", outside {promised}, which its own range reaches"
    is_worse = (line.value > line.forecast.high) == find_measure(line.measure).lower_is_better
    return f", {'worse' if is_worse else 'better'} than {promised}"


def _ends(unit: Unit, interval: Interval) -> str:
    return range_text(unit, interval).strip("()")
