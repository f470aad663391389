"""Pages of `docs/` with places that a command fills: between two marks stands what is made."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path

from kappabook.system.files import read_text


def filled(page: Path, what: str, parts: Mapping[str, Callable[[], str]]) -> str:
    """Return the text of a page with each part between its two marks.

    A place is ``<!-- WHAT: PART -->`` and a later ``<!-- end of WHAT -->``.

    Parameters
    ----------
    what : str
        Such as ``questions``.
    parts : mapping of str to function
        Name of a part -> what writes it, called only if the page has its place.

    Raises
    ------
    ValueError
        The page has no place, or one for a part that there is not.
    """
    text = read_text(page)
    place = re.compile(rf"(<!-- {what}: (?P<part>\S+) -->\n).*?(<!-- end of {what} -->)", re.DOTALL)
    if not place.search(text):
        raise ValueError(
            f"{page} has no place for {what}; write the lines <!-- {what}: PART --> and "
            f"<!-- end of {what} -->, PART one of {', '.join(parts)}."
        )

    def part(found: re.Match[str]) -> str:
        if found["part"] not in parts:
            raise ValueError(
                f"{page}: there is no part {found['part']!r}; the parts are {', '.join(parts)}."
            )
        return f"{found[1]}{parts[found['part']]()}\n{found[3]}"

    return place.sub(part, text)
