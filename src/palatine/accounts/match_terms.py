"""Matches that accounts make: who made one, who may find it, watch it, and invite to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta
from sqlalchemy import Connection, insert, select, update

from palatine.accounts.accounts import Account
from palatine.accounts.wording import refused
from palatine.matches import MatchServices
from palatine.matches.clock import now
from palatine.matches.text import free_text
from palatine.store.engine import Database
from palatine.store.schema import matches
from palatine.store.schema_people import match_terms

Visibility = Literal["private", "friends", "listed"]
Spectators = Literal["nobody", "link", "anybody"]


class Terms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """On what terms a match is played, as its maker sets them before play."""

    visibility: Visibility = "private"
    """Who finds it while seats are free: invited players, friends, everybody."""
    rated: bool = False
    spectators: Spectators = "link"
    """Who may watch: nobody, people with the link, anybody."""
    delay: Annotated[int, Meta(ge=0, le=20)] = 0
    """How many turns later spectators see it."""
    requirements: dict[str, Any] = {}
    """What is asked of those who sit down, by name."""
    text: Annotated[str, Meta(max_length=500)] = ""


class OfferedMatch(msgspec.Struct, frozen=True):
    """A match with its terms, and the account that made it."""

    match: str
    by: str
    terms: Terms
    made: str


class MatchTerms:
    """The table of offers: a row for each match that an account has made."""

    def __init__(self, database: Database, services: MatchServices) -> None:
        self.database = database
        self.services = services
        self._delays: dict[str, int] = {}
        services.runtime.delay = self.delay_of
        services.runtime.played_again = self.pass_on

    def keep(self, connection: Connection, match: str, by: str, terms: Terms, now: str) -> None:
        """Keep who makes a match, and on what terms, in the transaction in which it is made."""
        row = {"match": match, "by": by, "made": now, **msgspec.to_builtins(_tidy(terms))}
        connection.execute(insert(match_terms), row)

    def of(self, match: str) -> OfferedMatch | None:
        """Who made a match and on what terms; None for one that no account made."""
        with self.database.reading() as connection:
            row = connection.execute(select(match_terms).where(match_terms.c.match == match)).first()
        return None if row is None else offer_of(row)

    def change(
        self, account: Account, match: str, terms: Terms, check: Callable[[], object] = lambda: None
    ) -> OfferedMatch:
        """New terms, before play; `check` may refuse them as they are written. Raises Refused to anybody but its
        maker, and once play has begun."""
        offer = self.of(match)
        if offer is None or offer.by != account.id:
            raise refused("not-yours")
        terms = _tidy(terms)
        values = msgspec.to_builtins(terms)
        waiting = select(matches.c.id).where(matches.c.id == match, matches.c.status == "open")
        change = update(match_terms).where(match_terms.c.match.in_(waiting)).values(**values)

        def work(connection: Connection) -> None:
            check()
            if not connection.execute(change).rowcount:
                raise refused("begun")

        self.database.write(work)
        return msgspec.structs.replace(offer, terms=terms)

    def delay_of(self, match: str) -> int:
        """How many game turns the spectators of a match that has begun are behind: its terms change no more."""
        found = self._delays.get(match)
        if found is None:
            offer = self.of(match)
            found = self._delays[match] = 0 if offer is None else offer.terms.delay
        return found

    def pass_on(self, match: str, again: str) -> Callable[[Connection], None] | None:
        """A match that is played again by the same is on the same terms; it asks nothing of anybody to come."""
        offer = self.of(match)
        if offer is None:
            return None
        terms = msgspec.structs.replace(offer.terms, requirements={}, text="")
        return lambda connection: self.keep(connection, again, offer.by, terms, now())

    def is_in(self, account: str, match: str) -> bool:
        """Whether an account plays in a match, or made it."""
        offer = self.of(match)
        return bool(self.services.seats.seats_of(match, account)) or (offer is not None and offer.by == account)

    def may_watch(self, account: str, match: str) -> bool:
        """Return whether an account ("": anybody) may watch; the players and the maker of a match may."""
        offer = self.of(match)
        if offer is None or offer.terms.spectators != "nobody":
            return True
        return bool(account) and self.is_in(account, match)


def offer_of(row: Any) -> OfferedMatch:
    fields = {name: getattr(row, name) for name in Terms.__struct_fields__}
    return OfferedMatch(row.match, row.by, Terms(**fields), row.made)


def _tidy(terms: Terms) -> Terms:
    return msgspec.structs.replace(terms, text=free_text(terms.text))
