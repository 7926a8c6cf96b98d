"""Large text tables, read in pieces, give the same table as small ones."""

from pathlib import Path

import numpy as np
import pytest

from core.data.read import StoppedError, large_text_table, read_table
from core.data.read.reader import ignore_progress
from core.domain.dataset import Kind, Table
from core.native.number_lines import can_read_number_lines
from core.support.errors import DataError
from tests.data.tables import written


@pytest.fixture
def _small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pieces small enough for a test."""
    monkeypatch.setattr(large_text_table, "_CELLS_PER_PIECE", 7000)
    monkeypatch.setattr(large_text_table, "_HEAD", 4000)


def _text(rows: int) -> str:
    random = np.random.default_rng(0)
    lines = [
        f"{value:.4f},{place % 2},{'abc'[place % 3]},{place:06d},{place % 7},note {place}"
        for place, value in enumerate(random.normal(size=rows))
    ]
    return "x,flag,letter,code,n,note\n" + "\n".join(lines) + "\n"


def _same(first: Table, second: Table) -> None:
    assert first.names == second.names
    for one, two in zip(first.columns, second.columns, strict=True):
        assert one.kind is two.kind
        assert one.levels == two.levels
        assert one.strays == two.strays
        equal_nan = one.kind is Kind.NUMBER
        assert np.array_equal(one.values, two.values, equal_nan=equal_nan)


@pytest.mark.usefixtures("_small_pieces")
def test_that_pieces_give_the_same_table_as_the_whole(tmp_path: Path) -> None:
    path = written(tmp_path, _text(5000))
    _same(large_text_table.read_large_text_table(path, {}, ignore_progress), read_table(path))


PLAIN = "a,b,c,d\n" + "".join(f"{row},{row % 2},{row / 7!r},{'' if row % 5 else -row * 1e-3}\n" for row in range(3000))
NEARLY_PLAIN = {
    "plain": PLAIN,
    "without a last line end": PLAIN[:-1],
    "line ends of Windows": PLAIN.replace("\n", "\r\n"),
    "semicolons": PLAIN.replace(",", ";"),
    "a title above": "Measured in May\n" + PLAIN,
    "a late name": PLAIN + "1,0,2.5,NA\n",
    "a late stray": PLAIN + "1,0,x,3\n",
    "a late long line": PLAIN + "1,0,2,3,4\n",
    "a late short line": PLAIN + "1,0,2\n",
    "a blank line": PLAIN + "\n1,0,2,3\n",
    "an empty line": PLAIN + ",,,\n1,0,2,3\n",
    "a large whole number": PLAIN + "12345678901234567890,0,2,3\n",
    "quotes": PLAIN + '"1",0,2,3\n',
    "a comment": PLAIN + "# the end\n",
    "decimal commas": PLAIN.replace(",", ";").replace(".", ","),
}


@pytest.mark.usefixtures("_small_pieces")
@pytest.mark.parametrize("what", NEARLY_PLAIN)
def test_that_the_quick_reader_of_numbers_gives_what_the_full_one_gives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    path = written(tmp_path, NEARLY_PLAIN[what])
    monkeypatch.setattr(large_text_table, "_BYTES_AT_ONCE", 1000)
    quick = large_text_table.read_large_text_table(path, {}, ignore_progress)
    monkeypatch.setattr(large_text_table, "can_read_number_lines", lambda: False)
    full = large_text_table.read_large_text_table(path, {}, ignore_progress)
    _same(quick, full)
    assert (quick.reading, quick.notes, quick.questions) == (full.reading, full.notes, full.questions)
    numbers = [[one.values.tobytes() for one in table.columns if one.kind is Kind.NUMBER] for table in (quick, full)]
    assert numbers[0] == numbers[1]


@pytest.mark.skipif(not can_read_number_lines(), reason="nothing could be compiled here")
@pytest.mark.usefixtures("_small_pieces")
@pytest.mark.parametrize("what", ["plain", "line ends of Windows", "semicolons", "a title above"])
def test_that_plain_numbers_are_not_read_by_pandas(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    monkeypatch.setattr(large_text_table, "_filled", None)
    table = large_text_table.read_large_text_table(written(tmp_path, NEARLY_PLAIN[what]), {}, ignore_progress)
    assert table.rows == 3000


@pytest.mark.usefixtures("_small_pieces")
def test_that_late_stray_cells_and_gaps_are_found(tmp_path: Path) -> None:
    lines = _text(5000).splitlines()
    lines[4001] = "3a,1,a,000001,NA,note"
    lines[4002] = "inf,?,a,000001,-,note"
    path = written(tmp_path, "\n".join(lines) + "\n")
    table = large_text_table.read_large_text_table(path, {}, ignore_progress)
    assert table.column("x").strays == ((4000, "3a"), (4001, "inf"))
    assert int(table.column("n").missing.sum()) == 2
    assert int(table.column("flag").missing.sum()) == 1


@pytest.mark.usefixtures("_small_pieces")
def test_that_a_column_which_turns_into_text_late_is_read_again(tmp_path: Path) -> None:
    rows = [f"{place}.5,{place if place < 1000 else f'item {place}'}" for place in range(6000)]
    path = written(tmp_path, "x,y\n" + "\n".join(rows) + "\n")
    column = large_text_table.read_large_text_table(path, {}, ignore_progress).column("y")
    assert column.kind is Kind.TEXT
    assert (column.values[3], column.values[5000]) == ("3", "item 5000")


@pytest.mark.usefixtures("_small_pieces")
def test_that_huge_integers_are_kept_as_text(tmp_path: Path) -> None:
    rows = [f"{place}.5,{place if place < 1500 else 10**17 + place}" for place in range(4000)]
    path = written(tmp_path, "x,y\n" + "\n".join(rows) + "\n")
    assert large_text_table.read_large_text_table(path, {}, ignore_progress).column("y").values[2000] == str(
        10**17 + 2000
    )


@pytest.mark.usefixtures("_small_pieces")
def test_that_progress_is_told_and_reading_can_be_stopped(tmp_path: Path) -> None:
    path = written(tmp_path, _text(5000))
    told: list[float] = []

    def watch(share: float) -> bool:
        told.append(share)
        return len(told) < 3

    with pytest.raises(StoppedError):
        large_text_table.read_large_text_table(path, {}, watch)
    assert told == sorted(told)
    assert len(told) == 3


@pytest.mark.usefixtures("_small_pieces")
def test_that_a_broken_large_file_is_one_sentence(tmp_path: Path) -> None:
    lines = _text(3000).splitlines()
    lines[2500] += "," * 5000 + "1"
    with pytest.raises(DataError, match="cannot be divided into cells"):
        large_text_table.read_large_text_table(written(tmp_path, "\n".join(lines)), {}, ignore_progress)


@pytest.mark.usefixtures("_small_pieces")
def test_that_lines_with_more_or_fewer_cells_are_read_as_in_a_small_file(tmp_path: Path) -> None:
    lines = _text(3000).splitlines()
    lines[1200] = ",".join(lines[1200].split(",")[:3])
    lines[2500] += ",7,,odd"
    lines[2600] += ",,"
    path = written(tmp_path, "\n".join(lines) + "\n")
    small, big = read_table(path), large_text_table.read_large_text_table(path, {}, ignore_progress)
    _same(small, big)
    assert len(big.columns) == 8
    assert (
        big.notes[0]
        == small.notes[0]
        == (
            "2 rows with more or fewer cells than the others; the first is row 1201 of the table, "
            "with 3 cells instead of 6."
        )
    )


@pytest.mark.usefixtures("_small_pieces")
def test_that_row_names_without_a_heading_and_closing_marks_are_read_as_in_a_small_file(tmp_path: Path) -> None:
    body = "".join(f"r{row},{row / 7:.3f},{row % 5}\n" for row in range(3000))
    named = written(tmp_path, "x,y\n" + body)
    _same(read_table(named), large_text_table.read_large_text_table(named, {}, ignore_progress))
    closing = written(tmp_path, "a,b,\n" + "".join(f"{row / 7:.3f},{row % 5},\n" for row in range(3000)), "closing.csv")
    _same(read_table(closing), large_text_table.read_large_text_table(closing, {}, ignore_progress))


@pytest.mark.usefixtures("_small_pieces")
def test_that_skipped_lines_and_open_dates_are_treated_as_in_a_small_file(tmp_path: Path) -> None:
    rows = "".join(f"{1 + row % 12:02d}/{1 + row % 7:02d}/2024;{row / 7:.3f}\n" for row in range(3000))
    path = written(tmp_path, "bench;7;8\nnight;shift\nwhen;x\n" + rows)
    for choices in ({"skip": 2}, {"skip": 2, "dates": "month-day-year", "comment": "#"}):
        small, big = read_table(path, choices), large_text_table.read_large_text_table(path, choices, ignore_progress)
        _same(small, big)
        assert (big.reading["header"], big.reading["skip"], big.names) == (3, 2, ("when", "x"))
        assert [question.key for question in small.questions] == [question.key for question in big.questions]
    assert not big.questions


@pytest.mark.usefixtures("_small_pieces")
def test_that_titles_comments_and_chosen_names_are_respected(tmp_path: Path) -> None:
    path = written(tmp_path, "# made by logger\nBench 7\n\n" + _text(3000))
    table = large_text_table.read_large_text_table(path, {}, ignore_progress)
    assert (table.rows, table.names[0]) == (3000, "x")
    again = large_text_table.read_large_text_table(path, table.reading, ignore_progress)
    _same(table, again)
    assert again.reading == table.reading
    bare = written(tmp_path, "1,2.5\n" * 3000, "bare.csv")
    assert large_text_table.read_large_text_table(bare, {}, ignore_progress).rows == 3000
    assert large_text_table.read_large_text_table(bare, {"header": 1}, ignore_progress).rows == 2999


@pytest.mark.usefixtures("_small_pieces")
def test_that_no_column_is_lost_where_the_names_are_longer_than_the_first_bytes(tmp_path: Path) -> None:
    names = ",".join(f"temperature_{place:04d}" for place in range(400))
    rows = "".join(
        ",".join(str((row * place) % 7 / 4) for place in range(400)) + f",{'ab'[row % 2]}\n" for row in range(60)
    )
    path = written(tmp_path, f"{names},state\n{rows}")
    table = large_text_table.read_large_text_table(path, {}, ignore_progress)
    _same(read_table(path), table)
    assert (table.rows, table.names[-1], len(table.columns)) == (60, "state", 401)


@pytest.mark.usefixtures("_small_pieces")
def test_that_a_file_without_lines_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(large_text_table, "_LARGEST_HEAD", 16_000)
    with pytest.raises(DataError, match=r"less than two lines in its first 0\.016 MB"):
        large_text_table.read_large_text_table(written(tmp_path, "1,2,3," * 9000), {}, ignore_progress)


@pytest.mark.usefixtures("_small_pieces")
def test_that_one_wide_line_does_not_keep_a_late_text_from_being_read(tmp_path: Path) -> None:
    rows = [f"{place}.5,{place if place < 3000 else f'item {place}'}" for place in range(6000)]
    rows[2500] += ",late"
    path = written(tmp_path, "x,y\n" + "\n".join(rows) + "\n")
    _same(read_table(path), large_text_table.read_large_text_table(path, {}, ignore_progress))


def test_that_files_above_the_limit_are_read_in_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path, _text(300))
    assert not large_text_table.is_large(path)
    monkeypatch.setattr(large_text_table, "LARGE", 1000)
    assert large_text_table.is_large(path)
    assert read_table(path, read_table(path).reading).rows == 300


@pytest.mark.parametrize("mark", ["#", "//"])
def test_that_comment_lines_go_and_marks_inside_a_line_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mark: str
) -> None:
    monkeypatch.setattr(large_text_table, "LARGE", 1000)
    rows = "".join(f"{row / 7:.3f};part{mark}{row % 3}\n" for row in range(3000))
    path = tmp_path / "a.csv"
    path.write_text(f"{mark} made\nx;k\n{rows[:9000]}", encoding="utf-8")
    with path.open("a", encoding="utf-8") as file:
        file.write(f"\n{mark} a; pause; here;\n0.5;part{mark}1\n")
    table = read_table(path)
    assert table.columns[0].strays == ()
    assert set(table.columns[1].levels) >= {f"part{mark}0", f"part{mark}1", f"part{mark}2"}


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "cp1252"])
def test_that_large_files_in_any_encoding_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, encoding: str
) -> None:
    monkeypatch.setattr(large_text_table, "LARGE", 1000)
    rows = "".join(f"{row / 7:.3f};{'ok' if row < 30_000 else 'später'}\n" for row in range(40_000))
    (tmp_path / "a.csv").write_bytes(f"x;k\n{rows}".encode(encoding))
    table = read_table(tmp_path / "a.csv")
    assert (table.rows, table.columns[1].levels) == (40_000, ("ok", "später"))


def test_that_a_first_row_wider_than_the_names_is_refused_and_never_shifted(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="cannot be divided into cells"):
        large_text_table.read_large_text_table(written(tmp_path, "0 \n# x \x1f\n"), {}, ignore_progress)


@pytest.mark.parametrize("text", ["\n\n", ",,\n,,\n", " ; \n ; \n"])
def test_that_a_start_without_filled_cells_is_one_sentence(tmp_path: Path, text: str) -> None:
    with pytest.raises(DataError, match="no filled cells in its first lines"):
        large_text_table.read_large_text_table(written(tmp_path, text), {}, ignore_progress)


@pytest.mark.usefixtures("_small_pieces")
def test_that_a_wider_quoted_line_far_down_is_read(tmp_path: Path) -> None:
    lines = [f'{place}.5,"note {place}"' for place in range(4000)]
    lines[3500] = '7.5,"one, ""two""\nand three",extra,"and, more"'
    path = written(tmp_path, "x,note\n" + "\n".join(lines) + "\n")
    table = large_text_table.read_large_text_table(path, {}, ignore_progress)
    assert table.rows == 4000
    assert len(table.columns) == 4
    assert table.columns[3].levels == ("and, more",) or "and, more" in table.columns[3].values
    assert "4 cells instead of 2" in table.notes[0]


@pytest.mark.usefixtures("_small_pieces")
def test_that_blank_lines_quotes_blanks_and_trailing_marks_change_nothing(tmp_path: Path) -> None:
    lines = [f'  {place / 8}, "a{place % 3}" ,-{place},' for place in range(3000)]
    lines[2000] += "\n\n  "
    path = written(tmp_path, "x,name,y\n" + "\n".join(lines))
    _same(large_text_table.read_large_text_table(path, {}, ignore_progress), read_table(path))


def test_that_long_digits_and_exponents_are_read_exactly(tmp_path: Path) -> None:
    values = np.random.default_rng(4).normal(size=(2000, 2)) * 1e-7
    lines = [f"{float(one)!r},{float(two)!r}" for one, two in values]
    path = written(tmp_path, "x,y\n" + "\n".join(lines) + "\n")
    table = large_text_table.read_large_text_table(path, {}, ignore_progress)
    assert np.array_equal(np.column_stack([column.values for column in table.columns]), values)
