"""What the article's numbers are read from: the ledger as CSV, and the files of results."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pandas as pd

from kappabook.checkout import results_folder
from kappabook.publish.article.numbers import fixed
from kappabook.study.files import read
from kappabook.study.power import practical_tests
from kappabook.study.regret.results import mean_costs, read_table

_NUMBER = re.compile(r"\d+(?:\.\d+)?")
# One result of the 2007 paper: the claims of its accuracy and of its kappa, no row of averages.
_RESULT = r"bendavid2007\.tableA\d\.(?!average)(?P<dataset>.+)\.(?P<what>accuracy|kappa)"
EXACT = {"reproduced", "recovered"}
OWN_RULE = "own"


class SourceError(ValueError):
    """The ledger or a result does not hold what the article asks for."""


@dataclass(frozen=True)
class Sources:
    """The ledger and the results; everything is read from here, nothing is computed again.

    Attributes
    ----------
    ledger : Path
        ``ledger.csv``, as ``make ledger`` writes it.
    results : Path
        A folder like ``data/results``.
    """

    ledger: Path
    results: Path

    @classmethod
    def at(cls, ledger: Path, results: Path | None = None) -> Sources:
        """Name the ledger, and a folder of results; by default that of the clone."""
        return cls(ledger, results or results_folder())

    @cached_property
    def rows(self) -> pd.DataFrame:
        """The ledger, all cells as text; indexed by claim."""
        try:
            table = pd.read_csv(self.ledger, dtype=str, keep_default_na=False)
        except FileNotFoundError:
            raise FileNotFoundError(
                f"no ledger {self.ledger}; make it with: make ledger."
            ) from None
        return table.set_index("claim", drop=False)

    def cell(self, claim: str, column: str) -> str:
        """Return one cell of the ledger."""
        if claim not in self.rows.index:
            raise SourceError(f"{self.ledger} has no claim {claim!r}, which the article quotes.")
        return str(self.rows.loc[claim, column])

    def printed(self, claim: str) -> str:
        """Return what a claim prints."""
        return self.cell(claim, "printed")

    def computed(self, claim: str, place: int, decimals: int | None = None) -> str:
        """Return the number at a place, from 0, of what was computed; with so many decimals."""
        return self._found(claim, "computed", _NUMBER.pattern, place, decimals)

    def noted(self, claim: str, pattern: str) -> str:
        """Return what the group of a pattern holds in the note."""
        return self._found(claim, "note", pattern, 0, None)

    def _found(
        self, claim: str, column: str, pattern: str, place: int, decimals: int | None
    ) -> str:
        found = re.findall(pattern, self.cell(claim, column))
        if place >= len(found):
            raise SourceError(
                f"{claim}: no {pattern!r}, number {place}, in its {column} "
                f"({self.cell(claim, column)!r})."
            )
        text = str(found[place])
        return text if decimals is None else fixed(float(text), decimals)

    def count(self, pattern: str = "", **columns: str) -> int:
        """Count the rows with these cells whose claim matches the pattern as a whole."""
        chosen = self.rows
        for column, value in columns.items():
            chosen = chosen[chosen[column] == value]
        return int(chosen["claim"].str.fullmatch(pattern).sum()) if pattern else len(chosen)

    @cached_property
    def reruns(self) -> pd.DataFrame:
        """Each of the 2007 paper's results that can be run again: ``dataset, forest, verdicts``."""
        rows = self.rows[self.rows["claim"].str.fullmatch(_RESULT)]
        parts = rows["claim"].str.extract(_RESULT)
        table = rows.assign(dataset=parts["dataset"], model=rows["claim"].str.split(".").str[1])
        verdicts = table.groupby(["dataset", "model"])["verdict"].agg(frozenset)
        found = verdicts.rename("verdicts").reset_index()
        found = found[~found["verdicts"].map(lambda seen: "unavailable" in seen)]
        exact = found["verdicts"].map(EXACT.issuperset)
        matched = exact.groupby(found["dataset"]).transform("any")
        return found.assign(
            exact=exact,
            searched=found["verdicts"].map(lambda seen: "recovered" in seen) & exact,
            matched=matched,
            forest=found["model"] == "tableA5",
        )

    def table(self, name: str) -> pd.DataFrame:
        """Read a file of results."""
        return read_table(self.results / f"{name}.csv")

    def about(self, name: str) -> Any:
        """Read what a run says of itself."""
        return json.loads((self.results / f"{name}.json").read_text(encoding="utf-8"))

    @cached_property
    def pairs(self) -> dict[str, pd.DataFrame]:
        """Every pair of classifiers by engine, ten times ten folds, by several measures."""
        return {
            engine: practical_tests(read(self.results / f"power-{engine}.csv"))
            for engine in ("weka", "sklearn")
        }

    @cached_property
    def contrasts(self) -> pd.DataFrame:
        """The planned contrasts of the study on regret, with whose cost is subtracted."""
        return self.table("regret-contrasts")

    def contrast(self, other: str, prior: str, rule: str = OWN_RULE) -> dict[str, float]:
        """Return the numbers of one planned contrast."""
        table = self.contrasts
        keys = {"other": other, "prior": prior, "rule": rule}
        chosen = table[(table[list(keys)] == pd.Series(keys)).all(axis=1)]
        if len(chosen) != 1:
            raise SourceError(f"{self.results}/regret-contrasts.csv has {len(chosen)} of {keys}.")
        numbers = chosen.select_dtypes("number").iloc[0]
        return {str(name): float(value) for name, value in numbers.items()}

    @cached_property
    def costs(self) -> pd.DataFrame:
        """Mean costs over sources; rows measure and rule, columns the priors."""
        return mean_costs(table=self.table("regret-costs"))
