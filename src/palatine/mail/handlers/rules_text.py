"""Pages of rules, which are Markdown, as plain text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from textwrap import wrap
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

from palatine.core.report import Grid, grid_lines
from palatine.mail.handlers.context import WIDTH

_NUMBERED = re.compile(r"^\d+\.?\s+")


class RulesChapter(NamedTuple):
    """A chapter of a page: its title, and its blocks as wrapped text."""

    title: str
    blocks: tuple[str, ...]


@lru_cache(maxsize=32)
def chapters_of(text: str) -> tuple[RulesChapter, ...]:
    """Return the chapters of a page.

    The first, without a title, is the text before all headings.
    """
    tokens = MarkdownIt("commonmark", {"html": False}).enable("table").parse(text)
    found: list[tuple[str, list[str]]] = [("", [])]
    for kind, content in _blocks(tokens):
        if kind == "h2":
            found.append((_NUMBERED.sub("", content), []))
        elif kind != "h1":
            found[-1][1].append(content)
    return tuple([RulesChapter(title, tuple(blocks)) for title, blocks in found])


def _blocks(tokens: Sequence[Token]) -> Iterator[tuple[str, str]]:
    """Yield headings with their level, and every other block as text."""
    mark, number = "", 0
    table: list[list[str]] = []
    for before, token in zip([None, *tokens], tokens, strict=False):
        if token.type == "ordered_list_open":
            number = int(token.attrGet("start") or 1)
        elif token.type == "list_item_open":
            mark = "* " if token.markup in "*-+" else f"{number}. "
            number += 1
        elif token.type == "tr_open":
            table.append([])
        elif token.type == "table_close":
            yield "table", _table(table)
            table = []
        elif token.type in ("code_block", "fence"):
            yield "code", "\n".join([f"    {line}" for line in token.content.rstrip("\n").split("\n")])
        elif token.type == "inline" and before is not None:
            content = _text(token)
            if before.type in ("th_open", "td_open"):
                table[-1].append(content)
            elif before.type == "heading_open" and before.tag in ("h1", "h2"):
                yield before.tag, content
            elif content:
                yield (
                    "text",
                    "\n".join(
                        wrap(f"{mark}{content}", WIDTH, subsequent_indent=" " * len(mark), break_on_hyphens=False)
                    ),
                )
            mark = ""


def _text(token: Token) -> str:
    """Return the words of a block, without its formatting and its pictures."""
    children = [each for each in token.children or () if each.type != "image"]
    return "".join([" " if each.type in ("softbreak", "hardbreak") else each.content for each in children]).strip()


def _table(rows: list[list[str]]) -> str:
    return "\n".join(grid_lines(Grid(tuple(rows[0]), tuple(map(tuple, rows[1:]))), WIDTH))
