"""Names on the way to `kappabook.metrics.check_tables`, until nobody imports them from here."""

from kappabook.metrics.check_tables import Costs as Costs
from kappabook.metrics.check_tables import Table as Table
from kappabook.metrics.check_tables import Weights as Weights
from kappabook.metrics.check_tables import valid_cells as valid_cells
from kappabook.metrics.check_tables import valid_costs as valid_costs
