"""What a command found, as text, Markdown, LaTeX, JSON, CSV or one page of HTML.

The commands on one's own data fill in a `Report`; how it looks is decided here, once. Whatever the
form, the table comes first, then what it means, then, once, what it does not say. Tables of text
are laid out by tabulate, pages by Jinja, which escapes every name that a file holds.
"""

from __future__ import annotations

import csv
import json
import math
import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from kappabook.system.extras import need

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NOT_SAID = "What this does not say"
_WIDTH = 80
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
_MINUS = re.compile(r"-\d[\d.e+-]*")
_NOT_PLAIN = re.compile(r"[^ -~\n]")
# A spreadsheet runs a cell that begins so, some of them in full width too (U+FF1D and others).
# An apostrophe makes it text.
_RUNS = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20", "\t", "\r", "\n")


class Finding(NamedTuple):
    """A sentence, and what does not follow from it."""

    finding: str
    does_not_say: str = ""


class Table(NamedTuple):
    """Cells of text. The first column names the rows; `words` are columns set to the left too."""

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    words: Sequence[int] = ()

    @property
    def align(self) -> list[str]:
        """Say for each column to which side it is set."""
        return ["left" if i in (0, *self.words) else "right" for i in range(len(self.head))]


class Picture(NamedTuple):
    """A figure of matplotlib, drawn only where it is shown, and the words below it."""

    draw: Callable[[], Figure]
    caption: str
    alternative: str = ""  # for who cannot see it; default: the caption

    @property
    def svg(self) -> str:
        """Draw it for a page."""
        from kappabook.display.drawing import pyplot

        plt = pyplot()
        from kappabook.display.style import STYLE

        stream = StringIO()
        with warnings.catch_warnings(), plt.style.context(STYLE):
            # The letters are text in the page; the reader's own fonts have what ours lacks.
            warnings.filterwarnings("ignore", "Glyph .* missing from font", UserWarning)
            figure = self.draw()
            figure.savefig(stream, format="svg", metadata={"Date": None})
        plt.close(figure)
        svg = stream.getvalue()
        svg = re.sub(r"<metadata>.*?</metadata>", "", svg, count=1, flags=re.DOTALL)
        return svg[svg.index("<svg") :].replace("<svg", '<svg aria-hidden="true"', 1)


@dataclass(repr=False)
class Report:
    """All that is said about one's data; ``print`` it, or see `data`.

    Attributes
    ----------
    title : str
    intro : list of str
        What was read, in a line or two.
    tables : list of Table
    findings : list of Finding
    limits : list of str
        What the tables lack, and why.
    notes : list of str
        What was decided for the user.
    pictures : list of Picture
        For the page alone.
    data : dict
        The numbers, as ``--json`` writes them beside notes and findings.
    every_number : list of list of str
        A header and rows for ``--csv``, with all digits.
    """

    title: str
    intro: list[str]
    tables: list[Table] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    limits: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    pictures: list[Picture] = field(default_factory=list)
    data: dict[str, Any] = field(default_factory=dict)
    every_number: list[list[str]] = field(default_factory=list)

    def written(self, form: str = "text") -> str:
        """Write it as 'text', 'markdown', 'latex', 'json' or 'html'."""
        if form not in _FORMS:
            raise ValueError(f"form is {form!r}; it is one of {', '.join(map(repr, _FORMS))}.")
        return _FORMS[form](self)

    @property
    def not_said(self) -> list[str]:
        """What does not follow from the findings, each once."""
        return [x for x in dict.fromkeys(f.does_not_say for f in self.findings) if x]

    def __repr__(self) -> str:
        return self.written("text")

    def _repr_html_(self) -> str:
        return _filled("report.html.j2", self)


def _text(report: Report) -> Iterator[str]:
    yield from map(wrapped, report.intro)
    yield from (wrapped(f"  {note}") for note in report.notes)
    for table in report.tables:
        yield ""
        if table.title:
            yield wrapped(table.title)
        yield from laid_out(table)
    if report.limits:
        yield from ("", *map(wrapped, report.limits))
    if report.findings:
        yield ""
        yield from (wrapped(f"{i}. {f.finding}", "   ") for i, f in enumerate(report.findings, 1))
    if report.not_said:
        yield from ("", f"{NOT_SAID}:", *(wrapped(f"- {x}") for x in report.not_said))


def laid_out(table: Table, form: str = "plain", cell: Callable[[str], str] = str) -> list[str]:
    """Lay a table out in lines, in one of tabulate's formats; `cell` escapes what needs it."""
    with need("report"):
        from tabulate import tabulate
    head, *rows = [[cell(clean(x)) for x in row] for row in (table.head, *table.rows)]
    drawn = tabulate(
        rows, head, form, disable_numparse=True, colalign=table.align, preserve_whitespace=True
    )
    return [line.rstrip() for line in drawn.splitlines()]


def _markdown(report: Report) -> Iterator[str]:
    yield "\n\n".join(map(_in_markdown, [*report.intro, *report.notes]))
    for table in report.tables:
        yield f"\n**{_in_markdown(table.title)}**\n"
        yield from laid_out(table, "pipe", _in_markdown)
    yield from (f"\n{_in_markdown(line)}" for line in report.limits)


def _in_markdown(words: str) -> str:
    return _MARKDOWN.sub(r"\\\1", clean(words))


