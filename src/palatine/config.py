"""What a house is told about itself: `palatine.toml`, read once as it starts. Nothing in it is needed for playing."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta

from palatine.core import Unreadable

Joining = Literal["local", "open", "closed"]
Text = Annotated[str, Meta(max_length=500)]


class HouseSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where it is, and who may come.

    `joining`: "local", one machine, and nobody is asked who they are; "open", anybody may play at once as a guest and
    make an account; "closed", whoever is invited.
    """

    url: Text = ""
    """The address people can reach it at, as in "https://play.example.org"; "" when that is not known."""
    name: Text = "Palatine"
    joining: Joining = "local"


class OidcSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An identity provider whose people may come in."""

    issuer: Text = ""
    client_id: Text = ""
    client_secret: Text = ""
    name: Text = ""
    """What its button says."""


class SigninSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The ways to sign in that are offered where they can be."""

    ways: tuple[Literal["passkey", "mail", "password", "oidc"], ...] = ("passkey", "mail", "password", "oidc")
    oidc: OidcSettings = OidcSettings()


class MailSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How mail goes out and comes in; without a relay there is none."""

    relay: Text = ""
    """The server that takes what is sent: "smtp://user:password@mail.example.org:587"."""
    domain: Text = ""
    """What stands behind the @ of all our addresses."""
    receive: Text = ""
    """Where mail comes from: "lmtp://127.0.0.1:2424", "smtp://127.0.0.1:2525", "imaps://user:password@host/INBOX"."""
    sender: Text = "referee"
    """The local part that is written from."""
    trust: Literal["token", "known", "strict"] = "known"
    """Whose mail counts for a seat: whoever knows its address; a proved sender; one whose server vouches for it."""
    authserv: Text = ""
    """The name under which our own mail server writes Authentication-Results, for "strict"."""


class HookSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Addresses of others that players have called."""

    private: bool = False
    """Whether they may lie in the house's own network."""


class Config(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All settings."""

    house: HouseSettings = HouseSettings()
    signin: SigninSettings = SigninSettings()
    mail: MailSettings = MailSettings()
    hooks: HookSettings = HookSettings()

    @property
    def is_local(self) -> bool:
        """Whether nobody is asked who they are."""
        return self.house.joining == "local"


def find_config(named: str | None) -> Config:
    """The settings in the file `named`, in that of $PALATINE_CONFIG, or in `palatine.toml` here; else the usual."""
    place = named or os.environ.get("PALATINE_CONFIG")
    if place:
        return read_config(Path(place))
    here = Path("palatine.toml")
    return read_config(here) if here.is_file() else Config()


def read_config(path: Path) -> Config:
    """The settings in a file. Raises Unreadable with what is wrong, and OSError."""
    try:
        plain: dict[str, Any] = tomllib.loads(path.read_text("utf-8"))
        config = msgspec.convert(plain, Config)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise Unreadable(f"The settings in {path} cannot be read: {error}.") from error
    url = urlsplit(config.house.url)
    if config.house.url and (url.scheme not in ("http", "https") or not url.hostname or url.path.strip("/")):
        raise Unreadable(
            f"In {path}, house.url is the address of the whole house, as in https://play.example.org, "
            f"not {config.house.url!r}."
        )
    return config


def is_this_machine(host: str) -> bool:
    """Whether a name in an address means, on every machine, that machine itself."""
    return host == "localhost" or host.endswith(".localhost") or host == "::1" or host.startswith("127.")
