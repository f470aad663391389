// Show the rows of the ledger that match: every word somewhere in the row, document, verdict.
window.addEventListener("DOMContentLoaded", () => {
  const form = document.getElementById("ledger-form");
  if (!form) return;
  const [words, paper, verdict, count] = ["words", "document", "verdict", "count"].map((name) =>
    document.getElementById(`ledger-${name}`),
  );
  const rows = [...document.querySelectorAll("#claims tbody tr")].map((row) => ({
    row,
    text: `${row.id} ${row.textContent}`.toLowerCase(),
  }));
  function show() {
    const wanted = words.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const { row, text } of rows) {
      row.hidden = !(
        wanted.every((word) => text.includes(word)) &&
        (!paper.value || paper.value === row.dataset.document) &&
        (!verdict.value || verdict.value === row.dataset.verdict)
      );
      shown += !row.hidden;
    }
    count.textContent = `${shown} of ${rows.length} claims`;
  }
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", show);
  show();
});
