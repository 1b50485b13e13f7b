"""An OpenID provider on this machine: it confirms whoever the test says, and can be made to lie."""

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
    """Return the key of all providers of a run: to make one takes longer than a test."""
    return RSAKey.generate_key(2048, {"kid": "one"})


class Provider:
    """`issuer` is its address. `changes` are laid over what it says of somebody, `alg` is what it signs with."""

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
                """Says nothing."""

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
        """Somebody has signed in there and comes back: the state and the code they bring."""
        asked = {name: values[0] for name, values in parse_qs(urlsplit(url).query).items()}
        assert asked["response_type"] == "code"
        assert asked["code_challenge_method"] == "S256"
        self.seconds = now
        code = f"code-{len(self.granted)}"
        self.granted[code] = {**asked, "sub": subject}
        return asked["state"], code

    def token(self, form: dict[str, str], authorization: str) -> dict[str, Any]:
        """A token for a code, used once, by whoever has the verifier; {} when it is none."""
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
