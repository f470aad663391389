"""What is common to command lines: an error is one line and status 2, and names what is near."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any, NoReturn

from kappabook.commands.render import clean
from kappabook.system import interrupts
from kappabook.system.extras import MissingExtraError, need

_COLOUR = re.compile(r"\x1b\[[\d;]*m")
_CHOICE = re.compile(r"invalid choice: '(.*)' \(choose from (.*)\)", re.DOTALL)
# A cell of ten megabytes is named by its ends.
_MOST = 1500


def run(parser: argparse.ArgumentParser, arguments: Sequence[str] | None) -> int:
    """Run the command that is asked for, and return the exit status.

    A command that returns a number gives the status: 1 where what was asked for was not reached. An
    error a user can mend is one line, and status 2. What such an error has as notes, say a
    list or the output of a cell, goes to stdout.
    """
    try:
        options = parser.parse_args(arguments)
        with need("workbook"):
            status = options.command(options)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader, say `head`, had enough; nothing is left to be written at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (ValueError, OSError, MissingExtraError) as error:
        if interrupts.came():
            return interrupts.interrupted()
        for note in getattr(error, "__notes__", ()):
            say(_COLOUR.sub("", note))
        print(f"error: {one_line(str(error))}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return interrupts.interrupted()
    else:
        return int(status or 0)
    return 0


class Parser(argparse.ArgumentParser):
    """Errors of usage are errors like the others, not several lines, and name what is near."""

    def error(self, message: str) -> NoReturn:
        """Raise it, with the command that is near to a mistyped one."""
        given, known = choice.groups() if (choice := _CHOICE.search(message)) else ("", "")
        self._refuse(message, given, re.findall(r"[\w-]+", known))

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Refuse what is unknown here, where the options of this command are known."""
        found, unknown = super().parse_known_args(args, namespace)
        if unknown:
            option = unknown[0].startswith("-")  # an empty word is none
            options = re.findall(r"--[\w-]+", self.format_usage()) if option else ()
            words = " ".join(word or "''" for word in unknown)
            self._refuse(f"unrecognized arguments: {words}", unknown[0], options)
        return found, unknown

    def _refuse(self, message: str, given: str, known: Sequence[str]) -> NoReturn:
        near = get_close_matches(given.partition("=")[0], known, 1)
        also = f"did you mean {near[0]}? See" if near else "see"
        raise ValueError(f"{message}; {also} {self.prog} --help.")


def say(*lines: object) -> None:
    """Print lines, at once; the name of a file cannot command the terminal."""
    print(clean("\n".join(map(str, lines)), keep="\n"), flush=True)


def one_line(words: str) -> str:
    """Join lines, and leave out the middle of a very long one."""
    line = clean(" ".join(line.strip() for line in words.splitlines() if line.strip()))
    half = _MOST // 2
    return line if len(line) <= _MOST else f"{line[:half]} ... {line[-half:]}"
