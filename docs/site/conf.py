"""How Sphinx builds the site: Furo's pages, MyST's Markdown, the reference from the docstrings.

Sphinx, since it has been kept well, by many, for close on twenty years: Material for MkDocs is out of maintenance, and
Zensical, which follows it, has not come to 1.0.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from palatine import __version__

project = "Palatine"
author = "the authors of Palatine"
release = version = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc"]
html_theme = "furo"
html_title = "Palatine"
html_show_copyright = False
html_show_sphinx = False
html_copy_source = False
html_static_path = ["_static"]
html_css_files = ["site.css"]
myst_heading_anchors = 3
default_role = "code"
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
autodoc_default_options = {"undoc-members": True}
python_maximum_signature_line_length = 120


def code_blocks(app: Any, what: str, name: str, obj: Any, options: Any, lines: list[str]) -> None:
    """Docstrings are plain text with `code` in it; what is indented below a blank line is an example."""
    told: list[str] = []
    in_example = False
    for line in lines:
        is_indented = line.startswith("    ")
        if is_indented and not in_example and (not told or not told[-1].strip()):
            told += ["::", ""]
            in_example = True
        elif line.strip() and not is_indented:
            in_example = False
        told.append(
            line if in_example else re.sub(r"(?<![`\w])\*(?=[\w,)])|(?<=\w)_(?=[\s.,;:)]|$)", r"\\\g<0>", line)
        )
    lines[:] = told


def no_fields(
    app: Any, what: str, name: str, obj: Any, options: Any, signature: str, returns: str
) -> tuple[str, str] | None:
    """The fields of a struct are told one by one below it, not in a row."""
    return ("", "") if isinstance(obj, type) and issubclass(obj, msgspec.Struct) else None


def setup(app: Any) -> None:
    app.connect("autodoc-process-docstring", code_blocks)
    app.connect("autodoc-process-signature", no_fields)
