// What scrolls sideways must be reachable by keyboard; what does not should not be a stop.
function markScrolling() {
  for (const box of document.querySelectorAll(
    ".cell_output .output, .cell_output > .math, div.math, .table-wrapper, .highlight pre",
  )) {
    if (box.scrollWidth > box.clientWidth) {
      box.setAttribute("tabindex", "0");
      box.setAttribute("role", "group");
      box.setAttribute("aria-label", "scrolls sideways");
    } else if (box.getAttribute("aria-label") === "scrolls sideways") {
      for (const name of ["tabindex", "role", "aria-label"]) box.removeAttribute(name);
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
