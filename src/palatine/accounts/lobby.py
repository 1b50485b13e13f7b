"""Lobby: matches that wait for players, joining them, and rematches."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta
from sqlalchemy import Connection, func, select

from palatine.accounts.accounts import Account, Accounts
from palatine.accounts.invitations import Invitations
from palatine.accounts.match_terms import MatchTerms, OfferedMatch, Terms, offer_from_row
from palatine.accounts.paces import Speed, speed_of
from palatine.accounts.ratings import Rating, Ratings
from palatine.accounts.relations import Relations
from palatine.accounts.reliability import UNKNOWN_RELIABILITY, Reliability, ReliabilityService
from palatine.accounts.results import rating_class
from palatine.accounts.wording import refused_error, say
from palatine.core import Refused, Unreadable
from palatine.matches import MatchInfo, MatchServices, SeatOwner
from palatine.store.engine import DuplicateKey
from palatine.store.schema import matches
from palatine.store.schema_people import match_terms

MAX_OPEN_MATCHES = 3
"""Maximum number of open matches of an account."""
MAX_LISTED = 100
NO_SEAT_LIMIT = 999
Numbers = tuple[int | None, int | None, int]
"""A rating, the percentage of turns met, and the number of turns."""
StoreOffer = Callable[[Connection, str], None]
"""Callback that stores the creator and terms of a match in its transaction.

Raises `Refused`.
"""
LobbyFilter = Literal["all", "friends", "wanted"]


class Requirements(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Requirements for joining a match.

    Players without numbers meet them, unless the match is for `known` players only.
    """

    rating: Annotated[int, Meta(ge=0, le=4000)] = 0
    reliability: Annotated[int, Meta(ge=0, le=100)] = 0
    known: bool = False


class SeatOffer(msgspec.Struct, frozen=True):
    """A seat and its player: a human with numbers, a bot, or none."""

    seat: str
    name: str
    bot: str
    free: bool
    rating: int | None = None
    percent: int | None = None
    turns: int = 0


class OpenMatch(msgspec.Struct, frozen=True):
    """A match that waits for players, as an account may see it."""

    info: MatchInfo
    by: str
    """The name of the player who offers it."""
    sitters: tuple[SeatOffer, ...]
    rated: bool
    spectators: str
    requirements: Requirements
    text: str
    friend: bool
    """True if a friend is in the match."""
    wanted: bool
    """True if the match is in play and a seat can be taken over."""
    why: str
    """Reason why the reader may not join; "" if they may."""
    pace: Speed = "none"
    delay: int = 0
    """Delay of spectators in turns."""
    by_mail: bool = False
    """True if it can be played by mail."""

    @property
    def free(self) -> int:
        """The number of free seats."""
        return sum(each.free for each in self.sitters)


def parse_requirements(terms: Terms) -> Requirements:
    """Return the requirements for joining. Raises `Unreadable`."""
    try:
        return msgspec.convert(terms.requirements, Requirements)
    except msgspec.ValidationError as error:
        raise Unreadable(f"A table asks for rating, reliability and known: {error}.") from error


def parse_seat_range(text: str) -> tuple[int, int]:
    """Return the minimum and maximum seats of "2", "3-6", "7-" or "" (any). Raises `Unreadable`."""
    found = re.fullmatch(r"(\d{1,3})(-(\d{1,3})?)?", text or "1-")
    if found is None:
        raise Unreadable(say("seats-wanted", said=text))
    least = int(found[1])
    return least, int(found[3]) if found[3] else NO_SEAT_LIMIT if found[2] else least


