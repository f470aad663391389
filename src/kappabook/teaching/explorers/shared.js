// What all explorers share: numbers as text, a 2 x 2 table, the one picture of kappa, charts, sliders.

const byId = (id) => document.getElementById(id);

// An element with attributes and children; `svg` makes one inside a drawing.
function make(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}
function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}
function fill(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

// A row of a table: a heading, and what stands beside it.
function line(first, ...others) {
  return make("tr", {}, make("th", { scope: "row" }, first), ...others.map((text) => make("td", {}, text)));
}

// --- numbers ------------------------------------------------------------------------------------

// Three decimals and a true minus. What arithmetic adds behind the twelfth decimal is left out
// first, and halves go away from zero, so that every order of computing shows the same digits.
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

// --- the one picture of kappa: chance | gained | missing ----------------------------------------

function partsOf({ accuracy, chance }) {
  if (accuracy === null) return [["missing", 1, "nothing to agree on"]];
  if (accuracy >= chance) {
    return [["chance", chance, "chance agreement"], ["gained", accuracy - chance, "gained"],
      ["missing", 1 - accuracy, "missing"]];
  }
  return [["chance", accuracy, "agreed"], ["lost", chance - accuracy, "lost: below chance"],
    ["missing", 1 - chance, "missing, also by chance"]];
}

// The bar, below it the room above chance, and what the parts are called; with their sizes or not.
function kappaBar(now, { sizes = true } = {}) {
  const parts = partsOf(now), size = (width) => (sizes ? [make("strong", {}, show(width)), " "] : []);
  const words = parts.map(([, width, name]) => (sizes ? `${name} ${show(width)}` : name)).join(", ");
  const bar = make("div", { class: "bar" }, ...parts.map(([kind, width]) =>
    make("div", { class: kind, style: `width: ${100 * width}%` })));
  const left = now.chance === null ? 0 : 100 * now.chance;
  const room = make("div", { class: "room", style: `margin-left: ${left}%` }, make("span", {}, "room above chance"));
  const names = parts.map(([kind, width, name]) =>
    make("li", {}, make("span", { class: kind }), ...size(width), name));
  return [make("div", { role: "img", "aria-label": `A bar from 0 to 1: ${words}.` }, bar, room),
    make("ul", { class: "legend" }, ...names)];
}

// --- charts -------------------------------------------------------------------------------------

const TENTHS = [0, 0.2, 0.4, 0.6, 0.8, 1], SIZE = 260, LEFT = 46, TOP = 10;
const DRAW = {
  line: ({ points, color, dash = "" }, x, y) => [svg("polyline", { class: "line", "stroke-dasharray": dash,
    style: `stroke: var(--${color})`, points: points.map(([a, b]) => `${x(a)},${y(b)}`).join(" ") })],
  points: ({ points, color, shape = "circle" }, x, y) => points.map(([a, b]) => (shape === "circle"
    ? svg("circle", { cx: x(a), cy: y(b), r: 6, style: `fill: var(--${color})` })
    : svg("path", { d: `M${x(a)} ${y(b) - 8}l8 8l-8 8l-8 -8z`, style: `fill: var(--${color})` }))),
  rule: ({ at, color, dash = "" }, x, y) => [svg("line", { class: "line", "stroke-dasharray": dash, x1: x(at),
    x2: x(at), y1: y.ends[0], y2: y.ends[1], style: `stroke: var(--${color})` })],
  ticks: ({ values, at, color }, x, y) => values.map((value) => svg("line", { class: "line", x1: x(value),
    x2: x(value), y1: y(at) - 22, y2: y(at) + 22, style: `stroke: var(--${color})` })),
};

// A chart with both axes; `ticks` are numbers, or pairs of a number and a word.
function chart({ title, x, y, layers }) {
  const scale = ([low, high], from, to) => {
    const place = (value) => from + ((value - low) / (high - low)) * (to - from);
    return Object.assign(place, { ends: [from, to] });
  };
  const across = scale(x.domain || [0, 1], LEFT, LEFT + SIZE), up = scale(y.domain || [0, 1], TOP + SIZE, TOP);
  const drawn = svg("svg", { viewBox: `0 0 ${LEFT + SIZE + 14} ${TOP + SIZE + 46}`, "aria-hidden": "true" });
  const text = (words, place) => svg("text", place, words);
  for (const tick of x.ticks || TENTHS) {
    const [at, words] = [tick].flat();
    drawn.append(svg("line", { class: "grid", x1: across(at), x2: across(at), y1: TOP, y2: TOP + SIZE }),
      text(String(words ?? at), { x: across(at), y: TOP + SIZE + 17, "text-anchor": "middle" }));
  }
  for (const tick of y.ticks || TENTHS) {
    const [at, words] = [tick].flat();
    drawn.append(svg("line", { class: "grid", x1: LEFT, x2: LEFT + SIZE, y1: up(at), y2: up(at) }),
      text(String(words ?? at).replace("-", "\u2212"), { x: LEFT - 6, y: up(at) + 4, "text-anchor": "end" }));
  }
  drawn.append(text(x.label, { x: LEFT + SIZE / 2, y: TOP + SIZE + 38, "text-anchor": "middle" }));
  if (y.label) drawn.append(text(y.label, { transform: `translate(13 ${TOP + SIZE / 2}) rotate(-90)`, "text-anchor": "middle" }));
  for (const layer of layers) drawn.append(...DRAW[layer.kind](layer, across, up));
  return [make("div", { class: "title" }, title), drawn];
}

// --- an explorer: presets, sliders, numbers, pictures -------------------------------------------

let serial = 0;

// `state(values, fixed, moved)` gives the numbers by name and a `note`. Where sliders follow each other
// it also gives all positions in `values`, and a `remark` on what could not be as it was `moved`.
// `pictures` are {words, draw(now, values, fixed), more}; what is `more` is folded.
function explorer({ state, pictures, bar = true, sizes = true }) {
  return {
    state,
    render({ model, el }) {
      const about = model.get("about"), fixed = model.get("fixed"), inputs = {}, fields = {}, numbers = {};
      serial += 1;
      el.classList.add("explorer", `explorer-${about.name}`);
      let remark = "";
      // Where the sliders stand; those behind "more" follow the others, and move them.
      const positions = () => ({ ...model.get("values"), ...state(model.get("values"), fixed).values });
      const move = (values) => {
        const wanted = { ...positions(), ...values }, next = state(wanted, fixed, Object.keys(values)[0]);
        remark = next.remark || "";
        const kept = about.sliders.filter((slider) => !slider.more).map(({ key }) => [key, (next.values || wanted)[key]]);
        model.set("values", Object.fromEntries(kept));
        model.save_changes();
      };
      const note = make("p", { class: "note" }), said = make("p", { class: "unseen", role: "status" });

      const sliders = (folded) => make("div", { class: "sliders" }, ...about.sliders
        .filter((slider) => Boolean(slider.more) === folded).map((slider) => {
          const id = `${about.name}-${serial}-${slider.key}`;
          // In JupyterLab an arrow would fold the notebook's headings, and a digit restart the kernel.
          const range = { min: slider.low, max: slider.high, step: slider.step, "data-lm-suppress-shortcuts": "true" };
          const input = make("input", { type: "range", id, "data-slider": slider.key, ...range });
          const field = make("input", { type: "number", "aria-label": `${slider.label}, as a number`,
            "data-field": slider.key, ...range, step: "any" });
          input.addEventListener("input", () => move({ [slider.key]: input.valueAsNumber }));
          field.addEventListener("change", () => {
            const typed = field.valueAsNumber;
            const kept = Number.isNaN(typed) ? positions()[slider.key]
              : Math.min(Math.max(typed, slider.low), slider.high);
            field.blur();
            move({ [slider.key]: kept });
            if (kept !== typed && !Number.isNaN(typed)) {
              remark = `${slider.label} goes from ${slider.low} to ${slider.high}: shown is ${kept}.`
                .replaceAll(" -", " \u2212");
            }
            update();
          });
          inputs[slider.key] = input;
          fields[slider.key] = field;
          return make("div", { class: "slider" }, make("label", { for: id }, slider.label), input, field);
        }));
      const buttons = Object.entries(about.presets).map(([name, values]) => {
        const button = make("button", { type: "button", "data-preset": name }, name);
        button.addEventListener("click", () => move(values));
        return [button, values];
      });
      const list = (names) => make("dl", { class: "numbers" }, ...Object.entries(names).map(([key, label]) => {
        numbers[key] = make("dd", { "data-number": key });
        return make("div", {}, make("dt", {}, label), numbers[key]);
      }));
      const frames = (folded) => make("div", { class: "charts" }, ...pictures
        .filter((one) => Boolean(one.more) === folded)
        .map((one) => Object.assign(one, { frame: make("figure", { role: "img", "aria-label": one.words }) }).frame));
      const barred = make("div", { class: "kappa" });
      const folded = about.sliders.some((slider) => slider.more) || Object.keys(about.more).length
        ? [make("details", {}, make("summary", {}, "more"), sliders(true), list(about.more), frames(true))] : [];
      el.append(
        make("h1", { class: "title" }, about.title), make("p", { class: "words" }, about.words),
        make("div", { class: "moves" }, make("div", { class: "choice" }, ...buttons.map(([button]) => button)),
          sliders(false)),
        list(about.numbers), barred, note, frames(false), ...folded, said,
      );

      let announcing;
      const update = () => {
        const values = positions(), now = state(model.get("values"), fixed);
        for (const [key, cell] of Object.entries(numbers)) cell.textContent = show(now[key]);
        for (const [key, input] of Object.entries(inputs)) {
          input.value = values[key];
          if (fields[key] !== document.activeElement) fields[key].value = Number(values[key].toPrecision(7));
        }
        for (const [button, wanted] of buttons) {
          button.setAttribute("aria-pressed", Object.entries(wanted).every(([key, value]) => values[key] === value));
        }
        note.textContent = `${model.get("remark") || remark} ${now.note || ""}`.trim();
        if (bar) barred.replaceChildren(...kappaBar(now, { sizes }));
        for (const one of pictures) one.frame.replaceChildren(...one.draw(now, values, fixed));
        // Said once the slider rests, not at every step.
        clearTimeout(announcing);
        announcing = setTimeout(() => {
          const told = Object.entries(about.numbers).map(([key, label]) => `${label} ${show(now[key])}`).join(", ");
          said.textContent = `${model.get("remark") || ""} ${told}`.trim();
        }, 600);
      };
      model.on("change:values", update);
      update();
      return () => clearTimeout(announcing);
    },
  };
}
