"""Passwords, for servers without HTTPS and mail: Argon2id, 19 MiB, two passes, about 64 ms."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from palatine.accounts.auth.known_devices import KnownDevices
from palatine.accounts.auth.rate_limits import RateLimiter
from palatine.accounts.auth.wording import forbidden_error, refused_error
from palatine.accounts.mail_addresses import normalize_address
from palatine.accounts.names import similarity_key as folded_name
from palatine.matches.fairness import new_key
from palatine.optional_imports import MissingExtra
from palatine.store.engine import Database
from palatine.store.schema_people import accounts, addresses, credentials

MIN_LENGTH, MAX_LENGTH = 10, 200
MEMORY_KIB, PASSES, LANES = 19 * 1024, 2, 1
KIND = "password"


class Passwords:
    """The passwords of accounts. Hashing is slow: call the methods in a worker thread."""

    def __init__(self, database: Database, rate_limiter: RateLimiter) -> None:
        self.database = database
        self.tries = rate_limiter
        self.known = KnownDevices(database)

    def account_with_password(
        self, name_or_address: str, password: str, network: str, now: str, *, nonce: str = ""
    ) -> str:
        """Return the account with a name or verified address, and this password.

        `nonce` is that of the browser. Raises `Forbidden`, with the same message after the same time whether or not
        the account exists, and `RateLimited`. Attempts are counted by what was typed, so that the limit does not
        disclose which names and addresses belong together. A browser that has signed in to the account before is
        counted separately, so that others cannot lock its owner out.
        """
        account, kept = self._stored_hash(name_or_address)
        typed = normalize_address(name_or_address) if "@" in name_or_address else folded_name(name_or_address)
        self.tries.spend_for_target("password", typed, network, self.known.limiter_key(account, nonce, now), now)
        if not _matches_hash(kept or _decoy_hash(), password) or not kept:
            raise forbidden_error("password.wrong")
        again = _hasher().hash(password) if _hasher().check_needs_rehash(kept) else kept
        mine = update(credentials).where(credentials.c.id == _id(account), credentials.c.public == kept.encode())
        self.database.write(lambda c: c.execute(mine.values(used=now, public=again.encode())).rowcount)
        return account

    def is_correct(self, account: str, password: str, now: str) -> bool:
        """Return whether a signed-in account has this password. Raises `RateLimited`."""
        self.tries.spend("password", account, now)
        with self.database.reading() as connection:
            kept = connection.execute(select(credentials.c.public).where(credentials.c.id == _id(account))).scalar()
        return kept is not None and _matches_hash(kept.decode(), password)

    def has_password(self, account: str) -> bool:
        """Return whether an account has a password."""
        with self.database.reading() as connection:
            mine = select(credentials.c.id).where(credentials.c.id == _id(account))
            return connection.execute(mine).first() is not None

    def set_password(self, account: str, password: str, name: str, now: str) -> None:
        """Set the password of an account with that `name`. Raises `Refused` for a weak password."""
        _check_strength(password, name)
        kept = _hasher().hash(password).encode()

        def work(connection: Connection) -> None:
            connection.execute(delete(credentials).where(credentials.c.id == _id(account)))
            row = {"id": _id(account), "account": account, "kind": KIND, "public": kept, "made": now}
            connection.execute(insert(credentials), row)

        self.database.write(work)

    def delete_password(self, account: str) -> None:
        """Delete an account's password."""
        mine = delete(credentials).where(credentials.c.id == _id(account))
        self.database.write(lambda connection: connection.execute(mine).rowcount)

    def _stored_hash(self, who: str) -> tuple[str, str]:
        """Return the account with a name or address and its password hash, or two empty strings."""
        by_address = select(addresses.c.account).where(
            addresses.c.folded == normalize_address(who), addresses.c.proved != ""
        )
        by_name = select(accounts.c.id).where(accounts.c.folded == folded_name(who))
        with self.database.reading() as connection:
            account = connection.execute(by_address if "@" in who else by_name).scalar() or ""
            mine = select(credentials.c.public).where(credentials.c.id == _id(account))
            kept = connection.execute(mine).scalar()
        return (account, kept.decode()) if kept else ("", "")


def _check_strength(password: str, name: str) -> None:
    if len(password) < MIN_LENGTH:
        raise refused_error("password.short", least=MIN_LENGTH)
    if len(password) > MAX_LENGTH:
        raise refused_error("password.long", most=MAX_LENGTH)
    plain = password.casefold()
    if (
        plain in _worst()
        or len(set(plain)) < 4
        or (name and plain.replace(name.casefold(), "").strip("0123456789") == "")
    ):
        raise refused_error("password.worst")


def _id(account: str) -> str:
    return f"{KIND} {account}"


def _matches_hash(kept: str, password: str) -> bool:
    from argon2.exceptions import VerificationError  # From the optional dependencies.

    if len(password) > MAX_LENGTH:
        return False
    try:
        return bool(_hasher().verify(kept, password))
    except VerificationError:
        return False


@cache
def _hasher() -> Any:
    try:
        from argon2 import PasswordHasher  # From the optional dependencies.
    except ImportError as error:
        raise MissingExtra("argon2-cffi", "server") from error
    return PasswordHasher(time_cost=PASSES, memory_cost=MEMORY_KIB, parallelism=LANES)


@cache
def _decoy_hash() -> str:
    """Return a hash to compare with if there is no account: that of a random password."""
    return str(_hasher().hash(new_key()))


@cache
def _worst() -> frozenset[str]:
    text = (files("palatine.accounts.auth") / "data" / "worst-passwords.txt").read_text(encoding="utf-8")
    return frozenset(text.split())
