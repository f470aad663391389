"""The reference list, entry by entry, beside what is known of the works from elsewhere.

Known means: from catalogues, publishers' pages and other authors' lists, seen in November 2026.
None of the works was read for this.
"""

from __future__ import annotations

from dataclasses import dataclass

from kappabook.checks import Findings, check
from kappabook.ledger import Finding, Proof, Statement, Unjudged


@dataclass(frozen=True)
class Work:
    """A publication: `place` is all that follows the title."""

    authors: str
    year: int
    title: str
    place: str

    def __str__(self) -> str:
        return f"{self.authors}, {self.year}. {self.title}. {self.place}."


def article(journal: str, volume: str, first: int, last: int) -> str:
    """Write where an article stands, as the paper's list does."""
    return f"{journal} {volume}, {first}\N{EN DASH}{last}"


def chapter(book: str, first: int, last: int) -> str:
    """Write where a part of a book stands, as the paper's list does."""
    return f"In: {book}, pp. {first}\N{EN DASH}{last}"


_CLINICAL = "Journal of Clinical Epidemiology"
_RULES = "Rule evaluation measures: a unifying view"
_ILP = (
    "Dzeroski, S., Flach, P. (Eds.), Ninth International Workshop on Inductive Logic Programming "
    "(ILP'99). Springer, Berlin"
)
_PKDD = (
    "Zighed, D.A., Komorowski, J., Zytkow, J. (Eds.), Fourth European Conference on Principles of "
    "Data Mining and Knowledge Discovery (PKDD2000). Springer, Berlin"
)
_KERNELS = (
    "Schoelkopf, B., Burges, C., Smola, A. (Eds.), Advances in Kernel Methods Support Vector "
    "Learning. MIT Press, Cambridge, MA"
)
_KDD = (
    "In: Heckerman, D., Mannila, H., Pregibon, D., Uthurusamy, R. (Eds.), Proceedings of the "
    "Third International Conference on Knowledge Discovery and Data Mining, AAAI Press, CA"
)
_LIM = (
    "A comparison of prediction accuracy, complexity and training time of thirty-three old and new "
    "classification algorithms"
)
_PLATT = "Fast training of support vector machines using sequential minimal optimization"
_PROVOST = (
    "Analysis and visualization of classifier performance\N{EM DASH}comparison under imprecise "
    "class and cost distributions"
)
_ICML = "Proceedings of the Fourteenth International Conference on Machine Learning"
_WITTEN = "Data Mining: Practical Machine Learning Tools and Techniques, second ed"

PRUNING = Work(
    "Margineantu, D.D., Dietterich, T.G.",
    1997,
    "Pruning adaptive boosting",
    chapter(_ICML, 211, 218),
)
BOOTSTRAP = Work(
    "Margineantu, D.D., Dietterich, T.G.",
    2000,
    "Bootstrap methods for the cost-sensitive evaluation of classifiers",
    chapter(_ICML.replace("Fourteenth", "Seventeenth"), 583, 590),
)

