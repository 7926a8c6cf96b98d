"""Scores of folds made elsewhere: the design decides which tests are run, and the answer is worded like any other."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from core.application.compare_fold_scores import compare_scores
from core.application.fold_design import choose_tests
from core.data.read import parse_pasted
from core.domain.conclusion import Answer, Confirmation, DifferenceInterval, Reason
from core.domain.dataset import Table
from core.domain.findings import CautionKind
from core.domain.fold_scores import Design, ScoreFindings, ScoreRoles
from core.domain.study import Reply
from core.statistics.comparison_tests import COMPARISON_TESTS
from core.statistics.t_tests import TTest, corrected_resampled_t
from core.support.errors import DataError, EvenfoldError
from core.terminal import main
from core.wording.fold_scores_text import word_body, word_headline
from core.wording.method_tables import TEST_TEXTS
from core.wording.score_kinds import SCORE_KINDS, score_kind

ROLES = ScoreRoles(("old", "new"), "repeat", "fold")


def text(repeats: int = 10, folds: int = 10, gap: float = 0.05, numbered: bool = True, seed: int = 2) -> str:
    """Shares of errors around 0.20; the new model is better by the difference."""
    random = np.random.default_rng(seed)
    lines = ["repeat,fold,old,new,third"]
    for repeat in range(repeats):
        for fold in range(folds):
            hard = 0.2 + random.normal(0, 0.03)
            scores = (hard, hard - gap + random.normal(0, 0.01), hard + random.normal(0, 0.01))
            number = f"{repeat + 1},{fold + 1}" if numbered else ","
            lines.append(f"{number},{','.join(f'{score:.4f}' for score in scores)}")
    return "\n".join(lines) + "\n"


def table(**changes: object) -> Table:
    return parse_pasted(text(**changes))  # type: ignore[arg-type]


def design(folds: int = 10, repeats: int = 10, same: Reply = Reply.YES, kind: str = "error") -> Design:
    return Design(folds, repeats, same, kind, 2.0 if kind.startswith(("error", "right")) else 0.02, rows=400)


def interval_of(found: ScoreFindings) -> DifferenceInterval:
    assert found.top.difference is not None
    assert found.top.difference.interval is not None
    return found.top.difference.interval


def test_that_a_clear_difference_is_not_claimed_without_halves_to_confirm_it() -> None:
    found = compare_scores(table(), ROLES, design())
    assert (found.top.answer, found.top.reason) == (Answer.UNCLEAR, Reason.NOT_CONFIRMED)
    assert interval_of(found).confirmation is Confirmation.NOT_POSSIBLE
    cells = [line.split(",") for line in text().splitlines()[1:]]
    gaps = np.array([float(row[2]) - float(row[3]) for row in cells])
    expected = corrected_resampled_t(gaps, 1 / 9, 0.95)
    assert isinstance(expected, TTest)
    assert interval_of(found).raw_low == pytest.approx(expected.low)
    assert interval_of(found).low == 0.0
    assert found.levels[0].mean == pytest.approx(np.mean([float(row[2]) for row in cells]))


def test_that_no_difference_is_the_same_for_the_purpose() -> None:
    found = compare_scores(table(gap=0.0), ROLES, design())
    assert found.top.answer is Answer.SAME


def test_that_more_models_raise_the_bar() -> None:
    both = compare_scores(table(), ScoreRoles(("old", "new", "third"), "repeat", "fold"), design())
    assert both.count == 2
    assert len(both.rows) == 2
    assert all(one.p_required == pytest.approx(0.025) for one in both.comparisons)
    assert {one.interval.level for one in both.comparisons if one.comparer == "corrected-t" and one.interval} == {0.975}


def test_that_right_answers_and_percentages_say_the_same_as_errors() -> None:
    first = interval_of(compare_scores(table(), ROLES, design()))
    lines = text().splitlines()
    turned = [lines[0]]
    for line in lines[1:]:
        cells = line.split(",")
        turned.append(",".join([*cells[:2], *(f"{100 * (1 - float(cell)):.2f}" for cell in cells[2:])]))
    second = interval_of(compare_scores(parse_pasted("\n".join(turned) + "\n"), ROLES, design(kind="right-percent")))
    assert (second.low, second.high) == pytest.approx((first.low, first.high), abs=1e-9)


def test_that_the_order_of_the_rows_does_not_matter_where_they_are_numbered() -> None:
    lines = text().splitlines()
    mixed = [lines[0], *(lines[1 + i] for i in np.random.default_rng(1).permutation(len(lines) - 1))]
    first = compare_scores(table(), ROLES, design())
    second = compare_scores(parse_pasted("\n".join(mixed) + "\n"), ROLES, design())
    assert first.comparisons == second.comparisons


def test_that_other_folds_for_each_model_are_described_and_not_compared() -> None:
    found = compare_scores(table(), ROLES, design(same=Reply.NO))
    assert found.top.reason is Reason.DESCRIPTIVE
    assert not found.comparisons
    assert len(found.refused) == len(COMPARISON_TESTS)


@pytest.mark.parametrize(
    ("folds", "repeats", "run", "refused"),
    [
        (10, 1, {"corrected-t", "paired-t-one-shuffle", "sign-flip"}, {"averaged-t", "5x2-f", "pooled-t", "mcnemar"}),
        (10, 10, {"corrected-t", "averaged-t", "tost", "bayes"}, {"5x2-f", "pooled-t", "fisher-shuffles", "delong"}),
        (2, 5, {"corrected-t", "5x2-f", "5x2-t"}, {"averaged-t", "sign-flip", "paired-t-one-shuffle"}),
        (5, 2, {"corrected-t", "averaged-t"}, {"sign-flip", "5x2-t", "corrected-t2"}),
    ],
)
def test_that_only_the_supported_tests_are_run(folds: int, repeats: int, run: set[str], refused: set[str]) -> None:
    rows, declined = choose_tests(design(folds, repeats))
    keys = {row.key for row in rows}
    titles = {TEST_TEXTS[row.key].title: row.key for row in COMPARISON_TESTS}
    assert run <= keys
    assert refused <= {titles[one.title] for one in declined}
    assert all(one.reason for one in declined)
    assert len(rows) + len(declined) == len(COMPARISON_TESTS)
    found = compare_scores(table(repeats=repeats, folds=folds), ROLES, design(folds, repeats))
    assert {one.comparer for one in found.comparisons} == keys


@pytest.mark.parametrize(
    ("content", "roles", "wanted", "told"),
    [
        (text(3, 10), ROLES, design(), "30 rows"),
        (text(), ScoreRoles(("old", "newer"), "repeat", "fold"), design(), "no column 'newer'"),
        (text(), ScoreRoles(("old",), "repeat", "fold"), design(), "two models"),
        (text(), ScoreRoles(("old", "old")), design(), "two roles"),
        (text(), ScoreRoles(("old", "new"), "fold", "repeat"), design(5, 20), "different values"),
        (text().replace("\n1,2,", "\n1,1,"), ROLES, design(), "occurs twice"),
        ("old,new\na,b\nc,d\n", ScoreRoles(("old", "new")), design(2, 1), "does not hold numbers"),
        ("old,new\n0.1,0.2\n,0.3\n", ScoreRoles(("old", "new")), design(2, 1), "without a score"),
        ("old,new\n0.1,7\n0.2,0.3\n", ScoreRoles(("old", "new")), design(2, 1), "lies between 0 and 1"),
        ("old,new\n0.1,-0.1\n0.2,0.3\n", ScoreRoles(("old", "new")), design(2, 1), "holds -0.1"),
        (text(), ROLES, design(1, 100), "makes no sense"),
        (text(), ROLES, design(10, 0), "makes no sense"),
        (text(), ROLES, replace(design(), margin=-1.0), "makes no sense"),
        (text(), ROLES, replace(design(), margin=float("inf")), "makes no sense"),
        (text().replace("\n2,1,", "\n1,1,"), ROLES, design(), "do not have 10 folds each"),
        (text().replace("\n2,1,", "\n,1,"), ROLES, design(), "'repeat' has 1 empty cell"),
    ],
)
def test_that_what_does_not_fit_is_refused_in_one_sentence(
    content: str, roles: ScoreRoles, wanted: Design, told: str
) -> None:
    with pytest.raises(DataError, match=told) as refused:
        compare_scores(parse_pasted(content), roles, wanted)
    assert refused.value.hint


@pytest.mark.parametrize(
    ("kind", "scores", "meant"),
    [
        ("error-percent", (0.12, 0.2), "Share of errors"),
        ("right-percent", (0.88, 1.0), "Share of right answers"),
        ("error", (12.0, 20.0), "Errors per 100"),
        ("right", (88.0, 0.9), "Right answers per 100"),
    ],
)
def test_that_shares_called_per_100_are_refused_and_the_reverse(
    kind: str, scores: tuple[float, float], meant: str
) -> None:
    content = "old,new\n" + "".join(f"{score},{score * 0.9}\n" for score in scores)
    with pytest.raises(DataError, match=f"“{score_kind(kind).title}”") as refused:
        compare_scores(parse_pasted(content), ScoreRoles(("old", "new")), design(2, 1, kind=kind))
    assert f"“{meant}" in refused.value.hint


def test_that_a_model_without_any_error_is_no_share() -> None:
    content = "old,new\n" + "".join(f"{error},0\n" for error in range(2, 12))
    assert compare_scores(parse_pasted(content), ScoreRoles(("old", "new")), design(10, 1, kind="error-percent")).top


@pytest.mark.parametrize(("kind", "asked"), [("error", "right answers"), ("right", "errors")])
def test_that_models_wrong_more_often_than_right_are_asked_about(kind: str, asked: str) -> None:
    turned = 0.8 if kind == "error" else 0.2
    content = "old,new\n" + "".join(f"{turned},{turned - i / 100}\n" for i in range(10))
    (told,) = compare_scores(parse_pasted(content), ScoreRoles(("old", "new")), design(10, 1, kind=kind)).cautions
    assert (told.kind, told.name) == (CautionKind.WRONG_KIND, asked)


def test_that_equal_scores_are_the_same_model() -> None:
    same = "a,b\n" + "\n".join(f"{i / 20},{i / 20}" for i in range(10))
    found = compare_scores(parse_pasted(same), ScoreRoles(("a", "b")), design(10, 1))
    assert found.top.reason is Reason.IDENTICAL


def test_that_every_kind_of_score_is_worded() -> None:
    for row in SCORE_KINDS:
        content = text(2, 5)
        if row.key.endswith("percent"):
            content = content.replace("0.", "10.")
        found = compare_scores(parse_pasted(content), ROLES, design(5, 2, kind=row.key))
        assert word_headline(found.top)
        assert "{}" not in word_body(found.top, found.design) + found.levels[0].text


def test_that_the_terminal_tells_writes_and_refuses(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, out, page = tmp_path / "scores.csv", tmp_path / "out.json", tmp_path / "out.html"
    file.write_text(text(numbered=False).replace("repeat,fold", "a,b"))
    common = ["compare-scores", str(file), "--models", "old", "new", "--folds", "10", "--shuffles", "10"]
    asked = [*common, "--same-folds", "yes", "--scores", "error"]
    assert main([*asked, "--json", str(out), "--report", str(page)]) == 1
    said = capsys.readouterr().out
    assert "Refused: McNemar" in said
    assert json.loads(out.read_text())["top"]["answer"] == "unclear"
    assert "Tests that were refused" in page.read_text("utf-8")
    assert main([*common, "--same-folds", "yes", "--scores", "miss"]) == 2
    assert "--margin" in capsys.readouterr().err
    assert main([*common[:-1], "3", "--same-folds", "yes", "--scores", "error"]) == 2


def test_that_junk_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for content in (b"", b"\x00" * 50, b"PK\x03\x04junk", b"old,new\n1,2\n"):
        file = tmp_path / "scores.csv"
        file.write_bytes(content)
        command = ["compare-scores", str(file), "--models", "old", "new", "--folds", "10", "--shuffles", "1"]
        assert main([*command, "--same-folds", "yes", "--scores", "error"]) == 2
        assert len(capsys.readouterr().err.strip().splitlines()) == 1


def test_that_errors_of_the_route_are_those_people_may_see() -> None:
    with pytest.raises(EvenfoldError):
        compare_scores(table(), ROLES, design(kind="speed"))
