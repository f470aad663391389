"""What a question is: the values that are read from the bank, and written in every format."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

LETTERS = "abcd"


@dataclass(frozen=True)
class Belief:
    """Something that people believe and that is wrong; `exercises` and `show` are against it."""

    name: str
    belief: str
    exercises: str
    show: str


@dataclass(frozen=True)
class Option:
    """One answer to choose.

    Attributes
    ----------
    text : str
        As the student reads it.
    shows : str
        The misconception of somebody who chooses it; empty for the key.
    says : object
        The value that the text states, which the computation gives for the key alone; or None.
    """

    text: str
    shows: str
    says: object = None


@dataclass(frozen=True)
class Question:
    """One question with four options, of which one is the key.

    Attributes
    ----------
    question, form, title : str
        Its id; the form it stands in; a few words for lists that only lecturers see.
    lesson, level : str
        The number of the notebook that teaches it; recall, apply or explain.
    text, why : str
        As asked; and why the key is right, in a sentence.
    table : tuple of tuple of str
        Rows of cells, the first row a head; all of one length; or empty.
    options : tuple of 4 Option
        In the order of print.
    proof : str
        Python examples with their outputs; the last output decides if the options have `says`.
    """

    question: str
    form: str
    title: str
    lesson: str
    level: str
    text: str
    why: str
    options: tuple[Option, ...]
    table: tuple[tuple[str, ...], ...] = ()
    proof: str = ""

    @property
    def key(self) -> str:
        """The letter of the right option."""
        return next(letter for letter, option in self.lettered if not option.shows)

    @property
    def lettered(self) -> list[tuple[str, Option]]:
        """The options with their letters."""
        return list(zip(LETTERS, self.options, strict=True))


@dataclass(frozen=True)
class Bank:
    """All questions, in the order of print.

    Attributes
    ----------
    forms : mapping of str to str
        From the name of a form, such as ``A``, to its title.
    beliefs : mapping of str to Belief
        By name, such as ``M1``.
    setup : str
        Python examples that stand before every proof: the imports.
    questions : tuple of Question
        Those of one form stand together.
    """

    forms: Mapping[str, str]
    beliefs: Mapping[str, Belief]
    setup: str
    questions: tuple[Question, ...]

    def of(self, form: str) -> list[Question]:
        """Return the questions of one form."""
        return [question for question in self.questions if question.form == form]
