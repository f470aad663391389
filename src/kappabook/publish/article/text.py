"""Fill the placeholders of the text, and refuse numbers that are typed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from kappabook.publish.article.numbers import WORDS, in_words

# ``{{name}}``; ``{{name|word}}`` and ``{{name|Word}}`` spell a small count.
PLACEHOLDER = re.compile(r"\{\{([^{}|]+)(?:\|(word|Word))?\}\}")
# What counts as a number where it is typed; "none" and "one" are also other words.
_LARGER = (
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
    *("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"),
    *("hundred", "thousand", "million"),
)
_TYPED = re.compile(rf"\d[\d.,]*|\b(?:{'|'.join((*WORDS[2:], *_LARGER))})\b", re.IGNORECASE)


class ArticleError(ValueError):
    """The article's text asks for what is not there, or has what must not be there."""


def fill(text: str, value_of: Callable[[str], str]) -> str:
    """Put values in place of the placeholders."""

    def written(found: re.Match[str]) -> str:
        value = value_of(found[1])
        if not found[2]:
            return value
        word = in_words(value)
        return word.capitalize() if found[2] == "Word" else word

    return PLACEHOLDER.sub(written, text)


def names_in(text: str) -> list[str]:
    """Return the names of the placeholders, each once, in their order."""
    return list(dict.fromkeys(name for name, _ in PLACEHOLDER.findall(text)))


def check_names(asked: Iterable[str], known: Iterable[str], file: str) -> None:
    """Refuse a placeholder without an expression, and an expression that nothing asks for."""
    asked, known = list(asked), list(known)
    if unknown := [name for name in asked if name not in known]:
        raise ArticleError(
            f"{file} asks for {', '.join(f'{{{{{name}}}}}' for name in unknown)}, which has no "
            "value; write its expression in src/kappabook/publish/article/values_*.py, or mend "
            "the name."
        )
    if unused := [name for name in known if name not in asked]:
        raise ArticleError(
            f"{file} does not use {', '.join(unused)}; remove what gives it from "
            "src/kappabook/publish/article/values_*.py."
        )


def check_typed(text: str, allowed: Mapping[str, Iterable[str]], file: str) -> None:
    """Refuse a number that stands in the text itself, unless it is on the list.

    Parameters
    ----------
    text : str
        Before it is filled.
    allowed : mapping of str to iterable of str
        By kind (years, names, ...), the words that may stand there: ``Table 12``.
    file : str
        For the message.

    Raises
    ------
    ArticleError
        With line and word; or a word of the list is not in the text.
    """
    phrases = [phrase for kind in allowed.values() for phrase in kind]
    bare = PLACEHOLDER.sub(lambda found: " " * len(found[0]), text)
    for phrase in sorted(phrases, key=len, reverse=True):
        bare, found = re.subn(
            rf"(?<![\w.]){re.escape(phrase)}(?![\w]|[.,]\d)", " " * len(phrase), bare
        )
        if not found:
            raise ArticleError(f"{file} does not hold {phrase!r}; remove it from the list.")
    for number, line in enumerate(bare.splitlines(), 1):
        if typed := _TYPED.search(line):
            whole = text.splitlines()[number - 1].strip()
            raise ArticleError(
                f"{file}:{number}: the number {typed[0]!r} is typed ({whole[:80]!r}). Give it a "
                "placeholder; only years, names and numbers of equations may stand in typed.toml."
            )
