"""The documents: a module each, which computes what the document prints, and its figures.

A document's package ``papers/<key>`` computes in ``__init__.py``, or in the chapters named there;
what it prints stands in ``data/printed/<key>``, and `kappabook.audit` compares the two.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fnmatch import fnmatchcase
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, cast

from kappabook.audit.judging import Audit, Row
from kappabook.audit.printed import AuditError, Claim, read_claims
from kappabook.papers.paper import PAPERS as PAPERS
from kappabook.papers.paper import Paper
from kappabook.system.checkout import printed_folder
from kappabook.system.extras import need
from kappabook.system.spelling import near

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# What documents and figures import; said here, before any of them is.
with need("report", "matplotlib", "pandas", "sympy"):
    pass


def declaration(key: str) -> Paper:
    """Return the title and the figures of one document.

    Raises
    ------
    KeyError
        With the keys there are.
    """
    if key not in PAPERS:
        raise KeyError(f"{key!r} is no document; there are {', '.join(PAPERS)}.")
    return PAPERS[key]


# --- what is printed ----------------------------------------------------------------------------


def claims(key: str) -> tuple[Claim, ...]:
    """Read the transcription of one document; errors are those of `read_claims`."""
    return tuple(read_claims(printed_folder() / key).values())


def claim(name: str) -> Claim:
    """Return the claim of one id, of whatever document.

    Raises
    ------
    AuditError
        There is none; with the nearest ids.
    """
    key, _, rest = name.partition(".")
    found = read_claims(printed_folder() / key).get(rest) if key in PAPERS else None
    if found is None:
        known = list(_every_claim())
        if similar := near(name, known):
            are = "are" if len(similar) > 1 else "is"
            raise AuditError(f"no claim {name!r}; the nearest {are} {', '.join(similar)}.")
        if key in PAPERS:
            example = next(known for known in claims(key)).claim
            raise AuditError(
                f"no claim {name!r}; list those of this document by '{key}.*'; one is {example}."
            )
        raise AuditError(
            f"no claim {name!r}; an id begins with one of {', '.join(PAPERS)}, such as {known[0]}."
        )
    return found


def matching(pattern: str) -> list[Claim]:
    """Return the claims of one id, or of a pattern, in the order of the ledger.

    Parameters
    ----------
    pattern : str
        With ``*``, ``?`` and ``[1-3]`` as in names of files; ``*`` alone is every claim.

    Raises
    ------
    AuditError
        There is none; with what ids there are.
    """
    if not re.search(r"[*?[]", pattern):
        return [claim(pattern)]
    known = _every_claim()
    found = [known[name] for name in known if fnmatchcase(name, pattern)]
    if not found:
        raise AuditError(
            f"no claim matches {pattern!r}; an id begins with one of {', '.join(PAPERS)}, "
            f"such as {next(iter(known))}."
        )
    return found


def _every_claim() -> dict[str, Claim]:
    return {claim.claim: claim for key in PAPERS for claim in claims(key)}


# --- what is judged -----------------------------------------------------------------------------


@cache
def audit(key: str) -> Audit:
    """Return a document's printed texts with our remarks and the functions that compute.

    Raises
    ------
    AuditError
        The document is declared and has no module; and what `Audit` raises.
    """
    if not find_spec(f"{__name__}.{key}"):
        raise AuditError(
            f"papers/paper.py declares {key}; write papers/{key}/__init__.py, its functions."
        )
    module = import_module(f"{__name__}.{key}")
    chapters = getattr(module, "CHAPTERS", ())
    modules = [import_module(f"{__name__}.{key}.{name}") for name in chapters] or [module]
    return Audit(printed_folder() / key, *modules)


@cache
def rows(key: str) -> tuple[Row, ...]:
    """Judge every claim of one document."""
    return tuple(audit(key).rows.values())


def row(name: str) -> Row:
    """Judge one claim, by its full id; of its document no more is computed than that needs."""
    found = claim(name)
    return audit(found.document).row(found.name)


def judge(name: str, value: Any) -> Row:
    """Judge one claim, by its full id, by a value of one's own."""
    found = claim(name)
    return audit(found.document).judge(found.name, value)


def all_rows() -> list[Row]:
    """Judge every claim of every document."""
    return [row for key in PAPERS for row in rows(key)]


# --- what is drawn ------------------------------------------------------------------------------


def figure(key: str, name: str) -> Callable[[], Figure]:
    """Return the function that draws one figure of a document.

    Raises
    ------
    AuditError
        The document's declaration names the figure and no function draws it.
    """
    module = import_module(f"{__name__}.{key}.figures")
    draw = getattr(module, name.replace("-", "_"), None)
    if draw is None:
        raise AuditError(
            f"papers/paper.py declares the figure {name!r} of {key}, and {module.__name__} has no "
            f"function {name.replace('-', '_')}."
        )
    return cast("Callable[[], Figure]", draw)
