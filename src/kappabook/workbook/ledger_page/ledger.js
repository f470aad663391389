// The rows are in the page; filtering only hides some. The choice is kept in the address.
(function () {
  "use strict";
  const box = document.currentScript.parentElement;
  const form = box.querySelector("form"), count = box.querySelector("output");
  const rows = Array.from(box.querySelectorAll("#claims tbody tr"), row => ({
    row, d: row.dataset.d, v: row.dataset.v, e: row.dataset.e, f: row.dataset.f,
    text: row.textContent.toLowerCase(),
  }));
  const names = ["document", "verdict", "evidence", "fails_by", "q"];
  function choose(chosen) {
    for (const name of names) form.elements[name].value = chosen(name) || "";
    filter();
  }
  function filter() {
    const [d, v, e, f, q] = names.map(name => form.elements[name].value);
    const words = q.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const r of rows) {
      const fits = (!d || r.d === d) && (!v || r.v === v) && (!e || r.e === e)
        && (!f || r.f === f) && words.every(word => r.text.includes(word));
      r.row.hidden = !fits;
      shown += fits;
    }
    count.textContent = `${shown} of ${rows.length} claims`;
  }
  function remember() {
    const chosen = new URLSearchParams();
    for (const name of names) {
      if (form.elements[name].value) chosen.set(name, form.elements[name].value);
    }
    history.replaceState(null, "", "#" + chosen);
  }
  function recall() {
    const address = location.hash.slice(1);
    if (address.includes("=")) {
      const chosen = new URLSearchParams(address);
      choose(name => chosen.get(name));
      return;
    }
    const row = document.getElementById(address);
    if (!row || !row.hidden) return;
    choose(() => "");  // the address is a claim that the filters hide
    row.scrollIntoView();
  }
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
  recall();
})();
