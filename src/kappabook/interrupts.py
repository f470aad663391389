"""Ctrl-C: one line and status 130, whatever the program is doing.

Python turns the signal into an error wherever it happens to be. Libraries replace that error by
one of their own, or lose it where no error can be raised, and what ends with the program still
prints afterwards. So the signal is remembered, raised again where it was lost, and reported once.
Imported first, so that imports can be interrupted too: this module imports nothing large.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

SAID = "interrupted: no file is half-written; run it again to go on"
STATUS = 130
_AGAIN = 0.05  # seconds after which an interruption that was lost is raised once more
_came = False


def run() -> NoReturn:
    """Run the command line as this process's program."""
    # A shell that starts a program in the background lets it ignore Ctrl-C: so be it.
    ignored = signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    if not ignored:
        signal.signal(signal.SIGINT, _end_at_once)  # nothing is written yet
    sys.unraisablehook = _lost
    from kappabook.__main__ import main

    if not ignored:
        signal.signal(signal.SIGINT, _raise)
    try:
        status = main()
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # all is done
    except BaseException:
        if not _came:
            raise
        status = interrupted()
    sys.exit(status)


def came() -> bool:
    """Say whether the program was interrupted, so that an error may be no error."""
    return _came


def interrupted() -> int:
    """Say so in one line; whatever libraries print while the program ends is not shown."""
    if _came:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    print(SAID, file=sys.stderr, flush=True)
    if _came:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    return STATUS


@contextmanager
def put_off() -> Iterator[None]:
    """Let Ctrl-C wait until the end of a block that is short and must be whole."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    waiting: list[tuple[int, Any]] = []
    before = signal.signal(signal.SIGINT, lambda *how: waiting.append(how))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if waiting and callable(before):
            before(*waiting[0])


def _end_at_once(*_: object) -> None:
    os.write(2, f"{SAID}\n".encode())
    os._exit(STATUS)


def _raise(*_: object) -> None:
    global _came
    _came = True
    raise KeyboardInterrupt


def _lost(unraisable: Any) -> None:
    """Raise an interruption again that came where none can be raised, such as in __del__."""
    if not isinstance(unraisable.exc_value, KeyboardInterrupt):
        sys.__unraisablehook__(unraisable)
        return
    again = threading.Timer(_AGAIN, signal.raise_signal, [signal.SIGINT])
    again.daemon = True
    again.start()
