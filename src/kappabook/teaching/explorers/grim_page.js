// Wires the page: fields -> grim(given) -> words and numbers.

const LABELS = {
  agreement: "agreement", chance_agreement: "chance agreement", kappa: "kappa", mcc: "MCC",
  pabak: "PABAK", first_margin: "first rater's share of yes",
  second_margin: "second rater's share of yes", rarer_class: "rarer class, mean of both raters",
};

function given() {
  const text = (id) => byId(id).value;
  const read = { n: text("n"), margins: [text("first"), text("second")],
    cells: ["a", "b", "c", "d"].map(text) };
  for (const name of SHARES) read[name] = text(name);
  return read;
}

function verdict(found) {
  const { n_tables: tables, n_up_to_symmetry: kinds } = found;
  if (!tables) return "Impossible: no 2 x 2 table of so many cases rounds to the printed numbers.";
  if (tables === 1) return "Possible, and unique: exactly one table rounds to the printed numbers.";
  const said = `Possible: ${tables} tables round to the printed numbers. `;
  if (kinds === 1) {
    return `${said}They are one table, but for exchanging the raters or the classes, which the printed numbers do not tell apart.`;
  }
  if (kinds === tables) return said.trim();
  return `${said}If exchanging the raters or the classes counts as the same table, ${kinds} are left.`;
}

const four = (value) => show(value, 4);

function check() {
  let found = null;
  byId("error").textContent = byId("verdict").textContent = byId("tables").textContent = "";
  try {
    found = grim(given());
  } catch (error) {
    byId("error").textContent = error.message;
  }
  byId("ranges").hidden = !(found && found.n_tables);
  byId("help").hidden = !found || found.n_tables > 0;
  if (!found) return;
  byId("verdict").textContent = verdict(found);
  const rows = Object.entries(found.ranges).map(([name, ends]) => line(LABELS[name], ...ends.map(four)));
  document.querySelector("#ranges tbody").replaceChildren(...rows);
  if (found.n_tables && found.n_tables <= 4) {
    byId("tables").textContent = found.tables
      .map(([[a, b], [c, d]]) => `yes-yes ${a}, yes-no ${b}, no-yes ${c}, no-no ${d}`).join("; ");
  }
}

byId("form").addEventListener("submit", (event) => {
  event.preventDefault();
  check();
});
check();
document.body.dataset.ready = "true";
