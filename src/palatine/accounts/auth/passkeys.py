"""Passkeys (WebAuthn), of which the server stores only the public key.

They are discoverable, so users need not type a name. A challenge is valid once, for five minutes, in the browser that
requested it.
"""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from palatine.accounts.auth import codes
from palatine.accounts.auth.rate_limits import RateLimiter
from palatine.accounts.auth.wording import forbidden_error, refused_error
from palatine.matches.clock import expiry_time
from palatine.matches.fairness import key_hash, new_key
from palatine.matches.text import clean_line
from palatine.optional_imports import MissingExtra
from palatine.store.engine import Database
from palatine.store.schema_people import credentials

KIND = PURPOSE = "passkey"
VALIDITY = timedelta(minutes=5)
MAX_PASSKEYS = 20
MAX_LABEL_LENGTH = 80


class RelyingParty(msgspec.Struct, frozen=True):
    """The site of passkeys: `domain` is the RP ID, `origin` the origin of pages."""

    domain: str
    origin: str


class Passkey(msgspec.Struct, frozen=True):
    """A passkey as shown to its owner."""

    id: str
    label: str
    made: str
    used: str


class Passkeys:
    """The passkeys of accounts."""

    def __init__(self, database: Database, rate_limiter: RateLimiter) -> None:
        self.database = database
        self.tries = rate_limiter

    def begin_registration(
        self, site: RelyingParty, account: str, name: str, nonce: str, now: str
    ) -> dict[str, Any]:
        """Return the options for `navigator.credentials.create`.

        Raises `Refused` if the account has too many passkeys.
        """
        lib = _library()
        known = self.of_account(account)
        if len(known) >= MAX_PASSKEYS:
            raise refused_error("passkey.many", most=MAX_PASSKEYS)
        structs = lib.helpers.structs
        options = lib.generate_registration_options(
            rp_id=site.domain,
            rp_name="Palatine",
            user_name=name,
            user_id=account.encode(),
            challenge=self._challenge(account, nonce, now),
            authenticator_selection=structs.AuthenticatorSelectionCriteria(
                resident_key=structs.ResidentKeyRequirement.REQUIRED,
                user_verification=structs.UserVerificationRequirement.PREFERRED,
            ),
            exclude_credentials=[
                structs.PublicKeyCredentialDescriptor(id=lib.base64url_to_bytes(each.id)) for each in known
            ],
        )
        return _as_data(lib, options)

    def finish_registration(
        self, site: RelyingParty, account: str, answer: dict[str, Any], label: str, nonce: str, now: str
    ) -> Passkey:
        """Store a passkey created by the browser. Raises `Forbidden` and `Refused`."""
        lib = _library()
        label = _label(label)
        challenge = self._answered(answer, account, nonce, now)
        made = self._verified(
            lib.verify_registration_response,
            credential=answer,
            expected_challenge=challenge,
            expected_rp_id=site.domain,
            expected_origin=site.origin,
        )
        row = {"id": lib.helpers.bytes_to_base64url(made.credential_id), "account": account, "kind": KIND}
        row |= {"public": made.credential_public_key, "count": made.sign_count, "label": label, "made": now}

        def keep(connection: Connection) -> bool:
            if (
                connection.execute(select(credentials.c.id).where(credentials.c.id == row["id"])).first()
                is not None
            ):
                return False
            connection.execute(insert(credentials), row)
            return True

        if not self.database.write(keep):
            raise refused_error("passkey.taken")
        return Passkey(row["id"], label, now, "")

    def begin_sign_in(self, site: RelyingParty, nonce: str, network: str, now: str) -> dict[str, Any]:
        """Return the options for `navigator.credentials.get`. Raises `RateLimited`."""
        self.tries.spend("passkey from", network, now)
        lib = _library()
        return _as_data(
            lib, lib.generate_authentication_options(rp_id=site.domain, challenge=self._challenge("", nonce, now))
        )

    def finish_sign_in(self, site: RelyingParty, answer: dict[str, Any], nonce: str, network: str, now: str) -> str:
        """Return the account of a passkey that signed the challenge.

        Raises `Forbidden` and `RateLimited`.
        """
        self.tries.spend("passkey from", network, now)
        challenge = self._answered(answer, "", nonce, now)
        with self.database.reading() as connection:
            known = select(credentials).where(credentials.c.id == str(answer["id"]), credentials.c.kind == KIND)
            row = connection.execute(known).first()
        if row is None:
            raise forbidden_error("passkey.unknown")
        signed = self._verified(
            _library().verify_authentication_response,
            credential=answer,
            expected_challenge=challenge,
            expected_rp_id=site.domain,
            expected_origin=site.origin,
            credential_public_key=row.public,
            credential_current_sign_count=row.count,
        )
        mine = update(credentials).where(credentials.c.id == row.id)
        self.database.write(lambda c: c.execute(mine.values(used=now, count=signed.new_sign_count)).rowcount)
        return str(row.account)

    def of_account(self, account: str) -> list[Passkey]:
        """Return the passkeys of an account, oldest first."""
        mine = (credentials.c.account == account, credentials.c.kind == KIND)
        columns = (credentials.c.id, credentials.c.label, credentials.c.made, credentials.c.used)
        with self.database.reading() as connection:
            return [Passkey(*row) for row in connection.execute(select(*columns).where(*mine).order_by("made"))]

    def rename(self, account: str, passkey: str, label: str) -> None:
        """Set the label of a passkey. Raises `Refused` if the account has no such passkey."""
        self._change(update(credentials).values(label=_label(label)), account, passkey)

    def remove(self, account: str, passkey: str) -> None:
        """Delete a passkey. Raises `Refused` if the account has no such passkey."""
        self._change(delete(credentials), account, passkey)

    def _change(self, statement: Any, account: str, passkey: str) -> None:
        mine = (credentials.c.id == passkey, credentials.c.account == account, credentials.c.kind == KIND)
        if not self.database.write(lambda connection: connection.execute(statement.where(*mine)).rowcount):
            raise refused_error("passkey.missing")

    def _challenge(self, account: str, nonce: str, now: str) -> bytes:
        challenge = new_key().encode()

        def work(connection: Connection) -> None:
            codes.store_code(connection, PURPOSE, account, challenge.decode(), expiry_time(now, VALIDITY), nonce)

        self.database.write(work)
        return challenge

    def _answered(self, answer: dict[str, Any], account: str, nonce: str, now: str) -> bytes:
        """Use and return the server's challenge that was signed. Raises `Forbidden` for any other."""
        challenge = _challenge_in(answer)
        found = self.database.write(lambda connection: codes.use_code(connection, PURPOSE, challenge, now))
        if found is None or found.subject != account or found.nonce != key_hash(nonce):
            raise forbidden_error("passkey.failed")
        return challenge.encode()

    def _verified(self, verify: Any, **what: Any) -> Any:
        from webauthn.helpers.exceptions import WebAuthnException  # From the optional dependencies.

        try:
            return verify(**what)
        except (WebAuthnException, ValueError, TypeError, KeyError) as error:
            raise forbidden_error("passkey.failed") from error


