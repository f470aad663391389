"""Immediate feedback on an exercise: what is off, never the answer."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Any, Literal

from kappabook.teaching.exercises.parse import UnreadableError, is_empty
from kappabook.teaching.exercises.seals import Sealed, read_sealed

NOTHING = "Put your answer in place of the dots, and run both cells again."
UNWRITTEN = "Write your lines in place of the dots, and run both cells again."
State = Literal["right", "not yet", "nothing yet"]


@dataclass(frozen=True, repr=False)
class Feedback:
    """One exercise, where it stands, and a sentence that helps; true when the answer is right.

    Attributes
    ----------
    exercise : str
        Such as ``03-4``.
    state : 'right', 'not yet' or 'nothing yet'
    message : str
        What is off, never the answer; of a right answer, why it is right.
    """

    exercise: str
    state: State
    message: str = ""

    def __bool__(self) -> bool:
        return self.state == "right"

    def __repr__(self) -> str:
        return f"{self.exercise}: {self.state}. {self.message}".rstrip()

    def _repr_html_(self) -> str:
        head = f"<strong>{escape(self.exercise)}: {self.state}.</strong>"
        return f'<p role="status">{head} {escape(self.message, quote=False)}</p>'


def check(exercise: str, answer: Any = ...) -> Feedback:
    """Say whether an answer is right and, if it is not, what to look at.

    Parameters
    ----------
    exercise : str
        The exercise's id, notebook and number, such as ``"03-4"``.
    answer : object
        What the exercise asks for. Anything may be passed; nothing a learner passes raises.

    Returns
    -------
    Feedback
        Shown as a sentence, and true if the answer is right.

    Raises
    ------
    ValueError
        There is no such exercise; the message lists those of the notebook.

    Examples
    --------
    >>> from kappabook.teaching import check
    >>> check("00-1")
    00-1: nothing yet. Put your answer in place of the dots, and run both cells again.
    >>> check("00-1", "0.5")
    00-1: not yet. '0.5' is a text; take the quotes away.
    """
    sealed = _find(exercise)
    if sealed.rule.untouched(answer):
        return Feedback(exercise, "nothing yet", NOTHING if is_empty(answer) else UNWRITTEN)
    try:
        complaint = _complaint(sealed, answer)
    except UnreadableError as error:
        complaint = str(error)
    # A learner's object can fail in any way when it is looked at; that is not to stop the lesson.
    except Exception as error:
        kind, reason = type(answer).__name__, type(error).__name__
        complaint = f"This {kind} could not be read ({reason}). Hint: {sealed.hint}"
    if complaint:
        return Feedback(exercise, "not yet", complaint)
    return Feedback(exercise, "right", sealed.why)  # a letter may have been guessed


def _complaint(sealed: Sealed, answer: Any) -> str:
    """Return what is off, nothing if the answer is right."""
    key = sealed.rule.read(answer)
    wrong = sealed.wrong_entries(key)
    if not wrong:
        return ""
    if message := sealed.message(key) or sealed.rule.outside(answer):
        return message
    return f"{_where(sealed, wrong, key)} Hint: {sealed.hint}"


def _where(sealed: Sealed, wrong: list[int], key: tuple[str, ...]) -> str:
    """Name the entries of a list that are off, or what was given if nothing in it is right."""
    if len(wrong) == len(key):
        return sealed.rule.named(key)
    which = " and ".join(map(str, wrong))
    return f"Entry {which} is off." if len(wrong) == 1 else f"Entries {which} are off."


def _find(exercise: str) -> Sealed:
    known = read_sealed()
    if exercise in known:
        return known[exercise]
    notebook = str(exercise).partition("-")[0]
    same = [name for name in known if name.startswith(f"{notebook}-")]
    if same:
        raise ValueError(f"no exercise {exercise!r}; notebook {notebook} has {', '.join(same)}.")
    notebooks = sorted({name.partition("-")[0] for name in known})
    raise ValueError(
        f"no exercise {exercise!r}; an id is notebook and number, such as '00-1', and the "
        f"notebooks with exercises are {', '.join(notebooks)}."
    )
