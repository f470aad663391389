"""Names of the article's numbers that come from the ledger, with the expression of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from kappabook.ledger import VERDICTS
from kappabook.publish.article.numbers import whole
from kappabook.publish.article.sources import Sources
from kappabook.references import SEEN

Value = int | str
# The five documents are those that are not gathered from elsewhere later.
LATER = ("critics", "calderon2025")
JUDGED = r"calderon2025\.[^.]+\.[^.]+\.(winning-rate|advantage|verdict)"
AVERAGE = "bendavid2007.s5.exact"
# The chance agreement of one result.
CHANCE = r"bendavid2007\.tableA\d\.(?!average).+\.chance"
SHARE = "bendavid2007.abstract.one-third"
HOUSING = "bendavid2007.tableA1.boston-housing.accuracy"
AUK_NET = "kaymak_auk.table4.auk-net"


def verdict_cells(s: Sources) -> str:
    """Cells of the table of verdicts, in Typst: a row for each document, and one for all."""
    lines = []
    for document in dict.fromkeys(s.rows["document"]):
        counts = [s.count(document=document, verdict=verdict) for verdict in VERDICTS]
        lines.append((f"`{document}`", *counts, s.count(document=document)))
    sums = [s.count(verdict=verdict) for verdict in VERDICTS]
    lines.append(("all", *sums, s.count()))
    return ", ".join(f"[{cell}]" for line in lines for cell in line)


def _mended(s: Sources) -> str:
    """Return the mended average, where both ends of what is possible round alike."""
    low, high = (s.computed(AVERAGE, place, 1) for place in (0, 1))
    return low if low == high else f"{low} to {high}"


def _sources_seen(s: Sources, how: str) -> int:
    """Count the critics' publications of which so much was seen; the note of each row says it."""
    notes = s.rows[s.rows["document"] == "critics"]
    keys = notes["claim"].str.split(".").str[1]
    return int(keys[notes["note"].str.contains(SEEN[how], regex=False)].nunique())


def _critics(s: Sources) -> int:
    rows = s.rows[s.rows["document"] == "critics"]
    return int(rows["claim"].str.split(".").str[1].nunique())


