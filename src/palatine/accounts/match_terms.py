"""Terms of matches that accounts create: visibility, spectators and requirements."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta
from sqlalchemy import ColumnElement, Connection, func, insert, select, update

from palatine.accounts.accounts import Account
from palatine.accounts.wording import refused_error
from palatine.matches import MatchServices
from palatine.matches.clock import now
from palatine.matches.text import clean_text
from palatine.store.engine import Database
from palatine.store.schema import matches
from palatine.store.schema_people import accounts, match_terms

Visibility = Literal["private", "friends", "listed"]
Spectators = Literal["nobody", "link", "anybody"]


class Terms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The terms of a match, set by its creator before play."""

    visibility: Visibility = "private"
    """Visibility while seats are free: to invited players, friends, or everyone."""
    rated: bool = False
    spectators: Spectators = "link"
    """Permission to watch: nobody, people with the link, anyone."""
    delay: Annotated[int, Meta(ge=0, le=20)] = 0
    """Delay of spectators in turns."""
    requirements: dict[str, Any] = {}
    """Requirements for joining, by name."""
    text: Annotated[str, Meta(max_length=500)] = ""


class OfferedMatch(msgspec.Struct, frozen=True):
    """A match with its terms and creator."""

    match: str
    by: str
    terms: Terms
    made: str


def zone_of_reader(match: ColumnElement[str] | str) -> ColumnElement[str]:
    """Return the time zone of the account of a statement, for times of a match.

    If the account's is unknown, it is the zone of the creator of the match.
    """
    maker = accounts.alias("maker")
    known = (
        select(maker.c.zone)
        .join(match_terms, match_terms.c.by == maker.c.id)
        .where(match_terms.c.match == match)
        .correlate_except(maker, match_terms)
        .scalar_subquery()
    )
    return func.coalesce(func.nullif(accounts.c.zone, ""), known, "")


class MatchTerms:
    """The table of terms, with a row for each match that an account has created."""

    def __init__(self, database: Database, services: MatchServices) -> None:
        self.database = database
        self.services = services
        self._delays: dict[str, int] = {}
        services.runtime.delay = self.delay_of
        services.runtime.played_again = self.rematch_hook

    def store_terms(self, connection: Connection, match: str, creator: str, terms: Terms, now: str) -> None:
        """Store the creator and terms of a match in the transaction that creates it."""
        row = {"match": match, "by": creator, "made": now, **msgspec.to_builtins(_with_clean_text(terms))}
        connection.execute(insert(match_terms), row)

    def find_offer(self, match: str) -> OfferedMatch | None:
        """Return the creator and terms of a match; None if no account created it."""
        with self.database.reading() as connection:
            row = connection.execute(select(match_terms).where(match_terms.c.match == match)).first()
        return None if row is None else offer_from_row(row)

    def change_terms(
        self, account: Account, match: str, terms: Terms, check: Callable[[], object] = lambda: None
    ) -> OfferedMatch:
        """Change the terms of a match before play.

        `check` may refuse them within the transaction. Raises `Refused` for any account but its creator, and after
        the start.
        """
        offer = self.find_offer(match)
        if offer is None or offer.by != account.id:
            raise refused_error("not-yours")
        terms = _with_clean_text(terms)
        values = msgspec.to_builtins(terms)
        waiting = select(matches.c.id).where(matches.c.id == match, matches.c.status == "open")
        change = update(match_terms).where(match_terms.c.match.in_(waiting)).values(**values)

        def work(connection: Connection) -> None:
            check()
            if not connection.execute(change).rowcount:
                raise refused_error("begun")

        self.database.write(work)
        return msgspec.structs.replace(offer, terms=terms)

    def delay_of(self, match: str) -> int:
        """Return the delay of spectators in turns.

        It is cached, because terms do not change after the start.
        """
        found = self._delays.get(match)
        if found is None:
            offer = self.find_offer(match)
            found = self._delays[match] = 0 if offer is None else offer.terms.delay
        return found

    def rematch_hook(self, match: str, rematch: str) -> Callable[[Connection], None] | None:
        """Return a hook that stores the terms of a match for its rematch; None without terms.

        Requirements and text are not copied.
        """
        offer = self.find_offer(match)
        if offer is None:
            return None
        terms = msgspec.structs.replace(offer.terms, requirements={}, text="")
        return lambda connection: self.store_terms(connection, rematch, offer.by, terms, now())

    def is_involved(self, account: str, match: str) -> bool:
        """Return whether an account plays in a match or created it."""
        offer = self.find_offer(match)
        return bool(self.services.seats.seats_of(match, account)) or (offer is not None and offer.by == account)

    def may_watch(self, account: str, match: str) -> bool:
        """Return whether an account ("": any visitor) may watch.

        The players and the creator of a match always may.
        """
        offer = self.find_offer(match)
        if offer is None or offer.terms.spectators != "nobody":
            return True
        return bool(account) and self.is_involved(account, match)


def offer_from_row(row: Any) -> OfferedMatch:
    fields = {name: getattr(row, name) for name in Terms.__struct_fields__}
    return OfferedMatch(row.match, row.by, Terms(**fields), row.made)


def _with_clean_text(terms: Terms) -> Terms:
    return msgspec.structs.replace(terms, text=clean_text(terms.text))
