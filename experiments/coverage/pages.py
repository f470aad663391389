"""The summaries on the pages, from the files."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

Frame = pd.DataFrame
Cell = Callable[[Frame], object]
Make = Callable[[Frame], list[str]]


def filled(text: str, tables: Mapping[str, Make], found: Frame) -> str:
    """Put each table between its two marks on a page."""
    for name, make in tables.items():
        mark = f"<!-- {name} -->"
        before, _, after = text.split(mark)
        text = "\n".join([f"{before}{mark}", "", *make(found), "", f"{mark}{after}"])
    return text


def table(
    found: Frame, by: Mapping[str, Any], columns: Sequence[tuple[str, Cell]], *, sort: bool = False
) -> list[str]:
    """One line per group of rows; a head that begins with ":" is that of a column of words."""
    heads = [*by, *(head for head, _ in columns)]
    lines = [" | ".join(head.removeprefix(":") for head in heads)]
    for keys, own in found.groupby(list(by.values()), sort=sort, observed=True):
        same = [f"{key:g}" if isinstance(key, float) else str(key) for key in keys]
        lines.append(" | ".join([*same, *(str(cell(own)) for _, cell in columns)]))
    head, *body = (f"| {line} |" for line in lines)
    rule = "|".join("---" if head.startswith(":") else "--:" for head in heads)
    return [head, f"|{rule}|", *body]


def count(where: str) -> Cell:
    return lambda own: len(own.query(where))


def of(
    name: str, what: str | float = "mean", digits: int = 3, where: str = "index == index"
) -> Callable[[Frame], str]:
    """Take the mean, or another number or quantile, of a column; empty where it has no rows."""

    def cell(own: Frame) -> str:
        values = own.query(where)[name]
        if values.empty:
            return ""
        found = values.quantile(what) if isinstance(what, float) else getattr(values, what)()
        return f"{found:.{digits}f}"

    return cell


def span(name: str, digits: int = 3, where: str = "index == index") -> Cell:
    """Take the least and the largest value of a column."""
    low, high = (of(name, what, digits, where) for what in ("min", "max"))
    return lambda own: f"{low(own)} to {high(own)}" if low(own) else ""


# --- kappa-coverage.csv and comparison-coverage.csv -------------------------------------------

BANDS = {"fewer than 1": 1, "1 to 5": 5, "5 to 20": 20, "20 and more": np.inf}


def kappas(found: Frame) -> list[str]:
    ends = [0, *BANDS.values()]
    band = pd.cut(found["expected_in_rarest"], ends, right=False, labels=list(BANDS))
    columns = [
        ("settings", len),
        ("coverage: least", of("coverage", "min")),
        ("mean", of("coverage")),
        ("large-sample: least", of("large_sample_coverage", "min")),
        ("mean", of("large_sample_coverage")),
        ("undefined, at most", of("undefined", "max", 2)),
    ]
    by = {":cases expected in the rarest class": band, ":weights": "weights"}
    return table(found, by, columns, sort=True)


def comparisons(found: Frame) -> list[str]:
    equal, unequal = "abs(difference) < 1e-9", "abs(difference) >= 1e-9"
    columns = [
        ("kappas equal: coverage", span("coverage", where=equal)),
        ("delta's", span("delta_coverage", where=equal)),
        ("kappas differ: coverage", span("coverage", where=unequal)),
        ("delta's", span("delta_coverage", where=unequal)),
        ("undefined, at most", of("undefined", "max", 2)),
    ]
    return table(found, {"classes": "classes", "rarest class": "smallest_margin"}, columns)


# --- coverage.csv -----------------------------------------------------------------------------

COVERED = {
    "linear kappa": (["grid"], "kappa linear"),
    "quadratic kappa": (["grid"], "kappa quadratic"),
    "ordinal alpha": (["grid"], "krippendorff ordinal"),
    "interval alpha": (["grid"], "krippendorff interval"),
    "ratio alpha, labels from 1": (["grid"], "krippendorff ratio"),
    "ratio alpha, labels from 0": (["grid"], "krippendorff ratio from 0"),
    "quadratic Fleiss": (["grid"], "fleiss quadratic"),
    "quadratic Conger": (["grid"], "conger quadratic"),
    "quadratic AC2": (["grid"], "gwet quadratic"),
    "quadratic Brennan-Prediger": (["grid"], "brennan-prediger quadratic"),
    "24 other populations": (["other", "earlier"], ".*"),
    "five of our own": (["own"], ".*"),
    "given costs": (["costs"], ".*"),
    "sampling weights": (["weights"], ".*"),
    "groups of five": (["groups"], ".*"),
}
MANY = "disagreements >= 10"
# Many disagreements are expected, and yet coverage is surely below .90.
SHORT = f"{MANY} and coverage + 2 * standard_error < 0.9"


def readable(found: Frame) -> Frame:
    """With the method as code, and the width as a multiple of the sampling width."""
    width = found["width"] / found["sampling_width"].where(found["sampling_width"] > 0)
    return found.assign(method="`" + found["method"] + "`", ratio=width)


def covered(found: Frame) -> list[str]:
    found = readable(found.query("undefined <= 0.5"))
    parts = [
        found[found["study"].isin(studies) & found["coefficient"].str.fullmatch(asked)].assign(
            what=what
        )
        for what, (studies, asked) in COVERED.items()
    ]
    wide = of("ratio", 0.95, 2)
    columns = [
        ("settings", len),
        ("least", of("coverage", "min")),
        ("with 10 disagreements", of("coverage", "min", where=MANY)),
        ("a twentieth below", of("coverage", 0.05)),
        ("mean", of("coverage")),
        ("truth below", of("truth_below")),
        ("above", of("truth_above")),
        ("width, median", of("ratio", "median", 2)),
        ("95 %", lambda own: wide(own) if float(wide(own)) < 100 else "above 100"),
        ("short of .90", count(SHORT)),
        # A setting where most samples are warned of is one of the cautions.
        ("of these not warned of", count(f"{SHORT} and cautioned < 0.5")),
    ]
    return table(pd.concat(parts), {":what": "what", ":method": "method"}, columns)


def populations(found: Frame) -> list[str]:
    """Those that are not of the grid, all coefficients and sizes together."""
    found = found.query("study in ['other', 'earlier', 'own']")
    name = found["population"].str.replace(" ?%", " %", regex=True)
    columns = [
        ("settings", len),
        ("least", of("coverage", "min")),
        ("with 10 disagreements", of("coverage", "min", where=MANY)),
        ("mean", of("coverage")),
        ("short of .90", count(SHORT)),
        ("samples with a caution", lambda own: f"{100 * own['cautioned'].mean():.0f} %"),
    ]
    return table(found, {":population": name}, columns)


def differences(found: Frame) -> list[str]:
    """Size where two kappas are equal; coverage and power where they differ."""
    pairs = found.query("study == 'comparison'")
    few = pairs["population"].isin(pairs.query("method == 'bootstrap'")["population"])
    groups = {
        "two predictions": pairs.query("method == 'delta_t'"),
        "a judge beside three humans": found.query("study == 'judge'"),
        "two predictions, 5 labels used evenly": pairs[few & (pairs["labels"] == 5)],
    }
    equal, unequal = "abs(truth) < 1e-9", "abs(truth) >= 1e-9"
    columns = [
        ("largest size", of("rejected", "max", where=equal)),
        ("mean size", of("rejected", where=equal)),
        ("least coverage, different", of("coverage", "min", where=unequal)),
        ("mean", of("coverage", where=unequal)),
        ("power", of("rejected", "mean", 2, where=unequal)),
    ]
    whole = pd.concat([readable(part).assign(what=what) for what, part in groups.items()])
    return table(whole, {":what": "what", "items": "n", ":method": "method"}, columns)


def areas(found: Frame) -> list[str]:
    columns = [
        ("settings", len),
        ("least", of("coverage", "min")),
        ("a twentieth below", of("coverage", 0.05)),
        ("mean", of("coverage")),
        ("width, median", of("ratio", "median", 2)),
    ]
    by = {":cases of the smaller class": "n", ":method": "method"}
    return table(readable(found.query("study == 'auc'")), by, columns, sort=True)


# --- rater-coverage.csv -----------------------------------------------------------------------


def coefficients_of(found: Frame) -> Frame:
    """Those that a tenth of the samples have, with the items of the rarest label for one rater."""
    chosen = found.query("study in ['nominal', 'ordered', 'groups'] and undefined <= 0.9")
    return chosen.assign(expected=(chosen["n"] * chosen["rarest"]).round(6))


def coefficients(found: Frame) -> list[str]:
    """The range of coverage over the settings: of each coefficient, or of all of a study."""
    found = coefficients_of(found)
    name = found["coefficient"].where(found["study"] == "nominal", "all")
    columns = [
        ("values with 5 items or more", count("expected >= 5")),
        ("coverage there", span("coverage", where="expected >= 5")),
        ("other values", count("expected < 5")),
        ("coverage there", span("coverage", where="expected < 5")),
    ]
    return table(found, {":settings": "study", ":coefficient": name}, columns)


def judges(found: Frame) -> list[str]:
    columns = [
        ("coverage, rarest label 5 %", span("coverage", where="rarest == 0.05")),
        ("30 %", span("coverage", where="rarest == 0.3")),
        ("width, rarest label 5 %", span("width", 2, where="rarest == 0.05")),
        ("30 %", span("width", 2, where="rarest == 0.3")),
    ]
    panels = found.query("study == 'panels'").assign(what="a judge beside three humans")
    return table(panels, {":what": "what", "items": "n"}, columns)


def rates(found: Frame) -> list[str]:
    """One line per judge and number of calibration cases, both methods side by side."""
    found = found[found["study"].str.startswith("rate")]
    ours, theirs = "coefficient == 'difference'", "coefficient == 'rogan-gladen'"
    columns = [
        ("difference: coverage", span("coverage", where=ours)),
        ("width", span("width", where=ours)),
        ("Rogan-Gladen: coverage", span("coverage", where=theirs)),
        ("width", span("width", where=theirs)),
        ("undefined, at most", of("undefined", "max", 2, where=theirs)),
    ]
    judge = found["study"].str.removeprefix("rate, ")
    return table(found, {":judge": judge, "calibration cases": "n"}, columns)


def plans(found: Frame) -> list[str]:
    """What studies of the planned size found, over shares of .1, .3 and .5."""
    found = found.query("coefficient in ['planned', 'stopped']")
    power = found["study"].str.startswith("power")
    columns = [
        ("studies", len),
        ("cases", span("n", 0)),
        ("half-width found", span("half", where="half > 0")),
        ("power found", span("coverage", where="power")),
        ("coverage", span("coverage", where="not power")),
    ]
    return table(found.assign(half=found["width"] / 2, power=power), {":plan": "study"}, columns)
