"""What comes in over HTTP and goes out about signing in and the keys to an account."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

Text = Annotated[str, Meta(max_length=300)]
Secret = Annotated[str, Meta(max_length=1000)]
PasskeyOptions = dict[str, Any]


class MailRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Somebody wants a code by mail, and where they wanted to go."""

    address: Text
    then: Text = "/"


class CodeRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A code as it was typed, or the token of a link."""

    code: Text = ""
    token: Text = ""


class PasskeyRequest(msgspec.Struct, forbid_unknown_fields=True):
    """The answer of the browser, and the name of a new passkey."""

    answer: dict[str, Any]
    label: Text = ""


class LabelRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A new name."""

    label: Text


class PasswordRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Somebody signs in."""

    name: Text
    password: Secret


class NewPasswordRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A new password; who has one tells the one that stands."""

    password: Secret
    current: Secret = ""


class CurrentPassword(msgspec.Struct, forbid_unknown_fields=True):
    """The password that stands."""

    current: Secret = ""


class OidcRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Where somebody wanted to go who signs in elsewhere."""

    then: Text = "/"


class PairRequest(msgspec.Struct, forbid_unknown_fields=True):
    """The code another device shows, and what this one is called."""

    code: Text
    device: Text


class PairAnswer(msgspec.Struct, forbid_unknown_fields=True):
    """Whether to let the device of that name in."""

    device: Text
    yes: bool


class AddressRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A mail address to be proved."""

    address: Text


class TokenRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A token for a program."""

    label: Annotated[str, Meta(min_length=1, max_length=80)]
    scope: Literal["read", "play"] = "play"


class Entered(msgspec.Struct):
    """Who has come in, and where they wanted to go; or that they still wait to be let in."""

    name: str = ""
    kind: str = ""
    then: str = "/"
    waiting: bool = False
    is_new: bool = False
    """Whether the account was made by this; its name may still be chosen."""


class Entering(msgspec.Struct):
    """Where to go to sign in."""

    url: str


class PairingCode(msgspec.Struct):
    """A code for another device, in letters and as a picture, and until when it is good."""

    code: str
    picture: str
    """An SVG image, as an address that need not be asked for."""
    expires: str


class PairingState(msgspec.Struct):
    """How it stands with a code: "waiting", with the device that asks, if one does; "yes", "no", or "over"."""

    state: Literal["waiting", "yes", "no", "over"]
    device: str = ""


class RecoveryCodes(msgspec.Struct):
    """New recovery codes, which are shown only once."""

    codes: list[str]


class TokenMade(msgspec.Struct):
    """A new token, which is shown only once."""

    secret: str
