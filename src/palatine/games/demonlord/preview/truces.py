"""Calls for truce, talks, and peace."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from palatine.core.guidance.preview import Irrevocable, PreviewItem
from palatine.games.demonlord.preview.context import FACES, PreviewContext
from palatine.games.demonlord.rules.victory import OPENS_TALKS, is_fruitful
from palatine.games.demonlord.state import NORMAL


def preview_truce_call(f: PreviewContext) -> Iterator[PreviewItem]:
    if f.verb == "call":
        good = FACES + 1 - OPENS_TALKS
        yield f.note("calls", "END-03", event="talks.open", chance=good / FACES, odds=(good, FACES))
        yield from talking(f, "")


def preview_truce_talks(f: PreviewContext) -> Iterator[PreviewItem]:
    if f.verb == "talk":
        yield from talking(f, "talks.agree")


def talking(f: PreviewContext, event: str) -> Iterator[PreviewItem]:
    """How likely talks are to fix the end of the game, and how it stands."""
    throws = [a + b for a, b in product(range(1, FACES + 1), repeat=2)]
    good = len([throw for throw in throws if is_fruitful(f.s, throw)])
    yield f.note("talks", "END-06", event=event, chance=good / 36, odds=(good, 36))
    if f.s.variant() == NORMAL:
        yield f.note("stands", "VIC-08", points=f.s.points[f.side], other=f.s.points[f.enemy])


def preview_peace_offer(f: PreviewContext) -> Iterator[PreviewItem]:
    """Peace that both want ends the match, and nobody wins."""
    if f.verb != "peace":
        return
    yield Irrevocable("VAR-10")
    yield (
        f.warning("peace", "VAR-10") if f.step.offered else f.note("offers-peace", "VAR-10", event="peace.offered")
    )
