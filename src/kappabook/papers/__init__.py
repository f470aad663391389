"""The documents: a module each, which computes what the document prints, and its figures.

A document whose folder in ``data/printed`` has ``remarks.toml`` is judged by `kappabook.audit`; its
module is ``papers/<key>.py``, or a package that names its chapters. The others are packages of
checks (`kappabook.checks`), whose words `unported` translates.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from fnmatch import fnmatchcase
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from types import ModuleType
from typing import TYPE_CHECKING, Any, cast

from kappabook import checks as old
from kappabook.audit import Audit, Row
from kappabook.checkout import printed_folder
from kappabook.extras import need
from kappabook.ledger import Finding
from kappabook.papers import unported
from kappabook.papers.paper import PAPERS as PAPERS
from kappabook.papers.paper import Paper
from kappabook.printed import read_claims
from kappabook.transcription import (
    Claim,
    Erratum,
    LedgerError,
    document_of,
    read_errata,
)
from kappabook.transcription import read_claims as read_old_claims

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# What checks and figures import; said here, before any of them is.
with need("report", "matplotlib", "pandas", "sympy"):
    pass


def declaration(key: str) -> Paper:
    """Return what the house knows of one document.

    Raises
    ------
    KeyError
        With the keys there are.
    """
    if key not in PAPERS:
        raise KeyError(f"{key!r} is no document; there are {', '.join(PAPERS)}.")
    return PAPERS[key]


def is_ported(key: str) -> bool:
    """Say whether a document is judged by `kappabook.audit`."""
    return (printed_folder() / key / "remarks.toml").exists()


# --- what is printed ----------------------------------------------------------------------------


@cache
def claims(key: str) -> tuple[Claim, ...]:
    """Read the transcription of one document.

    Raises
    ------
    LedgerError
        An id that does not begin with the document's key, so that it may be another's too.
    """
    if is_ported(key):
        read = read_claims(printed_folder() / key).values()
        return tuple(
            Claim(f"{key}.{c.name}", c.locator, c.statement, c.printed, c.place) for c in read
        )
    found = tuple(read_old_claims(printed_folder() / key))
    for claim in found:
        if claim.document != key:
            raise LedgerError(f"{claim.source}: {claim.claim}: an id here begins with {key}.")
    return found


def claim(name: str) -> Claim:
    """Return the claim of one id, of whatever document.

    Raises
    ------
    LedgerError
        There is none; with the nearest ids.
    """
    known = _every_claim()
    if name not in known:
        nearest = get_close_matches(name, known, n=3, cutoff=0.4) or list(known)[:1]
        raise LedgerError(f"no claim {name!r}; the nearest are {', '.join(nearest)}.")
    return known[name]


def matching(pattern: str) -> list[Claim]:
    """Return the claims of one id, or of a pattern, in the order of the ledger.

    Parameters
    ----------
    pattern : str
        With ``*``, ``?`` and ``[1-3]`` as in names of files; ``*`` alone is every claim.

    Raises
    ------
    LedgerError
        There is none; with what ids there are.
    """
    if not re.search(r"[*?[]", pattern):
        return [claim(pattern)]
    known = _every_claim()
    found = [known[name] for name in known if fnmatchcase(name, pattern)]
    if not found:
        raise LedgerError(
            f"no claim matches {pattern!r}; an id begins with one of {', '.join(PAPERS)}, "
            f"such as {next(iter(known))}."
        )
    return found


def _every_claim() -> dict[str, Claim]:
    return {claim.claim: claim for key in PAPERS for claim in claims(key)}


def errata(key: str) -> list[Erratum]:
    """Read the errata of one document; one of no document raises LedgerError."""
    every = read_errata(printed_folder() / "errata.csv")
    for erratum in every:
        if document_of(erratum.claim) not in PAPERS:
            raise LedgerError(
                f"{erratum.source}: {erratum.claim} is of no document; an id begins with one of "
                f"{', '.join(PAPERS)}."
            )
    return [erratum for erratum in every if document_of(erratum.claim) == key]


@cache
def printed(key: str) -> Mapping[str, str]:
    """Return the printed text of every claim of one document, by id."""
    return {claim.claim: claim.printed for claim in claims(key)}


@cache
def statements(key: str) -> Mapping[str, str]:
    """Return what every claim of one document says, in our words, by id."""
    return {claim.claim: claim.statement for claim in claims(key)}


# --- what is judged -----------------------------------------------------------------------------


@cache
def audit(key: str) -> Audit:
    """Return a document's printed texts with our remarks and the functions that compute."""
    module = import_module(f"{__name__}.{key}")
    chapters = getattr(module, "CHAPTERS", ())
    modules = [import_module(f"{__name__}.{key}.{name}") for name in chapters] or [module]
    return Audit(printed_folder() / key, *modules)


@cache
def rows(key: str) -> tuple[Row, ...]:
    """Judge every claim of one document."""
    if is_ported(key):
        return tuple(audit(key).rows.values())
    return unported.rows(old_audit(key))


def row(name: str) -> Row:
    """Judge one claim, by its full id; of its document no more is computed than that needs."""
    found = claim(name)
    if is_ported(found.document):
        return audit(found.document).row(name.partition(".")[2])
    return next(row for row in rows(found.document) if row.claim == name)


def judge(name: str, value: Any) -> Row:
    """Judge one claim, by its full id, by a value of one's own."""
    key = claim(name).document
    if is_ported(key):
        return audit(key).judge(name.partition(".")[2], value)
    return unported.judged(old_audit(key), name, value)


def all_rows() -> list[Row]:
    """Judge every claim of every document."""
    return [row for key in PAPERS for row in rows(key)]


# --- documents that are not rewritten yet ---


def modules(key: str) -> Iterator[ModuleType]:
    """Import the modules of one document that may hold checks: all but its figures."""
    return _modules(import_module(f"{__name__}.{key}"))


def _modules(package: ModuleType) -> Iterator[ModuleType]:
    for module in iter_modules(package.__path__, f"{package.__name__}."):
        if module.name.rpartition(".")[2] != "figures":
            found = import_module(module.name)
            yield found
            if module.ispkg:
                yield from _modules(found)


@cache
def checks(key: str) -> tuple[old.Check, ...]:
    """Return all checks of one document, wherever in its package they stand."""
    return tuple(check for module in modules(key) for check in old.checks_in(module))


@cache
def old_audit(key: str) -> old.Audit:
    """Return the claims of one document with the checks that judge them."""
    return old.Audit(key, claims(key), checks(key), errata(key))


def findings(key: str, texts: Mapping[str, str] | None = None) -> Mapping[str, Finding]:
    """Compute every claim of one document from its printed texts, or from others."""
    return old_audit(key).findings(texts)


# --- what is drawn ------------------------------------------------------------------------------


def figure(key: str, name: str) -> Callable[[], Figure]:
    """Return the function that draws one figure of a document.

    Raises
    ------
    LedgerError
        The document's declaration names the figure and no function draws it.
    """
    beside = f"{__name__}.{key}_figures"
    module = import_module(beside if find_spec(beside) else f"{__name__}.{key}.figures")
    draw = getattr(module, name.replace("-", "_"), None)
    if draw is None:
        raise LedgerError(
            f"papers/paper.py declares the figure {name!r} of {key}, and {module.__name__} has no "
            f"function {name.replace('-', '_')}."
        )
    return cast("Callable[[], Figure]", draw)


def figures() -> dict[str, Callable[[], Figure]]:
    """Return every figure function by its key, such as ``bendavid2008-fig1``."""
    return {
        f"{key}-{name}": figure(key, name) for key in PAPERS for name in declaration(key).figures
    }
