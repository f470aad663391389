"""The explorers without a kernel: the same modules in a page, with a stub of their model."""

from __future__ import annotations

import json
from collections.abc import Iterable
from html import escape
from pathlib import Path
from string import Template
from typing import Any

from kappabook.system.files import writing
from kappabook.teaching.explorers.catalog import NAMES, about, css, fixed_of, labelled, text_of

GRIM = "Can a published agreement be right?"
# The preset that the address names behind its #, and what is said of one that there is not.
STARTED = """
const main = document.querySelector("main");
function open() {
  const wanted = location.hash.slice(1), presets = Object.keys(KNOWN[$name].about.presets);
  const preset = presets.find((one) => [one, encodeURIComponent(one)].includes(wanted));
  const remark = wanted && !preset && presets.length
    ? `There is no preset \\u201c$${wanted}\\u201d; there are: $${presets.join(", ")}.` : "";
  main.replaceChildren();
  start($name, main, preset, remark);
}
window.addEventListener("hashchange", open);
open();
document.body.dataset.ready = "true";
"""


def script(names: Iterable[str]) -> str:
    """Return JavaScript that shows explorers: ``start(name, element, preset)``."""
    own = {name: text_of(f"{name}.js").replace("export default", "return") for name in names}
    modules = ",\n".join(f"{name}: (() => {{\n{text}\n}})()" for name, text in own.items())
    known = {name: {"about": labelled(about(name)), "fixed": fixed_of(name)} for name in own}
    parts = text_of("shared.js"), f"const EXPLORERS = {{\n{modules}\n}};", text_of("page.js")
    return "\n".join((*parts, f"const KNOWN = {literal(known)};"))


def html(name: str) -> str:
    """Return the page of an explorer: one file that opens from a folder, without a network.

    Parameters
    ----------
    name : str
        One of opening, confusion, threshold, prevalence, label; or grim.

    Raises
    ------
    ValueError
        There is no explorer of that name.

    Examples
    --------
    >>> from kappabook.teaching.explorers.page import html
    >>> html("opening").startswith("<!DOCTYPE html>")
    True
    """
    if name == "grim":  # `kappabook.commands.grim` in JavaScript
        scripts = "\n".join(map(text_of, ("shared.js", "grim.js", "grim_page.js")))
        return _page(GRIM, f"<h1>{GRIM}</h1>\n{text_of('grim.html')}", scripts)
    title = about(name)["title"]
    started = Template(STARTED).substitute(name=literal(name))
    return _page(title, "", f"(() => {{\n{script([name])}\n{started}\n}})();")


def write_widgets(folder: Path) -> list[Path]:
    """Write every page as ``folder/<name>.html``; return the files."""
    names = (*NAMES, "grim")
    paths = [folder / f"{name}.html" for name in names]
    with writing(*paths) as drafts:
        for name, draft in zip(names, drafts, strict=True):
            draft.write_text(html(name), encoding="utf-8")
    return paths


def _page(title: str, main: str, code: str) -> str:
    known = {"title": escape(title), "css": css(), "main": main, "script": code}
    return Template(text_of("frame.html")).substitute(known)


def literal(value: Any) -> str:
    """Write a value as JavaScript that cannot end the script element it stands in."""
    return json.dumps(value, allow_nan=False).replace("<", "\\u003c")
