"""Sealed answers: what is right and which mistakes are typical, as salted hashes.

The files hold no answer; a short answer can still be found by trying all, so this keeps honest
people honest and no more. Grading has hidden tests of its own, see `assignments`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import pbkdf2_hmac
from importlib.resources import files
from typing import Any

from kappabook.teaching.exercises.rules import Key, Rule, as_record, from_record

ROUNDS = 5_000


@dataclass(frozen=True)
class About:
    """What a heading says of an exercise, and its hint."""

    exercise: str
    title: str
    goal: str
    level: str
    minutes: int
    points: int
    hint: str


@dataclass(frozen=True)
class Sealed(About):
    """What `check` knows of one exercise.

    Attributes
    ----------
    why : str
    rule : Rule
    right : tuple of tuple of str
        For each entry of the answer's key the hashes of what is right there.
    mistakes : mapping of str to str
        From the hash of a typical wrong answer to the message meant for it.
    """

    why: str
    rule: Rule
    right: tuple[tuple[str, ...], ...]
    mistakes: Mapping[str, str]

    def wrong_entries(self, key: Key) -> list[int]:
        """Return the positions, from 1, where the key is not right."""
        return [
            i
            for i, (text, right) in enumerate(zip(key, self.right, strict=True), 1)
            if seal_entry(self.exercise, i, text) not in right
        ]

    def message(self, key: Key) -> str:
        """Return what a typical wrong answer is told, or nothing."""
        return self.mistakes.get(seal_key(self.exercise, key), "")

    def record(self) -> dict[str, Any]:
        """Write as plain values."""
        fields = dict(vars(self))
        return fields | {"rule": as_record(self.rule)}


def seal_entry(exercise: str, position: int, text: str) -> str:
    """Hash one entry of an answer's key; the exercise's id is the salt."""
    return _hash(exercise, f"entry {position}: {text}")


def seal_key(exercise: str, key: Key) -> str:
    """Hash a whole key."""
    return _hash(exercise, f"answer: {'; '.join(key)}")


@cache
def _hash(salt: str, text: str) -> str:
    return pbkdf2_hmac("sha256", text.encode(), f"kappabook {salt}".encode(), ROUNDS).hex()[:24]


@cache
def read_sealed() -> dict[str, Sealed]:
    """Read the sealed answers of every notebook, by the exercise's id."""
    found = {}
    folder = files(__package__) / "sealed"
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if file.name.endswith(".json"):
            for record in json.loads(file.read_text(encoding="utf-8")):
                found[record["exercise"]] = _from_record(record)
    return found


def _from_record(record: dict[str, Any]) -> Sealed:
    right = tuple(tuple(entry) for entry in record["right"])
    return Sealed(**(record | {"rule": from_record(record["rule"]), "right": right}))
