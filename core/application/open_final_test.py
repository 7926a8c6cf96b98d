"""Open the final test rows: judged once, after the result, against what the study had promised."""

from core.domain.final_test import FinalTestResult
from core.engine.single_training import train_and_predict
from core.history.history import History
from core.history.recorder import record_final_test
from core.judge.judge_final_test import judge_final_test
from core.store.final_test_record import pack_predictions
from core.store.study_file import StudyFile
from core.support.errors import StoreError
from core.verification.stored_findings import load_findings

PART = "vault"  # enters the seeds of the training


def open_and_count_final_test(file: StudyFile, history: History | None) -> tuple[FinalTestResult, str]:
    """What the final test rows say, and what could not be written to the history, in words."""
    result = open_final_test(file)
    return result, record_final_test(history, file, result)


def open_final_test(file: StudyFile) -> FinalTestResult:
    """Read the final test rows, judge the recommended model and the baseline on them, and keep what they say.

    An opening that was cut short before anything was judged goes on where it stood.
    """
    known = file.final_test()
    if known is not None:
        raise StoreError(f"The final test rows were opened {known.opened_at}.", hint="They open once only.")
    study, data, findings = file.study, file.data, load_findings(file)
    rows = file.opened_rows() if file.final_test_opened_at else file.open_final_test()
    assert findings is not None  # without findings the file opens no final test rows
    keys = dict.fromkeys((findings.conclusion.use, study.baseline))
    outcomes = train_and_predict(study, [study.candidate(key) for key in keys], data, rows, PART)
    result = FinalTestResult(
        opened_at=file.final_test_opened_at or "",
        rows=rows.size,
        lines=judge_final_test(study, rows, findings, outcomes),
        answers={key: pack_predictions(one) for key, one in outcomes.items()},
    )
    file.save_final_test(result)
    return result
