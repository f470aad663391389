// A two-class confusion matrix: move its cells; behind "more", its margins and its accuracy.

function noteOn({ accuracy, kappa }) {
  if (accuracy === null) return "All four cells are 0: move one of the sliders.";
  return kappa === null ? "Truth and prediction know one class only: kappa is 0/0." : "";
}

// The cells with these margins and this accuracy, or the nearest that there are, of 100 cases.
function fromMargins({ prevalence: p, bias, accuracy }) {
  const q = Math.min(Math.max(p + bias, 0), 1);
  const low = Math.abs(p + q - 1), high = 1 - Math.abs(p - q);
  const shown = Math.min(Math.max(accuracy, low), high), a = (shown - 1 + p + q) / 2;
  const notes = [];
  if (Math.abs(q - p - bias) > 1e-9) {
    notes.push(`A bias of ${show(bias, 2)} is out of reach: shown is ${show(q - p, 2)}.`);
  }
  if (Math.abs(shown - accuracy) > 1e-9) {
    notes.push(`With these margins the accuracy lies from ${low.toFixed(2)} to ${high.toFixed(2)}: `
      + `shown is ${shown.toFixed(2)}.`);
  }
  const [tp, fn, fp, tn] = [a, p - a, q - a, 1 - p - q + a]
    .map((share) => 100 * Math.max(Number(share.toFixed(12)), 0));
  return { cells: { tp, fn, fp, tn }, notes };
}

// A margin that is `moved` moves the cells; the margins follow a cell.
function state(values, fixed, moved = "tp") {
  const { cells, notes } = ["prevalence", "bias", "accuracy"].includes(moved) ? fromMargins(values)
    : { cells: values, notes: [] };
  const { tp, fn, fp, tn } = cells, now = { tp, fn, fp, tn, ...measures(tp, fn, fp, tn) };
  const rounded = (value, start) => (value === null ? start : Number(value.toFixed(12)));
  return { ...now, note: noteOn(now), remark: notes.join(" "), values: { tp, fn, fp, tn,
    prevalence: rounded(now.prevalence, 0.5), bias: rounded(now.bias, 0), accuracy: rounded(now.accuracy, 0.5) } };
}

// A column for each truth, divided by the prediction; dashed: divided by chance. Names beside it.
function drawAreas({ tp, fn, fp, tn, prevalence: p, called }) {
  const drawn = svg("svg", { viewBox: "0 0 330 236", "aria-hidden": "true" });
  if (p === null) return [drawn];
  const rect = (x, width, y, height, kind) => svg("rect", { class: kind, x: 65 + 200 * x, y: 4 + 200 * y,
    width: 200 * width, height: 200 * height });
  const columns = [[0, p, tp, fn, ["found", "missed"], ["TP", "FN"], 58, "end"],
    [p, 1 - p, fp, tn, ["alarm", "well"], ["FP", "TN"], 272, "start"]];
  for (const [x, width, below, above, kinds, names, at, anchor] of columns) {
    const edge = below + above ? below / (below + above) : 0;
    if (!(below + above)) continue;
    drawn.append(rect(x, width, 1 - edge, edge, kinds[0]), rect(x, width, 0, 1 - edge, kinds[1]));
    // The two names are half the height apart, so they never meet.
    [[1 - edge / 2, names[0], below], [(1 - edge) / 2, names[1], above]].forEach(([y, name, cell]) => {
      drawn.append(svg("text", { x: at, y: 9 + 200 * y, "text-anchor": anchor }, `${name} ${Number(cell.toPrecision(4))}`));
    });
  }
  const y = 4 + 200 * (1 - called);
  drawn.append(svg("line", { class: "under", x1: 65, x2: 265, y1: y, y2: y }),
    svg("line", { class: "dashes", x1: 65, x2: 265, y1: y, y2: y }),
    svg("text", { x: 165, y: 226, "text-anchor": "middle" }, "truth: positive | negative"));
  return [make("div", { class: "title" }, "All cases by area (dashed: chance)"), drawn];
}

export default explorer({
  state,
  pictures: [{ words: "A square of all cases: a column for each true class, as wide as the class is frequent, divided "
    + "by prediction; a dashed line shows the division by chance.", draw: drawAreas }],
});
