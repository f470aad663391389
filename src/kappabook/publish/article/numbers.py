"""How the article writes a number."""

from __future__ import annotations

WORDS = (
    *("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve"),
)
MINUS = "\N{MINUS SIGN}"


def fixed(value: float, decimals: int) -> str:
    """Write with so many decimals and a true minus; what rounds to 0 has no sign."""
    text = f"{value:.{decimals}f}"
    if float(text) == 0:
        text = text.removeprefix("-")
    return text.replace("-", MINUS)


def whole(value: int) -> str:
    """Write a count, with commas from ten thousand on."""
    return f"{value:,}" if value >= 10_000 else str(value)


def in_words(text: str) -> str:
    """Write a count up to twelve as a word; a larger one stays."""
    return WORDS[int(text)] if text.isdecimal() and int(text) < len(WORDS) else text
