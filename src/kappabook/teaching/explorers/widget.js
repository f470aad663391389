// Wires a page: sliders -> state(values, fixed) -> numbers as text and named data of the charts.
// A widget's own script defines state(); the page defines EXPLORER, CHARTS and FIXED.
"use strict";

const byId = (id) => document.getElementById(id);
const inputs = EXPLORER.sliders.map((slider) => byId(slider.key));

// Three decimals and a true minus, as in number_text of descriptions.py.
function show(value) {
  if (typeof value === "string") return value;
  if (value === null || Number.isNaN(value)) return "0/0";
  const thousandths = Math.round(Number(`${Math.abs(value).toFixed(12)}e3`));
  const text = (Math.sign(value) * thousandths / 1000).toFixed(3);
  return Number(text) === 0 ? text.replace("-", "") : text.replace("-", "\u2212");
}

function chosenGroup() {
  const radio = document.querySelector('input[name="group"]:checked');
  return radio ? radio.value : "";
}

function values() {
  const read = { group: chosenGroup() };
  for (const input of inputs) read[input.id] = input.valueAsNumber;
  return read;
}

let announcing;

function update(views) {
  const now = state(values(), FIXED);
  for (const key of Object.keys(EXPLORER.numbers)) byId("number-" + key).textContent = show(now[key]);
  for (const slider of EXPLORER.sliders) {
    const input = byId(slider.key);
    // The sliders not shown follow, so that a change of group starts at the same table.
    if (slider.group && slider.group !== chosenGroup() && Number.isFinite(now[slider.key])) {
      input.value = now[slider.key];
    }
    byId("value-" + slider.key).textContent = String(input.valueAsNumber).replace("-", "\u2212");
  }
  byId("note").textContent = now.note || "";
  views.forEach((view, i) => {
    for (const name of CHARTS[i].usermeta.moving) view.data(name, now.data[name]);
    view.runAsync();
  });
  // Said once the slider rests, not at every step.
  clearTimeout(announcing);
  announcing = setTimeout(() => {
    const said = Object.entries(EXPLORER.numbers).slice(0, 3);
    byId("said").textContent = said.map(([key, label]) => `${label} ${show(now[key])}`).join(", ");
  }, 600);
}

function showGroup() {
  for (const fieldset of document.querySelectorAll("fieldset[data-group]")) {
    fieldset.hidden = fieldset.dataset.group !== chosenGroup();
  }
}

async function start() {
  const options = { actions: false, renderer: "svg", mode: "vega-lite", tooltip: false };
  const embedded = await Promise.all(
    CHARTS.map((chart, i) => vegaEmbed(byId("chart-" + i), chart, options)),
  );
  const views = embedded.map((result) => result.view);
  for (const input of inputs) input.addEventListener("input", () => update(views));
  for (const radio of document.querySelectorAll('input[name="group"]')) {
    radio.addEventListener("change", () => {
      showGroup();
      update(views);
    });
  }
  showGroup();
  update(views);
  document.body.dataset.ready = "true";
}

// In a frame: the page says how high it is, so that the frame needs no scroll bar of its own.
if (window.parent !== window) {
  const main = document.querySelector("main");
  const tell = () => window.parent.postMessage({ height: Math.ceil(main.offsetHeight) }, "*");
  new ResizeObserver(tell).observe(main);
}

start();
