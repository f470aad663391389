// Wires a page: sliders -> state(values, fixed) -> numbers as text and named data of the charts.
// A widget's own script defines state(); the page defines EXPLORER, CHARTS and FIXED.
"use strict";

const inputs = EXPLORER.sliders.map((slider) => byId(slider.key));
const fieldOf = (input) => byId(`field-${input.id}`);
const minus = (text) => text.replaceAll(/(^| )-(?=\d)/g, "$1\u2212");

function chosenGroup() {
  const radio = document.querySelector('input[name="group"]:checked');
  return radio ? radio.value : "";
}

function values() {
  const read = { group: chosenGroup() };
  for (const input of inputs) read[input.id] = input.valueAsNumber;
  return read;
}

let views = [], announcing;

// After a move; `typing` is the field in which somebody is writing, `remark` is said once.
function update({ typing = null, remark = "" } = {}) {
  const now = state(values(), FIXED);
  for (const key of Object.keys(EXPLORER.numbers)) {
    document.querySelector(`[data-number="${key}"]`).textContent = show(now[key]);
  }
  for (const slider of EXPLORER.sliders) {
    const input = byId(slider.key);
    // The sliders not shown follow, so that a change of group starts at the same table.
    if (slider.group && slider.group !== chosenGroup() && Number.isFinite(now[slider.key])) {
      input.value = now[slider.key];
    }
    if (fieldOf(input) !== typing) fieldOf(input).value = input.value;
  }
  byId("note").textContent = `${remark} ${now.note || ""}`.trim();
  const at = values();
  for (const button of document.querySelectorAll("[data-preset]")) {
    const wanted = Object.entries(EXPLORER.presets[button.dataset.preset]);
    const here = groupOf(wanted) === at.group && wanted.every(([key, value]) => at[key] === value);
    button.setAttribute("aria-pressed", here);
  }
  views.forEach((view, i) => {
    for (const name of CHARTS[i].usermeta.moving) view.data(name, now.data[name]);
    view.runAsync();
  });
  // Said once the slider rests, not at every step.
  clearTimeout(announcing);
  announcing = setTimeout(() => {
    const first = Object.entries(EXPLORER.numbers).slice(0, 3);
    const numbers = first.map(([key, label]) => `${label} ${show(now[key])}`).join(", ");
    byId("said").textContent = `${remark} ${numbers}`.trim();
  }, 600);
}

function showGroup() {
  for (const fieldset of document.querySelectorAll("fieldset[data-group]")) {
    fieldset.hidden = fieldset.dataset.group !== chosenGroup();
  }
}

const groupOf = (wanted) => EXPLORER.sliders.find((slider) => slider.key === wanted[0][0]).group;

function goTo(name) {
  const wanted = Object.entries(EXPLORER.presets[name]);
  const radio = document.querySelector(`input[name="group"][value="${groupOf(wanted)}"]`);
  if (radio) radio.checked = true;
  showGroup();
  for (const [key, value] of wanted) byId(key).value = value;
  update();
}

// The preset that the page's address names behind its #.
function goToAddress() {
  const wanted = location.hash.slice(1), known = Object.keys(EXPLORER.presets);
  const name = known.find((preset) => [preset, encodeURIComponent(preset)].includes(wanted));
  if (name) return goTo(name);
  const remark = `There is no preset \u201c${wanted}\u201d; there are: ${known.join(", ")}.`;
  return update({ remark: wanted && remark });
}

function listen(input) {
  const field = fieldOf(input);
  input.addEventListener("input", () => update());
  field.addEventListener("input", () => {
    if (field.value === "" || !field.validity.valid) return;
    input.value = field.value;
    update({ typing: field });
  });
  // What the slider cannot show becomes what it can, and the page says so.
  field.addEventListener("change", () => {
    const { rangeOverflow, rangeUnderflow } = field.validity;
    if (field.value !== "") input.value = field.value;
    const label = document.querySelector(`label[for="${input.id}"]`).textContent;
    const range = `${label} goes from ${input.min} to ${input.max}: shown is ${input.value}.`;
    update({ remark: rangeOverflow || rangeUnderflow ? minus(range) : "" });
  });
}

async function start() {
  const options = { actions: false, renderer: "svg", mode: "vega-lite", tooltip: false };
  const embedded = await Promise.all(
    CHARTS.map((chart, i) => vegaEmbed(byId("chart-" + i), chart, options)),
  );
  views = embedded.map((result) => result.view);
  inputs.forEach(listen);
  for (const radio of document.querySelectorAll('input[name="group"]')) {
    radio.addEventListener("change", () => {
      showGroup();
      update();
    });
  }
  for (const button of document.querySelectorAll("[data-preset]")) {
    button.addEventListener("click", () => goTo(button.dataset.preset));
  }
  window.addEventListener("hashchange", goToAddress);
  showGroup();
  goToAddress();
  document.body.dataset.ready = "true";
}

// In a frame: the page says how high it is, so that the frame needs no scroll bar of its own.
if (window.parent !== window) {
  const main = document.querySelector("main");
  const tell = () => window.parent.postMessage({ height: Math.ceil(main.offsetHeight) }, "*");
  new ResizeObserver(tell).observe(main);
}

start();
