"""The data sets: what they are, where they come from, how they are read."""

from kappabook.data.fetch import fetch
from kappabook.data.german_credit import FORMS, GermanCredit, german_credit
from kappabook.data.registry import Source, sources

__all__ = ["FORMS", "GermanCredit", "Source", "fetch", "german_credit", "sources"]
