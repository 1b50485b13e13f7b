"""Seeds, commitments and keys: why nobody can foresee the dice, and anybody can check them.

Before play the server draws a seed of 32 random bytes and publishes its commitment, BLAKE2b-256 of the seed. Each
person then adds a number of their own. The dice are keyed by both, so neither the server nor a player can choose
them: the server was bound before it saw the numbers, the players chose theirs without the seed. After the match
the seed is revealed.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from hashlib import blake2b

LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
"""Thirty-two that are hard to mistake for each other: five bits each."""


def new_seed() -> bytes:
    return secrets.token_bytes(32)


def new_id() -> str:
    """An id that cannot be guessed (70 bits)."""
    return "".join(secrets.choice(LETTERS) for _ in range(14))


def new_key() -> str:
    """A secret key to a seat (130 bits)."""
    return "".join(secrets.choice(LETTERS) for _ in range(26))


def key_hash(key: str) -> str:
    """What is stored of a key."""
    return blake2b(key.encode(errors="replace"), digest_size=32).hexdigest()


def commitment(seed: bytes) -> str:
    """BLAKE2b-256 of the seed, in hexadecimal."""
    return blake2b(seed, digest_size=32).hexdigest()


def mixed(seed: bytes, numbers: Iterable[tuple[str, str]]) -> bytes:
    """The seed that the game is set up with: `seed` and every seat's number, in the order of the table.

    BLAKE2b-256, personalised "palatine-mix", of the seed and then for each seat its name and its number in
    UTF-8, each preceded by its length in bytes as four bytes, big end first. A bot's number is empty.
    """
    digest = blake2b(seed, digest_size=32, person=b"palatine-mix")
    for pair in numbers:
        for text in pair:
            data = text.encode()
            digest.update(len(data).to_bytes(4, "big") + data)
    return digest.digest()
