"""The page on what we store: how each file of results was made, and what each column means."""

from __future__ import annotations

from itertools import groupby

from kappabook.checkout import PRINTED, RESULTS, printed_folder, results_folder
from kappabook.datasheet import Column, columns, data_sheet
from kappabook.workbook.markdown import table_of

HEAD = """# Tables and columns

What the workbook stores, file by file. A results file that is not the one described here is refused
by whatever reads it.
"""


def data_page() -> str:
    """Write the page from the data sheet and the two dictionaries of columns."""
    sheet = data_sheet(results_folder()).values()
    made = ((f"`{f.file}`", f.rows, f"`{f.command}`", f"`{f.sha256}`") for f in sheet)
    parts = [
        HEAD,
        table_of((f"file in `{RESULTS.as_posix()}`", "rows", "made by", "sha256"), made, "---"),
    ]
    for name, folder in ((RESULTS, results_folder()), (PRINTED, printed_folder())):
        for file, group in groupby(columns(folder), key=lambda column: column.file):
            lines = ((f"`{c.column}`", c.type, c.unit, _meaning(c)) for c in group)
            parts.append(f"\n## `{(name / file).as_posix()}`\n")
            parts.append(table_of(("column", "type", "unit", "meaning"), lines, "---"))
    return "\n".join(parts) + "\n"


def _meaning(column: Column) -> str:
    empty = f"Empty: {column.empty}" if column.empty else ""
    return " ".join((column.meaning, *(f"{part}." for part in (column.classes, empty) if part)))