class Lobby:
    """Matches that wait for players, and joining them."""

    def __init__(
        self,
        accounts: Accounts,
        services: MatchServices,
        match_terms: MatchTerms,
        invitations: Invitations,
        relations: Relations,
    ) -> None:
        self.database = database = accounts.database
        self.accounts = accounts
        self.services = services
        self.match_terms = match_terms
        self.invitations = invitations
        self.relations = relations
        self.ratings = Ratings(database)
        self.reliabilities = ReliabilityService(database)
        self.takes_mail = False
        """True if the server accepts mail from players."""
        invitations.may_sit = self.exclusion_key
        invitations.reaches = self._may_call

    def _may_call(self, by: str, to: str, match: str) -> bool:
        """Return whether an account may be notified of a match by `by`.

        It may not if there is a block, in either direction, with the sender, the creator or a player.
        """
        offer = self.match_terms.find_offer(match)
        others = {by, *self.relations.players_of(match), offer.by if offer else ""} - {to, ""}
        return self.relations.can_play_together(to, others)

    # Offering matches

    def check_can_offer(self, account: Account, terms: Terms, now: str, match: str = "") -> None:
        """Raise `Refused` if the account may not offer a match on these terms.

        Guests and restricted accounts may only offer private matches. No account may have more than three waiting
        matches that others can find.
        """
        parse_requirements(terms)
        if terms.visibility == "private":
            return
        if not account.is_member:
            raise refused_error("not-member")
        if account.is_restricted("list", now):
            restrictions = account.restrictions.get("list") or account.restrictions["all"]
            raise refused_error("barred", until=restrictions["until"][:10], reason=restrictions["reason"])
        if self._waiting(account.id, match) >= MAX_OPEN_MATCHES:
            raise refused_error("three-tables")

    def offer_hook(self, account: Account, terms: Terms, now: str) -> StoreOffer:
        """Return a callback that stores a new match's creator and terms.

        It raises what `check_can_offer` raises.
        """

        def keep(connection: Connection, match: str) -> None:
            self.check_can_offer(account, terms, now)
            self.match_terms.store_terms(connection, match, account.id, terms, now)

        return keep

    def _waiting(self, account: str, but: str) -> int:
        c = match_terms.c
        mine = (c.by == account, c.match != but, c.visibility != "private", matches.c.status == "open")
        with self.database.reading() as connection:
            wanted = (
                select(func.count()).select_from(match_terms).join(matches, matches.c.id == c.match).where(*mine)
            )
            return connection.execute(wanted).scalar() or 0

    def change_terms(self, account: Account, match: str, terms: Terms, now: str) -> OfferedMatch:
        """Change the terms of a match before play, which can list it in the lobby. Raises `Refused`."""
        return self.match_terms.change_terms(
            account, match, terms, lambda: self.check_can_offer(account, terms, now, match)
        )

    # Queries

    def find_matches(
        self,
        reader: Account | None,
        now: str,
        kind: LobbyFilter = "all",
        game: str = "",
        pace: str = "",
        seats: str = "",
    ) -> list[OpenMatch]:
        """Return the matches that a reader can find, friends' first, then those that wait longest.

        They are filtered by kind, game, pace and number of `seats` ("2", "3-6", "7-"). Matches with a blocked account
        are left out. Raises `Unreadable` for an invalid number of seats.
        """
        least, most = parse_seat_range(seats)
        mine = reader.id if reader else ""
        befriended = self.relations.befriended_by(mine) if mine else set()
        apart = self.relations.blocked_either_way(mine) if mine else set()
        friends = self.relations.friends(mine) if mine else set()
        tables = []
        for offer in self._offers(game):
            is_shown = offer.terms.visibility == "listed" or offer.by in befriended
            owners = self.services.seats.owners(offer.match)
            if is_shown and offer.by != mine and not apart & {offer.by, *owners.values()}:
                tables.append((offer, owners))
        made = [self._open_table(reader, offer, owners, friends, now) for offer, owners in tables]
        fitting = [each for each in made if least <= len(each.sitters) <= most and pace in ("", each.pace)]
        shown = [each for each in fitting if each.free and _is_of(each, kind)]
        return sorted(shown, key=lambda each: (not each.friend, bool(each.why)))

    def _offers(self, game: str) -> list[OfferedMatch]:
        c = match_terms.c
        wanted = select(match_terms).join(matches, matches.c.id == c.match).where(c.visibility != "private")
        here = wanted.where(matches.c.status.in_(("open", "playing")))
        if game:
            here = here.where(matches.c.game == game)
        with self.database.reading() as connection:
            rows = connection.execute(here.order_by(matches.c.status, c.made).limit(MAX_LISTED)).all()
        return [offer_from_row(row) for row in rows]

    def _open_table(
        self, reader: Account | None, offer: OfferedMatch, owners: dict[str, str], friends: set[str], now: str
    ) -> OpenMatch:
        table = self.services.matches.info(offer.match, watching=True)
        numbers = self._numbers(table, owners.values(), now)
        sitters = [
            SeatOffer(seat.seat, seat.name, seat.bot, seat.free, *numbers.get(owners.get(seat.seat, ""), ()))
            for seat in table.seats
        ]
        by = self.accounts.names_of([offer.by]).get(offer.by, "")
        return OpenMatch(
            table, by, tuple(sitters), offer.terms.rated, offer.terms.spectators, parse_requirements(offer.terms),
             offer.terms.text, bool(friends & {offer.by, *owners.values()}),
            table.status == "playing", self.exclusion_text(reader, offer, table, now) if reader else "",
            speed_of(table), offer.terms.delay, self.takes_mail,
        )  # fmt: skip

    def _numbers(
        self, match: MatchInfo, people: Iterable[str], now: str
    ) -> dict[str, tuple[int | None, int | None, int]]:
        """Return the rating in this game, percentage of turns met and number of turns, by account."""
        known = list(people)
        ratings = self.ratings.of_players(known, match.game, rating_class(len(match.seats)))
        kept = self.reliabilities.of_accounts(known, now)
        return {
            account: (
                ratings[account].number if account in ratings else None,
                kept.get(account, UNKNOWN_RELIABILITY).percent,
                kept.get(account, UNKNOWN_RELIABILITY).turns,
            )
            for account in known
        }

    # Joining (permissions are checked again in the transaction)

    def exclusion_key(self, account: Account, match: str) -> str:
        """Return the message key of why an account may not join, invited or not; "" if it may.

        A block in either direction gives the same answer as a full match. Only the creator of an unrated match may
        take several seats, because a player could otherwise see two hands.
        """
        offer, there = self.match_terms.find_offer(match), self.relations.players_of(match)
        others = {*there, offer.by if offer else ""} - {account.id, ""}
        if not self.relations.can_play_together(account.id, others):
            return "table-full"
        if offer is not None and offer.terms.rated and not account.is_member:
            return "rated-guest"
        is_own = offer is None or (offer.by == account.id and not offer.terms.rated)
        if not is_own and account.id in there:
            return "sits-already"
        return ""

    def exclusion_text(self, account: Account, offer: OfferedMatch, match: MatchInfo, now: str) -> str:
        """Return why an account may not join an open match, in words; "" if it may."""
        try:
            self._check_may_sit(account, offer, match, now)
        except Refused as refusal:
            return refusal.reason
        return ""

    def _check_may_sit(self, account: Account, offer: OfferedMatch, match: MatchInfo, now: str) -> None:
        kept_away = self.exclusion_key(account, offer.match)
        if kept_away:
            raise refused_error(kept_away)
        if account.is_restricted("list", now):
            raise refused_error("barred-tables")
        required = parse_requirements(offer.terms)
        if required.rating or required.known:
            known = self.ratings.of_players([account.id], match.game, rating_class(len(match.seats)))
            _check_rating(required, known.get(account.id))
        if required.reliability or required.known:
            _check_reliability(required, self.reliabilities.of_account(account.id, now))

    def _check_sitting(self, account: str, match: MatchInfo, now: str) -> None:
        """Raise `Refused` if an account cannot find the match or may not join it."""
        offer = self.match_terms.find_offer(match.match)
        is_found = offer is not None and (
            offer.terms.visibility == "listed"
            or (offer.terms.visibility == "friends" and offer.by in self.relations.befriended_by(account))
            or offer.by == account
        )
        if offer is None or not is_found:
            raise refused_error("table-full")
        self._check_may_sit(self.accounts.get(account), offer, match, now)

    def join(
        self, account: Account, match: str, seat: str, number: str | None, now: str, *, is_host: bool = False
    ) -> str:
        """Join an open match at a free seat ("" for any) and return the seat. Raises `Refused`."""
        if (
            self.match_terms.find_offer(match) is None
        ):  # A missing match gives the same answer as one that cannot be found.
            raise refused_error("table-full")
        table = self.services.matches.info(match)
        self._check_sitting(account.id, table, now)
        free = [each.seat for each in table.seats if each.free]
        if not free or (seat and seat not in free):
            raise refused_error("seat-taken" if free else "table-full")
        taken = seat or free[0]
        self.services.seats.sit_down(
            match, SeatOwner(account.id, taken), account.name, number, is_host=is_host,
            before=lambda _: self._check_sitting(account.id, table, now),
        )  # fmt: skip
        return taken

    # Rematches

    def rematch(self, account: Account, match: str, now: str, *, swap: bool = False) -> str:
        """Return the id of a new match on the terms of a finished one.

        The account that requests it takes its seat, and the others are invited. With `swap`, each player has the next
        seat. Later requests return the same match. Raises `Refused` if the account did not play there.
        """
        owners = self.services.seats.owners(match)
        mine = [seat for seat, who in owners.items() if who == account.id]
        if self.services.matches.info(match).status != "over":
            raise refused_error("not-over")
        if not mine:
            raise refused_error("not-yours")
        again = self.services.proposals.repeat_match(match, SeatOwner(account.id, mine[0]), swap=swap)
        if not self.services.matches.exists(again):
            try:
                self._play_again(account, match, again, now, swap=swap)
            except DuplicateKey:  # A concurrent request inserted it first.
                if not self.services.matches.exists(again):
                    raise
        return again

    def _play_again(self, account: Account, match: str, again: str, now: str, *, swap: bool) -> None:
        table, owners = self.services.matches.info(match), self.services.seats.owners(match)
        seats = list(owners)
        moved = seats[1:] + seats[:1] if swap else seats
        sitting = dict(zip(moved, [owners[seat] for seat in seats], strict=True))
        players: dict[str, dict[str, Any]] = {
            each.seat: {"kind": "bot", "bot": each.bot}
            for each in table.seats
            if each.bot and each.seat not in sitting
        }
        mine = {"kind": "person", "owner": account.id, "name": account.name, "number": ""}
        players |= {seat: mine for seat, who in sitting.items() if who == account.id}
        offer = self.match_terms.find_offer(match)
        terms = msgspec.structs.replace(
            offer.terms if offer else Terms(), visibility="private", requirements={}, text=""
        )
        places = [each.seat for each in table.seats]

        def keep(connection: Connection, made: str) -> None:
            self.match_terms.store_terms(connection, made, account.id, terms, now)
            for seat, who in sitting.items():
                if who != account.id:
                    self.invitations.invite_account(connection, account, made, places.index(seat), who, now)

        self.services.matches.create(
            table.game, table.scenario, places, table.options, table.title, players,
            forced=table.forced, advice=table.advice, clock=table.clock,
            pace=table.times.pace if table.times else None, with_keys=False, match=again, hook=keep,
        )  # fmt: skip


def _is_of(match: OpenMatch, kind: LobbyFilter) -> bool:
    return kind == "all" or (match.friend if kind == "friends" else match.wanted)


def _check_rating(required: Requirements, rating: Rating | None) -> None:
    number = rating.number if rating else None
    if number is None and required.known:
        raise refused_error("rating-unknown")
    if number is not None and number < required.rating:
        raise refused_error("rating-wanted", least=required.rating, number=number)


def _check_reliability(required: Requirements, kept: Reliability) -> None:
    if kept.percent is None and required.known:
        raise refused_error("reliability-unknown")
    if kept.percent is not None and kept.percent < required.reliability:
        raise refused_error("reliability-wanted", least=required.reliability, percent=kept.percent)
