"""Invitations for one use, to a seat or to any free seat of a match."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, Literal

import msgspec
from sqlalchemy import Connection, Row, func, insert, select, update

from palatine import registry
from palatine.accounts.accounts import Account
from palatine.accounts.mail_addresses import normalize_address
from palatine.accounts.match_terms import MatchTerms
from palatine.accounts.paces import conditions
from palatine.accounts.wording import refused_error, say
from palatine.core import Unknown
from palatine.matches import MatchInfo, MatchServices, SeatOwner
from palatine.matches.clock import format_timestamp
from palatine.matches.fairness import key_hash, new_id, new_key
from palatine.store.engine import Database
from palatine.store.events import announce
from palatine.store.invitation_withdrawal import INVITATION_KIND, delete_pending_notifications
from palatine.store.schema_people import accounts, invitations, match_terms, outbox

RETENTION = timedelta(days=30)
MAX_OPEN_INVITATIONS = 30
"""Maximum number of open invitations of a match."""
InvitationState = Literal["sent", "taken", "declined", "revoked", "filled", "returned"]
"""States of an invitation.

"filled" means that the seat is taken, "returned" that the invitation email bounced.
"""


class Invitation(msgspec.Struct, frozen=True):
    """An invitation to a match. `id` identifies it to its sender and cannot be used to join."""

    id: str
    match: str
    seat: str
    """The seat; "" for any free seat."""
    by: str
    account: str = ""
    """The only account that may use it; "" for anyone with the link."""
    address: str = ""
    """The mail address that it was sent to; "" if it was not mailed."""
    made: str = ""
    expires: str = ""
    taken_by: str = ""
    state: InvitationState = "sent"


class InvitationTerms(msgspec.Struct, frozen=True):
    """The terms of an invitation as sentences, for pages, mail, notifications and the API."""

    by: str
    """The name of the player who invites; "" if unknown."""
    seat: str
    """The seat; "" for any free seat."""
    side: str
    """The side that the player would have, as a sentence."""
    conditions: tuple[str, ...]
    """The pace, the usual length of the match, and whether it is rated, a sentence each."""

    @property
    def text(self) -> str:
        """The side and the conditions."""
        return " ".join([self.side, *self.conditions])


class Invitations:
    """The table of invitations.

    `may_sit` returns why an account may not join a match, "" if it may. `reaches` returns whether the first of two
    accounts may notify the second of a match.
    """

    def __init__(self, database: Database, services: MatchServices, match_terms: MatchTerms) -> None:
        self.database = database
        self.services = services
        self.match_terms = match_terms
        self.may_sit: Callable[[Account, str], str] = lambda account, match: ""
        self.reaches: Callable[[str, str, str], bool] = lambda by, to, match: True

    def create(
        self, sender: Account, match: str, seat: str = "", *, now: str, account: str = "", address: str = ""
    ) -> tuple[str, Invitation]:
        """Create an invitation and return the token of its link with the stored data.

        In the same transaction its recipient is notified, by account or mail. A recipient who has blocked the sender,
        the creator of the match or a player, or is blocked by one, is not notified. Raises `NotFound`, `Unknown` if
        there is no such seat, and `Refused` if the sender is not in the match or the seat is taken.
        """
        if not self.match_terms.is_involved(sender.id, match):
            raise refused_error("not-yours")
        self._check_free(match, seat)
        place = self._places(match).index(seat) if seat else None
        token, made = self._new_invitation(sender, match, seat, now, account, address)
        mail = self._mail(made, sender, token) if address else None

        def work(connection: Connection) -> None:
            self._insert_invitation(connection, made, place, token)
            if mail:
                connection.execute(insert(outbox), mail)

        self.database.write(work)
        return token, made

    def invite_account(
        self, connection: Connection, sender: Account, match: str, place: int, account: str, now: str
    ) -> None:
        """Invite an account to a seat of a match that is being created."""
        token, made = self._new_invitation(sender, match, "", now, account)
        self._insert_invitation(connection, made, place, token)

    def _new_invitation(
        self, by: Account, match: str, seat: str, now: str, account: str = "", address: str = ""
    ) -> tuple[str, Invitation]:
        expires = format_timestamp(datetime.fromisoformat(now) + RETENTION)
        return new_key(), Invitation(new_id(), match, seat, by.id, account, address, now, expires)

    def _insert_invitation(self, connection: Connection, made: Invitation, place: int | None, token: str) -> None:
        """Store an invitation and notify its recipient, unless a block prevents that."""
        match, now = made.match, made.made
        here = (invitations.c.match == match, invitations.c.state == "sent", invitations.c.expires > now)
        if (connection.execute(select(func.count()).where(*here)).scalar() or 0) >= MAX_OPEN_INVITATIONS:
            raise refused_error("too-many-invitations")
        connection.execute(insert(invitations), {**_columns(made), "place": place, "hash": key_hash(token)})
        if made.account and made.account != made.by and self.reaches(made.by, made.account, match):
            announce(connection, INVITATION_KIND, made.id, now, account=made.account, match=match)

    def _mail(self, made: Invitation, by: Account, token: str) -> dict[str, Any]:
        """Return the outbox row that sends an invitation by mail."""
        game = registry.load(self.services.matches.info(made.match).game).title
        data = {"to": made.address.strip(), "token": token, "by": by.name, "game": game}
        row = {"key": f"{INVITATION_KIND} {made.id}", "kind": INVITATION_KIND, "match": made.match, "data": data}
        return row | {"made": made.made, "due": made.made}

    def _check_free(self, match: str, seat: str) -> None:
        free = [each.seat for each in self.services.matches.info(match).seats if each.free]
        if seat and seat not in self._places(match):
            raise Unknown(f"This match has no seat {seat!r}.")
        if (seat and seat not in free) or not free:
            raise refused_error("seat-taken")

    def _places(self, match: str) -> list[str]:
        return [each.seat for each in self.services.matches.info(match).seats]

    def terms(self, invitation: str) -> InvitationTerms:
        """Return the terms of the invitation with that id. Raises `Refused` if there is none."""
        return terms_of_invitation(self.database, self.services, invitation)

    def of_match(self, match: str) -> list[Invitation]:
        """Return all invitations of a match, newest first."""
        return self._select_invitations(invitations.c.match == match)

    def of_account(self, account: str, now: str) -> list[Invitation]:
        """Return the open invitations for an account."""
        c = invitations.c
        return self._select_invitations((c.account == account) & (c.state == "sent") & (c.expires > now))

    def _select_invitations(self, which: Any) -> list[Invitation]:
        wanted = select(invitations).where(which).order_by(invitations.c.made.desc(), invitations.c.id)
        with self.database.reading() as connection:
            rows = connection.execute(wanted).all()
        return [self._invitation_from_row(row) for row in rows]

    def find_open(self, token: str, now: str) -> Invitation:
        """Return the usable invitation of a token. Raises `Refused`."""
        return self._usable(next(iter(self._select_invitations(invitations.c.hash == key_hash(token))), None), now)

    def find_used(self, token: str) -> Invitation | None:
        """Return the invitation of a token if it was used to join."""
        found = next(iter(self._select_invitations(invitations.c.hash == key_hash(token))), None)
        return found if found is not None and found.state == "taken" else None

    def _usable(self, found: Invitation | None, now: str) -> Invitation:
        """Return an invitation if it is usable.

        Raises `Refused`, with a separate reason if the seats have been taken.
        """
        if found is not None and found.state == "filled":
            raise refused_error("invitation-filled")
        if found is None or found.state != "sent" or found.expires <= now:
            raise refused_error("invitation-gone")
        if not [
            seat
            for seat in self.services.matches.info(found.match).seats
            if seat.free and found.seat in ("", seat.seat)
        ]:
            raise refused_error("invitation-filled")
        return found

    def find_by_id(self, invitation: str) -> Invitation | None:
        """Return the invitation with that id, if any."""
        return next(iter(self._select_invitations(invitations.c.id == invitation)), None)

    def accept(
        self, token: str, account: Account, number: str | None, *, now: str, is_host: bool = False
    ) -> tuple[str, MatchInfo]:
        """Join a match with an invitation's token and return the seat and the match.

        Raises `Refused` if the invitation cannot be used, not by this account, or no seat is free.
        """
        return self._take_seat(self.find_open(token, now), account, number, is_host=is_host)

    def accept_own(
        self, invitation: str, account: Account, number: str | None, *, now: str, is_host: bool = False
    ) -> tuple[str, MatchInfo]:
        """Join by an invitation for this account, which needs no link. Raises `Refused` as `accept`."""
        return self._take_seat(self.find_own(invitation, account, now), account, number, is_host=is_host)

    def _take_seat(
        self, found: Invitation, account: Account, number: str | None, *, is_host: bool
    ) -> tuple[str, MatchInfo]:
        if found.account and found.account != account.id:
            raise refused_error("invitation-other")
        if found.by == account.id and self.services.seats.seats_of(found.match, account.id):
            raise refused_error("invitation-own")
        free = [seat.seat for seat in self.services.matches.info(found.match).seats if seat.free]
        seat = found.seat or next(iter(free), "")
        self._check_may_sit(account, found.match)
        if seat not in free:
            raise refused_error("seat-taken")

        def use(connection: Connection) -> None:
            self._check_may_sit(account, found.match)
            if not _marked(connection, found.id, "sent", "taken", account.id):
                raise refused_error("invitation-gone")

        table = self.services.seats.sit_down(
            found.match, SeatOwner(account.id, seat), account.name, number, is_host=is_host, before=use
        )
        return seat, table

    def _check_may_sit(self, account: Account, match: str) -> None:
        why = self.may_sit(account, match)
        if why:
            raise refused_error(why)

    def find_own(self, invitation: str, account: Account, now: str) -> Invitation:
        """Return an open invitation for an account by its id. Raises `Refused`."""
        found = self.find_by_id(invitation)
        return self._usable(found if found and found.account == account.id else None, now)

    def decline(self, token: str, account: Account | None, now: str) -> Invitation:
        """Decline an invitation. Raises `Refused` as `accept`."""
        found = self.find_open(token, now)
        if found.account and (account is None or found.account != account.id):
            raise refused_error("invitation-other")
        self._mark(found.id, "sent", "declined", account.id if account else "")
        return found

    def decline_own(self, invitation: str, account: Account, now: str) -> Invitation:
        """Decline an invitation for this account. Raises `Refused`."""
        found = self.find_own(invitation, account, now)
        self._mark(found.id, "sent", "declined", account.id)
        return found

    def revoke(self, sender: Account, invitation: str) -> Invitation:
        """Withdraw an invitation.

        Raises `Unknown` unless the account sent it or created the match, and `Refused` if it is no longer open.
        """
        found = self.find_by_id(invitation)
        offer = self.match_terms.find_offer(found.match) if found else None
        if found is None or sender.id not in (found.by, offer.by if offer else ""):
            raise Unknown(say("refused.invitation-gone"))
        if not self._mark(found.id, "sent", "revoked", ""):
            raise refused_error("invitation-gone")
        return found

    def _mark(self, invitation: str, before: InvitationState, after: InvitationState, taken_by: str) -> bool:
        def work(connection: Connection) -> bool:
            if after == "revoked":
                delete_pending_notifications(connection, invitation)
            return _marked(connection, invitation, before, after, taken_by)

        return self.database.write(work)

    def _invitation_from_row(self, row: Row[Any]) -> Invitation:
        seat = "" if row.place is None else self._places(row.match)[row.place]
        return Invitation(
            row.id,
            row.match,
            seat,
            row.by,
            row.account,
            row.address,
            row.made,
            row.expires,
            row.taken_by,
            row.state,
        )


def terms_of_invitation(database: Database, services: MatchServices, invitation: str) -> InvitationTerms:
    """Return the terms of the invitation with that id. Raises `Refused` if there is none."""
    c = invitations.c
    joined = (
        select(c.match, c.place, accounts.c.name, match_terms.c.rated)
        .join(accounts, accounts.c.id == c.by, isouter=True)
        .join(match_terms, match_terms.c.match == c.match, isouter=True)
    )
    with database.reading() as connection:
        row = connection.execute(joined.where(c.id == invitation)).one_or_none()
    if row is None:
        raise refused_error("invitation-gone")
    info = services.matches.info(row.match)
    seat = "" if row.place is None else info.seats[row.place].seat
    side = say("invited.side", seat=registry.load(info.game).seat_title(seat)) if seat else say("invited.any-side")
    return InvitationTerms(row.name or "", seat, side, conditions(info, is_rated=bool(row.rated)))


def _marked(
    connection: Connection, invitation: str, before: InvitationState, after: InvitationState, taken_by: str
) -> bool:
    """Change the state of an invitation and return whether it had the expected state."""
    here = (invitations.c.id == invitation, invitations.c.state == before)
    change = update(invitations).where(*here).values(state=after, taken_by=taken_by)
    return bool(connection.execute(change).rowcount)


def _columns(invitation: Invitation) -> dict[str, Any]:
    fields = msgspec.structs.asdict(invitation)
    del fields["seat"]
    return {**fields, "address": normalize_address(fields["address"])}
