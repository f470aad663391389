"""What the experiments' commands share: an error is one line and status 2, Ctrl-C one and 130."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from kappabook.extras import MissingExtraError
from kappabook.interrupts import came, interrupted
from kappabook.study.engines import EngineError


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
    """Make a parser of what all have: the folder of the results, and the number of workers."""
    parser = argparse.ArgumentParser(prog=command, description=(words or "").partition("\n")[0])
    parser.add_argument("--into", type=Path, metavar="FOLDER", help="default: data/results")
    parser.add_argument("--jobs", type=int, default=-1, metavar="N", help="default: every core")
    return parser
