"""All settings of a server. Every setting has a default."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import Meta

from palatine.logs import Format, Level

Access = Literal["local", "open", "invite"]
Text = Annotated[str, Meta(max_length=500)]
Secret = Annotated[str, Meta(max_length=500, extra={"secret": True})]
"""A text that is never displayed, not even to administrators."""
Url = Annotated[str, Meta(max_length=500, extra={"url": True})]
"""A URL that may contain a password, which is masked when the URL is displayed."""
Texts = tuple[Text, ...]
MASK = "***"


class SiteSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The site: its address, name and access policy.

    `access` is "local" (one machine, no sign-in), "open" (visitors can play as guests without an invitation and
    create accounts) or "invite" (only invited people).
    """

    url: Text = ""
    """Public URL, for example "https://play.example.org"; "" if unknown."""
    name: Text = "Palatine"
    access: Access = "local"


class OidcSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An OpenID Connect provider whose users can sign in."""

    issuer: Text = ""
    client_id: Text = ""
    client_secret: Secret = ""
    name: Text = ""
    """Label of its sign-in button."""


class SigninSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Sign-in methods, offered as far as they are configured."""

    methods: tuple[Literal["passkey", "mail", "password", "oidc"], ...] = ("passkey", "mail", "password", "oidc")
    oidc: OidcSettings = OidcSettings()


class MailSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Outgoing and incoming mail. No mail is sent without both `smtp_url` and `site.url`."""

    smtp_url: Url = ""
    """SMTP server for outgoing mail, as in "smtp://user:password@mail.example.org:587"."""
    domain: Text = ""
    """Domain of all our mail addresses."""
    inbound_url: Url = ""
    """Source of incoming mail.

    For example "lmtp://127.0.0.1:2424", "smtp://127.0.0.1:2525" or "imaps://user:password@host/INBOX".
    """
    sender: Text = "referee"
    """Local part of the sender address."""
    sender_policy: Literal["token", "known", "strict"] = "known"
    """Mail accepted for a seat.

    "token" accepts mail from any sender who knows the seat's address, "known" only from the player's own addresses,
    and "strict" requires in addition that the sender's server vouches for the sender.
    """
    mailbox: Text = ""
    """Local part of the mailbox that receives all mail; "" if the whole domain is received.

    For example "club" if mail to club+anything@example.org is delivered to club@example.org.
    """
    ca_bundle: Text = ""
    """PEM file of CA certificates to trust for mail, in addition to the system store."""
    authserv: Text = ""
    """Name under which our mail server writes Authentication-Results, for "strict"."""


class WebhookSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Webhooks: calls to URLs that players have registered."""

    allow_private: bool = False
    """Allow webhooks to private network addresses."""


class ServerSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The web server of `palatine serve`; command-line options take precedence."""

    host: Text = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65535)] = 8080
    database: Url = ""
    """Database URL or file; "" for a file in the user's data folder."""
    allowed_hosts: Texts = ()
    """Accepted host names in addition to that of `site.url`."""
    trusted_proxies: Texts = ("127.0.0.1",)
    """Addresses and networks of proxies whose forwarding headers are trusted."""
    shutdown_timeout: Annotated[float, Meta(ge=0, le=60)] = 5.0
    """Seconds that running requests have to finish at shutdown."""


class BotSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Execution of bots."""

    backend: Text = ""
    """"ray://HOST:10001" for a Ray cluster, "ray" for one on this machine, "" for processes."""


class MonitoringSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Metrics, logs and traces of slow actions, for operators."""

    metrics: Texts = ("127.0.0.0/8", "::1/128")
    """Networks that may read /metrics and the reason in /readyz, never through a proxy."""
    log_level: Level = "warning"
    log_format: Format = "text"
    access_log: bool = False
    """Log each request, without the client's identity."""
    slow_seconds: Annotated[float, Meta(ge=0, le=600)] = 2.0
    """Minimum duration in seconds of actions recorded as slow; 0 for none."""
    slow_kept: Annotated[int, Meta(ge=0, le=1000)] = 50
    """Maximum number of slow actions kept."""


Days = Annotated[int, Meta(ge=0, le=36500)]


class RetentionSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Days without activity after which matches are compressed or deleted; 0 for never.

    Deleted matches are announced on their page for two more weeks. Matches whose result counts are never deleted.
    """

    compress: Days = 30
    """Days until finished matches are compressed.

    Compressed matches take about a tenth of the space and open and replay as before.
    """
    finished: Days = 0
    """Days until finished matches are deleted."""
    unfinished: Days = 0
    """Days until abandoned matches are deleted."""
    guests: Days = 0
    """Days until matches with only guests are deleted."""


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
        """True if the server runs on one machine without sign-in."""
        return self.site.access == "local"

    @property
    def sends_mail(self) -> bool:
        """True if mail can be sent: this requires an SMTP server and a public URL for links."""
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


def is_loopback_host(host: str) -> bool:
    """Return whether a host name always refers to the machine that resolves it."""
    return host == "localhost" or host.endswith(".localhost") or host == "::1" or host.startswith("127.")
