"""Our own addresses: what stands before the @ says for what a mail is meant."""

from __future__ import annotations

import re
from hashlib import blake2b
from hmac import compare_digest
from typing import Literal

import msgspec

from palatine.matches.fairness import LETTERS

Kind = Literal["seat", "bounce", "stop", "invitation", "referee"]

_WORD = f"[{LETTERS}]"
_FORMS: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    ("seat", re.compile(rf"s-{_WORD}{{16}}")),
    ("bounce", re.compile(r"b-(\d{1,12})-([0-9a-f]{16})")),
    ("stop", re.compile(r"stop-([\w-]{8,64})")),
    ("invitation", re.compile(rf"i-({_WORD}{{26}})")),
)


class AddressPurpose(msgspec.Struct, frozen=True):
    """For what a mail is meant, by the address it was sent to."""

    kind: Kind
    local: str
    token: str = ""
    """What the address carries: a token, or of a bounce the number of what was sent."""


def place_of(recipient: str, sender: str, key: bytes) -> AddressPurpose | None:
    """The place an address names; None for one that we never gave to anybody.

    What stands before a "+" is the mailbox that is polled, and does not matter. `sender` is the local part we write
    from, `key` signs the addresses to which bounces come.
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
    """Where what was sent under that number comes back to."""
    return f"b-{message}-{_mac(key, str(message))}"


def _mac(key: bytes, text: str) -> str:
    return blake2b(text.encode(), key=key, digest_size=8, person=b"palatine-post").hexdigest()
