"""A turn's report as one HTML file for printing, with its map and the lines to fill in."""

from __future__ import annotations

from markupsafe import Markup

from palatine.core import Board, Report, Section, View
from palatine.core.text.drawing import board_svg
from palatine.mail.rendering.envelopes import Attachment
from palatine.mail.rendering.pages import grid_page
from palatine.mail.wording import say

STYLE = """
@page { size: A4; margin: 15mm 14mm 16mm }
body { font: 10.5pt/1.4 Georgia, serif; color: #000; max-width: 182mm; margin: 0 auto; padding: 1em }
header { border-bottom: 3px double #000; padding-bottom: 10pt }
header p { margin: 0 }
h1 { font-size: 25pt; margin: 4pt 0 }
h2 { font-size: 16pt; margin: 16pt 0 6pt; break-after: avoid }
p { orphans: 3; widows: 3 }
table { border-collapse: collapse; font-size: 9pt; line-height: 1.35; margin-bottom: 10pt }
th, td { text-align: left; vertical-align: top; padding: 2pt 9pt 2pt 0; border-bottom: 0.3pt solid #999 }
tr { break-inside: avoid }
thead { display: table-header-group }
svg { width: 100%; max-height: 240mm; break-inside: avoid; print-color-adjust: exact; }
.typed { columns: 2; column-gap: 10mm }
.typed h2 { column-span: all }
.typed p { font: 9pt/1.9 monospace; margin: 0; min-height: 1.9em; border-bottom: 0.3pt dotted #999 }
@media print { body { padding: 0; max-width: none } }
"""


def printed_report(match: str, report: Report, boards: tuple[Board, ...], view: View) -> Attachment:
    """Return the report of a turn as a file that a browser prints."""
    shown = {board.id: board for board in boards}
    head = Markup("<header><p>{}</p><h1>{}</h1><p>{}</p></header>").format(match, report.title, report.subtitle)
    sections = [_section(each, shown, view) for each in report.sections]
    page = Markup('<!doctype html>\n<html><head><meta charset="utf-8"><title>{}</title>').format(report.title)
    page += Markup("<style>{}</style></head>").format(Markup(STYLE))
    body = Markup("<body>{}</body></html>\n").format(Markup("\n").join([head, *sections]))
    return Attachment(say("out.printed", turn=report.turn), "html", str(page + body))


def _section(section: Section, boards: dict[str, Board], view: View) -> Markup:
    board = boards.get(section.board)
    parts = [Markup("<h2>{}</h2>").format(section.title)]
    parts += [Markup(board_svg(board, view))] if board is not None else []
    parts += [Markup("<p>{}</p>").format(each) for each in section.paragraphs]
    parts += [grid_page(grid) for grid in section.grids]
    start = Markup('<section class="typed">') if section.typed else Markup("<section>")
    return start + Markup("\n").join(parts) + Markup("</section>")
