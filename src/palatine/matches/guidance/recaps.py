"""What happened since a seat last looked, as items, each with the line of the journal that tells it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from palatine.core import State
from palatine.core.guidance.recap import Recap, RecapItem
from palatine.matches.replay.delayed import opened
from palatine.matches.runtime.context import MatchRuntime
from palatine.matches.runtime.loaded import LoadedMatch
from palatine.matches.runtime.projection import SEES_ALL, VisibleEntry, joined_entries, visible_entries
from palatine.matches.seat_owners import SeatKey
from palatine.matches.storage import Record
from palatine.matches.wording import words

LOOK_BACK = 400
"""Most records that are searched back for a seat's own last move."""


def recap(context: MatchRuntime, match: str, key: SeatKey | None = None, since: int | None = None) -> Recap:
    """What the seat of `key` (None: a spectator) may know of what happened above version `since`; without that, since
    it last did anything itself, or since the last turn of secret orders was run."""
    seat = None if key is None else context.open(match).seat_of(key)
    loaded = opened(context, match, seat)
    if loaded.views is None:
        return Recap()
    after = _own_last(context, loaded, seat) if since is None else since
    after = max(0, after, loaded.row.version - LOOK_BACK)
    found = told(loaded, context.records_after(loaded, after), seat)
    idle = "" if found.headline or since is not None else _idle(context, loaded, seat)
    return msgspec.structs.replace(found, headline=idle) if idle else found


def _idle(context: MatchRuntime, loaded: LoadedMatch, seat: str | None) -> str:
    """Which turns have passed since the seat's own last move without anything for it to decide, in a sentence."""
    own = None if seat is None or loaded.row.clock is not None else _last_action(context, loaded, seat)
    if own is None:
        return ""
    turn, now = (getattr(state, "turn", 0) for state in (context.state_at(loaded, own.ply), loaded.state))
    passed = list(range(turn + 1, now))
    return words().say("recap.idle" if len(passed) == 1 else "recap.idle-many", turns=passed) if passed else ""


def _last_action(context: MatchRuntime, loaded: LoadedMatch, seat: str | None) -> Record | None:
    """The last that the seat did itself, of what is looked back at and has not been taken back."""
    own = _own_actions(context, loaded, seat)
    return own[-1] if own else None


def _own_actions(context: MatchRuntime, loaded: LoadedMatch, seat: str | None) -> list[Record]:
    """What the seat did itself, of what is looked back at and has not been taken back."""
    kept: list[Record] = []
    for record in context.storage.latest(loaded.row.id, LOOK_BACK):
        if record.kind == "undo":
            kept = [each for each in kept if each.ply <= record.ply]
        elif record.kind == "action":
            kept.append(record)
    return [record for record in kept if record.seat == seat and not record.forced]


def _own_last(context: MatchRuntime, loaded: LoadedMatch, seat: str | None) -> int:
    """The version after the seat's own last action, what it answered in others' phases left aside; after its last
    sheet, of a turn that has been run."""
    if loaded.row.clock is not None:
        records = context.storage.latest(loaded.row.id, LOOK_BACK)
        turns = [each.n for each in records if each.kind in ("turn", "begin") and each.n <= loaded.row.version]
        return turns[-1] - 1 if turns else 0
    own = _own_actions(context, loaded, seat)
    for record in reversed(own):
        before: State = context.state_at(loaded, record.ply - 1)
        if loaded.game.phasing(before) in ("", seat):
            return record.n
    return own[-1].n if own else 0


def told(loaded: LoadedMatch, records: Iterable[Record], seat: str | None) -> Recap:
    """What these records tell a seat (the referee: all), each item with its line of the journal."""
    game, eyes = loaded.game, None if seat == SEES_ALL else seat
    visible = [each for each in visible_entries(loaded, records, seat) if not each.is_system]
    found = game.recap([each.entry for each in visible], eyes)
    lines = _lines(joined_entries(game, visible), loaded, eyes)
    return msgspec.structs.replace(found, items=tuple(_with_entries(found.items, lines)))


def _lines(joined: Sequence[VisibleEntry], loaded: LoadedMatch, seat: str | None) -> list[tuple[str, str, str]]:
    """For every entry that makes an item: its kind, its text, its line of the journal."""
    items = [(each.key, loaded.game.recap_item(each.entry, seat)) for each in joined]
    return [(item.kind, item.text, key) for key, item in items if item is not None]


def _with_entries(items: Iterable[RecapItem], lines: Sequence[tuple[str, str, str]]) -> Iterable[RecapItem]:
    """The items, each with the line that tells it; one that a game has put together itself has none."""
    at = 0
    for item in items:
        here = next((n for n in range(at, len(lines)) if lines[n][:2] == (item.kind, item.text)), None)
        if here is None:
            yield item
        else:
            at = here + 1
            yield msgspec.structs.replace(item, entry=lines[here][2])
