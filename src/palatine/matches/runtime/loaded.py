"""Immutable in-memory representation of a match at one version."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from functools import cached_property
from typing import Any

import msgspec
from cachetools import LRUCache

from palatine import registry
from palatine.core import Board, Game, Layer, OrdersGame, State, Unknown, View
from palatine.core.scenario import REFEREE
from palatine.matches.clocks.calendar import parse_clock
from palatine.matches.clocks.clocks import expiry_of
from palatine.matches.clocks.stored_times import Times, parse_times, turn_end
from palatine.matches.clocks.time_info import time_info
from palatine.matches.errors import Forbidden
from palatine.matches.fairness import commitment
from palatine.matches.responses import MatchInfo, SeatInfo
from palatine.matches.runtime.failures import Failure
from palatine.matches.runtime.state_views import StateViews
from palatine.matches.runtime.stored_positions import Anchor
from palatine.matches.runtime.transitions import as_orders_game
from palatine.matches.runtime.undo import UndoAnswer, UndoStack
from palatine.matches.seat_owners import SeatKey, opens_seat
from palatine.matches.storage import MatchRow, Record, SeatRow
from palatine.matches.wording import catalogue

MAX_NAMED_SEATS = 8
"""Maximum number of empty seats named in the prompt."""


class LoadedMatch:
    """A match at one version: its rows, decoded state and undo stack."""

    def __init__(
        self,
        row: MatchRow,
        seats: tuple[SeatRow, ...],
        views: StateViews | None,
        undo_stack: UndoStack,
        recent: tuple[Record, ...] = (),
        anchor: Anchor | None = None,
    ) -> None:
        self.row = row
        self.seats = seats
        self.views = views
        self.undo_stack = undo_stack
        self.recent = recent
        """The latest records: all those above number `recent_after`."""
        self.anchor = anchor
        """The position against which the next one is compressed."""
        self.fails = False
        """True if the rules fail to show the position."""
        self.undo_answer: UndoAnswer | None = None
        """Whether the last entry of the undo stack can be undone; None until it has been checked."""

    @property
    def recent_after(self) -> int:
        return self.row.version - len(self.recent)

    @cached_property
    def game(self) -> Game[Any]:
        return registry.load(self.row.game)

    @property
    def orders_game(self) -> OrdersGame[Any]:
        """The game, if it is played by secret orders."""
        return as_orders_game(self.game)

    @property
    def state(self) -> State:
        """The state of a match that has started."""
        assert self.views is not None
        return self.views.state

    @cached_property
    def times(self) -> Times:
        """The stored times."""
        return parse_times(self.row.times)

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(seat.seat for seat in self.seats)

    def seat_index(self, key: SeatKey) -> int:
        """Return the index of the seat that `key` opens. Raises `Forbidden` for an invalid key."""
        for place, seat in enumerate(self.seats):
            if opens_seat(key, seat):
                return place
        raise Forbidden("This key opens no seat of this match.")

    def seat_of(self, key: SeatKey) -> str:
        """Return the seat that `key` opens. Raises `Forbidden` for an invalid key."""
        return self.names[self.seat_index(key)]

    def reader_of(self, seat: str | None) -> str | None:
        """Return `seat`, or None (a spectator) if its player has left for good."""
        has_left = any(row.seat == seat and self.has_left(row) for row in self.seats)
        return None if has_left else seat

    def has_left(self, row: SeatRow) -> bool:
        """Return whether the seat's player has left for good."""
        return self.row.status == "playing" and row.seated and not row.is_owned and self.row.lesson is None

    def is_free(self, row: SeatRow) -> bool:
        """Return whether another player may take the seat.

        It is free if it was never taken, if its player has left and a bot holds it, or if its player was away so long
        that another is sought.
        """
        if row.bot and self.row.status == "playing" and self.times.seat(row.seat).told:
            return True
        if row.owner or self.row.status == "over" or self.row.lesson is not None:
            return False
        return not (row.seated or row.bot) or bool(row.bot and self.has_left(row))

    def check_seat(self, seat: str | None) -> None:
        """Raise `Unknown` if the match has no such seat."""
        if seat is not None and seat not in self.names:
            raise Unknown(f"This match has no seat {seat!r}; it has {', '.join(self.names)}.")

    @property
    def master(self) -> str | None:
        """The seat that may run a turn early: the referee's.

        Without a referee and without deadlines, it is that of the only human. Several humans must agree to a
        proposal. The first of them may retry a turn that failed.
        """
        if self.row.clock is None or self.row.lesson is not None:
            return None
        people = [seat.seat for seat in self.seats if seat.is_owned and not seat.bot]
        if REFEREE in self.names:
            return REFEREE if REFEREE in people else None
        may_run = len(people) == 1 or (people and self.row.stuck)
        return people[0] if may_run and not parse_clock(self.row.clock).has_deadlines else None

    @property
    def deadline(self) -> str:
        """End of the open turn of secret orders or of a seat's time; "" for never."""
        if self.row.clock is not None:
            return turn_end(self.row)
        seats = self.times.seats.values()
        return min([expiry_of(seat) for seat in seats if seat.asked], default="")

    @property
    def available_master(self) -> str:
        """The seat that may run the turn early; "" while the referee is halted for any other reason."""
        is_stuck = bool(self.row.stuck) and Failure.of_row(self.row).what != "turn"
        return "" if is_stuck else self.master or ""

    def view(self, seat: str | None, *, without_shortcuts: bool = False) -> View:
        """Return what `seat` may see now.

        `without_shortcuts` leaves out shortcuts that are in no list.
        """
        if self.views is None:
            return self._with_halt_reason(
                self._preview(seat) if self.row.status == "open" else self._view_of_lost_position(seat)
            )
        view = self._with_halt_reason(self.views.view(seat, without_shortcuts=without_shortcuts))
        if self.row.status == "over" and view.outcome is None:
            return self._resigned(view)
        return view

    @cached_property
    def stuck(self) -> str:
        """A sentence on why the referee cannot continue; "" if it can."""
        return catalogue().say("stuck.prompt", why=Failure.of_row(self.row).why) if self.row.stuck else ""

    def _with_halt_reason(self, view: View) -> View:
        return msgspec.structs.replace(view, prompt=self.stuck, clause="") if self.stuck else view

    def minimal_view(self, seat: str | None) -> View:
        """Return a minimal view of a position that the rules fail to show."""
        view = View(
            self.row.game, seat, catalogue().say("heading.stuck"), "", clause="", asked=self.row.asked, pieces=()
        )
        return self._with_halt_reason(view)

    def names_for(self, seat: str | None) -> dict[str, str]:
        """Return the names of all seats as `seat` knows them: nation, King or id."""
        known = {} if self.row.stuck or self.fails else self.view(seat, without_shortcuts=True).names
        return {name: known.get(name) or self.game.seat_title(name) for name in self.names}

    def titles(self, seat: str | None) -> dict[str, str]:
        """Return the names of all seats as `seat` knows them, with the names of their players."""
        names = self.names_for(seat)
        return {row.seat: self._title(row, names[row.seat]) for row in self.seats}

    def plain_titles(self) -> dict[str, str]:
        """Return the names of all seats that need no position, with the names of their players."""
        return {row.seat: self._title(row, self.game.seat_title(row.seat)) for row in self.seats}

    def _title(self, row: SeatRow, name: str) -> str:
        is_bare = row.name.casefold() in ("", name.casefold(), row.seat.casefold())
        if is_bare or not row.seated or not row.is_owned:
            return name
        return catalogue().say("seat.player", name=row.name, seat=name)

    def boards(self) -> tuple[Board, ...]:
        """Return the boards in their current state."""
        return self.game.boards(self._initial_state() if self.views is None else self.views.state)

    def layers(self, seat: str | None) -> tuple[Layer, ...]:
        """Return the map layers that `seat` may see; none before play begins."""
        return () if self.views is None else self.game.layers(self.views.state, seat)

    def _initial_state(self) -> State:
        """Return a possible initial state of the match."""
        game: Game[State] = self.game
        if self.row.start is not None:
            return game.decode(self.row.start)
        return game.setup(self.row.scenario, self.names, b"preview", self.row.options)

    def _preview(self, seat: str | None) -> View:
        """Return a spectator's view of the boards before play, with an example setup."""
        view = self.game.view(self._initial_state(), None)
        absent = [
            view.names.get(each.seat) or self.game.seat_title(each.seat)
            for each in self.seats
            if not (each.seated or each.bot)
        ]
        few = len(absent) <= MAX_NAMED_SEATS
        return msgspec.structs.replace(
            view,
            seat=seat,
            heading=catalogue().say("heading.open"),
            prompt=catalogue().say("prompt.open" if few else "prompt.open-many", seats=absent, count=len(absent)),
            clause="",
            asked=(),
        )

    def _view_of_lost_position(self, seat: str | None) -> View:
        """Return the view of an imported match whose last positions cannot be replayed.

        The file does not contain them, and the current rules do not lead there.
        """
        view = msgspec.structs.replace(self._preview(seat), pieces=(), panels=())
        lost = catalogue().say("position.lost", ply=self.row.ply)
        return msgspec.structs.replace(self._with_outcome(view, self.row.outcome or {}), prompt=lost)

    def _resigned(self, view: View) -> View:
        outcome = self.row.outcome or {}
        key, seat = self._departure(view.names)
        prompt = catalogue().say(f"prompt.{key or outcome.get('agreed', 'off')}", seat=seat)
        margin = self.margin(view.names)
        return msgspec.structs.replace(self._with_outcome(view, outcome | {"margin": margin}), prompt=prompt)

    def margin(self, names: Mapping[str, str]) -> str:
        """Return the margin of the result in words; it names a player who left with the seat."""
        key, seat = self._departure(names)
        return catalogue().say(f"outcome.{key}", seat=seat) if key else (self.row.outcome or {}).get("margin", "")

    def _departure(self, names: Mapping[str, str]) -> tuple[str, str]:
        """Return how a player ended the match by leaving, and the title of the seat."""
        outcome = self.row.outcome or {}
        key = next((name for name in ("resigned", "timed", "ended") if name in outcome), "")
        row = next((row for row in self.seats if row.seat == outcome.get(key)), None)
        return key, self._title(row, names.get(row.seat) or self.game.seat_title(row.seat)) if row else ""

    def _with_outcome(self, view: View, outcome: dict[str, Any]) -> View:
        public = {name: outcome.get(name, "") for name in ("winners", "margin", "clause")}
        return msgspec.structs.replace(
            view,
            heading=catalogue().say("heading.over"),
            asked=(),
            choices=(),
            shortcuts=(),
            shortcut_spaces=(),
            verbs={},
            outcome=public,
            clause="",
        )

    def info(self, yours: tuple[str, ...] = ()) -> MatchInfo:
        """Return the public information about the match."""
        row = self.row
        return MatchInfo(
            match=row.id,
            game=row.game,
            title=row.title,
            scenario=row.scenario,
            options=row.options,
            rules=row.rules,
            rules_now=row.rules_now or row.rules,
            stuck=self.stuck,
            seats=tuple(_seat_info(seat, self.has_left(seat), self.is_free(seat)) for seat in self.seats),
            status=row.status,
            version=row.version,
            at=row.ply,
            asked=row.asked,
            commitment=commitment(row.seed),
            numbers={seat.seat: seat.number for seat in self.seats if seat.number},
            created=row.created,
            updated=row.updated,
            forced=row.forced,
            advice=row.advice,
            seed=row.seed.hex() if row.status == "over" else "",
            outcome=row.outcome,
            origin=row.origin,
            yours=yours,
            orders=row.clock is not None,
            clock=row.clock,
            turn=row.turn,
            deadline=self.deadline,
            handed_in=row.handed,
            votes=row.votes,
            master=self.available_master,
            lesson=str(row.lesson["lesson"]) if row.lesson else "",
            times=time_info(row, self.times, self.titles(None) if row.proposals else {}),
        )


