// Wires the page: the lines typed -> the room's numbers, its bar, and a table of all pairs.
"use strict";

const PRESETS = {
  "a room": "Ada, Ben: 8 2 1 9\nCaro, Dan: 7 3 3 7\nEve, Finn: 9 0 2 9\nGil, Hana: 5 6 2 7\n"
    + "Ines, Jo: 10 1 1 8\nKim, Lea: 6 4 5 5",
  "nearly all no": "0 1 1 18\n1 1 0 18\n0 2 0 18\n1 0 1 18",
  "worse than chance": "3 7 6 4\n4 6 7 3\n2 6 8 4",
  "labels": "Ada, Ben: ynnyy nynny ynyyn nyyny / ynnyy nnnny yyyyn nyyny\n"
    + "Caro, Dan: ynnyn nynny ynyyn nnyny / ynyyy nynny ynnyn nyyny",
};
const known = new Map();

// Drawing takes a moment: each table once.
function intervalOf(table) {
  const key = table.join(" ");
  if (!known.has(key)) known.set(key, interval(table));
  const ends = known.get(key);
  return ends ? ends.map((end) => show(end, 2)).join(" to ") : "0/0";
}

// Three parts of the bar: their kind, how wide they are, and what to call them.
function parts({ accuracy, chance }) {
  if (accuracy >= chance) {
    return [["chance", chance, "agreed, as chance would"], ["gained", accuracy - chance, "gained: agreed beyond chance"],
      ["missed", 1 - accuracy, "not agreed"]];
  }
  return [["chance", accuracy, "agreed"], ["lost", chance - accuracy, "lost: chance would agree here"],
    ["missed", 1 - chance, "not agreed, nor by chance"]];
}

function meaning({ accuracy, chance, kappa }) {
  if (kappa === null) return "Everybody gave every item the same label: kappa is 0/0.";
  // Four decimals, so that whoever divides gets the kappa shown.
  const [gained, missed] = [show(accuracy - chance, 4), show(1 - accuracy, 4)];
  if (accuracy < chance) {
    return `The room agreed less often than chance would, by ${show(chance - accuracy)}: kappa is negative.`;
  }
  return `Kappa is the gained part of all that chance leaves: ${gained} / (${gained} + ${missed}) = ${show(kappa)}.`;
}

function element(tag, text, name = "") {
  const made = document.createElement(tag);
  made.textContent = text;
  made.className = name;
  return made;
}

function drawBar(now) {
  const shown = parts(now);
  byId("bar").replaceChildren(...shown.map(([kind, width]) => {
    const part = element("div", "", kind);
    part.style.width = `${100 * width}%`;
    return part;
  }));
  byId("bar").ariaLabel = `A bar of all labels: ${shown.map(([, w, name]) => `${name} ${show(w)}`).join("; ")}.`;
  byId("legend").replaceChildren(...shown.map(([kind, width, name]) => {
    const item = element("li", "");
    item.append(element("span", "", kind), element("strong", show(width)), ` ${name}`);
    return item;
  }));
}

function refresh(finished) {
  const items = byId("items").value === "" ? null : byId("items").valueAsNumber;
  const text = byId("pairs").value;
  const { pairs, errors, table } = readRoom(text, items);
  // The line that somebody is typing is not wrong yet.
  const open = !finished && !text.endsWith("\n") ? text.split("\n").pop() : "";
  const early = open.trim() && readRoom(open, items).errors.length ? 1 : 0;
  const told = errors.slice(0, errors.length - early);
  const left = told.length === 1 ? "This line is" : "These lines are";
  byId("error").textContent = [...told, ...(told.length ? [`${left} left out until mended.`] : [])].join("\n");
  byId("room").hidden = pairs.length === 0;
  if (!pairs.length) return;
  const now = measures(...table), total = table.reduce((sum, count) => sum + count);
  const numbers = { pairs: String(pairs.length), labelled: String(total), accuracy: show(now.accuracy),
    chance: show(now.chance), kappa: show(now.kappa), interval: intervalOf(table) };
  for (const [key, said] of Object.entries(numbers)) {
    document.querySelector(`[data-number="${key}"]`).textContent = said;
  }
  byId("meaning").textContent = meaning(now);
  drawBar(now);
  document.querySelector("#table tbody").replaceChildren(...pairs.map((pair) => {
    const one = measures(...pair.table);
    const shares = [one.accuracy, one.chance, one.kappa].map((value) => show(value, 2));
    return line(pair.name, pair.table.join(" "), ...shares, intervalOf(pair.table));
  }));
}

for (const [name, text] of Object.entries(PRESETS)) {
  const button = element("button", name);
  button.type = "button";
  button.dataset.preset = name;
  button.addEventListener("click", () => {
    byId("items").value = 20;
    byId("pairs").value = text;
    refresh(true);
  });
  byId("presets").append(button);
}
let waiting;
for (const id of ["items", "pairs"]) {
  byId(id).addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => refresh(false), 250);
  });
  byId(id).addEventListener("change", () => {
    clearTimeout(waiting);
    refresh(true);
  });
}
document.body.dataset.ready = "true";
