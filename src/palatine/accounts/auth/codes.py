"""One-time codes with an expiry: the rows of `codes`.

A row is found by the hash of a long secret (a link, a challenge), or by the nonce of the requesting browser. In the
latter case the typed short code is compared, and wrong codes are counted.
"""

from __future__ import annotations

import secrets
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from palatine.matches.fairness import ID_ALPHABET, key_hash
from palatine.store.schema_people import codes

MAX_WRONG_ATTEMPTS = 5
"""Wrong attempts after which a code is void."""
CODE_LETTERS = 8


class Code(msgspec.Struct, frozen=True):
    """A row of `codes`."""

    hash: str
    purpose: str
    subject: str
    nonce: str
    data: dict[str, Any]
    tries: int
    expires: str
    used: str


def new_code(letters: int = CODE_LETTERS) -> str:
    """Return a random code to be typed, with five bits per letter."""
    return "".join(secrets.choice(ID_ALPHABET) for _ in range(letters))


def format_code(code: str) -> str:
    """Return a code for display, in groups of four."""
    return " ".join(code[at : at + 4] for at in range(0, len(code), 4))


def normalize_code(text: str) -> str:
    """Return a typed code without spaces, hyphens and capitals."""
    return "".join(letter for letter in text.lower() if letter.isalnum())


def code_hash(code: str, nonce: str) -> str:
    """Return the stored hash of a short code.

    It includes the nonce, known only to the browser, so that it cannot be found by trying all codes.
    """
    return key_hash(f"{nonce} {normalize_code(code)}")


def store_code(
    connection: Connection,
    purpose: str,
    subject: str,
    secret: str,
    expires: str,
    nonce: str = "",
    data: dict[str, Any] | None = None,
) -> None:
    """Store a secret, to be found by itself or by the browser's nonce."""
    row = {"hash": key_hash(secret), "purpose": purpose, "subject": subject, "expires": expires}
    connection.execute(insert(codes), row | {"nonce": key_hash(nonce) if nonce else "", "data": data or {}})


def find_code(connection: Connection, purpose: str, secret: str, now: str) -> Code | None:
    """Return the row of a valid secret without using it."""
    found = connection.execute(
        select(codes).where(codes.c.hash == key_hash(secret), *_usable_conditions(purpose, now))
    ).first()
    return Code(**found._mapping) if found else None


def use_code(connection: Connection, purpose: str, secret: str, now: str) -> Code | None:
    """Use a valid secret and return its row."""
    mine = update(codes).where(codes.c.hash == key_hash(secret), *_usable_conditions(purpose, now)).values(used=now)
    found = connection.execute(mine.returning(codes)).first()
    return Code(**found._mapping) if found else None


def codes_of_nonce(connection: Connection, purpose: str, nonce: str, now: str) -> list[Code]:
    """Return the valid rows requested by a browser, newest first."""
    mine = (codes.c.nonce == key_hash(nonce), *_usable_conditions(purpose, now))
    found = connection.execute(select(codes).where(*mine).order_by(codes.c.expires.desc()))
    return [Code(**row._mapping) for row in found] if nonce else []


def codes_of_subject(connection: Connection, purpose: str, subject: str, now: str) -> list[Code]:
    """Return the valid rows of a subject, newest first."""
    mine = (codes.c.subject == subject, *_usable_conditions(purpose, now))
    found = connection.execute(select(codes).where(*mine).order_by(codes.c.expires.desc()))
    return [Code(**row._mapping) for row in found]


def mark_used(connection: Connection, code: Code, now: str) -> bool:
    """Mark a row as used; return False if another request was faster."""
    mine = update(codes).where(codes.c.hash == code.hash, codes.c.used == "").values(used=now)
    return bool(connection.execute(mine).rowcount)


def update_code(connection: Connection, code: Code, **values: Any) -> None:
    connection.execute(update(codes).where(codes.c.hash == code.hash).values(**values))


def count_wrong_code(connection: Connection, rows: list[Code]) -> None:
    """Count a wrong code for rows."""
    hashes = [row.hash for row in rows]
    connection.execute(update(codes).where(codes.c.hash.in_(hashes)).values(tries=codes.c.tries + 1))


def delete_codes(connection: Connection, purpose: str, subject: str) -> None:
    """Delete all codes for a subject."""
    connection.execute(delete(codes).where(codes.c.purpose == purpose, codes.c.subject == subject))


def delete_expired_codes(connection: Connection, now: str) -> None:
    """Delete expired codes."""
    connection.execute(delete(codes).where(codes.c.expires <= now))


def _usable_conditions(purpose: str, now: str) -> tuple[Any, ...]:
    return codes.c.purpose == purpose, codes.c.used == "", codes.c.expires > now, codes.c.tries < MAX_WRONG_ATTEMPTS