def _latex(report: Report) -> Iterator[str]:
    """One table each, for the package booktabs; what else there is to say is a comment."""
    yield from (f"% {clean(line)}" for line in [*report.intro, *report.notes])
    for table in report.tables:
        head, *rows = [
            " & ".join(map(_in_latex, row)) + r" \\" for row in (table.head, *table.rows)
        ]
        yield from (r"\begin{table}", rf"\caption{{{_in_latex(table.title)}}}")
        yield rf"\begin{{tabular}}{{{''.join(side[0] for side in table.align)}}}"
        yield from (r"\toprule", head, r"\midrule", *rows, r"\bottomrule")
        yield from (r"\end{tabular}", r"\end{table}")
    yield from (f"% {clean(line)}" for line in report.limits)


def _in_latex(words: str) -> str:
    # A minus in text would be a hyphen.
    return (
        f"${words}$" if _MINUS.fullmatch(words) else "".join(_LATEX.get(c, c) for c in clean(words))
    )


def _json(report: Report) -> str:
    found = [finding._asdict() for finding in report.findings]
    return as_json({**report.data, "notes": report.notes, "findings": found})


def as_json(value: Any) -> str:
    """Write JSON: nan is null, and control characters and what is no UTF-8 are escaped."""
    text = json.dumps(without_nan(value), indent=2, ensure_ascii=False, allow_nan=False)
    return _NOT_PLAIN.sub(lambda c: c[0] if c[0].isprintable() else json.dumps(c[0])[1:-1], text)


def _filled(template: str, report: Report) -> str:
    with need("report"):
        from jinja2 import Environment, PackageLoader
    pages = Environment(
        loader=PackageLoader("kappabook.commands"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=lambda x: clean(x, keep="\n") if type(x) is str else x,  # not what is safe
    )
    return pages.get_template(template).render(report=report, not_said=NOT_SAID) + "\n"


_FORMS: dict[str, Callable[[Report], str]] = {
    "text": lambda report: "\n".join(_text(report)),
    "markdown": lambda report: "\n".join(_markdown(report)),
    "latex": lambda report: "\n".join(_latex(report)),
    "json": _json,
    "html": lambda report: _filled("page.html.j2", report),
}


def write_csv(path: Path, rows: Iterable[Sequence[str]]) -> None:
    """Write a file whole, or leave it as it was; no cell is a formula."""
    from kappabook.system.files import writing

    with writing(path) as (draft,), draft.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream).writerows([harmless(cell) for cell in row] for row in rows)


def harmless(cell: str) -> str:
    """Put an apostrophe before what a spreadsheet would run; plain numbers stay."""
    if not cell.startswith(_RUNS) and not cell.lstrip().startswith(_RUNS):
        return cell
    try:
        float(cell)
    except ValueError:
        return f"'{cell}"
    return cell


def clean(words: str, keep: str = "") -> str:
    """Show control characters but those kept, so that a name cannot command the terminal."""
    return "".join(c if c.isprintable() or c in keep else repr(c)[1:-1] for c in words)


def wrapped(words: str, indent: str = "  ") -> str:
    """Break a paragraph at eighty columns; a number keeps its unit."""
    bound = clean(words).replace(" %", "\N{NO-BREAK SPACE}%")
    lines = fill(
        bound, _WIDTH, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False
    )
    return lines.replace("\N{NO-BREAK SPACE}", " ")


def without_nan(value: Any) -> Any:
    """Replace nan and infinity by None, all through lists and mappings."""
    if isinstance(value, dict):
        return {key: without_nan(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [without_nan(inner) for inner in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


class Interval(Protocol):
    """Anything with an estimate and an interval; nan where it is undefined."""

    @property
    def estimate(self) -> float:
        """The coefficient."""

    @property
    def low(self) -> float:
        """Where the interval begins."""

    @property
    def high(self) -> float:
        """Where it ends."""


def digits_for(low: float, high: float, default: int = 2) -> int:
    """Decimals that show two digits of the width of an interval, from 2 to 6."""
    width = high - low
    if not (0 < width < math.inf):
        return default
    return min(6, max(2, 1 - math.floor(math.log10(width))))


def number(value: float, digits: int = 4) -> str:
    """Write a number, or a dash where it is undefined."""
    return "-" if math.isnan(value) else f"{value:z.{digits}f}"  # z: no sign before 0.00


def numbers(value: Interval, digits: int | None = None) -> list[str]:
    """Write estimate and interval as cells, with as many decimals as the interval deserves."""
    if digits is None:
        digits = digits_for(value.low, value.high, 4)
    return [number(x, digits) for x in (value.estimate, value.low, value.high)]


def percent(share: float) -> str:
    """Write a share as a percentage; near 0 and 100 with one decimal."""
    if math.isnan(share):
        return "undefined"
    share = round(share, 12)  # no digits of rounding errors
    digits = 1 if 0.99 < share < 1 or 0 < share < 0.01 else 0
    return f"{number(100 * share, digits)} %"


def interval(level: float) -> str:
    """Name the intervals of a level."""
    return f"{100 * level:g} % interval"


def span(value: Interval, level: float) -> str:
    """Write a coefficient with its interval in a sentence."""
    if math.isnan(value.estimate):
        return "undefined"
    if math.isnan(value.low):
        return f"{value.estimate:z.2f}, no interval"
    estimate, low, high = numbers(value, digits_for(value.low, value.high))
    return f"{estimate}, {interval(level)} {low} to {high}"
