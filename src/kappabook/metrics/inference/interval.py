"""The result of inference on one kappa, and its interval."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from scipy.special import ndtr, ndtri

Status = Literal["regular", "no disagreement", "no variance", "undefined"]


@dataclass(frozen=True)
class KappaInference:
    r"""Kappa with its two standard errors, and what follows from them.

    Attributes
    ----------
    kappa : float
        The estimate.
    standard_error : float
        For intervals: large-sample standard error at the kappa found.
    null_standard_error : float
        For the test of kappa = 0 only: the standard error if truth and prediction were
        independent. It makes wrong intervals.
    n : float
        Number of cases; with sample weights :math:`(\sum w)^2 / \sum w^2`.
    z, p_value : float
        kappa / null_standard_error, and its two-sided normal p-value.
    expected_disagreement : float
        :math:`1 - P_c`, or the expected cost as a share of the largest cost.
    bounded : bool
        Whether kappa cannot fall below -1; False for a matrix of costs.
    status : {'regular', 'no disagreement', 'no variance', 'undefined'}
        'no disagreement': kappa is 1. 'no variance': the formula sees no other outcome, for
        example because one rater used one class only, and gives no interval. 'undefined': 0/0.
    """

    kappa: float
    standard_error: float
    null_standard_error: float
    n: float
    z: float
    p_value: float
    expected_disagreement: float
    bounded: bool
    status: Status

    def confidence_interval(
        self, confidence_level: float = 0.95, *, method: Literal["fisher", "log"] | None = None
    ) -> tuple[float, float]:
        r"""Interval that stays in [-1, 1]; for a matrix of costs, at or below 1.

        .. math:: \text{fisher: } \tanh\bigl(\operatorname{artanh} \kappa \pm
                  z \, SE / (1 - \kappa^2)\bigr), \qquad
                  \text{log: } 1 - (1 - \kappa) \exp\bigl(\pm z \, SE / (1 - \kappa)\bigr)

        When nobody disagreed, the standard error is 0 and says nothing. The lower end is then
        :math:`1 - \bigl(1 - (\alpha/2)^{1/n}\bigr) / (1 - P_c)`: the exact binomial limit for
        the disagreement, with the margins held.

        Like every large-sample interval these need cases: where the margins lead one to expect
        less than about five agreements by chance on some class, kappas near 0 are covered far too
        seldom (a class of 5 % for both raters, 200 cases, kappa 0: about 40 % instead of 95 %).
        The test of kappa = 0 by the null standard error does not share this.

        Parameters
        ----------
        confidence_level : float in (0, 1), default=0.95
            Coverage asked for.
        method : {'fisher', 'log'}, optional
            Default: 'fisher', but 'log' below kappa 0, where 'fisher' can fill the whole range,
            and for a matrix of costs, where nothing bounds kappa from below.

        Returns
        -------
        low, high : float
            nan if the status is 'no variance' or 'undefined'.
        """
        method = method or ("fisher" if self.bounded and self.kappa >= 0 else "log")
        if method not in ("fisher", "log") or (method == "fisher" and not self.bounded):
            raise ValueError(
                f"method is {method!r}; give 'log', or, unless costs were a matrix, 'fisher'."
            )
        z = quantile(confidence_level)
        if self.status == "no disagreement":
            reach = 1 - ((1 - confidence_level) / 2) ** (1 / self.n)
            low = 1 - reach / self.expected_disagreement
            return max(low, -1.0) if self.bounded else low, 1.0
        if self.status != "regular":
            return math.nan, math.nan
        if method == "fisher":
            centre, step = math.atanh(self.kappa), z * self.standard_error / (1 - self.kappa**2)
            return math.tanh(centre - step), math.tanh(centre + step)
        loss = 1 - self.kappa
        factor = math.exp(z * self.standard_error / loss)
        low = 1 - loss * factor
        return max(low, -1.0) if self.bounded else low, 1 - loss / factor


def quantile(confidence_level: float) -> float:
    """Check the level and return the normal quantile of a two-sided interval."""
    if not 0 < confidence_level < 1:
        raise ValueError(f"confidence_level is {confidence_level}; give a share such as 0.95.")
    return float(ndtri((1 + confidence_level) / 2))


def two_sided_p(z: float) -> float:
    """Return the normal p-value of a deviation in either direction."""
    return float(2 * ndtr(-abs(z)))
