"""The law of memory: what is remembered of other positions changes no view. Yields what breaks it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from palatine.core import ViewCache
from palatine.testing.sample import Law, Sample, difference
from palatine.testing.setups import choose

STEPS, FIELDS = 3, 6
"""Decisions played on, and fields changed, when views made with a memory are held against plain ones."""


def memory_changes_nothing(m: Sample) -> Iterator[str]:
    """A view made with the memory of other positions is the view made without: of those played on to, of this one again
    after them, of states dealt anew, and of this one with one field at a time as it is in another."""
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
    """Whether a change of one field is noticed; not where that makes no position that can be shown."""
    memory.view(m.game.view, m.state, seat)
    changed = m.state.copy()
    setattr(changed, name, getattr(other, name))
    try:
        plain = m.game.view(changed, seat)
    except Exception:  # whatever it is, the rules do not know such a position
        return
    if found := difference(plain, memory.view(m.game.view, changed, seat)):
        yield f"a change of {name!r} alone is not noticed in the view of {seat}: {found}"


REMEMBERING: tuple[Law, ...] = (memory_changes_nothing,)
