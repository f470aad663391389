// What scrolls sideways is reached by the keyboard; what does not is no stop.
function markScrolling() {
  const boxes = ".cell_output .output, .cell_output > .math, div.math, .table-wrapper, .highlight pre";
  for (const box of document.querySelectorAll(boxes)) {
    if (box.scrollWidth > box.clientWidth) box.setAttribute("tabindex", "0");
    else box.removeAttribute("tabindex");
  }
}
window.addEventListener("resize", markScrolling);
// Formulas have moved the page under the reader who came for one cell: back to it.
window.addEventListener("load", async () => {
  await window.MathJax?.startup?.promise;
  markScrolling();
  document.querySelector(".cell:target")?.scrollIntoView({ behavior: "instant" });
});
// A figure that moves says how high it is.
window.addEventListener("message", (event) => {
  for (const frame of document.querySelectorAll("iframe.widget")) {
    if (event.source === frame.contentWindow && event.data.height > 0) {
      frame.style.height = `${event.data.height + 2}px`;
    }
  }
});
