// Every 2 x 2 table of n cases that rounds to what is printed: commands/grim_tables.py in JavaScript.
// Bounds are fractions of BigInt; what is inside the loops stays below 2^53 for n up to MOST_CASES.

const MOST_CASES = 10000, MOST_PAIRS = 4000000, LISTED = 50;
const RATERS = ["first rater", "second rater"];
const CELLS = ["yes-yes", "yes-no", "no-yes", "no-no"];
const SHARES = ["agreement", "kappa", "chance_agreement", "mcc", "pabak"];

const floorOf = (over, under) => {
  const quotient = over / under;
  return over % under !== 0n && (over < 0n) !== (under < 0n) ? quotient - 1n : quotient;
};
const ceilOf = (over, under) => -floorOf(-over, under);

// The bounds of a printed number, doubled: [low, high] over 2 * 10^digits.
function read(name, text) {
  const clean = text.trim().replace("\u2212", "-");
  if (/^\d+(\.\d+)?\s*%$/.test(clean)) {
    const share = asShare(clean.replace(/\s*%$/, ""));
    throw new Error(`${name} is '${clean}', a percentage; write it as a share with as many digits: ${share}.`);
  }
  if (!/^[+-]?\d*\.?\d+$/.test(clean)) {
    throw new Error(`${name} is '${clean}', which is no number; write it with a point and without unit, such as 0.62.`);
  }
  const digits = (clean.split(".")[1] || "").length;
  if (digits > 15) {
    throw new Error(`${name} is '${clean}', with more than 15 decimals, which is beyond what computers print correctly; round it to 15 decimals or fewer.`);
  }
  const value = BigInt(clean.replace(".", "").replace("+", "")), unit = 10n ** BigInt(digits);
  return { clean, digits, value, unit, low: 2n * value - 1n, high: 2n * value + 1n, under: 2n * unit };
}

function asShare(percent) {
  const [whole, rest = ""] = percent.split(".");
  const padded = whole.padStart(3, "0");
  return `${padded.slice(0, -2)}.${padded.slice(-2)}${rest}`;
}

function readShare(name, text) {
  const found = read(name, text);
  const lowest = ["kappa", "mcc", "pabak"].includes(name) ? -1n : 0n;
  if (found.value < lowest * found.unit || found.value > found.unit) {
    const percent = found.value > found.unit && found.value <= 100n * found.unit;
    const share = `; if it is a percentage, write it as a share: ${asShare(found.clean)}`;
    const remedy = `give the printed value, between ${lowest} and 1${percent ? share : ""}`;
    throw new Error(`${name} is '${found.clean}'; it lies between ${lowest} and 1: ${remedy}.`);
  }
  return found;
}

// What has no point is a count of cases; what has one is a share of them.
function readCount(name, text, n) {
  if (["", "?"].includes(text.trim())) return [0, n];
  const cases = BigInt(n);
  if (!text.includes(".")) {
    const count = read(name, text);
    if (count.value < 0n || count.value > cases) {
      throw new Error(`${name} is '${count.clean}', a count, and n is ${n}; give a count from 0 to n, or a share with a point, such as 0.30.`);
    }
    return [Number(count.value), Number(count.value)];
  }
  const found = readShare(name, text);
  return [
    Math.max(0, Number(ceilOf(found.low * cases, found.under))),
    Math.min(n, Number(floorOf(found.high * cases, found.under))),
  ];
}

function refuseSums(n, cells, margins) {
  const sums = [
    ["the four cells", cells, [n, n], "n"],
    ["yes-yes and yes-no", [cells[0], cells[1]], margins[0], "what the first rater calls yes"],
    ["yes-yes and no-yes", [cells[0], cells[2]], margins[1], "what the second rater calls yes"],
  ];
  for (const [name, parts, [low, high], whole] of sums) {
    const [least, most] = [0, 1].map((i) => parts.reduce((sum, part) => sum + part[i], 0));
    if (low <= high && (least > high || most < low)) {
      const [got, to] = least > high ? [least, high] : [most, low];
      throw new Error(`${name} add up to ${got} of ${n} cases, and ${whole} is ${to}; check the cells, the margins and n.`);
    }
  }
}

