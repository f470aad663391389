"""A learner's function is run on hidden inputs: whatever it does, a sentence comes back."""

import math
import signal
import sys
import threading
import time

import numpy as np
import pytest
from sklearn.metrics import cohen_kappa_score

from kappabook.teaching import check
from kappabook.teaching.exercises import running
from kappabook.teaching.exercises.functions import Case, Task, complaint
from kappabook.teaching.exercises.running import run
from kappabook.teaching.exercises.tasks import TASKS


def mean_of(values):
    return sum(values) / len(values)


CASES = [
    Case(([1, 2],), 1.5),
    Case(([3, 1, 2, 2],), 2.0),
    Case(([-4, 2],), -1.0, "Here the mean is below 0."),
    Case(([0.25] * 30,), 0.25),
]
TASK = Task(
    ("values",),
    "the mean",
    lambda: CASES,
    {"Your function returns the sum.": sum, "Your function returns the middle one.": np.median},
)


def prints(values):
    print(mean_of(values))


def changes(values):
    values.sort()
    return mean_of(values)


def calls_itself(values):
    return calls_itself(values)


def yields(values):
    yield mean_of(values)


async def waits(values):
    return mean_of(values)


def only_positive(values):
    return abs(mean_of(values))


def leaves(values):
    sys.exit()


class NastyError(Exception):
    def __str__(self):
        raise RuntimeError


def raises_nastily(values):
    raise NastyError


class Nothing:
    __float__ = __len__ = None


@pytest.mark.parametrize(
    ("function", "sentence"),
    [
        (0.5, "A function is asked for; this is a single number."),
        ("mean_of", "A function is asked for; this is a text."),
        (np.array([1, 2]), "A function is asked for; this is a whole array."),
        (lambda: 1, "Your function must take 1 argument, as in f(values)."),
        (lambda values, weights: 1, "Your function must take 1 argument, as in f(values)."),
        (lambda *, values: 1, "Your function must take 1 argument, as in f(values)."),
        (prints, "Your function prints its result; return it instead."),
        (lambda values: None, "Your function returns nothing."),
        (lambda values: values, "returns a list; one number is asked for. The input was values"),
        (lambda values: "1.5", "'1.5' is a text; take the quotes away. The input was values"),
        (lambda values: math.nan, "Nan is no number."),
        (lambda values: -math.inf, "This is infinite."),
        (lambda values: True, "True is a truth value; a number is asked for."),
        (lambda values: 1j, "This is a complex number."),
        (lambda values: 10**400, "far too large"),
        (lambda values: Nothing(), "returns a Nothing; one number is asked for"),
        (yields, "return instead of yield"),
        (waits, "no async"),
        (calls_itself, "calls itself again and again. The input was values = [1, 2]."),
        (lambda values: values[3], "raises IndexError: list index out of range. The input was"),
        (lambda values: 1 / 0, "raises ZeroDivisionError: division by zero. The input was"),
        (leaves, "raises SystemExit."),
        (raises_nastily, "raises NastyError."),
        (changes, "changes what it is given; work on a copy. The input was values = [3, 1, 2, 2]"),
        (sum, "Your function returns the sum."),
        (lambda values: 1, "returns the same number for every input"),
        (lambda values: 100 * mean_of(values), "Your numbers are percentages"),
        (lambda values: -mean_of(values), "look at the sign"),
        (lambda values: round(mean_of(values), 2) + 0.004, "your function rounds"),
        (only_positive, "For values = [-4, 2] your function returns 1; that is not the mean."),
        (only_positive, "It is right for 3 of 4 inputs. Here the mean is below 0."),
        (type("Mean", (), {"__call__": lambda self, values: 3})(), "the same number"),
    ],
)
def test_what_is_said(function, sentence):
    assert sentence in complaint(TASK, function)


@pytest.mark.parametrize("function", [mean_of, np.mean, lambda *a: mean_of(*a)])
def test_a_right_function_is_right(function):
    assert complaint(TASK, function) == ""


