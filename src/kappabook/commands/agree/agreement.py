"""What ``kappabook agree`` found, as values."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from kappabook.commands.agree.judge import Alternative, Verdict
from kappabook.commands.agree.measures import How
from kappabook.commands.agree.references import Beside
from kappabook.commands.agree.sheet import Sheet
from kappabook.commands.agree.values import Fought, Margins, Pair, SelfAgreement
from kappabook.commands.words import Value

MOST_FOUGHT = 10


@dataclass
class Agreement:
    """All that was found; `sheet` is what was read."""

    path: Path
    sheet: Sheet
    how: How
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
    alternative: Alternative | None = None
    reference: list[Beside] = field(default_factory=list)

    @property
    def raters(self) -> list[str]:
        """Their names."""
        return self.sheet.raters

    @property
    def labels(self) -> list[str]:
        """All of them, in order."""
        return self.how.labels

    @property
    def n_groups(self) -> int | None:
        """Groups of items, if any were named."""
        return None if self.how.groups is None else len(set(self.how.groups))

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
            "alpha_level": self.how.level,
            "ac1": asdict(self.ac1),
            "fleiss_kappa": asdict(self.fleiss_kappa),
            "confidence_level": self.how.confidence_level,
            "n_groups": self.n_groups,
            "rows": self.rows,
            "layout": self.sheet.layout,
            "margins": [asdict(m) for m in self.margins],
            "confusion": [{"raters": p.raters, "counts": p.confusion} for p in self.pairs],
            "most_disagreed": [asdict(f) for f in self.fought[:MOST_FOUGHT]],
            "self_agreement": [asdict(s) for s in self.self_agreement],
            "judge": None if self.judge is None else asdict(self.judge),
            "alternative_test": None if self.alternative is None else asdict(self.alternative),
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
