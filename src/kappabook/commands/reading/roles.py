"""Which words name the truth and which the prediction, in the corner of a confusion matrix."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import Literal

Role = Literal["truth", "prediction"]
# Beginnings of words without accents, and whole words.
_STEMS: dict[Role, tuple[str, ...]] = {
    "truth": (
        *("actual", "referen", "ground", "osserva", "wahr", "tatsach", "verit", "verdad"),
        *("werkelijk", "rzeczywist", "prawdziw", "faktisk", "effettiv"),
        *("\u0438\u0441\u0442\u0438\u043d", "\u0444\u0430\u043a\u0442"),
        *("\u771f\u5b9e", "\u771f\u5be6", "\u5b9e\u9645", "\u5be6\u969b", "\u5b9f\u969b"),
        *("\u6b63\u89e3", "\uc2e4\uc81c"),
    ),
    "prediction": (
        *("predi", "predet", "forecast", "classified", "classifier", "estimated", "vorher"),
        *("pradik", "prognos", "klassifiz", "pronost", "previst", "previs", "prevu", "clasificad"),
        *("voorspel", "przewid", "forudsag", "forutsag"),
        *("\u043f\u0440\u0435\u0434\u0441\u043a", "\u043f\u0440\u043e\u0433\u043d\u043e\u0437"),
        *("\u9884\u6d4b", "\u9810\u6e2c", "\u4e88\u6e2c", "\uc608\uce21"),
    ),
}
_TRUTH = """
true truth trues ytrue gold golden obs observed observation observations observado target human
expert real reel reelle reale vrai vraie vero vera ist waar sann ytest
"""
_PREDICTION = "pred preds ypred yhat hat model modell modele modelo modello"
_WHOLE: dict[Role, frozenset[str]] = {
    "truth": frozenset(_TRUTH.split()),
    "prediction": frozenset(_PREDICTION.split()),
}
# Words that only suggest a role: a test is judged by a disease, and a map by what is on the ground.
_LIKELY_TRUTH = """
standard disease biopsy histology pathology pathologist radiologist doctor physician manual
annotation annotations annotated annotator label labels krankheit maladie enfermedad
"""
_LIKELY_PREDICTION = """
test algorithm algorithmus algorithme algoritmo output system map cnn ai ki llm gpt bert svm
network net machine automatic automated software tool detector guess guessed assigned screening
"""
_LIKELY: dict[Role, frozenset[str]] = {
    "truth": frozenset(_LIKELY_TRUTH.split()),
    "prediction": frozenset(_LIKELY_PREDICTION.split()),
}
# What stands between the name of the rows and that of the columns. A comma may end a title too.
_BETWEEN = re.compile(
    r"[\\/|\u00d7\u2216\u29f5\uff0f\uff3c\n]+|<br ?/?>|\s[-\u2013\u2014]\s|\bvs\b\.?"
    r"|\b(?:versus|against|by|x)\b|-+>|=+>"
)
_PARTS = re.compile(rf"{_BETWEEN.pattern}|,|;|&")
_ROWS = re.compile(r"\u2193|\b(rows?|zeilen?|lignes?|filas?|righe|linhas?|rijen)\b")
_COLUMNS = re.compile(r"\u2192|\b(columns?|cols?|spalten?|colonnes?|columnas?|colonne|kolommen)\b")
_ARROW = re.compile("[\u2190-\u2193]")
_BETWEEN_OR_ARROW = re.compile(rf"{_BETWEEN.pattern}|{_ARROW.pattern}")
_FEWEST_NAMES = 2


def role_of(text: str) -> Role | None:
    """Return what a text names, 'truth' or 'prediction'; None if neither or both."""
    roles = _roles(text)
    return roles.pop() if len(roles) == 1 else None


def role_of_rows(corner: str) -> Role | None:
    r"""Return what the corner of a matrix says that its rows are.

    One word names the rows. Of two, as in ``Actual\Predicted``, an arrow or the words row and
    column decide; else the first names the rows and the second the columns, and one of them that is
    known decides: the columns of ``Test\Reference`` are the truth.
    """
    return _of_rows(corner, role_of)


def likely_role_of_rows(corner: str) -> Role | None:
    """Return what the rows may be, by words that only suggest it, such as test or algorithm."""
    return _of_rows(corner, _likely_role)


def _of_rows(corner: str, role_in: Callable[[str], Role | None]) -> Role | None:
    parts = _split(corner)
    for part in parts:
        role = role_in(part)
        if role is not None and _ROWS.search(part.casefold()):
            return role
        if role is not None and _COLUMNS.search(part.casefold()):
            return opposite(role)
    sides = _sides(corner)
    if len(sides) == 2:
        rows, columns = map(role_in, sides)
        return rows or (opposite(columns) if columns else None)
    return next((role for part in parts if (role := role_in(part))), None)


def opposite(role: Role) -> Role:
    """Return the other role."""
    return "prediction" if role == "truth" else "truth"


def names_both(corner: str) -> bool:
    """Whether a corner names both the rows and the columns."""
    return len(_roles(corner)) == 2 or len(_sides(corner)) == 2


def common_start(names: Sequence[str]) -> str:
    """Return the characters that all names begin with."""
    alike = takewhile(lambda letters: len(set(letters)) == 1, zip(*names, strict=False))
    return "".join(letters[0] for letters in alike)


def without_common_words(names: Sequence[str]) -> tuple[list[str], str]:
    """Remove what all names begin and end with, up to a mark: the names, and what was removed.

    Examples
    --------
    >>> without_common_words(["pred. no", "pred. not sure"])
    (['no', 'not sure'], 'pred.')
    """
    start = common_start(names)
    start = re.sub(r"[^\W_]*$", "", start) or start * (role_of(start) is not None)
    rest = [name[len(start) :] for name in names]
    end = common_start([name[::-1] for name in rest])[::-1]
    end = re.sub(r"^[^\W_]*", "", end)
    rest = [name[: len(name) - len(end)].strip() for name in rest]
    if len(names) < _FEWEST_NAMES or "" in rest or len(set(rest)) < len(rest):
        return list(names), ""
    return rest, f"{start.strip()} {end.strip()}".strip()


def _split(corner: str) -> list[str]:
    text = corner.strip()
    arrows = _ARROW.findall(text)
    if len(arrows) == 2 and not _PARTS.search(text):
        first = _ARROW.match(text)
        found = re.findall(
            "[\u2190-\u2193][^\u2190-\u2193]+" if first else "[^\u2190-\u2193]+[\u2190-\u2193]",
            text,
        )
        return [str(part) for part in found]
    return _PARTS.split(text)


def _sides(corner: str) -> list[str]:
    """Split a corner into what names the rows and the columns; numbers, as 'n = 50', name none."""
    text = corner.strip()
    between = _BETWEEN if len(_ARROW.findall(text)) != 1 else _BETWEEN_OR_ARROW
    return [part for part in between.split(text) if _words(part) not in ([], ["n"])]


def _likely_role(text: str) -> Role | None:
    found = [role for role, words in _LIKELY.items() if words & {*_words(text)}]
    return found[0] if len(found) == 1 else None


def _roles(text: str) -> set[Role]:
    words = _words(text)
    return {
        role
        for role in _STEMS
        if any(word in _WHOLE[role] or word.startswith(_STEMS[role]) for word in words)
    }


def _words(text: str) -> list[str]:
    split = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text)
    plain = unicodedata.normalize("NFKD", split).casefold()
    plain = "".join(x for x in plain if not unicodedata.combining(x))
    plain = unicodedata.normalize("NFC", plain)  # Hangul in syllables again
    return re.findall(r"[^\W\d_]+", re.sub(r"\by[ _.-]?test\b", "ytest", plain))
