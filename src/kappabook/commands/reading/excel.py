"""A sheet of a workbook of Excel (.xlsx) as columns of text; its values only, nothing is run."""

from __future__ import annotations

import re
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date, datetime
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from kappabook.commands.reading.frames import Columns, label_of
from kappabook.commands.reading.header import refuse_data_as_header
from kappabook.commands.reading.raw_file import LOOKED_AT, column_names, titles_note
from kappabook.system.extras import need

# Bytes of a workbook, unpacked.
MOST_BYTES = 500_000_000
_PROLOG = 100_000
_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_CELL = rb"<(?:\w+:)?c\b(?P<attributes>[^>]*)>\s*<(?:\w+:)?f\b[^>]*(?:/>|>[^<]*</(?:\w+:)?f>)\s*"
_NO_VALUE = re.compile(
    _CELL + rb"(?:<(?:\w+:)?v\s*/>|<(?:\w+:)?v>\s*</(?:\w+:)?v>)?\s*</(?:\w+:)?c>"
)
_ERROR = re.compile(rb'<(?:\w+:)?c\b[^>]*\bt="e"')
_PLACE = re.compile(rb'\br="([A-Z]+[0-9]+)"')

Sheet = tuple[Columns, list[str], Callable[[int], str]]


def read_sheet(path: Path, wanted: str | int | None, header: bool | None) -> Sheet:
    """Read a sheet of a workbook: its columns, those without names, and where each row stands.

    Blank rows and columns are left out, and lines of one cell above the table, such as a title;
    they are named in a note, as are further sheets.

    Parameters
    ----------
    path : Path
    wanted : str or int, optional
        A name, or a number from 1 on; by default the first sheet with two or more cells in a row.
    header : bool, optional
        Whether the first row has the names.

    Raises
    ------
    ValueError
        No such sheet; merged cells in the table; a formula without a stored value; a workbook that
        is damaged, or too large when it is unpacked.
    """
    _check_archive(path)
    with need("excel"):
        import python_calamine
    with _explained(path), python_calamine.CalamineWorkbook.from_path(str(path)) as book:
        visible = [
            one.name
            for one in book.sheets_metadata
            if one.typ == python_calamine.SheetTypeEnum.WorkSheet
            and one.visible == python_calamine.SheetVisibleEnum.Visible
        ]
        others = []
        if wanted is None:
            filled = [name for name in visible if _has_cells(book.get_sheet_by_name(name))]
            if not filled:
                raise ValueError(f"{path} has no sheet with cells; give a table with a header.")
            name, *others = filled
        else:
            name = _named(path, book.sheet_names, wanted)
        sheet = book.get_sheet_by_name(name)
        where = f"{path}, sheet {name!r}"
        if not sheet.height or sheet.start is None:
            raise ValueError(f"{where} is empty; name another with --sheet.")
        rows = sheet.to_python(skip_empty_area=True)
        top = sheet.start[0]
        merged = list(sheet.merged_cell_ranges or ())
        place = book.sheet_names.index(name)
    table = [
        (top + i + 1, [_text(cell) for cell in row])
        for i, row in enumerate(rows)
        if any(map(_full, row))
    ]
    above = next((i for i, (_, row) in enumerate(table) if sum(map(bool, row)) > 1), None)
    if above is None:
        raise ValueError(
            f"{where}: no row has two cells; a table has two or more columns, with their names "
            "above."
        )
    notes = []
    if others:
        notes.append(
            f"The sheet {name!r} is read; {', '.join(map(repr, others))} "
            f"{'has' if len(others) == 1 else 'have'} cells too (--sheet)."
        )
    if above:
        notes.append(titles_note([next(filter(None, row)) for _, row in table[:above]]))
    table = table[above:]
    _refuse_merged(where, merged, table[0][0], table[-1][0])
    notes += _of_formulas(path, where, place)
    used = [i for i in range(len(table[0][1])) if any(row[i] for _, row in table)]
    cells = [[row[i] for i in used] for _, row in table]
    numbers = [number for number, _ in table]
    first = [cell or "" for cell in cells[0]]
    unnamed: list[str] = []
    if header is None:
        body = [[cell or "" for cell in row] for row in cells[1 : LOOKED_AT + 1]]
        refuse_data_as_header(first, body, f"{where}, row {numbers[0]}")
    if header is False:
        names: Sequence[str] = [f"column {i + 1}" for i in range(len(first))]
    else:
        names, unnamed = column_names(first, f"{where}, row {numbers[0]}")
        notes += [f"{name.capitalize()} has no name; here it is {name!r}." for name in unnamed]
        cells, numbers = cells[1:], numbers[1:]
    columns: Any = zip(*cells, strict=True) if cells else [[] for _ in names]
    read = Columns.of(names, map(list, columns), notes=notes)
    return read, unnamed, lambda row: f"{where}, row {numbers[row]}"


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    """Say of what the reader of workbooks raises that the file is damaged."""
    from python_calamine import CalamineError

    try:
        yield
    except CalamineError as error:
        raise ValueError(f"{path} cannot be read as a workbook ({error}); save it again.") from None
    except BaseException as error:
        if type(error).__name__ == "PanicException":  # of Rust, which is no Exception
            raise ValueError(f"{path} cannot be read as a workbook; save it again.") from None
        raise


