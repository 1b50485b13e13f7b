"""Sign-in through an OpenID provider on this machine, and through one that lies."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from urllib.parse import parse_qs, urlsplit

import pytest
from joserfc.jwk import RSAKey

from accounts.auth.conftest import ANN, BOB, NOW
from accounts.auth.provider import CLIENT, SECRET, Provider
from palatine.accounts.auth.oidc import Issuer, OidcService, has_linked_identity
from palatine.accounts.auth.own_addresses import VerifiedAddresses
from palatine.accounts.auth.rate_limits import RateLimiter
from palatine.matches import Forbidden
from palatine.matches.clock import expiry_time, parse_time
from palatine.store import Store

BACK = "https://play.example.org/signin/oidc"
NONCE = "nonce-of-this-browser"
SECONDS = int(parse_time(NOW).timestamp())


@pytest.fixture
def provider() -> Iterator[Provider]:
    provider = Provider()
    yield provider
    provider.close()


@pytest.fixture
def oidc(store: Store, tries: RateLimiter, provider: Provider) -> OidcService:
    return OidcService(store.database, tries, Issuer(provider.issuer, "The club", CLIENT, SECRET))


def come_back(oidc: OidcService, provider: Provider, subject: str = "ann-there") -> tuple[str, str]:
    return provider.authorize(oidc.begin_sign_in(BACK, "/play/x", NONCE, "", NOW), subject, SECONDS)


def test_somebody_new_is_joined_and_known_the_next_time(
    store: Store, oidc: OidcService, provider: Provider
) -> None:
    found = oidc.finish_sign_in(*come_back(oidc, provider), NONCE, "", NOW)
    assert (found.account, found.name, found.then) == ("", "Ann", "/play/x")
    oidc.link_identity(ANN, found.subject, NOW)
    assert has_linked_identity(store.database, ANN)
    assert oidc.finish_sign_in(*come_back(oidc, provider), NONCE, "", NOW).account == ANN
    assert oidc.finish_sign_in(*come_back(oidc, provider, "another"), NONCE, "", NOW).account == ""


def test_a_mail_address_told_by_the_provider_joins_nobody(
    store: Store, oidc: OidcService, provider: Provider
) -> None:
    VerifiedAddresses(store.database).add(BOB, "bob@example.org", NOW)
    assert oidc.finish_sign_in(*come_back(oidc, provider), NONCE, "", NOW).account == ""


def test_the_same_subject_of_another_issuer_is_somebody_else(
    store: Store, tries: RateLimiter, oidc: OidcService, provider: Provider
) -> None:
    oidc.link_identity(ANN, "ann-there", NOW)
    other = Provider()
    elsewhere = OidcService(store.database, tries, Issuer(other.issuer, "Another", CLIENT, SECRET))
    assert elsewhere.finish_sign_in(*come_back(elsewhere, other), NONCE, "", NOW).account == ""
    other.close()


def test_what_is_sent_to_the_provider(oidc: OidcService) -> None:
    asked = parse_qs(urlsplit(oidc.begin_sign_in(BACK, "/", NONCE, "", NOW)).query)
    assert asked["redirect_uri"] == [BACK]
    assert asked["scope"] == ["openid profile"]
    assert NONCE not in str(asked)


def test_a_state_serves_once_for_a_while_and_in_its_browser(oidc: OidcService, provider: Provider) -> None:
    state, code = come_back(oidc, provider)
    for wrong_state, nonce, now in (
        ("made-up", NONCE, NOW),
        (state, NONCE, expiry_time(NOW, timedelta(minutes=15))),
        (state, "another browser", NOW),
        (state, NONCE, NOW),
    ):
        with pytest.raises(Forbidden):
            oidc.finish_sign_in(wrong_state, code, nonce, "", now)


def test_a_code_that_the_provider_does_not_know(oidc: OidcService, provider: Provider) -> None:
    state, _ = come_back(oidc, provider)
    with pytest.raises(Forbidden):
        oidc.finish_sign_in(state, "made-up", NONCE, "", NOW)


@pytest.mark.parametrize(
    "lie",
    [
        {"iss": "https://evil.example"}, {"aud": "another"}, {"nonce": "another"}, {"exp": SECONDS - 3600},
        {"iat": SECONDS + 3600}, {"azp": "another"}, {"issuer": "https://evil.example"},
    ],
    ids=lambda lie: next(iter(lie)),
)  # fmt: skip
def test_a_token_that_is_not_for_us_now_is_refused(
    oidc: OidcService, provider: Provider, lie: dict[str, object]
) -> None:
    provider.changes = lie
    with pytest.raises(Forbidden):
        oidc.finish_sign_in(*come_back(oidc, provider), NONCE, "", NOW)


def test_a_token_signed_by_another_is_refused(oidc: OidcService, provider: Provider) -> None:
    provider.signs_with = RSAKey.generate_key(2048, {"kid": "one"})
    with pytest.raises(Forbidden):
        oidc.finish_sign_in(*come_back(oidc, provider), NONCE, "", NOW)


def test_a_provider_that_is_away_is_said_politely(oidc: OidcService, provider: Provider) -> None:
    provider.close()
    with pytest.raises(Forbidden, match="can't be reached"):
        oidc.begin_sign_in(BACK, "/", NONCE, "", NOW)
