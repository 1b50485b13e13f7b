"""Request and response bodies of the API for signing in and for credentials."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

Text = Annotated[str, Meta(max_length=300)]
Secret = Annotated[str, Meta(max_length=1000)]
PasskeyOptions = dict[str, Any]


class MailRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A request for a sign-in code by email, with the path to continue at."""

    address: Text
    then: Text = "/"


class CodeRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A sign-in code as typed, or the token of a link."""

    code: Text = ""
    token: Text = ""


class PasskeyRequest(msgspec.Struct, forbid_unknown_fields=True):
    """The browser's response to a passkey challenge, and the label of a new passkey."""

    answer: dict[str, Any]
    label: Text = ""


class LabelRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A new label."""

    label: Text


class PasswordRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A sign-in with name and password."""

    name: Text
    password: Secret


class NewPasswordRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A new password, with the current one if the account has one."""

    password: Secret
    current: Secret = ""


class CurrentPassword(msgspec.Struct, forbid_unknown_fields=True):
    """The current password."""

    current: Secret = ""


class OidcRequest(msgspec.Struct, forbid_unknown_fields=True):
    """The path to continue at after a sign-in with the identity provider."""

    then: Text = "/"


class PairRequest(msgspec.Struct, forbid_unknown_fields=True):
    """The code shown by another device, and the name of this device."""

    code: Text
    device: Text


class PairAnswer(msgspec.Struct, forbid_unknown_fields=True):
    """The decision whether to sign in the device of that name."""

    device: Text
    yes: bool


class AddressRequest(msgspec.Struct, forbid_unknown_fields=True):
    """An email address to verify."""

    address: Text


class TokenRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A request for an API token."""

    label: Annotated[str, Meta(min_length=1, max_length=80)]
    scope: Literal["read", "play"] = "play"


class Entered(msgspec.Struct):
    """The account signed in and the path to continue at, or that the confirmation is pending."""

    name: str = ""
    kind: str = ""
    then: str = "/"
    waiting: bool = False
    is_new: bool = False
    """True if this request created the account, whose name can still be chosen."""


class Entering(msgspec.Struct):
    """The URL of the sign-in page."""

    url: str


class PairingCode(msgspec.Struct):
    """A pairing code for another device, as text and as a picture, with its expiry."""

    code: str
    picture: str
    """SVG image as a data URL."""
    expires: str


class PairingState(msgspec.Struct):
    """The state of a pairing code: "waiting", "yes", "no" or "over".

    While it is waiting, `device` is the device that has requested it, if any.
    """

    state: Literal["waiting", "yes", "no", "over"]
    device: str = ""


class RecoveryCodes(msgspec.Struct):
    """New recovery codes, which are shown only once."""

    codes: list[str]


class TokenMade(msgspec.Struct):
    """A new token, which is shown only once."""

    secret: str
