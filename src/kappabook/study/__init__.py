"""Running many models on many samples, and what accuracy and kappa say of the results.

A name is imported when it is first used: stored results are read without scikit-learn, which only
training needs.
"""

from kappabook.system.extras import need
from kappabook.system.lazy_names import first_use, homes

with need("report", "cloudpickle", "joblib", "pandas", "tqdm"):
    pass

_HOMES = homes(__file__)
__all__ = list(_HOMES)


def __getattr__(name: str) -> object:
    """Import a public name when it is first used."""
    return first_use(__name__, _HOMES, name)
