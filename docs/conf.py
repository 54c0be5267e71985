"""The documentation site: `make docs` builds it with Sphinx, with warnings as errors."""

from typing import Any

import heptapolis
from heptapolis.rulebook.rules import plain, rules

project = "Heptapolis"
copyright = "the Heptapolis contributors"
release = version = heptapolis.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["_build"]
nitpicky = False

myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence"]
suppress_warnings = ["misc.highlighting_failure"]

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True}
add_module_names = False
napoleon_google_docstring = True
napoleon_numpy_docstring = False

html_theme = "furo"
html_title = "Heptapolis"
html_logo = "images/logo.svg"
html_favicon = "images/logo.svg"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False
html_theme_options = {
    "light_css_variables": {
        "color-brand-primary": "#8a4420",
        "color-brand-content": "#8a4420",
        "color-background-secondary": "#faf3e6",
    },
    "dark_css_variables": {
        "color-brand-primary": "#eda265",
        "color-brand-content": "#eda265",
        "color-background-primary": "#17100b",
        "color-background-secondary": "#1f1610",
    },
}


def fill_in_rules(app: Any, page: str, source: list[str]) -> None:
    """Appends the chapters of the rules to their page."""
    if page != "rules":
        return
    lines = [source[0]]
    for chapter in rules("en"):
        lines += ["", f"({chapter.id})=", f"## {chapter.title}", ""]
        for paragraph in chapter.paragraphs:
            first, *rest = plain(paragraph.text, "en").split("\n")
            lines += {
                "heading": [f"### {first}", ""],
                "point": [f"- {first}"],
                "example": ["", f"> **Example.** {first}", ""],
                "question": [f"**{first}**", "", *rest, ""],
            }.get(paragraph.kind, ["", first, "", *rest, ""])
    source[0] = "\n".join(lines)


GIVEN = {
    "Game",
    "View",
    "City",
    "Decision",
    "Reveal",
    "Conflict",
    "Stage",
    "Cost",
    "TradePrices",
    "PointSource",
    "Card",
}
"""Classes whose values the library makes: nobody calls them, so their arguments are of no use to a reader."""


def hide_arguments(app: Any, what: str, name: str, *rest: Any) -> tuple[str, None] | None:
    """Leaves out the arguments of classes that nobody calls."""
    return ("", None) if what == "class" and name.rpartition(".")[2] in GIVEN else None


def keep_sentence(app: Any, what: str, name: str, value: Any, options: Any, lines: list[str]) -> None:
    """Keeps the sentence about an attribute whole: napoleon takes words before a colon in its first line for a type."""
    if what in ("attribute", "property", "data"):
        lines[:0] = ["..", ""]  # an empty comment


def setup(app: Any) -> None:
    """Connects the page of the rules and what makes the reference easier to read."""
    app.connect("source-read", fill_in_rules)
    app.connect("autodoc-process-signature", hide_arguments)
    app.connect("autodoc-process-docstring", keep_sentence, priority=400)  # before napoleon
