// What is higher than the slide is made smaller until it fits; what could not be read then scrolls.
function fit() {
  const slide = Reveal.getCurrentSlide();
  slide.style.maxHeight = "none";
  slide.style.zoom = 1;
  slide.style.zoom = Math.max(0.6, Math.min(1, 0.96 * 720 / slide.scrollHeight));
  slide.style.maxHeight = `${700 / slide.style.zoom}px`;
  Reveal.layout();
}
shown.then(() => {
  if (narrow) return;
  Reveal.on("slidechanged", fit);
  fit();
});
