"""A measure of one's own, ``module:function``, beside those of the plan."""

from __future__ import annotations

import importlib
import inspect
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kappabook.study.regret.measures import Column, Scored

HOW = (
    "give module:function, a function of four arrays (tp, fp, fn, tn) or of two "
    "(y_true, y_score); larger is better"
)


@dataclass(frozen=True)
class OwnMeasure:
    """A function that a user names.

    Attributes
    ----------
    address : str
        ``module:function``; it is also the name in the results.
    of_decisions : bool
        Whether it takes four counts (it then chooses thresholds too), or truth and scores.
    """

    address: str
    of_decisions: bool

    @classmethod
    def named(cls, address: str) -> OwnMeasure:
        """Find the function and try it on six cases.

        Raises
        ------
        ValueError
            No such module or function, one that takes another number of arguments, or one that
            fails or answers something else than numbers.
        """
        function = _found(address)
        of_decisions = _n_arguments(function, address) == 4
        own = cls(address, of_decisions)
        try:
            if of_decisions:
                own.counts(
                    *(np.array(cell, dtype=float) for cell in ([2, 0], [1, 0], [1, 3], [2, 3]))
                )
            else:
                truth = np.array([True, True, True, False, False, False])
                own.scores(Scored(truth, np.array([2.0, 1, -1, 0.5, -1, -2])))
        except Exception as error:
            raise ValueError(f"{address} fails on six cases: {error}; {HOW}.") from error
        return own

    def counts(self, tp: Column, fp: Column, fn: Column, tn: Column) -> NDArray[np.float64]:
        """Return the values at each place, nan where there are none."""
        with np.errstate(all="ignore"):
            found = np.asarray(_found(self.address)(tp, fp, fn, tn), dtype=np.float64)
        if found.shape != tp.shape:
            raise ValueError(
                f"{self.address} answers shape {found.shape} for counts of shape {tp.shape}; "
                "give one value for each place."
            )
        return found

    def scores(self, scored: Scored) -> float:
        """Return the value; scores are log odds, truth is 0 or 1."""
        if scored.weight is not None:
            return float("nan")
        return float(_found(self.address)(scored.truth.astype(int), scored.score))


def _found(address: str) -> Callable[..., Any]:
    module, _, name = address.partition(":")
    if not (module and name):
        raise ValueError(f"{address!r} names no measure; {HOW}.")
    here = str(Path.cwd())
    if here not in sys.path:  # a module beside the Makefile
        sys.path.append(here)
    try:
        function = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise ValueError(f"{address}: {error}; {HOW}.") from error
    if not callable(function):
        raise ValueError(f"{address} is {type(function).__name__}, no function; {HOW}.")
    return function  # type: ignore[no-any-return]


def _n_arguments(function: Callable[..., Any], address: str) -> int:
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        raise ValueError(f"the arguments of {address} cannot be seen; {HOW}.") from None
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    wanted = [p for p in parameters if p.kind in positional and p.default is p.empty]
    if len(wanted) not in (2, 4):
        raise ValueError(f"{address} takes {len(wanted)} arguments; {HOW}.")
    return len(wanted)
