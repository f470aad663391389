"""Several raters of the same items: coefficients, intervals, judges."""
from kappabook.metrics.raters.scores import *
from kappabook.metrics.raters.two import *
