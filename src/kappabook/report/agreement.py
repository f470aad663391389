"""What ``kappabook agree`` found, as values."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from kappabook.report.ratings_table import Sheet
from kappabook.report.references import Beside, Verdict

MOST_FOUGHT = 10


@dataclass(frozen=True)
class Value:
    """A coefficient and its interval; nan where it is undefined."""

    estimate: float
    low: float
    high: float
    caution: str = ""


@dataclass(frozen=True)
class Pair:
    """Two raters: kappa, what kappa is made of, and their table (rows are the first rater)."""

    raters: tuple[str, str]
    estimate: float
    low: float
    high: float
    n_items: int
    observed: float
    chance: float
    confusion: list[list[int]]


@dataclass(frozen=True)
class Margins:
    """What one rater says how often, and how much more often than the others on her items."""

    rater: str
    n_items: int
    shares: dict[str, float]
    more_than_others: dict[str, float]


@dataclass(frozen=True)
class Fought:
    """An item and how far its raters disagree: 0 not at all, 1 as far as can be."""

    item: str
    disagreement: float
    ratings: dict[str, str]


@dataclass(frozen=True)
class SelfAgreement:
    """One rater's repeated runs, compared with each other."""

    rater: str
    n_runs: int
    n_items: int
    percent_agreement: Value
    alpha: Value


@dataclass
class Agreement:
    """All that was found; `sheet` is what was read."""

    path: Path
    sheet: Sheet
    labels: list[str]
    ordered: bool
    n_items: int
    rows: dict[str, int]
    percent_agreement: Value
    alpha: Value
    ac1: Value
    fleiss_kappa: Value
    pairs: list[Pair]
    weighted: list[Pair]
    margins: list[Margins]
    fought: list[Fought]
    notes: list[str]
    self_agreement: list[SelfAgreement] = field(default_factory=list)
    judge: Verdict | None = None
    reference: list[Beside] = field(default_factory=list)

    @property
    def raters(self) -> list[str]:
        """Their names."""
        return self.sheet.raters

    @property
    def alpha_level(self) -> str:
        """What alpha takes the labels for."""
        return "ordinal" if self.ordered else "nominal"

    def as_dict(self) -> dict[str, Any]:
        """Return the contents of ``--json``; what is undefined is None."""
        pair = ("raters", "estimate", "low", "high", "n_items", "observed", "chance")
        found: dict[str, Any] = {
            "n_items": self.n_items,
            "raters": self.raters,
            "labels": self.labels,
            "percent_agreement": self.percent_agreement.estimate,
            "percent_agreement_interval": [self.percent_agreement.low, self.percent_agreement.high],
            "kappa": [{key: asdict(p)[key] for key in pair} for p in self.pairs],
            "weighted_kappa": [{key: asdict(p)[key] for key in pair} for p in self.weighted],
            "alpha": asdict(self.alpha),
            "alpha_level": self.alpha_level,
            "ac1": asdict(self.ac1),
            "fleiss_kappa": asdict(self.fleiss_kappa),
            "rows": self.rows,
            "layout": self.sheet.layout,
            "margins": [asdict(m) for m in self.margins],
            "confusion": [{"raters": p.raters, "counts": p.confusion} for p in self.pairs],
            "most_disagreed": [asdict(f) for f in self.fought[:MOST_FOUGHT]],
            "self_agreement": [asdict(s) for s in self.self_agreement],
            "judge": None if self.judge is None else asdict(self.judge),
            "reference": [asdict(b) for b in self.reference],
            "notes": self.notes,
        }
        plain: dict[str, Any] = without_nan(found)
        return plain


def without_nan(value: Any) -> Any:
    """Replace nan and infinities by None, all through lists and mappings."""
    if isinstance(value, dict):
        return {key: without_nan(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [without_nan(inner) for inner in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