# --- the time limit -----------------------------------------------------------------------------


def loops(values):
    while True:
        pass


def loops_and_catches(values):
    while True:
        try:  # noqa: SIM105
            len(values)
        except:  # noqa: E722
            pass


def loops_and_prints(values):
    while True:
        print(values)


ENDLESS = [loops, loops_and_catches, loops_and_prints]


def in_a_thread(call):
    found = []
    thread = threading.Thread(target=lambda: found.append(call()))
    thread.start()
    thread.join(60)
    assert not thread.is_alive()
    return found[0]


@pytest.mark.parametrize("around", [lambda call: call(), in_a_thread], ids=["main", "thread"])
@pytest.mark.parametrize("function", ENDLESS)
def test_a_loop_without_end_is_stopped_and_leaves_nothing(function, around, capsys):
    threads = threading.active_count()
    handler = signal.getsignal(signal.SIGALRM)
    said = around(lambda: complaint(TASK, function, seconds=0.2))
    assert said.startswith("Your function was stopped after 0.2 seconds.")
    assert "values = [1, 2]" in said
    assert threading.active_count() == threads
    assert signal.getsignal(signal.SIGALRM) == handler
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
    assert capsys.readouterr() == ("", "")


def test_a_busy_machine_does_not_stop_a_function():
    """It takes longer by the clock, and no longer by the processor."""
    assert not run(lambda: time.sleep(0.4), (), 0.2).late


def test_a_function_that_sleeps_is_left_behind(monkeypatch):
    """No exception from outside wakes it; the learner is told all the same."""
    monkeypatch.setattr(running, "GRACE", 0.1)
    began, woken = time.monotonic(), threading.Event()
    assert run(lambda: woken.wait(20), (), 0.05).late
    assert time.monotonic() - began < 10
    woken.set()


def test_the_users_own_interrupt_comes_through():
    def interrupted(values):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        complaint(TASK, interrupted)


def test_an_interrupt_stops_the_function_too():
    threads = threading.active_count()
    timer = threading.Timer(0.1, signal.raise_signal, (signal.SIGINT,))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        run(loops, ([],), 60)
    timer.join()
    assert threading.active_count() == threads


# --- the tasks of the exercises -----------------------------------------------------------------


@pytest.mark.parametrize("name", TASKS)
def test_the_inputs_are_the_same_every_time_and_a_slip_is_not_right(name):
    task = TASKS[name]
    first, second = task.cases(), task.cases()
    assert [case.right for case in first] == [case.right for case in second]
    assert repr([case.arguments for case in first]) == repr([case.arguments for case in second])
    assert len(first) >= 5
    assert np.ptp([case.right for case in first]) > 0.1
    for message, wrong in task.slips.items():
        names = ", ".join(task.parameters)
        assert complaint(task, eval(f"lambda {names}: f({names})", {"f": wrong})) == message


def test_the_right_kappas_are_those_of_scikit_learn():
    for case in TASKS["kappa_of_lists"].cases():
        assert case.right == pytest.approx(cohen_kappa_score(*case.arguments))
    for case in TASKS["weighted_kappa"].cases():
        (table,) = case.arguments
        cells = np.repeat(list(np.ndindex(len(table), len(table))), np.ravel(table), axis=0).T
        assert case.right == pytest.approx(cohen_kappa_score(*cells, weights="quadratic"))
    for case in TASKS["best_kappa"].cases():
        truth, score = case.arguments
        kappas = [cohen_kappa_score(truth, score >= cut) for cut in score]
        assert case.right == pytest.approx(max(kappas), abs=1e-12)


def test_the_librarys_own_function_is_refused():
    assert "is from sklearn. Write one of your own." in check("01-2", cohen_kappa_score).message


def test_an_untouched_function_is_nothing_yet():
    def kappa(y_true, y_pred): ...

    assert check("01-2", kappa).state == "nothing yet"
    assert "in place of the dots" in check("01-2", kappa).message
    assert check("01-2", lambda y_true, y_pred: 0).state == "not yet"
