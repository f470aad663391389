"""A function that the learner wrote: it is run on hidden inputs and compared with what is right.

What is said, in this order: why it cannot be run; the first input on which it gave no number; the
usual slip whose numbers it gives; the smallest input on which its number is wrong, with that
number, never the right one.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from kappabook.teaching.exercises.parse import (
    UnreadableError,
    as_fraction,
    is_empty,
    is_many,
    kind_of,
)
from kappabook.teaching.exercises.running import Outcome, Stopwatch, run

SECONDS = 2.0
LEAST = 0.05  # for the last inputs, so that a slow but right function is not cut off at 0
EXACT = 1e-6
WIDTH = 70


@dataclass(frozen=True)
class Case:
    """One hidden input, what is right for it, and what is special about it, if anything."""

    arguments: tuple[Any, ...]
    right: float
    note: str = ""


@dataclass(frozen=True)
class Task:
    """What a function is asked to do.

    Attributes
    ----------
    parameters : tuple of str
    what : str
        What it returns, within a sentence, such as "kappa".
    cases : callable
        Makes the inputs, the smallest first; the same at every call.
    slips : mapping
        From a message to a function that makes this mistake; nan where the mistake gives nothing.
    """

    parameters: tuple[str, ...]
    what: str
    cases: Callable[[], list[Case]]
    slips: Mapping[str, Callable[..., float]] = field(default_factory=dict)


def _stub(): ...  # type: ignore[no-untyped-def]


def is_stub(function: Any) -> bool:
    """Say whether a function's body is still ``...``."""
    code = getattr(function, "__code__", None)
    mine = _stub.__code__
    try:
        return bool((code.co_code, code.co_consts) == (mine.co_code, mine.co_consts))  # type: ignore[union-attr]
    except AttributeError:
        return False


def complaint(task: Task, function: Any, seconds: float = SECONDS) -> str:
    """Return what is off about a learner's function, nothing if it is right.

    Parameters
    ----------
    seconds : float
        For all inputs together.
    """
    if why := _not_callable(task, function):
        return why
    cases, watch = task.cases(), Stopwatch()
    numbers: list[float] = []
    changed = why = ""
    for case in cases:
        outcome = run(function, case.arguments, max(seconds - watch.seconds, LEAST))
        if why := _no_number(task, case, outcome, seconds):
            break
        numbers.append(float(as_fraction(outcome.value)))
        if outcome.changed and not changed:
            changed = (
                "Your function changes what it is given; work on a copy. "
                f"The input was {_shown(task, case)}."
            )
    if changed:
        return changed
    return _off(task, cases, numbers) if _wrong(cases, numbers) else why


def _not_callable(task: Task, function: Any) -> str:
    example = f"f({', '.join(task.parameters)})"
    if not callable(function):
        kind = kind_of(function)
        return (
            f"A function is asked for; this is a {kind}. Give its name in place of the dots, "
            "without quotes and without parentheses."
        )
    library = str(getattr(function, "__module__", "")).partition(".")[0]
    if library in ("kappabook", "sklearn"):
        return f"This function is from {library}. Write one of your own."
    try:
        inspect.signature(function).bind(*task.parameters)
    except TypeError:
        return (
            f"Your function must take {len(task.parameters)} "
            f"{'argument' if len(task.parameters) == 1 else 'arguments'}, as in {example}."
        )
    except ValueError:  # built-in functions may hide their parameters
        return ""
    return ""


def _no_number(task: Task, case: Case, outcome: Outcome, seconds: float) -> str:
    """Say why a call gave no number that can be compared."""
    given = f"{_shown(task, case)}."
    if case.note:
        given = f"{given} {case.note}"
    if outcome.late:
        return (
            f"Your function was stopped after {seconds:g} seconds. Does it contain a loop that "
            f"never ends? The input was {given}"
        )
    if isinstance(outcome.error, RecursionError):
        return f"Your function calls itself again and again. The input was {given}"
    if outcome.error is not None:
        return f"Your function raises {_said(outcome.error)} The input was {given}"
    value = outcome.value
    if value is None and outcome.printed:
        return "Your function prints its result; return it instead."
    if is_empty(value):
        return "Your function returns nothing. Does it end with a line that begins with return?"
    if hasattr(value, "__next__") or inspect.isawaitable(value):
        if inspect.iscoroutine(value):
            value.close()
        return "Use a plain function: return instead of yield, and no async."
    if is_many(value):
        kind = kind_of(value)
        return f"Your function returns a {kind}; one number is asked for. The input was {given}"
    try:
        float(as_fraction(value))
    except OverflowError:
        return f"Your function returns a number that is far too large. The input was {given}"
    except UnreadableError as error:
        return f"The result of your function cannot be used. {error} The input was {given}"
    return ""


def _wrong(cases: list[Case], numbers: list[float]) -> list[int]:
    """Return the positions of the inputs for which the number is wrong."""
    pairs = enumerate(zip(numbers, cases, strict=False))
    return [i for i, (number, case) in pairs if abs(number - case.right) > EXACT]


def _off(task: Task, cases: list[Case], numbers: list[float]) -> str:
    for message, wrong in task.slips.items():
        if _gives(wrong, cases, numbers):
            return message
    right, given = np.array([case.right for case in cases[: len(numbers)]]), np.array(numbers)
    if len(numbers) > 1:
        if np.ptp(given) == 0:
            return "Your function returns the same number for every input. Does it use them?"
        if np.allclose(given, -right, atol=EXACT):
            return "The sizes are right; look at the sign."
        if np.allclose(given, 100 * right, atol=100 * EXACT):
            return "Your numbers are percentages; shares of 1 are asked for."
        if np.allclose(given, right, rtol=0, atol=0.0051):
            return "Nearly: your function rounds. Return the number with all its digits."
    i, *others = _wrong(cases, numbers)
    hits = len(numbers) - len(others) - 1
    first = f"For {_shown(task, cases[i])} your function returns {numbers[i]:.6g}; that is not"
    text = f"{first} {task.what}."
    if hits:
        text += f" It is right for {hits} of {len(numbers)} inputs."
    return f"{text} {cases[i].note}".rstrip()


def _gives(wrong: Callable[..., float], cases: list[Case], numbers: list[float]) -> bool:
    """Say whether a slip explains all numbers; where it is nan it says nothing."""
    with np.errstate(all="ignore"):
        slips = np.array([wrong(*case.arguments) for case in cases[: len(numbers)]], dtype=float)
    known = ~np.isnan(slips)
    return bool(known.any() and np.allclose(slips[known], np.array(numbers)[known], atol=EXACT))


def _shown(task: Task, case: Case) -> str:
    """Write an input as a learner would, shortened."""
    pairs = zip(task.parameters, case.arguments, strict=True)
    return ", ".join(f"{name} = {_short(value)}" for name, value in pairs)


def _short(value: Any) -> str:
    plain = value.tolist() if isinstance(value, np.ndarray) else value
    text = f"{plain:.6g}" if isinstance(plain, float) else repr(plain)
    if len(text) > WIDTH:
        text = f"{text[: WIDTH - 10]} ... ({len(plain)} entries)"
    return f"np.array({text})" if isinstance(value, np.ndarray) else text


def _said(error: BaseException) -> str:
    """Name an error and what it says; its text may itself fail."""
    try:
        text = " ".join(str(error).split())[:WIDTH]
    except Exception:
        text = ""
    name = type(error).__name__
    return f"{name}: {text.rstrip('.')}." if text else f"{name}."
