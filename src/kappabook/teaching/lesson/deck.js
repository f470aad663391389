// Explorers inside slides. Each starts when its slide is shown first; nothing is fetched.


const startAll = (place) => place.querySelectorAll("[data-explorer]:not(.explorer)").forEach((el) =>
  start(el.dataset.explorer, el, el.dataset.preset));
// On a slider, too, a remote control turns the slides.
addEventListener("keydown", (event) => {
  const turn = { PageDown: () => Reveal.next(), PageUp: () => Reveal.prev() }[event.key];
  if (!turn || narrow || !event.target.closest(".explorer")) return;
  event.preventDefault();
  event.stopPropagation();
  turn();
}, true);
shown.then(() => {
  if (narrow) return startAll(document);
  Reveal.on("slidechanged", (event) => startAll(event.currentSlide));
  startAll(Reveal.getCurrentSlide());
});
