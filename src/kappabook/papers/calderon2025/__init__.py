"""Calderon, Reichart and Dror (2025), the alternative annotator test, re-run to the last digit.

May a language model replace an annotator? `alternative` is the test, `results` what our run left,
`printed_results` and `statements` compute what the document prints. The run itself is `run`, with
`retrial`, `agreement` and `resampling`.
"""

CHAPTERS = ("printed_results", "statements")
