// What scrolls sideways must be reachable by keyboard, and say so where nobody would guess it; what
// does not should not be a stop.
function markScrolling() {
  for (const box of document.querySelectorAll(
    ".cell_output .output, .cell_output > .math, div.math, .table-wrapper, .highlight pre",
  )) {
    if (box.scrollWidth > box.clientWidth) {
      box.setAttribute("tabindex", "0");
      box.setAttribute("role", "group");
      box.setAttribute("aria-label", "scrolls sideways");
      if (box.querySelector("table") && !box.previousElementSibling?.matches(".goes-on")) {
        const hint = document.createElement("p");
        hint.className = "goes-on";
        hint.setAttribute("aria-hidden", "true");
        hint.textContent = "The table goes on: scroll it sideways \u2192";
        box.before(hint);
      }
    } else if (box.getAttribute("aria-label") === "scrolls sideways") {
      for (const name of ["tabindex", "role", "aria-label"]) box.removeAttribute(name);
      if (box.previousElementSibling?.matches(".goes-on")) box.previousElementSibling.remove();
    }
  }
}
// On a telephone a table of sentences is a list: each cell with its heading. One of numbers scrolls.
for (const table of document.querySelectorAll(".table-wrapper > table")) {
  const headings = [...table.querySelectorAll("thead tr:only-child th")].map((h) => h.textContent);
  const rows = [...table.tBodies].flatMap((body) => [...body.rows]);
  const cells = rows.flatMap((row) => [...row.cells]);
  if (headings.length < 2 || !cells.some((cell) => cell.textContent.length > 60)) continue;
  table.classList.add("sentences");
  // As a list a table would lose its meaning for those who do not see it.
  table.setAttribute("role", "table");
  for (const row of table.rows) row.setAttribute("role", "row");
  for (const part of [table.tHead, ...table.tBodies]) part.setAttribute("role", "rowgroup");
  for (const heading of table.querySelectorAll("thead th")) {
    heading.setAttribute("role", "columnheader");
  }
  for (const cell of cells) {
    cell.setAttribute("role", "cell");
    cell.dataset.name = headings[cell.cellIndex];
  }
}
window.addEventListener("load", markScrolling);
window.addEventListener("resize", markScrolling);
// Formulas have moved the page under the reader who came for one cell: back to it.
window.addEventListener("load", () =>
  window.MathJax?.startup?.promise?.then(() => {
    markScrolling();
    document.querySelector(".cell:target")?.scrollIntoView({ behavior: "instant" });
  }),
);
// A figure that moves says how high it is.
window.addEventListener("message", (event) => {
  for (const frame of document.querySelectorAll("iframe.widget")) {
    if (event.source === frame.contentWindow && event.data.height > 0) {
      frame.style.height = `${event.data.height + 2}px`;
    }
  }
});
