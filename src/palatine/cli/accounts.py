"""`palatine accounts`: list, create, recover, merge and erase accounts, and set their roles."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable

import msgspec

from palatine.accounts.accounts import Account
from palatine.accounts.admin.audit_log import AuditEntry
from palatine.accounts.admin.audit_log import note as write_down
from palatine.accounts.auth.rate_limits import RateLimiter
from palatine.accounts.auth.recovery import Recovery
from palatine.accounts.principals import AccountService
from palatine.cli.common import database, open_kept
from palatine.cli.lists import print_json
from palatine.config import find_config
from palatine.core import PalatineError
from palatine.matches import MatchServices
from palatine.matches.clock import now
from palatine.store import Store


def everybody(given: Namespace) -> int:
    """Run `palatine accounts list`: print all accounts, the oldest first."""
    found = [each for each in _people(given).accounts.everybody() if each.kind != "tombstone"]
    if given.json:
        print_json(msgspec.to_builtins(found))
        return 0
    for each in found:
        print(f"{each.name}  {each.role or each.kind}  since {each.created[:10]}, last seen {each.seen[:10]}")
    return 0


def create(given: Namespace) -> int:
    """Run `palatine accounts create NAME`: create a member and print a sign-in link."""

    def make(people: AccountService) -> str:
        account = people.accounts.member(given.name, now(), given.role or "")
        return _note(people, "create", account) + _link(given, people, account)

    return _done(given, make, may_begin=True)


def recover(given: Namespace) -> int:
    """Run `palatine accounts recover NAME` (or `reset`): print a sign-in link for an account.

    For people who have lost all other ways to sign in.
    """

    def let_in(people: AccountService) -> str:
        account = _named(people, given.name)
        return _note(people, "recover", account) + _link(given, people, account)

    return _done(given, let_in)


def invite(given: Namespace) -> int:
    """Run `palatine accounts invite`: print a sign-in link for a new account.

    The link also works on a server with invitations only.
    """

    def ask(people: AccountService) -> str:
        account = people.accounts.guest(now())
        return _note(people, "invite", account) + _link(given, people, account)

    return _done(given, ask, may_begin=True)


def erase(given: Namespace) -> int:
    """Run `palatine accounts erase NAME`: print what would be erased; with --yes, erase it."""

    def go(people: AccountService) -> str:
        account = _named(people, given.name)
        erasure = people.social.erasure
        erasure.check_may_go(account)
        told = "\n".join(
            f"{count:6}  {TAKEN[what]}" for what, count in erasure.would_take(account.id).items() if count
        )
        if not given.yes:
            head = f"This would erase the account of {account.name}:\n{told or '     1  account, and nothing else'}"
            return f"{head}\nNothing is done yet. To erase it for good, add --yes."
        noted = _note(people, "erase", account)
        erasure.erase(account.id)
        return f"{told}\n{noted} “A former player” stands in their place."

    return _done(given, go)


TAKEN = {
    "running": "matches under way, in which a bot holds their seat and it is free to others",
    "finished": "finished matches, in which they become “a former player”",
    "credentials": "ways to sign in", "addresses": "mail addresses", "sessions": "devices signed in",
    "tokens": "tokens of programs", "channels": "ways to be called", "notes": "notes on matches",
    "pending_turns": "turns to be taken", "outbox": "notifications and mails", "chat_messages": "chat messages",
}  # fmt: skip
"""Descriptions of what an erasure deletes, by kind."""


def role(given: Namespace) -> int:
    """Run `palatine accounts role NAME ROLE`: make an account admin, moderator or neither."""

    def give(people: AccountService) -> str:
        account = people.accounts.set_role(
            _named(people, given.name).id, "" if given.role == "none" else given.role
        )
        return _note(people, "role", account, given.role)

    return _done(given, give)


def merge(given: Namespace) -> int:
    """Run `palatine accounts merge NAME INTO`: merge two accounts of one person."""

    def join(people: AccountService) -> str:
        account, into = _named(people, given.name), _named(people, given.into)
        if account.id == into.id:
            raise PalatineError("These are one account already.")
        people.merge(account, into, now())
        return _note(people, "merge", into, account.name)

    return _done(given, join)


def _done(given: Namespace, work: Callable[[AccountService], str], *, may_begin: bool = False) -> int:
    """Run `work` and print its result; return 1 if it raises PalatineError.

    With `may_begin` a missing database is created.
    """
    try:
        print(work(_people(given, may_begin=may_begin)))
    except PalatineError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _people(given: Namespace, *, may_begin: bool = False) -> AccountService:
    store = Store.open(database(given)) if may_begin else open_kept(given)
    return AccountService(MatchServices(store), store.database, find_config(given.config))


def _named(people: AccountService, name: str) -> Account:
    found = people.accounts.named(name)
    if found is None:
        raise PalatineError(f"Nobody here is called {name!r}.")
    return found


def _note(people: AccountService, action: str, account: Account, reason: str = "") -> str:
    """Add the operator's action to the audit log and return a confirmation."""
    done = AuditEntry(now(), "", action, account.id, reason=reason)
    people.database.write(lambda connection: write_down(connection, done))
    return f"Done: {account.name}. The audit log has an entry."


def _link(given: Namespace, people: AccountService, account: Account) -> str:
    """Return a single-use sign-in link for an account."""
    store = Store.open(database(given))
    recovery = Recovery(people.database, RateLimiter(store.attempts), lambda connection, who, event, time: None)
    base = people.config.site.url.rstrip("/") or f"http://localhost:{people.config.server.port}"
    token = recovery.link(account.id, now())
    return (
        f"\n{base}/signin/{token}\nEverybody who has this link can sign in to the account, once, within three days."
    )
