"""Configuration of Sphinx: Furo theme, Markdown by MyST, reference from the docstrings."""

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
    """Turn a docstring into reStructuredText: indented text after a blank line is an example; escape `*` and `_`."""
    converted: list[str] = []
    in_example = False
    for line in lines:
        is_indented = line.startswith("    ")
        if is_indented and not in_example and (not converted or not converted[-1].strip()):
            converted += ["::", ""]
            in_example = True
        elif line.strip() and not is_indented:
            in_example = False
        converted.append(
            line if in_example else re.sub(r"(?<![`\w])\*(?=[\w,)])|(?<=\w)_(?=[\s.,;:)]|$)", r"\\\g<0>", line)
        )
    lines[:] = converted


def no_fields(
    app: Any, what: str, name: str, obj: Any, options: Any, signature: str, returns: str
) -> tuple[str, str] | None:
    """Omit the signature of a struct, whose fields are listed below it."""
    return ("", "") if isinstance(obj, type) and issubclass(obj, msgspec.Struct) else None


def setup(app: Any) -> None:
    app.connect("autodoc-process-docstring", code_blocks)
    app.connect("autodoc-process-signature", no_fields)