// given: n, and texts by name; margins and cells are lists of texts; "" is not printed.
function readPrint(given) {
  const text = String(given.n).trim(), n = Number(text);
  if (!/^\d+$/.test(text) || n < 1 || n > MOST_CASES) {
    throw new Error(`n is ${text || "missing"}; give the number of cases, a whole number from 1 to ${MOST_CASES}.`);
  }
  const cases = BigInt(n), square = cases * cases, shares = {};
  for (const name of SHARES) if ((given[name] || "").trim()) shares[name] = readShare(name, given[name]);
  const { agreement, kappa, chance_agreement: chance, mcc, pabak } = shares;
  if (kappa) {
    const enough = Math.max(4, String(2n * cases ** 3n - 1n).length);
    if (kappa.digits > enough) {
      throw new Error(`kappa is '${kappa.clean}', with ${kappa.digits} decimals; ${n} cases allow ${enough}, which tell any two of their kappas apart. Round it, or check n.`);
    }
  }
  const margins = RATERS.map((name, i) => readCount(name, given.margins[i] || "", n));
  const cells = CELLS.map((name, i) => readCount(name, given.cells[i] || "", n));
  if (!Object.keys(shares).length && ![...given.margins, ...given.cells].some((t) => t && t.trim() && t.trim() !== "?")) {
    throw new Error("nothing printed but n; give at least one value, such as kappa.");
  }
  let hits = [0, n];
  const cut = (low, high) => { hits = [Math.max(hits[0], Number(low)), Math.min(hits[1], Number(high))]; };
  if (agreement) cut(ceilOf(agreement.low * cases, agreement.under), floorOf(agreement.high * cases, agreement.under));
  if (pabak) {
    const { low, high, under } = pabak;
    cut(ceilOf((low + under) * cases, 2n * under), floorOf((high + under) * cases, 2n * under));
  }
  let w = [-n * n, n * n];
  if (chance) {
    const { low, high, under } = chance;
    w = [ceilOf((2n * low - under) * square, under), floorOf((2n * high - under) * square, under)];
    w = [Math.max(-n * n, Number(w[0])), Math.min(n * n, Number(w[1]))];
  }
  refuseSums(n, cells, margins);
  return { n, hits, w, kappa, mcc, cells, margins };
}

const NOTHING = [1, -1e17];

// Bounds of s*s - t*t for e disagreements.
function boundsOfW(printed, e) {
  let [low, high] = printed.w;
  const { n, kappa } = printed, square = n * n;
  if (kappa) {
    const { low: least, high: most, under } = kappa;
    if (e === 0) return least <= under && under <= most ? [low, Math.min(high, square - 1)] : NOTHING;
    if (least >= under) return NOTHING;
    const twice = BigInt(2 * e * n) * under;
    high = Math.min(high, square - Number(ceilOf(twice, under - least)));
    if (most < under) low = Math.max(low, square - Number(floorOf(twice, under - most)));
  }
  return low <= high ? [low, high] : NOTHING;
}

// Whether MCC is above a bound, or equal to it if not strict.
function mccAbove(n, e, s, t, over, under, bound, strict) {
  const top = n * (n - 2 * e) - s * s + t * t;
  const one = n * n - (s + t) ** 2, two = n * n - (s - t) ** 2;
  const more = top - bound * Math.sqrt(one * two);
  if (Math.abs(more) > 1e-12 * n * n) return more > 0;
  const sign = (x) => (x < 0n ? -1n : 1n);
  const big = BigInt(top);
  const difference = sign(big) * big * big * under * under
    - sign(over) * over * over * BigInt(one) * BigInt(two);
  return difference > 0n || (difference === 0n && !strict);
}

// MCC falls as |s| grows: the least and the largest |s| at which it is as printed.
function betweenMccs(printed, e, t) {
  const { n, mcc } = printed, h = n - e, odd = h % 2;
  const steps = (h - odd) / 2 - (t === e ? 1 : 0);
  const first = (over, strict) => {
    const bound = Number(over) / Number(mcc.under);
    let begin = 0, end = steps + 1;
    while (begin < end) {
      const middle = (begin + end) >> 1;
      if (mccAbove(n, e, odd + 2 * middle, t, over, mcc.under, bound, strict)) begin = middle + 1;
      else end = middle;
    }
    return begin;
  };
  return [odd + 2 * first(mcc.high, true), odd + 2 * (first(mcc.low, false) - 1)];
}

const even = (value, h) => value + (Math.abs(value - h) % 2);

