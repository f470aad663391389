"""For class: exercises that check themselves, and explorers, the figures that move.

By purpose::

    check                       what is said of an answer to an exercise, such as "03-4"
    Function, Number, Numbers, Property, Words, same
                                the rules by which answers are compared

    opening_explorer, confusion_explorer, threshold_explorer, prevalence_explorer
                                the explorers as widgets
    sample_scores               the made-up scores of the third
"""

from importlib import import_module
from typing import TYPE_CHECKING

from kappabook.teaching.exercises import Function, Number, Numbers, Property, Words, check, same

if TYPE_CHECKING:
    from kappabook.teaching.explorers import (
        confusion_explorer,
        opening_explorer,
        prevalence_explorer,
        sample_scores,
        threshold_explorer,
    )

__all__ = [
    "Function",
    "Number",
    "Numbers",
    "Property",
    "Words",
    "check",
    "confusion_explorer",
    "opening_explorer",
    "prevalence_explorer",
    "same",
    "sample_scores",
    "threshold_explorer",
]

if not TYPE_CHECKING:  # a type checker is to see a misspelt name

    def __getattr__(name: str) -> object:
        """Import an explorer when it is asked for: who checks an answer needs no widgets."""
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"{__name__}.explorers"), name)


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
