"""What stands for a gap in a table: words and marks of many tools, and numbers used as codes.

A word is only recognized here. Whether it is then a label, a gap, or named in a note is decided by
the command; ``--missing`` always decides for the user.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from kappabook.commands.reading.numbers import as_number

# Compared without case, outer brackets, repeated blanks, and underscores or hyphens between words.
# Programs write these, and nobody calls a class so.
_OF_PROGRAMS = frozenset(
    """
    na|n/a|nan|-nan|nat|null|sysmis|$sysmis|na character|na integer|na real|na complex|\\n
    |#n/a|#n/a n/a|#na|#nv|#div/0!|#value!|#wert!|#ref!|#bezug!|#name?|#num!|#zahl!|#null!
    |#valeur!|#valor!|#error!|#spill!|#calc!|1.#ind|-1.#ind|1.#qnan|-1.#qnan
    """.replace("\n", "")
    .replace("    ", "")
    .split("|")
)
_WORDS = _OF_PROGRAMS | frozenset(
    """
    none|nil|missing|undefined|not available|not applicable|no data
    |no value|missing value|missing data|system missing
    |n/d|n/r|n/k|s/d|s/i|ns/nc|no annotation|no annotations|no label
    |no labels|no rating|no code|no coding|no judgment|no judgement|skipped
    |not rated|not coded|not annotated|not labelled|not labeled|not scored|not assessed
    |not evaluated|not answered|not recorded|not reported|not determined|not assigned|not judged
    |unrated|uncoded|unannotated|unlabelled|unlabeled|unscored|unanswered|unassigned|unassessed
    |keine angabe|keine angaben|ohne angabe|keine daten|nicht bewertet|nicht beurteilt
    |nicht kodiert|nicht codiert|nicht annotiert|nicht verfügbar|nicht anwendbar|nicht zutreffend
    |fehlt|fehlend|fehlender wert|entfällt
    |non disponible|non renseigné|non évalué|non codé|non annoté|sans objet|manquant
    |valeur manquante|donnée manquante
    |no disponible|no aplica|no evaluado|no codificado|sin datos|sin dato|sin codificar
    |sin etiqueta|sin anotar|faltante|perdido|valor perdido
    |não disponível|não se aplica|não avaliado|não codificado|não informado|sem dados
    |non disponibile|non applicabile|non valutato|non codificato|mancante|dato mancante
    |niet beschikbaar|niet beoordeeld|niet gecodeerd|niet van toepassing|geen gegevens|nvt|ontbreekt
    |saknas|ej bedömd|ikke vurderet|ikke vurdert|mangler|puuttuu
    |brak danych|nie dotyczy|veri yok|нет данных|н/д|не оценено|пропуск
    |缺失|未标注|未評分|未评分|无数据|無資料|欠損|未評価|データなし|결측|결측치
    """.replace("\n", "")
    .replace("    ", "")
    .split("|")
)
# Words that may well name a class ('blank' photographs), and with brackets around them do not.
_BRACKETED = frozenset(
    ["blank", "empty", "leer", "vide", "vacío", "vazio", "vuoto", "leeg", "unset", "no answer"]
)
# Words for what nobody knows. These are classes as well, where a classifier uses them.
_UNKNOWN = frozenset(
    """
    unknown|unk|unclear|undecided|undetermined|indeterminate|unsure|uncertain|ambiguous|unlabeled
    |unlabelled|unannotated|not sure|no consensus|do not know|don t know|pending|todo|to do|tbd
    |unbekannt|unklar|unsicher|inconnu|incertain|indéterminé|desconocido|incierto|sconosciuto
    |incerto|desconhecido|onbekend|onduidelijk|okänd|ukendt|ukjent|nieznany|неизвестно|未知|不明
    """.replace("\n", "")
    .replace("    ", "")
    .split("|")
)
_DOTTED = frozenset(["n.a", "n.d", "n.v", "k.a", "o.a", "n.v.t", "n.r"])
# Marks without a letter or digit: dots, dashes, question marks, '*', '#', '/', '_'.
_MARK = re.compile(r"[.…]+|[-_‐-―−]+|\?+|\*|#|/|~")
_STATA = re.compile(r"\.[a-z]")
_BRACKETS = {"<": ">", "(": ")", "[": "]", "{": "}", '"': '"', "'": "'"}

# Codes have few digits, of which all are 7, 8 or 9, or all but the last, as 96 to 98.
_CODE = re.compile(r"-?(7+|8+|9+|9+[678])|-[1-9]")
_MACHINE = frozenset([32767.0, -32768.0, 2147483647.0, -2147483648.0, 1e20, -1e20])
_MOST_CODES = 4  # at one end
# A scale has at most so many steps; of whole or half steps, this share is used at least.
_MOST_STEPS = 20
_SHARE_USED = 0.5
# A code is apart by so many of the widest steps between the other values.
_STEPS_APART = 3
# Ratings for each value of a scale; with so many no value is unused by chance.
_OFTEN = 10
# A single digit that takes more than this share of the ratings is part of the scale.
_LARGEST_SHARE = 0.2


def is_gap_word(text: str) -> bool:
    """Whether a text, such as 'NA', '.', '<no annotation>' or 'keine Angabe', stands for a gap.

    A word is recognized in any case. A text of blanks is a gap too.
    """
    word = " ".join(unicodedata.normalize("NFKC", text).casefold().split())
    if not word or _MARK.fullmatch(word) or _STATA.fullmatch(word):
        return True
    bare = word
    while len(bare) > 1 and bare != "<>" and _BRACKETS.get(bare[0]) == bare[-1]:
        bare = bare[1:-1].strip()
    spaced = " ".join(re.sub(r"(?<=\w)[_-]+(?=\w)", " ", bare.strip("_")).split())
    if bare != word and (spaced in _BRACKETED or not spaced or _MARK.fullmatch(spaced)):
        return True
    return (
        bare in _WORDS
        or spaced in _WORDS
        or ("." in bare and bare.replace(" ", "").removesuffix(".") in _DOTTED)
    )


def gap_words(labels: Iterable[str]) -> list[str]:
    """Return the labels that stand for gaps, seen beside the others.

    '-' beside '+' is a sign and '*' beside '**' a number of stars: these are no gaps.
    """
    every = [*dict.fromkeys(labels)]
    stripped = {label.strip() for label in every}
    signs = any(label and set(label) == {"+"} for label in stripped)
    stars = any(len(label) > 1 and set(label) == {"*"} for label in stripped)

    def is_sign(label: str) -> bool:
        kinds = set(label.strip())
        return (signs and kinds <= set("-−–")) or (stars and kinds == {"*"})

    return [label for label in every if is_gap_word(label) and not is_sign(label)]


def is_surely_gap(label: str) -> bool:
    """Whether programs write this for a gap, or it is a mark, so that it can hardly be a class.

    'none', 'missing' and 'not applicable' may well be classes.
    """
    word = label.strip().strip("<>").replace("_", " ").casefold()
    return is_gap_word(label) and (word in _OF_PROGRAMS or not any(c.isalpha() for c in word))


def missing_labels(labels: Iterable[str], words: Sequence[str]) -> tuple[set[str], list[str]]:
    """Find the labels that stand for gaps because the user says so.

    A word is compared as text without the blanks around it, and a number as a number: 99 stands for
    99.0 too.

    Returns
    -------
    labels : set of str
    unused : list of str
        The words that no label equals.
    """
    numbers = {value: word for word in words if (value := as_number(word)) is not None}
    texts = {word.strip(): word for word in words}
    missing, used = set[str](), set[str]()
    for label in labels:
        value = as_number(label)
        word = texts.get(label.strip(), None if value is None else numbers.get(value))
        if word is not None:
            missing.add(label)
            used.update([word], [w for w in words if value is not None and as_number(w) == value])
    return missing, [word for word in words if word not in used]


def likely_codes(counts: Mapping[str, int], *, measured: bool = False) -> list[str]:
    """Return the numbers that look like codes for a gap, as 99 and -9 beside grades from 1 to 5.

    A code consists of the usual digits, stands at an end of the values, and is far from all others:
    at least three times the widest step between them, and as far as they reach. Beside other
    values than those of a scale it must also be much more frequent than a value is there: a single
    large measurement is none. Beside words, every number is a code if all have the usual digits.

    Parameters
    ----------
    counts : mapping of str to int
        How often each label is given.
    measured : bool, default=False
        Whether these are measurements and not labels. The largest count of something, such as 8
        after many zeros and ones, is then no code unless it is more frequent than the one before.

    Examples
    --------
    >>> likely_codes({"1": 8, "2": 9, "3": 5, "99": 2})
    ['99']
    >>> likely_codes({"-1": 4, "0": 9, "1": 5})
    []
    """
    values: dict[float, int] = {}
    of_label: dict[str, float] = {}
    words = []
    for label, n in counts.items():
        value = as_number(label)
        if value is not None:
            of_label[label] = value
            values[value] = values.get(value, 0) + n
        elif not is_gap_word(label):
            words.append(label)
    codes = _beside_words(values, words) if len(words) > 1 else _at_an_end(values)
    if measured:
        codes = {x for x in codes if not 0 < x < 10 or values[x] > _next_below(x, values, codes)}
    return [label for label, value in of_label.items() if value in codes]


def never_predicted(truth: Iterable[str], predicted: Iterable[str]) -> list[str]:
    """Return the labels of a truth that may stand for cases without a label.

    It alone is never predicted, of three labels or more, and it is a negative number beside others
    that are not all negative, or a word such as 'unknown', which may also be a class.

    Examples
    --------
    >>> never_predicted(["-1", "0", "1"], ["0", "1"])
    ['-1']
    >>> never_predicted(["-1", "1"], ["1"])
    []
    """
    said = [*dict.fromkeys(truth)]
    never = set(said) - set(predicted)
    if len(never) != 1 or len(said) <= len(never) + 1:
        return []
    label = never.pop()
    value, others = as_number(label), [as_number(x) for x in said if x != label]
    negative = value is not None and value < 0 and any(x is not None and x >= 0 for x in others)
    word = " ".join(re.sub(r"[\W_]+", " ", label.casefold()).split())
    return [label] * (negative or word in _UNKNOWN)


def _next_below(code: float, counts: Mapping[float, int], codes: set[float]) -> int:
    """Return how often the largest number below a code stands, which is none itself."""
    return counts[max(x for x in counts if x < code and x not in codes)]


def _beside_words(values: Mapping[float, int], words: Sequence[str]) -> set[float]:
    single = any(len(word.strip()) < 2 for word in words)  # letters and digits are characters
    usual = all(_has_usual_digits(x) and not (single and 0 <= x < 10) for x in values)
    return set(values) if usual and len(values) <= _MOST_CODES else set()


def _at_an_end(values: Mapping[float, int]) -> set[float]:
    """Return the codes among numbers, from the inside to the outside of each end."""
    rest, codes = sorted(values), set[float]()
    high, low = list[float](), list[float]()
    while rest and len(high) < _MOST_CODES and rest[-1] > 0 and _has_usual_digits(rest[-1]):
        high.append(rest.pop())
    while rest and len(low) < _MOST_CODES and rest[0] < 0 and _has_usual_digits(rest[0]):
        low.append(rest.pop(0))
    for end in (high, low):
        while end:
            if _far_out(end, rest, values):
                codes.update(end)
                break
            rest = sorted([*rest, end.pop()])
    return codes


def _has_usual_digits(value: float) -> bool:
    whole = value.is_integer() and abs(value) < 1e9
    return value in _MACHINE or bool(whole and _CODE.fullmatch(str(int(value))))


def _far_out(end: Sequence[float], others: Sequence[float], counts: Mapping[float, int]) -> bool:
    """Whether the numbers of an end, the innermost last, are too far from the others, in order."""
    code = end[-1]
    if len(others) < 2:
        return False
    steps = [b - a for a, b in pairwise(others)]
    reach, gap = others[-1] - others[0], max(code - others[-1], others[0] - code)
    n, n_far = (sum(counts[x] for x in values) for values in (others, end))
    # Of -2, 0, 1 and 2 the first is no code: the scale has two sides.
    if -code in others and others[-1] <= 2 * abs(code) and len(others) < 5:
        return False
    whole = all(x.is_integer() for x in others)
    if whole and max(steps) == 1 and abs(code) < 10:  # 9 after grades from 1 to 5, -1 before them
        if code > 0 and (n_far > _LARGEST_SHARE * (n + n_far) or others[0] not in (0, 1, 2)):
            return False
        return gap >= 3 or (gap >= 2 and (code < 0 or n >= _OFTEN * len(others)))
    if gap < max(_STEPS_APART * max(steps), reach):
        return False
    if _is_scale(others, steps) or (code <= -9 and others[0] >= 0):
        return True
    return counts[code] >= max(3 if whole else 2, math.ceil(2 * n / len(others)))


def _is_scale(values: Sequence[float], steps: Sequence[float]) -> bool:
    """Whether numbers are the values of a scale with equal steps, or most of them."""
    step, reach = min(steps), values[-1] - values[0]
    if any((4 * x) % 1 for x in values) or any(x % step for x in steps):
        return False
    used = len(values) / (reach / step + 1)
    return reach / step <= _MOST_STEPS and used >= (_SHARE_USED if step <= 1 else 1)
