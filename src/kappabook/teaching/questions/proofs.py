"""Run the computation of each question: it must give what it prints, and prove the key."""

from __future__ import annotations

import ast
import doctest
from typing import Any

from kappabook.teaching.questions.bank import Bank, Question


def check_proofs(bank: Bank) -> None:
    """Prove every key.

    A proof is Python examples with their outputs. Where the options have ``says``, the last
    output must equal that of the key, and of no other option.

    Raises
    ------
    ValueError
        A question has no proof, an example gives another output, or the last output is not what
        the key alone says; with the id of the question.
    """
    for question in bank.questions:
        _check(bank.setup, question)


def _check(setup: str, question: Question) -> None:
    name = f"question {question.question!r}"
    if not question.proof:
        raise ValueError(f"{name} has no proof; add examples, each '>>> ' and its output.")
    source = "\n".join((setup, question.proof, ""))
    test = doctest.DocTestParser().get_doctest(source, {}, question.question, None, None)
    told: list[str] = []
    if doctest.DocTestRunner(verbose=False).run(test, out=told.append).failed:
        raise ValueError(
            f"{name}: its proof gives another output; mend the question or the proof.\n"
            + "".join(told)
        )
    if question.options[0].says is None:
        return
    printed = test.examples[-1].want.strip()
    try:
        computed = _plain(ast.literal_eval(printed))
    except (ValueError, SyntaxError):
        raise ValueError(
            f"{name}: its proof ends with {printed!r}, which cannot be compared with 'says'; "
            "end it with a number, a text or a list."
        ) from None
    says = {letter: option.says for letter, option in question.lettered}
    right = [letter for letter, said in says.items() if same(said, computed)]
    if right != [question.key]:
        raise ValueError(
            f"{name} has the key {question.key}, which says {says[question.key]!r}; its proof "
            f"computes {computed!r}, which {' and '.join(right) or 'no option'} says. "
            "Mend the key, the options or the proof."
        )


def same(first: Any, second: Any) -> bool:
    """Say whether two values are equal and of one kind: 1 is not True."""
    if isinstance(first, list) and isinstance(second, list):
        return len(first) == len(second) and all(map(same, first, second))
    return isinstance(first, bool) == isinstance(second, bool) and bool(first == second)


def _plain(value: Any) -> Any:
    """Write tuples as lists, as TOML has them."""
    return [_plain(one) for one in value] if isinstance(value, tuple | list) else value
