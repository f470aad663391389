"""Settings of the site; `make site` gathers its pages and calls Sphinx with this file."""

project = "kappabook"
author = "The kappabook authors"
copyright = "The kappabook authors. Code: BSD-3-Clause; prose and figures: CC BY 4.0"
html_title = "kappabook"

extensions = [
    "kappabook.workbook.site.extension",
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

# A name in single backquotes is a link where there is something to link to.
default_role = "py:obj"
autodoc_typehints = "none"
autodoc_member_order = "bysource"
napoleon_use_ivar = True
add_module_names = False

html_theme = "furo"
html_theme_options = {"footer_icons": []}
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "sidebar/search.html",
        "sidebar/scroll-start.html",
        "sidebar/navigation.html",
        "sidebar/scroll-end.html",
        "sidebar/stay.html",
    ]
}
html_static_path = ["_static"]
templates_path = ["_templates"]
html_css_files = ["site.css"]
html_js_files = [("site.js", {"defer": "defer"})]
html_show_sphinx = False
html_copy_source = False
html_show_sourcelink = False
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"

# Version 3, from a package, whole: it asks for no second file.
mathjax_path = "mathjax/tex-svg-full.js"
myst_update_mathjax = False
