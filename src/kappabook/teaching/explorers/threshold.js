// One threshold in the scores of two classes: its point on the ROC curve and on the kappa curve.

const rateFrom = (scores, cut) => scores.filter((score) => score >= cut).length / scores.length;
const curves = new WeakMap();

// The ROC curve at every distinct score, from the highest; the first point calls nobody positive.
function curveOf(fixed) {
  if (!curves.has(fixed)) {
    const cuts = [...new Set([...fixed.positive, ...fixed.negative])].sort((a, b) => b - a);
    const points = cuts.map((cut) => ({ cut, f: rateFrom(fixed.negative, cut), t: rateFrom(fixed.positive, cut) }));
    curves.set(fixed, [{ cut: null, f: 0, t: 0 }, ...points]);
  }
  return curves.get(fixed);
}

// The middle of the widest plateau of finite width on which kappa is largest; the highest of them.
function bestThreshold(curve, best, p) {
  let widest = null;
  curve.forEach((point, i) => {
    if (point.kappa < best - 1e-14 || i === 0 || i === curve.length - 1) return;
    const low = curve[i + 1].cut, high = point.cut;
    if (!widest || high - low > widest.high - widest.low + 1e-9) widest = { low, high };
  });
  if (widest) return (widest.low + widest.high) / 2;
  return p > 0.5 ? curve[curve.length - 1].cut : null;
}

function state({ threshold, prevalence: p }, fixed) {
  const f = rateFrom(fixed.negative, threshold), t = rateFrom(fixed.positive, threshold);
  const curve = curveOf(fixed).map((point) => ({ ...point, kappa: kappaAt(point.f, point.t, p) }));
  const best = Math.max(...curve.map((point) => point.kappa));
  return {
    ...measures(...tableAt(f, t, p)), fpr: f, tpr: t, curve, best_kappa: best,
    best_threshold: bestThreshold(curve, best, p) ?? "none: call nobody positive",
  };
}

const X = { label: "false positive rate" };
const drawScores = ({ best_threshold: best }, { threshold }, { positive, negative, domain }) => chart({
  title: "Scores", x: { label: "score", domain, ticks: domain[0] === 0 && domain[1] === 1 ? TENTHS : domain },
  y: { domain: [-0.6, 1.6], ticks: [[0, "neg."], [1, "pos."]] },
  layers: [{ kind: "ticks", values: positive, at: 1, color: "blue" }, { kind: "ticks", values: negative, at: 0, color: "orange" },
    { kind: "rule", at: threshold, color: "ink" },
    ...(typeof best === "number" ? [{ kind: "rule", at: best, color: "green", dash: "7 4" }] : [])],
});
const marks = (now, of) => {
  const optima = now.curve.filter((point) => point.kappa >= now.best_kappa - 1e-14);
  return [{ kind: "points", color: "green", shape: "diamond", points: optima.map((point) => [point.f, of(point)]) },
    { kind: "points", color: "ink", points: [[now.fpr, of({ t: now.tpr, kappa: now.kappa })]] }];
};
const drawRoc = (now) => chart({ title: "ROC curve", x: X, y: { label: "true positive rate" },
  layers: [{ kind: "line", color: "edge", dash: "2 3", points: [[0, 0], [1, 1]] },
    { kind: "line", color: "blue", points: now.curve.map((point) => [point.f, point.t]) }, ...marks(now, (point) => point.t)] });
const drawKappas = (now) => {
  const low = Math.min(...now.curve.map((point) => point.kappa)) < 0 ? -1 : 0;
  return chart({ title: "Kappa curve", x: X,
    y: { label: "kappa", domain: [low, 1], ticks: low ? [-1, -0.5, 0, 0.5, 1] : TENTHS },
    layers: [{ kind: "line", color: "blue", points: now.curve.map((point) => [point.f, point.kappa]) },
      ...marks(now, (point) => point.kappa)] });
};

export default explorer({
  state,
  pictures: [
    { words: "The scores of the positive and of the negative cases in two rows, with the threshold and the threshold of "
      + "the largest kappa as lines across.", draw: drawScores },
    { words: "The ROC curve with the threshold's point and that of the largest kappa.", draw: drawRoc },
    { words: "Kappa against the false positive rate with the same two points.", draw: drawKappas },
  ],
});
