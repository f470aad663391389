"""What is wrong with a page: asked of the page itself, and of axe-core."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe

# WCAG 2 A and AA, and from axe-core's good practice that headings nest and have words.
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]
PRACTICE = ["heading-order", "empty-heading", "page-has-heading-one", "image-redundant-alt"]

SETTLED = """async () => {
  await document.fonts.ready;
  if (window.MathJax) await window.MathJax.startup.promise;
}"""

# In a deck axe takes the transparent layer behind the slides for one in front and judges no colour;
# and text that is still fading in is paler than it will be.
AT_REST = """async () => {
  document.querySelector(".reveal > .backgrounds")?.style.setProperty("display", "none");
  const fading = document.getAnimations().filter((one) => one instanceof CSSTransition);
  await Promise.allSettled(fading.map((one) => one.finished));
}"""

# Text that should have become a formula. Code, and what MathJax itself leaves alone, may stay.
RAW = r"""() => {
  const found = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node.parentElement.closest("pre, code, script, style, mjx-container")) continue;
    if (/\$[^$]+\$|\\\(|\\\[|\\begin|\\frac/.test(node.textContent)) found.push(node.textContent);
  }
  for (const box of document.querySelectorAll(".math")) {
    if (!box.querySelector("mjx-container")) found.push(box.textContent);
  }
  for (const bad of document.querySelectorAll("mjx-merror, [data-mjx-error]")) {
    found.push("an error: " + bad.textContent);
  }
  return found.map((text) => text.trim().slice(0, 80));
}"""

# Pictures without words, or with a file's name for words.
WORDLESS = r"""() => [...document.images]
  .filter((image) => !/\w+ \w+/.test(image.alt) || /\.(svg|png)$/.test(image.alt))
  .map((image) => image.src.slice(-40) + ": " + image.alt)"""

# One heading of the first level, and no level left out on the way down.
HEADINGS = """() => {
  const all = [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")];
  const levels = all.map((heading) => Number(heading.tagName[1]));
  const wrong = levels.filter((level, i) => i > 0 && level > levels[i - 1] + 1);
  return levels.filter((level) => level === 1).length === 1 ? wrong : [levels];
}"""


class Listener:
    """Notes what a page's console says and what it asks for."""

    def __init__(self, page: Any) -> None:
        self.said: list[str] = []
        self.wanted: list[str] = []
        page.on("console", lambda message: self.said.append(message.text))
        page.on("pageerror", lambda error: self.said.append(str(error)))
        page.on("request", lambda request: self.wanted.append(request.url))
        page.on("requestfailed", lambda request: self.said.append(f"failed: {request.url}"))

    def hear(self) -> list[str]:
        """Return what was said, and requests that are not for files, since the last time."""
        heard = self.said + [
            f"asked for {url}"
            for url in self.wanted
            if not url.startswith(("file:", "data:", "blob:", "about:"))
        ]
        self.said.clear()
        self.wanted.clear()
        return heard


def violations(page: Any, *, only: list[str] | None = None, within: str = "html") -> list[str]:
    """Say which rules of accessibility the page breaks, and where."""
    chosen = {"type": "rule", "values": only} if only else {"type": "tag", "values": RULES}
    rules = {} if only else {rule: {"enabled": True} for rule in PRACTICE}
    # axe would fetch style sheets, which a page opened from a folder cannot.
    quiet = {"resultTypes": ["violations"], "preload": False, "iframes": False}
    # MathJax's drawings are many elements and one colour, the text's.
    context = {"include": [[within]], "exclude": [["mjx-container"]]}
    options = {"runOnly": chosen, "rules": rules} | quiet
    page.evaluate(AT_REST)
    found = Axe().run(page, context=context, options=options).response
    return [
        f"{broken['id']}: {node['html'][:120]}"
        for broken in found["violations"]
        for node in broken["nodes"][:3]
    ]
