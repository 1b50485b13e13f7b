"""Sign-in with OpenID Connect: authorization code with PKCE, one configured issuer.

An account is linked to (issuer, subject), never to a mail address reported by the issuer.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from urllib.parse import urlencode, urlsplit

import msgspec
from sqlalchemy import Connection, insert, select, update

from palatine.accounts.auth import codes
from palatine.accounts.auth.rate_limits import RateLimiter
from palatine.accounts.auth.wording import forbidden_error
from palatine.matches.clock import expiry_time, parse_time
from palatine.matches.fairness import key_hash, new_key
from palatine.optional_imports import MissingExtra
from palatine.store.engine import Database
from palatine.store.schema_people import credentials

KIND = PURPOSE = "oidc"
VALIDITY = timedelta(minutes=15)
TIMEOUT_SECONDS = 10.0
LEEWAY = 60
ALGORITHMS = ("RS256", "PS256", "ES256", "EdDSA", "Ed25519")
"""Accepted signature algorithms; none with a shared secret."""


class Issuer(msgspec.Struct, frozen=True):
    """An identity provider: its URL, name, and this server's client id and secret."""

    url: str
    name: str
    client: str
    secret: str


class ConfirmedIdentity(msgspec.Struct, frozen=True):
    """An identity confirmed by the issuer, and the path to continue at."""

    subject: str
    account: str
    """The linked account, or ""."""
    name: str
    """The user's name at the issuer."""
    then: str
    joins: str = ""
    """The account that requested to be linked; "" for a sign-in."""


