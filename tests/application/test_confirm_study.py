"""New rows confirm a finished study once, at the full bar, if none of them was seen before."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from core.application.confirm_study import choose_candidate, confirm_study, make_confirming_study
from core.data.final_test_rows import split_final_test
from core.data.new_rows import align_new_rows
from core.data.prepare import prepare_dataset
from core.domain.conclusion import Answer, Reason, Scope
from core.domain.dataset import Column, Dataset, Kind, Table
from core.domain.findings import CautionKind
from core.domain.study import Candidate, Columns, Question, Study
from core.support.errors import DataError, StudyError
from core.terminal import main
from core.wording.estimate_text import word_estimate_note
from tests.application.prediction_tables import names, numbers, with_columns
from tests.gui.finished import parts_data
from tests.gui.routes.studies import finished_file
from tests.gui.routes.studies import new_rows as new_rows_file
from tests.history.histories import findings_of

COLUMNS = Columns(target=("fault",))


def table_of(rows: int, seed: int) -> Table:
    """A fault when the product of two inputs is positive: a tree sees it, a linear model does not."""
    random = np.random.default_rng(seed)
    x, y = random.normal(0, 1, rows), random.normal(0, 1, rows)
    line = random.integers(0, 3, rows)
    columns = [
        numbers("x", x),
        numbers("y", y),
        names("line", line, ("a", "b", "c")),
        names("fault", (x * y > 0).astype(int), ("no", "yes")),
    ]
    return Table("faults", "faults.csv", tuple(columns))


def study_of(**changes: object) -> Study:
    study = Study(
        title="Faults",
        source="faults.csv",
        columns=COLUMNS,
        question=Question(measure="error", margin=2.0, cross_check="auc"),
        candidates=(
            Candidate("logistic", "logistic"),
            Candidate("forest", "forest", {"trees": 30}),
            Candidate("knn", "knn"),
        ),
        baseline="logistic",
        earlier_comparisons=7,
        answers={"unseen": "no", "LEDGER": "a reason"},
    )
    return replace(study, **changes)  # type: ignore[arg-type]


def old_data(rows: int = 150) -> Dataset:
    return prepare_dataset(table_of(rows, 1), COLUMNS)


def test_that_new_rows_confirm_a_win_at_the_full_bar() -> None:
    found = confirm_study(study_of(), old_data(), table_of(120, 2), "forest")
    conclusion = found.findings.conclusion
    assert (conclusion.answer, conclusion.reason, conclusion.use) == (Answer.YES, Reason.WIN, "forest")
    assert (conclusion.scope, conclusion.level) == (Scope.NEW_ROWS, 0.95)
    assert found.findings.comparisons[0].p_required == 0.05
    assert [one.key for one in found.study.candidates] == ["logistic", "forest"]
    assert found.data.size == 120


def test_that_figures_on_new_rows_are_not_said_to_come_from_a_part_of_the_rows_or_from_a_choice() -> None:
    found = confirm_study(study_of(), old_data(), table_of(120, 2), "forest")
    assert not word_estimate_note(found.study, found.data, found.findings)


def test_that_codes_for_missing_and_merged_classes_hold_for_new_rows() -> None:
    def measured(rows: int, seed: int, levels: tuple[str, ...]) -> Table:
        random = np.random.default_rng(seed)
        heat, states = random.normal(20, 2, rows), random.integers(0, len(levels), rows)
        heat[::9] = -200.0
        return Table("new", "new.csv", (numbers("heat", heat), names("state", states, levels)))

    reading = {"codes": {"heat": ["-200"]}, "merged": {"state": ["worn", "cracked"]}, "separator": ";"}
    columns = Columns(target=("state",), reading=reading)
    old = prepare_dataset(measured(90, 1, ("good", "worn", "cracked")), columns)
    study = study_of(columns=columns)
    for levels in (("cracked", "good", "worn"), ("cracked", "good")):
        new = align_new_rows(study, old, measured(45, 2, levels)).data
        assert new.classes == old.classes == ("good", "worn or cracked")
        assert int(np.isnan(new.inputs[:, 0]).sum()) == 5


def test_that_it_is_judged_the_same_every_time() -> None:
    first, second = (confirm_study(study_of(), old_data(), table_of(60, 2), "forest").findings for _ in range(2))
    assert first == second


def test_that_old_rows_are_refused_and_named() -> None:
    old, new = table_of(150, 1), table_of(40, 2)
    mixed = tuple(
        replace(column, values=np.concatenate([column.values, old.column(column.name).values[[3, 8]]]))
        for column in new.columns
    )
    with pytest.raises(DataError, match=r"2 of the 42 new rows are in the old data \(row 41, 42\)"):
        align_new_rows(study_of(), old_data(), replace(new, columns=mixed))


def test_that_old_rows_are_recognized_in_other_columns_orders_and_digits() -> None:
    old = table_of(150, 1)
    rounded = [replace(c, values=np.array([float(f"{v:.6g}") for v in c.values])) for c in old.columns[:2]]
    again = replace(with_columns(old, *rounded), columns=(*old.columns[2:], *rounded))
    with pytest.raises(DataError, match="150 of the 150 new rows are in the old data"):
        align_new_rows(study_of(), old_data(), again)


def test_that_rows_that_repeat_by_chance_are_taken_for_chance() -> None:
    def coarse(rows: int, seed: int) -> Table:
        random = np.random.default_rng(seed)
        x = random.integers(0, 3, rows)
        return Table(
            "c", "c", (names("x", x, ("a", "b", "c")), names("fault", random.integers(0, 2, rows), ("no", "yes")))
        )

    found = align_new_rows(study_of(), prepare_dataset(coarse(200, 1), COLUMNS), coarse(50, 2))
    assert [caution.kind for caution in found.cautions] == [CautionKind.SEEN_ROWS]


def test_that_levels_keep_their_meaning_whatever_their_order() -> None:
    new = table_of(40, 2)
    turned = names("line", 2 - new.column("line").values, ("c", "b", "a"))  # type: ignore[arg-type]
    answers = names("fault", 1 - new.column("fault").values, ("yes", "no"))  # type: ignore[arg-type]
    plain, mixed = (
        align_new_rows(study_of(), old_data(), new),
        align_new_rows(study_of(), old_data(), with_columns(new, turned, answers)),
    )
    assert np.array_equal(plain.data.inputs, mixed.data.inputs)
    assert np.array_equal(plain.data.targets, mixed.data.targets)


def test_that_a_level_the_study_never_saw_is_missing_and_said() -> None:
    new = table_of(40, 2)
    strange = names("line", np.where(np.arange(40) < 5, 3, new.column("line").values), ("a", "b", "c", "d"))
    found = align_new_rows(study_of(), old_data(), with_columns(new, strange))
    assert int(np.isnan(found.data.inputs[:, 2]).sum()) == 5
    assert (found.cautions[0].kind, found.cautions[0].name) == (CautionKind.UNSEEN_VALUES, "d")


def test_that_columns_the_study_does_not_know_are_left_aside() -> None:
    new = with_columns(table_of(40, 2), numbers("extra", np.arange(40)))
    assert align_new_rows(study_of(), old_data(), new).data.features == ("x", "y", "line")


@pytest.mark.parametrize("missing", ["x", "fault"])
def test_that_a_missing_column_is_named(missing: str) -> None:
    new = table_of(40, 2)
    short = replace(new, columns=tuple(column for column in new.columns if column.name != missing))
    with pytest.raises(DataError, match=f"The new file lacks '{missing}'"):
        align_new_rows(study_of(), old_data(), short)


def test_that_a_missing_group_is_named() -> None:
    with pytest.raises(DataError, match="The new file lacks 'machine'"):
        align_new_rows(study_of(columns=replace(COLUMNS, group="machine")), old_data(), table_of(40, 2))


def test_that_an_answer_the_study_never_saw_is_refused() -> None:
    new = table_of(40, 2)
    strange = names("fault", np.arange(40) % 3, ("no", "yes", "perhaps"))
    with pytest.raises(DataError, match="'perhaps', which the study never saw"):
        align_new_rows(study_of(), old_data(), with_columns(new, strange))


def test_that_numbers_written_as_text_are_no_input() -> None:
    text = Column("x", Kind.TEXT, np.array(["high"] * 40, dtype=object))
    with pytest.raises(DataError, match="The new rows cannot be used: 'x' has no numbers in it"):
        align_new_rows(study_of(), old_data(), with_columns(table_of(40, 2), text))


def test_that_groups_of_the_new_rows_are_heeded() -> None:
    def grouped(rows: int, seed: int) -> Table:
        return with_columns(table_of(rows, seed), numbers("machine", np.arange(rows) // 10 + 100 * seed))

    columns = replace(COLUMNS, group="machine")
    found = confirm_study(
        study_of(columns=columns), prepare_dataset(grouped(150, 1), columns), grouped(120, 2), "forest"
    )
    assert found.findings.comparisons[0].comparer == "paired-groups"
    assert found.findings.comparisons[0].df == 11


def test_that_numbers_of_several_outputs_are_told_one_by_one() -> None:
    def strengths(rows: int, seed: int) -> Table:
        random = np.random.default_rng(seed)
        x = random.normal(0, 1, rows)
        return Table("s", "s", (numbers("x", x), numbers("a", x**2), numbers("b", 3 * x + random.normal(0, 0.1, rows))))

    columns = Columns(target=("a", "b"))
    study = study_of(
        columns=columns,
        question=Question(measure="mae", margin=0.1),
        candidates=(Candidate("linear", "linear"), Candidate("knn", "knn")),
        baseline="linear",
    )
    found = confirm_study(study, prepare_dataset(strengths(150, 1), columns), strengths(80, 2), "knn").findings
    assert found.conclusion.rows[0].reason is Reason.WIN
    assert found.comparisons[0].p_required == 0.025


def test_that_the_confirming_study_carries_no_old_looks_and_no_old_excuses() -> None:
    study = make_confirming_study(study_of(comparisons_elsewhere=3), "knn")
    assert (study.earlier_comparisons, study.comparisons_elsewhere, dict(study.answers)) == (0, 0, {})


def test_that_an_unknown_candidate_is_named() -> None:
    with pytest.raises(StudyError, match="There is no candidate “svm” in this study"):
        make_confirming_study(study_of(), "svm")


def test_that_the_candidate_with_most_to_say_for_it_is_chosen() -> None:
    win, unclear = findings_of(0.03, 0.05), findings_of(-0.03, 0.05, Reason.CANNOT_TELL)
    findings = replace(win, conclusion=replace(unclear.conclusion, use="knn"))
    assert choose_candidate(study_of(), findings) == "knn"


def test_that_a_blocked_study_has_nothing_to_confirm() -> None:
    with pytest.raises(StudyError, match="names no candidate"):
        choose_candidate(study_of(), findings_of(0.0, 0.1, Reason.LEAK))


def test_that_the_terminal_confirms_once_and_counts_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    study, new = finished_file(tmp_path), new_rows_file(tmp_path / "new.csv")
    page = tmp_path / "out.html"
    assert main(["confirm", str(study), str(new), "--report", str(page)]) in (0, 1)
    said = capsys.readouterr().out
    assert "earlier comparison" not in said
    assert "confirmed on new rows" in page.read_text("utf-8")
    assert main(["confirm", str(study), str(new), "--candidate", "knn"]) in (0, 1)
    assert "1 earlier comparison" in " ".join(capsys.readouterr().out.split())
    assert main(["confirm", str(study), str(new), "--candidate", "nobody"]) == 2


def test_that_final_test_rows_are_no_new_rows(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    study, final_rows = finished_file(tmp_path, final_test=True), split_final_test(parts_data(120)).final_rows
    lines = ["force,noise,quality"]
    for inputs, target in zip(final_rows.inputs, final_rows.targets, strict=True):
        cells = [repr(float(value)) for value in inputs]
        lines.append(f"{','.join(cells)},{final_rows.classes[int(target[0])]}")
    (tmp_path / "sealed.csv").write_text("\n".join(lines) + "\n")
    assert main(["confirm", str(study), str(tmp_path / "sealed.csv")]) == 2
    assert "40 of the 40 new rows are in the old data" in capsys.readouterr().err
