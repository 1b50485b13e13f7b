"""A local OpenID provider that confirms any identity for a test, and can be made to lie."""

from __future__ import annotations

import base64
import hashlib
import json
import threading
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from joserfc import jwt
from joserfc.jwk import RSAKey

CLIENT, SECRET = "palatine", "the client's secret"


@cache
def _key() -> RSAKey:
    """Return the key of all providers of a run. Generating one takes longer than a test."""
    return RSAKey.generate_key(2048, {"kid": "one"})


class Provider:
    """An OpenID provider with the address `issuer`.

    `changes` override the claims about a user. `signs_with` is the key that signs tokens.
    """

    def __init__(self) -> None:
        self.key = self.signs_with = _key()
        self.changes: dict[str, Any] = {}
        self.granted: dict[str, dict[str, str]] = {}
        self.seconds = 0
        provider = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self._answer(provider.get(urlsplit(self.path).path))

            def do_POST(self) -> None:
                form = parse_qs(self.rfile.read(int(self.headers["content-length"])).decode())
                answer = provider.token(
                    {name: values[0] for name, values in form.items()}, self.headers["authorization"]
                )
                self._answer(answer, 200 if answer else 400)

            def _answer(self, data: dict[str, Any], status: int = 200) -> None:
                body = json.dumps(data).encode()
                self.send_response(status)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: Any) -> None:
                """Suppress the log."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.issuer = f"http://127.0.0.1:{self.server.server_port}"
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()

    def close(self) -> None:
        self.server.shutdown()
        self.thread.join(5)
        self.server.server_close()

    def get(self, path: str) -> dict[str, Any]:
        if path == "/keys":
            return {"keys": [self.key.as_dict(private=False)]}
        return {
            "issuer": self.changes.get("issuer", self.issuer), "authorization_endpoint": f"{self.issuer}/authorize",
            "token_endpoint": f"{self.issuer}/token", "jwks_uri": f"{self.issuer}/keys",
        }  # fmt: skip

    def authorize(self, url: str, subject: str, now: int) -> tuple[str, str]:
        """Sign a user in, and return the state and code with which they come back."""
        asked = {name: values[0] for name, values in parse_qs(urlsplit(url).query).items()}
        assert asked["response_type"] == "code"
        assert asked["code_challenge_method"] == "S256"
        self.seconds = now
        code = f"code-{len(self.granted)}"
        self.granted[code] = {**asked, "sub": subject}
        return asked["state"], code

    def token(self, form: dict[str, str], authorization: str) -> dict[str, Any]:
        """Exchange a code, once, for a token. Returns {} unless code, verifier and client are right."""
        asked = self.granted.pop(form["code"], None)
        known = base64.b64encode(f"{CLIENT}:{SECRET}".encode()).decode()
        digest = hashlib.sha256(form["code_verifier"].encode()).digest()
        challenge = base64.urlsafe_b64encode(digest).decode().rstrip("=")
        if asked is None or challenge != asked["code_challenge"] or authorization != f"Basic {known}":
            return {}
        if form["redirect_uri"] != asked["redirect_uri"]:
            return {}
        claims = {
            "iss": self.issuer, "sub": asked["sub"], "aud": CLIENT, "iat": self.seconds, "exp": self.seconds + 300,
            "nonce": asked["nonce"], "preferred_username": "Ann", "email": "bob@example.org", "email_verified": True,
        }  # fmt: skip
        token = jwt.encode({"alg": "RS256", "kid": "one"}, claims | self.changes, self.signs_with)
        return {"access_token": "x", "token_type": "Bearer", "id_token": token}
