"""Seeds, commitments and seat keys: unpredictable, verifiable dice.

Before play the server draws a seed of 32 random bytes and publishes its commitment, the BLAKE2b-256 digest of the
seed. Each human player then adds a number. The dice are keyed by both, so neither the server nor a player can choose
them: the server committed itself before it saw the numbers, and the players chose theirs without knowing the seed.
The seed is revealed after the match.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from hashlib import blake2b

ID_ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"
"""Thirty-two characters that are hard to confuse; each carries five bits."""


def new_seed() -> bytes:
    return secrets.token_bytes(32)


def new_id() -> str:
    """Return a new unguessable id (70 bits)."""
    return "".join(secrets.choice(ID_ALPHABET) for _ in range(14))


def new_key() -> str:
    """Return a new secret seat key (130 bits)."""
    return "".join(secrets.choice(ID_ALPHABET) for _ in range(26))


def key_hash(key: str) -> str:
    """Return the hash under which a key is stored."""
    return blake2b(key.encode(errors="replace"), digest_size=32).hexdigest()


def commitment(seed: bytes) -> str:
    """Return the BLAKE2b-256 digest of the seed in hexadecimal."""
    return blake2b(seed, digest_size=32).hexdigest()


def mix_seed(seed: bytes, numbers: Iterable[tuple[str, str]]) -> bytes:
    """Return the seed of the game's dice, derived from `seed` and the numbers of all seats.

    It is a BLAKE2b-256 digest, personalised "palatine-mix". Its input is the seed, followed for each seat in order by
    its name and its number in UTF-8. Each text is preceded by its length in bytes as four big-endian bytes. A bot's
    number is empty.
    """
    digest = blake2b(seed, digest_size=32, person=b"palatine-mix")
    for pair in numbers:
        for text in pair:
            data = text.encode()
            digest.update(len(data).to_bytes(4, "big") + data)
    return digest.digest()
