"""The law of the view cache: cached views are equal to uncached ones."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from palatine.core import ViewCache
from palatine.testing.sample import Law, Sample, choose, difference

STEPS, FIELDS = 3, 6
"""Number of decisions played, and of fields changed, to compare cached views."""


def memory_changes_nothing(m: Sample) -> Iterator[str]:
    """Check that views with a cache are equal to those without it.

    The positions are those that follow, this one again after them, sampled states, and this one with single fields
    replaced by those of another.
    """
    random = Random(m.bytes)
    memory, seats = ViewCache(), (random.choice(m.state.seats), None)
    line = [m.state]
    while len(line) <= STEPS and m.game.actors(line[-1]) and not m.game.orders:
        line.append(m.game.play(line[-1], *choose(m.game, line[-1], random)))
    deals = [m.game.determinize(m.state, seat, random.randbytes(8)) for seat in seats]
    for state in (*line, m.state, *deals, m.state):
        for seat in seats:
            if found := difference(m.game.view(state, seat), memory.view(m.game.view, state, seat)):
                yield f"with the memory of other positions the view of {seat} is another: {found}"
    names = m.state.__struct_fields__
    for name in random.sample(names, min(FIELDS, len(names))):
        for seat in seats:
            yield from _with_one_changed(m, memory, seat, name, random.choice((line[-1], *deals)))


def _with_one_changed(m: Sample, memory: ViewCache, seat: str | None, name: str, other: Any) -> Iterator[str]:
    """Check that the cache notices a change of one field, unless the result is invalid."""
    memory.view(m.game.view, m.state, seat)
    changed = m.state.copy()
    setattr(changed, name, getattr(other, name))
    try:
        plain = m.game.view(changed, seat)
    except Exception:  # Any exception means that the position is invalid.
        return
    if found := difference(plain, memory.view(m.game.view, changed, seat)):
        yield f"a change of {name!r} alone is not noticed in the view of {seat}: {found}"


REMEMBERING: tuple[Law, ...] = (memory_changes_nothing,)
