"""The question bank: questions as data, and what a class or a course system gets of them.

`questions.toml` holds each question once: its text, four options, the key, the belief that each
wrong option shows, and a computation that proves the key. The page for lecturers and the file
for Moodle are made from it; a schema and the proofs validate it.
"""

from kappabook.teaching.questions.bank import Bank, Belief, Option, Question
from kappabook.teaching.questions.loading import BANK, read_bank
from kappabook.teaching.questions.proofs import check_proofs

__all__ = ["BANK", "Bank", "Belief", "Option", "Question", "check_proofs", "read_bank"]
