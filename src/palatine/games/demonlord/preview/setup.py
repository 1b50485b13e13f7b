"""Previews of the set-up: townships, and special spells."""

from __future__ import annotations

from collections.abc import Iterator

from palatine.core.guidance.preview import PreviewItem
from palatine.games.demonlord.components.spells import MARKERS
from palatine.games.demonlord.decisions import preview
from palatine.games.demonlord.preview.context import PreviewContext
from palatine.games.demonlord.setup import (
    FURTHER_SPELLS,
    RANDOM_SPELLS,
    ChooseTown,
    Spells,
    open_towns,
    township_chance,
)


@preview(ChooseTown)
def preview_town(f: PreviewContext) -> Iterator[PreviewItem]:
    """Return the chance of a western unit in a town; one that fails everywhere is out."""
    unit = f.step.units[0]
    yield f.roll_line("town", "SET-03", township_chance(), event="townsman.there", unit=unit)
    if len(open_towns(f.s, f.step.tried)) == 1:
        yield f.note("last-town", "SET-05", unit=unit)


@preview(Spells)
def preview_spells(f: PreviewContext) -> Iterator[PreviewItem]:
    """Return a note on one chosen spell and three at random, or five at random."""
    if f.s.options["tournament"]:
        return
    if f.verb == "draw":
        yield f.note("five-blind", "MAG-07", event="hand", count=RANDOM_SPELLS, of=len(MARKERS[f.side]))
    else:
        yield f.note("one-and-three", "MAG-07", event="hand", spell=f.x, count=FURTHER_SPELLS)
