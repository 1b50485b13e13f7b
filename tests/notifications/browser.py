"""A push client: its keys, its subscription, and how it decrypts messages."""

from __future__ import annotations

import base64
import json
import os
from typing import Any

import http_ece
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec


class Device:
    """One browser on one device."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = os.urandom(16)

    def subscription(self, endpoint: str) -> str:
        """Return the subscription that its page sends."""
        form = serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        keys = {"p256dh": text(self.key.public_key().public_bytes(*form)), "auth": text(self.auth)}
        return json.dumps({"endpoint": endpoint, "expirationTime": None, "keys": keys})

    def open(self, body: bytes) -> Any:
        """Return the decrypted text of a push message."""
        plain = http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth, version="aes128gcm")
        return json.loads(plain)


def text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
