// The rows are in the page; filtering and turning pages only hide some. The choice is kept in the
// address.
(function () {
  "use strict";
  const box = document.currentScript.parentElement;
  const form = box.querySelector("form"), count = box.querySelector("output");
  const pager = box.querySelector("nav"), [back, on] = pager.querySelectorAll("button");
  const [number, size] = pager.querySelectorAll("select"), usual = size.value;
  const rows = Array.from(box.querySelectorAll("#claims tbody tr"), row => ({
    row, d: row.dataset.d, v: row.dataset.v, e: row.dataset.e,
    text: row.textContent.toLowerCase(),
  }));
  const names = ["document", "verdict", "evidence", "q"];
  let fitting = rows, page = 0;
  function choose(chosen) {
    for (const name of names) form.elements[name].value = chosen(name) || "";
    filter();
  }
  function filter() {
    const [d, v, e, q] = names.map(name => form.elements[name].value);
    const words = q.toLowerCase().split(/\s+/).filter(Boolean);
    fitting = rows.filter(r => (!d || r.d === d) && (!v || r.v === v) && (!e || r.e === e)
      && words.every(word => r.text.includes(word)));
    turn(0);
  }
  function turn(to) {
    const each = Number(size.value) || rows.length;
    const pages = Math.max(1, Math.ceil(fitting.length / each));
    page = Math.min(Math.max(0, to), pages - 1);
    for (const r of rows) r.row.hidden = true;
    for (const r of fitting.slice(page * each, (page + 1) * each)) r.row.hidden = false;
    count.textContent = `${fitting.length} of ${rows.length} claims`
      + (pages > 1 ? `, page ${page + 1} of ${pages}` : "");
    number.replaceChildren(...Array.from({length: pages}, (_, i) => new Option(i + 1, i)));
    number.value = page;
    pager.hidden = fitting.length <= usual;
    back.disabled = page === 0;
    on.disabled = page === pages - 1;
  }
  function remember() {
    const chosen = new URLSearchParams();
    for (const name of names) {
      if (form.elements[name].value) chosen.set(name, form.elements[name].value);
    }
    if (size.value !== usual) chosen.set("rows", size.value);
    if (page) chosen.set("page", page + 1);
    history.replaceState(null, "", "#" + chosen);
  }
  function recall() {
    const address = location.hash.slice(1);
    if (address.includes("=")) {
      const chosen = new URLSearchParams(address);
      size.value = chosen.get("rows") || usual;
      if (!size.value) size.value = usual;
      choose(name => chosen.get(name));
      turn(chosen.get("page") - 1 || 0);
      return;
    }
    const row = document.getElementById(address);
    if (!rows.some(r => r.row === row)) return;
    // The address is a claim, which filters or another page may hide.
    if (!fitting.some(r => r.row === row)) choose(() => "");
    turn(Math.floor(fitting.findIndex(r => r.row === row) / (Number(size.value) || rows.length)));
    row.scrollIntoView();
  }
  function leaf(to) {
    turn(to);
    remember();
    form.scrollIntoView();
  }
  back.addEventListener("click", () => leaf(page - 1));
  on.addEventListener("click", () => leaf(page + 1));
  number.addEventListener("change", () => leaf(Number(number.value)));
  size.addEventListener("change", () => leaf(0));
  form.addEventListener("input", () => { filter(); remember(); });
  form.addEventListener("submit", event => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(() => { filter(); remember(); }));
  box.querySelector("#totals").addEventListener("click", event => {
    const button = event.target.closest("button");
    if (!button) return;
    choose(name => button.dataset[name]);
    remember();
    form.scrollIntoView();
    form.elements.q.focus({preventScroll: true});
  });
  window.addEventListener("hashchange", recall);
  turn(0);
  recall();
})();
