"""Where each page stands in the navigation: by what a reader wants, in the order of this table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase

# Patterns of pages, in order; the first that fits has the page.
PLACES: dict[str, tuple[str, ...]] = {
    "Learn": (
        *("notebooks/00-*", "notebooks/01-*", "notebooks/02-*", "notebooks/03-*"),
        *("notebooks/09-*", "notebooks/08-*", "notebooks/13-*"),
    ),
    "Teach": (
        *("lesson", "lecture-plan", "assessment", "exercises"),
        "figures-that-move",
    ),
    "Measure": (*("measure", "notebooks/10-*", "notebooks/11-*", "raters", "intervals"),),
    "Check a claim": (
        *("ledger", "what-held", "notebooks/04-*", "notebooks/05-*"),
        *("notebooks/06-*", "notebooks/07-*", "notebooks/12-*", "regret", "regret-plan"),
    ),
    "Reference": ("api", "data", "tables", "reliability", "CHANGELOG"),
}
# Pages that unfold below another.
BELOW: dict[str, tuple[str, ...]] = {
    "assessment": ("ten-questions", "form-*"),
    "exercises": ("notebooks/exercises/*",),
    "api": ("reference/*",),
}


def placed(pages: Iterable[str]) -> dict[str, list[str]]:
    """Give each page its place: under a purpose, or below another page.

    Parameters
    ----------
    pages : iterable of str
        Names of pages without their ending, such as ``notebooks/01-kappa-guide``.

    Returns
    -------
    dict of str to list of str
        The pages of each purpose and of each page with others below it, in order.

    Raises
    ------
    ValueError
        A page has no place, or stands below a page that there is not.

    Examples
    --------
    >>> placed(["api", "measure", "reference/kappabook"])
    {'Measure': ['measure'], 'Reference': ['api'], 'api': ['reference/kappabook']}
    """
    pages = list(pages)
    rank = {
        pattern: (i, home)
        for i, (home, pattern) in enumerate(
            (home, pattern) for home, patterns in (PLACES | BELOW).items() for pattern in patterns
        )
    }
    found: dict[str, list[tuple[int, str]]] = defaultdict(list)
    lost = []
    for page in pages:
        place = next((rank[pattern] for pattern in rank if fnmatchcase(page, pattern)), None)
        if place is None or (place[1] in BELOW and place[1] not in pages):
            lost.append(page)
        else:
            found[place[1]].append((place[0], page))
    if lost:
        raise ValueError(
            f"no place in the navigation of the site for {', '.join(lost)}; name it in PLACES or "
            "BELOW of kappabook/workbook/site/navigation.py, and the page above it if there is one."
        )
    order = [home for home in (*PLACES, *BELOW) if home in found]
    return {home: [page for _, page in sorted(found[home])] for home in order}


def toctree(pages: Iterable[str], caption: str = "") -> str:
    """Write a part of the navigation; it is not shown in the page itself."""
    head = ["```{toctree}", ":hidden:", ":maxdepth: 1"]
    return "\n".join((*head, *([f":caption: {caption}"] if caption else []), "", *pages, "```", ""))


def refuse_same_titles(titles: Mapping[str, str]) -> None:
    """Refuse two pages of one title, which a reader of the navigation could not tell apart.

    Parameters
    ----------
    titles : mapping of str to str
        From the name of a page to its title.

    Raises
    ------
    ValueError
        With the two pages.
    """
    first: dict[str, str] = {}
    for page, title in titles.items():
        other = first.setdefault(title.casefold(), page)
        if other != page:
            raise ValueError(
                f"{other} and {page} are both called {title!r}; give one of them another title."
            )
