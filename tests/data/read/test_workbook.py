"""Excel workbooks: sheets, titles, merged names, units, errors, dates, formulas, stacked tables."""

import base64
import zlib
from datetime import datetime
from pathlib import Path

import numpy as np
import openpyxl
import pytest

from core.data.read import read_table
from core.data.read.sheet_cells import format_cell
from core.domain.dataset import Kind
from core.support.errors import DataError
from tests.data.tables import written

OLD_BOOK = (
    r"""c-rk)O-"""
    r"""NKx6h8O8c{B6o&FG9j;Sbm#Wn~gn6m4`Sse~XgTNDx0m_vx;52F$lm1V9Xh*}kG1UGH0HvM3Q?ScZMpdbjeXw|AHXrWH$o_pWS)$T%}q"""
    r"""@OwR&b{xPd%y4V{=GNv#bjh^<W9vjEU*SJVJ>5XSBWvaZ1*M%n9pQ*)h+#aW%Bk{neE4k^ja_;dhX+M$me?+47lxif*#;KUWcF;ntQsF"""
    r"""(Pgwo(vV<WLp^#1H!xBF<)o^J{8947<Zn^ShvefFxkSDm+fK2AFd1vE-6mJ@0i&971;BCdQJ=RI*$AcZl&|8mmzij5!S-"""
    r"""}VBK2n`sysm$1)R60WOp*1NKHWrPT(kf%R~Xbx;u3unvXAUoB_ta&yV{w@vDXhU=T7#Xn_yo;riMX6TEK*w$fhY7fx_vGLi1+K8AO#$-"""
    r"""aS9KlbZScJ*SB>PfU?aU2_9-"""
    r"""@bva06(Q^SBK~A>JY8=Ao_MFq<Vzbd>GH|nVX+q?rCd@9j3@2o#b2wgVkIjWZ)d{5j;)(4Y=YI($fHp0%|EdZ&^zS>&c%dmP)EukT1cN"""
    r"""i)BqqsjTc8qBa*OTZ6ot$zH|QDD|~iAO5uWe%0`Y*gC9_HBFx^8G92OfodGGcGAgU2<liJyMB$^gP2<~c~-"""
    r"""n5U;fj%;WxrkdqzIw3SkxkRE>~-"""
    r"""Orya^i^+^ZbvI+;ok=)MgTn}iGl@G!t=&70<jLM~Bui>C7GOPsGKxiLtRwJ@yintXmFP{0%%8!cn+-d#%S06-"""
    r"""b4YUm<QXGCu?RT0NKBkcljI5e5)*ktQgRYgPhu)09)%<-b$f`UBC9xpbK>gu=pj7{q_qH&>#_)D+!4AhMYkOnc|#66C$aP-mO|pyjJKC"""
    r"""aYO+HVp@`7!)kAs}NS|iBeFWAS7P@^o-"""
    r"""GgOukvHTZaT1@N#HWz>HM;#ovWa|kcFhRgem$gLfwVQcZGx#R6}s)5?)a*>$QyE6If<<&u@#blMz>fS4dgEtyZc7y4(K5R3Z$da?TF1%"""
    r"""E_6GJ?hSE~H{`T(5=T$sC?r9R?jVuuR(x(>2KA6Z1u~@39U_=hRYG?tr#reOF7oQW4CzTilH{X21A$Hn_g%ihD1y5bjw|o@0mxh4@|L%"""
    r"""}{SU_IsQ~ij5a`89{^p?XI<t7q<v)}Bv(^ed_}7m=Om{*zmT5S#r1i4`EaqadMfP#O7joN=>}lwPHqz0#<n@bhHcb707Tq!Y>$cER`RA"""
    r"""6R^EdPV0DRsafB"""
)
"""A workbook of Excel 97: "Bearing" merged over two names, a column of formulas never worked out, hidden cells."""


def _book(folder: Path, *sheets: tuple[str, list[list[object]]]) -> tuple[Path, "openpyxl.Workbook"]:
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets:
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    path = folder / "book.xlsx"
    book.save(path)
    return path, book


