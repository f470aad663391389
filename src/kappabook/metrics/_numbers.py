"""Names on the way to :mod:`kappabook.metrics.check`, until nobody imports them from here."""

from kappabook.metrics.check import Real as Real
from kappabook.metrics.check import frames_of_ours as frames_of_ours
from kappabook.metrics.check import number as number
from kappabook.metrics.check import show as show
from kappabook.metrics.check import undefined as undefined
