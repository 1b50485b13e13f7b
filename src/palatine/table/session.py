"""A match as this process has it in memory at one version. Sessions are never changed, only replaced."""

from __future__ import annotations

import threading
from collections import OrderedDict
from functools import cached_property
from typing import Any

import msgspec

from palatine import registry
from palatine.core import Board, Game, Layer, State, View
from palatine.core.sheet import REFEREE
from palatine.table.archive import MatchRow, Record, SeatRow
from palatine.table.errors import Forbidden
from palatine.table.fairness import commitment, key_hash
from palatine.table.shapes import Seated, TableInfo
from palatine.table.trail import Trail
from palatine.table.wording import words


class Scene:
    """A state with the views that have been asked of it. The state must not be changed."""

    def __init__(self, game: Game[Any], state: State) -> None:
        self.game = game
        self.state = state
        self._views: dict[str | None, View] = {}

    def view(self, seat: str | None) -> View:
        found = self._views.get(seat)
        if found is None:
            found = self._views[seat] = self.game.view(self.state, seat)
        return found


class Session:
    """A match at one version: its rows, its decoded state, and what may be taken back."""

    def __init__(
        self,
        row: MatchRow,
        seats: tuple[SeatRow, ...],
        scene: Scene | None,
        trail: Trail,
        recent: tuple[Record, ...] = (),
    ) -> None:
        self.row = row
        self.seats = seats
        self.scene = scene
        self.trail = trail
        self.recent = recent
        """The last records, all that there are above number `recent_after`."""

    @property
    def recent_after(self) -> int:
        return self.row.version - len(self.recent)

    @cached_property
    def game(self) -> Game[Any]:
        return registry.load(self.row.game)

    @property
    def state(self) -> State:
        """The state; only of a match that has begun."""
        assert self.scene is not None
        return self.scene.state

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(seat.seat for seat in self.seats)

    def place_of(self, key: str) -> int:
        """The index of the seat that `key` opens. Raises Forbidden when it opens none."""
        hashed = key_hash(key)
        for place, seat in enumerate(self.seats):
            if seat.key == hashed:
                return place
        raise Forbidden("This key opens no seat of this match.")

    @property
    def master(self) -> str | None:
        """The seat that may have a turn run early: the referee's; at a table without one, and without deadlines,
        the first that a person holds."""
        if self.row.clock is None:
            return None
        people = [seat.seat for seat in self.seats if seat.key and not seat.bot]
        if REFEREE in self.names:
            return REFEREE if REFEREE in people else None
        return people[0] if people and not self.row.clock["hours"] else None

    def view(self, seat: str | None) -> View:
        """What `seat` may see now."""
        if self.scene is None:
            return self._preview(seat)
        view = self.scene.view(seat)
        if self.row.status == "over" and view.outcome is None:
            return self._resigned(view)
        return view

    def boards(self) -> tuple[Board, ...]:
        """The boards as they stand now."""
        return self.game.boards(self._before() if self.scene is None else self.scene.state)

    def layers(self, seat: str | None) -> tuple[Layer, ...]:
        """The figures `seat` may have laid over the boards; none before play begins."""
        return () if self.scene is None else self.game.layers(self.scene.state, seat)

    def _before(self) -> State:
        """Some state that the match could begin with."""
        game: Game[State] = self.game
        if self.row.start is not None:
            return game.decode(self.row.start)
        return game.setup(self.row.scenario, self.names, b"preview", self.row.options)

    def _preview(self, seat: str | None) -> View:
        """The boards before play, with nothing on them to decide: as a spectator of some playing sees them."""
        absent = [each.seat for each in self.seats if not (each.seated or each.bot)]
        return msgspec.structs.replace(
            self.game.view(self._before(), None),
            seat=seat,
            heading=words().say("heading.open"),
            prompt=words().say("prompt.open", seats=absent),
            clause="",
            asked=(),
        )

    def _resigned(self, view: View) -> View:
        outcome = self.row.outcome or {}
        prompt = words().say("prompt.resigned", seat=outcome.get("resigned", ""))
        public = {name: outcome[name] for name in ("winners", "margin", "clause")}
        return msgspec.structs.replace(
            view,
            heading=words().say("heading.over"),
            prompt=prompt,
            asked=(),
            choices=(),
            plans=(),
            verbs={},
            outcome=public,
            clause="",
        )

    def info(self, yours: tuple[str, ...] = ()) -> TableInfo:
        """The match as anybody may know it."""
        row = self.row
        return TableInfo(
            match=row.id,
            game=row.game,
            title=row.title,
            scenario=row.scenario,
            options=row.options,
            rules=row.rules,
            seats=tuple(_seated(seat) for seat in self.seats),
            status=row.status,
            version=row.version,
            at=row.ply,
            asked=row.asked,
            commitment=commitment(row.seed),
            numbers={seat.seat: seat.number for seat in self.seats if seat.number},
            created=row.created,
            updated=row.updated,
            forced=row.forced,
            seed=row.seed.hex() if row.status == "over" else "",
            outcome=row.outcome,
            origin=row.origin,
            yours=yours,
            orders=row.clock is not None,
            clock=row.clock,
            turn=row.turn,
            deadline=row.deadline,
            handed_in=row.handed,
            votes=row.votes,
            master=self.master or "",
        )


def _seated(seat: SeatRow) -> Seated:
    return Seated(
        seat.seat,
        "bot" if seat.bot else "person",
        seat.name,
        seat.bot,
        seat.seated or bool(seat.bot),
        bool(seat.bot and seat.key),
        seat.missed,
    )


class Sessions:
    """The sessions used last, at most `size`. Whether one is still current the database decides."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, Session] = OrderedDict()

    def get(self, match: str) -> Session | None:
        with self._lock:
            found = self._kept.get(match)
            if found is not None:
                self._kept.move_to_end(match)
            return found

    def keep(self, session: Session) -> None:
        match = session.row.id
        with self._lock:
            known = self._kept.get(match)
            if known is not None and known.row.version > session.row.version:
                return
            self._kept[match] = session
            self._kept.move_to_end(match)
            while len(self._kept) > self.size:
                self._kept.popitem(last=False)
