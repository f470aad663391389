"""Running what a learner wrote: with a time limit, its output kept, its arguments safe.

A function of a notebook uses what the notebook defines, connections and generators included, so it
runs in this process; a new process takes many times as long to start as a check takes. It runs in
a thread of its own, which an exception from outside stops between two steps of Python, on every
system and whichever thread asks. Nothing in this process stops one step that is itself without end
inside compiled code, such as ``sum(itertools.count())``; there, restart the kernel.
"""

from __future__ import annotations

import contextlib
import contextvars
import ctypes
import io
import threading
import time
import warnings
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

import numpy as np

PATIENCE = 10  # how much longer by the clock than by the processor
AGAIN = 0.01  # seconds after which a call that caught the exception gets it once more
GRACE = 5.0  # seconds after which a call that cannot be stopped, one that sleeps, is left behind
KEPT = 2_000  # characters of output


class OutOfTimeError(BaseException):
    """Not an Exception, so that ``except Exception`` in a loop does not hide it."""


class Stopwatch:
    """Measures the processor time of this process.

    On a busy machine a process gets little, and while it sleeps none; so the clock counts too, a
    tenth.
    """

    def __init__(self) -> None:
        self._start, self._used = time.monotonic(), time.process_time()

    @property
    def seconds(self) -> float:
        """Since the beginning."""
        by_clock = (time.monotonic() - self._start) / PATIENCE
        return max(time.process_time() - self._used, by_clock)


@dataclass(frozen=True)
class Outcome:
    """What one call came to.

    Attributes
    ----------
    value : object
        What was returned.
    printed : str
        The beginning of what was printed.
    changed : bool
        The function changed an argument.
    error : BaseException, optional
        What was raised instead.
    late : bool
        It was stopped.
    """

    value: Any = None
    printed: str = ""
    changed: bool = False
    error: BaseException | None = None
    late: bool = False


class _Beginning(io.TextIOBase):
    """Keeps the first characters and forgets the rest: a loop may print for ever."""

    def __init__(self) -> None:
        self.text = ""

    def write(self, text: str) -> int:
        self.text += text[: KEPT - len(self.text)]
        return len(text)


def run(function: Callable[..., Any], arguments: tuple[Any, ...], seconds: float) -> Outcome:
    """Call a function with copies of the arguments; only the user's interrupt is raised."""
    given, out = deepcopy(arguments), _Beginning()
    values: list[Any] = []
    errors: list[BaseException] = []

    def call() -> None:
        try:
            values.append(function(*given))
        # A learner's function can fail in any way, SystemExit included.
        except BaseException as error:
            errors.append(error)

    with (
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(_Beginning()),
        warnings.catch_warnings(),
        np.errstate(all="ignore"),
    ):
        warnings.simplefilter("ignore")
        _run_in_thread(call, seconds)
    if values:
        return Outcome(values[0], out.text, not _equal(given, arguments))
    error = errors[0] if errors else OutOfTimeError()
    if isinstance(error, KeyboardInterrupt):
        raise error
    if isinstance(error, OutOfTimeError):
        return Outcome(printed=out.text, late=True)
    return Outcome(printed=out.text, error=error)


def _run_in_thread(call: Callable[[], None], seconds: float) -> None:
    """Run a call, and stop it after so many seconds, or when the user interrupts."""
    done, watch = threading.Event(), Stopwatch()

    def work() -> None:
        try:
            call()
        finally:
            done.set()

    # In a copy of this context, so that numpy's settings hold there, too.
    target = contextvars.copy_context().run
    worker = threading.Thread(target=target, args=(work,), daemon=True)
    worker.start()
    try:
        while watch.seconds < seconds and not done.wait(AGAIN):
            pass
    finally:
        # Not `is_alive`: an interrupt in `join` can make it call a running thread stopped.
        end, thread = time.monotonic() + GRACE, ctypes.c_ulong(worker.ident or 0)
        stop = ctypes.py_object(OutOfTimeError)
        throw = ctypes.pythonapi.PyThreadState_SetAsyncExc
        while not done.is_set() and throw(thread, stop) and time.monotonic() < end:
            done.wait(AGAIN)
        if done.is_set():
            worker.join()


def _equal(one: Any, other: Any) -> bool:
    if isinstance(one, list | tuple):
        same_length = type(one) is type(other) and len(one) == len(other)
        return same_length and all(map(_equal, one, other))
    return bool(np.array_equal(one, other))
