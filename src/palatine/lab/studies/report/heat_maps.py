"""Heat maps: the board of a game, darker where there was more."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from palatine.core import Board, View
from palatine.core.text.drawing import UNIT, drawing, shading
from palatine.lab.studies.report.charts import COLOURS, Rows
from palatine.optional_imports import needed

WIDE = 1440
"""Pixels of a PNG."""
EMPTY = View(game="", seat=None, heading="", prompt="", clause="", asked=(), pieces=())


@dataclass(frozen=True)
class HeatMap:
    """A board with how much there was in each space."""

    board: Board
    spaces: Mapping[str, float]
    is_first: bool
    """True if no map before it on the page has drawn the board, which the others refer to."""

    @property
    def table(self) -> Rows:
        """How much there was in each space, heads first."""
        names = {space.id: space.name for space in self.board.spaces}
        return [("space", "name", "pieces"), *[(id, names.get(id, ""), n) for id, n in sorted(self.spaces.items())]]

    def svg(self) -> str:
        """Return it as an SVG element for a page."""
        return self._over(f'<g id="board">{self._ground()}</g>' if self.is_first else '<use href="#board"/>')

    def whole(self) -> str:
        """Return it as an SVG that stands alone."""
        return self._over(self._ground())

    def png(self) -> bytes:
        """Return it as a PNG. Raises MissingExtra without resvg-py."""
        (library,) = needed("resvg_py")
        return bytes(library.svg_to_bytes(svg_string=self.whole(), width=WIDE, font_family="DejaVu Sans"))

    def _ground(self) -> str:
        text = drawing(self.board, EMPTY)
        return text[text.index(">") + 1 : text.rindex("</svg>")]

    def _over(self, base: str) -> str:
        most = max(self.spaces.values())
        over = shading(self.board, {id: 0.85 * (n / most) ** 0.5 for id, n in self.spaces.items()}, COLOURS[1])
        size = f"{self.board.width * UNIT:.0f} {self.board.height * UNIT:.0f}"
        head = f'<svg xmlns="http://www.w3.org/2000/svg" class="map" viewBox="0 0 {size}" role="img">'
        return f'{head}<g opacity="0.6">{base}</g>{over}</svg>'
