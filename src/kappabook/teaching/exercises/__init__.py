"""Exercises: what a learner is told, and what is made from the solution notebooks.

A solution notebook names the rule by which answers are compared: `Number`, `Numbers`, `Words`,
`Property` or `Function`.
"""

from kappabook.teaching.exercises.feedback import Feedback, check
from kappabook.teaching.exercises.rules import Function, Number, Numbers, Property, Words, same

__all__ = ["Feedback", "Function", "Number", "Numbers", "Property", "Words", "check", "same"]
