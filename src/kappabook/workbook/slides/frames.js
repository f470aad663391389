// Pages inside slides. Each gets its page when its slide is shown first; nothing is fetched.
const PAGES = $pages, BUNDLE = $bundle, MARK = $mark;

function fill(frame) {
  if (frame.srcdoc) return;
  frame.addEventListener("load", () => {
    const inside = frame.contentDocument;
    // The remote control and the keys that no slider needs still turn the slides.
    inside.addEventListener("keydown", (event) => {
      if (event.key === "PageDown") Reveal.next();
      if (event.key === "PageUp") Reveal.prev();
      if (event.key === "Escape") frame.blur();
    });
    const ready = () => inside.body.dataset.ready === "true";
    const start = () => {
      if (!ready()) return void setTimeout(start, 50);
      inside.querySelector(`[data-preset="$${frame.dataset.preset}"]`)?.click();
      frame.dataset.ready = "true";
    };
    start();
  });
  frame.srcdoc = PAGES[frame.dataset.page].replace(MARK, () => BUNDLE);
}

const fillAll = (slide) => slide.querySelectorAll("iframe[data-page]").forEach(fill);
shown.then(() => {
  if (narrow) {
    // Below each other there is room: a page that tells its height is shown whole.
    window.addEventListener("message", ({ source, data }) => {
      const frame = [...document.querySelectorAll("iframe")].find((f) => f.contentWindow === source);
      if (frame && data.height) frame.style.height = `$${data.height + 20}px`;
    });
    return fillAll(document);
  }
  Reveal.on("slidechanged", (event) => fillAll(event.currentSlide));
  fillAll(Reveal.getCurrentSlide());
});
