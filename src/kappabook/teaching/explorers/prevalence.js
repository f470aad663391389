// One share of positives: the AUK of two fixed ROC curves, and where their order reverses.

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

const auc = ({ fpr, tpr }) => fpr.slice(1).reduce((sum, f, i) => sum + ((f - fpr[i]) * (tpr[i] + tpr[i + 1])) / 2, 0);

function interpolate({ fpr, tpr }, f) {
  const i = Math.max(1, fpr.findIndex((x) => x >= f));
  if (fpr[i] === fpr[i - 1]) return tpr[i];
  return tpr[i - 1] + ((tpr[i] - tpr[i - 1]) * (f - fpr[i - 1])) / (fpr[i] - fpr[i - 1]);
}

const SHARES = Array.from({ length: 99 }, (_, i) => (i + 1) / 100);

// The smallest share at which the order reverses, between two hundredths; null if nowhere.
function crossing([one, two]) {
  const gap = (p) => auk(one, p) - auk(two, p);
  const i = SHARES.findIndex((p, k) => k > 0 && gap(p) * gap(SHARES[k - 1]) < 0);
  if (i < 0) return null;
  let [low, high] = [SHARES[i - 1], SHARES[i]];
  for (let step = 0; step < 50; step += 1) {
    const middle = (low + high) / 2;
    if (gap(low) * gap(middle) > 0) low = middle;
    else high = middle;
  }
  return low;
}

function state({ prevalence: p }, { curves }) {
  const [one, two] = curves.map((curve) => auk(curve, p)), [auc_one, auc_two] = curves.map(auc);
  const larger = Math.abs(one - two) < 1e-9 ? "neither" : curves[one < two ? 1 : 0].name;
  return { auk_one: one, auk_two: two, larger, auc_one, auc_two, crossing: crossing(curves) ?? "nowhere" };
}

const STYLES = [{ color: "blue" }, { color: "orange", dash: "7 4" }];
const names = ({ curves }) => make("ul", { class: "legend" }, ...curves.map(({ name }, i) =>
  make("li", {}, make("span", { class: i ? "dashed" : "solid" }), name)));
const drawn = (layers, fixed, how) => [...chart({ ...how, layers }), names(fixed)];
const FPR = { label: "false positive rate" }, FINE = Array.from({ length: 201 }, (_, i) => i / 200);

const drawRoc = (now, values, fixed) => drawn(
  [{ kind: "line", color: "edge", dash: "2 3", points: [[0, 0], [1, 1]] }, ...fixed.curves.map((curve, i) =>
    ({ kind: "line", ...STYLES[i], points: curve.fpr.map((f, k) => [f, curve.tpr[k]]) }))],
  fixed, { title: "ROC curves: they stay", x: FPR, y: { label: "true positive rate" } },
);
const drawKappas = (now, { prevalence }, fixed) => drawn(
  fixed.curves.map((curve, i) => ({ kind: "line", ...STYLES[i],
    points: FINE.map((f) => [f, kappaAt(f, interpolate(curve, f), prevalence) ?? 0]) })),
  fixed, { title: "Kappa curves: they move with the share", x: FPR, y: { label: "kappa" } },
);
function drawAreas(now, { prevalence }, fixed) {
  const lines = fixed.curves.map((curve) => SHARES.map((p) => [p, auk(curve, p)]));
  const top = Math.ceil(20 * Math.max(...lines.flat().map(([, area]) => area))) / 20;
  const at = typeof now.crossing === "number" ? [[now.crossing, auk(fixed.curves[0], now.crossing)]] : [];
  return drawn(
    [...lines.map((points, i) => ({ kind: "line", ...STYLES[i], points })),
      { kind: "rule", at: prevalence, color: "ink" }, { kind: "points", points: at, color: "green", shape: "diamond" },
      ...[now.auk_one, now.auk_two].map((area, i) => ({ kind: "points", points: [[prevalence, area]], color: STYLES[i].color }))],
    fixed, { title: "AUK by share of positives", x: { label: "share of positives" },
      y: { label: "AUK", domain: [0, top], ticks: TENTHS.map((value) => value / 2).filter((value) => value <= top) } },
  );
}

export default explorer({
  state,
  bar: false,
  pictures: [
    { words: "The kappa curves of both under this share of positives.", draw: drawKappas },
    { words: "The AUK of both against the share of positives, with the crossing marked and a line at the share of the "
      + "slider.", draw: drawAreas },
    { words: "Two ROC curves that cross; they do not move.", draw: drawRoc, more: true },
  ],
});
