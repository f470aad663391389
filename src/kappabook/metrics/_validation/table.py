"""Names on the way to :mod:`kappabook.metrics.check`, until nobody imports them from here."""

from kappabook.metrics.check import Costs as Costs
from kappabook.metrics.check import Table as Table
from kappabook.metrics.check import Weights as Weights
from kappabook.metrics.check import valid_cells as valid_cells
from kappabook.metrics.check import valid_costs as valid_costs
