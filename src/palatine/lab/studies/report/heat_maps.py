"""Heat maps of a game's board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from palatine.core import Board, View
from palatine.core.text.drawing import DRAWING_UNIT, board_svg, heat_map_svg
from palatine.lab.studies.report.charts import COLOURS, TableRows
from palatine.optional_imports import import_optional

PNG_WIDTH = 1440
"""Width of a PNG in pixels."""
EMPTY_VIEW = View(game="", seat=None, heading="", prompt="", clause="", asked=(), pieces=())


@dataclass(frozen=True)
class HeatMap:
    """A board and a value for each space."""

    board: Board
    spaces: Mapping[str, float]
    is_first: bool
    """True if this is the first map on the page, whose drawing of the board the others reuse."""

    @property
    def table(self) -> TableRows:
        """The values of the spaces as a table whose first row is the header."""
        names = {space.id: space.name for space in self.board.spaces}
        return [("space", "name", "pieces"), *[(id, names.get(id, ""), n) for id, n in sorted(self.spaces.items())]]

    def svg(self) -> str:
        """Return an SVG element for a page."""
        return self._draw_over(f'<g id="board">{self._ground()}</g>' if self.is_first else '<use href="#board"/>')

    def svg_file(self) -> str:
        """Return a standalone SVG file."""
        return self._draw_over(self._ground())

    def png(self) -> bytes:
        """Return the map as PNG. Raises MissingExtra without resvg-py."""
        (library,) = import_optional("resvg_py")
        return bytes(library.svg_to_bytes(svg_string=self.svg_file(), width=PNG_WIDTH, font_family="DejaVu Sans"))

    def _ground(self) -> str:
        text = board_svg(self.board, EMPTY_VIEW)
        return text[text.index(">") + 1 : text.rindex("</svg>")]

    def _draw_over(self, base: str) -> str:
        most = max(self.spaces.values())
        over = heat_map_svg(self.board, {id: 0.85 * (n / most) ** 0.5 for id, n in self.spaces.items()}, COLOURS[1])
        size = f"{self.board.width * DRAWING_UNIT:.0f} {self.board.height * DRAWING_UNIT:.0f}"
        head = f'<svg xmlns="http://www.w3.org/2000/svg" class="map" viewBox="0 0 {size}" role="img">'
        return f'{head}<g opacity="0.6">{base}</g>{over}</svg>'