def site_of(url: str) -> RelyingParty | None:
    """Return the relying party of a server at `url`.

    None without HTTPS or localhost, because browsers then offer no passkeys.
    """
    parts = urlsplit(url)
    name = parts.hostname or ""
    is_local = name == "localhost" or name.endswith(".localhost")
    if not name or (parts.scheme != "https" and not is_local):
        return None
    return RelyingParty(name, f"{parts.scheme}://{parts.netloc}")


def _label(label: str) -> str:
    label = clean_line(label)
    if len(label) > MAX_LABEL_LENGTH:
        raise refused_error("passkey.label", most=MAX_LABEL_LENGTH)
    return label


def _challenge_in(answer: dict[str, Any]) -> str:
    """Return the challenge contained in a response. Raises `Forbidden` if it is malformed."""
    try:
        told = json.loads(_library().base64url_to_bytes(answer["response"]["clientDataJSON"]))
        return str(_library().base64url_to_bytes(told["challenge"]).decode())
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise forbidden_error("passkey.failed") from error


def _as_data(lib: Any, options: Any) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(lib.options_to_json(options))
    return data


def _library() -> Any:
    try:
        import webauthn  # From the optional dependencies.
        import webauthn.helpers.structs
    except ImportError as error:
        raise MissingExtra("webauthn", "server") from error
    return webauthn
