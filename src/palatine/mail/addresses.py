"""The local parts of our own mail addresses, which encode the purpose of an email."""

from __future__ import annotations

import re
from hashlib import blake2b
from hmac import compare_digest
from typing import Literal

import msgspec

from palatine.matches.fairness import ID_ALPHABET

Kind = Literal["seat", "bounce", "stop", "invitation", "test", "referee"]

_WORD = f"[{ID_ALPHABET}]"
_FORMS: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    ("seat", re.compile(rf"s-{_WORD}{{16}}")),
    ("bounce", re.compile(r"b-(\d{1,12})-([0-9a-f]{16})")),
    ("stop", re.compile(r"stop-([\w-]{8,64})")),
    ("invitation", re.compile(rf"i-({_WORD}{{26}})")),
    ("test", re.compile(rf"t-({_WORD}{{26}})")),
)


class AddressPurpose(msgspec.Struct, frozen=True):
    """The purpose of an email, derived from the address to which it was sent."""

    kind: Kind
    local: str
    token: str = ""
    """The token in the address; for a bounce, the outbox number of the bounced email."""


def purpose_of(recipient: str, sender: str, key: bytes) -> AddressPurpose | None:
    """Return the purpose of an address, or None if it is not one of ours.

    Anything before a "+" is the polled mailbox and is ignored. `sender` is the local part of our From address. `key`
    signs bounce addresses.
    """
    whole = recipient.strip().strip("<>").rpartition("@")[0].casefold()
    local = whole.rpartition("+")[2]
    for kind, form in _FORMS:
        found = form.fullmatch(local)
        if found is None:
            continue
        if kind == "bounce" and not compare_digest(found[2], _mac(key, found[1])):
            return None
        return AddressPurpose(kind, local, found[1] if found.groups() else "")
    return AddressPurpose("referee", local) if sender.casefold() in (local, whole) else None


def bounce_local(message: int, key: bytes) -> str:
    """Return the local part to which bounces of the email with this outbox number are sent."""
    return f"b-{message}-{_mac(key, str(message))}"


def _mac(key: bytes, text: str) -> str:
    return blake2b(text.encode(), key=key, digest_size=8, person=b"palatine-post").hexdigest()
