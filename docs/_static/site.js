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
// A figure that moves says how high it is.
window.addEventListener("message", (event) => {
  for (const frame of document.querySelectorAll("iframe.widget")) {
    if (event.source === frame.contentWindow && event.data.height > 0) {
      frame.style.height = `${event.data.height + 2}px`;
    }
  }
});
// The navigation is longer than a window: it opens where the reader is.
const here = document.querySelector(".sidebar-tree .current-page");
const scrolling = document.querySelector(".sidebar-scroll");
if (here && scrolling) {
  const { top } = here.getBoundingClientRect();
  if (top > scrolling.getBoundingClientRect().bottom - 60) scrolling.scrollTop = top - 300;
}
