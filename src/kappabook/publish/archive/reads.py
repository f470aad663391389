"""Which stored files a figure is drawn from, noted while it is drawn."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

from kappabook.checkout import PRINTED, RESULTS

# While a figure is drawn, the files that Python opens; else None.
_opened: set[str] | None = None


def data_read(draw: Callable[[], Any], clone: Path, except_for: Iterable[str] = ()) -> list[str]:
    """Draw a figure, and return the files of ``data/printed`` and ``data/results`` it opened.

    It is drawn in a process of its own, a copy of this one, so that a value that another figure
    has computed, and that is kept, hides nothing. What an import opens is not seen.

    Parameters
    ----------
    draw : callable
        Draws, and writes nothing.
    clone : Path
        Where ``data`` is; the files are returned as seen from there, sorted.
    except_for : iterable of str
        Names of files that are left out.

    Raises
    ------
    OSError
        The system cannot copy a process (Windows), or the drawing failed there.
    """
    if not hasattr(os, "fork"):
        raise OSError("what a figure reads is noted on Linux and macOS only; run this there.")
    _listen()
    there, here = os.pipe()
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        _draw_and_tell(draw, here)
    os.close(here)
    with os.fdopen(there, encoding="utf-8") as stream:
        told = stream.read()
    _, status = os.waitpid(child, 0)
    if status:
        raise OSError(f"{getattr(draw, '__name__', draw)} could not be drawn; see above.")
    folders = tuple((clone / folder).resolve() for folder in (PRINTED, RESULTS))
    paths = {Path(name).resolve() for name in json.loads(told)}
    inside = (path for path in paths if any(path.is_relative_to(folder) for folder in folders))
    found = (path for path in inside if path.is_file() and path.name not in except_for)
    return sorted(path.relative_to(clone.resolve()).as_posix() for path in found)


def _draw_and_tell(draw: Callable[[], Any], pipe: int) -> None:
    """Draw, write the names of what was opened into the pipe, and end this process."""
    global _opened
    status = 1
    try:
        _opened = set()
        draw()
        names, _opened = sorted(_opened), None
        with os.fdopen(pipe, "w", encoding="utf-8") as stream:
            json.dump(names, stream)
        status = 0
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        os._exit(status)


@cache
def _listen() -> None:
    """Have Python tell of each file it opens; this cannot be taken back, so it is done once."""
    sys.addaudithook(_note)


def _note(event: str, given: tuple[Any, ...]) -> None:
    if _opened is not None and event == "open" and isinstance(given[0], str | bytes | os.PathLike):
        _opened.add(os.fsdecode(given[0]))
