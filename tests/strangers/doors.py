"""The ways in: the command on a file, and Python on a data frame, with one line of options."""

from __future__ import annotations

import contextlib
import io
import json
import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import kappabook
from kappabook.cli import _parser, main
from kappabook.commands.parsers.options import keywords


@dataclass(frozen=True)
class Outcome:
    """What came back: the numbers with the notes before them, or an error."""

    data: dict[str, Any] | None
    words: str

    def says(self, *parts: str) -> bool:
        """Whether each part stands in the notes, or in the error."""
        return all(part in self.words for part in parts)


def by_command(path: Path, command: str) -> Outcome:
    """Run the command on a file; an error must be one line, with status 2 and no numbers."""
    name, *options = shlex.split(command)
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = main([name, str(path), *options, "--json"])
    if status:
        assert status == 2
        assert not out.getvalue()
        assert err.getvalue().startswith("error: ")
        assert err.getvalue().count("\n") == 1
        return Outcome(None, err.getvalue())
    return _with_notes(json.loads(out.getvalue()))


def by_frame(frame: Any, command: str) -> Outcome:
    """Call the function of the command's name with the same options."""
    name, *options = shlex.split(command)
    asked = _parser().parse_args([name, "frame", *options])
    function = getattr(kappabook, name)
    try:
        report = function(frame, **keywords(asked, function))
    except (ValueError, OSError, TypeError) as error:
        return Outcome(None, str(error))
    return _with_notes(json.loads(report.written("json")))


def _with_notes(data: dict[str, Any]) -> Outcome:
    return Outcome(data, "\n".join(data["notes"]))
