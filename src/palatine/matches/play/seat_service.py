"""The part of the house that sees to its seats: whose they are, who sits down, lends, leaves, takes over."""

from __future__ import annotations

from palatine import registry
from palatine.matches.errors import Forbidden
from palatine.matches.play import lessons, seat_ownership, seating
from palatine.matches.responses import MatchInfo
from palatine.matches.runtime.context import MatchRuntime
from palatine.matches.seat_owners import SeatKey, SeatOwner, opens
from palatine.matches.storage import TransactionHook


def nothing(transaction: object) -> None:
    """What is done where nothing is to be done."""


class SeatService:
    """What `MatchService` does with seats; what it raises these raise, too.

    A seat is opened by its key, or it is an account's, of which the house knows the id alone: `SeatOwner`.
    """

    _context: MatchRuntime

    def seat_of(self, match: str, key: SeatKey) -> str | None:
        """The seat that `key` opens; None when it opens none."""
        loaded = self._context.open(match)
        try:
            return loaded.seat_of(key)
        except Forbidden:
            return None

    def still_opens(self, match: str, key: SeatKey, seat: str) -> bool:
        """Whether `key` opens that seat in the match as this process last knew it; whose seat has fallen vacant is
        shown what a spectator is, until somebody takes over."""
        loaded = self._context.cache.get(match) or self._context.open(match)
        return any(row.seat == seat and (opens(key, row) or loaded.has_left(row)) for row in loaded.seats)

    def take_seat(
        self, match: str, key: SeatKey, name: str | None = None, number: str | None = None, *, is_host: bool = False
    ) -> MatchInfo:
        """A person sits down and adds `number`, any text he likes, for the dice; or, sitting, changes his name.

        The number of the host, who can know the seed (`is_host`), is left out when another has given one before. The
        match begins when nobody is missing any more.
        """
        return seating.take_seat(self._context, match, key, name, number, is_host).info()

    def hand_over(self, match: str, key: SeatKey, bot: str | None = None) -> MatchInfo:
        """A bot (the game's strongest, unless named) plays the seat from now on, empty or not."""
        lessons.refuse(self._context, match)
        chosen = bot or registry.bots(self._context.open(match).game)[0]
        return seating.hand_over(self._context, match, key, chosen).info()

    def take_back(self, match: str, key: SeatKey) -> MatchInfo:
        """The person plays the seat again."""
        return seating.take_back(self._context, match, key).info()

    # Seats of accounts

    def sit_down(
        self,
        match: str,
        owner: SeatOwner,
        name: str,
        number: str | None = None,
        *,
        is_host: bool = False,
        before: TransactionHook | None = None,
    ) -> MatchInfo:
        """An account sits down on a free seat, `SeatInfo.free`, or takes over one that a bot holds for who has gone.

        From then on the seat is its own, and a key to it opens nothing; `before` may refuse it in the transaction that
        seats them. Raises Unknown when there is no such seat,
        Refused when it is not free; else as `take_seat`.
        """
        seated = seat_ownership.sit_down(self._context, match, owner, name, number, is_host=is_host, before=before)
        return seated.info((owner.seat,))

    def claim(self, match: str, key: str, account: str) -> MatchInfo:
        """The seat that `key` opens becomes an account's; the key opens nothing any more."""
        return seat_ownership.claim(self._context, match, key, account).info()

    def pass_on(
        self, account: str, into: str, before: TransactionHook = nothing, after: TransactionHook = nothing
    ) -> None:
        """All seats of an account pass to another of the same person, in one transaction with what is done `before`
        (which may refuse it) and `after`; those of matches that are over are for `after` to pass on."""
        seat_ownership.pass_on(self._context, account, into, before, after)

    def leave(self, match: str, key: SeatKey, why: str = "left") -> MatchInfo:
        """Whose seat it is goes for good ("left"), is sent away ("removed") or erased ("erased"): before play the
        seat is free again, in play a bot holds it until somebody takes over."""
        return seat_ownership.leave(self._context, match, key, why).info()

    def read_again(self, match: str) -> None:
        """The names at a match were changed where they are kept: nothing is remembered of it."""
        self._context.cache.drop(match)

    def seats_of(self, match: str, account: str) -> tuple[str, ...]:
        """The seats of a match that are an account's."""
        return tuple(row.seat for row in self._context.open(match).seats if account and row.owner == account)

    def is_there(self, match: str) -> bool:
        """Whether there is such a match."""
        return self._context.storage.version(match) is not None

    def owners(self, match: str) -> dict[str, str]:
        """The account of each seat that is one's."""
        return {row.seat: row.owner for row in self._context.open(match).seats if row.owner}
