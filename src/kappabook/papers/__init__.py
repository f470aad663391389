"""The documents: one package each, with its checks and its figures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import Protocol, cast

from kappabook import ledger
from kappabook.checkout import printed_folder
from kappabook.extras import need
from kappabook.references import Reference, check_citations, read_references
from kappabook.transcription import Claim, Erratum, LedgerError, read_claims, read_errata

# What the packages of the papers import.
with need("notebooks", "pandas", "sympy"):
    from matplotlib.figure import Figure

# In the order of their notebooks.
PAPERS = (
    "kappa_guide",
    "cats_and_dogs",
    "bendavid2008",
    "bendavid2007",
    "kaymak_auk",
    "critics",
)
# A document that gathers claims from the literature: the second part of an id is a reference.
OF_MANY_SOURCES = ("critics",)


class Paper(Protocol):
    """What each paper's package offers."""

    TITLE: str
    FIGURES: Mapping[str, Callable[[], Figure]]

    def findings(self, printed: Mapping[str, str]) -> dict[str, ledger.Finding]:
        """Compute one finding per claim from the printed texts."""
        ...


def load(key: str) -> Paper:
    """Return the package of one document.

    Raises
    ------
    KeyError
        With the keys there are.
    """
    if key not in PAPERS:
        raise KeyError(f"{key!r} is no document; there are {', '.join(PAPERS)}.")
    return cast(Paper, import_module(f"kappabook.papers.{key}"))


@cache
def claims(key: str) -> tuple[Claim, ...]:
    """Read the transcription of one document; of many sources, each claim must name its own.

    Raises
    ------
    LedgerError
        An id that does not begin with the document's key, so that it may be another's too; a
        source that is no reference.
    """
    found = tuple(read_claims(printed_folder() / key))
    for claim in found:
        if claim.document != key:
            raise LedgerError(f"{claim.source}: {claim.claim}: an id here begins with {key}.")
    if key in OF_MANY_SOURCES:
        check_citations(found, references())
    return found


@cache
def references() -> dict[str, Reference]:
    """Read the publications that the claims of many sources are taken from, by key."""
    return read_references(printed_folder() / "references.csv")


def errata(key: str) -> list[Erratum]:
    """Read the errata of one document."""
    every = read_errata(printed_folder() / "errata.csv")
    return [erratum for erratum in every if erratum.claim.startswith(f"{key}.")]


def printed(key: str) -> dict[str, str]:
    """Return the printed text of every claim of one document, by id."""
    return {claim.claim: claim.printed for claim in claims(key)}


@cache
def statements(key: str) -> Mapping[str, str]:
    """Return what every claim of one document says, in our words, by id."""
    return {claim.claim: claim.statement for claim in claims(key)}


@cache
def findings(key: str) -> Mapping[str, ledger.Finding]:
    """Compute every claim of one document from its printed texts, once."""
    return load(key).findings(printed(key))


@cache
def rows(key: str) -> tuple[ledger.Row, ...]:
    """Judge every claim of one document."""
    return tuple(ledger.close(claims(key), findings(key), errata(key)))


def figures() -> dict[str, Callable[[], Figure]]:
    """Return every figure function by its key, such as ``bendavid2008-fig1``."""
    return {f"{key}-{name}": draw for key in PAPERS for name, draw in load(key).FIGURES.items()}
