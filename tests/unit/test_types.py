"""What a user's file says about types is what `mypy --strict` says."""

import pytest

api = pytest.importorskip("mypy.api")

USERS_FILE = """
from fractions import Fraction

import numpy as np
import pandas as pd

from kappabook import ConfusionMatrix, cohen_kappa_score
from kappabook.metrics.companions import pabak

matrix = ConfusionMatrix([[4, 1], [1, 4]], labels=["ill", "well"])
from_frame = ConfusionMatrix(pd.DataFrame([[4, 1], [1, 4]]))
kappa: float = matrix.kappa
accuracy: float = matrix.accuracy
exact: float = matrix.exact().kappa
companion: float = pabak(matrix)
weighted: float = matrix.weighted_kappa([[Fraction(0), Fraction(1)], [Fraction(1, 2), Fraction(0)]])

y = [0, 1, 1]
cohen_kappa_score(y, np.array(y), weights="linear")
cohen_kappa_score(pd.Series(y), y, weights=None)
cohen_kappa_score(y, y, weights=[[0, 1], [1.5, 0]])
cohen_kappa_score(y, y, weights=[["0", "0.5"], ["1", "0"]])
cohen_kappa_score(y, y, weights=1 - np.eye(2))
cohen_kappa_score(y, y, weights=[np.array([0, 1]), np.array([1, 0])])
cohen_kappa_score(y, y, weights=pd.DataFrame([[0, 1], [1, 0]]))
"""
REFUSED = 'from kappabook import cohen_kappa_score\ncohen_kappa_score([0], [1], weights="cubic")\n'


@pytest.mark.slow
@pytest.mark.parametrize(("text", "errors"), [(USERS_FILE, 0), (REFUSED, 1)])
def test_a_users_file(tmp_path, root, text, errors):
    path = tmp_path / "users.py"
    path.write_text(text)
    cache = f"--cache-dir={tmp_path / 'cache'}"
    out, err, status = api.run(
        ["--strict", cache, f"--config-file={root}/pyproject.toml", str(path)]
    )
    assert status == (1 if errors else 0), out + err
    assert out.count("error: ") == errors, out
    assert errors == 0 or "users.py:2" in out
