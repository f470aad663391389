// What several pages need: a 2 x 2 table and what it is worth, and numbers as text.
"use strict";

const byId = (id) => document.getElementById(id);

// A row of a table: a heading, and what stands beside it.
function line(...texts) {
  const row = document.createElement("tr");
  texts.forEach((text, i) => {
    const cell = document.createElement(i ? "td" : "th");
    if (!i) cell.scope = "row";
    cell.textContent = text;
    row.append(cell);
  });
  return row;
}

// Three decimals and a true minus, as in number_text of numbers.py; halves go away from zero.
function show(value, digits = 3) {
  if (typeof value === "string") return value;
  if (value === null || Number.isNaN(value)) return "0/0";
  const whole = Math.round(Number(`${Math.abs(value).toFixed(12)}e${digits}`));
  const text = (Math.sign(value) * whole / 10 ** digits).toFixed(digits);
  return Number(text) === 0 ? text.replace("-", "") : text.replace("-", "\u2212");
}

// Of counts or of shares; null where it is 0/0.
function kappaOf(tp, fn, fp, tn) {
  const expected = (tp + fn) * (fn + tn) + (fp + tn) * (tp + fp);
  return expected === 0 ? null : (2 * (tp * tn - fp * fn)) / expected;
}

// Of counts or of shares; null where a measure is 0/0. Rows are the truth, or the first person.
function measures(tp, fn, fp, tn) {
  const total = tp + fn + fp + tn;
  const positive = tp + fn, negative = fp + tn, called = tp + fp, rejected = fn + tn;
  const spread = positive * negative * called * rejected;
  const share = (value) => (total === 0 ? null : value / total);
  return {
    prevalence: share(positive),
    called: share(called),
    bias: share(fp - fn),
    accuracy: share(tp + tn),
    chance: share((positive * called + negative * rejected) / total),
    kappa: kappaOf(tp, fn, fp, tn),
    mcc: spread === 0 ? null : (tp * tn - fp * fn) / Math.sqrt(spread),
  };
}

// The table of these rates, under this share of positives.
const tableAt = (f, t, p) => [p * t, p * (1 - t), (1 - p) * f, (1 - p) * (1 - f)];
const kappaAt = (f, t, p) => kappaOf(...tableAt(f, t, p));
