"""Running what a learner wrote: with a time limit, its output kept, its arguments safe.

On Unix, in the main thread (where Jupyter runs cells), a timer's signal stops a call; it also
wakes one that sleeps. Elsewhere (Windows, other threads) a watching thread raises the same error
in the caller's, until the call ends, and is gone when `within` returns. Both stop a call between
two steps of Python. Neither stops one step that is itself without end inside compiled code, such
as ``sum(itertools.count())``; there, interrupt or restart the kernel.
"""

from __future__ import annotations

import contextlib
import ctypes
import io
import signal
import threading
import time
import warnings
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

import numpy as np

PATIENCE = 10  # how much longer by the clock than by the processor
AGAIN = 0.01  # seconds after which a call that caught the error gets it once more
KEPT = 2_000  # characters of output


class OutOfTimeError(BaseException):
    """Not an Exception, so that ``except Exception`` in a loop does not hide it."""


class Stopwatch:
    """Counts the time that this thread had.

    A busy machine gives it little, and while it sleeps it takes none; so the clock counts too, a
    tenth.
    """

    def __init__(self) -> None:
        self._began, self._used = time.monotonic(), time.thread_time()

    @property
    def seconds(self) -> float:
        """Since the beginning."""
        by_clock = (time.monotonic() - self._began) / PATIENCE
        return max(time.thread_time() - self._used, by_clock)


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
    """Call a function with copies of the arguments; no error comes out but the user's interrupt."""
    given, out = deepcopy(arguments), _Beginning()
    try:
        with (
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(_Beginning()),
            warnings.catch_warnings(),
            np.errstate(all="ignore"),
        ):
            warnings.simplefilter("ignore")
            value = within(seconds, lambda: function(*given))
    except OutOfTimeError:
        return Outcome(printed=out.text, late=True)
    except KeyboardInterrupt:
        raise
    # A learner's function can fail in any way, SystemExit included.
    except BaseException as error:
        return Outcome(printed=out.text, error=error)
    return Outcome(value, out.text, not _equal(given, arguments))


def within(seconds: float, call: Callable[[], Any]) -> Any:
    """Return what the call returns.

    Raises
    ------
    OutOfTimeError
        It took longer.
    """
    main = threading.current_thread() is threading.main_thread()
    if main and hasattr(signal, "setitimer"):
        return _with_timer(seconds, call)
    return _with_watcher(seconds, call)


def _with_timer(seconds: float, call: Callable[[], Any]) -> Any:
    running = True

    def ring(*_: Any) -> None:
        if running and watch.seconds >= seconds:
            raise OutOfTimeError

    began, watch = time.monotonic(), Stopwatch()
    handler = signal.signal(signal.SIGALRM, ring)
    rest, interval = signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)
    try:
        return call()
    finally:
        running = False
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL if handler is None else handler)
        if rest:  # somebody else's timer goes on
            left = rest - (time.monotonic() - began)
            signal.setitimer(signal.ITIMER_REAL, max(left, AGAIN), interval)


def _with_watcher(seconds: float, call: Callable[[], Any]) -> Any:
    caller, done = ctypes.c_ulong(threading.get_ident()), threading.Event()
    throw = ctypes.pythonapi.PyThreadState_SetAsyncExc

    def watch() -> None:
        ended = done.wait(seconds)
        while not ended:
            throw(caller, ctypes.py_object(OutOfTimeError))
            ended = done.wait(AGAIN)

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        return call()
    finally:
        while watcher.is_alive():
            # The error may still come in here, after the call.
            with contextlib.suppress(OutOfTimeError):
                done.set()
                watcher.join()
        throw(caller, None)


def _equal(one: Any, other: Any) -> bool:
    if isinstance(one, list | tuple):
        same_length = type(one) is type(other) and len(one) == len(other)
        return same_length and all(map(_equal, one, other))
    return bool(np.array_equal(one, other))