class OidcService:
    """Sign-in by an OpenID Connect issuer. Makes blocking requests: call it in a worker thread."""

    def __init__(self, database: Database, rate_limiter: RateLimiter, issuer: Issuer) -> None:
        self.database = database
        self.tries = rate_limiter
        self.issuer = issuer
        self._about: dict[str, Any] = {}

    def begin_sign_in(
        self, redirect_uri: str, next_path: str, nonce: str, network: str, now: str, linking_account: str = ""
    ) -> str:
        """Return the issuer's URL to redirect the browser to. Raises `RateLimited`.

        The issuer redirects back to `redirect_uri`, and `next_path` is stored. `linking_account` is the account to
        link to the confirmed identity; "" to sign in.
        """
        from authlib.oauth2.rfc7636 import create_s256_code_challenge  # type: ignore[import-untyped]  # optional

        self.tries.spend("oidc from", network, now)
        where = self._endpoint("authorization_endpoint")
        state, verifier = new_key(), new_key() + new_key()
        kept = {"verifier": verifier, "back": redirect_uri, "then": next_path, "joins": linking_account}

        def work(connection: Connection) -> None:
            codes.store_code(connection, PURPOSE, self.issuer.url, state, expiry_time(now, VALIDITY), nonce, kept)

        self.database.write(work)
        query = {
            "response_type": "code", "client_id": self.issuer.client, "redirect_uri": redirect_uri,
            "scope": "openid profile", "state": state, "nonce": key_hash(state),
            "code_challenge": create_s256_code_challenge(verifier), "code_challenge_method": "S256",
        }  # fmt: skip
        return f"{where}{'&' if '?' in where else '?'}{urlencode(query)}"

    def finish_sign_in(self, state: str, code: str, nonce: str, network: str, now: str) -> ConfirmedIdentity:
        """Return the identity that the issuer confirms for a code.

        Raises `Forbidden` and `RateLimited`.
        """
        self.tries.spend("oidc from", network, now)
        kept = self.database.write(lambda connection: codes.use_code(connection, PURPOSE, state, now))
        if kept is None or kept.nonce != key_hash(nonce) or not code:
            raise forbidden_error("oidc.failed")
        claims = self._claims(code, kept.data["back"], kept.data["verifier"], key_hash(state), now)
        subject = str(claims["sub"])
        name = claims.get("preferred_username") or claims.get("name") or ""
        return ConfirmedIdentity(
            subject, self._linked_account(subject, now), str(name), kept.data["then"], kept.data["joins"]
        )

    def link_identity(self, account: str, subject: str, now: str) -> None:
        """Link an account to a subject of the issuer."""
        row = {"id": self._id(subject), "account": account, "kind": KIND, "public": b"", "made": now, "used": now}
        self.database.write(lambda connection: connection.execute(insert(credentials), row).rowcount)

    def _linked_account(self, subject: str, now: str) -> str:
        mine = update(credentials).where(credentials.c.id == self._id(subject), credentials.c.kind == KIND)
        found = mine.values(used=now).returning(credentials.c.account)
        return self.database.write(lambda connection: connection.execute(found).scalar()) or ""

    def _id(self, subject: str) -> str:
        return f"{KIND} {key_hash(msgspec.json.encode([self.issuer.url, subject]).decode())}"

    def _claims(self, code: str, back: str, verifier: str, nonce: str, now: str) -> dict[str, Any]:
        """Return the verified claims of the issuer's id token."""
        form = {
            "grant_type": "authorization_code", "code": code, "redirect_uri": back, "code_verifier": verifier,
            "client_id": self.issuer.client,
        }  # fmt: skip
        told = self._fetch(self._endpoint("token_endpoint"), form)
        keys = self._fetch(self._endpoint("jwks_uri"))
        return self._checked(told, keys, nonce, now)

    def _checked(self, told: dict[str, Any], keys: dict[str, Any], nonce: str, now: str) -> dict[str, Any]:
        from authlib.oidc.core import CodeIDToken  # type: ignore[import-untyped]  # optional
        from joserfc import jwt
        from joserfc.errors import JoseError
        from joserfc.jwk import KeySet

        must = {"iss": self.issuer.url, "aud": self.issuer.client}
        options = {name: {"essential": True, "value": value} for name, value in must.items()}
        about = {"nonce": nonce, "client_id": self.issuer.client, "access_token": told.get("access_token", "")}
        try:
            token = jwt.decode(told["id_token"], KeySet.import_key_set(keys), algorithms=ALGORITHMS)  # type: ignore[arg-type]
            claims = CodeIDToken(token.claims, token.header, options, about)
            claims.validate(int(parse_time(now).timestamp()), LEEWAY)
        except (JoseError, KeyError, TypeError, ValueError) as error:
            raise forbidden_error("oidc.failed") from error
        return dict(claims)

    def _endpoint(self, name: str) -> str:
        """Return an endpoint from the issuer's discovery document."""
        if not self._about:
            about = self._fetch(self.issuer.url.rstrip("/") + "/.well-known/openid-configuration")
            if about.get("issuer") != self.issuer.url:
                raise forbidden_error("oidc.failed")
            self._about = about
        where = str(self._about.get(name, ""))
        if urlsplit(where).scheme not in ("https", urlsplit(self.issuer.url).scheme):
            raise forbidden_error("oidc.failed")
        return where

    def _fetch(self, url: str, form: dict[str, str] | None = None) -> dict[str, Any]:
        """Return the issuer's JSON response. Raises `Forbidden` for any other response."""
        try:
            import httpx  # From the optional dependencies.
        except ImportError as error:
            raise MissingExtra("httpx", "server") from error
        try:
            with httpx.Client(timeout=TIMEOUT_SECONDS, follow_redirects=False) as client:
                if form is None:
                    answer = client.get(url)
                else:
                    answer = client.post(url, data=form, auth=(self.issuer.client, self.issuer.secret))
            answer.raise_for_status()
            told = answer.json()
        except httpx.HTTPStatusError as error:
            raise forbidden_error("oidc.failed") from error
        except (httpx.HTTPError, ValueError) as error:
            raise forbidden_error("oidc.away") from error
        if not isinstance(told, dict):
            raise forbidden_error("oidc.failed")
        return told


def has_linked_identity(database: Database, account: str) -> bool:
    """Return whether an account is linked to an identity of the issuer."""
    mine = (credentials.c.account == account, credentials.c.kind == KIND)
    with database.reading() as connection:
        return connection.execute(select(credentials.c.id).where(*mine)).first() is not None
