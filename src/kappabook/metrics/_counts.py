"""A name on the way to :mod:`kappabook.metrics.agreement`, until nobody imports it from here."""

from kappabook.metrics.agreement import crosstab

count_pairs = crosstab
