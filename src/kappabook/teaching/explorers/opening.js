// How many are ill? One test everywhere; accuracy stays, kappa moves.

// What a person of each cell looks like; the ill stand first.
const KINDS = [["found", "ill, found"], ["missed", "ill, missed"], ["alarm", "false alarm"],
  ["well", "healthy, called healthy"]];

function state({ ill }, { people, found, alarms }) {
  const p = ill / people;
  return { cells: tableAt(alarms, found, p).map((share) => people * share), ...measures(...tableAt(alarms, found, p)) };
}

// Every person is a square; where the test finds nine of ten and three are ill, one is divided.
function drawPeople({ cells }, values, { people }) {
  const inRow = people > 100 ? 50 : 20;
  const drawn = svg("svg", { viewBox: `-0.2 -0.2 ${inRow + 0.2} ${people / inRow + 0.2}`, "aria-hidden": "true" });
  let at = 0;
  cells.forEach((size, kind) => {
    const end = at + size;
    for (let i = Math.floor(at + 1e-9); i < end - 1e-9; i += 1) {
      const from = Math.max(at, i) - i, width = Math.min(end, i + 1) - i - from;
      const x = (i % inRow) + 0.8 * from, y = Math.floor(i / inRow), [name] = KINDS[kind];
      drawn.append(svg("rect", { class: name, x, y, width: 0.8 * width, height: 0.8 }));
      if (name === "missed" && width > 0.5) {
        drawn.append(svg("path", { class: "cross", d: `M${x + 0.2} ${y + 0.2}l.4 .4m0 -.4l-.4 .4` }));
      }
    }
    at = end;
  });
  return [drawn, make("ul", { class: "legend" }, ...KINDS.map(([name, words]) =>
    make("li", {}, make("span", { class: name }), words)))];
}

export default explorer({
  state,
  sizes: false,
  pictures: [{ words: "All people as squares: the ill first, found or missed, then the healthy, with and without "
    + "a false alarm.", draw: drawPeople }],
});
