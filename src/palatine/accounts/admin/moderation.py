"""Moderation: reports of users, and actions of moderators, each recorded in the audit log."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, update

from palatine.accounts.accounts import Account, Accounts
from palatine.accounts.admin import audit_log
from palatine.accounts.admin.audit_log import AuditEntry
from palatine.accounts.wording import refused_error, say
from palatine.core import Unknown
from palatine.matches import SeatOwner, SeatService
from palatine.matches.fairness import new_id
from palatine.matches.text import clean_text
from palatine.store.engine import Database
from palatine.store.schema_people import accounts, chat_messages, reports, sessions, tokens

MAX_REASON_LENGTH = 500
"""Maximum characters of a reason."""
MAX_QUOTE_LENGTH = 4000
MAX_OPEN_REPORTS = 20
"""Maximum number of open reports of one account."""
NO_END = "9999-12-31T00:00:00.000Z"
RESTRICTION_SCOPES: dict[str, str] = {"mute": "talk", "bar": "list", "suspend": "all", "close": "all"}
"""Scope of each action: chat, open matches, or everything."""
RestrictionKind = Literal["mute", "bar", "suspend", "close"]
ReportState = Literal["open", "done", "dismissed"]


class UserReport(msgspec.Struct, frozen=True):
    """A report to the moderators by a user (`by`), with the reported text quoted."""

    id: str
    by: str
    about: str
    match: str
    quoted: str
    reason: str
    time: str
    state: ReportState = "open"


class ModerationService:
    """Reports, and moderation actions."""

    def __init__(self, database: Database, seats: SeatService, accounts: Accounts) -> None:
        self.database = database
        self.seats = seats
        self.accounts = accounts

    # Reports

    def report(
        self, moderator: Account, about: str, quoted: str, reason: str, now: str, match: str = ""
    ) -> UserReport:
        """Report an account to the moderators.

        Raises `Refused` for one's own account, a repeated report, or a missing reason.
        """
        if about == moderator.id:
            raise refused_error("yourself")
        self.accounts.get(about)
        said = _reason(reason)
        made = UserReport(new_id(), moderator.id, about, match, clean_text(quoted)[:MAX_QUOTE_LENGTH], said, now)
        c = reports.c
        mine = (c.by == moderator.id, c.state == "open")

        def work(connection: Connection) -> None:
            same = select(c.id).where(*mine, c.about == about, c.quoted == made.quoted)
            count = connection.execute(select(func.count()).where(*mine)).scalar() or 0
            if connection.execute(same).first() is not None or count >= MAX_OPEN_REPORTS:
                raise refused_error("reported")
            connection.execute(insert(reports), msgspec.structs.asdict(made))

        self.database.write(work)
        return made

    def queue(self, state: ReportState = "open", limit: int = 100) -> list[UserReport]:
        """Return reports in a state, oldest first."""
        wanted = select(reports).where(reports.c.state == state).order_by(reports.c.time, reports.c.id).limit(limit)
        with self.database.reading() as connection:
            return [UserReport(**row) for row in connection.execute(wanted).mappings()]

    def settle_report(self, moderator: Account, report: str, state: ReportState, reason: str, now: str) -> None:
        """Mark a report as done or dismissed. Raises `Unknown`."""
        check_moderator(moderator)
        c, said = reports.c, _reason(reason)

        def work(connection: Connection) -> None:
            row = connection.execute(select(reports).where(c.id == report)).first()
            if row is None:
                raise Unknown(say("refused.no-report"))
            connection.execute(update(reports).where(c.id == report).values(state=state))
            data = {"report": report, "state": state}
            audit_log.add_audit_entry(
                connection, AuditEntry(now, moderator.id, "settle", row.by, row.match, said, data=data)
            )

        self.database.write(work)

    # Actions

    def warn(self, moderator: Account, account: str, reason: str, now: str) -> None:
        self._check(moderator, account)
        said = _reason(reason)
        self.database.write(
            lambda c: audit_log.add_audit_entry(c, AuditEntry(now, moderator.id, "warn", account, reason=said))
        )

    def restrict(
        self, moderator: Account, account: str, action: RestrictionKind, reason: str, until: str, now: str
    ) -> None:
        """Restrict an account until a time: from chat (mute), open matches (bar) or everything.

        "suspend" and "close" forbid everything and sign the account out everywhere. A "close" has no end. Raises
        `Refused`.
        """
        self._check(moderator, account)
        end = NO_END if action == "close" else until
        if end <= now:
            raise refused_error("until")
        said = _reason(reason)

        def work(connection: Connection) -> None:
            restrictions = _restrictions(connection, account)
            restrictions[RESTRICTION_SCOPES[action]] = {"until": end, "reason": said}
            connection.execute(update(accounts).where(accounts.c.id == account).values(restrictions=restrictions))
            if RESTRICTION_SCOPES[action] == "all":
                connection.execute(delete(sessions).where(sessions.c.account == account))
                connection.execute(delete(tokens).where(tokens.c.account == account))
            audit_log.add_audit_entry(
                connection, AuditEntry(now, moderator.id, action, account, reason=said, until=end)
            )

        self.database.write(work)

    def unrestrict(self, moderator: Account, account: str, action: RestrictionKind, reason: str, now: str) -> None:
        self._check(moderator, account)
        said = _reason(reason)

        def work(connection: Connection) -> None:
            restrictions = _restrictions(connection, account)
            restrictions.pop(RESTRICTION_SCOPES[action], None)
            connection.execute(update(accounts).where(accounts.c.id == account).values(restrictions=restrictions))
            audit_log.add_audit_entry(
                connection, AuditEntry(now, moderator.id, "lift", account, reason=said, data={"lifted": action})
            )

        self.database.write(work)

    def remove_player(self, moderator: Account, match: str, seat: str, reason: str, now: str) -> None:
        """Remove a player from a seat. A bot holds it until another player takes over.

        Raises `Unknown` if no account owns the seat.
        """
        account = self.seats.owners(match).get(seat)
        if account is None:
            raise Unknown(say("refused.no-seat"))
        self._check(moderator, account)
        said = _reason(reason)
        self.seats.leave_seat(match, SeatOwner(account, seat), "removed")
        action = AuditEntry(now, moderator.id, "remove", account, match, said, data={"seat": seat})
        self.database.write(lambda connection: audit_log.add_audit_entry(connection, action))

    def hide_message(self, moderator: Account, match: str, n: int, reason: str, now: str) -> None:
        """Hide a chat message. Raises `Unknown`."""
        check_moderator(moderator)
        said = _reason(reason)
        here = (chat_messages.c.match == match, chat_messages.c.n == n)

        def work(connection: Connection) -> None:
            account = connection.execute(select(chat_messages.c.account).where(*here)).scalar()
            if account is None:
                raise Unknown(say("refused.no-report"))
            connection.execute(update(chat_messages).where(*here).values(hidden_by=moderator.id or "-"))
            audit_log.add_audit_entry(
                connection, AuditEntry(now, moderator.id, "hide", account, match, said, data={"n": n})
            )

        self.database.write(work)

    def _check(self, moderator: Account, account: str) -> None:
        """Raise `Refused` unless the account `moderator` may act on another account.

        Only administrators may act on moderators.
        """
        check_moderator(moderator)
        other = self.accounts.get(account)
        if other.id == moderator.id:
            raise refused_error("yourself")
        if other.is_moderator and moderator.role != "admin":
            raise refused_error("above")


OPERATOR = Account("", "member", "", role="admin")
"""The operator on the command line of the server."""


def check_moderator(account: Account) -> None:
    """Raise `Refused` unless the account is a moderator or administrator."""
    if not account.is_moderator:
        raise refused_error("moderators")


def check_admin(account: Account) -> None:
    """Raise `Refused` unless the account is an administrator."""
    if account.role != "admin":
        raise refused_error("admins")


def _reason(reason: str) -> str:
    said = clean_text(reason)
    if not said:
        raise refused_error("no-reason")
    if len(said) > MAX_REASON_LENGTH:
        raise refused_error("long-reason", most=MAX_REASON_LENGTH)
    return said


def _restrictions(connection: Connection, account: str) -> dict[str, Any]:
    return dict(connection.execute(select(accounts.c.restrictions).where(accounts.c.id == account)).scalar() or {})
