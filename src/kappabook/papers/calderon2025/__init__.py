"""Calderon, Reichart and Dror (2025), the alternative annotator test, re-run to the last digit.

May a language model replace an annotator? `alternative` is the test, `results` what our run left
and the printed results, `statements` what the document says. The run itself is `retrial`.
"""

CHAPTERS = ("results", "statements")
