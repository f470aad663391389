"""Ben-David (2007), A lot of randomness is hiding in accuracy.

Chapters in the order of the paper, each with the functions that compute what it prints; the others
define what they share (`definitions`), mend the impossible chances (`impossible`), read our run
(`rerun`) and compare it with print for notebook 05 (`recomputed`, `false_matches`).
"""

CHAPTERS = (
    "tables_1_to_5",
    "sections_1_to_3",
    "tables",
    "table8",
    "grim",
    "table12",
    "sections_4_and_5",
    "sections_6_and_7",
)
