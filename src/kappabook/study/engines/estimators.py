"""scikit-learn's estimators by their import path."""

from __future__ import annotations

import importlib
import inspect
import sys
from typing import Any

SEED = 1


def estimator_at(path: str) -> Any:
    """Make an estimator from the import path of its class, with its defaults and our seed.

    ValueError if there is no such module or class, or if the class asks for arguments: each says
    what was found.
    """
    module_name, _, name = path.rpartition(".")
    try:
        module = importlib.import_module(module_name)
    except (ImportError, ValueError, TypeError) as error:  # TypeError: it begins with a dot
        raise ValueError(
            f"classifier {path!r}: {error}. Give the import path of a "
            "class, such as sklearn.ensemble.ExtraTreesClassifier."
        ) from None
    found = getattr(module, name, None)
    if not inspect.isclass(found):
        raise ValueError(f"classifier {path!r}: {module_name} has no class {name!r}.")
    try:
        estimator: Any = found()
    except TypeError as error:
        raise ValueError(
            f"classifier {path!r} cannot be made without arguments ({error}); make it yourself "
            "and give it under a name: {'mine': ...}."
        ) from None
    if "random_state" in _parameters(estimator):
        estimator.set_params(random_state=SEED)
    return estimator


def refuse_no_classifier(name: str, estimator: Any) -> None:
    """Raise an error if it is no unfitted estimator with fit, predict and parameters."""
    lacks = [part for part in ("fit", "predict", "get_params") if not hasattr(estimator, part)]
    if inspect.isclass(estimator) or lacks:
        what = (
            "a class; give an estimator, made by calling it"
            if inspect.isclass(estimator)
            else (
                f"{type(estimator).__name__}, which has no {', '.join(lacks)}; "
                "give a classifier as scikit-learn defines it"
            )
        )
        raise ValueError(f"classifier {name!r} is {what}.")


def package_version(name: str) -> str:
    """Return what a package that is imported says of its version."""
    return str(getattr(sys.modules.get(name), "__version__", "unknown"))


def _parameters(estimator: Any) -> dict[str, Any]:
    return dict(estimator.get_params()) if hasattr(estimator, "get_params") else {}