WORKS = {
    "alpaydin": Work(
        "Alpaydin, E.", 2004, "Introduction to Machine Learning", "MIT Press, Cambridge, MA"
    ),
    "breiman": Work(
        "Breiman, L.", 2001, "Random forests", article("Machine Learning", "45", 5, 32)
    ),
    "cicchetti": Work(
        "Cicchetti, D.V., Feinstein, A.R.",
        1990,
        "High agreement but low kappa, in two parts",
        article(_CLINICAL, "43 (6)", 543, 558),
    ),
    "clark": Work(
        "Clark, P., Niblett, T.",
        1989,
        "The CN2 induction algorithm",
        article("Machine Learning", "3 (4)", 261, 283),
    ),
    "cohen": Work(
        "Cohen, J.",
        1960,
        "A coefficient of agreement for nominal scales",
        article("Educational and Psychological Measurement", "20", 37, 46),
    ),
    "cook": Work(
        "Cook, R.J.",
        1998,
        "Kappa and its dependence on marginal rates",
        chapter(
            "Armitage, P., Colton, T. (Eds.), Encyclopedia of BioStatistics. Wiley, New York",
            2166,
            2168,
        ),
    ),
    "demsar": Work(
        "Demsar, Janez",
        2006,
        "Statistical comparisons of classifiers over multiple datasets",
        article("Journal of Machine Learning Research", "7", 1, 30),
    ),
    "domingos": Work(
        "Domingos, P., Pazzani, M.",
        1997,
        "On the optimality of the simple Bayesian classifier under zero-one loss",
        article("Machine Learning", "29", 103, 130),
    ),
    "lavrac": Work("Lavrac, N., Flach, P., Zupan, B.", 1999, _RULES, chapter(_ILP, 174, 185)),
    "lim": Work(
        "Lim, T.S., Loh, W.Y., Shih, Y.S.", 2000, _LIM, article("Machine Learning", "40", 203, 229)
    ),
    "maclure": Work(
        "Maclure, M., Willett, W.C.",
        1987,
        "Misinterpretation and misuse of the kappa statistic",
        article("American Journal of Epidemiology", "126 (2)", 161, 169),
    ),
    "margineantu": PRUNING,
    "platt": Work("Platt, J.", 1998, _PLATT, chapter(_KERNELS, 185, 208)),
    "provost": Work("Provost, F., Fawcett, T.", 1997, _PROVOST, _KDD),
    "quinlan1993": Work(
        "Quinlan, J.R.",
        1993,
        "C4.5: Programs for Machine Learning",
        "Morgan Kaufmann, San Mateo, CA",
    ),
    "thompson": Work(
        "Thompson, W.D., Walter, S.D.",
        1988,
        "A reappraisal of the kappa coefficient",
        article(_CLINICAL, "41", 949, 958),
    ),
    "todorovski": Work(
        "Todorovski, L., Flach, P., Lavrac, N.",
        2000,
        "Predictive performance of weighted relative accuracy",
        chapter(_PKDD, 255, 264),
    ),
    "witten": Work("Witten, I.H., Frank, E.", 2005, _WITTEN, "Academic Press, New York"),
}
# Entries in which a letter or an initial is wrong or missing, and the work is certain.
DAMAGED = ("cook", "platt", "todorovski")
CONTESTED = {
    "lim": (
        "For: the author's own copy is cited with pages 203 to 229. Against: others have 203 to "
        "228 for the same article."
    ),
    "witten": (
        "For: Academic Press and Morgan Kaufmann were imprints of one house. Against: others have "
        "Morgan Kaufmann, San Francisco, for this edition."
    ),
}
NOTES = {
    "cicchetti": (
        "Two articles: Feinstein and Cicchetti, pages 543 to 549, and Cicchetti and Feinstein, "
        "pages 551 to 558."
    ),
    "cook": "Author, title and book were found elsewhere; the pages were not.",
    "margineantu": (
        "The text cites the work for pruning by kappa, which is this one. The printed title is "
        f"that of a work of 2000 by the same authors: {BOOTSTRAP}"
    ),
    "provost": "The pages, 43 to 48, are not printed.",
    "todorovski": "Authors, title and conference were found elsewhere; the pages were not.",
}


@check("references.{key}", key=WORKS)
def entry(key: str) -> Finding:
    """Compare an entry with what is known of the work, letter by letter but for capitals."""
    work = WORKS[key]
    cites = Proof(_cites, str(work), (work,))
    if key in CONTESTED:
        return Finding(cites, "external", CONTESTED[key], "contested")
    return Finding(cites, "external", NOTES.get(key, ""), damaged=key in DAMAGED)


def _cites(text: str, work: Work) -> bool:
    said, known = (one.replace("\N{EN DASH}", "-").casefold() for one in (text, str(work)))
    return said == known


@check("references.quinlan1987")
def simplifying_decision_trees() -> Finding:
    """Say what could not be found of the chapter by Quinlan."""
    note = (
        "Title and year are those of an article in the International Journal of Man-Machine "
        "Studies 27, 221-234. That it stands in this book too is said elsewhere, with the year "
        "1988; its pages we could not check."
    )
    return Finding(Unjudged("not checked"), "external", note, "not reproduced")


@check("s2.pruning")
def pruning() -> Findings:
    """Ask whether the cited work of 1997 is on pruning by kappa."""
    shown = f"{PRUNING.title}, {PRUNING.year}"
    note = "By its title, and by those who cite it for pruning by kappa; we have not read it."
    is_meant = Statement(is_on_pruning, (PRUNING,), (BOOTSTRAP,), shown)
    yield "s2.pruning", Finding(is_meant, "external", note)


def is_on_pruning(work: Work) -> bool:
    """Say whether a work's title speaks of pruning."""
    return "pruning" in work.title.casefold()
