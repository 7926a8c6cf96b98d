"""Each step of a re-check by itself: what it says of a file that fits and of one that does not."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, cast

import numpy as np
import pytest

from core.data.fingerprint import compute_fingerprint
from core.domain.conclusion import Answer
from core.domain.dataset import Dataset
from core.domain.evidence import FitResult, Job
from core.domain.final_test import FinalTestResult
from core.domain.findings import Findings
from core.domain.study import Study
from core.domain.verified_part import VerifiedPart
from core.engine.plan import list_fit_jobs
from core.engine.run import Options
from core.store.plan_record import plan_hash
from core.store.study_file import StudyFile
from core.support.errors import StoreError
from core.verification import study_checks as checks
from core.verification.retraining import Retraining
from tests.history.histories import data_of, findings_of, study_of

DATA = data_of()
STUDY = replace(study_of(), scheme=replace(study_of().scheme, folds=2, repeats=1, max_repeats=1))
OUTCOMES = tuple(
    FitResult(training.job, training.test, np.zeros((len(training.test), 1)))
    for training in list_fit_jobs(STUDY, DATA, frozenset())
)
FOUND = findings_of(0.03, 0.05)


@dataclass
class File:
    """What the checks ask of a study file, all of it fitting unless told otherwise."""

    study: Study = STUDY
    data: Dataset = DATA
    stored: tuple[FitResult, ...] = OUTCOMES
    kept: Findings | None = FOUND
    again: Findings | None = FOUND
    plan_hash: str = plan_hash(STUDY)
    locked_at: str | None = "2026-05-12T10:00:00+00:00"
    has_data: bool = True
    has_grown: bool = False
    final_test_size: int = 0
    final_test_opened_at: str | None = None
    reading: FinalTestResult | None = None
    whole: bool = True
    opened: Dataset = DATA
    made_with: dict[str, str] = field(default_factory=dict)

    def done(self) -> set[Job]:
        return {outcome.job for outcome in self.stored}

    def outcomes(self) -> tuple[FitResult, ...]:
        return self.stored

    def findings(self) -> Findings | None:
        return self.kept

    @property
    def is_judged(self) -> bool:
        return self.kept is not None

    def final_test(self) -> FinalTestResult | None:
        return self.reading

    def is_final_test_whole(self) -> bool:
        return self.whole

    def opened_rows(self) -> Dataset:
        return self.opened

    def versions(self) -> dict[str, str]:
        return self.made_with


Check = Callable[..., dict[str, VerifiedPart]]


@pytest.fixture
def check(monkeypatch: pytest.MonkeyPatch) -> Check:
    monkeypatch.setattr(checks, "check_checksums", lambda _file: VerifiedPart("checksums", "all match"))
    monkeypatch.setattr(checks, "judge_study_file", lambda file: file.again)

    def checked(retrain: Options | None = None, **changes: Any) -> dict[str, VerifiedPart]:
        return {one.title: one for one in checks.check_study_file(cast(StudyFile, File(**changes)), retrain)}

    return checked


def test_that_a_file_that_fits_is_said_to_in_one_sentence(check: Check) -> None:
    found = check()
    assert list(found) == ["checksums", "plan", "data", "splits", "numbers"]
    assert not any(one.differences for one in found.values())
    assert found["plan"].detail.startswith("locked ")
    assert found["data"].detail == f"200 rows, fingerprint {DATA.fingerprint}"
    assert found["splits"].detail == f"{len(OUTCOMES)} of {len(OUTCOMES)} trainings are there"
    assert (
        checks.summarize_checks(tuple(found.values())) == f"Everything is as it was saved: {found['numbers'].detail}."
    )


def test_that_differences_are_counted_with_the_places_they_are_in() -> None:
    one, three = VerifiedPart("plan", "", ("a",)), VerifiedPart("data", "", ("b", "c"))
    fine = VerifiedPart("numbers", "all 7 numbers reproduced")
    warning = "Do not rely on this file before you know why."
    assert checks.summarize_checks([one, fine]) == f"1 thing differs, in: plan. {warning}"
    assert checks.summarize_checks([one, three, fine]) == f"3 things differ, in: plan, data. {warning}"
    assert checks.summarize_checks([VerifiedPart("plan", "")]) == "Everything is as it was saved."


def test_that_another_plan_or_one_never_locked_is_named(check: Check) -> None:
    other = check(plan_hash="abc")["plan"]
    assert other.differences == (f"The plan's hash is {plan_hash(STUDY)}, and abc was locked.",)
    never = check(locked_at=None)["plan"]
    assert never.detail.startswith("not locked, hash ")
    assert never.differences == ("Test folds were scored, and the plan was never locked.",)
    assert check(locked_at=None, stored=())["plan"].differences == ()


def test_that_other_rows_are_named_by_their_fingerprint(check: Check) -> None:
    changed = replace(DATA, inputs=DATA.inputs + 1)
    assert check(data=changed)["data"].differences == (
        f"The rows' fingerprint is {compute_fingerprint(changed)}, and {DATA.fingerprint} was kept.",
    )
    assert check(data=replace(DATA, fingerprint=""))["data"].detail == "200 rows without a fingerprint"


def test_that_trainings_outside_the_plan_or_on_other_rows_are_placed(check: Check) -> None:
    first = OUTCOMES[0]
    strange = replace(first, job=first.job._replace(repeat=6))
    moved = replace(first, rows=first.rows + 1)
    name = first.job.candidate
    assert check(stored=(strange,))["splits"].differences == (
        f"A training of {name} is not in the plan (main, repeat 7, fold {first.job.fold + 1}).",
    )
    found = check(stored=(moved, *OUTCOMES[1:]))["splits"]
    assert found.differences == (
        f"{name} was tested on other rows than planned (main, repeat 1, fold {first.job.fold + 1}).",
    )
    assert check(stored=OUTCOMES[1:])["splits"].detail.startswith(f"{len(OUTCOMES) - 1} of {len(OUTCOMES)} ")


def test_that_numbers_are_compared_only_when_all_trainings_are_there(check: Check) -> None:
    grown = check(again=None, has_grown=True)["numbers"]
    assert (grown.differences, "grew after the verdict" in grown.detail) == ((), True)
    late = check(again=None, stored=OUTCOMES[1:])["numbers"]
    assert f"{len(OUTCOMES) - 1} of {len(OUTCOMES)} trainings are there" in late.detail
    assert late.differences == ("Findings are stored although trainings are missing.",)
    assert check(again=None, kept=None)["numbers"].differences == ()
    assert check(kept=None)["numbers"].differences == ("No findings are stored.",)


def test_that_every_other_value_is_named_by_its_place_and_rounding_is_none(check: Check) -> None:
    comparison = FOUND.comparisons[0]
    close = replace(FOUND, comparisons=(replace(comparison, effect=0.04 * (1 + 1e-12)),))
    other = replace(FOUND, comparisons=(replace(comparison, effect=0.05, p=None), comparison))
    same = check(again=close)["numbers"]
    assert same.differences == ()
    count = int(same.detail.split()[1])
    found = check(again=other)["numbers"]
    assert found.differences[:2] == (
        "comparisons[0].p is None, and 0.003 was stored.",
        "comparisons[0].effect is 0.05, and 0.04 was stored.",
    )
    assert found.differences[2].startswith("comparisons[1] is {")
    assert found.detail == f"3 of {count} values differ"


def test_that_no_version_is_excused_for_numbers_and_answers(check: Check) -> None:
    comparison, conclusion = FOUND.comparisons[0], FOUND.conclusion
    for other in (
        replace(FOUND, comparisons=(replace(comparison, effect=0.05),)),
        replace(FOUND, conclusion=replace(conclusion, answer=Answer.NO)),
    ):
        assert check(again=other, made_with={"evenfold": "0.0.9"})["numbers"].differences != ()


def test_that_final_test_rows_are_checked_unopened_and_opened(check: Check) -> None:
    final_rows = {"study": replace(STUDY, final_test=True), "final_test_size": 40}
    final_rows["plan_hash"] = plan_hash(replace(STUDY, final_test=True))
    reading = FinalTestResult("2026-05-12T10:00:00+00:00", 40, ())
    assert check(final_test_size=40)["final test"].differences == (
        "The plan and the file do not agree on whether there are final test rows.",
    )
    assert check(**final_rows)["final test"] == VerifiedPart("final test", "40 rows, unopened")
    assert check(**final_rows, reading=reading, whole=False)["final test"].differences == (
        "Final test rows that were never opened have a result.",
        "The final test rows are not those that were set aside.",
    )
    opened = {**final_rows, "final_test_opened_at": "2026-05-12T10:00:00+00:00"}
    for missing in ({"reading": None}, {"reading": reading, "kept": None}):
        assert check(**opened, **missing)["final test"].differences == (
            "They were opened, and what they said is missing.",
        )
    fine = check(**opened, reading=reading)["final test"]
    assert (fine.differences, fine.detail.endswith("figures reproduced: 0")) == ((), True)
    changed = replace(DATA, inputs=DATA.inputs + 1)
    assert check(**opened, reading=reading, opened=changed)["final test"].differences == (
        "The final test rows are not those that were set aside.",
    )


def test_that_trainings_are_done_again_on_request_with_the_versions_that_differ(
    check: Check, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[bool] = []

    def retrain(_file: object, _options: object, is_other_processor: bool) -> Retraining:
        asked.append(is_other_processor)
        return Retraining(4, 3, 0, (), ("one.",)) if not is_other_processor else Retraining(4, 1, 2, ("mlp",), ())

    monkeypatch.setattr(checks, "retrain_study", retrain)
    monkeypatch.setattr(checks, "read_environment", lambda: {"numpy": "2", "scipy": "1", "processor": "A"})
    found = check(Options(), made_with={"numpy": "1", "scipy": "1"})["re-training"]
    assert found == VerifiedPart(
        "re-training", "3 of 4 trainings gave the same predictions (numpy 2 here, 1 there)", ("one.",)
    )
    told = check(Options(), made_with={"scipy": "1", "processor": "B"})["re-training"]
    assert told.differences == ()
    assert told.detail == (
        "1 of 4 trainings gave the same predictions; 2 the same but for rounding; "
        "1 flipped by rounding on another processor, as they may: mlp (processor A here, B there)"
    )
    assert asked == [False, True]
    assert check(Options())["re-training"].detail == "3 of 4 trainings gave the same predictions"
    assert "re-training" not in check()
    without = check(Options(), has_data=False)
    assert list(without) == ["checksums", "plan", "numbers"]
    assert without["numbers"].differences == ()


def test_that_what_cannot_be_read_or_was_changed_into_nonsense_ends_the_check_as_a_difference(
    check: Check, monkeypatch: pytest.MonkeyPatch
) -> None:
    def damaged(_file: object) -> Findings:
        raise StoreError("A block is damaged.", hint="Use a copy.")

    monkeypatch.setattr(checks, "judge_study_file", damaged)
    found = check()
    assert list(found)[-1] == "content"
    assert found["content"].differences == ("A block is damaged. Use a copy.",)
    monkeypatch.setattr(checks, "judge_study_file", lambda _file: {}["gone"])  # type: ignore[index]
    with pytest.raises(KeyError):
        check()  # a file that is as it was saved is not blamed for a fault of ours
    assert check(plan_hash="abc")["content"].differences == ("Its parts contradict each other: 'gone'.",)