def _check_archive(path: Path) -> None:
    """Read the archive to its end; refuse what is damaged, too large, or declares entities."""
    try:
        with zipfile.ZipFile(path) as archive:
            size = sum(part.file_size for part in archive.infolist())
            if size > MOST_BYTES:
                raise ValueError(
                    f"{path} has {size} bytes when it is unpacked; at most {MOST_BYTES} are read. "
                    "Save the sheet as CSV."
                )
            for part in archive.infolist():
                with archive.open(part) as stream:
                    if b"<!DOCTYPE" in (start := stream.read(_PROLOG)) or b"<!ENTITY" in start:
                        raise ValueError(
                            f"{path} declares entities of XML, which no workbook needs; save it "
                            "again from a spreadsheet program."
                        )
                    while stream.read(_PROLOG):
                        pass
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
        raise ValueError(f"{path} is a damaged workbook ({error}); save it again.") from None


def _has_cells(sheet: Any) -> bool:
    return any(sum(map(_full, row)) > 1 for row in sheet.iter_rows())


def _named(path: Path, names: Sequence[str], wanted: str | int) -> str:
    """Find a sheet by its name, or else by its number from 1 on."""
    if wanted in names:
        return str(wanted)
    text = str(wanted).strip()
    if text.isdecimal() and 1 <= int(text) <= len(names):
        return names[int(text) - 1]
    raise ValueError(
        f"--sheet is {wanted!r}; {path} has the sheets {', '.join(map(repr, names))}. Name one, or "
        f"give a number from 1 to {len(names)}."
    )


def _full(cell: Any) -> bool:
    return bool(cell.strip()) if isinstance(cell, str) else cell is not None


def _text(cell: Any) -> str | None:
    """Write a cell as text: whole numbers without a point, dates as YYYY-MM-DD."""
    if isinstance(cell, datetime):
        return cell.isoformat(" ")
    return cell.isoformat() if isinstance(cell, date) else label_of(cell)


def _refuse_merged(where: str, merged: Sequence[Any], first: int, last: int) -> None:
    for (top, left), (bottom, right) in merged:
        if top < last and bottom + 1 >= first:
            place = f"{_letters(left)}{top + 1}:{_letters(right)}{bottom + 1}"
            raise ValueError(
                f"{where}: the cells {place} are merged, and only the first of them has a value; "
                "unmerge them, and fill in each."
            )


def _letters(column: int) -> str:
    """Name a column, counted from 0, as Excel does: A, ..., Z, AA, ..."""
    name = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        name = chr(ord("A") + rest) + name
    return name


def _of_formulas(path: Path, where: str, place: int) -> list[str]:
    """Refuse formulas whose value is not stored; say how many cells hold an error of Excel."""
    with zipfile.ZipFile(path) as archive:
        part = _part(archive, place)
        text = archive.read(part) if part in archive.namelist() else b""
    for found in _NO_VALUE.finditer(text):
        if b't="str"' not in found["attributes"]:
            cell = _PLACE.search(found["attributes"])
            raise ValueError(
                f"{where}: the formula in {cell[1].decode() if cell else 'a cell'} has no stored "
                "value; open the workbook in a spreadsheet program, and save it, or save the sheet "
                "as CSV."
            )
    if n := sum(1 for _ in _ERROR.finditer(text)):
        return [f"{n} cells hold an error of Excel, such as #N/A, and are read as gaps."]
    return []


def _part(archive: zipfile.ZipFile, place: int) -> str:
    """Return the name of the part of the archive that holds a sheet."""
    try:
        book = ElementTree.fromstring(archive.read("xl/workbook.xml"))
        relations = ElementTree.fromstring(archive.read("xl/_rels/workbook.xml.rels"))
    except (KeyError, ElementTree.ParseError):
        return ""
    sheets = [one for one in book.iter() if one.tag.endswith("}sheet")]
    wanted = sheets[place].get(_RELATION, "") if place < len(sheets) else ""
    for one in relations:
        if one.get("Id") == wanted:
            target = one.get("Target", "")
            return target.lstrip("/") if target.startswith("/") else f"xl/{target}"
    return ""