def test_that_the_fullest_visible_sheet_is_read_and_the_others_are_named(tmp_path: Path) -> None:
    path, book = _book(
        tmp_path,
        ("Read me", [["see sheet 2"]]),
        ("Data", [["a", "b"], *[[place, place / 3] for place in range(10)]]),
        ("hidden", [["a"] * 9] * 40),
    )
    book["hidden"].sheet_state = "hidden"
    book.save(path)
    table = read_table(path)
    assert table.reading["sheet"] == "Data"
    assert table.reading["sheets"] == ["Read me", "Data", "hidden"]
    assert table.rows == 10
    assert read_table(path, {"sheet": "hidden"}).rows > 0
    with pytest.raises(DataError, match="no sheet 'Other'"):
        read_table(path, {"sheet": "Other"})


def test_that_titles_merged_names_and_units_become_one_name_each(tmp_path: Path) -> None:
    rows: list[list[object]] = [
        ["Pump test bench", None, None, None],
        [],
        ["Flow", None, "State", "eta"],
        ["Q1 [l/s]", "Q2 [l/s]", None, "%"],
        *[[10.5 + place, 9.5, "ok" if place % 2 else "worn", 71.5] for place in range(12)],
    ]
    path, book = _book(tmp_path, ("Messung", rows))
    book["Messung"].merge_cells("A1:D1")
    book["Messung"].merge_cells("A3:B3")
    book.save(path)
    table = read_table(path)
    assert table.names == ("Flow Q1 [l/s]", "Flow Q2 [l/s]", "State", "eta [%]")
    assert (table.rows, table.reading["header"]) == (12, 4)
    assert read_table(path, table.reading).names == table.names


def test_that_error_cells_are_missing_and_true_dates_are_dates(tmp_path: Path) -> None:
    rows = [["a", "when", "y"], *[[place * 0.5, datetime(2024, 1, 1 + place), "OK"] for place in range(10)]]
    rows[4][0] = "#DIV/0!"  # type: ignore[index]
    table = read_table(_book(tmp_path, ("Sheet", rows))[0])  # type: ignore[arg-type]
    assert table.column("a").kind is Kind.NUMBER
    assert int(table.column("a").missing.sum()) == 1
    assert table.column("when").kind is Kind.DATE


def test_that_text_which_looks_like_a_date_stays_what_it_is(tmp_path: Path) -> None:
    rows: list[list[object]] = [["a", "b"], *[["12.05", place] for place in range(8)]]
    column = read_table(_book(tmp_path, ("Sheet", rows))[0]).column("a")
    assert column.kind is Kind.NUMBER
    assert column.values[0] == 12.05


def test_that_formulas_without_stored_values_are_told(tmp_path: Path) -> None:
    rows: list[list[object]] = [["a", "b"], *[[place + 0.5, f"=A{place + 2}*2"] for place in range(8)]]
    table = read_table(_book(tmp_path, ("Sheet", rows))[0])
    assert table.names == ("a", "b")
    assert table.column("b").missing.all()
    assert any("8 cells hold formulas" in note for note in table.notes)


def test_that_of_stacked_tables_one_is_read_and_the_others_can_be_chosen(tmp_path: Path) -> None:
    first: list[list[object]] = [["a", "b"], *[[place + 0.5, place] for place in range(5)]]
    second: list[list[object]] = [["c", "d", "e"], *[[place, place * 1.5, place] for place in range(9)]]
    path = _book(tmp_path, ("Sheet", [*first, [], [], *second]))[0]
    table = read_table(path)
    assert table.names == ("c", "d", "e")
    assert table.reading["tables"] == ["Rows 1 to 6: a, b", "Rows 9 to 18: c, d, e"]
    assert read_table(path, {"table": 1}).names == ("a", "b")
    with pytest.raises(DataError, match="no table 3"):
        read_table(path, {"table": 3})


def test_that_one_blank_row_does_not_cut_a_table(tmp_path: Path) -> None:
    rows: list[list[object]] = [["a", "b"], [1.5, 2], [2.5, 3], [], [3.5, 4], [4.5, 5], [5.5, 6]]
    assert read_table(_book(tmp_path, ("Sheet", rows))[0]).rows == 5


def test_that_declared_but_empty_rows_and_columns_are_left_out(tmp_path: Path) -> None:
    rows: list[list[object]] = [
        ["a", "b", None],
        *[[place, 2.5, None] for place in range(6)],
        [None, None, None],
        [" "],
    ]
    table = read_table(_book(tmp_path, ("Sheet", rows))[0])
    assert (table.rows, len(table.columns)) == (6, 2)


