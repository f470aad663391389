// The state of a two-class confusion matrix; confusion.py in JavaScript.
"use strict";

const LEFT = -0.03, RIGHT = 1.03;

function noteOn({ accuracy, kappa, mcc }) {
  if (accuracy === null) return "All four cells are 0: move one of the sliders.";
  if (kappa === null) return "Truth and prediction know one class only: kappa and MCC are 0/0.";
  if (mcc === null) return "The truth or the prediction knows one class only: kappa is 0, MCC is 0/0.";
  return "";
}

// The cells with these margins and this accuracy, or the nearest that there are.
function fromMargins(prevalence, bias, accuracy) {
  const p = prevalence, q = Math.min(Math.max(p + bias, 0), 1);
  const low = Math.abs(p + q - 1), high = 1 - Math.abs(p - q);
  const possible = low - 1e-9 <= accuracy && accuracy <= high + 1e-9;
  const shown = possible ? accuracy : Math.min(Math.max(accuracy, low), high);
  const notes = [];
  if (Math.abs(q - p - bias) > 1e-9) {
    notes.push(`A bias of ${bias.toFixed(2)} is out of reach: shown is ${(q - p).toFixed(2)}.`);
  }
  if (shown !== accuracy) {
    notes.push(`With these margins the accuracy lies from ${low.toFixed(2)} to `
      + `${high.toFixed(2)}: shown is ${shown.toFixed(2)}.`);
  }
  const a = (shown - 1 + p + q) / 2;
  const cells = [a, p - a, q - a, 1 - p - q + a].map(
    (share) => 100 * Math.max(Number(share.toFixed(12)), 0),
  );
  return { cells, notes };
}

function column([x, x2], side, cells, names, kinds) {
  const total = cells[0] + cells[1];
  if (total === 0) return [];
  const edge = cells[0] / total;
  return [[0, edge], [edge, 1]].map(([y, y2], i) => ({
    x, x2, y, y2, side, middle: (y + y2) / 2, kind: kinds[i],
    text: `${names[i]} ${Number(cells[i].toPrecision(4))}`,
  }));
}

function state(values) {
  let cells = [values.tp, values.fn, values.fp, values.tn], notes = [];
  if (values.group === "the margins") {
    ({ cells, notes } = fromMargins(values.prevalence, values.bias, values.accuracy));
  }
  const [tp, fn, fp, tn] = cells;
  const now = { tp, fn, fp, tn, ...measures(tp, fn, fp, tn) };
  now.note = [...notes, noteOn(now)].join(" ").trim();
  const p = now.prevalence;
  const bars = [["accuracy", now.accuracy], ["chance", now.chance], ["kappa", now.kappa],
    ["MCC", now.mcc]];
  now.data = {
    cells: [
      ...column([0, p], LEFT, [tp, fn], ["TP", "FN"], ["right", "wrong"]),
      ...column([p, 1], RIGHT, [fp, tn], ["FP", "TN"], ["wrong", "right"]),
    ],
    chance: p === null ? [] : [{ called: now.called }],
    measures: bars.map(([measure, value]) => ({ measure, value: value ?? 0, text: show(value) })),
  };
  return now;
}
