"""Moderation on the command line: ratings, restrictions, the audit log."""

from __future__ import annotations

import sys
from argparse import Namespace
from datetime import date
from typing import Any

from palatine.accounts.accounts import Account, Accounts
from palatine.accounts.admin.audit_log import AuditLog
from palatine.accounts.admin.moderation import OPERATOR, ModerationService
from palatine.accounts.ratings import Ratings
from palatine.accounts.results import Results
from palatine.cli.common import open_existing
from palatine.core import PalatineError
from palatine.matches import MatchServices
from palatine.matches.clock import now

AUDIT_NAMES: dict[str, Any] = {"restrict": "bar", "unrestrict": "lift", "unban": "lift"}
"""Names of actions in the audit log, for commands with other names."""


def rerate(args: Namespace) -> int:
    """Run `palatine accounts rerate`: store missing results and recalculate all ratings."""
    kept = open_existing(args).database
    Results(kept).store_missing()
    print(f"Recalculated from {Ratings(kept).rerate()} rated matches.")
    return 0


def moderate(args: Namespace) -> int:
    """Run `palatine accounts warn|mute|restrict|suspend|ban|close|unrestrict|unban`.

    Returns 1 if the action fails.
    """
    store = open_existing(args)
    people = Accounts(store.database)
    moderation = ModerationService(store.database, MatchServices(store).seats, people)
    action, until = AUDIT_NAMES.get(args.action, args.action), args.until
    try:
        account = _account_by_name(people, args.name)
        if action == "warn":
            moderation.warn(OPERATOR, account.id, args.reason, now())
        elif action == "lift":
            restriction = AUDIT_NAMES.get(args.what, args.what)
            moderation.unrestrict(OPERATOR, account.id, restriction, args.reason, now())
        else:
            end = f"{_day(until)}T23:59:59.000Z" if until else ""
            if action == "ban":
                action = "suspend" if until else "close"
            moderation.restrict(OPERATOR, account.id, action, args.reason, end, now())
    except PalatineError as error:
        print(error, file=sys.stderr)
        return 1
    print(f"Done: {account.name}. The audit log has an entry.")
    return 0


def audit_log(args: Namespace) -> int:
    """Run `palatine accounts audit-log`: print the entries, the latest first.

    Returns 1 if the account does not exist.
    """
    kept = open_existing(args).database
    people, book = Accounts(kept), AuditLog(kept)
    try:
        found = book.of_account(_account_by_name(people, args.name).id) if args.name else book.latest_entries()
    except PalatineError as error:
        print(error, file=sys.stderr)
        return 1
    names = people.names_of({each.account for each in found} | {each.by for each in found})
    for each in found:
        until = f" until {each.until[:10]}" if each.until else ""
        by, whom = names.get(each.by, "the operator"), names.get(each.account, "-")
        print(f"{each.time[:16]}  {each.action}{until}  {whom}  by {by}: {each.reason}")
    return 0


def _day(text: str) -> str:
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError as error:
        raise PalatineError(f"A day is written as 2027-01-31, not {text!r}.") from error


def _account_by_name(people: Accounts, name: str) -> Account:
    found = people.find_by_name(name)
    if found is None:
        raise PalatineError(f"Nobody here is called {name!r}.")
    return found
