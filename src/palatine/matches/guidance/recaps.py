"""Recaps: what happened since a seat last acted, as items linked to lines of the journal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from palatine.core import State
from palatine.core.guidance.recap import Recap, RecapItem
from palatine.matches.replay.delayed import open_for_reader
from palatine.matches.runtime.context import MatchRuntime
from palatine.matches.runtime.loaded import LoadedMatch
from palatine.matches.runtime.projection import OMNISCIENT, VisibleEntry, merge_visible_entries, visible_entries
from palatine.matches.seat_owners import SeatKey
from palatine.matches.storage import Record
from palatine.matches.wording import catalogue

MAX_RECORDS = 400
"""Maximum number of records searched for a seat's own last action."""


def recap(context: MatchRuntime, match: str, key: SeatKey | None = None, since: int | None = None) -> Recap:
    """Return what happened after version `since`, for the seat of `key` (None: a spectator).

    Without `since`: since the seat's own last action or, with secret orders, since the last turn ran.
    """
    seat = None if key is None else context.open(match).seat_of(key)
    loaded = open_for_reader(context, match, seat)
    if loaded.views is None:
        return Recap()
    after = _last_own_version(context, loaded, seat) if since is None else since
    after = max(0, after, loaded.row.version - MAX_RECORDS)
    found = recap_of(loaded, context.records_after(loaded, after), seat)
    idle = "" if found.headline or since is not None else _idle(context, loaded, seat)
    return msgspec.structs.replace(found, headline=idle or found.headline, from_start=after == 0)


def recap_start(context: MatchRuntime, match: str, key: SeatKey) -> int:
    """Return the version after which `recap` begins for the seat of `key`."""
    seat = context.open(match).seat_of(key)
    loaded = open_for_reader(context, match, seat)
    return 0 if loaded.views is None else _last_own_version(context, loaded, seat)


def _idle(context: MatchRuntime, loaded: LoadedMatch, seat: str | None) -> str:
    """Return a sentence on the turns since the seat's last action in which it had no decision."""
    own = None if seat is None or loaded.row.clock is not None else _last_action(context, loaded, seat)
    if own is None:
        return ""
    turn, now = (getattr(state, "turn", 0) for state in (context.state_at(loaded, own.ply), loaded.state))
    passed = list(range(turn + 1, now))
    return catalogue().say("recap.idle" if len(passed) == 1 else "recap.idle-many", turns=passed) if passed else ""


def _last_action(context: MatchRuntime, loaded: LoadedMatch, seat: str | None) -> Record | None:
    """Return the seat's last action, among the searched records, that has not been undone."""
    own = _own_actions(context, loaded, seat)
    return own[-1] if own else None


def _own_actions(context: MatchRuntime, loaded: LoadedMatch, seat: str | None) -> list[Record]:
    """Return the seat's own actions, among the searched records, that have not been undone."""
    kept: list[Record] = []
    for record in context.storage.latest_records(loaded.row.id, MAX_RECORDS):
        if record.kind == "undo":
            kept = [each for each in kept if each.ply <= record.ply]
        elif record.kind == "action":
            kept.append(record)
    return [record for record in kept if record.seat == seat and not record.forced]


def _last_own_version(context: MatchRuntime, loaded: LoadedMatch, seat: str | None) -> int:
    """Return the version after the seat's last action in its own phase.

    With secret orders, it is the version before the last turn ran.
    """
    if loaded.row.clock is not None:
        records = context.storage.latest_records(loaded.row.id, MAX_RECORDS)
        turns = [each.n for each in records if each.kind in ("turn", "begin") and each.n <= loaded.row.version]
        return turns[-1] - 1 if turns else 0
    own = _own_actions(context, loaded, seat)
    for record in reversed(own):
        before: State = context.state_at(loaded, record.ply - 1)
        if loaded.game.phasing(before) in ("", seat):
            return record.n
    return own[-1].n if own else 0


def recap_of(loaded: LoadedMatch, records: Iterable[Record], seat: str | None) -> Recap:
    """Return a recap of records for a seat, linked to lines of the journal.

    For the referee it covers everything.
    """
    game, eyes = loaded.game, None if seat == OMNISCIENT else seat
    visible = [each for each in visible_entries(loaded, records, seat) if not each.is_system]
    found = game.recap([each.entry for each in visible], eyes)
    lines = _lines(merge_visible_entries(game, visible), loaded, eyes)
    return msgspec.structs.replace(found, items=tuple(_with_entries(found.items, lines)))


def _lines(joined: Sequence[VisibleEntry], loaded: LoadedMatch, seat: str | None) -> list[tuple[str, str, str]]:
    """Return the kind, text and journal line of every entry that makes an item."""
    items = [(each.key, loaded.game.recap_item(each.entry, seat)) for each in joined]
    return [(item.kind, item.text, key) for key, item in items if item is not None]


def _with_entries(items: Iterable[RecapItem], lines: Sequence[tuple[str, str, str]]) -> Iterable[RecapItem]:
    """Yield the items with their journal lines; an item composed by the game itself has none."""
    at = 0
    for item in items:
        here = next((n for n in range(at, len(lines)) if lines[n][:2] == (item.kind, item.text)), None)
        if here is None:
            yield item
        else:
            at = here + 1
            yield msgspec.structs.replace(item, entry=lines[here][2])
