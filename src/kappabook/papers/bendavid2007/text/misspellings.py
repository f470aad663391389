"""Words that the copy we read has misspelled, or names that it has in two spellings."""

from __future__ import annotations

from kappabook.checks import Findings, check
from kappabook.ledger import Finding
from kappabook.papers.bendavid2007.printed.rounding import named

# Claim, the word that is meant, and where the document itself has it, if it has.
WORDS = (
    ("s1.machine-learning", "machine learning", "The title of Section 2 has it."),
    ("table3.title", "Perfect", "The text above the table has the word."),
    ("table4.title", "Perfect", "The text above the table has the word."),
    ("s2.numerator", "numerator", ""),
    ("s3.niblett", "Niblett", "The reference list has the name."),
    ("s3.from", "from", ""),
    ("s3.expense", "expense", ""),
    ("s5.trials", "trials", ""),
    ("tables.english", "English Comp", "Section 4 has English Comprehension."),
    ("table10.header", "Rank", "The other column of ranks has it."),
    ("s5.monks-name", "Monks-3", "Everywhere else the text and the tables have this name."),
    ("s6.browse", "browse", ""),
    ("s7.vice-versa", "vice versa", ""),
)


@check(*(claim for claim, _, _ in WORDS))
def words() -> Findings:
    """Give the words that are meant."""
    for claim, word, where in WORDS:
        evidence = "proved" if where else "external"
        yield claim, Finding(named(word), evidence, where, damaged=True)
