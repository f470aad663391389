"""Ratings as tools and sheets hold them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pandas as pd
from strangers import oracles
from strangers.forms import NAMED, REFUSED, RIGHT, Form, items, long, pair, undefined

TWO = "agree --item id"
_DATES = {"04-Mar": "3-4", "02-Jan": "1-2"}


def _whole(text: str) -> int:
    return int(float(text))


def _choices(row: Any) -> frozenset[str]:
    return frozenset(json.loads(row["mood"])["choices"])


def _fleiss(path: Path) -> float:
    from statsmodels.stats.inter_rater import fleiss_kappa

    return float(fleiss_kappa(pd.read_csv(path, index_col=0).to_numpy()))


RATINGS: dict[str, Form] = {
    "two raters and nothing else": Form(
        "two_raters_no_id.csv",
        "agree --raters TL,MR",
        pair("TL", "MR"),
        RIGHT,
        [],
        "a sheet for irr's kappa2",
    ),
    "an item of two columns": Form(
        "composite_item.csv",
        "agree --item pmcid,fig_no",
        items(*["110", "000", "111", "010", "000", "111", "110", "001", "000"]),
        RIGHT,
        ["column 1"],
        "a table of pandas with its index; items are figures of articles",
        {"index_col": None},
    ),
    "an item of two columns, one given": Form(
        "composite_item.csv",
        "agree --item pmcid",
        items(*["110", "000", "111", "010", "000", "111", "110", "001", "000"]),
        REFUSED,
        ["'fig_no'"],
        "a table of pandas with its index; items are figures of articles",
    ),
    "Label Studio, CSV": Form(
        "label_studio.csv",
        "agree --item id --rater annotator --label sentiment",
        long("id", lambda row: row["sentiment"]),
        RIGHT,
        [],
        "Label Studio's export as CSV",
    ),
    "Label Studio, CSV, several choices": Form(
        "label_studio_choices.csv",
        "agree --item id --rater annotator --label mood",
        long("id", _choices),
        RIGHT,
        [],
        "Label Studio's export as CSV, choice=multiple",
    ),
    "Label Studio, JSON-MIN": Form(
        "label_studio_min.json",
        "agree --item id --rater annotator --label mood",
        long("id", lambda row: row["mood"]),
        RIGHT,
        [],
        "Label Studio's export as JSON-MIN",
        None,
    ),
    "Label Studio, JSON": Form(
        "label_studio_full.json",
        "agree --item id --rater annotator --label mood",
        undefined,
        REFUSED,
        ["annotations"],
        "Label Studio's export as JSON",
        None,
    ),
    "lists in wide cells": Form(
        "sets_wide.jsonl",
        TWO,
        items(*([frozenset(a), frozenset(b)] for a, b in ("xx", "yy", ("xy", "yx"), "xy"))),
        RIGHT,
        ["several labels"],
        "a frame with lists, as JSON lines",
        {},
    ),
    "sets with bars": Form(
        "sets_bars.csv",
        TWO,
        pair("a", "b", lambda cell: frozenset(cell.split("|"))),
        RIGHT,
        ["calm|glad"],
        "several choices joined by bars",
    ),
    "doccano": Form(
        "doccano.jsonl",
        "agree --item doc_id --rater username --label labels",
        long("doc_id", lambda row: frozenset(row["labels"]) or None),
        RIGHT,
        [],
        "doccano's export with users",
        {},
    ),
    "Rayyan": Form(
        "rayyan.csv",
        "agree --item key --raters notes",
        undefined,
        REFUSED,
        ["notes"],
        "Rayyan's articles.csv: decisions within a column of notes",
    ),
    "<no annotation>": Form(
        "inception.csv",
        TWO,
        pair("u1", "u2", gaps=["<no annotation>"]),
        NAMED,
        ["<no annotation>", "--missing"],
        "INCEpTION's agreement export",
    ),
    "<no annotation>, said": Form(
        "inception.csv",
        f"{TWO} --missing '<no annotation>'",
        pair("u1", "u2", gaps=["<no annotation>"]),
        RIGHT,
        [],
        "INCEpTION's agreement export",
    ),
    "ratings without a header": Form(
        "recal_no_header.csv",
        "agree --raters 4,3",
        undefined,
        REFUSED,
        ["header"],
        "a file for ReCal",
        None,
    ),
    "ratings without a header, equal codes": Form(
        "recal_equal_first.csv",
        "agree --raters 4",
        undefined,
        REFUSED,
        ["'4'"],
        "a file for ReCal",
        None,
    ),
    "1 and 1.0, ratings": Form(
        "one_rater_with_gap.csv",
        TWO,
        pair("r1", "r2", _whole),
        RIGHT,
        ["4.0"],
        "pandas, where a column of integers has a gap",
    ),
    "True and 1": Form(
        "true_and_one.csv",
        TWO,
        pair("a", "b", lambda x: int({"True": 1, "False": 0}.get(x, x))),
        RIGHT,
        ["True"],
        "two tools that write yes and no in two ways",
    ),
    "Unnamed: 0": Form(
        "unnamed_index.csv",
        TWO,
        pair("r1", "r2"),
        RIGHT,
        ["Unnamed: 0"],
        "DataFrame.to_csv, read and written again",
    ),
    "saved three times": Form(
        "saved_twice.csv",
        TWO,
        pair("r1", "r2"),
        RIGHT,
        ["Unnamed: 0"],
        "DataFrame.to_csv, read and written twice",
    ),
    "X": Form("r_index.csv", TWO, pair("r1", "r2"), RIGHT, ["X"], "write.csv, read and written"),
    "a timestamp beside the raters": Form(
        "timestamp_column.csv",
        TWO,
        pair("r1", "r2"),
        RIGHT,
        ["Timestamp"],
        "a form's answers",
    ),
    **{
        f"the code {code}": Form(
            f"code_{name}.csv",
            f"{TWO} --level interval",
            pair("r1", "r2", _whole, [code], distance=oracles.squared),
            outcome,
            [f"'{code.removesuffix('.0')}"],
            "code books of surveys; ReCal and SAS for the signs",
        )
        for name, code, outcome in [
            ("99", "99", NAMED),
            ("minus99", "-99", NAMED),
            ("9", "9", NAMED),
            ("999", "999", NAMED),
            ("minus1", "-1", NAMED),
            ("float99", "99.0", NAMED),
            ("point", ".", REFUSED),
            ("star", "*", REFUSED),
            ("hash", "#", REFUSED),
            ("na_excel", "#N/A", REFUSED),
            ("na_angle", "<NA>", REFUSED),
            ("not_rated", "not rated", REFUSED),
            ("dash", "-", REFUSED),
            ("na_points", "n.a.", REFUSED),
        ]
    },
    **{
        f"the code {code}, labels as names": Form(
            f"code_{name}.csv",
            TWO,
            pair("r1", "r2", str, [code]),
            NAMED,
            [f"'{code.removesuffix('.0')}", "--missing"],
            "code books of surveys; ReCal and SAS for the signs",
        )
        for name, code in [
            ("99", "99"),
            ("minus99", "-99"),
            ("999", "999"),
            ("point", "."),
            ("star", "*"),
            ("hash", "#"),
            ("na_excel", "#N/A"),
            ("na_angle", "<NA>"),
            ("not_rated", "not rated"),
            ("dash", "-"),
            ("na_points", "n.a."),
        ]
    },
    "a part rated twice": Form(
        "double_coded_part.csv",
        TWO,
        lambda path: oracles.ratings(
            pd.read_csv(path)[["c1", "c2"]]
            .astype(object)
            .where(lambda t: t.notna(), None)
            .to_numpy()
            .tolist()
        ),
        RIGHT,
        [],
        "a tenth coded twice, the rest by one",
    ),
    "MT-bench judgements": Form(
        "mt_bench.jsonl",
        "agree --item question_id,model_a,model_b,turn --rater judge --label winner",
        long(["question_id", "model_a", "model_b", "turn"], lambda row: row["winner"]),
        RIGHT,
        [],
        "FastChat's judgements of experts and of a model",
        {},
    ),
    "MT-bench judgements, one column": Form(
        "mt_bench.jsonl",
        "agree --item question_id --rater judge --label winner",
        undefined,
        REFUSED,
        ["question_id,model_a,model_b,turn"],
        "FastChat's judgements of experts and of a model",
        {},
    ),
    "AlpacaEval": Form(
        "alpaca_eval.json",
        "agree --item instruction --rater annotator --label preference",
        long("instruction", lambda row: row["preference"]),
        RIGHT,
        [],
        "AlpacaEval's annotations.json",
        None,
    ),
    "people in rows": Form(
        "people_in_rows.csv",
        "agree --item Rater",
        items("yyy", "nny", "yny", "nnn"),
        NAMED,
        ["'Rater'"],
        "a form: a row for each person, a column for each item",
    ),
    "a prediction beside the raters": Form(
        "prediction_beside.csv",
        TWO,
        pair("annotator1", "annotator2"),
        NAMED,
        ["predicted_category"],
        "a classifier's column beside those of people",
    ),
    "alpha of exactly 0": Form(
        "alpha_zero.csv",
        "agree --item item",
        items("33333", "3333", "3333", "3333", "33313"),
        RIGHT,
        [],
        "the best-known question about alpha",
    ),
    "tens of thousands of ratings an item": Form(
        "many_counts.csv",
        "agree --item item --counts",
        lambda path: {"fleiss_kappa.estimate": _fleiss(path)},
        RIGHT,
        [],
        "votes of a crowd",
    ),
    "frequencies of two raters": Form(
        "frequencies_agree.csv",
        "agree --raters r1,r2",
        lambda path: oracles.pair(
            *[(t := pd.read_csv(path))[name].repeat(t["freq"]) for name in ("r1", "r2")]
        ),
        NAMED,
        ["freq"],
        "what SPSS's WEIGHT BY takes; as.data.frame(table(a, b))",
    ),
    "a header one name short": Form(
        "write_table.csv",
        "agree --raters r1,r2",
        items("aa", "ba", "bb", "aa"),
        RIGHT,
        ["header"],
        "write.table of R, whose header has no name for the row names",
        None,
    ),
    "a header one name short, tabs": Form(
        "write_table_tabs.tsv",
        "score",
        lambda _: oracles.two_columns("0110", "0100"),
        RIGHT,
        ["header"],
        "write.table of R, whose header has no name for the row names",
        None,
    ),
    "a consensus beside the coders": Form(
        "consensus.csv",
        TWO,
        pair("coder1", "coder2"),
        NAMED,
        ["final", "--reference"],
        "a sheet for coding twice, with what was settled",
    ),
    "a check column, 1 and 0": Form(
        "match_column.csv",
        TWO,
        pair("coder1", "coder2"),
        NAMED,
        ["match"],
        "a sheet with the formula =B2=C2",
    ),
    "a check column, TRUE and FALSE": Form(
        "match_true.csv",
        TWO,
        pair("coder1", "coder2"),
        RIGHT,
        ["same"],
        "a sheet with the formula =B2=C2",
    ),
    "a row of totals below ratings": Form(
        "total_row.csv",
        TWO,
        items("11", "22", "12", "33", "22"),
        NAMED,
        ["last row", "sum"],
        "a sheet with sums",
    ),
    "a row of means below ratings": Form(
        "mean_row.csv",
        TWO,
        items("11", "22", "12", "33", "22"),
        NAMED,
        ["last row", "mean"],
        "a sheet with means",
    ),
    "a JSON object in a cell": Form(
        "mturk_json.csv",
        "agree --item HITId --rater WorkerId --label Answer.taskAnswers",
        long(
            "HITId", lambda row: json.dumps(json.loads(row["Answer.taskAnswers"]), sort_keys=True)
        ),
        REFUSED,
        ["W1"],
        "batch results of Mechanical Turk with crowd elements",
    ),
    "a column a label, marked true": Form(
        "potato_marks.csv",
        "agree --item instance --rater user --label mood:::glad",
        items("tt", "ft", "ff", "tt", "ft"),
        NAMED,
        ["rue'"],
        "Potato's export as CSV; check boxes of forms",
    ),
    "labels that became dates": Form(
        "excel_dates.csv",
        TWO,
        pair("r1", "r2", lambda x: _DATES.get(x, x)),
        NAMED,
        ["04-Mar"],
        "Excel, which takes 3-4 for a day",
    ),
    "two coders of many, with their names": Form(
        "pair_ids.csv",
        "agree --item item",
        pair("rater1", "rater2"),
        NAMED,
        ["rater1_id"],
        "a sheet in which each item has two coders of several",
    ),
    "record 1--1 and 1--2": Form(
        "redcap_dde.csv",
        "agree --item record_id --rater coder --label diagnosis",
        items("ii", "wi", "ww", "ii", "ww", "iw"),
        REFUSED,
        ["--item"],
        "REDCap's double data entry",
    ),
    "a form's answers": Form(
        "google_forms.csv",
        "agree --item Timestamp",
        items("yyy", "nny", "yny", "nnn"),
        NAMED,
        ["Email Address"],
        "Google Forms",
    ),
    "three header rows": Form(
        "qualtrics.csv",
        "agree --item ResponseId",
        items("yyynyn", "nnynyn", "nynnyy"),
        REFUSED,
        ["qualtrics.csv:2"],
        "Qualtrics",
    ),
    "a line sep=;": Form(
        "separator_line.csv",
        TWO,
        items("aa", "ba", "bb", "aa"),
        RIGHT,
        ["semicolon"],
        "Excel's own sign for the separator",
        None,
    ),
    "sums beside and below counts": Form(
        "counts_total.csv",
        "agree --item item --counts",
        items("ggg", "ccg", "sss", "cgs", "ccc"),
        RIGHT,
        ["'Gesamt'", "'alle'"],
        "a pivot table of ratings, with its totals",
    ),
    "percentages for counts": Form(
        "counts_percent.csv",
        "agree --item item --counts",
        undefined,
        NAMED,
        ["percentages"],
        "shares of votes",
    ),
    "one coder's code begins at 1": Form(
        "shifted_code.csv",
        "agree --item photo",
        items(
            *["000", "001", "111", "111", "000", "111", "000", "000", "111", "101", "000", "111"]
        ),
        NAMED,
        ["'Ben'", "another number"],
        "SPSS's value labels in two versions",
    ),
    "two tables side by side, in two orders": Form(
        "pasted_tables.csv",
        "agree --item photo",
        undefined,
        REFUSED,
        ["'photo_2'", ".merge("],
        "copy and paste in a spreadsheet",
    ),
    "the header again in the middle": Form(
        "header_again.csv",
        "agree --item photo --header",
        undefined,
        REFUSED,
        ["header_again.csv:5"],
        "cat first.csv second.csv",
        None,
    ),
}
