"""Names that others gave, as matplotlib may draw them."""

from __future__ import annotations


def drawn(name: object, most: int = 24) -> str:
    """Shorten a name, show its control characters, and keep a dollar from beginning a formula."""
    text = "".join(c if c.isprintable() else repr(c)[1:-1] for c in str(name))
    if len(text) > most:
        text = f"{text[: most - 1]}…"
    return text.replace("$", r"\$")
