"""Cohen's kappa, ROC curves and the AUK: measures, displays and five texts re-run."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kappabook.display.kappa_curve import KappaCurveDisplay
    from kappabook.metrics import (
        ConfusionMatrix,
        auk_bounds,
        auk_from_roc,
        auk_score,
        chance_agreement,
        cohen_kappa_score,
        gini_score,
        kappa_curve,
        kappa_optimal_probability,
        kappa_optimal_threshold,
        per_class_kappa_score,
        roc_convex_hull,
    )

__version__ = "0.1.0"

__all__ = [
    "ConfusionMatrix",
    "KappaCurveDisplay",
    "__version__",
    "auk_bounds",
    "auk_from_roc",
    "auk_score",
    "chance_agreement",
    "cohen_kappa_score",
    "gini_score",
    "kappa_curve",
    "kappa_optimal_probability",
    "kappa_optimal_threshold",
    "per_class_kappa_score",
    "roc_convex_hull",
]


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used: the command line needs none of them."""
    if name in ("display", "metrics"):
        return import_module(f"kappabook.{name}")
    if name not in __all__:
        raise AttributeError(f"module 'kappabook' has no attribute {name!r}")
    home = "display.kappa_curve" if name == "KappaCurveDisplay" else "metrics"
    globals()[name] = getattr(import_module(f"kappabook.{home}"), name)
    return globals()[name]


def __dir__() -> list[str]:
    return sorted({*__all__, "display", "metrics", *(n for n in globals() if n.startswith("__"))})