function search(printed) {
  const { n, cells: [a, b, c, d], margins: [p, q] } = printed;
  const low = Math.max(n - printed.hits[1], b[0] + c[0]);
  const high = Math.min(n - printed.hits[0], b[1] + c[1]);
  if (high >= low && ((low + high) * (high - low + 1)) / 4 > MOST_PAIRS) {
    throw new Error(`n is ${n}, and what is printed leaves ${high - low + 1} numbers of disagreements: too many tables to look at. Give the agreement too (with more digits), PABAK or the cells.`);
  }
  const found = { n_tables: 0, n_up_to_symmetry: 0, tables: [], ranges: {} };
  for (let e = low; e <= high; e += 1) {
    const h = n - e, [lowW, highW] = boundsOfW(printed, e);
    for (let size = e % 2; size <= e; size += 2) {
      const square = size * size;
      if (square + highW < 0 || square + lowW > h * h) continue;
      let from = Math.ceil(Math.sqrt(Math.max(0, lowW + square)));
      let to = Math.min(Math.floor(Math.sqrt(highW + square)), h);
      if (from > to) continue;
      if (printed.mcc) {
        const [least, most] = betweenMccs(printed, e, size);
        from = Math.max(from, least);
        to = Math.min(to, most);
      }
      const parts = [];
      for (const t of size ? [size, -size] : [0]) {
        if (e + t < 2 * b[0] || e + t > 2 * b[1] || e - t < 2 * c[0] || e - t > 2 * c[1]) continue;
        const least = Math.max(2 * p[0] - n - t, 2 * q[0] - n + t, 2 * a[0] - h, h - 2 * d[1]);
        const most = Math.min(2 * p[1] - n - t, 2 * q[1] - n + t, 2 * a[1] - h, h - 2 * d[0]);
        for (const sign of [1, -1]) {
          const begin = even(Math.max(from, sign > 0 ? least : -most, sign > 0 ? 0 : 1), h);
          const last = Math.min(to, sign > 0 ? most : -least);
          const end = last - (Math.abs(last - h) % 2);
          if (begin <= end) {
            parts.push([begin, end]);
            keep(found, n, e, sign, t, begin, end);
          }
        }
      }
      found.n_up_to_symmetry += united(parts);
    }
  }
  return found;
}

function united(parts) {
  let total = 0, reached = -2;
  parts.sort((one, other) => one[0] - other[0]);
  for (const [low, high] of parts) {
    const begin = reached < 0 ? low : Math.max(low, reached + 2);
    if (begin <= high) {
      total += (high - begin) / 2 + 1;
      reached = high;
    }
  }
  return total;
}

function keep(found, n, e, sign, t, low, high) {
  found.n_tables += (high - low) / 2 + 1;
  for (let size = low; size <= high && found.tables.length < LISTED; size += 2) {
    const s = sign * size, h = n - e;
    found.tables.push([[(h + s) / 2, (e + t) / 2], [(e - t) / 2, (h - s) / 2]]);
  }
  measure(found, n, e, sign * low, t);
  if (high > low) measure(found, n, e, sign * high, t);
  // Where the largest |s| makes MCC 0/0, the one before it is next.
  if (high - 2 > low && high === n - e && Math.abs(t) === e) measure(found, n, e, sign * (high - 2), t);
}

function measure({ ranges }, n, e, s, t) {
  const below = n * n - s * s + t * t, spread = (n * n - (s + t) ** 2) * (n * n - (s - t) ** 2);
  const values = {
    agreement: (n - e) / n,
    chance_agreement: 1 - below / (2 * n * n),
    kappa: below > 0 ? 1 - (2 * e * n) / below : null,
    mcc: spread > 0 ? (n * (n - 2 * e) - s * s + t * t) / Math.sqrt(spread) : null,
    pabak: (n - 2 * e) / n,
    first_margin: (n + s + t) / (2 * n),
    second_margin: (n + s - t) / (2 * n),
    rarer_class: (n - Math.abs(s)) / (2 * n),
  };
  for (const [name, value] of Object.entries(values)) {
    const range = ranges[name] || (ranges[name] = [null, null]);
    if (value === null) continue;
    if (range[0] === null || value < range[0]) range[0] = value;
    if (range[1] === null || value > range[1]) range[1] = value;
  }
}

function grim(given) {
  const found = search(readPrint(given));
  found.unique = found.n_tables === 1 ? found.tables[0] : null;
  return found;
}
