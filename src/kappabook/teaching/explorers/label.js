// Lines of a class -> tables of pairs -> the room, its bar, and the interval of kappa_interval.

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

// --- the page -----------------------------------------------------------------------------------

const PRESETS = {
  "a room": "Ada, Ben: 8 2 1 9\nCaro, Dan: 7 3 3 7\nEve, Finn: 9 0 2 9\nGil, Hana: 5 6 2 7\n"
    + "Ines, Jo: 10 1 1 8\nKim, Lea: 6 4 5 5",
  "nearly all no": "0 1 1 18\n1 1 0 18\n0 2 0 18\n1 0 1 18",
  "worse than chance": "3 7 6 4\n4 6 7 3\n2 6 8 4",
  "labels": "Ada, Ben: ynnyy nynny ynyyn nyyny / ynnyy nnnny yyyyn nyyny\n"
    + "Caro, Dan: ynnyn nynny ynyyn nnyny / ynyyy nynny ynnyn nyyny",
};
const NUMBERS = { pairs: "pairs", accuracy: "agreement", chance: "chance agreement", kappa: "kappa",
  interval: "95 % interval" };
const known = new Map();

// Drawing takes a moment: each table once.
function intervalOf(table) {
  const key = table.join(" ");
  if (!known.has(key)) known.set(key, interval(table));
  const ends = known.get(key);
  return ends ? ends.map((end) => show(end, 2)).join(" to ") : "0/0";
}

function meaning({ accuracy, chance, kappa }) {
  if (kappa === null) return "Everybody gave every item the same label: kappa is 0/0.";
  if (accuracy < chance) {
    return `The room agreed less often than chance would, by ${show(chance - accuracy)}: kappa is negative.`;
  }
  return `The room gained ${show(accuracy - chance)} of ${show(1 - chance)} above chance: kappa ${show(kappa, 2)}.`;
}

const LIMITS = "The room's table is the sum of all pairs' tables. The intervals are those of the library kappabook, "
  + "drawn again in this page; from 20 items on their ends agree to 0.01, with fewer to 0.03. The room's interval takes "
  + "each item of each pair as a case of its own. But all pairs label the same items, and each person labels many. So "
  + "the room is less sure than its interval says. Look at the spread of the pairs, too.";
const HOW = ["Four counts: both yes, only the first yes, only the second yes, both no, such as ",
  "8 2 1 9", ". Or the labels of both, with a slash between: ", "yynny\u2026 / ynnny\u2026", " A name may stand in front, "
  + "with a colon."];
let rooms = 0;

function render({ model, el }) {
  const about = model.get("about");
  rooms += 1;
  el.classList.add("explorer", "explorer-label");
  const id = (name) => `label-${rooms}-${name}`;
  const items = make("input", { type: "number", min: 1, max: 1000, value: 20, "data-field": "items" });
  const pairs = make("textarea", { id: id("pairs"), rows: 8, spellcheck: "false", "aria-describedby": `${id("how")} ${id("error")}` });
  const error = make("p", { id: id("error"), class: "error", role: "alert" }), said = make("p", { class: "meaning", role: "status" });
  const choice = make("div", { class: "choice" }), bar = make("div", { class: "kappa" }), body = make("tbody");
  const numbers = Object.fromEntries(Object.keys(NUMBERS).map((key) => [key, make("dd", { "data-number": key })]));
  const heads = ["pair", "counts", "agreed", "chance", "kappa", "95 % interval"].map((head) => make("th", { scope: "col" }, head));
  const room = make("div", { role: "region", class: "of-room", "aria-labelledby": id("room") },
    make("h2", { id: id("room") }, "The room"),
    make("dl", { class: "numbers" }, ...Object.entries(NUMBERS).map(([key, label]) =>
      make("div", {}, make("dt", {}, label), numbers[key]))),
    bar, said,
    make("table", { class: "pairs" }, make("caption", {}, "Pair by pair"), make("thead", {}, make("tr", {}, ...heads)), body));
  el.append(make("h1", { class: "title" }, about.title), make("p", { class: "words" }, about.words),
    make("div", { class: "two" },
      make("div", {}, make("label", { class: "items" }, "number of items ", items),
        make("label", { for: pairs.id, class: "above" }, "One line per pair"), pairs,
        make("p", { id: id("how"), class: "how" }, ...HOW.map((words, i) => (i % 2 ? make("b", { class: "one" }, words) : words))),
        choice, error,
        make("details", {}, make("summary", {}, "what the intervals leave out"), make("p", {}, LIMITS))),
      room));

  function refresh(finished) {
    const count = items.value === "" ? null : items.valueAsNumber, text = pairs.value;
    const found = readRoom(text, count);
    // The line that somebody is typing is not wrong yet.
    const open = !finished && !text.endsWith("\n") ? text.split("\n").pop() : "";
    const early = open.trim() && readRoom(open, count).errors.length ? 1 : 0;
    const told = found.errors.slice(0, found.errors.length - early);
    const left = told.length === 1 ? "This line is" : "These lines are";
    error.textContent = [...told, ...(told.length ? [`${left} left out until mended.`] : [])].join("\n");
    room.hidden = found.pairs.length === 0;
    if (room.hidden) return;
    const now = measures(...found.table);
    const shown = { pairs: String(found.pairs.length), accuracy: show(now.accuracy), chance: show(now.chance),
      kappa: show(now.kappa), interval: intervalOf(found.table) };
    for (const [key, words] of Object.entries(shown)) numbers[key].textContent = words;
    said.textContent = meaning(now);
    bar.replaceChildren(...kappaBar(now));
    body.replaceChildren(...found.pairs.map((pair) => {
      const one = measures(...pair.table);
      const shares = [one.accuracy, one.chance, one.kappa].map((value) => show(value, 2));
      return line(pair.name, pair.table.join(" "), ...shares, intervalOf(pair.table));
    }));
  }

  for (const [name, text] of Object.entries(PRESETS)) {
    const button = make("button", { type: "button", "data-preset": name }, name);
    button.addEventListener("click", () => {
      items.value = 20;
      pairs.value = text;
      refresh(true);
    });
    choice.append(button);
  }
  let waiting;
  for (const input of [items, pairs]) {
    input.addEventListener("input", () => {
      clearTimeout(waiting);
      waiting = setTimeout(() => refresh(false), 250);
    });
    input.addEventListener("change", () => {
      clearTimeout(waiting);
      refresh(true);
    });
  }
  refresh(true);
}

export default { render, interval, readRoom };
