"""docs/api.md tells the truth on unusual cases: every call gives the answer beside it."""

import math
import re

import numpy as np
import pandas as pd
import pytest
from sklearn.exceptions import UndefinedMetricWarning
from support import ROOT

from kappabook import ConfusionMatrix, auc_interval, auk_score, cohen_kappa_score, kappa_curve

NAMES = {
    "kappa": cohen_kappa_score,
    "auk": auk_score,
    "auc_interval": auc_interval,
    "curve": kappa_curve,
    "Matrix": ConfusionMatrix,
    "DataFrame": pd.DataFrame,
    "ordered": lambda y: pd.Categorical(y, categories=["low", "mid", "high"], ordered=True),
    "nan": math.nan,
    "inf": math.inf,
    "np": np,
}
ROW = re.compile(r"^\| (.+?) \| `(.+)` \| (.+) \|$", re.M)
PAGE = (ROOT / "docs/api.md").read_text(encoding="utf-8")
ROWS = ROW.findall(PAGE.partition("\n## What happens in unusual cases\n")[2].partition("\n## ")[0])


def test_the_tables_are_read():
    assert len(ROWS) > 50


@pytest.mark.parametrize(
    ("call", "answer"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS]
)
def test_answer(call, answer):
    if answer.startswith("ValueError: "):
        with pytest.raises(ValueError, match=re.escape(answer.removeprefix("ValueError: "))):
            eval(call, NAMES)
    elif answer == "nan":
        with pytest.warns(UndefinedMetricWarning):
            assert np.isnan(eval(call, NAMES))
    elif "replace_undefined_by" in call:
        with pytest.warns(UndefinedMetricWarning):
            assert eval(call, NAMES) == float(answer)
    else:
        assert eval(call, NAMES) == pytest.approx(float(answer), rel=1e-15)
