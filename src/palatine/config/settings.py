"""All settings of a server. None is required for playing."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import Meta

from palatine.logs import Format, Level

Access = Literal["local", "open", "invite"]
Text = Annotated[str, Meta(max_length=500)]
Secret = Annotated[str, Meta(max_length=500, extra={"secret": True})]
"""Never shown, not even to administrators."""
Url = Annotated[str, Meta(max_length=500, extra={"url": True})]
"""An address that may hold a password: it is shown without."""
Texts = tuple[Text, ...]
MASK = "***"


class SiteSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where it is, and who may come.

    `access`: "local", one machine, and nobody is asked who they are; "open", anybody may play at once as a guest and
    make an account; "invite", only people who are invited.
    """

    url: Text = ""
    """The address people can reach it at, as in "https://play.example.org"; "" when that is not known."""
    name: Text = "Palatine"
    access: Access = "local"


class OidcSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An identity provider whose people may come in."""

    issuer: Text = ""
    client_id: Text = ""
    client_secret: Secret = ""
    name: Text = ""
    """What its button says."""


class SigninSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The ways to sign in that are offered where they can be."""

    methods: tuple[Literal["passkey", "mail", "password", "oidc"], ...] = ("passkey", "mail", "password", "oidc")
    oidc: OidcSettings = OidcSettings()


class MailSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How mail goes out and comes in; without a relay, or without `site.url`, none is sent."""

    smtp_url: Url = ""
    """The server that takes what is sent: "smtp://user:password@mail.example.org:587"."""
    domain: Text = ""
    """What stands behind the @ of all our addresses."""
    inbound_url: Url = ""
    """Where mail comes from: "lmtp://127.0.0.1:2424", "smtp://127.0.0.1:2525", "imaps://user:password@host/INBOX"."""
    sender: Text = "referee"
    """The local part that is written from."""
    sender_policy: Literal["token", "known", "strict"] = "known"
    """Whose mail counts for a seat: anybody who knows its address; a proved sender; one whose server vouches for it."""
    mailbox: Text = ""
    """The local part of the one mailbox that takes all mail, as "club" where club+anything@example.org is delivered to
    club@example.org; "" where every address of the domain comes in."""
    ca_bundle: Text = ""
    """A file with certificates of authorities (PEM) that relay and mailbox are believed by, besides the system's."""
    authserv: Text = ""
    """The name under which our own mail server writes Authentication-Results, for "strict"."""


class WebhookSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Addresses of others that players have called."""

    allow_private: bool = False
    """Allow webhooks to private network addresses."""


class ServerSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where `palatine serve` listens, and on what it works; its options go before these."""

    host: Text = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65535)] = 8080
    database: Url = ""
    """A database URL or a file; "" for a file in the user's data folder."""
    allowed_hosts: Texts = ()
    """Names it is called by, besides that of `site.url`."""
    trusted_proxies: Texts = ("127.0.0.1",)
    """Addresses and networks of proxies that are believed when they say for whom they ask."""
    shutdown_timeout: Annotated[float, Meta(ge=0, le=60)] = 5.0
    """Seconds for requests under way when the server stops."""


class BotSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where bots compute."""

    backend: Text = ""
    """"ray://HOST:10001", a Ray cluster; "ray", the cluster of this machine; "", processes of the server."""


class MonitoringSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What operators see of the server."""

    metrics: Texts = ("127.0.0.0/8", "::1/128")
    """Networks from which /metrics, and the reason of /readyz, may be read; never by way of a proxy."""
    log_level: Level = "warning"
    log_format: Format = "text"
    access_log: bool = False
    """Whether each request is logged, without who asked."""
    slow_seconds: Annotated[float, Meta(ge=0, le=600)] = 2.0
    """Actions that take longer are kept to be looked at; 0: none."""
    slow_kept: Annotated[int, Meta(ge=0, le=1000)] = 50
    """How many of them."""


Days = Annotated[int, Meta(ge=0, le=36500)]


class RetentionSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Days without any event after which a match is compressed or deleted; 0: never. Deleted ones are announced
    so on their page for two weeks more, and none whose result counts is among them."""

    compress: Days = 30
    """When finished ones are packed: they take about a tenth of the space, and are opened and replayed as before."""
    finished: Days = 0
    """When finished ones are deleted."""
    unfinished: Days = 0
    """When those are that stand still."""
    guests: Days = 0
    """When those are in which only guests have played."""


class Config(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All settings."""

    site: SiteSettings = SiteSettings()
    signin: SigninSettings = SigninSettings()
    mail: MailSettings = MailSettings()
    webhooks: WebhookSettings = WebhookSettings()
    server: ServerSettings = ServerSettings()
    bots: BotSettings = BotSettings()
    monitoring: MonitoringSettings = MonitoringSettings()
    retention: RetentionSettings = RetentionSettings()

    @property
    def is_local(self) -> bool:
        """Whether nobody is asked who they are."""
        return self.site.access == "local"

    @property
    def sends_mail(self) -> bool:
        """True if mail is sent: it needs a relay, and links that no request can choose the address of."""
        return bool(self.mail.smtp_url and self.site.url)


def without_secrets(value: Any, kind: Any) -> Any:
    """Return the value of a setting with `MASK` in place of secrets."""
    extra: dict[str, Any] = next(
        (each.extra or {} for each in get_args(kind) if isinstance(each, msgspec.Meta)), {}
    )
    if extra.get("secret") and value:
        return MASK
    if extra.get("url"):
        return re.sub(r"(://[^/@]*?:)[^@]*@", rf"\1{MASK}@", value)
    return value


def is_this_machine(host: str) -> bool:
    """Whether a name in an address means, on every machine, that machine itself."""
    return host == "localhost" or host.endswith(".localhost") or host == "::1" or host.startswith("127.")
