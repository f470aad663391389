// Lines of a class -> tables of pairs -> the room; and the interval of kappa_inference by draws.
"use strict";

const YES = "y1+", NO = "n0-";
const plural = (n, one) => `${n} ${one}${n === 1 ? "" : "s"}`;

// "name: 8 2 1 9" or "name: yyn / ynn" -> the counts yes-yes, yes-no, no-yes, no-no.
function readPair(line, number, items) {
  const [, before, text] = line.match(/^(?:([^:]*):)?(.*)$/);
  const name = (before || "").trim() || `pair ${number}`;
  const refuse = (words) => {
    throw new Error(`${name}: ${words}`);
  };
  const table = text.includes("/") ? fromLabels(text, refuse) : fromTallies(text, refuse);
  const total = table.reduce((sum, count) => sum + count);
  if (total === 0) refuse("all four counts are 0; give the counts of at least one item.");
  if (items !== null && total !== items) {
    const off = Math.abs(total - items);
    const gap = `${off} ${off === 1 ? "is" : "are"} ${total < items ? "missing" : "too many"}`;
    refuse(`${table.join(" + ")} = ${total}, but there are ${plural(items, "item")}: ${gap}. Count `
      + "again, or change the number of items (empty: any number).");
  }
  return { name, table };
}

function fromTallies(text, refuse) {
  const parts = text.split(/[\s,;]+/).filter(Boolean);
  const wrong = parts.find((part) => !/^\d{1,6}$/.test(part));
  if (wrong) {
    refuse(`\u201c${wrong}\u201d is no count. Give four whole numbers, such as 8 2 1 9; or the labels `
      + "of both people with a slash between them, such as yynn / ynnn. A name in front ends with a colon.");
  }
  if (parts.length !== 4) {
    refuse(`${plural(parts.length, "number")}, but a pair has four: both yes, only the first yes, `
      + "only the second yes, both no.");
  }
  return parts.map(Number);
}

function fromLabels(text, refuse) {
  const rows = text.split("/").map((row) =>
    row.toLowerCase().replaceAll("yes", "y").replaceAll("no", "n").replaceAll("\u2212", "-")
      .replaceAll(/[\s,;]/g, ""));
  if (rows.length !== 2) refuse(`${plural(rows.length, "row")} of labels; a pair has two, with one slash.`);
  const wrong = [...rows.join("")].find((label) => !(YES + NO).includes(label));
  if (wrong) refuse(`the label \u201c${wrong}\u201d is neither yes nor no; write y and n, or 1 and 0.`);
  const [first, second] = rows;
  if (first.length !== second.length) {
    refuse(`the first person has ${plural(first.length, "label")}, the second ${second.length}; both `
      + "label every item.");
  }
  const table = [0, 0, 0, 0];
  [...first].forEach((label, i) => {
    table[2 * NO.includes(label) + NO.includes(second[i])] += 1;
  });
  return table;
}

// All lines: the pairs that can be read, the sentences on those that cannot, and the room.
function readRoom(text, items) {
  const lines = text.split("\n").filter((line) => line.trim());
  const pairs = [], errors = [];
  lines.forEach((line, i) => {
    try {
      pairs.push(readPair(line, i + 1, items));
    } catch (error) {
      errors.push(error.message);
    }
  });
  const table = [0, 1, 2, 3].map((i) => pairs.reduce((sum, pair) => sum + pair.table[i], 0));
  return { pairs, errors, table };
}

// --- the interval: tables that could have given these counts, as in dirichlet.py -----------------

const DRAWS = 50000, SEED = 1960;
const PRIOR = [0.5, 0.25, 0.25, 0.5];

// Uniform on (0, 1) from 32 bits: mulberry32.
function generator(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (((mixed ^ (mixed >>> 14)) >>> 0) + 0.5) / 2 ** 32;
  };
}

const normal = (uniform) => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());

// Marsaglia and Tsang (2000); a shape below 1 is raised by one and the draw shrunk.
function gamma(shape, uniform) {
  if (shape < 1) return gamma(shape + 1, uniform) * uniform() ** (1 / shape);
  const d = shape - 1 / 3, c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = normal(uniform), v = (1 + c * x) ** 3;
    if (v > 0 && Math.log(uniform()) < x * x / 2 + d - d * v + d * Math.log(v)) return d * v;
  }
}

// The 95 % interval of kappa, or null where kappa is 0/0.
function interval(table) {
  const kappa = kappaOf(...table);
  if (kappa === null) return null;
  const n = table.reduce((sum, count) => sum + count), uniform = generator(SEED);
  const [a, b, c, d] = table.map((count, i) => ((count + PRIOR[i]) * n) / (n + 3));
  const draws = new Float64Array(DRAWS);
  for (let i = 0; i < DRAWS; i += 1) {
    draws[i] = kappaOf(gamma(a, uniform), gamma(b, uniform), gamma(c, uniform), gamma(d, uniform));
  }
  draws.sort();
  return [Math.min(draws[DRAWS * 0.025], kappa), Math.max(draws[DRAWS * 0.975 - 1], kappa)];
}
