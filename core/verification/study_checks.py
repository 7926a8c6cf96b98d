"""A study file verified, one thing after the other: seals, plan, data, splits, numbers, vault, trainings on request."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import numpy as np

from core.data.fingerprint import compute_fingerprint
from core.domain.evidence import Job
from core.domain.verified_part import VerifiedPart
from core.engine.plan import list_fit_jobs, list_jobs
from core.engine.run import Options
from core.engine.versions import PROCESSOR, read_environment
from core.judge.judge_final_test import judge_final_test
from core.store.final_test_record import unpack_predictions
from core.store.plan_record import plan_hash
from core.store.study_file import StudyFile
from core.store.timestamps import format_time
from core.support.errors import EvenfoldError, StoreError
from core.support.text import pluralize
from core.verification.checksums_check import check_checksums
from core.verification.retraining import retrain_study
from core.verification.stored_findings import judge_study_file, load_findings
from core.verification.value_comparison import compare_values
from core.version import VERSION

DAMAGE = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
UNFINISHED = "the study is not finished, {there:,} of {planned:,} trainings are there, so there is none to compare"
GROWN = "the plan grew after the result; they can be compared when its training runs are done"
OTHER_VERSION = "another version of Evenfold judged them, so they were judged anew and not compared"
OTHER_ROWS = "The final test rows are not those that were set aside."


Check = Callable[[StudyFile], VerifiedPart | None]


def check_study_file(file: StudyFile, retrain: Options | None = None) -> Iterator[VerifiedPart]:
    """What cannot be read is a difference too; the file as such was opened before.

    Only a file that was changed from outside is blamed for an error of ours: with all checksums right it is raised.
    """
    checks: list[Check] = [
        check_checksums,
        _plan,
        *((_data, _splits, _numbers, _final_test) if file.has_data else (_left_out,)),
    ]
    if retrain is not None and file.has_data:
        checks.append(partial(_trainings, options=retrain))
    is_changed = False
    for check in checks:
        try:
            found = check(file)
        except EvenfoldError as problem:
            yield VerifiedPart("content", "cannot be read", (str(problem),))
            return
        except DAMAGE as problem:
            if not is_changed:
                raise
            yield VerifiedPart("content", "does not fit together", (f"Its parts contradict each other: {problem}.",))
            return
        if found is not None:
            is_changed |= bool(found.differences)
            yield found


def summarize_checks(found: Sequence[VerifiedPart]) -> str:
    """The whole in one sentence."""
    wrong = [one.title for one in found if one.differences]
    if not wrong:
        return _well(found)
    count = sum(len(one.differences) for one in found)
    things = "1 thing differs" if count == 1 else f"{count:,} things differ"
    return f"{things}, in: {', '.join(wrong)}. Do not rely on this file before you know why."


def _well(found: Sequence[VerifiedPart]) -> str:
    numbers = next((f": {one.detail}" for one in found if one.title == "numbers"), "")
    return f"Everything is as it was saved{numbers}."


def _plan(file: StudyFile) -> VerifiedPart:
    now, then = plan_hash(file.study), file.plan_hash
    wrong = [] if now == then else [f"The plan's hash is {now}, and {then} was locked."]
    if file.locked_at is None and file.done():
        wrong.append("Test folds were scored, and the plan was never locked.")
    when = f"locked {format_time(file.locked_at)}" if file.locked_at else "not locked"
    return VerifiedPart("plan", f"{when}, hash {then}", tuple(wrong))


def _data(file: StudyFile) -> VerifiedPart:
    data = file.data
    if not data.fingerprint:
        return VerifiedPart("data", f"{data.size:,} rows without a fingerprint")
    now = compute_fingerprint(data)
    wrong = () if now == data.fingerprint else (f"The rows' fingerprint is {now}, and {data.fingerprint} was kept.",)
    return VerifiedPart("data", f"{data.size:,} rows, fingerprint {data.fingerprint}", wrong)


def _left_out(file: StudyFile) -> VerifiedPart:
    """A copy made to be sent: nothing can be computed again, and that is no fault of the file."""
    return VerifiedPart("numbers", "none was computed again, because this copy was made without its data")


def _splits(file: StudyFile) -> VerifiedPart:
    """Every outcome must have been tested on the rows its seed and coordinates decide."""
    planned = {training.job: training.test for training in list_fit_jobs(file.study, file.data, frozenset())}
    wrong, done = [], 0
    for outcome in file.outcomes():
        done += 1
        if outcome.job not in planned:
            wrong.append(f"A training of {outcome.job.candidate} is not in the plan ({_place(outcome.job)}).")
        elif not np.array_equal(outcome.rows, planned[outcome.job]):
            wrong.append(f"{outcome.job.candidate} was tested on other rows than planned ({_place(outcome.job)}).")
    return VerifiedPart("splits", f"{done:,} of {len(planned):,} trainings are there", tuple(wrong))


def _place(job: Job) -> str:
    return f"{job.part}, repeat {job.repeat + 1}, fold {job.fold + 1}"


def _numbers(file: StudyFile) -> VerifiedPart:
    kept, again = file.findings(), judge_study_file(file)
    if again is None and file.has_grown:
        return VerifiedPart(
            "numbers", "the plan grew after the verdict; they can be compared when its trainings are done"
        )
    if again is None:
        late = ("Findings are stored although trainings are missing.",) if kept else ()
        there, planned = len(file.done()), sum(1 for _ in list_jobs(file.study, file.data))
        return VerifiedPart("numbers", UNFINISHED.format(there=there, planned=planned), late)
    if kept is None and file.is_judged:
        return VerifiedPart(
            "numbers", "another version of Evenfold judged them, so they were judged anew and not compared"
        )
    if kept is None:
        return VerifiedPart("numbers", "all trainings are there", ("No findings are stored.",))
    maker = _maker(file)
    found = compare_values(kept, again, maker != VERSION)
    wrong, count = found.differences, found.numbers
    said = f"all {count:,} numbers reproduced" if not wrong else f"{len(wrong):,} of {count:,} values differ"
    note = (
        f", {pluralize(found.reworded, 'sentence')} said otherwise than by Evenfold {maker}" if found.reworded else ""
    )
    return VerifiedPart("numbers", f"{said}{note}", wrong)


def _maker(file: StudyFile) -> str:
    """The version of Evenfold that made the findings; ours where nobody kept it."""
    return file.versions().get("evenfold", VERSION)


def _final_test(file: StudyFile) -> VerifiedPart | None:
    """The final test rows as they were set aside; once opened, every figure of them computed again."""
    if file.study.final_test != bool(file.final_test_size):
        return VerifiedPart(
            "final test", "", ("The plan and the file do not agree on whether there are final test rows.",)
        )
    if not file.study.final_test:
        return None
    opened = file.final_test_opened_at
    return _unopened_final_test(file) if opened is None else _opened_final_test(file, format_time(opened))


def _unopened_final_test(file: StudyFile) -> VerifiedPart:
    wrong = ("Final test rows that were never opened have a result.",) if file.final_test() else ()
    whole = () if file.is_final_test_whole() else (OTHER_ROWS,)
    return VerifiedPart("final test", f"{file.final_test_size:,} rows, unopened", (*wrong, *whole))


def _opened_final_test(file: StudyFile, opened: str) -> VerifiedPart:
    reading, findings = file.final_test(), load_findings(file)
    if reading is None or findings is None:
        return VerifiedPart("final test", f"opened {opened}", ("They were opened, and what they said is missing.",))
    rows = file.opened_rows()
    wrong = () if compute_fingerprint(rows) == rows.fingerprint else (OTHER_ROWS,)
    try:
        again = judge_final_test(file.study, rows, findings, unpack_predictions(reading))
    except (ValueError, IndexError) as problem:
        raise StoreError(
            f"The answers on the final test rows are damaged: {problem}.", "Use a copy of it."
        ) from problem
    differing = [
        f"final test{text}" for text in compare_values(reading.lines, again, _maker(file) != VERSION).differences
    ]
    return VerifiedPart("final test", f"opened {opened}, figures reproduced: {len(again)}", (*wrong, *differing))


def _trainings(file: StudyFile, options: Options) -> VerifiedPart:
    """Every training done again; other versions and another processor are named, because they may be why."""
    there, here = file.versions(), read_environment()
    other = [f"{name} {here[name]} here, {value} there" for name, value in there.items() if here.get(name) != value]
    is_other_processor = PROCESSOR in there and there[PROCESSOR] != here[PROCESSOR]
    found = retrain_study(file, options, is_other_processor=is_other_processor)
    parts = [f"{found.same:,} of {found.total:,} trainings gave the same predictions"]
    if found.rounded:
        parts.append(f"{found.rounded:,} the same but for rounding")
    if found.flipped:
        names = ", ".join(sorted(set(found.flipped)))
        parts.append(f"{len(found.flipped):,} flipped by rounding on another processor, as they may: {names}")
    note = f" ({'; '.join(other)})" if other else ""
    return VerifiedPart("re-training", f"{'; '.join(parts)}{note}", found.differences)
