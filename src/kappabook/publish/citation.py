"""What CITATION.cff says of the workbook, for what is made of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kappabook.extras import need

CITATION = "CITATION.cff"


def read_citation(clone: Path, extra: str) -> dict[str, Any]:
    """Read CITATION.cff; its date comes as text.

    Parameters
    ----------
    clone : Path
    extra : str
        Of kappabook: the one that asks, and that brings PyYAML.

    Raises
    ------
    MissingExtraError
        PyYAML is not installed.
    """
    with need(extra):
        import yaml
    text = (clone / CITATION).read_text(encoding="utf-8")
    found: dict[str, Any] = yaml.safe_load(text)
    return found | {"date-released": str(found["date-released"])}


def author_names(entry: dict[str, Any]) -> list[str]:
    """Return the authors' names as ``Family, Given``, or as the one name an entity has."""
    return [
        one.get("name") or f"{one['family-names']}, {one['given-names']}"
        for one in entry["authors"]
    ]
