"""Predictions and scores as tools write them."""

from __future__ import annotations

import pandas as pd
from strangers import oracles
from strangers.forms import NAMED, REFUSED, RIGHT, Form, auc, columns, undefined


def _of_positive(table: pd.DataFrame) -> pd.DataFrame:
    """Turn confidences of the predicted label into scores of the positive one."""
    predicted = table["y_pred"] == "yes"
    return table.assign(y_score=table["y_score"].where(predicted, 1 - table["y_score"]))


PREDICTIONS: dict[str, Form] = {
    "score of the predicted label": Form(
        "confidences.csv",
        "score --positive yes",
        auc("y_true", "y_score", "yes", _of_positive),
        NAMED,
        ["y_score", "--score-of"],
        "any pipeline that returns its confidence",
    ),
    "score of the predicted label, read so": Form(
        "confidences.csv",
        "score --positive yes --score-of predicted",
        auc("y_true", "y_score", "yes", _of_positive),
        RIGHT,
        [],
        "any pipeline that returns its confidence",
    ),
    "predictions in Markdown": Form(
        "markdown_predictions.csv",
        "score --positive dog",
        undefined,
        REFUSED,
        ["markdown_predictions.csv:2", ":---|---:"],
        "DataFrame.to_markdown",
        None,
    ),
    "training and test rows in one file": Form(
        "train_and_test.csv",
        "score --positive dog",
        columns("y_true", "y_pred", "split == 'test'"),
        NAMED,
        ["'split'"],
        "a script that writes all of its predictions",
    ),
    "a truth nobody knows": Form(
        "unknown_truth.csv",
        "score",
        columns("y_true", "y_pred", "y_true != 'unknown'"),
        NAMED,
        ["--missing unknown"],
        "annotators who may choose 'unknown'",
    ),
    "a truth nobody knows, left out": Form(
        "unknown_truth.csv",
        "score --missing unknown",
        columns("y_true", "y_pred", "y_true != 'unknown'"),
        RIGHT,
        [],
        "annotators who may choose 'unknown'",
    ),
    "Hugging Face label and score": Form(
        "huggingface.csv",
        "score --truth gold --prediction label --score score --positive POSITIVE",
        auc(
            "gold",
            "score",
            "POSITIVE",
            lambda t: t.assign(score=t["score"].where(t["label"] == "POSITIVE", 1 - t["score"])),
        ),
        NAMED,
        ["score", "--score-of"],
        "pipeline('text-classification')",
    ),
    "WEKA predictions": Form(
        "weka_csv.csv",
        "score --truth actual --prediction predicted --score prediction --positive 2:yes",
        auc(
            "actual",
            "prediction",
            "2:yes",
            lambda t: t.assign(
                prediction=t["prediction"].where(t["predicted"] == "2:yes", 1 - t["prediction"])
            ),
        ),
        NAMED,
        ["prediction", "--score-of"],
        "weka -classifications CSV",
    ),
    "every document once a filter": Form(
        "lm_eval.csv",
        "score --truth target --prediction filtered_resps",
        columns("target", "filtered_resps", "filter == 'strict-match'"),
        NAMED,
        ["doc_id", "--group"],
        "samples of lm-evaluation-harness",
    ),
    "every row once a tuning value": Form(
        "tidymodels.csv",
        "score --truth truth --prediction .pred_class --score .pred_Class1 --positive Class1",
        auc("truth", ".pred_Class1", "Class1", lambda t: t[t["neighbors"] == 1]),
        NAMED,
        [".row", "--group"],
        "collect_predictions() of tidymodels",
    ),
    "every row once a tuning value, caret": Form(
        "caret_pred.csv",
        "score --truth obs --prediction pred",
        columns("obs", "pred", "mtry == 2"),
        NAMED,
        ["rowIndex", "--group"],
        "fit$pred of caret with savePredictions",
    ),
    "H2O predictions": Form(
        "h2o_predict.csv",
        "score --truth actual --prediction predict --score p1",
        auc("actual", "p1", 1),
        RIGHT,
        [],
        "h2o.predict, exported",
    ),
    "BigQuery ML predictions": Form(
        "bigquery.jsonl",
        "score --truth label --prediction predicted_label --score predicted_label_probs "
        "--positive yes",
        undefined,
        REFUSED,
        ["predicted_label_probs"],
        "ML.PREDICT, exported as JSON lines",
        None,
    ),
    "predictions without a header": Form(
        "no_header_score.csv",
        "score --truth 1 --prediction 0",
        columns("0", "1", header=None, names=["0", "1"]),
        REFUSED,
        ["header"],
        "numpy.savetxt of two columns",
        None,
    ),
    "a number that stands for a gap": Form(
        "missing_scores.csv",
        "score --threshold .5 --missing=-99",
        auc("y_true", "y_score", 1, lambda t: t[t["y_score"] != -99]),
        RIGHT,
        [],
        "sheets with a code for what is missing",
    ),
    "a number that stands for a gap, not said": Form(
        "missing_scores.csv",
        "score --threshold .5",
        auc("y_true", "y_score", 1, lambda t: t[t["y_score"] != -99]),
        NAMED,
        ["-99", "--missing"],
        "sheets with a code for what is missing",
    ),
    "weights of an order that is not given": Form(
        "linear_without_order.csv",
        "score --weights linear",
        columns("y_true", "y_pred"),
        REFUSED,
        ["--ordered", "--weights"],
        "grades in words",
    ),
    "1 and 1.0, predictions": Form(
        "one_and_float.csv",
        "score",
        columns("y_true", "y_pred", dtype=float),
        RIGHT,
        ["1.0"],
        "pandas, where a column of integers has a gap",
    ),
    "predictions numbered from 0, truth from 1": Form(
        "zero_based.csv",
        "score",
        lambda path: oracles.two_columns((t := pd.read_csv(path))["y_true"], t["y_pred"] + 1),
        NAMED,
        ["+1", "'y_pred'"],
        "argmax of probabilities beside classes counted from 1",
    ),
    "a table of frequencies": Form(
        "frequencies_score.csv",
        "score --truth Truth --prediction Prediction",
        columns("Truth", "Prediction", weight="Freq"),
        NAMED,
        ["Freq"],
        "as.data.frame(conf_mat$table) of yardstick",
    ),
    "a table of frequencies, with row names": Form(
        "frequencies_r.csv",
        "score --truth Var1 --prediction Var2",
        columns("Var1", "Var2", weight="Freq"),
        NAMED,
        ["Freq"],
        "write.csv(as.data.frame(table(a, b)))",
    ),
    "a table of frequencies, weighted": Form(
        "frequencies_score.csv",
        "score --truth Truth --prediction Prediction --weight Freq",
        columns("Truth", "Prediction", weight="Freq"),
        RIGHT,
        [],
        "as.data.frame(conf_mat$table) of yardstick",
    ),
    "a row of totals below predictions": Form(
        "total_row_score.csv",
        "score",
        columns("y_true", "y_pred", "id != 'Total'"),
        NAMED,
        ["last row", "sum"],
        "a sheet with sums",
    ),
    "scores in percent": Form(
        "percent_scores.csv",
        "score --positive yes",
        auc(
            "y_true",
            "y_score",
            "yes",
            lambda t: t.assign(y_score=t["y_score"].str.rstrip("%").astype(float)),
        ),
        REFUSED,
        ["87%"],
        "a sheet with formatted cells",
    ),
}
