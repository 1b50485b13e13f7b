"""`palatine login`, `logout`, `join`: remote servers, and one's account there."""

from __future__ import annotations

import os
import platform
from argparse import Namespace
from collections.abc import Callable
from getpass import getpass
from pathlib import Path
from time import sleep
from urllib.parse import urlsplit

import msgspec

from palatine.cli.common import Keyring, data_folder, words
from palatine.cli.remote import RemoteAccount, RemoteMatchService
from palatine.core import Unknown, Unreadable
from palatine.matches import MatchInfo

POLL = 2.0
"""How often it is asked whether the other device has said yes, in seconds."""


class SignIn(msgspec.Struct):
    """How one is signed in at a server: by a session of this terminal's own, or a token."""

    name: str
    cookies: dict[str, str] = {}
    token: str = ""


class SignIns:
    """The servers where one is signed in, in a file that only its owner can read."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or data_folder() / "servers.json"
        self.known: dict[str, SignIn] = {}
        if self.path.exists():
            try:
                self.known = msgspec.json.decode(self.path.read_bytes(), type=dict[str, SignIn])
            except msgspec.MsgspecError as error:
                raise Unreadable(words().say("elsewhere.unreadable", file=str(self.path))) from error

    def keep(self) -> None:
        """Write down what is known."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        part = self.path.with_suffix(".part")
        part.touch(mode=0o600)
        part.write_bytes(msgspec.json.format(msgspec.json.encode(self.known), indent=1))
        part.replace(self.path)

    def remote(self, url: str) -> RemoteMatchService:
        """Return the server at that address; anonymous unless signed in."""
        known = self.known.get(url, SignIn(""))
        return RemoteMatchService(url, known.token, known.cookies)


def login(given: Namespace) -> int:
    """Sign in to a remote server: by a code from a signed-in device, a password, or a token."""
    url = address(given.url)
    remote = RemoteMatchService(url)
    if remote.me().joining == "local":
        raise Unknown(words().say("elsewhere.local", url=url))
    token = _token(given)
    if token:
        remote = RemoteMatchService(url, token)
    elif given.name:
        remote.by_password(given.name, getpass(words().say("elsewhere.password", name=given.name)))
    else:
        _pair(remote, input)
    name = remote.me().name
    if not name:
        raise Unknown(words().say("elsewhere.nobody", url=url))
    known = SignIns()
    known.known[url] = SignIn(name, dict(remote.client.cookies), token)
    known.keep()
    print(words().say("elsewhere.signed-in", url=url, name=name))
    return 0


def _token(given: Namespace) -> str:
    """The token that is given: never as an argument, which others on the machine could read."""
    if not given.token:
        return ""
    return os.environ.get("PALATINE_TOKEN") or getpass(words().say("elsewhere.token"))


def _pair(remote: RemoteMatchService, ask: Callable[[str], str]) -> RemoteAccount:
    print(words().say("elsewhere.pair", url=remote.url))
    remote.pair(ask(words().say("elsewhere.code")).strip(), words().say("elsewhere.device", host=platform.node()))
    print(words().say("elsewhere.say-yes"))
    while (entered := remote.finish_pair()).waiting:
        sleep(POLL)
    return entered


def logout(given: Namespace) -> int:
    """Sign out; the session of this terminal ends there. A token stays good until it is withdrawn on the account's
    page."""
    url, known = address(given.url), SignIns()
    if url not in known.known:
        raise Unknown(words().say("elsewhere.not-signed-in", url=url))
    if not known.known[url].token:
        known.remote(url).sign_out()
    del known.known[url]
    known.keep()
    print(words().say("elsewhere.signed-out", url=url))
    return 0


def join(given: Namespace) -> int:
    """Sit down by the link of an invitation."""
    base, slash, token = given.link.rpartition("/i/")
    if not slash or not token:
        raise Unknown(words().say("elsewhere.no-link", text=given.link))
    url = address(base)
    remote = SignIns().remote(url)
    if not remote.me().name:
        raise Unknown(words().say("elsewhere.sign-in-first", url=url))
    sat = remote.join(token, given.seed or "")
    print(words().say("elsewhere.sat", seat=sat.seat, match=sat.match, at=url))
    return 0


def address(text: str) -> str:
    """Return the address of a server as it is stored: with its scheme, without a slash at its end."""
    plain = text if "://" in text else f"https://{text}"
    parts = urlsplit(plain)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        raise Unknown(words().say("elsewhere.no-address", text=text))
    return plain.rstrip("/")


def remote_at(given: Namespace) -> RemoteMatchService | None:
    """Return the remote server that a command names; None for this machine. Raises Unknown when one is not
    signed in there and has no key."""
    named = given.server or os.environ.get("PALATINE_SERVER", "")
    if not named:
        return None
    known = SignIns()
    near = [url for url in known.known if urlsplit(url).hostname == named or url == named.rstrip("/")]
    return known.remote(near[0] if len(near) == 1 else address(named))


def own_seats(remote: RemoteMatchService, given: Namespace, match: str) -> dict[str, str]:
    """The seats of a match that are one's own there, by their names: by the sign-in, or by keys that are kept here."""
    keyring = Keyring.of(given)
    if getattr(given, "key", None):
        keyring.add(match, {remote.sit(match, given.key): given.key})
    remote.keys = keyring.of_match(match)
    held = next((info.yours for info in remote.find() if info.match == match), ())
    return {seat: seat for seat in dict.fromkeys([*held, *remote.keys])}


def place_of(remote: RemoteMatchService, given: Namespace) -> tuple[MatchInfo, str, str]:
    """The match and the seat there, with its name for a key, that a command is about: those named, or the only ones.

    Raises Unknown when it is not clear which.
    """
    found = [remote.info(given.match)] if given.match else remote.find()
    known = [info for info in found if given.match or (info.orders and info.status == "playing")]
    places = [
        (info, seat)
        for info in known
        for seat in (own_seats(remote, given, info.match) if given.match else info.yours)
        if given.seat in (None, seat)
    ]
    if len(places) != 1:
        names = [f"{info.match} {seat}" for info, seat in places]
        raise Unknown(words().say("orders.which" if names else "orders.none", places=names))
    return *places[0], places[0][1]
