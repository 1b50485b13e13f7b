"""Previews of truce calls, talks, and peace."""

from __future__ import annotations

from collections.abc import Iterator

from palatine.core.guidance.preview import Irrevocable, PreviewItem
from palatine.games.demonlord.decisions import preview
from palatine.games.demonlord.preview.context import PreviewContext
from palatine.games.demonlord.rules.victory import (
    AskPeaceOffer,
    AskTruceCall,
    AskTruceTalks,
    call_chance,
    talks_chance,
)
from palatine.games.demonlord.state import NORMAL


@preview(AskTruceCall, "call")
def preview_truce_call(f: PreviewContext) -> Iterator[PreviewItem]:
    yield f.roll_line("calls", "END-03", call_chance(), event="talks.open")
    yield from talking(f, "")


@preview(AskTruceTalks, "talk")
def preview_truce_talks(f: PreviewContext) -> Iterator[PreviewItem]:
    yield from talking(f, "talks.agree")


def talking(f: PreviewContext, event: str) -> Iterator[PreviewItem]:
    """Return the chance that talks end the game, and the score."""
    yield f.roll_line("talks", "END-06", talks_chance(f.s), event=event)
    if f.s.variant() == NORMAL:
        yield f.note("stands", "VIC-08", points=f.s.points[f.side], other=f.s.points[f.enemy])


@preview(AskPeaceOffer, "peace")
def preview_peace_offer(f: PreviewContext) -> Iterator[PreviewItem]:
    """Return the effect of a peace offer: if both agree, the match is a draw."""
    yield Irrevocable("VAR-10")
    yield (
        f.warning("peace", "VAR-10") if f.step.offered else f.note("offers-peace", "VAR-10", event="peace.offered")
    )
