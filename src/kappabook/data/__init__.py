"""The data sets: what they are, where they come from, how they are read."""

from kappabook.data.credit import FORMS, GermanCredit, german_credit
from kappabook.data.encodings import encode
from kappabook.data.fetching import fetch
from kappabook.data.how_prepared import Preparation, preparation, preparations
from kappabook.data.registry import Source, sources
from kappabook.data.table import Attribute, Table, write_arff

__all__ = [
    "FORMS",
    "Attribute",
    "GermanCredit",
    "Preparation",
    "Source",
    "Table",
    "encode",
    "fetch",
    "german_credit",
    "preparation",
    "preparations",
    "sources",
    "write_arff",
]
