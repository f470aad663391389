"""Names on the way to :mod:`kappabook.metrics.check`, until nobody imports them from here."""

from kappabook.metrics.check import as_float_table as as_float_table
from kappabook.metrics.check import as_floats as as_floats
from kappabook.metrics.check import as_weights as as_weights
from kappabook.metrics.check import one_column as one_column