def test_that_numbers_truths_and_codes_survive(tmp_path: Path) -> None:
    rows: list[list[object]] = [
        ["n", "t", "code"],
        *[[place + 0.1, place % 2 == 0, f"00{place}"] for place in range(12)],
    ]
    table = read_table(_book(tmp_path, ("Sheet", rows))[0])
    assert np.allclose(table.column("n").values, np.arange(12) + 0.1, rtol=0, atol=0)
    assert table.column("t").kind is Kind.YES_NO
    assert table.column("code").kind is Kind.TEXT
    assert format_cell(3.0) == "3"
    assert format_cell(10**17) == "100000000000000000"


@pytest.mark.parametrize("content", [b"PK\x03\x04 not a zip", b"\xd0\xcf\x11\xe0 not a workbook"])
def test_that_damaged_workbooks_are_refused(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(DataError, match="not a readable Excel workbook"):
        read_table(written(tmp_path, content, "book.xlsx"))


def test_that_an_empty_workbook_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no filled cells"):
        read_table(_book(tmp_path, ("Sheet", []))[0])


def test_that_a_workbook_with_another_ending_is_still_opened(tmp_path: Path) -> None:
    path, _ = _book(tmp_path, ("Sheet", [["a", "b"], [1, 2.5], [2, 3.5], [3, 4.5]]))
    renamed = path.rename(tmp_path / "book.csv")
    assert read_table(renamed).names == ("a", "b")


def test_that_rows_hidden_by_a_filter_are_read_and_told(tmp_path: Path) -> None:
    rows: list[list[object]] = [["a", "b"], *[[place + 0.5, place] for place in range(12)]]
    path, book = _book(tmp_path, ("Sheet", rows))
    assert not read_table(path).notes
    for number in (4, 5, 9, 40):
        book["Sheet"].row_dimensions[number].hidden = True
    book.save(path)
    table = read_table(path)
    assert (table.rows, table.notes) == (
        12,
        ("3 rows that are hidden in Excel, by a filter or by hand, were read too.",),
    )


def test_that_error_cells_are_told_and_missing_among_names_too(tmp_path: Path) -> None:
    rows: list[list[object]] = [["a", "state"], *[[place + 0.5, "worn" if place % 3 else "new"] for place in range(12)]]
    rows[3], rows[5][0] = [3.5, "#VALUE!"], "#DIV/0!"
    table = read_table(_book(tmp_path, ("Sheet", rows))[0])
    assert table.notes == ("2 cells hold errors of Excel (#VALUE!, #DIV/0!), read as missing.",)
    assert [int(column.missing.sum()) for column in table.columns] == [1, 1]
    assert table.column("state").levels == ("new", "worn")


def test_that_one_formula_without_a_stored_value_is_told_in_the_singular(tmp_path: Path) -> None:
    rows: list[list[object]] = [["a", "b"], *[[place + 0.5, place] for place in range(8)]]
    rows[2][1] = "=A3*2"
    told = " ".join(read_table(_book(tmp_path, ("Sheet", rows))[0]).notes)
    assert told.startswith("1 cell holds a formula without a stored value and was read as missing.")


def test_that_columns_hidden_in_excel_are_read_and_told(tmp_path: Path) -> None:
    rows: list[list[object]] = [["a", "b", "c"], *[[place + 0.5, place % 5, place / 7] for place in range(12)]]
    path, book = _book(tmp_path, ("Sheet", rows))
    for letter in ("B", "C", "H"):
        book["Sheet"].column_dimensions[letter].hidden = True
    book.save(path)
    table = read_table(path)
    assert table.names == ("a", "b", "c")
    assert table.notes == ("2 columns that are hidden in Excel, by hand, were read too.",)


def test_that_old_workbooks_tell_what_is_merged_hidden_and_never_worked_out(tmp_path: Path) -> None:
    path = tmp_path / "old.xls"
    path.write_bytes(zlib.decompress(base64.b85decode(OLD_BOOK)))
    table = read_table(path)
    assert table.names == ("Bearing temp", "Bearing load", "Result wear", "Result sum")
    assert (table.rows, int(table.column("Result sum").missing.sum())) == (12, 12)
    told = " ".join(table.notes)
    assert "12 cells hold formulas without a stored value" in told
    assert "2 rows that are hidden in Excel" in told
    assert "1 column that is hidden in Excel" in told
