"""Names for kappas: the page's scale, and another by which the same kappa has another name."""

from __future__ import annotations

import operator
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from kappabook.papers.shared import scales
from kappabook.transcription import LedgerError

ROWS = range(1, 8)
_CONDITION = re.compile(r"(<=|>=|>|=) (-?\d+(?:\.\d+)?)")
_HOLDS = {"<=": operator.le, ">=": operator.ge, ">": operator.gt, "=": operator.eq}


@dataclass(frozen=True)
class Level:
    """One row of a scale: a condition on kappa, and the name of the agreement that meets it."""

    sign: str
    bound: Fraction
    name: str

    def holds(self, kappa: Fraction | float) -> bool:
        """Say whether a kappa meets the condition.

        A float is compared with the bound as a float: the float 0.2 is a little more than 1/5,
        and stands for it all the same.
        """
        bound = float(self.bound) if isinstance(kappa, float) else self.bound
        return bool(_HOLDS[self.sign](kappa, bound))


def read_level(condition: str, name: str) -> Level:
    """Read a printed condition such as ``> 0.2``.

    Raises
    ------
    LedgerError
        The text is no sign, a blank and a number.
    """
    match = _CONDITION.fullmatch(condition)
    if match is None:
        raise LedgerError(f"{condition!r} is no condition; write a sign, a blank, a number: > 0.2.")
    return Level(match[1], Fraction(match[2]), name)


def read_scale(printed: Mapping[str, str]) -> tuple[Level, ...]:
    """Read the page's table of agreement levels, lowest first."""
    return tuple(_read_row(printed, f"kappa_guide.scale.row{row}") for row in ROWS)


def _read_row(printed: Mapping[str, str], row: str) -> Level:
    try:
        return read_level(printed[f"{row}.kappa"], printed[f"{row}.level"])
    except LedgerError as error:
        raise LedgerError(f"{row}.kappa: {error}") from None


def level(scale: Sequence[Level], kappa: Fraction | float) -> str:
    """Name a kappa by the last row of a scale, read downwards, whose condition it meets.

    Raises
    ------
    ValueError
        No row has a place for this kappa.

    Examples
    --------
    >>> level(MCHUGH, 0.32), level(LANDIS_KOCH, 0.32)
    ('Minimal', 'Fair')
    """
    names = [row.name for row in scale if row.holds(kappa)]
    if not names:
        raise ValueError(f"kappa is {float(kappa):g}; no row of this scale has a place for it.")
    return names[-1]


# Landis and Koch (1977), Biometrics 33, p. 165: kappa below 0 is poor, and 0 is slight.
LANDIS_KOCH = tuple(
    read_level(condition, name)
    for condition, name in (
        (">= -1", "Poor"),
        (">= 0", "Slight"),
        ("> 0.2", "Fair"),
        ("> 0.4", "Moderate"),
        ("> 0.6", "Substantial"),
        ("> 0.8", "Almost perfect"),
    )
)


def as_arranged() -> tuple[Level, ...]:
    """Arrange Landis and Koch's levels as the page does: 0 is poor, and 1 has a name."""
    poor, slight, *others = LANDIS_KOCH
    lowest = replace(poor, sign="<=", bound=slight.bound)
    return (lowest, replace(slight, sign=">"), *others, Level("=", Fraction(1), "Perfect"))


# McHugh's scale as conditions: it has no level below None, and gaps between two decimals.
MCHUGH = tuple(
    Level(">=", row.low, row.name.capitalize()) if row.low else Level("<=", row.high, row.name)
    for row in scales.MCHUGH
)


def have_two_names(kappa: Fraction) -> bool:
    """Say whether Landis and Koch and McHugh give a kappa different names."""
    return level(LANDIS_KOCH, kappa) != level(MCHUGH, kappa)
