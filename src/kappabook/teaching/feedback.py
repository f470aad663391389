"""What a learner is told about an answer."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Literal

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
        What is off, never the answer; empty when there is nothing to add.
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
