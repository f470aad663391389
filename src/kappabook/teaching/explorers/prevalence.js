// The state of a prevalence; prevalence.py in JavaScript.
// FIXED holds two ROC curves, their AUC, their AUK at every share, and where these cross.
"use strict";

// Twice kappa's denominator, in shares: what an independent guesser gets wrong.
const disagreement = (f, t, p, q) => p * (q * (1 - f) + p * (1 - t)) + q * (q * f + p * t);

// (artanh(u) / u - 1) / u^2; its series where the quotient would lose digits.
function bend(u) {
  const s = u * u;
  if (s > 1 / 64) return (Math.atanh(u) / u - 1) / s;
  let total = 0;
  for (let k = 9; k >= 1; k -= 1) total = total * s + 1 / (2 * k + 1);
  return total;
}

// The exact area: kappa's mean on each straight segment, in closed form, times its width.
function auk({ fpr, tpr }, p) {
  const q = 1 - p;
  let area = 0;
  for (let i = 1; i < fpr.length; i += 1) {
    const c0 = disagreement(fpr[i - 1], tpr[i - 1], p, q), c1 = disagreement(fpr[i], tpr[i], p, q);
    const d0 = tpr[i - 1] - fpr[i - 1], d1 = tpr[i] - fpr[i];
    const u = (c1 - c0) / (c0 + c1);
    const mean = (d0 + d1 + u * bend(u) * (u * (d0 + d1) - (d1 - d0))) / (c0 + c1);
    area += 2 * p * q * mean * (fpr[i] - fpr[i - 1]);
  }
  return area;
}

function interpolate({ fpr, tpr }, f) {
  const i = Math.max(1, fpr.findIndex((x) => x >= f));
  return tpr[i - 1] + ((tpr[i] - tpr[i - 1]) * (f - fpr[i - 1])) / (fpr[i] - fpr[i - 1]);
}

function state(values, fixed) {
  const p = values.prevalence;
  const [one, two] = fixed.curves.map((curve) => auk(curve, p));
  const kappas = fixed.curves.flatMap((curve) =>
    Array.from({ length: 201 }, (_, i) => i / 200).map((f) => ({
      fpr: f, kappa: kappaAt(f, interpolate(curve, f), p), name: curve.name,
    })));
  const larger = Math.abs(one - two) < 1e-9 ? "neither" : fixed.curves[one < two ? 1 : 0].name;
  return {
    auk_one: one, auk_two: two, larger,
    auc_one: fixed.auc[0], auc_two: fixed.auc[1],
    crossing: fixed.crossings.length ? fixed.crossings[0] : "nowhere",
    data: {
      kappas,
      share: [{ share: p }],
      points: [one, two].map((area, i) => ({ share: p, auk: area, name: fixed.curves[i].name })),
    },
  };
}