def _seat_info(seat: SeatRow, has_left: bool, is_free: bool) -> SeatInfo:
    return SeatInfo(
        seat.seat,
        "bot" if seat.bot else "person",
        seat.name,
        seat.bot,
        seat.seated or bool(seat.bot),
        bool(seat.bot and seat.is_owned),
        seat.missed,
        has_left,
        is_free,
    )


class MatchCache:
    """A cache of the `size` most recently used matches.

    Callers check in the database whether they are current.
    """

    def __init__(self, size: int) -> None:
        self._lock = threading.Lock()
        self._kept: LRUCache[str, LoadedMatch] = LRUCache(size)

    def get(self, match: str) -> LoadedMatch | None:
        with self._lock:
            return self._kept.get(match)

    def match_ids(self) -> list[str]:
        """Return the ids of the cached matches."""
        with self._lock:
            return list(self._kept)

    def drop_older(self, match: str, version: int) -> None:
        """Drop a match unless it is cached at `version` or a later one."""
        with self._lock:
            known = self._kept.get(match)
            if known is not None and known.row.version < version:
                del self._kept[match]

    def drop(self, match: str) -> None:
        with self._lock:
            self._kept.pop(match, None)

    def put(self, loaded: LoadedMatch) -> None:
        match = loaded.row.id
        with self._lock:
            known = self._kept.get(match)
            if known is not None and known.row.version > loaded.row.version:
                return
            self._kept[match] = loaded
