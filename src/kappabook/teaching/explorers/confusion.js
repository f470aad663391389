// The state of a two-class confusion matrix; confusion.py in JavaScript.
"use strict";

function measures(tp, fn, fp, tn) {
  const total = tp + fn + fp + tn;
  if (total === 0) {
    const note = "All four cells are 0: move one of the sliders.";
    return { prevalence: null, called: null, bias: null, accuracy: null, chance: null,
      kappa: null, mcc: null, note };
  }
  const positive = tp + fn, negative = fp + tn, called = tp + fp, rejected = fn + tn;
  const expected = positive * rejected + negative * called;
  const spread = positive * negative * called * rejected;
  const determinant = tp * tn - fp * fn;
  let note = "";
  if (expected === 0) {
    note = "Truth and prediction know one class only: kappa and MCC are 0/0.";
  } else if (spread === 0) {
    note = "The truth or the prediction knows one class only: kappa is 0, MCC is 0/0.";
  }
  return {
    prevalence: positive / total,
    called: called / total,
    bias: (fp - fn) / total,
    accuracy: (tp + tn) / total,
    chance: (positive * called + negative * rejected) / total ** 2,
    kappa: expected === 0 ? null : (2 * determinant) / expected,
    mcc: spread === 0 ? null : determinant / Math.sqrt(spread),
    note,
  };
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

function column(left, right, cells, names, hits) {
  const width = cells[0] + cells[1];
  if (width === 0) return [];
  const edge = cells[0] / width;
  return [0, 1].map((i) => {
    const low = i ? edge : 0, high = i ? 1 : edge;
    const roomy = (right - left) * (high - low) > 0.015 && right - left > 0.12 && high - low > 0.06;
    return { x: left, x2: right, y: low, y2: high, kind: hits[i],
      text: roomy ? `${names[i]} ${Number(cells[i].toPrecision(4))}` : "" };
  });
}

function state(values) {
  let cells = [values.tp, values.fn, values.fp, values.tn], notes = [];
  if (values.group === "the margins") {
    ({ cells, notes } = fromMargins(values.prevalence, values.bias, values.accuracy));
  }
  const [tp, fn, fp, tn] = cells;
  const now = { tp, fn, fp, tn, ...measures(tp, fn, fp, tn) };
  now.note = [...notes, now.note].join(" ").trim();
  const p = now.prevalence;
  const bars = [["accuracy", now.accuracy], ["chance", now.chance], ["kappa", now.kappa],
    ["MCC", now.mcc]];
  now.data = {
    cells: p === null ? [] : [
      ...column(0, p, [tp, fn], ["TP", "FN"], ["right", "wrong"]),
      ...column(p, 1, [fp, tn], ["FP", "TN"], ["wrong", "right"]),
    ],
    chance: p === null ? [] : [{ called: now.called }],
    measures: bars.map(([measure, value]) => ({ measure, value: value ?? 0, text: show(value) })),
  };
  return now;
}
