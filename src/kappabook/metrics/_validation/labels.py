"""Names on the way to :mod:`kappabook.metrics.check`, until nobody imports them from here."""

from kappabook.metrics.check import as_labels as as_labels
from kappabook.metrics.check import as_positive as as_positive
from kappabook.metrics.check import is_missing as is_missing
from kappabook.metrics.check import refuse_twice as refuse_twice
from kappabook.metrics.check import valid_labels as valid_labels
