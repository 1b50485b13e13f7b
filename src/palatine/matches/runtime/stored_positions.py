"""Storage of every position of a match, compressed against an earlier one.

Because rules change, a log may lead elsewhere later, so positions are stored and not replayed. A position is
compressed by zlib with the last whole position as dictionary, from about 2,000 to 200 bytes.
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
from palatine.matches.wording import catalogue

FULL_POSITION_INTERVAL = 100
"""Number of plies compressed against one whole position."""
ZLIB_WINDOW = 1 << 15
"""Window size of zlib in bytes."""
MAX_STATE_BYTES = 16 << 20
"""Maximum size of an encoded position. The largest in practice have a hundredth of it."""

Anchor = tuple[int, bytes]
"""A ply and its encoded state, against which later positions are compressed."""


def compress_position(ply: int, state: bytes, anchor: Anchor | None) -> tuple[Snapshot, Anchor]:
    """Return a snapshot of a position, and the anchor for the next one."""
    if anchor is None or not anchor[0] < ply < anchor[0] + FULL_POSITION_INTERVAL:
        return Snapshot(ply, zlib.compress(state), ply), (ply, state)
    pack = zlib.compressobj(zdict=anchor[1][-ZLIB_WINDOW:])
    return Snapshot(ply, pack.compress(state) + pack.flush(), anchor[0]), anchor


def decompress_position(snapshot: Snapshot, base: bytes) -> bytes:
    """Return the encoded state of a snapshot; `base` is that of its base.

    Raises `Unknown` if the snapshot is damaged.
    """
    if snapshot.base is None:
        return snapshot.state
    leans = snapshot.base != snapshot.ply
    pack = zlib.decompressobj(zdict=base[-ZLIB_WINDOW:]) if leans else zlib.decompressobj()
    try:
        state = pack.decompress(snapshot.state, MAX_STATE_BYTES)
    except zlib.error as error:
        raise Unknown(catalogue().say("position.damaged", ply=snapshot.ply)) from error
    if not pack.eof:
        raise Unknown(catalogue().say("position.damaged", ply=snapshot.ply))
    return state


def anchor_at(storage: MatchStorage, match: str, ply: int) -> Anchor | None:
    """Return the anchor for the position after `ply`; None if it cannot be read."""
    found = storage.snapshot(match, ply)
    if found is not None and found.base is not None and found.base != found.ply:
        found = storage.snapshot(match, found.base)
    with suppress(Unknown):
        return None if found is None else (found.ply, decompress_position(found, b""))
    return None


def last_stored_position(storage: MatchStorage, match: str, ply: int) -> Anchor:
    """Return the last stored ply up to this one and its encoded state.

    Raises `Unknown` if it is missing or damaged.
    """
    found = storage.snapshot(match, ply)
    if found is None:
        raise Unknown(catalogue().say("position.lost", ply=ply))
    if found.base is None or found.base == found.ply:
        return found.ply, decompress_position(found, b"")
    base = storage.snapshot(match, found.base)
    if base is None or base.ply != found.base:
        raise Unknown(catalogue().say("position.damaged", ply=found.ply))
    return found.ply, decompress_position(found, decompress_position(base, b""))


def all_stored_positions(snapshots: Sequence[Snapshot]) -> tuple[dict[int, bytes], list[int]]:
    """Return all stored encoded states by ply, and the plies of damaged snapshots."""
    found: dict[int, bytes] = {}
    damaged: list[int] = []
    for snapshot in snapshots:
        leans = snapshot.base not in (None, snapshot.ply)
        try:
            if leans and snapshot.base not in found:
                raise Unknown("")
            found[snapshot.ply] = decompress_position(snapshot, found[snapshot.base] if leans else b"")  # type: ignore[index]
        except Unknown:
            damaged.append(snapshot.ply)
    return found, damaged


def replay_records(game: Game[Any], state: State, records: Sequence[Record]) -> State:
    """Return the state after further actions, for databases that do not store every position.

    Raises `Unknown` if the current rules lead to other rolls or another journal than recorded.
    """
    for record in records:
        try:
            state, rolls, entries = apply_action(game, state, record.seat, (record.verb, record.operand))
        except Exception as error:  # The current rules may fail on a match played under older ones.
            raise Unknown(catalogue().say("position.lost", ply=record.ply)) from error
        told = tuple(entry for entry in record.entries if not entry.kind.startswith("house."))
        if rolls != record.rolls or msgspec.msgpack.encode(entries) != msgspec.msgpack.encode(told):
            raise Unknown(catalogue().say("position.lost", ply=record.ply))
    return state
