"""The part of the house for clocks, and for what needs the consent of others."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from palatine.matches.clock import now
from palatine.matches.clocks.stored_times import SeatTime, times_of
from palatine.matches.orders import turns
from palatine.matches.play import proposals, readiness, time_up
from palatine.matches.play.agreements import play_again
from palatine.matches.replay.delayed import opened
from palatine.matches.responses import MatchInfo
from palatine.matches.runtime.context import MatchRuntime
from palatine.matches.seat_owners import SeatKey


class ProposalService:
    """Proposals, pauses, time given, time that is up; what `MatchService` raises these raise, too."""

    _context: MatchRuntime

    def propose(self, match: str, key: SeatKey, kind: str, version: int, **terms: Any) -> MatchInfo:
        """Propose something to the other players, who see the match at `version`. What needs nobody is done at once.

        `kind` is "draw", "takeback" (`at`: after how many actions), "pause" (`hours`), "time" (`hours` more), "bot"
        (plays on for `seat`), "off" (calls the match off, unrated); of a finished match "rematch" (`swap`: with seats
        exchanged).
        Raises Unknown, Unreadable for terms that cannot be, Refused, Conflict when the match stands at another version.
        """
        return proposals.propose(self._context, match, key, kind, version, terms).info()

    def answer(self, match: str, key: SeatKey, n: int, *, yes: bool) -> MatchInfo:
        """Say yes or no to the `n`-th proposal. Raises Refused when it is not open, or not for this seat to say."""
        return proposals.answer(self._context, match, key, n, yes=yes).info()

    def withdraw(self, match: str, key: SeatKey, n: int) -> MatchInfo:
        """Take a proposal of one's own back."""
        return proposals.withdraw(self._context, match, key, n).info()

    def rematch(self, match: str, key: SeatKey) -> str:
        """The match that was agreed to be played again, for those who sat in this one; "" when there is none."""
        loaded = self._context.open(match)
        loaded.seat_index(key)
        play_again(self._context, loaded)
        return times_of(loaded.row.times).rematch

    def again(self, match: str, key: SeatKey, *, swap: bool = False) -> str:
        """The id of the match in which one that is over is played again, whether all agreed to it or one of them
        invites the others; the same however often it is asked for."""
        return proposals.again(self._context, match, key, swap=swap)

    def ready(self, match: str, key: SeatKey, *, ready: bool = True) -> MatchInfo:
        """Of secret orders: the turn need not wait for this seat, whether it has handed in or not; or it is to wait,
        though it has."""
        return readiness.set_ready(self._context, match, key, ready=ready).info()

    def give_time(self, match: str, key: SeatKey, to: str, hours: float) -> MatchInfo:
        """Give another seat more time. Of secret orders: whoever sees to the turns moves the deadline for all."""
        return time_up.give_time(self._context, match, key, to, hours).info()

    def claim_win(self, match: str, key: SeatKey) -> MatchInfo:
        """Win, as the opponent's time is up. Raises Refused unless it is."""
        return time_up.claim_win(self._context, match, key).info()

    def end_pause(self, match: str, key: SeatKey) -> MatchInfo:
        """Go on before the pause is over; for who asked for it."""
        return time_up.end_pause(self._context, match, key).info()

    def go_away(self, match: str, key: SeatKey, until: str) -> MatchInfo:
        """The seat's clock stands still until then (ISO 8601, UTC), and it misses no turn; "" when it is back."""
        return time_up.go_away(self._context, match, key, until).info()

    def rest_at(self, match: str, key: SeatKey, start: str, end: str, zone: str, *, own: bool = True) -> MatchInfo:
        """The hours of the night, such as "23:00" to "07:00" in "Europe/Berlin", in which the seat's free reply does
        not run; "" and "" for none. Its `own` in this match, or those of whoever sits there in all."""
        return time_up.rest_at(self._context, match, key, start, end, zone, own=own).info()

    def asked_since(self, match: str, *, watching: bool = False) -> str:
        """Since when those have been asked who are asked now: when the last action was done, or the last turn run; ""
        where play has not begun. For those who are `watching`, as they know it."""
        loaded = opened(self._context, match, None) if watching else self._context.open(match)
        ply = loaded.row.ply
        records = self._context.storage.line(match, ply - 1, ply)
        return records[-1].time if records else ""

    def seat_time(self, match: str, seat: str) -> SeatTime:
        """What is kept of the time of a seat."""
        return times_of(self._context.open(match).row.times).seat(seat)

    def add_outage(self, start: str, end: str | None = None) -> int:
        """The house was down from `start` to `end` (now): nobody is charged for that. In how many matches."""
        return time_up.add_outage(self._context, start, end or now())

    def claim_deadlines(
        self,
        time: str | None = None,
        claim: Callable[[str], AbstractContextManager[bool]] = lambda match: nullcontext(True),
    ) -> list[str]:
        """See to all that is due (at `time`, ISO 8601, UTC) in matches that `claim` grants: turns and seats whose
        time is up, proposals that lapse; the matches in which this call was the first.

        For every worker to call every few seconds: however many do, each thing is done once.
        """
        return turns.claim_deadlines(self._context, time, claim)
