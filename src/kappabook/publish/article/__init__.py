"""The article: a text with placeholders, filled from the ledger and from our results.

`article/` in the clone holds the text. `values_ledger` and `values_studies` are the table of names,
each with the expression that gives its value.
"""

from kappabook.publish.article.build import write_article
from kappabook.publish.article.sources import Sources

__all__ = ["Sources", "write_article"]
