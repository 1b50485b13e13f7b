"""A software passkey: the answers of a browser and its authenticator, right or wrong."""

from __future__ import annotations

import hashlib
import json
import secrets
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from webauthn import base64url_to_bytes
from webauthn.helpers import bytes_to_base64url

PRESENT, VERIFIED, HAS_KEY = 0x01, 0x04, 0x40


class SoftKey:
    """A key pair of one account on one device."""

    def __init__(self, domain: str = "play.example.org", origin: str = "https://play.example.org") -> None:
        self.domain, self.origin = domain, origin
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = secrets.token_bytes(32)
        self.count = 0
        self.handle = b""

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        """Return the answer to `navigator.credentials.create`."""
        self.handle = base64url_to_bytes(options["user"]["id"])
        at = self.key.public_key().public_numbers()
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: at.x.to_bytes(32, "big"), -3: at.y.to_bytes(32, "big")})
        kept = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + public
        data = self._data(PRESENT | VERIFIED | HAS_KEY) + kept
        made = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        said = self._said("webauthn.create", options["challenge"])
        return self._answer({"clientDataJSON": _text(said), "attestationObject": _text(made)})

    def sign(self, options: dict[str, Any]) -> dict[str, Any]:
        """Return the answer to `navigator.credentials.get`."""
        self.count += 1
        data, said = self._data(PRESENT | VERIFIED), self._said("webauthn.get", options["challenge"])
        signature = self.key.sign(data + hashlib.sha256(said).digest(), ec.ECDSA(SHA256()))
        parts = {
            "clientDataJSON": said,
            "authenticatorData": data,
            "signature": signature,
            "userHandle": self.handle,
        }
        return self._answer({name: _text(value) for name, value in parts.items()})

    def _data(self, flags: int) -> bytes:
        return hashlib.sha256(self.domain.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big")

    def _said(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()

    def _answer(self, response: dict[str, Any]) -> dict[str, Any]:
        name = _text(self.id)
        return {"id": name, "rawId": name, "type": "public-key", "response": response, "clientExtensionResults": {}}


def _text(data: bytes) -> str:
    return bytes_to_base64url(data)
