"""Kaymak, Ben-David and Potharst, AUK: a simple alternative to the AUC.

Twenty-six equations, three confusion matrices, and one experiment on German Credit, which
`german_credit` does a thousand times. In the paper, and here, p is the share of positives.
"""

CHAPTERS = ("equations", "tables", "sections_1_to_3", "sections_4_to_9")
