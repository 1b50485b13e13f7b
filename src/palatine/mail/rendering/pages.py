"""HTML bodies of mail, with inline styles because some programs remove all others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from markupsafe import Markup, escape

from palatine.core import Report, Section
from palatine.core.report import Grid
from palatine.mail.wording import say

BODY_STYLE = (
    "font:15px/1.45 Georgia,serif;color:#2c2013;background:#fbf6ea;max-width:720px;margin:0 auto;padding:16px"
)
CELL_STYLE = "border-bottom:1px solid #d9ccb0;padding:2px 10px 2px 0;vertical-align:top"
FORM_STYLE = "font:14px/1.4 monospace;background:#fffdf6;border:1px solid #d9ccb0;padding:10px;white-space:pre-wrap"


def render_page(parts: Iterable[Markup], link: str = "", *, has_map: bool = False) -> str:
    """Return the HTML page of these parts, with the map after the first one."""
    shown = [*parts]
    if has_map:
        shown.insert(1, Markup('<p><img src="cid:map" alt="{}" style="max-width:100%"></p>').format(say("out.map")))
    if link:
        shown.append(Markup('<p><a href="{}">{}</a></p>').format(link, say("out.open")))
    head = Markup('<!doctype html><html><head><meta charset="utf-8"></head><body style="{}">').format(BODY_STYLE)
    return str(head + Markup("\n").join(shown) + Markup("</body></html>\n"))


def paragraphs(text: str) -> Markup:
    """Return plain text as HTML paragraphs; orders and indented text are preformatted."""
    found = []
    for block in text.strip("\n").split("\n\n"):
        is_set = block.startswith(("#orders", " ")) or "\n " in block
        tag = Markup('<pre style="{}">{}</pre>').format(FORM_STYLE, block) if is_set else _prose(block)
        found.append(tag)
    return Markup("\n").join(found)


def _prose(block: str) -> Markup:
    return Markup("<p>{}</p>").format(Markup("<br>").join([escape(line) for line in block.split("\n")]))


def render_report(report: Report) -> Markup:
    """Return the report of a turn as HTML."""
    head = Markup("<h1>{}</h1><p><i>{}</i></p>").format(report.title, report.subtitle)
    return Markup("\n").join([head, render_sections(report.sections)])


def render_sections(sections: Iterable[Section]) -> Markup:
    """Return sections of a report or form as HTML, each with its title."""
    found = []
    for section in sections:
        found.append(Markup('<h2 style="font-size:17px">{}</h2>').format(section.title))
        found += [Markup("<p>{}</p>").format(each) for each in section.paragraphs]
        found += [grid_page(grid) for grid in section.grids]
    return Markup("\n").join(found)


def grid_page(grid: Grid) -> Markup:
    """Return a table as HTML."""
    rows = [_row(grid.columns, "th", grid.numeric)] if any(grid.columns) else []
    rows += [_row(row, "td", grid.numeric) for row in grid.rows]
    start = Markup('<table style="border-collapse:collapse;font-size:14px">')
    return start + Markup("").join(rows) + Markup("</table>")


def _row(cells: Sequence[str], tag: str, numeric: Sequence[int]) -> Markup:
    found = Markup("")
    for column, cell in enumerate(cells):
        side = "right" if column in numeric else "left"
        found += Markup('<{} style="text-align:{};{}">{}</{}>').format(tag, side, CELL_STYLE, cell, tag)
    return Markup("<tr>{}</tr>").format(found)
