"""Projection of a match for a seat: its view, journal, undo state and lesson state."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from palatine.core import Entry, Game, View
from palatine.matches.clock import seconds_between
from palatine.matches.clocks.time_info import span
from palatine.matches.responses import JournalLine, LessonView, MatchView
from palatine.matches.runtime.context import MatchRuntime
from palatine.matches.runtime.lesson_progress import LessonProgress, lesson_of, lesson_view
from palatine.matches.runtime.loaded import LoadedMatch
from palatine.matches.runtime.seat_warnings import seat_warning
from palatine.matches.runtime.state_views import is_private
from palatine.matches.runtime.system_entries import SYSTEM
from palatine.matches.runtime.undo_answers import undo_answer
from palatine.matches.storage import Record
from palatine.matches.wording import catalogue, turn_name

OMNISCIENT = "referee"
"""In place of a seat: a reader who sees everything in a finished match."""
SEATS = ("seat", "by", "against", "to")
"""Fields of the server's entries that contain a seat."""
MAX_LOOK_BACK = 24
"""Number of records in which the beginning of a merged journal line is searched."""


def match_view(
    context: MatchRuntime, loaded: LoadedMatch, seat: str | None, since: int = 0, *, brief: bool = False
) -> MatchView:
    """Return what `seat` sees now, with the journal lines after version `since`.

    With `brief`, shortcuts and an expensive check of undo may be left out.
    """
    row = loaded.row
    loaded.check_seat(seat)
    seat = loaded.reader_of(seat)
    undo = undo_answer(context, loaded, seat, brief=brief)
    view = context.view(loaded, seat, without_shortcuts=brief and row.lesson is None)
    return MatchView(
        match=row.id,
        seat=seat,
        status=row.status,
        version=row.version,
        at=row.ply,
        plies=row.ply,
        view=view,
        entries=tuple(new_entries(context, loaded, seat, since)) if since < row.version else (),
        can_undo=not undo.why_not,
        why_not=undo.why_not,
        takes_back=undo.says,
        auto_replies=_auto_replies(loaded, seat) if seat else (),
        warning=seat_warning(context, loaded, seat),
        sets_up=is_setting_up(loaded, seat),
        lesson=_lesson(loaded, seat, view),
        answers_soon=context.wake_later is not None and _answers_soon(loaded, seat, len(view.choices)),
    )


def _lesson(loaded: LoadedMatch, seat: str | None, view: View) -> LessonView | None:
    """Return the lesson's view for its player; None for other readers."""
    if loaded.row.lesson is None or loaded.views is None:
        return None
    progress = LessonProgress.from_dict(loaded.row.lesson)
    lesson = lesson_of(loaded.game, progress.lesson)
    if seat != lesson.seat:
        return None
    return lesson_view(loaded.game, lesson, progress, loaded.boards(), view, loaded.row.ply)


def _answers_soon(loaded: LoadedMatch, seat: str | None, choices: int) -> bool:
    """Return whether the server will later give the only answer or automatic reply of `seat`."""
    row = loaded.row
    is_due = row.status == "playing" and row.due and not row.stuck and row.clock is None
    if (
        not is_due
        or seat is None
        or seat not in row.asked
        or any(each.bot for each in loaded.seats if each.seat == seat)
    ):
        return False
    return _replies_automatically(loaded, seat) or (
        choices == 1
        and row.forced
        and is_private(loaded.state)
        and len(loaded.game.actions(loaded.state, seat)) == 1
    )


def _auto_replies(loaded: LoadedMatch, seat: str) -> tuple[str, ...]:
    """Return the texts of the seat's automatic replies that can still apply."""
    given = loaded.times.seat(seat).auto_replies
    return tuple([each.text for each in given if not loaded.game.has_ended(loaded.state, each.duration_key)])


def _replies_automatically(loaded: LoadedMatch, seat: str) -> bool:
    """Return whether an automatic reply of the seat answers its current question."""
    given = {each.duration_key for each in loaded.times.seat(seat).auto_replies}
    return bool(given) and any(each.duration_key in given for each in loaded.game.auto_replies(loaded.state, seat))


def is_setting_up(loaded: LoadedMatch, seat: str | None) -> bool:
    """Return whether the seat is setting up and a bot may decide for it.

    That counts as advice.
    """
    row = loaded.row
    if seat is None or not row.advice or seat not in row.asked or row.status != "playing" or row.stuck:
        return False
    return loaded.game.is_setting_up(loaded.state, seat)


class VisibleEntry(NamedTuple):
    """A visible journal entry: the `n`-th of a record, and the keys of lines that it replaces."""

    record: Record
    n: int
    entry: Entry
    before: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        return f"{self.record.n}.{self.n}"

    @property
    def is_system(self) -> bool:
        return self.entry.kind.startswith(SYSTEM)


