"""`palatine accounts`: list, create, recover, merge and erase accounts, and set their roles."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable

import msgspec

from palatine.accounts.accounts import Account
from palatine.accounts.admin.audit_log import AuditEntry
from palatine.accounts.admin.audit_log import add_audit_entry as write_down
from palatine.accounts.auth.rate_limits import RateLimiter
from palatine.accounts.auth.recovery import RecoveryService
from palatine.accounts.principals import AccountService
from palatine.cli.common import database_location, open_existing
from palatine.cli.lists import print_json
from palatine.config import find_config
from palatine.core import PalatineError
from palatine.matches import MatchServices
from palatine.matches.clock import now
from palatine.store import Store


def list_accounts(args: Namespace) -> int:
    """Run `palatine accounts list`: print all accounts, the oldest first."""
    found = [each for each in _open_accounts(args).accounts.all_accounts() if each.kind != "tombstone"]
    if args.json:
        print_json(msgspec.to_builtins(found))
        return 0
    for each in found:
        print(f"{each.name}  {each.role or each.kind}  since {each.created[:10]}, last seen {each.seen[:10]}")
    return 0


def create(args: Namespace) -> int:
    """Run `palatine accounts create NAME`: create a member and print a sign-in link."""

    def make(people: AccountService) -> str:
        account = people.accounts.create_member(args.name, now(), args.role or "")
        return _record_action(people, "create", account) + _link(args, people, account)

    return _run_and_print(args, make, may_begin=True)


def recover(args: Namespace) -> int:
    """Run `palatine accounts recover NAME` (or `reset`): print a sign-in link for an account.

    For people who have lost all other ways to sign in.
    """

    def let_in(people: AccountService) -> str:
        account = _account_by_name(people, args.name)
        return _record_action(people, "recover", account) + _link(args, people, account)

    return _run_and_print(args, let_in)


def invite(args: Namespace) -> int:
    """Run `palatine accounts invite`: print a sign-in link for a new account.

    The link also works on a server with invitations only.
    """

    def ask(people: AccountService) -> str:
        account = people.accounts.create_guest(now())
        return _record_action(people, "invite", account) + _link(args, people, account)

    return _run_and_print(args, ask, may_begin=True)


def erase(args: Namespace) -> int:
    """Run `palatine accounts erase NAME`: print what would be erased; with --yes, erase it."""

    def go(people: AccountService) -> str:
        account = _account_by_name(people, args.name)
        erasure = people.social.erasure
        erasure.check_can_erase(account)
        told = "\n".join(
            f"{count:6}  {ERASED_LABELS[what]}"
            for what, count in erasure.count_affected(account.id).items()
            if count
        )
        if not args.yes:
            head = f"This would erase the account of {account.name}:\n{told or '     1  account, and nothing else'}"
            return f"{head}\nNothing is done yet. To erase it for good, add --yes."
        noted = _record_action(people, "erase", account)
        erasure.erase(account.id)
        return f"{told}\n{noted} “A former player” stands in their place."

    return _run_and_print(args, go)


ERASED_LABELS = {
    "running": "matches under way, in which a bot holds their seat and it is free to others",
    "finished": "finished matches, in which they become “a former player”",
    "credentials": "ways to sign in", "addresses": "mail addresses", "sessions": "devices signed in",
    "tokens": "tokens of programs", "channels": "ways to be called", "notes": "notes on matches",
    "pending_turns": "turns to be taken", "outbox": "notifications and mails", "chat_messages": "chat messages",
}  # fmt: skip
"""Descriptions of what an erasure deletes, by kind."""


def role(args: Namespace) -> int:
    """Run `palatine accounts role NAME ROLE`: make an account admin, moderator or neither."""

    def give(people: AccountService) -> str:
        account = people.accounts.set_role(
            _account_by_name(people, args.name).id, "" if args.role == "none" else args.role
        )
        return _record_action(people, "role", account, args.role)

    return _run_and_print(args, give)


def merge(args: Namespace) -> int:
    """Run `palatine accounts merge NAME INTO`: merge two accounts of one person."""

    def join(people: AccountService) -> str:
        account, into = _account_by_name(people, args.name), _account_by_name(people, args.into)
        if account.id == into.id:
            raise PalatineError("These are one account already.")
        people.merge(account, into, now())
        return _record_action(people, "merge", into, account.name)

    return _run_and_print(args, join)


def _run_and_print(args: Namespace, work: Callable[[AccountService], str], *, may_begin: bool = False) -> int:
    """Run `work` and print its result; return 1 if it raises PalatineError.

    With `may_begin` a missing database is created.
    """
    try:
        print(work(_open_accounts(args, may_begin=may_begin)))
    except PalatineError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _open_accounts(args: Namespace, *, may_begin: bool = False) -> AccountService:
    store = Store.open(database_location(args)) if may_begin else open_existing(args)
    return AccountService(MatchServices(store), store.database, find_config(args.config))


def _account_by_name(accounts: AccountService, name: str) -> Account:
    found = accounts.accounts.find_by_name(name)
    if found is None:
        raise PalatineError(f"Nobody here is called {name!r}.")
    return found


def _record_action(accounts: AccountService, action: str, account: Account, reason: str = "") -> str:
    """Add the operator's action to the audit log and return a confirmation."""
    done = AuditEntry(now(), "", action, account.id, reason=reason)
    accounts.database.write(lambda connection: write_down(connection, done))
    return f"Done: {account.name}. The audit log has an entry."


def _link(args: Namespace, accounts: AccountService, account: Account) -> str:
    store = Store.open(database_location(args))
    recovery = RecoveryService(
        accounts.database, RateLimiter(store.attempts), lambda connection, who, event, time, what="": None
    )
    base = accounts.config.site.url.rstrip("/") or f"http://localhost:{accounts.config.server.port}"
    token = recovery.create_link(account.id, now())
    return (
        f"\n{base}/signin/{token}\nEverybody who has this link can sign in to the account, once, within three days."
    )
