"""What Zenodo reads when a release is deposited: ``.zenodo.json``, from CITATION.cff."""

from __future__ import annotations

from typing import Any

from kappabook.publish.citation import author_names

# Zenodo wants one licence; the other is that of prose, figures and transcriptions.
_NOTES = (
    "No deposit has been made: the slot doi is empty, and creators have no orcid. Code: "
    "{0}; prose, figures and transcriptions: {1}."
)


def zenodo(about: dict[str, Any]) -> dict[str, Any]:
    """Return the metadata of a deposit; the identifiers that do not exist yet are left empty."""
    cited = [one["doi"] for one in about["references"] if "doi" in one]
    return {
        "title": about["title"],
        "upload_type": "software",
        "description": f"<p>{about['title']}.</p>",
        "creators": [{"name": name} for name in author_names(about)],
        "version": about["version"],
        "publication_date": about["date-released"],
        "access_right": "open",
        "license": about["license"][0],
        "keywords": about["keywords"],
        "doi": "",
        "related_identifiers": [
            {"identifier": doi, "relation": "cites", "scheme": "doi"} for doi in cited
        ],
        "notes": _NOTES.format(*about["license"]),
    }
