"""The documents: one package each, with its declaration, its checks and its figures.

A document's key is the name of its package. Every module of the package that has checks
(`kappabook.checks.check`) is found; nothing lists them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from difflib import get_close_matches
from fnmatch import fnmatchcase
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import TYPE_CHECKING, cast

from kappabook import ledger
from kappabook.checkout import printed_folder
from kappabook.checks import Audit, Check, checks_in
from kappabook.datasheet import results_file
from kappabook.extras import need
from kappabook.kinds import MEANINGS, Kind, check_kinds, check_verdict, read_kinds
from kappabook.papers.paper import Paper
from kappabook.references import Reference, check_citations, read_references
from kappabook.transcription import (
    Claim,
    Erratum,
    LedgerError,
    document_of,
    read_claims,
    read_errata,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# What checks and figures import; said here, before any of them is.
with need("report", "matplotlib", "pandas", "sympy"):
    pass

# Rooms of the house that are no documents.
_SHARED = ("shared",)


def declaration(key: str) -> Paper:
    """Return what the house knows of one document.

    Raises
    ------
    KeyError
        With the keys there are.
    """
    if key not in PAPERS:
        raise KeyError(f"{key!r} is no document; there are {', '.join(PAPERS)}.")
    return _declared(key)


def _declared(key: str) -> Paper:
    return cast(Paper, import_module(f"{__name__}.{key}").PAPER)


def _keys() -> tuple[str, ...]:
    """List the documents in the order of their notebooks."""
    keys = [module.name for module in iter_modules(__path__) if module.ispkg]
    keys = [key for key in keys if key not in _SHARED]
    return tuple(sorted(keys, key=lambda key: _declared(key).notebooks))


# --- what is printed ----------------------------------------------------------------------------


@cache
def claims(key: str) -> tuple[Claim, ...]:
    """Read the transcription of one document; of many sources, each claim must name its own.

    Raises
    ------
    LedgerError
        An id that does not begin with the document's key, so that it may be another's too; a
        source that is no reference; a claim of many sources without a kind.
    """
    found = tuple(read_claims(printed_folder() / key))
    for claim in found:
        if claim.document != key:
            raise LedgerError(f"{claim.source}: {claim.claim}: an id here begins with {key}.")
    if declaration(key).gathered:
        check_citations(found, references())
        check_kinds(found, kinds())
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


@cache
def references() -> dict[str, Reference]:
    """Read the publications that the claims of many sources are taken from, by key."""
    return read_references(printed_folder() / "references.csv")


@cache
def kinds() -> dict[str, Kind]:
    """Read of what kind the claims of many sources are, by id."""
    return read_kinds(printed_folder() / "kinds.csv")


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
def responses() -> Mapping[str, str]:
    """Return what authors have answered, in their own words, by the id of the claim."""
    answered = {e.claim: e.response for key in PAPERS for e in errata(key)}
    return {claim: response for claim, response in answered.items() if response}


@cache
def printed(key: str) -> Mapping[str, str]:
    """Return the printed text of every claim of one document, by id."""
    return {claim.claim: claim.printed for claim in claims(key)}


@cache
def statements(key: str) -> Mapping[str, str]:
    """Return what every claim of one document says, in our words, by id."""
    return {claim.claim: claim.statement for claim in claims(key)}


# --- what is judged -----------------------------------------------------------------------------


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
def checks(key: str) -> tuple[Check, ...]:
    """Return all checks of one document, wherever in its package they stand."""
    return tuple(check for module in modules(key) for check in checks_in(module))


@cache
def audit(key: str) -> Audit:
    """Return the claims of one document with the checks that judge them."""
    return Audit(key, claims(key), checks(key), errata(key))


def findings(key: str, texts: Mapping[str, str] | None = None) -> Mapping[str, ledger.Finding]:
    """Compute every claim of one document from its printed texts, or from others."""
    return audit(key).findings(texts)


@cache
def rows(key: str) -> tuple[ledger.Row, ...]:
    """Judge every claim of one document.

    Raises
    ------
    LedgerError
        A finding from a run whose file is not in ``data/results``, or not as it was made.
    """
    found = audit(key).rows
    for run, name in {f.run: name for name, f in findings(key).items() if f.run}.items():
        try:
            results_file(run)
        except ValueError as error:
            raise LedgerError(f"{audit(key).claims[name].source}: {name}: {error}") from None
    return tuple(map(_with_provenance, found)) if declaration(key).gathered else found


def _with_provenance(row: ledger.Row) -> ledger.Row:
    """Add to a claim's note of what kind it is, and how its source was seen."""
    kind, reference = kinds()[row.claim], references()[row.claim.split(".")[1]]
    check_verdict(row, kind)
    said = (row.note, MEANINGS[kind.kind], reference.how_seen)
    return replace(row, note=" ".join(filter(None, said)))


# --- what is drawn ------------------------------------------------------------------------------


def figure(key: str, name: str) -> Callable[[], Figure]:
    """Return the function that draws one figure of a document.

    Raises
    ------
    LedgerError
        The document's declaration names the figure and no function draws it.
    """
    module = import_module(f"{__name__}.{key}.figures")
    draw = getattr(module, name.replace("-", "_"), None)
    if draw is None:
        raise LedgerError(
            f"papers/{key}/__init__.py declares the figure {name!r}, and "
            f"papers/{key}/figures has no function {name.replace('-', '_')}."
        )
    return cast("Callable[[], Figure]", draw)


def figures() -> dict[str, Callable[[], Figure]]:
    """Return every figure function by its key, such as ``bendavid2008-fig1``."""
    return {
        f"{key}-{name}": figure(key, name) for key in PAPERS for name in declaration(key).figures
    }


PAPERS = _keys()
