"""Conversion of HTML email to plain text, with quotations and numbered lists marked."""

from __future__ import annotations

import re
from typing import Any

from palatine.core import Unreadable

QUOTE_START, QUOTE_END, NUMBERED_MARK = "\ue000", "\ue001", "\ue002"
"""Private-use characters that mark the start and end of a quotation, and a numbered list."""
OUTLOOK_REPLY_IDS = ("divRplyFwdMsg", "appendonsend")
"""Ids below which Outlook puts the answered email; Gmail and others use blockquotes."""
MAX_DEPTH = 20
MAX_TAGS = 10_000
"""Maximum number of tags that are parsed.

Parsing that many takes a fifth of a second.
"""
_DECLARED = re.compile(r"^\s*<\?xml[^>]{0,200}\?>")


class HtmlTooLong(Unreadable):
    """Error for HTML with too many tags."""


def html_text(html: str) -> str:
    """Return the text of an HTML page.

    A numbered list leaves the mark `NUMBERED_MARK`, because the writer did not type its numbers. Raises Unreadable
    for text that is not HTML, and HtmlTooLong for too many tags.
    """
    # Imported here because only a server with mail needs these.
    from inscriptis import Inscriptis  # type: ignore[import-untyped]
    from inscriptis.model.config import ParserConfig  # type: ignore[import-untyped]
    from lxml.etree import ParserError  # type: ignore[import-untyped]
    from lxml.html import document_fromstring  # type: ignore[import-untyped]

    if html.count("<") > MAX_TAGS:
        raise HtmlTooLong("This HTML is too long to be read.")
    bare = (
        _DECLARED.sub("", html)
        .replace("\x00", "")
        .translate(dict.fromkeys(map(ord, (QUOTE_START, QUOTE_END, NUMBERED_MARK))))
    )
    try:
        tree = document_fromstring(bare)
        _mark(tree)
        text = Inscriptis(tree, ParserConfig(display_links=False, display_images=False)).get_text()
    except (ParserError, ValueError, AssertionError, RecursionError) as error:
        raise Unreadable("There is no text in this HTML.") from error
    return _with_marks(text)


def _mark(tree: Any) -> None:
    """Put the marks of quotations and lists into the tree."""
    for node in list(tree.iter("blockquote")):
        _insert_lines_around(node, QUOTE_START, QUOTE_END)
    for node in list(tree.iter("ol")):
        _insert_lines_around(node, NUMBERED_MARK, "")
    for name in OUTLOOK_REPLY_IDS:
        for node in tree.xpath("//*[@id=$name]", name=name)[:1]:
            _insert_lines_around(node, QUOTE_START, "")


def _insert_lines_around(node: Any, before: str, after: str) -> None:
    """Put one line before the content of a node and one after it."""
    head = node.makeelement("div")
    head.text = before
    node.insert(0, head)
    head.tail, node.text = node.text, None
    if after:
        tail = node.makeelement("div")
        tail.text = after
        node.append(tail)


def _with_marks(text: str) -> str:
    """Return the lines of a text, with ">" before those in quotations."""
    depth = 0
    found = []
    for line in text.split("\n"):
        bare = line.strip()
        if QUOTE_START in bare or QUOTE_END in bare:
            depth = max(0, min(MAX_DEPTH, depth + bare.count(QUOTE_START) - bare.count(QUOTE_END)))
            bare = bare.replace(QUOTE_START, "").replace(QUOTE_END, "").strip()
            if not bare:
                continue
        found.append(">" * depth + (" " if depth else "") + bare)
    return "\n".join(found)
