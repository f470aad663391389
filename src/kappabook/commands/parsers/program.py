"""What is common to command lines: an error is one line and status 2, and names what is near."""

from __future__ import annotations

import argparse
import codecs
import io
import os
import re
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from kappabook.commands.render import clean
from kappabook.system import interrupts
from kappabook.system.extras import MissingExtraError, need
from kappabook.system.spelling import near

_COLOUR = re.compile(r"\x1b\[[\d;]*m")
_CHOICE = re.compile(r"invalid choice: '(.*)' \(choose from (.*)\)", re.DOTALL)
# A cell of ten megabytes is named by its ends.
_MOST = 1500
_ESCAPES = "kappabook.escapes"


def run(parser: argparse.ArgumentParser, arguments: Sequence[str] | None) -> int:
    """Run the command that is asked for, and return the exit status.

    A command that returns a number gives the status: 1 where what was asked for was not reached. An
    error a user can mend is one line, and status 2. What such an error has as notes, say a
    list or the output of a cell, goes to stdout.
    """
    if sys.stdout is None:
        print("error: standard output is closed; open it, or send it to a file.", file=sys.stderr)
        return 2
    _escape_what_cannot_be_written()
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
        print(f"error: {one_line(_without_a_folder(error) or str(error))}", file=sys.stderr)
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
        words = self._with_their_values(sys.argv[1:] if args is None else [*args])
        found, unknown = super().parse_known_args(words, namespace)
        if unknown:
            option = unknown[0].startswith("-")  # an empty word is none
            options = re.findall(r"--[\w-]+", self.format_usage()) if option else ()
            said = " ".join(word or "''" for word in unknown)
            self._refuse(f"unrecognized arguments: {said}", unknown[0], options)
        return found, unknown

    def _with_their_values(self, words: list[str]) -> list[str]:
        """Join an option and a value that begins with a hyphen: --missing -99,-98.

        argparse takes such a value for another option unless it is a single number.
        """
        joined: list[str] = []
        for i, word in enumerate(words):
            option, equals, value = word.partition("=")
            if word == "--":  # behind it there are no options
                return [*joined, *words[i:]]
            if equals and value == "--" and self._takes_a_value(option):
                self._refuse(f"argument {option}: '--' is no value", "", ())
            before = joined[-1] if joined else ""
            if word.startswith("-") and self._takes_a_value(before) and not self._is_known(word):
                if word.startswith("--"):
                    self._refuse(
                        f"argument {before}: expected one argument; a value that begins with "
                        f"hyphens is joined to it, {before}={word}",
                        word,
                        [*self._option_string_actions],
                    )
                joined[-1] = f"{before}={word}"
            else:
                joined.append(word)
        return joined

    def _takes_a_value(self, option: str) -> bool:
        action = self._option_string_actions.get(option)
        return option.startswith("--") and action is not None and action.nargs is None

    def _is_known(self, word: str) -> bool:
        """Whether this is one of the options, or the beginning of one."""
        option = word.partition("=")[0]
        return any(known.startswith(option) for known in self._option_string_actions)

    def _refuse(self, message: str, given: str, known: Sequence[str]) -> NoReturn:
        similar = near(given.partition("=")[0], known, 1)
        also = f"did you mean {similar[0]}? See" if similar else "see"
        raise ValueError(f"{message}; {also} {self.prog} --help.")


def _escape_what_cannot_be_written() -> None:
    """Write letters that the encoding of a stream lacks as JSON writes them, by their code."""
    codecs.register_error(_ESCAPES, _escaped)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and stream.errors in ("strict", "backslashreplace"):
            stream.reconfigure(errors=_ESCAPES)


def _escaped(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    letters = error.object[error.start : error.end]
    units = letters.encode("utf-16-be", "surrogatepass")
    pairs = (units[i : i + 2].hex() for i in range(0, len(units), 2))
    return "".join(f"\\u{pair}" for pair in pairs), error.end


def _without_a_folder(error: Exception) -> str:
    """Say that the current folder was removed, where the system names nothing."""
    if isinstance(error, FileNotFoundError) and error.filename is None:
        try:
            os.getcwd()
        except OSError:
            return "the current folder was removed; change into one that is there."
    return ""


def say(*lines: object) -> None:
    """Print lines, at once; the name of a file cannot command the terminal."""
    print(clean("\n".join(map(str, lines)), keep="\n"), flush=True)


def one_line(words: str) -> str:
    """Join lines, and leave out the middle of a very long one."""
    line = clean(" ".join(line.strip() for line in words.splitlines() if line.strip()))
    half = _MOST // 2
    return line if len(line) <= _MOST else f"{line[:half]} ... {line[-half:]}"
