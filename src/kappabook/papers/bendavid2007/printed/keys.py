"""The data sets and classifiers of the paper, in its order: our keys and its names."""

from __future__ import annotations

from types import MappingProxyType

KEY = "bendavid2007"

# Our key, which for the public ones is the registry's, and the name in Table 7.
DATASETS = MappingProxyType(
    {
        "balance-scale": "Balance",
        "car": "Car",
        "cmc": "Contraceptive",
        "credit-approval": "Credit",
        "efe": "EFE",
        "english-comprehension": "Engish Comp",
        "era": "ERA",
        "esl": "ESL",
        "boston-housing": "Housing",
        "lev": "LEV",
        "monks-3": "Monks-3",
        "nursery": "Nursery",
        "post-operative": "Post Operative",
        "project-management": "Proj. Man.",
        "swd": "SWD",
    }
)

# Collected by or for the author, and never published.
PRIVATE = frozenset({"efe", "english-comprehension", "project-management"})
PUBLIC = tuple(dataset for dataset in DATASETS if dataset not in PRIVATE)

# WEKA's key, and the name in Table 8; in Tables 9 and 11; in Table 12.
CLASSIFIERS = MappingProxyType(
    {
        "J48": "C4.5",
        "SMO": "SMO",
        "NaiveBayes": "Naïve Bayes",
        "Logistic": "Logistic",
        "RandomForest": "Random forest",
    }
)
SHORT = MappingProxyType({**CLASSIFIERS, "NaiveBayes": "N Bayes"})
MODELS = MappingProxyType({**CLASSIFIERS, "RandomForest": "Random Forest"})

# The table of Appendix A that shows each classifier, and the classifier of each table.
TABLES = MappingProxyType({clf: f"tableA{i}" for i, clf in enumerate(CLASSIFIERS, start=1)})
CLASSIFIER_OF = MappingProxyType({table: clf for clf, table in TABLES.items()})
AVERAGE = "average"
FOLDS = 10
