"""Settings of the site, which `make site` builds with Sphinx: docs and notebooks as they are."""

import os
from pathlib import Path

from kappabook.teaching.lesson.bundled import MATHJAX_FILE, mathjax

project = "kappabook"
author = "The kappabook authors"
copyright = "The kappabook authors. Code: BSD-3-Clause; prose and figures: CC BY 4.0"
html_title = "kappabook"

# The sources are the whole checkout, so that links work there as they do in a browser of files.
root_doc = "docs/index"
include_patterns = ["docs/*.md", "docs/site/*.rst", "notebooks/**.ipynb", "CHANGELOG.md"]
exclude_patterns = ["notebooks/solutions", "**/.*", ".*", "build", "src", "tests"]

extensions = [
    "kappabook.workbook.site",
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.mathjax",
    "sphinx.ext.napoleon",
]

# Notebooks are shown as they are stored.
nb_execution_mode = "off"
nb_render_markdown_format = "myst"
myst_enable_extensions = ["amsmath", "dollarmath"]
myst_heading_anchors = 3
# Pages for maintainers are built, and found by links and search, but are not in the menu.
suppress_warnings = ["toc.not_included"]

# A name in single backquotes is a link where there is something to link to.
default_role = "py:obj"
autodoc_typehints = "none"
autodoc_member_order = "bysource"
napoleon_use_ivar = True
add_module_names = False

html_theme = "furo"
# MathJax, version 3, from a package and whole: it asks for no second file. Relative, so that the
# same site is made wherever the checkout is.
html_static_path = ["_static", os.path.relpath(mathjax(), Path(__file__).parent)]
mathjax_path = MATHJAX_FILE
myst_update_mathjax = False
html_css_files = ["site.css"]
html_js_files = [("site.js", {"defer": "defer"})]
html_show_sphinx = False
# A notebook's page offers the notebook itself, under its own name.
html_sourcelink_suffix = ""
# A page that was opened from a folder may not fetch others to quote them.
html_show_search_summary = False
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"
