"""A study file verified, one thing after the other: seals, plan, data, splits, numbers, vault, trainings on request."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import numpy as np

from core.application.run_study import judge_study_file, load_findings
from core.data.fingerprint import compute_fingerprint
from core.domain.evidence import Job
from core.engine.plan import list_fit_jobs, list_jobs
from core.engine.run import Options
from core.engine.versions import read_versions
from core.recheck.checked import Checked
from core.recheck.checksums_check import check_checksums
from core.recheck.compared import compared
from core.recheck.retrain import trained_again
from core.routes.vault import lines_of, stored_outcomes
from core.store.plan_record import plan_hash
from core.store.study_file import StudyFile
from core.store.timestamps import format_time
from core.support.errors import EvenfoldError, StoreError
from core.support.text import pluralize
from core.version import VERSION

SENSELESS = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
UNFINISHED = "the study is not finished, {there:,} of {planned:,} trainings are there, so there is none to compare"
OTHER_ROWS = "The sealed rows are not those that were set aside."


Look = Callable[[StudyFile], Checked | None]


def all_checks(file: StudyFile, retrain: Options | None = None) -> Iterator[Checked]:
    """What cannot be read is a difference too; the file as such was opened before."""
    looks: list[Look] = [
        check_checksums,
        _plan,
        *((_data, _splits, _numbers, _vault) if file.has_data else (_left_out,)),
    ]
    if retrain is not None and file.has_data:
        looks.append(partial(_trainings, options=retrain))
    for look in looks:
        try:
            found = look(file)
        except EvenfoldError as problem:
            yield Checked("content", "cannot be read", (str(problem),))
            return
        except SENSELESS as problem:
            yield Checked("content", "does not fit together", (f"Its parts contradict each other: {problem}.",))
            return
        if found is not None:
            yield found


def answer(found: Sequence[Checked]) -> str:
    """The whole in one sentence."""
    wrong = [one.title for one in found if one.differences]
    if not wrong:
        return _well(found)
    count = sum(len(one.differences) for one in found)
    things = "1 thing differs" if count == 1 else f"{count:,} things differ"
    return f"{things}, in: {', '.join(wrong)}. Do not rely on this file before you know why."


def _well(found: Sequence[Checked]) -> str:
    numbers = next((f": {one.detail}" for one in found if one.title == "numbers"), "")
    return f"Everything is as it was saved{numbers}."


def _plan(file: StudyFile) -> Checked:
    now, then = plan_hash(file.study), file.plan_hash
    wrong = [] if now == then else [f"The plan's hash is {now}, and {then} was sealed."]
    if file.locked_at is None and file.done():
        wrong.append("Test folds were scored, and the plan was never locked.")
    when = f"locked {format_time(file.locked_at)}" if file.locked_at else "not locked"
    return Checked("plan", f"{when}, hash {then}", tuple(wrong))


def _data(file: StudyFile) -> Checked:
    data = file.data
    if not data.fingerprint:
        return Checked("data", f"{data.size:,} rows without a fingerprint")
    now = compute_fingerprint(data)
    wrong = () if now == data.fingerprint else (f"The rows' fingerprint is {now}, and {data.fingerprint} was kept.",)
    return Checked("data", f"{data.size:,} rows, fingerprint {data.fingerprint}", wrong)


def _left_out(file: StudyFile) -> Checked:
    """A copy made to be sent: nothing can be computed again, and that is no fault of the file."""
    return Checked("numbers", "none was computed again, because this copy was made without its data")


def _splits(file: StudyFile) -> Checked:
    """Every outcome must have been tested on the rows its seed and coordinates decide."""
    planned = {training.job: training.test for training in list_fit_jobs(file.study, file.data, frozenset())}
    wrong, done = [], 0
    for outcome in file.outcomes():
        done += 1
        if outcome.job not in planned:
            wrong.append(f"A training of {outcome.job.candidate} is not in the plan ({_place(outcome.job)}).")
        elif not np.array_equal(outcome.rows, planned[outcome.job]):
            wrong.append(f"{outcome.job.candidate} was tested on other rows than planned ({_place(outcome.job)}).")
    return Checked("splits", f"{done:,} of {len(planned):,} trainings are there", tuple(wrong))


def _place(job: Job) -> str:
    return f"{job.part}, shuffle {job.repeat + 1}, fold {job.fold + 1}"


def _numbers(file: StudyFile) -> Checked:
    kept, again = file.findings(), judge_study_file(file)
    if again is None and file.has_grown:
        return Checked("numbers", "the plan grew after the verdict; they can be compared when its trainings are done")
    if again is None:
        late = ("Findings are stored although trainings are missing.",) if kept else ()
        there, planned = len(file.done()), sum(1 for _ in list_jobs(file.study, file.data))
        return Checked("numbers", UNFINISHED.format(there=there, planned=planned), late)
    if kept is None and file.is_judged:
        return Checked("numbers", "another version of Evenfold judged them, so they were judged anew and not compared")
    if kept is None:
        return Checked("numbers", "all trainings are there", ("No findings are stored.",))
    maker = _maker(file)
    found = compared(kept, again, maker != VERSION)
    wrong, count = found.differences, found.numbers
    said = f"all {count:,} numbers reproduced" if not wrong else f"{len(wrong):,} of {count:,} values differ"
    note = (
        f", {pluralize(found.reworded, 'sentence')} said otherwise than by Evenfold {maker}" if found.reworded else ""
    )
    return Checked("numbers", f"{said}{note}", wrong)


def _maker(file: StudyFile) -> str:
    """The version of Evenfold that made the findings; ours where nobody kept it."""
    return file.versions().get("evenfold", VERSION)


def _vault(file: StudyFile) -> Checked | None:
    """The sealed rows as they were set aside; once opened, every figure of them computed again."""
    if file.study.vault != bool(file.sealed_rows):
        return Checked("vault", "", ("The plan and the file do not agree on whether there is a vault.",))
    if not file.study.vault:
        return None
    opened = file.vault_opened_at
    return _sealed_vault(file) if opened is None else _opened_vault(file, format_time(opened))


def _sealed_vault(file: StudyFile) -> Checked:
    wrong = ("A vault that was never opened has a result.",) if file.vault() else ()
    whole = () if file.is_vault_whole() else (OTHER_ROWS,)
    return Checked("vault", f"{file.sealed_rows:,} rows, still sealed", (*wrong, *whole))


def _opened_vault(file: StudyFile, opened: str) -> Checked:
    reading, findings = file.vault(), load_findings(file)
    if reading is None or findings is None:
        return Checked("vault", f"opened {opened}", ("It was opened, and what it said is missing.",))
    rows = file.opened_rows()
    wrong = () if compute_fingerprint(rows) == rows.fingerprint else (OTHER_ROWS,)
    try:
        again = lines_of(file.study, rows, findings, stored_outcomes(reading))
    except (ValueError, IndexError) as problem:
        raise StoreError(f"The answers on the sealed rows are damaged: {problem}.", "Use a copy of it.") from problem
    differing = [f"vault{text}" for text in compared(reading.lines, again, _maker(file) != VERSION).differences]
    return Checked("vault", f"opened {opened}, figures reproduced: {len(again)}", (*wrong, *differing))


def _trainings(file: StudyFile, options: Options) -> Checked:
    """Every training done again; other versions of the libraries are named, because they may be why."""
    same, total, wrong = trained_again(file, options)
    there, here = file.versions(), read_versions()
    other = [f"{name} {here[name]} here, {number} there" for name, number in there.items() if here.get(name) != number]
    note = f" ({'; '.join(other)})" if other else ""
    return Checked("re-training", f"{same:,} of {total:,} trainings gave the same predictions{note}", wrong)
