"""Which words name the truth and which the prediction, in the corner of a confusion matrix."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
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
expert real reel reelle reale vrai vraie vero vera ist waar sann
"""
_PREDICTION = "pred preds ypred yhat hat model modell modelo modello"
_WHOLE: dict[Role, frozenset[str]] = {
    "truth": frozenset(_TRUTH.split()),
    "prediction": frozenset(_PREDICTION.split()),
}
_PARTS = re.compile(r"\\+|/|\||,|;|&|\bvs\b\.?|\bversus\b|\bby\b|\u00d7|\n")
_ROWS = re.compile(r"\u2193|\b(rows?|zeilen?|lignes?|filas?|righe|linhas?|rijen)\b")
_COLUMNS = re.compile(r"\u2192|\b(columns?|cols?|spalten?|colonnes?|columnas?|colonne|kolommen)\b")
_ARROW = re.compile("[\u2190-\u2193]")
_FEWEST_NAMES = 2


def role_of(text: str) -> Role | None:
    """Return what a text names, 'truth' or 'prediction'; None if neither or both."""
    roles = _roles(text)
    return roles.pop() if len(roles) == 1 else None


def role_of_rows(corner: str) -> Role | None:
    r"""Return what the corner of a matrix says that its rows are.

    One word names the rows. Of two, as in ``Actual\Predicted``, an arrow or the words row and
    column decide; else the first names the rows.
    """
    parts = [part for part in _split(corner) if _roles(part)]
    for part in parts:
        role = role_of(part)
        if role is not None and _ROWS.search(part.casefold()):
            return role
        if role is not None and _COLUMNS.search(part.casefold()):
            return opposite(role)
    return role_of(parts[0]) if parts else None


def opposite(role: Role) -> Role:
    """Return the other role."""
    return "prediction" if role == "truth" else "truth"


def names_both(corner: str) -> bool:
    """Whether a corner names truth and prediction."""
    return len(_roles(corner)) == 2


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


def _roles(text: str) -> set[Role]:
    split = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text)
    plain = unicodedata.normalize("NFKD", split).casefold()
    plain = "".join(x for x in plain if not unicodedata.combining(x))
    plain = unicodedata.normalize("NFC", plain)  # Hangul in syllables again
    words = re.findall(r"[^\W\d_]+", plain)
    return {
        role
        for role in _STEMS
        if any(word in _WHOLE[role] or word.startswith(_STEMS[role]) for word in words)
    }
