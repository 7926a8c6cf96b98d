"""The terminal: a whole study from a plan file, its numbers, its study file, and what happens when it is stopped."""

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from core.engine import memory_shortage
from core.history.history import History, history_path
from core.store.study_file import StudyFile
from core.support import paths
from core.support.errors import StoreError
from core.terminal import main
from tests.terminal.plans import PLAN, write_plan

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    return write_plan(tmp_path)


def numbers(path: Path) -> dict[str, object]:
    found: dict[str, object] = json.loads(path.read_text("utf-8"))
    found.pop("seconds")
    return found


def test_that_the_report_of_a_run_has_the_format_of_its_ending(plan: Path) -> None:
    for ending, mark in ((".docx", b"PK"), (".txt", b"")):
        report = plan.with_name(f"out{ending}")
        assert main(["run", str(plan), "--report", str(report), "--workers", "0"]) in (0, 1)
        assert report.read_bytes().startswith(mark)
        assert not report.read_bytes().startswith(b"<!DOCTYPE")


def test_that_the_study_that_is_being_run_is_no_earlier_one(
    plan: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("EVENFOLD_HOME", str(plan.with_name("home of nobody")))
    assert main(["run", str(plan), "--study", str(plan.with_name("only.evenfold")), "--workers", "0"]) in (0, 1)
    assert "found again" not in capsys.readouterr().err


def test_that_a_report_of_no_known_ending_is_refused_before_the_work(
    plan: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", str(plan), "--report", str(plan.with_name("out.foo")), "--workers", "0"]) == 2
    said = capsys.readouterr()
    assert "no report ends in .foo" in said.err
    assert "trainings" not in said.err


def test_that_a_plan_ends_in_a_verdict_numbers_and_a_report(plan: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, report = plan.with_name("out.json"), plan.with_name("out.html")
    code = main(["run", str(plan), "--json", str(out), "--report", str(report), "--workers", "0"])
    found = numbers(out)
    said = capsys.readouterr()
    assert code in (0, 1)
    assert found["verdict"]["headline"] in said.out  # type: ignore[index]
    assert "trainings" in said.err
    assert {"estimates", "comparisons", "verdict", "failures", "versions", "fingerprint"} <= set(found)
    page = report.read_text("utf-8")
    assert "http://" not in page
    assert "https://" not in page
    assert found["verdict"]["action"] in page  # type: ignore[index]


SCHEMES = ("resubstitution", "holdout", "repeated-holdout", "kfold", "leave-one-out", "bootstrap", "ttv")


@pytest.mark.parametrize("scheme", SCHEMES)
def test_that_every_scheme_ends_in_strict_numbers_and_a_report(tmp_path: Path, scheme: str) -> None:
    entries = PLAN[PLAN.index("entries") : PLAN.index("[plan]")]
    text = PLAN.replace(entries, 'entries = ["naive-bayes"]\n').replace('"majority"', '"lda"')
    text = text.replace("folds = 5", f'scheme = "{scheme}"\nsamples = 5\nfolds = 3\ntuning = "none"')
    path, out, report = write_plan(tmp_path, text), tmp_path / "out.json", tmp_path / "out.html"
    assert main(["run", str(path), "--json", str(out), "--report", str(report), "--workers", "0"]) in (0, 1)
    assert "NaN" not in out.read_text("utf-8")
    assert str(numbers(out)["verdict"]["action"]) in report.read_text("utf-8")  # type: ignore[index]


def test_that_nothing_is_called_a_training_where_nothing_is_trained(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plan = tmp_path / "vendor.toml"
    plan.write_text('sample = "vendor"')
    assert main(["run", str(plan), "--workers", "0"]) == 1
    said = capsys.readouterr()
    assert "readings" in said.err
    assert "trainings" not in said.err + said.out


def test_that_estimates_have_one_value_per_split_in_order(plan: Path) -> None:
    out = plan.with_name("out.json")
    main(["run", str(plan), "--json", str(out), "--workers", "0"])
    estimates = numbers(out)["estimates"]
    assert isinstance(estimates, list)
    bayes = next(e for e in estimates if e["algorithm"] == "naive-bayes" and e["measure"] == "error")
    assert len(bayes["values"]) == 10
    assert bayes["mean"] == pytest.approx(sum(bayes["values"]) / 10)
    assert 0 <= bayes["mean"] <= 1


def test_that_workers_do_not_change_the_numbers(plan: Path) -> None:
    alone, together = plan.with_name("alone.json"), plan.with_name("together.json")
    main(["run", str(plan), "--json", str(alone), "--workers", "0"])
    main(["run", str(plan), "--json", str(together), "--workers", "2"])
    assert numbers(alone) == numbers(together)


def test_that_a_study_file_is_not_computed_twice(plan: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept, first, second = plan.with_name("kept.evenfold"), plan.with_name("1.json"), plan.with_name("2.json")
    main(["run", str(plan), "--json", str(first), "--study", str(kept), "--workers", "0"])
    capsys.readouterr()
    main(["run", str(plan), "--json", str(second), "--study", str(kept), "--workers", "0"])
    assert "80 of 80" in capsys.readouterr().err.splitlines()[0]
    assert numbers(first) == numbers(second)


def test_that_resuming_needs_a_study_that_is_there(plan: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = plan.with_name("kept.evenfold")
    for arguments in (["--resume"], ["--resume", "--study", str(kept)]):
        assert main(["run", str(plan), *arguments]) == 2
        assert "to go on with" in capsys.readouterr().err
    assert not kept.exists()
    main(["run", str(plan), "--study", str(kept), "--workers", "0"])
    assert main(["run", str(plan), "--study", str(kept), "--resume", "--workers", "0"]) in (0, 1)


def test_that_a_study_file_alone_is_enough_to_go_on(plan: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept, out = plan.with_name("kept.evenfold"), plan.with_name("out.json")
    main(["run", str(plan), "--study", str(kept), "--workers", "0"])
    plan.unlink()
    capsys.readouterr()
    assert main(["run", str(kept), "--resume", "--json", str(out), "--workers", "0"]) in (0, 1)
    assert "80 of 80" in capsys.readouterr().err
    assert numbers(out)["title"] == "Small"
    assert main(["run", str(kept), "--study", "other.evenfold"]) == 2


def test_that_more_repeats_are_added_to_what_is_there(
    plan: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EVENFOLD_HOME", str(plan.with_name("home")))  # other tests look at the same rows
    kept, out = plan.with_name("kept.evenfold"), plan.with_name("out.json")
    main(["run", str(plan), "--study", str(kept), "--workers", "0"])
    capsys.readouterr()
    assert main(["run", str(kept), "--extend", "3", "--json", str(out), "--workers", "0"]) in (0, 1)
    said = capsys.readouterr().err
    assert "count as another comparison" in said
    assert "80 of 100" in said
    estimates = numbers(out)["estimates"]
    assert isinstance(estimates, list)
    assert {len(estimate["values"]) for estimate in estimates} == {15}
    with StudyFile.open(kept) as file:
        assert file.study.scheme.repeats == 3
        assert any("extended to 3 repeats" in line for _, line in file.log_lines())
        ledger, own = History.open(history_path(file.study)), 2 * len(file.study.challengers)
        assert "3 repeats" in {entry.variant for entry in ledger.entries(file.data)}
        assert ledger.count_comparisons(file.data, file.study, "3 repeats") == ledger.count_comparisons(file.data) - own


@pytest.mark.parametrize("repeats", ["1", "2", "56"])
def test_that_repeats_can_only_grow_and_only_to_55(
    plan: Path, repeats: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", str(plan), "--extend", repeats]) == 2
    assert "up to 55" in capsys.readouterr().err


def test_that_a_study_without_repeats_is_not_extended(plan: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plan.write_text(PLAN.replace("folds = 5", 'scheme = "holdout"'))
    assert main(["run", str(plan), "--extend", "20"]) == 2
    assert "no repeats" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('title = "Small"', "titel = 1", "titel"),
        ("folds = 5", "fold = 5", "plan.fold"),
        ('"knn"', '"k-nn"', "k-nn"),
        ('"table.csv"', '"absent.csv"', "absent.csv"),
        ("neighbours", "neighbors", "neighbors"),
        ("folds = 5", "folds = ", "TOML"),
    ],
)
def test_that_a_wrong_plan_is_one_sentence_and_exit_code_two(
    plan: Path, old: str, new: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    plan.write_text(PLAN.replace(old, new))
    assert main(["run", str(plan)]) == 2
    said = capsys.readouterr()
    assert words in said.err
    assert len(said.err.strip().splitlines()) == 1
    assert said.out == ""


def test_that_a_folder_that_is_not_there_is_told_before_the_work(
    plan: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", str(plan), "--report", str(plan.parent / "absent" / "r.html")]) == 2
    assert "no folder" in capsys.readouterr().err


def test_that_numbers_can_go_to_standard_output(plan: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["run", str(plan), "--json", "-", "--workers", "0"])
    assert json.loads(capsys.readouterr().out)["title"] == "Small"


@pytest.mark.usefixtures("heeded_hangup")
@pytest.mark.parametrize(("how", "workers"), [("SIGINT", "0"), ("SIGINT", "1"), ("SIGTERM", "1"), ("SIGHUP", "0")])
def test_that_ctrl_c_and_the_like_stop_and_keep_what_was_done(plan: Path, how: str, workers: str) -> None:
    """Ctrl+C, a request to end, and a terminal that was closed."""
    if sys.platform == "win32" and how != "SIGINT":
        pytest.skip("there is no such signal")
    slow = PLAN.replace('entries = ["naive-bayes"', 'entries = ["forest"').replace("repeats = 2", "repeats = 40")
    plan.write_text(slow)
    kept = plan.with_name("kept.evenfold")
    command = [sys.executable, str(ROOT / "main.py"), "run", str(plan), "--study", str(kept), "--workers", workers]
    running = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ})
    try:
        wait_for_outcomes(kept)
        running.send_signal(getattr(signal, how))
        _, said = running.communicate(timeout=500)
    finally:
        running.kill()
        running.wait()
    assert running.returncode == 130
    assert b"Stopped. " in said
    assert b" kept in " in said
    assert b"Run the same command again to go on." in said
    with StudyFile.open(kept) as file:
        assert 0 < len(file.done()) < 1600


def wait_for_outcomes(path: Path) -> None:
    for _ in range(5000):
        time.sleep(0.1)
        with suppress(StoreError), StudyFile.open(path, only_read=True) as file:
            if file.done():
                return
    raise AssertionError("no outcome was ever written")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps open files where they are")
def test_that_a_study_whose_file_is_gone_is_kept_elsewhere_and_goes_on_there(
    plan: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, out, whole = plan.with_name("kept.evenfold"), plan.with_name("out.json"), plan.with_name("whole.json")
    append = StudyFile.append

    def append_and_vanish(file: StudyFile, *given: object) -> None:
        append(file, *given)  # type: ignore[arg-type]
        kept.unlink(missing_ok=True)

    with monkeypatch.context() as patch:
        patch.setattr(StudyFile, "append", append_and_vanish)
        assert main(["run", str(plan), "--study", str(kept), "--workers", "0"]) == 2
    said = capsys.readouterr().err
    rescued = paths.studies() / "kept.evenfold"
    assert "no longer where it was" in said
    assert f"kept in {rescued}. Go on here: python3 main.py run {rescued}" in said
    main(["run", str(rescued), "--json", str(out), "--workers", "0"])
    main(["run", str(plan), "--json", str(whole), "--workers", "0"])
    assert numbers(out)["estimates"] == numbers(whole)["estimates"]


def test_that_looking_at_a_table_names_its_columns(plan: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["look", str(plan.with_name("table.csv"))]) == 0
    said = capsys.readouterr().out
    assert "120 rows, 3 columns" in said
    assert "to predict" in said
    assert main(["look", str(plan.with_name("table.csv")), "--json", "-"]) == 0
    assert json.loads(capsys.readouterr().out)["rows"] == 120


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--json", "table.csv"], "is read here"),
        (["--report", "plan.toml"], "is read here"),
        (["--json", "out.x", "--report", "out.x"], "is named by --json too"),
        (["--study", "."], "is a folder"),
        (["--report", "."], "is a folder"),
        (["--workers", "²"], "not a whole number"),
    ],
)
def test_that_nothing_that_is_read_or_written_already_is_written_over(
    plan: Path, arguments: list[str], said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(plan.parent)
    before = plan.read_text(), plan.with_name("table.csv").read_text()
    assert main(["run", str(plan), *arguments]) == 2
    assert said in capsys.readouterr().err
    assert (plan.read_text(), plan.with_name("table.csv").read_text()) == before


def test_that_too_few_rows_of_a_class_are_named_with_what_would_help(tmp_path: Path) -> None:
    path, out = write_plan(tmp_path), tmp_path / "out.json"
    table = tmp_path / "table.csv"
    table.write_text(table.read_text().replace("good", "fair", 3))
    assert main(["run", str(path), "--json", str(out), "--workers", "0"]) == 4
    verdict = numbers(out)["verdict"]
    assert (verdict["answer"], verdict["reason"]) == ("blocked", "few-rows")  # type: ignore[index]
    assert "fair" in f"{verdict['headline']} {verdict['body']}"  # type: ignore[index]


def test_that_folds_which_mix_past_and_future_are_said_to_do_so(tmp_path: Path) -> None:
    text = PLAN.replace('positive = "bad"', 'time = "time"').replace("folds = 5", 'scheme = "kfold"\nfolds = 5')
    out = tmp_path / "out.json"
    main(["run", str(write_plan(tmp_path, text)), "--json", str(out), "--workers", "0"])
    cautions = numbers(out)["cautions"]
    assert isinstance(cautions, list)
    assert "mixed-times" in {caution["kind"] for caution in cautions}


def test_that_too_little_memory_is_told_before_the_work(
    plan: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory_shortage, "read_free_memory", lambda: 50.0 * 2**20)
    main(["run", str(plan), "--workers", "0"])
    assert "of memory for each training, and only 50 MB are free here." in capsys.readouterr().err


def test_that_a_card_that_says_yes_or_no_is_told_with_its_question(
    plan: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", str(plan), "--workers", "0"]) in (0, 1)
    assert "\nDo the repeats agree? " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("question", "candidate", "told"),
    [
        ('measure = "mcc"\nmargin = 2.0', '"lda"', "A difference of 2 is larger than all"),
        ('measure = "error"\nmargin = 80', '"lda"', "Use 2 per 100."),
        (
            'measure = "error"',
            '{ algorithm = "monotone-boosting", settings = { rising = "nosuch" } }',
            'There is no input "nosuch"',
        ),
        (
            'measure = "error"',
            '{ algorithm = "average", settings = { members = "lda; nosuch" } }',
            '"nosuch" cannot be',
        ),
    ],
)
def test_that_a_plan_no_row_can_answer_is_refused_before_the_work(
    plan: Path, question: str, candidate: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text = PLAN.replace("[candidates]", f"[question]\n{question}\n[candidates]")
    plan.write_text(text.replace('entries = ["naive-bayes"', f"entries = [{candidate}"))
    assert main(["run", str(plan), "--workers", "0"]) == 2
    said = capsys.readouterr()
    assert told in said.err
    assert "trainings" not in said.err
    assert "Small" not in said.out
