"""The measures as tables for papers, Markdown and LaTeX, and as CSV."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from kappabook.commands.files.spreadsheet import write_csv
from kappabook.commands.score.scored import Scored
from kappabook.commands.score.tables import counted, grids, limits
from kappabook.commands.text import clean
from kappabook.commands.words import Grid

_LATEX = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "'": r"\textquotesingle{}",
    **{mark: f"\\{mark}" for mark in "&%$#_{}"},
    **{mark: f"{{{mark}}}" for mark in "[]*"},  # behind the end of a row they are its option
}
# What Markdown would take for a sign of its own, or for HTML.
_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>#|~$&])")
_NUMBER = re.compile(r"-?\d[\d.e+-]*")


def as_markdown(found: Scored) -> str:
    """Write tables in Markdown."""
    lines = [_plain_markdown(f"{found.path.name}: {counted(found)}")]
    lines += [_plain_markdown(note) for note in found.notes]
    for grid in grids(found):
        lines += ["", f"**{_plain_markdown(grid.title)}**", "", *_markdown(grid)]
    lines += ["", *map(_plain_markdown, limits(found))] if limits(found) else []
    return "\n\n".join(lines[:1]) + "\n" + "\n".join(["", *lines[1:]]).rstrip()


def _markdown(grid: Grid) -> Iterator[str]:
    yield _row(grid.head)
    yield _row(["---", *("--:" for _ in grid.head[1:])], escape=False)
    yield from (_row(row) for row in grid.rows)


def _row(cells: Sequence[str], *, escape: bool = True) -> str:
    return f"| {' | '.join(_plain_markdown(c) if escape else c for c in cells)} |"


def _plain_markdown(words: str) -> str:
    return _MARKDOWN.sub(r"\\\1", clean(words))


def as_latex(found: Scored) -> str:
    """Write one table of LaTeX for each, for the package booktabs."""
    lines = [f"% {clean(found.path.name)}: {clean(counted(found))}"]
    lines += [f"% {clean(note)}" for note in found.notes]
    for grid in grids(found):
        lines += [
            r"\begin{table}",
            rf"\caption{{{_plain_latex(grid.title)}}}",
            rf"\begin{{tabular}}{{l{'r' * (len(grid.head) - 1)}}}",
            r"\toprule",
            " & ".join(map(_plain_latex, grid.head)) + r" \\",
            r"\midrule",
            *(" & ".join(map(_latex_cell, row)) + r" \\" for row in grid.rows),
            r"\bottomrule",
            r"\end{tabular}",
            r"\end{table}",
        ]
    return "\n".join([*lines, *(f"% {clean(line)}" for line in limits(found))])


def _latex_cell(cell: str) -> str:
    # A minus in text would be a hyphen.
    return f"${cell}$" if cell.startswith("-") and _NUMBER.fullmatch(cell) else _plain_latex(cell)


def _plain_latex(words: str) -> str:
    return "".join(_LATEX.get(c, c) for c in clean(words))


def write_measures(found: Scored, path: Path) -> None:
    """Write every measure of every classifier, and every difference, as CSV."""
    rows = [["classifier", "measure", "estimate", "low", "high", "method", "reason"]]
    for one in found.classifiers:
        values = {**one.measures, **{f"kappa of {k}": v for k, v in one.per_class.items()}}
        for name, x in values.items():
            numbers = ["" if v != v else repr(v) for v in (x.estimate, x.low, x.high)]
            rows.append([one.name, name, *numbers, x.method, x.reason])
    for pair in found.comparisons:
        ends = (pair.difference, pair.low, pair.high)
        numbers = ["" if v != v else repr(v) for v in ends]
        rows.append([f"{pair.a} - {pair.b}", pair.measure, *numbers, pair.method, pair.reason])
    write_csv(path, rows)
