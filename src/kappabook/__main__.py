"""The command line, also behind make: ``kappabook --help`` or ``python -m kappabook --help``."""

from __future__ import annotations

if __name__ == "__main__":  # before what takes long to import, so that Ctrl-C finds us listening
    from kappabook.interrupts import run

    run()

import argparse
import os
import re
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import NoReturn

from kappabook import __version__, interrupts
from kappabook.extras import MissingExtraError, need
from kappabook.report.commands import add_commands
from kappabook.report.text import as_json, clean

_COLOUR = re.compile(r"\x1b\[[\d;]*m")
# A cell of ten megabytes is named by its ends.
_MOST = 1500


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; an error a user can mend is one line, and exit status 2.

    What such an error has as notes, say a list or the output of a cell, goes to stdout.
    """
    try:
        options = _parser().parse_args(arguments)
        with need("workbook"):
            options.run(options)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader, say `head`, had enough; nothing is left to be written at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (ValueError, OSError, MissingExtraError) as error:
        if interrupts.came():
            return interrupts.interrupted()
        for note in getattr(error, "__notes__", ()):
            _say(_COLOUR.sub("", note))
        print(f"error: {_one_line(str(error))}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return interrupts.interrupted()
    return 0


class _Parser(argparse.ArgumentParser):
    """Errors of usage are errors like the others, not several lines."""

    def error(self, message: str) -> NoReturn:
        raise ValueError(f"{message}; see {self.prog} --help.")


def _say(*lines: object) -> None:
    """Print lines, at once; the name of a file cannot command the terminal."""
    print(clean("\n".join(map(str, lines)), keep="\n"), flush=True)


def _one_line(words: str) -> str:
    line = clean(" ".join(line.strip() for line in words.splitlines() if line.strip()))
    half = _MOST // 2
    return line if len(line) <= _MOST else f"{line[:half]} ... {line[-half:]}"


def _parser() -> argparse.ArgumentParser:
    by_module = Path(sys.argv[0]).name == "__main__.py"
    parser = _Parser(
        prog="python -m kappabook" if by_module else "kappabook",
        description="Cohen's kappa, ROC curves and the AUK: the commands, also behind make.",
    )
    parser.add_argument("--version", action="version", version=f"kappabook {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    claim = commands.add_parser("claim", help="show all that is known of a claim")
    claim.add_argument(
        "ids", nargs="+", metavar="ID", help="or a pattern: 'bendavid2007.tableA1.car.*'"
    )
    claim.add_argument("--json", action="store_true", help="write a list in JSON, nothing else")
    claim.set_defaults(run=_claim)

    figure = commands.add_parser("figure", help="draw figures by key; without keys, all")
    figure.add_argument("keys", nargs="*", metavar="KEY", help="e.g. bendavid2008-fig1")
    figure.add_argument("--list", action="store_true", help="write the keys instead")
    figure.add_argument("--into", type=Path, default=Path("figures"), metavar="FOLDER")
    figure.set_defaults(run=_figure)

    notebook = commands.add_parser("notebook", help="execute notebooks in place and normalise")
    notebook.add_argument("paths", nargs="+", type=Path, metavar="NOTEBOOK")
    notebook.set_defaults(run=_notebook)

    exercises = commands.add_parser("exercises", help="make everything from the solutions")
    exercises.add_argument("numbers", nargs="*", metavar="NN", help="e.g. 03; default: all")
    exercises.add_argument(
        "--nbgrader", type=Path, default=Path("build/nbgrader"), metavar="FOLDER"
    )
    exercises.set_defaults(run=_exercises)

    questions = commands.add_parser("questions", help="write the question bank for Moodle")
    questions.add_argument("bank", nargs="?", type=Path, metavar="FILE", help="default: ours")
    questions.add_argument("--into", type=Path, default=Path("build/questions"), metavar="FOLDER")
    questions.add_argument("--page", type=Path, metavar="FILE", help="renew the questions in it")
    questions.set_defaults(run=_questions)

    handouts = commands.add_parser("handouts", help="set the sheets for class, on A4 and letter")
    handouts.add_argument("--items", type=Path, metavar="FILE", help="messages to label, as TOML")
    handouts.add_argument("--questions", type=Path, metavar="FILE", help="a bank of your own")
    handouts.add_argument("--into", type=Path, default=Path("build/handouts"), metavar="FOLDER")
    handouts.set_defaults(run=_handouts)

    ledger = commands.add_parser("ledger", help="judge every claim; write ledger.csv, .md, .html")
    ledger.add_argument("--into", type=Path, default=Path("build"), metavar="FOLDER")
    ledger.add_argument(
        "--table", type=Path, metavar="FILE", help="renew the table of verdicts in it"
    )
    ledger.add_argument("--findings", type=Path, metavar="FILE", help="renew the rows in it")
    ledger.set_defaults(run=_ledger)

    widgets = commands.add_parser("widgets", help="write the explorers as pages without a kernel")
    widgets.add_argument("--into", type=Path, default=Path("build/widgets"), metavar="FOLDER")
    widgets.set_defaults(run=_widgets)

    check = commands.add_parser(
        "transcription-check", help="compare the transcriptions with second ones"
    )
    check.add_argument("second", nargs="?", type=Path, metavar="FILE", help="claim,printed")
    check.set_defaults(run=_transcription_check)

    site = commands.add_parser("site", help="build the site: notebooks, ledger, reference")
    site.add_argument("--into", type=Path, default=Path("build/site"), metavar="FOLDER")
    site.set_defaults(run=_site)

    slides = commands.add_parser("slides", help="make a deck of each notebook, and of the lesson")
    slides.add_argument("--into", type=Path, default=Path("build/slides"), metavar="FOLDER")
    slides.add_argument("--page", type=Path, metavar="FILE", help="renew the lesson's plan in it")
    slides.set_defaults(run=_slides)

    data = commands.add_parser("data", help="fetch data sets; without names, all")
    data.add_argument("names", nargs="*", metavar="NAME")
    data.add_argument("--csv", type=Path, metavar="FILE", help="write german-credit as plain CSV")
    data.add_argument("--form", help="of the CSV: numeric, symbolic (default) or one-hot")
    data.add_argument(
        "--packaged", action="store_true", help="all that come from packages of the index"
    )
    data.set_defaults(run=_data)

    german = commands.add_parser("german-credit", help="repeat the AUK paper's experiment")
    german.add_argument("--jobs", type=int, default=-1, metavar="N", help="default: every core")
    german.add_argument(
        "--splits", type=int, metavar="N", help="so few of each variant, into build/german-credit"
    )
    german.add_argument(
        "--differences", action="store_true", help="test the two models on each split instead"
    )
    german.set_defaults(run=_german_credit)

    judges = commands.add_parser("judges", help="repeat the test of models as annotators")
    judges.add_argument("--into", type=Path, metavar="FOLDER", help="default: data/results")
    judges.set_defaults(run=_judges)

    rules = commands.add_parser(
        "judge-rules", help="simulate judges: who is accepted by which rule"
    )
    rules.add_argument("--into", type=Path, metavar="FOLDER", help="default: data/results")
    rules.add_argument("--jobs", type=int, default=-1, metavar="N", help="default: every core")
    rules.set_defaults(run=_judge_rules)

    study = commands.add_parser("study", help="repeat the 2007 paper's experiment")
    study.add_argument(
        "names", nargs="*", metavar="RUN", help="e.g. study-weka; default: those of make study"
    )
    study.add_argument(
        "--datasets", default="", metavar="A,B", help="these alone, into build/study"
    )
    study.add_argument("--into", type=Path, metavar="FOLDER", help="default: data/results")
    study.add_argument("--jobs", type=int, default=-1, metavar="N", help="default: every core")
    study.add_argument(
        "--dask", metavar="ADDRESS", help="of a Dask scheduler: its workers do the work"
    )
    study.set_defaults(run=_study)

    regret = commands.add_parser("regret", help="repeat the experiment on decision regret")
    regret.add_argument("--sources", default="", metavar="A,B", help="default: all")
    regret.add_argument("--splits", type=int, default=10, metavar="N", help="default: 10")
    regret.add_argument("--into", type=Path, metavar="FOLDER", help="default: data/results")
    regret.add_argument("--jobs", type=int, default=-1, metavar="N", help="default: every core")
    regret.set_defaults(run=_regret)

    readings = commands.add_parser("readings", help="run other readings of the 2007 paper's data")
    readings.add_argument("names", nargs="*", metavar="NAME", help="default: all that match print")
    readings.add_argument("--into", type=Path, metavar="FOLDER", help="default: data/results")
    readings.add_argument(
        "--lost", action="store_true", help="search for the two lost preparations instead"
    )
    readings.set_defaults(run=_readings)
    add_commands(commands)
    return parser


# Imports wait for their command: drawing needs no kernel, the ledger no drawing.


def _claim(options: argparse.Namespace) -> None:
    from kappabook.workbook.claims import as_text, find

    found = find(options.ids)
    if options.json:
        print(as_json(found))
    else:
        _say(as_text(found))


def _figure(options: argparse.Namespace) -> None:
    from kappabook.publish.write_figures import keys, write_figure

    if options.list:
        print("\n".join(keys()))
        return
    for key in options.keys or keys():
        paths = write_figure(key, options.into)
        _say(" ".join([str(options.into / key), *(path.suffix for path in paths)]))


def _notebook(options: argparse.Namespace) -> None:
    from kappabook.workbook.notebooks import execute

    for path in options.paths:
        changed = execute(path)
        _say(f"{path}: {'outputs changed' if changed else 'unchanged'}")


def _exercises(options: argparse.Namespace) -> None:
    from kappabook.teaching.exercises.make import make

    for path in make(options.numbers, options.nbgrader):
        _say(path)


def _questions(options: argparse.Namespace) -> None:
    from kappabook.teaching.questions import BANK
    from kappabook.teaching.questions.make import write_questions

    for path in write_questions(options.into, options.bank or BANK, options.page):
        _say(path)


def _handouts(options: argparse.Namespace) -> None:
    from kappabook.publish.handouts import write_handouts
    from kappabook.teaching.lesson.items import ITEMS
    from kappabook.teaching.questions import BANK

    for path in write_handouts(options.into, options.items or ITEMS, options.questions or BANK):
        _say(path)


def _ledger(options: argparse.Namespace) -> None:
    from kappabook.workbook.ledger_files import write_ledger

    say = partial(print, flush=True)
    rows = write_ledger(options.into, options.table, say, options.findings)
    for suffix in (".html", ".csv"):
        _say(f"{(options.into / 'ledger').with_suffix(suffix)}: {len(rows)} claims judged")


def _transcription_check(options: argparse.Namespace) -> None:
    from kappabook.workbook.second_entry import check_against, entries_table, second_entries

    found = check_against(options.second) if options.second else second_entries()
    print(entries_table(found))
    differing = [line for comparison in found.values() for line in comparison.differing]
    if differing:
        problem = ValueError(f"{len(differing)} differ; look each up in the document.")
        problem.add_note("\n".join(differing))
        raise problem


def _widgets(options: argparse.Namespace) -> None:
    from kappabook.teaching.explorers.page import write_widgets

    for path in write_widgets(options.into):
        _say(path)


def _site(options: argparse.Namespace) -> None:
    from kappabook.publish.site import build_site

    _say(build_site(options.into))


def _slides(options: argparse.Namespace) -> None:
    from kappabook.publish.slides import write_decks, write_lesson

    for path in (*write_decks(options.into), *write_lesson(options.into, options.page)):
        _say(path)


def _data(options: argparse.Namespace) -> None:
    from kappabook.data import fetch, sources
    from kappabook.data.credit import write_csv

    if options.csv:
        if options.names != ["german-credit"]:
            raise ValueError("--csv writes german-credit: data german-credit --csv FILE.")
        form = options.form or "symbolic"
        _say(f"{options.csv}: {write_csv(options.csv, form)} rows, {form}")
        return
    if options.form:
        raise ValueError("--form is that of the CSV: data german-credit --csv FILE --form numeric.")
    if options.packaged:
        for name in (entry.name for entry in sources().values() if entry.packaged):
            try:
                fetch(name)
            except OSError as error:  # an environment is of use without it
                said = f"{error} What needs {name} says so; all else works from stored results."
                print(_one_line(said), file=sys.stderr, flush=True)
        return
    for name in options.names or sources():
        print(f"{name}:", *fetch(name), flush=True)


def _german_credit(options: argparse.Namespace) -> None:
    from kappabook.papers.kaymak_auk.german_credit.differences import run_differences
    from kappabook.papers.kaymak_auk.german_credit.experiment import run_experiment

    if options.differences:
        if options.splits is not None:
            raise ValueError("--differences tests every split; leave out --splits.")
        _say(run_differences(n_jobs=options.jobs))
        return
    for path in run_experiment(few=options.splits, n_jobs=options.jobs):
        _say(path)


def _judges(options: argparse.Namespace) -> None:
    from kappabook.papers.calderon2025.run import run_judges

    run_judges(into=options.into, say=partial(print, flush=True))


def _judge_rules(options: argparse.Namespace) -> None:
    from kappabook.study.judges.run import run_judge_rules

    for path in run_judge_rules(n_jobs=options.jobs, into=options.into):
        _say(path)


def _study(options: argparse.Namespace) -> None:
    from kappabook.study.engines import EngineError
    from kappabook.study.published import run_published

    try:
        done = run_published(
            options.names,
            datasets=[name for name in options.datasets.split(",") if name],
            n_jobs=options.jobs,
            dask=options.dask,
            into=options.into,
        )
        for path in done:
            _say(path)
    except EngineError as error:
        raise OSError(str(error)) from error


def _regret(options: argparse.Namespace) -> None:
    from kappabook.study.regret.run import run_regret

    written = run_regret(
        sources=[name for name in options.sources.split(",") if name],
        splits=options.splits,
        n_jobs=options.jobs,
        into=options.into,
    )
    _say(*written)


def _readings(options: argparse.Namespace) -> None:
    from kappabook.papers.bendavid2007.lost.run import run_lost
    from kappabook.study.engines import EngineError
    from kappabook.study.readings import run_readings

    if options.lost and options.names:
        raise ValueError("--lost takes no names: it searches for Credit and Contraceptive.")
    try:
        if options.lost:
            _say(*run_lost(into=options.into))
            return
        _say(run_readings(options.names, into=options.into))
    except EngineError as error:
        raise OSError(str(error)) from error
