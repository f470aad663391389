// The state of a threshold; threshold.py in JavaScript.
// FIXED holds the scores of both classes, falling, and the ROC curve at every threshold.
"use strict";

const shareFrom = (scores, cut) => scores.filter((score) => score >= cut).length / scores.length;

// The middle of the widest plateau of finite width on which kappa is largest; the highest of them.
function bestThreshold(curve, best, p) {
  let widest = null;
  curve.forEach((point, i) => {
    if (point.kappa < best - 1e-14 || i === 0 || i === curve.length - 1) return;
    const low = curve[i + 1].threshold, high = point.threshold;
    // The curves' thresholds have three decimals: widths that differ by less are equal.
    if (!widest || high - low > widest.high - widest.low + 1e-9) widest = { low, high };
  });
  if (widest) return (widest.low + widest.high) / 2;
  return p > 0.5 ? curve[curve.length - 1].threshold : null;
}

function state(values, fixed) {
  const { threshold, prevalence: p } = values;
  const fpr = shareFrom(fixed.negative, threshold), tpr = shareFrom(fixed.positive, threshold);
  const { accuracy, chance, kappa } = measures(...tableAt(fpr, tpr, p));
  const curve = fixed.curve.map((point) => ({ ...point, kappa: kappaAt(point.fpr, point.tpr, p) }));
  const bestKappa = Math.max(...curve.map((point) => point.kappa));
  const optima = curve.filter((point) => point.kappa >= bestKappa - 1e-14);
  const best = bestThreshold(curve, bestKappa, p);
  const lines = [{ at: threshold, line: "threshold" }];
  if (best !== null) lines.push({ at: best, line: "largest kappa" });
  return {
    fpr, tpr, accuracy, chance, kappa,
    best_kappa: bestKappa,
    best_threshold: best,
    data: { curve, lines, optima, point: [{ fpr, tpr, kappa }] },
  };
}
