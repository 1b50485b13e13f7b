"""The positions of a match as they are kept: every one, packed against one before it.

Rules change, and then a log leads elsewhere than it did: so nothing that was played is played again to be looked at.
A position is kept as zlib with the last whole one as dictionary, some two hundred bytes of two thousand.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import msgspec

from palatine.core import Game, State, Unknown
from palatine.matches.runtime.transitions import apply_action
from palatine.matches.storage import MatchStorage, Record, Snapshot
from palatine.matches.wording import words

WHOLE_EVERY = 100
"""Plies compressed against one position that is compressed by itself."""
WINDOW = 1 << 15
"""As far back as zlib looks."""
MOST_BYTES = 16 << 20
"""No encoded position is larger; the largest there are have a hundredth of that."""

Anchor = tuple[int, bytes]
"""A ply, and the encoded state at it, that those after it are packed against."""


def packed(ply: int, state: bytes, anchor: Anchor | None) -> tuple[Snapshot, Anchor]:
    """A position as it is kept, and the anchor of the next."""
    if anchor is None or not anchor[0] < ply < anchor[0] + WHOLE_EVERY:
        return Snapshot(ply, zlib.compress(state), ply), (ply, state)
    pack = zlib.compressobj(zdict=anchor[1][-WINDOW:])
    return Snapshot(ply, pack.compress(state) + pack.flush(), anchor[0]), anchor


def unpacked(snapshot: Snapshot, base: bytes) -> bytes:
    """The encoded state of a snapshot; `base` is that of its base. Raises Unknown when it is damaged."""
    if snapshot.base is None:
        return snapshot.state
    leans = snapshot.base != snapshot.ply
    pack = zlib.decompressobj(zdict=base[-WINDOW:]) if leans else zlib.decompressobj()
    try:
        state = pack.decompress(snapshot.state, MOST_BYTES)
    except zlib.error as error:
        raise Unknown(words().say("position.damaged", ply=snapshot.ply)) from error
    if not pack.eof:
        raise Unknown(words().say("position.damaged", ply=snapshot.ply))
    return state


def anchor_at(storage: MatchStorage, match: str, ply: int) -> Anchor | None:
    """Return the whole position that the next after `ply` is compressed against; None if none can be read."""
    found = storage.snapshot(match, ply)
    if found is not None and found.base is not None and found.base != found.ply:
        found = storage.snapshot(match, found.base)
    with suppress(Unknown):
        return None if found is None else (found.ply, unpacked(found, b""))
    return None


def kept(storage: MatchStorage, match: str, ply: int) -> Anchor:
    """The last ply up to this one whose position is kept, and its encoded state. Raises Unknown when it is lost."""
    found = storage.snapshot(match, ply)
    if found is None:
        raise Unknown(words().say("position.lost", ply=ply))
    if found.base is None or found.base == found.ply:
        return found.ply, unpacked(found, b"")
    base = storage.snapshot(match, found.base)
    if base is None or base.ply != found.base:
        raise Unknown(words().say("position.damaged", ply=found.ply))
    return found.ply, unpacked(found, unpacked(base, b""))


def all_kept(snapshots: Sequence[Snapshot]) -> tuple[dict[int, bytes], list[int]]:
    """Every encoded state that is kept, by ply, and the plies whose snapshots are damaged."""
    found: dict[int, bytes] = {}
    damaged: list[int] = []
    for snapshot in snapshots:
        leans = snapshot.base not in (None, snapshot.ply)
        try:
            if leans and snapshot.base not in found:
                raise Unknown("")
            found[snapshot.ply] = unpacked(snapshot, found[snapshot.base] if leans else b"")  # type: ignore[index]
        except Unknown:
            damaged.append(snapshot.ply)
    return found, damaged


def walked(game: Game[Any], state: State, records: Sequence[Record]) -> State:
    """The state after further actions, in a database that does not hold every position.

    Raises Unknown when today's rules lead elsewhere than the match was led: to other rolls or another journal.
    """
    for record in records:
        try:
            state, rolls, entries = apply_action(game, state, record.seat, (record.verb, record.operand))
        except Exception as error:  # today's rules may fail on yesterday's match
            raise Unknown(words().say("position.lost", ply=record.ply)) from error
        told = tuple(entry for entry in record.entries if not entry.kind.startswith("house."))
        if rolls != record.rolls or msgspec.msgpack.encode(entries) != msgspec.msgpack.encode(told):
            raise Unknown(words().say("position.lost", ply=record.ply))
    return state