VALUES: Mapping[str, Callable[[Sources], Value]] = {
    "texts": lambda s: len(set(s.rows["document"]) - set(LATER)),
    "claims": lambda s: s.count(),
    "can-fail": lambda s: int((s.rows["fails_by"] != "").sum()),
    "corrected": lambda s: s.count(verdict="corrected"),
    "contested": lambda s: s.count(verdict="contested"),
    "not-reproduced": lambda s: s.count(verdict="not reproduced"),
    "unavailable": lambda s: s.count(verdict="unavailable"),
    "proved": lambda s: s.count(evidence="proved"),
    "rerun": lambda s: s.count(evidence="rerun"),
    "verdict-cells": verdict_cells,
    # The 2007 paper.
    "average-printed": lambda s: s.printed(AVERAGE),
    "average-mended": _mended,
    "impossible": lambda s: s.count(CHANCE, verdict="corrected"),
    "zeros": lambda s: s.count(CHANCE, verdict="corrected", printed="0.0000"),
    "monks-chance-printed": lambda s: s.printed("bendavid2007.s6.monks-chance"),
    "monks-chance": lambda s: s.computed("bendavid2007.s6.monks-chance", 0, 0),
    "of-accuracy": lambda s: s.noted(SHARE, r"P_c/P_o is ([\d.]+) %"),
    "of-guessed": lambda s: s.noted(SHARE, r"by chance: ([\d.]+) %"),
    "beyond-accuracy": lambda s: s.noted(SHARE, r"exceeds 1 on (\d+) data sets"),
    "rerun-results": lambda s: len(s.reruns),
    "rerun-exact": lambda s: int(s.reruns["exact"].sum()),
    "rerun-plain": lambda s: int((s.reruns["exact"] & ~s.reruns["searched"]).sum()),
    "rerun-searched": lambda s: int(s.reruns["searched"].sum()),
    "rerun-other": lambda s: int((~s.reruns["exact"]).sum()),
    "rerun-lost": lambda s: int((~s.reruns["matched"]).sum()),
    "rerun-forests": lambda s: int(
        (s.reruns["matched"] & s.reruns["forest"] & ~s.reruns["exact"]).sum()
    ),
    "rerun-single": lambda s: int(
        (s.reruns["matched"] & ~s.reruns["forest"] & ~s.reruns["exact"]).sum()
    ),
    "sets-public": lambda s: s.reruns["dataset"].nunique(),
    "sets-lost": lambda s: s.reruns.loc[~s.reruns["matched"], "dataset"].nunique(),
    "sets-searched": lambda s: s.reruns.loc[s.reruns["searched"], "dataset"].nunique(),
    "swd-printed": lambda s: s.printed("bendavid2007.tableA2.swd.accuracy"),
    "swd-ours": lambda s: s.computed("bendavid2007.tableA2.swd.accuracy", 0, 4),
    "swd-tried": lambda s: s.noted("bendavid2007.tableA2.swd.accuracy", r"None of (\d+) prep"),
    "tests-fit": lambda s: s.computed("bendavid2007.s6.test", 0),
    "tests-tried": lambda s: s.computed("bendavid2007.s6.test", 1),
    "lev-correlation": lambda s: s.noted(
        "bendavid2007.table12.3.accuracy", r"accuracies correlate at ([\d.]+\d)"
    ),
    "housing-tried": lambda s: whole(
        int(s.noted(HOUSING, r"NaiveBayes, (\d+) combinations")),
    ),
    "nursery-tried": lambda s: s.noted(
        "bendavid2007.tableA1.nursery.accuracy", r"tried before, (\d+) of"
    ),
    # The 2008 paper.
    "eq14-places": lambda s: s.count(r"bendavid2008\.(eq14|a4\.step\d)", verdict="corrected"),
    "eq14-tp": lambda s: s.noted("bendavid2008.eq14", r"TP = ([\d.]+\d)"),
    "example-tp": lambda s: s.printed("bendavid2008.example4.tp"),
    "example-pc-printed": lambda s: s.printed("bendavid2008.example4.pc"),
    "example-pc": lambda s: s.computed("bendavid2008.example4.pc", 0),
    "example-kappa": lambda s: s.printed("bendavid2008.example4.kappa"),
    "claims-2008": lambda s: s.count(document="bendavid2008"),
    "reproduced-2008": lambda s: s.count(document="bendavid2008", verdict="reproduced"),
    # The AUK paper.
    "claims-auk": lambda s: s.count(document="kaymak_auk"),
    "reproduced-auk": lambda s: s.count(document="kaymak_auk", verdict="reproduced"),
    "minority": lambda s: s.printed("kaymak_auk.s8.minority"),
    "majority": lambda s: 100 - int(s.printed("kaymak_auk.s8.minority")),
    "point-f": lambda s: s.printed("kaymak_auk.s8.f"),
    "point-t": lambda s: s.printed("kaymak_auk.s8.t"),
    "point-kappa": lambda s: s.printed("kaymak_auk.s8.kappa"),
    "point-rare": lambda s: s.computed("kaymak_auk.s8.kappa", 2),
    "point-common": lambda s: s.computed("kaymak_auk.s8.kappa", 4),
    "auk-printed": lambda s: s.printed(AUK_NET),
    "auk-limit": lambda s: s.computed(AUK_NET, 1),
    "auk-trapezoid": lambda s: s.noted(AUK_NET, r"it reaches ([\d.]+\d)"),
    "contested-auk": lambda s: s.count(
        r"kaymak_auk\.(s8\.(f|t|kappa)|table\d\.auk-.+)", verdict="contested"
    ),
    # The guide, the tutorial.
    "claims-guide": lambda s: s.count(document="kappa_guide"),
    "reproduced-guide": lambda s: s.count(document="kappa_guide", verdict="reproduced"),
    "contested-guide": lambda s: s.count(document="kappa_guide", verdict="contested"),
    "macro": lambda s: s.computed("kappa_guide.averages.summary", 0),
    "micro": lambda s: s.computed("kappa_guide.averages.summary", 1),
    "weighted": lambda s: s.computed("kappa_guide.averages.summary", 2),
    "kappa-three": lambda s: s.computed("kappa_guide.averages.summary", 3),
    "prevalence-high": lambda s: s.computed("kappa_guide.intro.robust", 0, 2),
    "prevalence-low": lambda s: s.computed("kappa_guide.intro.robust", 2, 2),
    "no-square": lambda s: int(
        s.rows["computed"].str.contains("Total_Predictions**2", regex=False).sum()
    ),
    "images": lambda s: s.noted("cats_and_dogs.calc.pe1", r"With (\d+) images"),
    "kappa-squared": lambda s: s.computed("cats_and_dogs.more.determination", 0),
    "phi-squared": lambda s: s.computed("cats_and_dogs.more.determination", 1),
    # The critics, and the test of judges.
    "critics": _critics,
    "critics-full": lambda s: _sources_seen(s, "full text"),
    "critics-abstract": lambda s: _sources_seen(s, "abstract"),
    "critics-quoted": lambda s: _sources_seen(s, "quotation"),
    "critics-unseen": lambda s: _sources_seen(s, "not seen"),
    "critics-contested": lambda s: s.count(document="critics", verdict="contested"),
    "judged": lambda s: s.count(JUDGED),
    "judged-reproduced": lambda s: s.count(JUDGED, verdict="reproduced"),
    "judges": lambda s: s.count(JUDGED) // len(("winning-rate", "advantage", "verdict")),
    "passing": lambda s: s.computed("calderon2025.faq.enough", 1),
    "items-few": lambda s: s.computed("calderon2025.faq.enough", 2),
    "items": lambda s: s.computed("calderon2025.faq.enough", 4),
    "passing-items": lambda s: s.computed("calderon2025.faq.enough", 3),
}
