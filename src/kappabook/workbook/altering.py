"""Sensitivity: every printed number is altered, and the ledger must notice.

A ledger that does not notice protects nothing. Computing a document anew for each alteration takes
a minute for the longest, so the outcome is kept in ``build/`` until something it rests on changes.
"""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import astuple, dataclass, fields, replace
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from joblib import Parallel, cpu_count, delayed

from kappabook import papers
from kappabook.checkout import build_folder, printed_folder, root
from kappabook.files import writing
from kappabook.ledger import Finding, close, judge
from kappabook.transcription import Claim, Erratum, alterations

Compute = Callable[[Mapping[str, str]], Mapping[str, Finding]]

# What every document's verdicts rest on, beside its own package and transcription.
SHARED = (
    *("src/kappabook/metrics", "src/kappabook/data", "src/kappabook/study"),
    *("src/kappabook/ledger.py", "src/kappabook/transcription.py"),
    *("src/kappabook/papers/*.py", "src/kappabook/workbook/altering.py"),
    *("data/printed/errata.csv", "data/results"),
)
LIBRARIES = ("numpy", "pandas", "scikit-learn", "scipy", "sympy")


@dataclass(frozen=True)
class Alteration:
    """A printed number moved by one unit in its last digit, and whether the ledger noticed."""

    claim: str
    printed: str
    altered: str
    noticed: bool


def sensitivity(
    claims: Iterable[Claim],
    compute: Compute,
    errata: Iterable[Erratum] = (),
    *,
    among: Iterable[Claim] | None = None,
) -> list[Alteration]:
    """Alter every printed number in turn.

    Parameters
    ----------
    claims : iterable of Claim
        All claims of one document.
    compute : callable
        From the printed texts by claim id to the findings, as a paper's ``findings``.
    errata : iterable of Erratum
        Those of the document.
    among : iterable of Claim, optional
        The claims to alter; without it, all.

    Returns
    -------
    list of Alteration
        Two per printed number. Noticed means: some verdict changes, or a check fails.
    """
    known = {claim.claim: claim for claim in claims}
    printed = {name: claim.printed for name, claim in known.items()}
    corrections = {erratum.claim: erratum for erratum in errata}
    as_printed = compute(printed)
    rows = {row.claim: row for row in close(known.values(), as_printed, corrections.values())}

    def changes_a_verdict(claim: Claim, text: str) -> bool:
        """Judge anew what the altered text changes; the rest stands."""
        altered = {**known, claim.claim: replace(claim, printed=text)}
        try:
            findings = compute({**printed, claim.claim: text})
            return any(
                judge(altered[name], finding, corrections.get(name)).verdict != rows[name].verdict
                for name, finding in findings.items()
                if name == claim.claim or finding != as_printed[name]
            )
        except (ValueError, ArithmeticError):
            return True

    return [
        Alteration(claim.claim, claim.printed, text, changes_a_verdict(claim, text))
        for claim in (known.values() if among is None else among)
        for text in alterations(claim.printed)
    ]


def alter_document(key: str, *, n_jobs: int = -1) -> list[Alteration]:
    """Alter every printed number of one document, in several processes, now."""
    jobs = cpu_count() if n_jobs == -1 else n_jobs
    shares = [papers.claims(key)[first::jobs] for first in range(jobs)]
    found = Parallel(n_jobs=jobs)(delayed(_alter_share)(key, share) for share in shares)
    order = {claim.claim: place for place, claim in enumerate(papers.claims(key))}
    every = [alteration for share in found for alteration in share]
    return sorted(every, key=lambda alteration: order[alteration.claim])


def _alter_share(key: str, share: Iterable[Claim]) -> list[Alteration]:
    compute = papers.load(key).findings
    return sensitivity(papers.claims(key), compute, papers.errata(key), among=share)


def alterations_of(key: str, say: Callable[[str], None] | None = None) -> list[Alteration]:
    """Return the alterations of one document: from ``build/`` if nothing changed, else anew.

    `say` is told when it will take a while.
    """
    file = build_folder() / "sensitivity" / f"{key}.json"
    rests_on = fingerprint(key)
    if file.exists():
        kept = json.loads(file.read_text(encoding="utf-8"))
        if kept["rests on"] == rests_on:
            return [Alteration(*values) for values in kept["alterations"]]
    if say:
        say(f"{key}: altering every printed number, which takes up to a minute")
    found = alter_document(key)
    with writing(file) as (draft,):
        kept = {"rests on": rests_on, "alterations": [astuple(alteration) for alteration in found]}
        draft.write_text(json.dumps(kept, indent=0), encoding="utf-8")
    return found


def fingerprint(key: str) -> str:
    """Hash what the verdicts of one document rest on: sources, transcription, libraries."""
    digest = sha256("".join(f"{name} {version(name)}\n" for name in LIBRARIES).encode())
    for pattern in (*SHARED, f"src/kappabook/papers/{key}", f"data/printed/{key}"):
        for path in sorted(_files(root(), pattern)):
            digest.update(path.relative_to(root()).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()


def _files(folder: Path, pattern: str) -> Iterable[Path]:
    inside = (folder / pattern).rglob("*") if (folder / pattern).is_dir() else folder.glob(pattern)
    return (path for path in inside if path.is_file() and path.suffix != ".pyc")


# --- counts -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Sensitivity:
    """How many alterations of one document were tried and noticed, and how many claims exempt."""

    document: str
    altered: int
    noticed: int
    exempt: int

    @classmethod
    def of(cls, key: str, tried: list[Alteration]) -> Sensitivity:
        """Count the alterations of one document."""
        noticed = sum(alteration.noticed for alteration in tried)
        return cls(key, len(tried), noticed, len(exempt(key)))


def exempt(key: str) -> dict[str, str]:
    """Return the claims of one document that no single digit decides, with the reason."""
    with (printed_folder() / "insensitive.csv").open(newline="", encoding="utf-8") as stream:
        lines = list(csv.DictReader(stream, strict=True))
    return {line["claim"]: line["reason"] for line in lines if line["claim"].startswith(f"{key}.")}


def exempt_reasons() -> Counter[str]:
    """Count the exempt claims of all documents by reason."""
    return Counter(reason for key in papers.PAPERS for reason in exempt(key).values())


def record() -> Path:
    """Return the file that keeps the counts of all documents, for readers."""
    return printed_folder() / "sensitivity.csv"


def read_record() -> list[Sensitivity]:
    """Read the counts that are kept; a test computes them anew."""
    with record().open(newline="", encoding="utf-8") as stream:
        return [
            Sensitivity(line.pop("document"), **{name: int(n) for name, n in line.items()})
            for line in csv.DictReader(stream, strict=True)
        ]


def as_csv(counts: Iterable[Sensitivity]) -> str:
    """Write counts as a CSV file has them."""
    lines = [[field.name for field in fields(Sensitivity)], *map(astuple, counts)]
    return "".join(",".join(map(str, line)) + "\n" for line in lines)
