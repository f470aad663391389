"""What a scorer is, and a dictionary of scorers that nobody changes for the others."""

from __future__ import annotations

from collections.abc import ItemsView, Iterator, Mapping, ValuesView
from copy import deepcopy
from typing import Any, NoReturn, Protocol, Self

from numpy.typing import ArrayLike


class Scorer(Protocol):
    """What scikit-learn takes as `scoring`, as :func:`sklearn.metrics.make_scorer` makes it.

    It is a type, for annotations; nothing is made of it.

    Examples
    --------
    >>> from kappabook.scorers import Scorer, kappa_scorer
    >>> scorer: Scorer = kappa_scorer(weights="linear")
    """

    def __call__(
        self,
        estimator: Any,
        X: Any,
        y_true: Any,
        *,
        sample_weight: ArrayLike | None = None,
        **kwargs: Any,
    ) -> float:
        """Score a fitted estimator on cases with known labels; larger is better."""

    def set_score_request(self, **kwargs: bool | str | None) -> Self:
        """Ask for metadata, such as ``sample_weight=True``; needs metadata routing on."""


class Scorers(dict[str, Scorer]):
    """A read-only dictionary that hands out copies.

    A dictionary, since scikit-learn takes no other mapping; copies, as its `get_scorer` hands
    out, since `set_score_request` changes a scorer in place.
    """

    __module__ = "kappabook.scorers"  # where pickle finds the one there is, by its name

    def __getitem__(self, name: str) -> Scorer:
        if name not in self:
            raise KeyError(f"no scorer {name!r}; there are {', '.join(self)}.")
        return deepcopy(super().__getitem__(name))

    def __iter__(self) -> Iterator[str]:  # its presence makes dict(SCORERS) ask __getitem__
        return super().__iter__()

    def get(self, name: str, default: Any = None) -> Any:
        return deepcopy(super().get(name, default))

    def items(self) -> ItemsView[str, Scorer]:  # type: ignore[override]
        return self.copy().items()

    def values(self) -> ValuesView[Scorer]:  # type: ignore[override]
        return self.copy().values()

    def copy(self) -> dict[str, Scorer]:
        return {name: self[name] for name in self}

    def __or__(self, other: Mapping[str, Scorer]) -> dict[str, Scorer]:  # type: ignore[override]
        return {**self.copy(), **other}

    def __ror__(self, other: Mapping[str, Scorer]) -> dict[str, Scorer]:  # type: ignore[override]
        return {**other, **self.copy()}

    def __reduce__(self) -> str:
        return "SCORERS"  # there is one, and it does not change

    def _refuse(self, *_: Any, **__: Any) -> NoReturn:
        raise TypeError("SCORERS cannot be changed; make your own: dict(SCORERS, name=scorer).")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse
