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