def new_entries(context: MatchRuntime, loaded: LoadedMatch, seat: str | None, since: int) -> list[JournalLine]:
    """Return the journal lines after version `since`.

    Consecutive entries on one event are merged. A line may extend an earlier one. After an undo, the line that is now
    the last is sent again.
    """
    latest = context.records_after(loaded, since)
    if not any(record.entries or record.kind == "undo" for record in latest):
        return []
    undone = [record.data["version"] for record in latest if record.kind == "undo"]
    visible = visible_entries(loaded, latest, seat)
    if undone or (visible and _may_merge(loaded.game, visible[0])):
        records = context.records_after(loaded, max(0, since - MAX_LOOK_BACK))
        visible = visible_entries(loaded, records, seat)
    visible = merge_visible_entries(loaded.game, visible)
    kept = [each for each in visible if undone and each.record.n <= min(undone)][-1:]
    kept = [each for each in kept if each.record.n <= since]
    fresh = [each for each in visible if each.record.n > since and each not in kept]
    return [_render(loaded, seat, *each) for each in (*kept, *fresh)]


def _may_merge(game: Game[Any], each: VisibleEntry) -> bool:
    """Return whether an entry may extend an earlier one."""
    return not each.is_system and game.may_merge(each.entry)


def merge_visible_entries(game: Game[Any], entries: Iterable[VisibleEntry]) -> list[VisibleEntry]:
    """Return the entries with consecutive ones on one event merged."""
    found: list[VisibleEntry] = []
    for each in entries:
        last = found[-1] if found and not found[-1].is_system else None
        one = game.merged_entry(last.entry, each.entry) if last and not each.is_system else None
        if last and one:
            found[-1] = each._replace(entry=one, before=(*last.before, last.key))
        else:
            found.append(each)
    return found


def render_entries(loaded: LoadedMatch, records: Iterable[Record], seat: str | None) -> list[JournalLine]:
    """Return the journal lines of records that `seat` may read (the referee: all)."""
    return [_render(loaded, seat, *each) for each in visible_entries(loaded, records, seat)]


def visible_entries(loaded: LoadedMatch, records: Iterable[Record], seat: str | None) -> list[VisibleEntry]:
    """Return the entries of records that `seat` may read, without those undone."""
    found: list[tuple[int, list[VisibleEntry]]] = []
    place = loaded.names.index(seat) if seat in loaded.names else None
    for record in records:
        if record.kind == "undo":
            found = [(ply, each) for ply, each in found if ply <= record.ply]
        mine = [entry for entry in record.entries if seat == OMNISCIENT or entry.is_readable_by(place)]
        ply = record.ply if record.kind in ("action", "turn") else -1
        found.append((ply, [VisibleEntry(record, n, entry) for n, entry in enumerate(mine, 1)]))
    return [each for _, those in found for each in those]


FORMER = ("leave-", "eject-")
"""Beginnings of the kinds of lines about a player who is no longer there."""


def system_line(
    loaded: LoadedMatch,
    seat: str | None,
    entry: Entry,
    time: str,
    format_until: Callable[[str], str] | None = None,
) -> str:
    """Return an entry of the server as a sentence for `seat`; `time` is when it was written.

    Seats are named with their players, except in lines that name the player themselves. A player without a name is
    called by the seat. `format_until` formats the end of a vacation; without it the line states its length.
    """
    line, data = entry.kind.removeprefix(SYSTEM), entry.data
    is_unnamed = line == "sit" and data["name"] == data["seat"]
    names = loaded.names_for(seat) if "name" in data or line.startswith(FORMER) else loaded.titles(seat)
    said: dict[str, Any] = {
        name: names.get(each, each) for name in SEATS if isinstance(each := data.get(name), str)
    }
    if "seats" in data:
        said["seats"] = [names.get(each, each) for each in data["seats"]]
    if "turn" in data:
        said["turn"] = turn_name(loaded.row, int(data["turn"]))
    if "until" in data:
        until = f"{data['until'].replace(' ', 'T')}Z"
        said["span"] = span(seconds_between(time, until))
        if format_until and line.startswith("away"):
            line, said["until"] = f"{line}-until", format_until(until)
    return catalogue().say(f"line.{line}{'-unnamed' if is_unnamed else ''}", **{**data, **said})


def _render(
    loaded: LoadedMatch, seat: str | None, record: Record, n: int, entry: Entry, before: tuple[str, ...] = ()
) -> JournalLine:
    game = loaded.game
    if entry.kind.startswith(SYSTEM):
        text = system_line(loaded, None if seat == OMNISCIENT else seat, entry, record.time)
        return JournalLine(n, record.n, text, record.kind, back_to=record.data.get("version", -1))
    item = game.recap_item(entry, None if seat == OMNISCIENT else seat)
    return JournalLine(
        n=n,
        version=record.n,
        text=game.prose(entry),
        kind=entry.kind,
        clauses=entry.clauses,
        tally=tuple(game.tally_lines(entry)),
        private=entry.readers is not None,
        stands_for=before,
        heading=item.heading if item else "",
        spaces=item.places if item else (),
        board=item.board if item else "",
        at=record.ply if record.kind in ("action", "turn", "begin") else -1,
    )
