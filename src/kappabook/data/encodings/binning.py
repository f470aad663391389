"""Filled cells and bins of equal width, as WEKA's filters make them with their default settings."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kappabook.data.table import Attribute, Table

Floats = NDArray[np.float64]


def filled(attribute: Attribute, x: Floats) -> Floats:
    """Fill missing cells of a column with its mean, or with its most frequent value.

    Parameters
    ----------
    attribute : Attribute
        A number is filled with the mean; a nominal value with the most frequent one, of several
        the first.
    x : ndarray of shape (n,)
        nan where it is missing. The mean is of all rows, before they are dealt to folds.

    Returns
    -------
    ndarray of shape (n,)
        What WEKA's ReplaceMissingValues makes of it.
    """
    known = x[~np.isnan(x)]
    value = known.mean() if attribute.values is None else np.bincount(known.astype(int)).argmax()
    return np.where(np.isnan(x), value, x)


def equal_width(x: Floats, bins: int) -> Floats:
    """Code a column by its bins of equal width, from 0; a cut belongs to the bin below.

    Missing cells stay nan. WEKA's Discretize does the same, by default with ten bins.
    """
    low, high = float(np.nanmin(x)), float(np.nanmax(x))
    codes = np.searchsorted(np.linspace(low, high, bins + 1)[1:-1], x, side="left")
    return np.where(np.isnan(x), np.nan, codes.astype(float))


def binned(table: Table, *, fill: bool, bins: int | None) -> Table:
    """Fill missing cells if `fill`; then cut every column of numbers into `bins`, unless None."""
    attributes, columns = [], []
    for attribute, x in zip(table.attributes, table.X.T, strict=True):
        column = filled(attribute, x) if fill else x
        if bins is not None and attribute.values is None:
            attribute = Attribute(attribute.name, tuple(map(str, range(bins))))
            column = equal_width(column, bins)
        attributes.append(attribute)
        columns.append(column)
    return Table(table.name, tuple(attributes), np.column_stack(columns), table.y, table.classes)
