"""What the experiments' commands share: an error is one line and status 2, Ctrl-C one and 130."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

import pandas as pd

from kappabook.data.datasheet import writing_results
from kappabook.study.engines import EngineError
from kappabook.system.checkout import results_folder
from kappabook.system.extras import MissingExtraError
from kappabook.system.interrupts import came, interrupted


def run(
    parser: argparse.ArgumentParser,
    work: Callable[[argparse.Namespace], Iterable[Path]],
    arguments: Sequence[str] | None = None,
) -> int:
    """Do what is asked for, print the files that are written, and return the exit status."""
    try:
        for path in work(parser.parse_args(arguments)):
            print(path, flush=True)
    except (ValueError, OSError, EngineError, MissingExtraError) as error:
        if came():
            return interrupted()
        print(f"error: {' '.join(str(error).split())}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return interrupted()
    return 0


def options(command: str, words: str | None) -> argparse.ArgumentParser:
    """Make a parser of what all have: the folder of the results."""
    parser = argparse.ArgumentParser(prog=command, description=(words or "").partition("\n")[0])
    parser.add_argument("--into", type=Path, metavar="FOLDER", help="default: data/results")
    return parser


def with_jobs(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    """Add the number of workers."""
    parser.add_argument("--jobs", type=int, default=-1, metavar="N", help="default: every core")
    return parser


def write(
    command: str, into: Path | None, tables: Mapping[str, pd.DataFrame | str], digits: str = "%.6g"
) -> list[Path]:
    """Write tables as CSV, and what is text as it is; all appear at the end, or none."""
    folder = into or results_folder()
    paths = [folder / name for name in tables]
    with writing_results(command, *paths) as drafts:
        for table, draft in zip(tables.values(), drafts, strict=True):
            if isinstance(table, str):
                draft.write_text(table, encoding="utf-8")
            else:
                table.to_csv(draft, index=False, float_format=digits, lineterminator="\n")
    return paths
